import * as z from 'zod';
import { field } from '../../lookup/answer-fields.ts';
import { RUN_SHORTAGES } from '../../lookup/jobs/job.ts';
import { WEBHOOK_TYPES, type WebhookType } from '../../lookup/jobs/webhooks.ts';
import { jsonSchema, schemaRef } from '../openapi/json-schemas.ts';

const jobData = z
  .record(z.string(), z.unknown())
  .describe('The status object of the job, as returned by `GET /v1/bulk/jobs/{job_id}`.');

const run = {
  monitor_id: field.text('Id of the monitor.'),
  run_id: field.text('Id of the run.'),
};

const skippedData = z.object({
  ...run,
  events: z.array(z.unknown()).max(0).describe('Always empty: nothing was looked up.'),
  reason: field.enum(RUN_SHORTAGES, 'Why the run was skipped.'),
  required: z.int().describe('Credits that the run would have cost.'),
  available: z.int().describe('Credits that were available, or that were left of the daily limit.'),
  next_run_at: z.iso.datetime().nullable().describe('When the next run is due.'),
});

const changedData = (event: string) => ({
  ...jsonSchema(z.object(run), 'answer'),
  required: ['monitor_id', 'run_id', 'events'],
  properties: {
    ...(jsonSchema(z.object(run), 'answer').properties as object),
    events: {
      type: 'array',
      maxItems: 100,
      description:
        'What the run found. If there are more events, they follow in further deliveries.',
      items: schemaRef(event),
    },
  },
});

interface Message {
  summary: string;
  data: () => object;
}

const job = (summary: string): Message => ({ summary, data: () => jsonSchema(jobData, 'answer') });

const available = z.int().describe('Credits that can be spent.');

const thresholdData = z.object({
  threshold_percent: z.int().describe('Percentage that was reached: 80 or 100.'),
  credits_granted: z.int().describe('Credits of the billing period.'),
  credits_available: available,
  current_period_start: z.iso.datetime().describe('When the billing period began.'),
  current_period_end: z.iso.datetime().describe('When the billing period ends.'),
});

const topUp = {
  pack: field.text('Id of the pack.'),
  credits: z.int().describe('Credits of the pack.'),
  amount_cents: z.int().describe('Price of the pack in cents.'),
  currency: z.literal('usd').describe('Currency of the price.'),
};

const skippedTopUpData = z.object({
  month: field.text('Calendar month in UTC, `YYYY-MM`.'),
  monthly_ceiling_cents: z.int().describe('The most the top-up may spend in the month, in cents.'),
  credits_available: available,
});

const described = (summary: string, schema: z.ZodType): Message => ({
  summary,
  data: () => jsonSchema(schema, 'answer'),
});

const skipped = described('The balance did not cover a run', skippedData);

/** Summary and `data` of each type of delivery. */
const MESSAGES: Readonly<Record<WebhookType, Message>> = {
  'bulk_job.completed': job('A job has looked up every row'),
  'bulk_job.failed': job('A job has failed'),
  'bulk_job.paused': job('A job is waiting for credits'),
  'bulk_job.cancelled': job('A job was cancelled'),
  'number_monitor.changed': {
    summary: 'A monitor found changed numbers',
    data: () => changedData('NumberMonitorEvent'),
  },
  'number_monitor.skipped': skipped,
  'job_change_monitor.changed': {
    summary: 'A monitor found job changes',
    data: () => changedData('JobChangeMonitorEvent'),
  },
  'job_change_monitor.skipped': skipped,
  'webhook_endpoint.disabled': described(
    'An endpoint whose deliveries kept failing was switched off',
    z.object({
      endpoint_id: field.text('Id of the endpoint.'),
      url: field.text('URL of the endpoint.'),
      failing_since: z.iso.datetime().describe('When attempts began to fail.'),
    }),
  ),
  'credits.threshold_reached': described(
    "80% or 100% of a period's credits are used or held",
    thresholdData,
  ),
  'top_up.paid': described(
    'The automatic top-up bought credits',
    z.object({ ...topUp, credits_available: available }),
  ),
  'top_up.failed': described(
    'The automatic top-up could not be paid or its payment was reversed, and was switched off',
    z.object({
      ...topUp,
      reason: field.enum(
        ['declined', 'no_payment_method', 'refunded', 'disputed'],
        'Why it was not paid, or how the payment was reversed.',
      ),
    }),
  ),
  'top_up.skipped': described(
    'The automatic top-up has reached its monthly ceiling',
    skippedTopUpData,
  ),
  'webhook.test': described(
    'A requested test',
    z.object({ message: field.text('Text of the test.') }),
  ),
};

/** Headers of a delivery; the guide describes how to verify them. */
const HEADERS = {
  'webhook-id': 'Id that is the same for every attempt of one event.',
  'webhook-timestamp': 'Unix time in seconds.',
  'webhook-signature': 'Standard Webhooks signatures: `v1,` and base64, one per secret.',
  'X-Service-Signature': '`sha256=` and hex: HMAC-SHA256 of the body, keyed with the secret.',
  'X-Service-Event': 'Type of the event.',
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
      id: { type: 'string', description: 'Id of the event, the same in every delivery of it.' },
      type: { const: type, description: 'Type of the event.' },
      created_at: { type: 'string', format: 'date-time', description: 'When the event happened.' },
      data: data(),
    },
  };
  return {
    tags: [tag],
    operationId: operationIdOf(type),
    summary,
    description: 'Sent to receivers, with signatures. Answer 2xx within five seconds.',
    security: [],
    parameters: headerParameters,
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: { '2XX': { description: 'The delivery was received.' } },
  };
};

/** `webhooks` of the document: every type of delivery. */
export const describeWebhooks = (tag: string): Record<string, object> =>
  Object.fromEntries(WEBHOOK_TYPES.map((type) => [type, { post: describeMessage(tag, type) }]));
