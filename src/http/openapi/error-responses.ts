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

const headerComponent = (description: string, schema: Record<string, unknown>) => ({
  description,
  schema,
});

/** `components.headers`. */
export const headerComponents = {
  XRequestId: headerComponent(
    'Id of this request; on a successful lookup also `data.request.id`.',
    {
      type: 'string',
      format: 'uuid',
    },
  ),
  XRateLimitLimit: headerComponent('Requests allowed in the window.', { type: 'integer' }),
  XRateLimitRemaining: headerComponent('Requests left in the window.', { type: 'integer' }),
  XRateLimitReset: headerComponent('When the window ends, Unix time in seconds.', {
    type: 'integer',
  }),
  RetryAfter: headerComponent('Seconds to wait before asking again.', {
    type: 'integer',
    minimum: 1,
  }),
};

/** What one status means, which codes carry it, and whether a window was counted by then. */
interface ErrorResponse {
  status: number;
  description: string;
  codes: readonly ErrorCode[];
  counted: boolean;
}

/** The refusals a lookup, a read or an order can end in. */
const ERROR_RESPONSES = {
  BadLookup: {
    status: 400,
    description: 'The request, or the looked-up value, cannot be used. Nothing was charged.',
    codes: ['INVALID_REQUEST', 'INVALID_INPUT', 'MISSING_FIELD', 'VALIDATION_FAILED'],
    counted: true,
  },
  BadLiveLookup: {
    status: 400,
    description:
      'The request, or the looked-up value, cannot be used, or its source has no answer for it. Nothing was charged.',
    codes: [
      'INVALID_REQUEST',
      'INVALID_INPUT',
      'MISSING_FIELD',
      'VALIDATION_FAILED',
      'UPSTREAM_ERROR',
    ],
    counted: true,
  },
  BadQuery: {
    status: 400,
    description: 'A parameter of the query cannot be used.',
    codes: ['INVALID_REQUEST', 'INVALID_INPUT'],
    counted: true,
  },
  BadBody: {
    status: 400,
    description: 'The body cannot be used.',
    codes: ['INVALID_REQUEST', 'INVALID_INPUT', 'MISSING_FIELD'],
    counted: true,
  },
  UnusableJob: {
    status: 400,
    description: 'The job cannot be run. Nothing was created.',
    codes: [
      'INVALID_REQUEST',
      'MISSING_FIELD',
      'INVALID_TYPE',
      'INPUT_LIMIT_EXCEEDED',
      'INVALID_INPUT',
    ],
    counted: true,
  },
  UnusableBatch: {
    status: 400,
    description: 'The batch cannot be read. Nothing was looked up.',
    codes: ['INVALID_REQUEST', 'INVALID_INPUT', 'MISSING_FIELD'],
    counted: true,
  },
  UnusableMembers: {
    status: 400,
    description: 'The body, or one of the members, cannot be used. Nothing was changed.',
    codes: ['INVALID_REQUEST', 'MISSING_FIELD', 'INVALID_INPUT', 'INPUT_LIMIT_EXCEEDED'],
    counted: true,
  },
  RunUnderWay: {
    status: 409,
    description: 'A run of the monitor is under way, or the monitor is switched off.',
    codes: ['IDEMPOTENCY_CONFLICT'],
    counted: true,
  },
  Unauthorized: {
    status: 401,
    description: 'There is no valid key.',
    codes: ['UNAUTHORIZED'],
    counted: false,
  },
  InsufficientCredits: {
    status: 402,
    description: 'The balance cannot cover the call. Nothing was charged.',
    codes: ['INSUFFICIENT_CREDITS'],
    counted: true,
  },
  Forbidden: {
    status: 403,
    description: 'The key is valid and may not make this call.',
    codes: ['UPGRADE_REQUIRED', 'INSUFFICIENT_SCOPE'],
    counted: false,
  },
  NotFound: {
    status: 404,
    description: 'The organization has nothing of this name.',
    codes: ['NOT_FOUND'],
    counted: true,
  },
  NoOperator: {
    status: 401,
    description: 'The operator token is missing or wrong.',
    codes: ['UNAUTHORIZED'],
    counted: false,
  },
  NotThere: {
    status: 404,
    description: 'There is nothing of this name.',
    codes: ['NOT_FOUND'],
    counted: false,
  },
  ChangeConflict: {
    status: 409,
    description: 'This id was used for another change, or the change does not fit the account.',
    codes: ['IDEMPOTENCY_CONFLICT'],
    counted: false,
  },
  Unanswered: {
    status: 400,
    description: 'The publisher does not answer, or not with what it should.',
    codes: ['UPSTREAM_ERROR'],
    counted: false,
  },
  Conflict: {
    status: 409,
    description: 'The first request with this Idempotency-Key is in flight, or was another one.',
    codes: ['IDEMPOTENCY_CONFLICT'],
    counted: true,
  },
  RateLimited: {
    status: 429,
    description: 'A rate limit was exceeded.',
    codes: ['RATE_LIMIT_EXCEEDED'],
    counted: true,
  },
  InternalError: {
    status: 500,
    description: 'The service failed; it is safe to try again.',
    codes: ['INTERNAL_ERROR'],
    counted: true,
  },
  Unavailable: {
    status: 503,
    description: 'The service is unavailable for now.',
    codes: ['SERVICE_UNAVAILABLE', 'SERVICE_BUSY'],
    counted: true,
  },
  LookupUnavailable: {
    status: 503,
    description:
      'The service is unavailable for now. Nothing was charged. UPSTREAM_TIMEOUT is what the sandbox shows.',
    codes: ['SERVICE_UNAVAILABLE', 'SERVICE_BUSY', 'UPSTREAM_TIMEOUT'],
    counted: true,
  },
  LiveLookupUnavailable: {
    status: 503,
    description: 'The service or a data source is unavailable for now. Nothing was charged.',
    codes: ['SERVICE_UNAVAILABLE', 'SERVICE_BUSY', 'UPSTREAM_QUOTA_EXHAUSTED', 'UPSTREAM_TIMEOUT'],
    counted: true,
  },
} as const satisfies Record<string, ErrorResponse>;

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
  { status, description, codes, counted }: ErrorResponse,
  origin: string,
) {
  const retried = status === 429 || status === 503;
  return {
    description,
    headers: { ...REQUEST_ID_HEADER, ...(counted && RATE_HEADERS), ...(retried && RETRY_HEADER) },
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
 * @param options `counts`: whether a rate window counts the calls, and headers tell of it;
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

/** Refusals of a lookup. One that needs no upstream cannot fail with the codes of an upstream. */
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
    'RateLimited',
    'InternalError',
    asksOthers ? 'LiveLookupUnavailable' : 'LookupUnavailable',
  ];
}

/** Refusals of every call of the operator. */
export const OPERATOR_ERRORS: ErrorResponseName[] = [
  'NoOperator',
  'RateLimited',
  'InternalError',
  'Unavailable',
];

/** Refusals of every call with a key. */
export const READ_ERRORS: ErrorResponseName[] = [
  'Unauthorized',
  'Forbidden',
  'RateLimited',
  'InternalError',
  'Unavailable',
];

export const RATE_LIMITED_HEADERS = { ...REQUEST_ID_HEADER, ...RATE_HEADERS };

/** The header as a parameter. @param description what it does here */
export const idempotencyKeyParameter = (description: string) => ({
  name: 'Idempotency-Key',
  in: 'header',
  description,
  schema: { type: 'string', format: 'uuid', maxLength: MAX_IDEMPOTENCY_KEY_CHARS },
});

export const REPLAY_HEADER = {
  'Idempotent-Replay': {
    description:
      'Only on a replay: this Idempotency-Key came before, and this is its first answer.',
    schema: { type: 'string', const: 'true' },
  },
};
