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
import { field } from '../../lookup/answer-fields.ts';
import { type AnyProduct, findNamedProduct } from '../../lookup/product.ts';
import { namedPageAnswer } from '../openapi/json-schemas.ts';
import { route } from '../openapi/route.ts';
import { optionalField, pageQuery, queryInteger, timestampField } from '../request/validation.ts';

const DEFAULT_REQUESTS = 100;

const CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]];

const requestSchema = z.object({
  id: field.text(
    'Request id, as in the X-Request-Id header of the call. An entry of a batch has an id of its own. A replayed lookup, whose answer has the id of the first call, has one that appears only in the log.',
  ),
  batch_id: field.textOrNull(
    'X-Request-Id of the batch that the call was part of; null if it was not part of one.',
  ),
  at: z.iso.datetime().describe('When the call arrived.'),
  method: field.text('HTTP method.'),
  path: field.text('Path of the call: the path as documented, `/mcp` or `/app/try`.'),
  tool: field.textOrNull('Agent tool that was called; null for other calls.'),
  product: field.textOrNull('Product, as in `request.type`; null if the call is not a lookup.'),
  mode: field.enum(['live', 'test'], 'Mode of the key.'),
  key: field.object('The API key, agent or dashboard that made the call.', {
    id: field.text('Id of the key, as used in the `key_id` filter.'),
    name: field.textOrNull('Name of the key; null if the key no longer exists.'),
  }),
  status: z.int().describe('HTTP status of the response.'),
  code: field.enumOrNull(CODES, 'Error code, as in `error.code`; null if the call was answered.'),
  credits: field.count('Credits charged.'),
  processing_time_ms: field.count('Milliseconds from the arrival of the call to the response.'),
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
const moment = (description: string) =>
  optionalField(timestampField).describe(`${description}, ISO 8601.`);

const listRoute = route({
  endpoint: 'GET /v1/requests',
  operationId: 'listRequests',
  summary: 'Calls, newest first',
  description: `Free. Every call of the organization with its outcome: lookups, including those of batches, agents and the dashboard, and everything an API key or a tool reads or changes. Refused calls are included; what was looked up never is. Calls are kept for ${REQUEST_LOG_DAYS} days and may take a few seconds to appear. A live key also sees the calls of test keys; a test key sees only those; a key with scopes sees the lookups of its products. If a filter matches few calls, a page may have fewer entries than \`limit\` although more follow: follow \`next_cursor\` until it is null.`,
  query: z.object({
    ...pageQuery(MAX_LISTED_REQUESTS, DEFAULT_REQUESTS),
    since: moment('Only calls that arrived at or after this time'),
    until: moment('Only calls that arrived before this time'),
    product: optionalField(z.string()).describe('Product, by any of its names.'),
    status: optionalField(statusField).describe('HTTP status.'),
    code: optionalField(z.string().toUpperCase().pipe(z.enum(CODES))).describe('Error code.'),
    key_id: optionalField(z.string()).describe('Key, by `key.id` of an entry.'),
    request_id: optionalField(z.string()).describe(
      'Call or batch, by `id` or `batch_id` of an entry.',
    ),
  }),
  answer: namedPageAnswer('RequestListResponse', 'requests', () =>
    z.array(requestSchema).describe('Calls, newest first.'),
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
  tag: {
    name: 'Requests',
    description: 'The log of calls: when, by which key, and with what outcome.',
  },
  routes: [listRoute],
};
