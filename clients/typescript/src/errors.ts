import type { BulkInsufficientCredits, ErrorResponse as ErrorBody } from './generated/types.js';

/** Why the service refused, for programs. */
export type ErrorCode = ErrorBody['error']['code'];

/** What is known of a refusal. */
export interface Refusal {
  status: number;
  code: ErrorCode;
  message: string;
  /** The field that is wrong, where one is. */
  param: string | null;
  requestId: string | null;
  /** Page about the code. */
  docUrl: string | null;
  /** Seconds the service asks to wait; null where it names none. */
  retryAfter: number | null;
  /** The body as it came, parsed where it was JSON. */
  body: unknown;
}

/** Everything that this package throws of its own. */
export class LookupError extends Error {
  override name = 'LookupError';
}

/** There was no answer: the service could not be reached, or not in time. */
export class ConnectionError extends LookupError {
  override name = 'ConnectionError';
}

/** No answer came within the time limit. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError';
}

/** A delivery whose signature is missing, wrong or too old. */
export class WebhookSignatureError extends LookupError {
  override name = 'WebhookSignatureError';
}

/** The service answered with a refusal. Nothing was charged. */
export class ApiError extends LookupError {
  override name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode;
  readonly param: string | null;
  readonly requestId: string | null;
  readonly docUrl: string | null;
  readonly retryAfter: number | null;
  readonly body: unknown;

  constructor({ message, ...refusal }: Refusal) {
    super(message);
    this.status = refusal.status;
    this.code = refusal.code;
    this.param = refusal.param;
    this.requestId = refusal.requestId;
    this.docUrl = refusal.docUrl;
    this.retryAfter = refusal.retryAfter;
    this.body = refusal.body;
  }
}

/** 400: the request, or the value in it, cannot be used. */
export class InvalidRequestError extends ApiError {
  override name = 'InvalidRequestError';
}

/** 401: there is no valid key. */
export class AuthenticationError extends ApiError {
  override name = 'AuthenticationError';
}

/** 402: the balance does not cover the call. */
export class InsufficientCreditsError extends ApiError {
  override name = 'InsufficientCreditsError';

  /** What a refused bulk job would have cost, and the plan that covers it; null of other calls. */
  get shortage(): BulkInsufficientCredits | null {
    const { body } = this;
    const isShortage = typeof body === 'object' && body !== null && 'shortfall' in body;
    return isShortage ? (body as BulkInsufficientCredits) : null;
  }
}

/** 403: the key is valid and may not make this call. */
export class PermissionError extends ApiError {
  override name = 'PermissionError';
}

/** 404: there is nothing of this name. */
export class NotFoundError extends ApiError {
  override name = 'NotFoundError';
}

/** 409: the Idempotency-Key was used for something else, or a run is under way. */
export class ConflictError extends ApiError {
  override name = 'ConflictError';
}

/** 429: a rate limit was exceeded. */
export class RateLimitError extends ApiError {
  override name = 'RateLimitError';
}

/** 500 and above: the service, or a source it asks, failed. */
export class ServerError extends ApiError {
  override name = 'ServerError';
}

const CLASSES = new Map<number, new (refusal: Refusal) => ApiError>([
  [400, InvalidRequestError],
  [401, AuthenticationError],
  [402, InsufficientCreditsError],
  [403, PermissionError],
  [404, NotFoundError],
  [409, ConflictError],
  [429, RateLimitError],
]);

/** Retry-After is seconds or a date (RFC 9110 section 10.2.3). */
function secondsToWait(headers: Headers): number | null {
  const value = headers.get('Retry-After')?.trim();
  if (!value) return null;
  if (/^\d+$/.test(value)) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, (at - Date.now()) / 1000);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function sentenceOf(status: number, location: string | null): string {
  if (location && status >= 300 && status < 400)
    return `The service redirects to ${location}, which is not followed: check baseUrl.`;
  return `The service answered with HTTP status ${status}.`;
}

/** The error of a reply that is no success. @param text its body @param url what was asked */
export function errorOf({ status, headers }: Response, text: string, url: string): ApiError {
  const body = parse(text) as Partial<ErrorBody & BulkInsufficientCredits> | null | string;
  const fields = typeof body === 'object' && body !== null ? body : {};
  // A refused bulk job has its code beside its sentence; everything else has both in `error`.
  const error: Partial<ErrorBody['error']> =
    typeof fields.error === 'object'
      ? fields.error
      : {
          ...(typeof fields.error === 'string' && { message: fields.error as string }),
          ...(fields.code && { code: fields.code as ErrorCode }),
        };
  const ErrorClass = CLASSES.get(status) ?? (status >= 500 ? ServerError : ApiError);
  return new ErrorClass({
    status,
    code: error.code ?? 'INTERNAL_ERROR',
    message: error.message ?? sentenceOf(status, headers.get('Location')),
    param: error.param ?? null,
    requestId: error.request_id ?? headers.get('X-Request-Id'),
    docUrl: error.doc_url ? new URL(error.doc_url, url).href : null,
    retryAfter: secondsToWait(headers),
    body,
  });
}
