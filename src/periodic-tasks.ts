import type { AccountPorts } from './accounts/ports.ts';
import { reconcileDue } from './accounts/reconcile.ts';
import { tidySignIn } from './accounts/sign-in/send-link.ts';
import type { FeedPorts } from './feeds/ports.ts';
import { sendDueFeeds } from './feeds/send-due-feeds.ts';
import type { Log } from './http/log.ts';
import { type JobServices, jobTasks } from './job-services.ts';
import type { RecordPorts } from './records/ports.ts';
import { tidyRecords } from './records/tidy-records.ts';
import { tidyReplays } from './store/replays.ts';
import type { WebhookPorts } from './webhooks/ports.ts';
import { tidyDeliveries } from './webhooks/tidy-deliveries.ts';

/** What the tasks reach. */
interface Parts extends JobServices {
  accounts: AccountPorts;
  feeds: FeedPorts;
  webhooks: WebhookPorts;
  records: RecordPorts;
  /** Where first answers to an `Idempotency-Key` are kept. */
  replays: R2Bucket;
  log: Log;
}

/** What cron runs, by the name a failure is logged under. */
export function createPeriodicTasks(
  parts: Parts,
): Readonly<Record<string, () => Promise<unknown>>> {
  const { accounts, feeds, webhooks, records, replays, log } = parts;
  return {
    'reconcile accounts': () =>
      reconcileDue(accounts, (message, fields) => log('error', message, fields)),
    'send due feeds': () => sendDueFeeds(feeds),
    ...jobTasks(parts),
    'tidy replays': () => tidyReplays(replays, accounts.clock.now()),
    'tidy webhook deliveries': () => tidyDeliveries(webhooks),
    'tidy sign-ins': () => tidySignIn(accounts),
    'tidy records': () => tidyRecords(records),
  };
}
