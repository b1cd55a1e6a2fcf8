import * as z from 'zod';
import { serveFile } from '../../files/download.ts';
import { type FileLinkPorts, LINK_SECONDS, resolveFileLink } from '../../files/links.ts';
import { XLSX_TYPE } from '../../lib/csv-dialect.ts';
import { requireOneOf } from '../../lib/inputs.ts';
import { describePagination } from '../../lib/page.ts';
import { wireForm } from '../../lib/wire-form.ts';
import { callerRealm } from '../../lookup/account/caller.ts';
import { QUOTAS } from '../../lookup/account/quotas.ts';
import { field } from '../../lookup/answer-fields.ts';
import type { FileStore } from '../../lookup/jobs/files.ts';
import {
  DELIVERY_ERRORS,
  WEBHOOK_TYPES,
  type WebhookDelivery,
} from '../../lookup/jobs/webhooks.ts';
import { EXCERPT_BYTES } from '../../webhooks/delivery.ts';
import { listDeliveries, MAX_DELIVERIES, readExchange } from '../../webhooks/delivery-log.ts';
import type { WebhookPorts } from '../../webhooks/ports.ts';
import {
  HOST_LIMIT,
  MOST_RESENT,
  redeliverEvent,
  resendSince,
  testWebhook,
} from '../../webhooks/redelivery.ts';
import { MAX_ATTEMPTS } from '../../webhooks/series.ts';
import { namedAnswer, namedPageAnswer, schemaRef } from '../openapi/json-schemas.ts';
import { plainResponse, route } from '../openapi/route.ts';
import { optionalField, pageQuery, requiredField, timestampField } from '../request/validation.ts';

const DEFAULT_DELIVERIES = 100;

export const deliverySchema = z.object({
  id: z.uuid().describe('Id of the delivery, as in the X-Service-Delivery header.'),
  event_id: field.text(
    'Id of the event, as `id` in the body; the same for every delivery of one event.',
  ),
  type: field.enum(WEBHOOK_TYPES, 'Type of the event.'),
  url: field.text('URL of the receiver.'),
  webhook_endpoint_id: field.textOrNull(
    'Id of the endpoint that receives it; null for the `webhook_url` of a job or monitor.',
  ),
  status: field.enum(
    ['pending', 'delivered', 'failed'],
    'delivered: the receiver answered 2xx within five seconds. pending: an attempt is in progress or due.',
  ),
  attempts: z
    .int()
    .describe(
      `Attempts made so far, including one in progress: one, or up to ${MAX_ATTEMPTS} to an endpoint. They are counted anew when the delivery is restarted.`,
    ),
  next_attempt_at: z.iso
    .datetime()
    .nullable()
    .describe('When the next attempt is due; null if none is.'),
  http_status: z
    .int()
    .nullable()
    .describe('HTTP status of the last attempt; null if there was no reply.'),
  duration_ms: z.int().nullable(),
  error_code: field.enumOrNull(DELIVERY_ERRORS, 'Why the last attempt failed; null if it did not.'),
  redelivery_of: z
    .uuid()
    .nullable()
    .describe(
      'Id of the first delivery, if this one was requested as a redelivery; otherwise null.',
    ),
  created_at: z.iso.datetime(),
});

const writeDelivery = wireForm(() => deliverySchema);

export const deliveryFields = (delivery: WebhookDelivery) => ({
  ...delivery,
  webhookEndpointId: delivery.endpointId,
});

export const describeDelivery = (delivery: WebhookDelivery) =>
  writeDelivery(deliveryFields(delivery));

const TEST_LIMITS_NOTE = `At most ${HOST_LIMIT.attempts} tests and redeliveries per minute to one host, and ${QUOTAS.askedDeliveries.ceiling.perHour} per hour.`;

interface WebhookRouteServices {
  webhooks: WebhookPorts;
}

const listRoute = route({
  endpoint: 'GET /v1/webhook-deliveries',
  operationId: 'listWebhookDeliveries',
  summary: 'Deliveries, newest first',
  description: 'Free. Deliveries are kept for 30 days.',
  query: z.object(pageQuery(MAX_DELIVERIES, DEFAULT_DELIVERIES, 'deliveries')),
  answer: namedPageAnswer('WebhookDeliveryListResponse', 'deliveries', () =>
    z.array(deliverySchema),
  ),
  async handle({ c, query }, { webhooks }: WebhookRouteServices) {
    const page = await listDeliveries({ ...callerRealm(c.get('caller')), ...query }, webhooks);
    return {
      deliveries: page.deliveries.map(describeDelivery),
      pagination: describePagination(query.limit, page.nextCursor),
    };
  },
});

export const deliveryAnswer = namedAnswer('WebhookDeliveryResponse', () => deliverySchema);

const deliveryParams = {
  id: { description: 'Id of a delivery.', example: '0b7e3c52-5f0e-4a53-9d53-0d8e5a1c7f10' },
};

const exchangeSchema = deliverySchema.extend({
  request: field.objectOrNull('What was sent; null for an email.', {
    headers: z.record(z.string(), z.string()).describe('Request headers, without the signatures.'),
    body: field.text(`The first ${EXCERPT_BYTES} bytes of the body.`),
    body_bytes: z.int().describe('Size of the whole body in bytes.'),
  }),
  response: field.objectOrNull('Response to the last attempt; null if there was no reply.', {
    content_type: z.string().nullable(),
    body: field.text(`The first ${EXCERPT_BYTES} bytes of the body.`),
  }),
});

const writeExchange = wireForm(() => exchangeSchema);

const readRoute = route({
  endpoint: 'GET /v1/webhook-deliveries/:id',
  operationId: 'getWebhookDelivery',
  summary: 'A delivery, with its request and response',
  description: 'Free.',
  params: deliveryParams,
  answer: namedAnswer('WebhookExchangeResponse', () => exchangeSchema),
  errors: ['NotFound'],
  async handle({ c, param }, { webhooks }: WebhookRouteServices) {
    const reference = { ...callerRealm(c.get('caller')), deliveryId: param('id') };
    const { delivery, ...exchange } = await readExchange(reference, webhooks);
    return writeExchange({ ...deliveryFields(delivery), ...exchange });
  },
});

const redeliverRoute = route({
  endpoint: 'POST /v1/webhook-deliveries/:id/redeliver',
  operationId: 'redeliverWebhook',
  summary: 'Send the same body again',
  description: `Free. The same bytes are signed again and sent as a new delivery that refers to the first. Redelivering to an endpoint requires a key of an owner or admin. ${TEST_LIMITS_NOTE}`,
  params: deliveryParams,
  answer: deliveryAnswer,
  errors: ['UnusableDelivery', 'NotFound'],
  async handle({ c, param }, { webhooks }: WebhookRouteServices) {
    const caller = c.get('caller');
    const { userId, keyId } = caller;
    const named = { ...callerRealm(caller), userId, keyId, deliveryId: param('id') };
    return describeDelivery(await redeliverEvent(named, webhooks));
  },
});

export const resendAnswer = namedAnswer('RedeliveredWebhooksResponse', () =>
  z.object({ deliveries: z.int().describe('Number of deliveries that are sent again.') }),
);

export const resendBody = {
  schema: z.object({
    since: requiredField(timestampField).describe('ISO 8601 date or date-time.'),
  }),
  example: { since: '2026-01-15T00:00:00Z' },
};

/** Limits of {@link resendSince}. */
export const RESEND_LIMITS_NOTE = `At most ${MOST_RESENT} per call, and ${QUOTAS.resends.ceiling.perHour} calls per hour.`;

const resendRoute = route({
  endpoint: 'POST /v1/webhook-deliveries/redeliver',
  operationId: 'redeliverFailedJobWebhooks',
  summary: 'Resend all failed deliveries to a webhook_url',
  description: `Free. Sends deliveries to the \`webhook_url\` of jobs and monitors that failed since a given time once more, oldest first. Failed deliveries to an endpoint are sent again by \`POST /v1/webhook-endpoints/{id}/redeliver\`. ${RESEND_LIMITS_NOTE}`,
  body: resendBody,
  status: 202,
  answer: resendAnswer,
  async handle({ c, body }, { webhooks }: WebhookRouteServices) {
    const receiver = { ...callerRealm(c.get('caller')), endpointId: null };
    return { deliveries: await resendSince(receiver, body.since, webhooks) };
  },
});

const testRoute = route({
  endpoint: 'POST /v1/webhook-test',
  operationId: 'testWebhook',
  summary: 'Send a signed webhook.test',
  description: `Free. Registers nothing: the secret in the response signed this one event, in X-Service-Signature (over the body) and X-Service-Signature-V2 (over the X-Service-Timestamp, a full stop and the body). The Standard Webhooks headers (webhook-id, webhook-timestamp, webhook-signature) are sent as well. ${TEST_LIMITS_NOTE}`,
  body: {
    schema: z
      .object({
        webhook_url: optionalField(z.string()).describe('Public HTTPS address of the receiver.'),
        url: optionalField(z.string()).describe('The earlier name of `webhook_url`.'),
      })
      .check(requireOneOf('webhook_url', 'url')),
    example: { webhook_url: 'https://example.com/webhooks' },
  },
  answer: namedAnswer('WebhookTestResponse', () =>
    z.object({
      webhook_secret: field.text('Secret that signed this event and no other.'),
      delivery: deliverySchema,
    }),
  ),
  errors: ['ReceiverUnresolved'],
  async handle({ c, body }, { webhooks }: WebhookRouteServices) {
    const caller = c.get('caller');
    const param = body.webhook_url === null ? ('url' as const) : ('webhook_url' as const);
    const request = { ...callerRealm(caller), mode: caller.mode, url: body[param] ?? '', param };
    const { secret, delivery } = await testWebhook(request, webhooks);
    return { webhook_secret: secret, delivery: describeDelivery(delivery) };
  },
});

const linkErrorResponse = (description: string) =>
  plainResponse(description, { 'application/json': schemaRef('ErrorResponse') });

const csvResponse = (description: string) =>
  plainResponse(description, {
    'text/csv': { type: 'string' },
    [XLSX_TYPE]: { type: 'string', contentEncoding: 'binary' },
  });

export interface FileServices extends FileLinkPorts {
  store: FileStore;
}

const fileRoute = route({
  endpoint: 'GET /files/:token',
  operationId: 'downloadFile',
  summary: 'A file of a job, by its signed link',
  description: `Needs no API key: the link itself authorizes the download for ${LINK_SECONDS / 60} minutes. Accepts one byte range, If-Range and If-None-Match; HEAD returns the headers only.`,
  isPublic: true,
  params: {
    token: {
      description:
        'Signed file token, as in `results_url`, `full_results_url`, `answers_url` and `good_answers_url`.',
      example: 'v1.am9iLzEvcmVzdWx0cy5jc3Y.1768469400.c2lnbmF0dXJl',
    },
  },
  responses: () => ({
    200: csvResponse(
      'The file, named after the one that was sent: CSV (UTF-8, RFC 4180, with a header row). Files of answers have the format of the list that was sent: its separator and encoding, or a workbook.',
    ),
    206: csvResponse('The requested range.'),
    304: { description: 'The client already has this file.' },
    403: linkErrorResponse(
      'The link was altered or has expired: INSUFFICIENT_SCOPE. Fetch the job again for a fresh link.',
    ),
    404: linkErrorResponse('The file has been deleted: NOT_FOUND.'),
    416: { description: 'The range begins past the end.' },
  }),
  errors: ['InternalError', 'Unavailable'],
  async handle({ c, param }, { files }: { files: FileServices }) {
    const { status, headers, body } = await serveFile(
      {
        key: await resolveFileLink(param('token'), files),
        method: c.req.method === 'HEAD' ? 'HEAD' : 'GET',
        range: c.req.header('Range'),
        ifRange: c.req.header('If-Range'),
        ifNoneMatch: c.req.header('If-None-Match'),
      },
      files.store,
    );
    return c.newResponse(body, status, headers);
  },
});

const tag = {
  name: 'Webhooks and files',
  description: 'Deliveries to receivers, tests of a receiver, and the files of jobs.',
};

/** Deliveries and the files of jobs. Free; calls with a key count in the account window. */
export const webhookAndFileRoutes = {
  tag,
  routes: [...[listRoute, readRoute, redeliverRoute, resendRoute, testRoute], fileRoute],
  schemas: [['WebhookDelivery', deliverySchema] as const],
};
