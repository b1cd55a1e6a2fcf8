import { ApiError, ERRORS, type ErrorCode } from '../../lib/errors.ts';
import { refusalBody } from '../../lookup/envelope.ts';
import { EXAMPLE_ID } from '../openapi/examples.ts';
import { isRetryable } from '../openapi/service-overview.ts';
import { type Block, codeBlock, formatJson, heading } from './blocks.ts';

interface ErrorAdvice {
  /** When the code is answered. */
  means: string;
  /** What the caller can do about it. */
  remedy: string;
}

const RETRY_ADVICE = 'Send it again after `Retry-After` seconds. Nothing was charged.';

const ERROR_ADVICE: Readonly<Record<ErrorCode, ErrorAdvice>> = {
  INVALID_REQUEST: {
    means:
      'The body is not a JSON object, is larger than 1 MiB (32 MiB for a bulk job), lacks `Content-Type: application/json`, or a field other than the looked-up value has the wrong type. With status 405: the path takes another method, named in `Allow`.',
    remedy: 'Mend the request. `error.param` names the field, where it is one.',
  },
  INVALID_INPUT: {
    means:
      'The value is there and cannot be used: a text that is no phone number, a URL of another scheme, a number where a string belongs.',
    remedy: 'Mend the value that `error.param` names, or leave the record out.',
  },
  MISSING_FIELD: {
    means: 'A required field is absent, null or empty.',
    remedy:
      'Send the field that `error.param` names. The message says when another field looks like a misspelling of it.',
  },
  VALIDATION_FAILED: {
    means:
      'The lookup cannot be completed for this input. A test key is answered this for everything that is not a sandbox input.',
    remedy: 'Use another input; with a test key, one of the sandbox inputs of the product.',
  },
  UPSTREAM_ERROR: {
    means: 'The source was reached and could not answer for this input: a site that is down, say.',
    remedy: 'Treat the input as unanswered. Nothing was charged.',
  },
  INVALID_TYPE: {
    means: '`type` of a bulk job names no product that runs in bulk.',
    remedy: 'Use a `bulk_type` that `GET /v1/products` lists.',
  },
  INPUT_LIMIT_EXCEEDED: {
    means:
      'The bulk job carries more than 100,000 rows, or the organization has as many of something as it may: jobs at work, monitors and their members, keys, people, files. The message says which, and how many.',
    remedy: 'Split the list into several jobs; end or delete what is no longer needed.',
  },
  UNAUTHORIZED: {
    means:
      'No API key of this service came with the request, or the key was revoked or has expired. The message says which.',
    remedy: 'Send `Authorization: Bearer <API key>` with a key that is valid.',
  },
  INSUFFICIENT_CREDITS: {
    means: 'The balance does not cover the price of this call. Nothing was charged.',
    remedy: 'Compare `GET /v1/account` with the price, and add credits or change the plan.',
  },
  UPGRADE_REQUIRED: {
    means:
      'The organization has no paid plan now: none was chosen, its period has ended, or a payment failed. Purchased credits are kept. A bulk job that the balance does not cover carries this code too, with status 402.',
    remedy: 'Do what the message says: choose, renew or pay the plan.',
  },
  INSUFFICIENT_SCOPE: {
    means:
      'The key is limited to other products, or to other addresses than this call came from; or a link to a file was altered or has expired.',
    remedy: 'Use a key without that limit; read the job again for a fresh link.',
  },
  NOT_FOUND: {
    means: 'There is no such path, or the organization has nothing of this id.',
    remedy: 'Check the path and the id.',
  },
  IDEMPOTENCY_CONFLICT: {
    means:
      'The `Idempotency-Key` came with another body before, or the first request with it has not been answered yet. Of `POST …/run`: a run of the monitor is under way, or the monitor is switched off.',
    remedy:
      'If the body is the same, send it again after a few seconds. For another request use a fresh key. A monitor runs again when its run has ended, or `PATCH` has set `active`.',
  },
  RATE_LIMIT_EXCEEDED: {
    means:
      'A rate window of the key or of the whole organization is full, the key has spent its credits of the day, or too much was made in an hour or a day. The message and the `X-RateLimit-*` headers say which.',
    remedy: 'Wait `Retry-After` seconds, then go on more slowly.',
  },
  INTERNAL_ERROR: {
    means: 'The service failed. Nothing was charged.',
    remedy:
      'Send it again with growing pauses. If it stays, tell us `error.request_id`: it finds the failure in our log.',
  },
  SERVICE_UNAVAILABLE: {
    means:
      'The account or every source of the product is out of reach for now, or no source of it is configured, see `GET /v1/products`.',
    remedy: RETRY_ADVICE,
  },
  SERVICE_BUSY: {
    means: 'Too many calls are waiting. Nothing was reserved.',
    remedy: RETRY_ADVICE,
  },
  UPSTREAM_QUOTA_EXHAUSTED: {
    means: 'A source of the product has reached an allowance of its own.',
    remedy: RETRY_ADVICE,
  },
  UPSTREAM_TIMEOUT: { means: 'The source took too long.', remedy: RETRY_ADVICE },
};

export const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[];

const retryAdvice = (code: ErrorCode): string =>
  isRetryable(code)
    ? 'Worth a retry.'
    : 'Not worth a retry: it fails the same way until something changes.';

export const errorSummary = (code: ErrorCode): string =>
  `HTTP ${ERRORS[code].status}. ${ERRORS[code].message} ${retryAdvice(code)}`;

/** What a code means, what to do about it, and how it looks. */
export const errorBlocks = (code: ErrorCode, origin: string): Block[] => [
  heading('What it means'),
  ERROR_ADVICE[code].means,
  heading('What to do'),
  ERROR_ADVICE[code].remedy,
  heading('How it looks'),
  codeBlock(
    `A refusal with ${code}`,
    'json',
    formatJson(refusalBody(new ApiError(code), { requestId: EXAMPLE_ID, origin })),
  ),
  'The message differs with the cause; every code is under [errors](/docs/errors).',
];

/** Every code, each under an anchor of its name: `error.doc_url` leads there. */
export const errorIndexBlocks = (): Block[] =>
  ERROR_CODES.flatMap((code): Block[] => [
    heading(code, 2, code),
    errorSummary(code),
    `${ERROR_ADVICE[code].means} [What to do about ${code}](/docs/errors/${code})`,
  ]);
