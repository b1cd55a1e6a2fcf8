import { handleCreditMessages } from './billing/credit-work.ts';
import { handleBulkMessages } from './bulk/queue-consumer.ts';
import { createApp } from './http/app.ts';
import { log } from './http/request/log.ts';
import { handleRunMessages } from './monitors/queue-consumer.ts';
import { handleFeedMessages } from './open-data/feeds/refresh.ts';
import { agentRoutes, appServices, FREQUENT_TASKS, feeds, periodicTasks } from './services.ts';
import { handleAttemptMessages } from './webhooks/series.ts';

export { Account } from './accounts/object/account.ts';
export { BulkJob } from './bulk/durable-object.ts';
export { MonitorObject } from './monitors/durable-object.ts';
export { MetricsObject } from './operations/metrics-object.ts';
export { RateLimiter } from './vendors/upstream/rate-limiter.ts';

/** Queue names of wrangler.toml. */
const FEED_QUEUE = 'lookup-api-feeds';
const MONITOR_QUEUE = 'lookup-api-monitors';
const WEBHOOK_QUEUE = 'lookup-api-webhooks';
const CREDIT_QUEUE = 'lookup-api-credits';
/** Evaluates alerts and sends due deliveries; any other trigger runs all periodic tasks. */
const ALERTS_CRON = '*/10 * * * *';

const app = createApp(appServices, agentRoutes);

export default {
  fetch: app.fetch,

  /** Queues: feeds, monitor runs, deliveries, credit work, bulk jobs and their dead letters. */
  queue({ queue, messages }) {
    if (queue === FEED_QUEUE) return handleFeedMessages(messages, feeds);
    if (queue === MONITOR_QUEUE) return handleRunMessages(messages, appServices.monitors);
    if (queue === WEBHOOK_QUEUE) return handleAttemptMessages(messages, appServices.webhooks);
    if (queue === CREDIT_QUEUE) return handleCreditMessages(messages, appServices.billing);
    return handleBulkMessages(messages, appServices.bulk, { areDead: queue.endsWith('-dead') });
  },

  /** Runs every periodic task; a failing task does not stop the others. */
  async scheduled(event?: Pick<ScheduledController, 'cron'>) {
    const { metrics } = appServices.pipeline;
    const tasks = Object.entries(periodicTasks);
    await Promise.all(
      tasks
        .filter(([task]) => event?.cron !== ALERTS_CRON || FREQUENT_TASKS.has(task))
        .map(([task, run]) =>
          run().then(
            () => metrics.count('periodic_tasks', { task, result: 'done' }),
            (cause) => {
              metrics.count('periodic_tasks', { task, result: 'failed' });
              log('error', 'periodic task failed', { task, cause });
            },
          ),
        ),
    );
  },
} satisfies ExportedHandler;
