import { ERRORS, type ErrorCode } from '../../lib/errors.ts';
import { errorPage } from '../../lookup/envelope.ts';
import { MAX_IDEMPOTENCY_KEY_CHARS } from '../../lookup/pipeline/lookup-request.ts';
import type { AnyProduct } from '../../lookup/product.ts';
import { EXAMPLE_ID } from './examples.ts';
import { schemaRef } from './json-schemas.ts';

export const REQUEST_ID_HEADER = { 'X-Request-Id': { $ref: '#/components/headers/XRequestId' } };

const RATE_HEADERS = {
  'X-RateLimit-Limit': { $ref: '#/components/headers/XRateLimitLimit' },
  'X-RateLimit-Remaining': { $ref: '#/components/headers/XRateLimitRemaining' },
  'X-RateLimit-Reset': { $ref: '#/components/headers/XRateLimitReset' },
};

const RETRY_HEADER = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } };

/** Statuses of refusals that the same request may not meet again. */
const RETRIED: ReadonlySet<number> = new Set([409, 429, 503]);

const headerComponent = (description: string, schema: Record<string, unknown>) => ({
  description,
  schema,
});

export const headerComponents = {
  XRequestId: headerComponent(
    'Id of this request; on a successful lookup, the same as `data.request.id`.',
    { type: 'string', format: 'uuid' },
  ),
  XRateLimitLimit: headerComponent('Requests allowed in the window.', { type: 'integer' }),
  XRateLimitRemaining: headerComponent('Requests left in the window.', { type: 'integer' }),
  XRateLimitReset: headerComponent('When the window ends, in Unix time (seconds).', {
    type: 'integer',
  }),
  RetryAfter: headerComponent(
    'Seconds to wait before the next request. With 409, only while another call is in progress.',
    { type: 'integer', minimum: 1 },
  ),
};

/** Meaning of one status, and the codes it can have. */
const refusal = (status: number, codes: readonly ErrorCode[], description: string) => ({
  status,
  codes,
  description,
  /** Whether the response has the headers of a rate window, because the key is known. */
  counted: true,
});

const uncounted = (...said: Parameters<typeof refusal>) => ({
  ...refusal(...said),
  counted: false,
});

/** Refusals of lookups, reads and operations. */
const ERROR_RESPONSES = {
  BadLookup: refusal(
    400,
    ['INVALID_REQUEST', 'INVALID_INPUT', 'MISSING_FIELD', 'VALIDATION_FAILED'],
    'The request or the value to look up is invalid. Nothing was charged.',
  ),
  BadLiveLookup: refusal(
    400,
    ['INVALID_REQUEST', 'INVALID_INPUT', 'MISSING_FIELD', 'VALIDATION_FAILED', 'UPSTREAM_ERROR'],
    'The request or the value to look up is invalid, or its source has no answer for it. Nothing was charged.',
  ),
  BadKey: refusal(400, ['INVALID_INPUT'], 'The Idempotency-Key is too long.'),
  BadQuery: refusal(400, ['INVALID_REQUEST', 'INVALID_INPUT'], 'A query parameter is invalid.'),
  BadBody: refusal(
    400,
    ['INVALID_REQUEST', 'INVALID_INPUT', 'MISSING_FIELD'],
    'The body is invalid.',
  ),
  UnusableJob: refusal(
    400,
    ['INVALID_REQUEST', 'MISSING_FIELD', 'INVALID_TYPE', 'INPUT_LIMIT_EXCEEDED', 'INVALID_INPUT'],
    'The job cannot be run. Nothing was created.',
  ),
  UnknownEncoding: refusal(
    415,
    ['INVALID_REQUEST'],
    'The Content-Encoding of the body is not supported. Send gzip, or none.',
  ),
  UnusableBatch: refusal(
    400,
    ['INVALID_REQUEST', 'INVALID_INPUT', 'MISSING_FIELD'],
    'The batch is invalid. Nothing was looked up.',
  ),
  UnusableMembers: refusal(
    400,
    ['INVALID_REQUEST', 'MISSING_FIELD', 'INVALID_INPUT', 'INPUT_LIMIT_EXCEEDED'],
    'The body or one of the members is invalid. Nothing was changed.',
  ),
  UnusableEndpoint: refusal(
    400,
    ['INVALID_REQUEST', 'MISSING_FIELD', 'INVALID_INPUT', 'INPUT_LIMIT_EXCEEDED'],
    'The body is invalid, or the organization has as many endpoints as it may have. Nothing was created.',
  ),
  UnusableDelivery: refusal(400, ['INVALID_INPUT'], 'The delivery is an email.'),
  RunUnderWay: refusal(
    409,
    ['IDEMPOTENCY_CONFLICT'],
    'A run of the monitor is in progress, the monitor is switched off, or the Idempotency-Key was used for another request.',
  ),
  Unauthorized: uncounted(401, ['UNAUTHORIZED'], 'The API key is missing or invalid.'),
  InsufficientCredits: refusal(
    402,
    ['INSUFFICIENT_CREDITS'],
    'The balance cannot cover the call. Nothing was charged.',
  ),
  Forbidden: refusal(
    403,
    ['UPGRADE_REQUIRED', 'INSUFFICIENT_SCOPE'],
    'The key is valid but not allowed to make this call.',
  ),
  NotFound: refusal(404, ['NOT_FOUND'], 'The organization has no such resource.'),
  NoOperator: uncounted(401, ['UNAUTHORIZED'], 'The operator token is missing or wrong.'),
  NotThere: uncounted(404, ['NOT_FOUND'], 'There is no such resource.'),
  ChangeConflict: uncounted(
    409,
    ['IDEMPOTENCY_CONFLICT'],
    'This id was used for another change, the change does not fit the account, or the organization is closed.',
  ),
  UnusableFile: uncounted(
    400,
    ['INVALID_REQUEST', 'INVALID_INPUT'],
    'The file or a query parameter is invalid. Nothing of the file was imported.',
  ),
  ImportUnderWay: uncounted(
    409,
    ['IDEMPOTENCY_CONFLICT'],
    'Another import of the data set is in progress.',
  ),
  NotRebuilt: uncounted(
    400,
    ['INVALID_INPUT'],
    'The account exists, or there is nothing to create it from.',
  ),
  Unanswered: uncounted(
    400,
    ['UPSTREAM_ERROR'],
    'The publisher, or Stripe, refused the request or answered unexpectedly.',
  ),
  Conflict: refusal(
    409,
    ['IDEMPOTENCY_CONFLICT'],
    'The first request with this Idempotency-Key is still in flight, or was a different request.',
  ),
  RateLimited: refusal(429, ['RATE_LIMIT_EXCEEDED'], 'A rate limit was exceeded.'),
  InternalError: refusal(500, ['INTERNAL_ERROR'], 'The service failed. It is safe to retry.'),
  Unavailable: refusal(
    503,
    ['SERVICE_UNAVAILABLE', 'SERVICE_BUSY'],
    'The service is temporarily unavailable.',
  ),
  ReceiverUnresolved: refusal(
    503,
    ['SERVICE_UNAVAILABLE', 'SERVICE_BUSY', 'UPSTREAM_TIMEOUT'],
    "The service, or DNS for the receiver's address, is temporarily unavailable.",
  ),
  LookupUnavailable: refusal(
    503,
    ['SERVICE_UNAVAILABLE', 'SERVICE_BUSY', 'UPSTREAM_TIMEOUT'],
    'The service is temporarily unavailable. Nothing was charged. UPSTREAM_TIMEOUT occurs only in the sandbox.',
  ),
  LiveLookupUnavailable: refusal(
    503,
    ['SERVICE_UNAVAILABLE', 'SERVICE_BUSY', 'UPSTREAM_QUOTA_EXHAUSTED', 'UPSTREAM_TIMEOUT'],
    'The service or a data source is temporarily unavailable. Nothing was charged.',
  ),
};

export type ErrorResponseName = keyof typeof ERROR_RESPONSES;

const responseRef = (name: string): string => `#/components/responses/${name}`;

const errorExample = (code: ErrorCode, origin: string) => ({
  summary: code,
  value: {
    success: false,
    error: {
      message: ERRORS[code].message,
      code,
      type: 'api_error',
      doc_url: errorPage(origin, code),
      request_id: EXAMPLE_ID,
    },
  },
});

function describeErrorResponse(
  { status, description, codes, counted }: ReturnType<typeof refusal>,
  origin: string,
) {
  return {
    description,
    headers: {
      ...REQUEST_ID_HEADER,
      ...(counted && RATE_HEADERS),
      ...(RETRIED.has(status) && RETRY_HEADER),
    },
    content: {
      'application/json': {
        schema: schemaRef('ErrorResponse'),
        examples: Object.fromEntries(codes.map((code) => [code, errorExample(code, origin)])),
      },
    },
  };
}

/**
 * `components.responses`: those that the paths refer to.
 * @param options `counts`: whether rate windows count the calls, with headers that show them;
 * `origin`: scheme and host of the service
 */
export function errorResponseComponents(
  paths: unknown,
  { counts, origin }: { counts: boolean; origin: string },
) {
  const used = JSON.stringify(paths);
  return Object.fromEntries(
    Object.entries(ERROR_RESPONSES)
      .filter(([name]) => used.includes(JSON.stringify(responseRef(name))))
      .map(([name, refusal]) => [
        name,
        describeErrorResponse({ ...refusal, counted: counts && refusal.counted }, origin),
      ]),
  );
}

/** The `responses` entries of these refusals, by status. */
export const errorResponseRefs = (names: readonly ErrorResponseName[]) =>
  Object.fromEntries(
    names.map((name) => [ERROR_RESPONSES[name].status, { $ref: responseRef(name) }]),
  );

/** Refusals of a lookup. Upstream codes are included only if it can query an upstream. */
export function lookupErrorResponses({ sources }: AnyProduct): ErrorResponseName[] {
  const asksOthers = (sources.answeredBy ?? sources.list).some(
    ({ kind }) => kind === 'open' || kind === 'upstream',
  );
  return [
    asksOthers ? 'BadLiveLookup' : 'BadLookup',
    'Unauthorized',
    'InsufficientCredits',
    'Forbidden',
    'Conflict',
    'UnknownEncoding',
    'RateLimited',
    'InternalError',
    asksOthers ? 'LiveLookupUnavailable' : 'LookupUnavailable',
  ];
}

export const OPERATOR_ERRORS: ErrorResponseName[] = [
  'NoOperator',
  'RateLimited',
  'InternalError',
  'Unavailable',
];

export const READ_ERRORS: ErrorResponseName[] = [
  'Unauthorized',
  'Forbidden',
  'RateLimited',
  'InternalError',
  'Unavailable',
];

export const RATE_LIMITED_HEADERS = { ...REQUEST_ID_HEADER, ...RATE_HEADERS };

/** The header as a parameter. @param description its effect on the operation */
export const idempotencyKeyParameter = (description: string) => ({
  name: 'Idempotency-Key',
  in: 'header',
  description,
  schema: { type: 'string', format: 'uuid', maxLength: MAX_IDEMPOTENCY_KEY_CHARS },
});

export const REPLAY_HEADER = {
  'Idempotent-Replay': {
    description:
      'Only on a replay: this Idempotency-Key was used before, and this is its first answer.',
    schema: { type: 'string', const: 'true' },
  },
};
