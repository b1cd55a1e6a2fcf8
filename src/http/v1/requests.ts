import * as z from 'zod';
import {
  listRequests,
  MAX_LISTED_REQUESTS,
  type NamedRequest,
  type RequestLogReader,
} from '../../accounts/requests/request-log.ts';
import { ApiError, ERRORS, type ErrorCode } from '../../lib/errors.ts';
import { describePagination } from '../../lib/page.ts';
import { quoted } from '../../lib/text.ts';
import { wireForm } from '../../lib/wire-form.ts';
import { callerRealm } from '../../lookup/account/caller.ts';
import { REQUEST_LOG_DAYS } from '../../lookup/account/request-log.ts';
import { type AnyProduct, findNamedProduct } from '../../lookup/product.ts';
import { namedPageAnswer } from '../openapi/json-schemas.ts';
import { route } from '../openapi/route.ts';
import { optionalField, pageQuery, queryInteger, timestampField } from '../request/validation.ts';

const DEFAULT_REQUESTS = 100;

const CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]];

const requestSchema = z.object({
  id: z
    .string()
    .describe(
      'The X-Request-Id of the call; of an entry of a batch, its own; of a replayed lookup, whose answer names the first call, one that only the log has.',
    ),
  batch_id: z.string().nullable().describe('The X-Request-Id of the batch it came in.'),
  at: z.iso.datetime().describe('When it arrived.'),
  method: z.string().describe('HTTP method.'),
  path: z
    .string()
    .describe('Where it came in: the path as it is documented, `/mcp` or `/app/try`.'),
  tool: z.string().nullable().describe('Tool of agents that was called; null elsewhere.'),
  product: z.string().nullable().describe('As in request.type; null for what is no lookup.'),
  mode: z.enum(['live', 'test']).describe('Of its key.'),
  key: z
    .object({
      id: z.string().describe('As `key_id` takes it.'),
      name: z.string().nullable().describe('Null where it is gone.'),
    })
    .describe('The API key, agent or dashboard it was made with.'),
  status: z.int().describe('HTTP status of the answer.'),
  code: z.enum(CODES).nullable().describe('As in error.code; null where it was answered.'),
  credits: z.int().min(0).describe('What it was charged.'),
  processing_time_ms: z.int().min(0).describe('From its arrival to its answer.'),
});

const writeRequest = wireForm(() => requestSchema);

const describeRequest = ({ keyId, keyName, durationMs, ...request }: NamedRequest) =>
  writeRequest({
    ...request,
    method: request.method ?? 'POST',
    tool: request.tool ?? null,
    key: { id: keyId, name: keyName },
    processingTimeMs: durationMs,
  });

interface RequestServices {
  requestLog: RequestLogReader;
  products: readonly AnyProduct[];
}

const statusField = queryInteger(z.int().min(100).max(599));
const moment = (words: string) => optionalField(timestampField).describe(`${words}, ISO 8601.`);

const listRoute = route({
  method: 'get',
  path: '/v1/requests',
  operationId: 'listRequests',
  summary: 'Calls that were made, newest first',
  description: `Free. Every call of the organization with how it went: lookups, those of batches, agents and the dashboard too, and what is read or changed by an API key or by a tool, refused calls too; never what was looked up. Kept for ${REQUEST_LOG_DAYS} days; a call may take a few seconds to appear. A live key sees the calls of test keys too, a test key those alone; a key with scopes sees the lookups of its products. Where a filter matches little, a page may have fewer entries than \`limit\` and go on: follow \`next_cursor\` until it is null.`,
  query: z.object({
    ...pageQuery(MAX_LISTED_REQUESTS, DEFAULT_REQUESTS),
    since: moment('Only calls that arrived at this moment or later'),
    until: moment('Only calls that arrived before this moment'),
    product: optionalField(z.string()).describe('By any of its names.'),
    status: optionalField(statusField).describe('HTTP status.'),
    code: optionalField(z.string().toUpperCase().pipe(z.enum(CODES))).describe('Error code.'),
    key_id: optionalField(z.string()).describe('`key.id` of an entry.'),
    request_id: optionalField(z.string()).describe('`id` or `batch_id` of an entry.'),
  }),
  answer: namedPageAnswer('RequestListResponse', 'requests', () =>
    z.array(requestSchema).describe('Newest first.'),
  ),
  async handle({ c, query }, { requestLog, products }: RequestServices) {
    const { limit, cursor, key_id: keyId, request_id: requestId, ...filter } = query;
    const { since, until } = filter;
    if (since !== null && until !== null && since >= until)
      throw new ApiError('INVALID_INPUT', 'until: must be later than since', { param: 'until' });
    const named = filter.product && findNamedProduct(filter.product, products);
    if (filter.product && !named) {
      const message = `product: there is no product ${quoted(filter.product)}`;
      throw new ApiError('INVALID_INPUT', message, { param: 'product' });
    }
    const product = named ? named.type : null;
    const asked = { ...filter, product, keyId, requestId };
    const realm = callerRealm(c.get('caller'));
    const page = await listRequests({ realm, filter: asked, limit, cursor }, requestLog);
    return {
      requests: page.requests.map(describeRequest),
      pagination: describePagination(limit, page.nextCursor),
    };
  },
});

export const requestRoutes = {
  tag: { name: 'Requests', description: 'The log of calls: when, by which key, and how it went.' },
  routes: [listRoute],
};
