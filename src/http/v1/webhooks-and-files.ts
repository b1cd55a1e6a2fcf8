import { Hono } from 'hono';
import * as z from 'zod';
import { serveFile } from '../../files/download.ts';
import { type FileLinkPorts, LINK_SECONDS, resolveFileLink } from '../../files/links.ts';
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
import {
  type ErrorResponseName,
  errorResponseRefs,
  REQUEST_ID_HEADER,
} from '../openapi/error-responses.ts';
import { paginationSchema, schemaRef, successSchema } from '../openapi/json-schemas.ts';
import { type ApiAccess, authorize } from '../request/authorize.ts';
import type { AppEnv } from '../request/context.ts';
import {
  MAX_BODY_BYTES,
  optionalField,
  requiredField,
  requireJsonBody,
  validated,
} from '../request/validation.ts';
import { jsonResponse, RATE_LIMITED_HEADERS, READ_ERRORS } from './service.ts';

const DEFAULT_DELIVERIES = 100;

const pageQuery = z.object({
  cursor: optionalField(z.string()),
  limit: optionalField(z.coerce.number().int().min(1).max(MAX_DELIVERIES)),
});

const testBody = z.object({ url: requiredField(z.string()) });

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

/**
 * Deliveries: listed, sent again, and a test of a receiver. Free; counted in the account window.
 */
export function webhookRoutes({
  access,
  webhooks,
}: {
  access: ApiAccess;
  webhooks: WebhookPorts;
}): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  const counted = authorize(access, 'account');

  routes.get('/webhook-deliveries', counted, validated('query', pageQuery), async (c) => {
    const { cursor, limit } = c.req.valid('query');
    const realm = callerRealm(c.get('caller'));
    const { deliveries, nextCursor } = await listDeliveries(
      { ...realm, cursor, limit: limit ?? DEFAULT_DELIVERIES },
      webhooks,
    );
    const pagination = {
      limit: limit ?? DEFAULT_DELIVERIES,
      next_cursor: nextCursor,
      has_more: nextCursor !== null,
    };
    return c.json({
      success: true,
      data: { deliveries: deliveries.map(describeDelivery), pagination },
    });
  });

  routes.post('/webhook-deliveries/:id/redeliver', counted, async (c) => {
    const realm = callerRealm(c.get('caller'));
    const delivery = await redeliverEvent({ ...realm, deliveryId: c.req.param('id') }, webhooks);
    return c.json({ success: true, data: describeDelivery(delivery) });
  });

  routes.post(
    '/webhook-test',
    counted,
    requireJsonBody(MAX_BODY_BYTES),
    validated('json', testBody),
    async (c) => {
      const caller = c.get('caller');
      const request = { ...callerRealm(caller), mode: caller.mode, url: c.req.valid('json').url };
      const { secret, delivery } = await testWebhook(request, webhooks);
      return c.json({
        success: true,
        data: { webhook_secret: secret, delivery: describeDelivery(delivery) },
      });
    },
  );
  return routes;
}

export interface FileServices extends FileLinkPorts {
  store: FileStore;
}

/** `GET` and `HEAD /files/{token}`: a file by its signed link, without a key. */
export function fileRoutes(services: FileServices): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/files/:token', async (c) => {
    const { status, headers, body } = await serveFile(
      {
        key: await resolveFileLink(c.req.param('token'), services),
        method: c.req.method === 'HEAD' ? 'HEAD' : 'GET',
        range: c.req.header('Range'),
        ifRange: c.req.header('If-Range'),
        ifNoneMatch: c.req.header('If-None-Match'),
      },
      services.store,
    );
    return c.newResponse(body, status, headers);
  });
  return routes;
}

export const webhookTag = {
  name: 'Webhooks and files',
  description: 'What was told to receivers, trying a receiver, and the files of jobs.',
};

const deliverySchema = z.object({
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

/** Named schemas of what these paths answer. */
export const webhookSchemas: [string, z.ZodType][] = [
  ['WebhookDelivery', deliverySchema],
  ['WebhookDeliveryResponse', successSchema(deliverySchema)],
  [
    'WebhookDeliveryListResponse',
    successSchema(z.object({ deliveries: z.array(deliverySchema), pagination: paginationSchema })),
  ],
  [
    'WebhookTestResponse',
    successSchema(
      z.object({
        webhook_secret: z.string().describe('Signed this event, and no other.'),
        delivery: deliverySchema,
      }),
    ),
  ],
];

const TOKEN_EXAMPLE = 'v1.am9iLzEvcmVzdWx0cy5jc3Y.1768469400.c2lnbmF0dXJl';

const DELIVERY_ERROR_RESPONSES: ErrorResponseName[] = [...READ_ERRORS, 'NotFound'];

const pathParameter = (name: string, description: string, example: string) => ({
  name,
  in: 'path',
  required: true,
  description,
  schema: { type: 'string' },
  example,
});

const TEST_LIMITS_NOTE = `At most ${HOST_LIMIT.attempts} tests and redeliveries in a minute to one host, and ${QUOTAS.askedDeliveries.ceiling.perHour} in an hour.`;

const deliveryPaths = {
  '/v1/webhook-deliveries': {
    get: {
      tags: [webhookTag.name],
      operationId: 'listWebhookDeliveries',
      summary: 'Attempts to deliver, newest first',
      description: 'Free. Attempts are kept for 30 days.',
      parameters: [
        {
          name: 'limit',
          in: 'query',
          description: 'Most attempts of a page.',
          schema: { type: 'integer', minimum: 1, maximum: MAX_DELIVERIES, default: 100 },
        },
        {
          name: 'cursor',
          in: 'query',
          description: '`pagination.next_cursor` of the page before.',
          schema: { type: 'string' },
        },
      ],
      responses: {
        200: jsonResponse('WebhookDeliveryListResponse', RATE_LIMITED_HEADERS),
        ...errorResponseRefs(['BadQuery', ...READ_ERRORS]),
      },
    },
  },
  '/v1/webhook-deliveries/{id}/redeliver': {
    post: {
      tags: [webhookTag.name],
      operationId: 'redeliverWebhook',
      summary: 'Send the same body again',
      description: `Free. The bytes are the same and signed again; the attempt is a new one and refers to the first. ${TEST_LIMITS_NOTE}`,
      parameters: [pathParameter('id', 'Of any attempt.', '0b7e3c52-5f0e-4a53-9d53-0d8e5a1c7f10')],
      responses: {
        200: jsonResponse('WebhookDeliveryResponse', RATE_LIMITED_HEADERS),
        ...errorResponseRefs(DELIVERY_ERROR_RESPONSES),
      },
    },
  },
  '/v1/webhook-test': {
    post: {
      tags: [webhookTag.name],
      operationId: 'testWebhook',
      summary: 'Send a signed webhook.test',
      description: `Free. Registers nothing: the secret in the answer signed this one event, in X-Service-Signature (over the body) and X-Service-Signature-V2 (over the X-Service-Timestamp, a full stop and the body). ${TEST_LIMITS_NOTE}`,
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['url'],
              properties: {
                url: { type: 'string', description: 'Public HTTPS address of the receiver.' },
              },
            },
            example: { url: 'https://example.com/webhooks' },
          },
        },
      },
      responses: {
        200: jsonResponse('WebhookTestResponse', RATE_LIMITED_HEADERS),
        ...errorResponseRefs(['BadBody', ...READ_ERRORS]),
      },
    },
  },
};

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

const filePaths = {
  '/files/{token}': {
    get: {
      tags: [webhookTag.name],
      operationId: 'downloadFile',
      summary: 'A file of a job, by its signed link',
      description: `Needs no key: the link is the permission, for ${LINK_SECONDS / 60} minutes. Takes one byte range, If-Range and If-None-Match; HEAD answers the head alone.`,
      security: [],
      parameters: [
        pathParameter('token', 'As in `results_url` and `full_results_url`.', TOKEN_EXAMPLE),
      ],
      responses: {
        200: csvResponse('The file: UTF-8, RFC 4180, with a header row.'),
        206: csvResponse('The range asked for.'),
        304: { description: 'The client has this file.' },
        403: linkErrorResponse(
          'The link was altered or has expired: INSUFFICIENT_SCOPE. Fetch the job again for a fresh one.',
        ),
        404: linkErrorResponse('The file has been deleted: NOT_FOUND.'),
        416: { description: 'The range begins past the end.' },
        ...errorResponseRefs(['InternalError', 'Unavailable']),
      },
    },
  },
};

export const webhookPaths = { ...deliveryPaths, ...filePaths };
