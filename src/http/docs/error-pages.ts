import { ApiError, ERRORS, type ErrorCode } from '../../lib/errors.ts';
import { refusalBody } from '../../lookup/envelope.ts';
import { EXAMPLE_ID } from '../openapi/examples.ts';
import { isRetryable } from '../openapi/service-overview.ts';
import { type Block, codeBlock, formatJson, heading } from './blocks.ts';

interface ErrorAdvice {
  /** When the code is returned. */
  means: string;
  /** What the caller can do. */
  remedy: string;
}

const RETRY_ADVICE = 'Send the request again after `Retry-After` seconds. Nothing was charged.';

const ERROR_ADVICE: Readonly<Record<ErrorCode, ErrorAdvice>> = {
  INVALID_REQUEST: {
    means:
      'The body is not a JSON object, is larger than 1 MiB (32 MiB for a bulk job), lacks `Content-Type: application/json`, or a field other than the looked-up value has the wrong type. With status 405: the path takes another method, named in `Allow`.',
    remedy: 'Correct the request. `error.param` names the field, if one is wrong.',
  },
  INVALID_INPUT: {
    means:
      'The value is present but invalid: a text that is not a phone number, a URL with another scheme, or a number in place of a string.',
    remedy: 'Correct the value that `error.param` names, or leave the record out.',
  },
  MISSING_FIELD: {
    means: 'A required field is absent, null or empty.',
    remedy:
      'Send the field that `error.param` names. The message says when another field looks like a misspelling of it.',
  },
  VALIDATION_FAILED: {
    means:
      'The lookup cannot be completed for this input. A test key gets this answer for every input that is not a sandbox input.',
    remedy: 'Use another input; with a test key, one of the sandbox inputs of the product.',
  },
  UPSTREAM_ERROR: {
    means:
      'The source was reached but could not answer for this input, for example because a site is down.',
    remedy: 'Treat the input as unanswered. Nothing was charged.',
  },
  INVALID_TYPE: {
    means: '`type` of a bulk job names no product that runs in bulk.',
    remedy: 'Use a `bulk_type` that `GET /v1/products` lists.',
  },
  INPUT_LIMIT_EXCEEDED: {
    means:
      'The bulk job has more than 100,000 rows, or the organization has reached a limit on running jobs, monitors and their members, keys, people or files. The message says which limit, and how many are allowed.',
    remedy: 'Split the list into several jobs, or end or delete what is no longer needed.',
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
      'The organization has no paid plan now: none was chosen, its period has ended, or a payment failed. Purchased credits are kept. A bulk job that the balance does not cover is also refused with this code, with status 402.',
    remedy: 'Follow the message: choose, renew or pay for a plan.',
  },
  INSUFFICIENT_SCOPE: {
    means:
      'The key is limited to other products or to IP addresses other than that of this call, or a link to a file was altered or has expired.',
    remedy: 'Use a key without that limit, or read the job again for a fresh link.',
  },
  NOT_FOUND: {
    means: 'There is no such path, or the organization has no resource with this id.',
    remedy: 'Check the path and the id.',
  },
  IDEMPOTENCY_CONFLICT: {
    means:
      'The `Idempotency-Key` was used with a different body before, or the first request with it has not been answered yet. For `POST …/run` also: a run of the monitor is in progress, or the monitor is switched off.',
    remedy:
      'If the body is the same, send the request again after a few seconds. For a different request, use a new key. A monitor can run again once its run has ended, or once `PATCH` has set `active`.',
  },
  RATE_LIMIT_EXCEEDED: {
    means:
      'A rate window of the key or of the whole organization is full, the key has spent its credits for the day, or too many resources were created in an hour or a day. The message and the `X-RateLimit-*` headers say which.',
    remedy: 'Wait `Retry-After` seconds, then continue more slowly.',
  },
  INTERNAL_ERROR: {
    means: 'The service failed. Nothing was charged.',
    remedy:
      'Send the request again with growing pauses. If the error persists, send us `error.request_id`, which identifies the failure in our log.',
  },
  SERVICE_UNAVAILABLE: {
    means:
      'The account or every source of the product is temporarily unreachable, or no source of the product is configured (see `GET /v1/products`).',
    remedy: RETRY_ADVICE,
  },
  SERVICE_BUSY: {
    means: 'Too many calls are waiting. No credits were held.',
    remedy: RETRY_ADVICE,
  },
  UPSTREAM_QUOTA_EXHAUSTED: {
    means: 'A source of the product has reached its own quota.',
    remedy: RETRY_ADVICE,
  },
  UPSTREAM_TIMEOUT: { means: 'The source took too long.', remedy: RETRY_ADVICE },
};

export const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[];

const retryAdvice = (code: ErrorCode): string =>
  isRetryable(code)
    ? 'Worth a retry.'
    : 'Not worth a retry: the request fails the same way until something changes.';

export const errorSummary = (code: ErrorCode): string =>
  `HTTP ${ERRORS[code].status}. ${ERRORS[code].message} ${retryAdvice(code)}`;

/** Meaning, remedy and example of a code. */
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

/** Every code under an anchor of its name, the target of `error.doc_url`. */
export const errorIndexBlocks = (): Block[] =>
  ERROR_CODES.flatMap((code): Block[] => [
    heading(code, 2, code),
    errorSummary(code),
    `${ERROR_ADVICE[code].means} [What to do about ${code}](/docs/errors/${code})`,
  ]);
