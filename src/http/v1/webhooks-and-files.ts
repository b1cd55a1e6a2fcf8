import * as z from 'zod';
import { serveFile } from '../../files/download.ts';
import { type FileLinkPorts, LINK_SECONDS, resolveFileLink } from '../../files/links.ts';
import { describePagination, paginationSchema } from '../../lib/page.ts';
import { toIso } from '../../lib/time.ts';
import { callerRealm } from '../../lookup/account/caller.ts';
import { QUOTAS } from '../../lookup/account/quotas.ts';
import type { FileStore } from '../../lookup/jobs/files.ts';
import {
  DELIVERY_ERRORS,
  WEBHOOK_TYPES,
  type WebhookDelivery,
} from '../../lookup/jobs/webhooks.ts';
import { listDeliveries, MAX_DELIVERIES } from '../../webhooks/delivery-log.ts';
import type { WebhookPorts } from '../../webhooks/ports.ts';
import { HOST_LIMIT, redeliverEvent, testWebhook } from '../../webhooks/redelivery.ts';
import { REQUEST_ID_HEADER } from '../openapi/error-responses.ts';
import { schemaRef, successSchema } from '../openapi/json-schemas.ts';
import { route } from '../openapi/route.ts';
import { pageQuery, requiredField } from '../request/validation.ts';

const DEFAULT_DELIVERIES = 100;

export const deliverySchema = z.object({
  id: z.uuid().describe('Also the X-Service-Delivery header.'),
  event_id: z.string().describe("The body's id; the same for every attempt to tell of one event."),
  type: z.enum(WEBHOOK_TYPES).describe('What was told.'),
  url: z.string().describe('The receiver.'),
  status: z
    .enum(['pending', 'delivered', 'failed'])
    .describe('Delivered: the receiver answered 2xx within five seconds.'),
  http_status: z.int().nullable().describe('Null when there was no reply.'),
  duration_ms: z.int().nullable(),
  error_code: z.enum(DELIVERY_ERRORS).nullable().describe('Why it failed.'),
  redelivery_of: z.uuid().nullable().describe('The first attempt, when this one was asked for.'),
  created_at: z.iso.datetime(),
});

export const describeDelivery = (delivery: WebhookDelivery) => ({
  id: delivery.id,
  event_id: delivery.eventId,
  type: delivery.type,
  url: delivery.url,
  status: delivery.status,
  http_status: delivery.httpStatus,
  duration_ms: delivery.durationMs,
  error_code: delivery.errorCode,
  redelivery_of: delivery.redeliveryOf,
  created_at: toIso(delivery.createdAt),
});

const TEST_LIMITS_NOTE = `At most ${HOST_LIMIT.attempts} tests and redeliveries in a minute to one host, and ${QUOTAS.askedDeliveries.ceiling.perHour} in an hour.`;

interface WebhookRouteServices {
  webhooks: WebhookPorts;
}

const listRoute = route({
  method: 'get',
  path: '/v1/webhook-deliveries',
  operationId: 'listWebhookDeliveries',
  summary: 'Attempts to deliver, newest first',
  description: 'Free. Attempts are kept for 30 days.',
  query: z.object(pageQuery(MAX_DELIVERIES, DEFAULT_DELIVERIES, 'attempts')),
  answer: {
    name: 'WebhookDeliveryListResponse',
    schema: () =>
      successSchema(
        z.object({ deliveries: z.array(deliverySchema), pagination: paginationSchema }),
      ),
  },
  async handle({ c, query }, { webhooks }: WebhookRouteServices) {
    const page = await listDeliveries({ ...callerRealm(c.get('caller')), ...query }, webhooks);
    return {
      deliveries: page.deliveries.map(describeDelivery),
      pagination: describePagination(query.limit, page.nextCursor),
    };
  },
});

const redeliverRoute = route({
  method: 'post',
  path: '/v1/webhook-deliveries/:id/redeliver',
  operationId: 'redeliverWebhook',
  summary: 'Send the same body again',
  description: `Free. The bytes are the same and signed again; the attempt is a new one and refers to the first. ${TEST_LIMITS_NOTE}`,
  params: {
    id: { description: 'Of any attempt.', example: '0b7e3c52-5f0e-4a53-9d53-0d8e5a1c7f10' },
  },
  answer: { name: 'WebhookDeliveryResponse', schema: () => successSchema(deliverySchema) },
  errors: ['NotFound'],
  async handle({ c, param }, { webhooks }: WebhookRouteServices) {
    const named = { ...callerRealm(c.get('caller')), deliveryId: param('id') };
    return describeDelivery(await redeliverEvent(named, webhooks));
  },
});

const testRoute = route({
  method: 'post',
  path: '/v1/webhook-test',
  operationId: 'testWebhook',
  summary: 'Send a signed webhook.test',
  description: `Free. Registers nothing: the secret in the answer signed this one event, in X-Service-Signature (over the body) and X-Service-Signature-V2 (over the X-Service-Timestamp, a full stop and the body); the Standard Webhooks headers (webhook-id, webhook-timestamp, webhook-signature) are there too. ${TEST_LIMITS_NOTE}`,
  body: {
    schema: z.object({
      url: requiredField(z.string()).describe('Public HTTPS address of the receiver.'),
    }),
    example: { url: 'https://example.com/webhooks' },
  },
  answer: {
    name: 'WebhookTestResponse',
    schema: () =>
      successSchema(
        z.object({
          webhook_secret: z.string().describe('Signed this event, and no other.'),
          delivery: deliverySchema,
        }),
      ),
  },
  async handle({ c, body: { url } }, { webhooks }: WebhookRouteServices) {
    const caller = c.get('caller');
    const request = { ...callerRealm(caller), mode: caller.mode, url };
    const { secret, delivery } = await testWebhook(request, webhooks);
    return { webhook_secret: secret, delivery: describeDelivery(delivery) };
  },
});

const linkErrorResponse = (description: string) => ({
  description,
  headers: REQUEST_ID_HEADER,
  content: { 'application/json': { schema: schemaRef('Error') } },
});

const csvResponse = (description: string) => ({
  description,
  headers: REQUEST_ID_HEADER,
  content: { 'text/csv': { schema: { type: 'string' } } },
});

export interface FileServices extends FileLinkPorts {
  store: FileStore;
}

const fileRoute = route({
  method: 'get',
  path: '/files/:token',
  operationId: 'downloadFile',
  summary: 'A file of a job, by its signed link',
  description: `Needs no key: the link is the permission, for ${LINK_SECONDS / 60} minutes. Takes one byte range, If-Range and If-None-Match; HEAD answers the head alone.`,
  isPublic: true,
  params: {
    token: {
      description: 'As in `results_url` and `full_results_url`.',
      example: 'v1.am9iLzEvcmVzdWx0cy5jc3Y.1768469400.c2lnbmF0dXJl',
    },
  },
  responses: () => ({
    200: csvResponse('The file: UTF-8, RFC 4180, with a header row.'),
    206: csvResponse('The range asked for.'),
    304: { description: 'The client has this file.' },
    403: linkErrorResponse(
      'The link was altered or has expired: INSUFFICIENT_SCOPE. Fetch the job again for a fresh one.',
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
  description: 'What was told to receivers, trying a receiver, and the files of jobs.',
};

/** Deliveries and the files of jobs. Free; what takes a key is counted in the account window. */
export const webhookAndFileRoutes = {
  tag,
  routes: [...[listRoute, redeliverRoute, testRoute], fileRoute],
  schemas: [['WebhookDelivery', deliverySchema] as const],
};
