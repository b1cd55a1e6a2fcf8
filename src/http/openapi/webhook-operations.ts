import * as z from 'zod';
import { CEILINGS } from '../../core/account/ceilings.ts';
import { DELIVERY_ERRORS, WEBHOOK_TYPES } from '../../core/jobs/webhooks.ts';
import { LINK_SECONDS } from '../../files/signed-link.ts';
import { HOST_LIMIT } from '../../webhooks/ask-delivery.ts';
import { MAX_DELIVERIES } from '../../webhooks/list-deliveries.ts';
import { schemaRef } from './json-schemas.ts';
import { REQUEST_ID_HEADER, type RefusalName, refusalRefs } from './refusals.ts';
import { answer, COUNTED_HEADERS, READ_REFUSALS } from './service-operations.ts';
import { pagination, wrapped } from './wrapped.ts';

export const webhookTag = {
  name: 'Webhooks and files',
  description: 'What was told to receivers, trying a receiver, and the files of jobs.',
};

const delivery = z.object({
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
  ['WebhookDelivery', delivery],
  ['WebhookDeliveryResponse', wrapped(delivery)],
  ['WebhookDeliveryListResponse', wrapped(z.object({ deliveries: z.array(delivery), pagination }))],
  [
    'WebhookTestResponse',
    wrapped(
      z.object({
        webhook_secret: z.string().describe('Signed this event, and no other.'),
        delivery,
      }),
    ),
  ],
];

const TOKEN_EXAMPLE = 'v1.am9iLzEvcmVzdWx0cy5jc3Y.1768469400.c2lnbmF0dXJl';

const NAMED_REFUSALS: RefusalName[] = [...READ_REFUSALS, 'NotFound'];

const pathParameter = (name: string, description: string, example: string) => ({
  name,
  in: 'path',
  required: true,
  description,
  schema: { type: 'string' },
  example,
});

const ASKED_LIMITS = `At most ${HOST_LIMIT.attempts} tests and redeliveries in a minute to one host, and ${CEILINGS.askedDeliveries.ceiling.perHour} in an hour.`;

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
        200: answer('WebhookDeliveryListResponse', COUNTED_HEADERS),
        ...refusalRefs(['BadQuery', ...READ_REFUSALS]),
      },
    },
  },
  '/v1/webhook-deliveries/{id}/redeliver': {
    post: {
      tags: [webhookTag.name],
      operationId: 'redeliverWebhook',
      summary: 'Send the same body again',
      description: `Free. The bytes are the same and signed again; the attempt is a new one and refers to the first. ${ASKED_LIMITS}`,
      parameters: [pathParameter('id', 'Of any attempt.', '0b7e3c52-5f0e-4a53-9d53-0d8e5a1c7f10')],
      responses: {
        200: answer('WebhookDeliveryResponse', COUNTED_HEADERS),
        ...refusalRefs(NAMED_REFUSALS),
      },
    },
  },
  '/v1/webhook-test': {
    post: {
      tags: [webhookTag.name],
      operationId: 'testWebhook',
      summary: 'Send a signed webhook.test',
      description: `Free. Registers nothing: the secret in the answer signed this one event, in X-Service-Signature (over the body) and X-Service-Signature-V2 (over the X-Service-Timestamp, a full stop and the body). ${ASKED_LIMITS}`,
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
        200: answer('WebhookTestResponse', COUNTED_HEADERS),
        ...refusalRefs(['BadBody', ...READ_REFUSALS]),
      },
    },
  },
};

const refusedLink = (description: string) => ({
  description,
  headers: REQUEST_ID_HEADER,
  content: { 'application/json': { schema: schemaRef('Error') } },
});

const csv = (description: string) => ({
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
        200: csv('The file: UTF-8, RFC 4180, with a header row.'),
        206: csv('The range asked for.'),
        304: { description: 'The client has this file.' },
        403: refusedLink(
          'The link was altered or has expired: INSUFFICIENT_SCOPE. Fetch the job again for a fresh one.',
        ),
        404: refusedLink('The file has been deleted: NOT_FOUND.'),
        416: { description: 'The range begins past the end.' },
        ...refusalRefs(['InternalError', 'Unavailable']),
      },
    },
  },
};

export const webhookPaths = { ...deliveryPaths, ...filePaths };
