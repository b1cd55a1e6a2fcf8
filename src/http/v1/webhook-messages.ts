import * as z from 'zod';
import { RUN_SHORTAGES } from '../../lookup/jobs/job.ts';
import { WEBHOOK_TYPES, type WebhookType } from '../../lookup/jobs/webhooks.ts';
import { jsonSchema, schemaRef } from '../openapi/json-schemas.ts';

const jobData = z
  .record(z.string(), z.unknown())
  .describe('The status object of the job, as `GET /v1/bulk/jobs/{job_id}` answers it.');

const run = {
  monitor_id: z.string().describe('Id of the monitor.'),
  run_id: z.string().describe('Id of the run.'),
};

const skippedData = z.object({
  ...run,
  events: z.array(z.unknown()).max(0).describe('None: nothing was looked up.'),
  reason: z.enum(RUN_SHORTAGES).describe('Why the run was skipped.'),
  required: z.int().describe('Credits that the run costs.'),
  available: z.int().describe('Credits that there were, or that the daily limit left.'),
  next_run_at: z.iso.datetime().nullable().describe('When the next run is due.'),
});

const changedData = (event: string) => ({
  ...jsonSchema(z.object(run), 'output'),
  required: ['monitor_id', 'run_id', 'events'],
  properties: {
    ...(jsonSchema(z.object(run), 'output').properties as object),
    events: {
      type: 'array',
      maxItems: 100,
      description: 'What the run found; the rest comes in further deliveries.',
      items: schemaRef(event),
    },
  },
});

interface Message {
  summary: string;
  data: () => object;
}

const job = (summary: string): Message => ({ summary, data: () => jsonSchema(jobData, 'output') });

const available = z.int().describe('Credits that can be spent.');

const thresholdData = z.object({
  threshold_percent: z.int().describe('80 or 100.'),
  credits_granted: z.int().describe("The period's credits."),
  credits_available: available,
  current_period_start: z.iso.datetime().describe('When the period began.'),
  current_period_end: z.iso.datetime().describe('When it ends.'),
});

const topUp = {
  pack: z.string().describe('Id of the pack.'),
  credits: z.int().describe('Its credits.'),
  amount_cents: z.int().describe('Its price.'),
  currency: z.literal('usd').describe('Of the price.'),
};

const skippedTopUpData = z.object({
  month: z.string().describe('Calendar month in UTC, `YYYY-MM`.'),
  monthly_ceiling_cents: z.int().describe('What the top-up may spend in it.'),
  credits_available: available,
});

const described = (summary: string, schema: z.ZodType): Message => ({
  summary,
  data: () => jsonSchema(schema, 'output'),
});

const skipped = described('The balance did not cover a run', skippedData);

/** What each delivery says, and its `data`. */
const MESSAGES: Readonly<Record<WebhookType, Message>> = {
  'bulk_job.completed': job('A job has looked up every row'),
  'bulk_job.failed': job('A job has failed'),
  'bulk_job.paused': job('A job waits for credits'),
  'bulk_job.cancelled': job('A job was cancelled'),
  'number_monitor.changed': {
    summary: 'A monitor found changes of numbers',
    data: () => changedData('NumberMonitorEvent'),
  },
  'number_monitor.skipped': skipped,
  'job_change_monitor.changed': {
    summary: 'A monitor found changes of jobs',
    data: () => changedData('JobChangeMonitorEvent'),
  },
  'job_change_monitor.skipped': skipped,
  'webhook_endpoint.disabled': described(
    'An endpoint that only failed was switched off',
    z.object({
      endpoint_id: z.string().describe('Id of the endpoint.'),
      url: z.string().describe('Its address.'),
      failing_since: z.iso.datetime().describe('When attempts began to fail.'),
    }),
  ),
  'credits.threshold_reached': described(
    "80 or 100 % of a period's credits are used or held",
    thresholdData,
  ),
  'top_up.paid': described(
    'The automatic top-up bought credits',
    z.object({ ...topUp, credits_available: available }),
  ),
  'top_up.failed': described(
    'The automatic top-up could not be paid, or its payment went back: it is switched off',
    z.object({
      ...topUp,
      reason: z
        .enum(['declined', 'no_payment_method', 'refunded', 'disputed'])
        .describe('Why it was not paid, or how its payment went back.'),
    }),
  ),
  'top_up.skipped': described(
    'The automatic top-up has reached the ceiling of the month',
    skippedTopUpData,
  ),
  'webhook.test': described(
    'A test that was asked for',
    z.object({ message: z.string().describe('For people.') }),
  ),
};

/** Headers of a delivery; the guide says how to verify them. */
const HEADERS = {
  'webhook-id': 'The same for every attempt of one event.',
  'webhook-timestamp': 'Seconds since the epoch.',
  'webhook-signature': 'Of Standard Webhooks: `v1,` and base64; one for each secret.',
  'X-Service-Signature': '`sha256=` and hex: HMAC-SHA256 of the body, keyed with the secret.',
  'X-Service-Event': 'The type.',
  'X-Service-Delivery': 'Id of the delivery.',
};

const headerParameters = Object.entries(HEADERS).map(([name, description]) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
}));

const operationIdOf = (type: WebhookType): string =>
  `on${type.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}`;

const describeMessage = (tag: string, type: WebhookType) => {
  const { summary, data } = MESSAGES[type];
  const schema = {
    type: 'object',
    required: ['id', 'type', 'created_at', 'data'],
    properties: {
      id: { type: 'string', description: 'Of the event; the same in every delivery of it.' },
      type: { const: type, description: 'What happened.' },
      created_at: { type: 'string', format: 'date-time', description: 'When it happened.' },
      data: data(),
    },
  };
  return {
    tags: [tag],
    operationId: operationIdOf(type),
    summary,
    description: 'Sent to receivers, signed. Answer 2xx within five seconds.',
    security: [],
    parameters: headerParameters,
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: { '2XX': { description: 'It was received.' } },
  };
};

/** `webhooks` of the document: every type of delivery. */
export const describeWebhooks = (tag: string): Record<string, object> =>
  Object.fromEntries(WEBHOOK_TYPES.map((type) => [type, { post: describeMessage(tag, type) }]));
