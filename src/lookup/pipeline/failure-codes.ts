import { TaskCancelledError } from 'cockatiel';
import * as z from 'zod';
import { ApiError } from '../../lib/errors.ts';
import type { SourceKind } from '../source.ts';
import { UpstreamStatus } from '../upstream-status.ts';

/** Retry-After of an exhausted quota whose upstream names none. */
const QUOTA_RETRY_AFTER_SECONDS = 60;

/** Which source it was is for the log alone: a caller knows labels, not sources. */
export const sourceUnavailable = (options: { retryAfterSeconds?: number; cause?: unknown }) =>
  new ApiError(
    'SERVICE_UNAVAILABLE',
    'A source of this lookup is temporarily unavailable.',
    options,
  );

/**
 * Error code for an upstream's HTTP status. An upstream that refuses the operator's credentials is
 * never the caller's fault.
 */
function classifyStatus(failure: UpstreamStatus): ApiError {
  const { status, retryAfterSeconds } = failure;
  const wait = retryAfterSeconds === null ? {} : { retryAfterSeconds };
  if (status === 429 || status === 402) {
    return new ApiError('UPSTREAM_QUOTA_EXHAUSTED', undefined, {
      retryAfterSeconds: QUOTA_RETRY_AFTER_SECONDS,
      ...wait,
      cause: failure,
    });
  }
  if (status === 408 || status === 504)
    return new ApiError('UPSTREAM_TIMEOUT', undefined, { ...wait, cause: failure });
  if (status >= 400 && status < 500 && ![401, 403, 407].includes(status)) {
    return new ApiError('UPSTREAM_ERROR', undefined, { cause: failure });
  }
  return sourceUnavailable({ ...wait, cause: failure });
}

const isTimeout = (error: unknown): boolean =>
  error instanceof TaskCancelledError ||
  (error instanceof DOMException && ['TimeoutError', 'AbortError'].includes(error.name));

/** JSON that does not parse, or parses into another shape than the upstream promised. */
const isUnreadable = (error: unknown): boolean =>
  error instanceof SyntaxError || error instanceof z.core.$ZodError;

const isOurFault = (error: unknown): boolean =>
  error instanceof TypeError ||
  error instanceof RangeError ||
  error instanceof ReferenceError ||
  error instanceof DOMException;

/** Maps an error of a source to a code of the specification. The cause goes to the log only. */
export function classifyFailure(error: unknown, { kind }: { kind: SourceKind }): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof UpstreamStatus) return classifyStatus(error);
  if (isTimeout(error)) return new ApiError('UPSTREAM_TIMEOUT', undefined, { cause: error });
  if (isOurFault(error)) return new ApiError('INTERNAL_ERROR', undefined, { cause: error });
  if (isUnreadable(error)) {
    // Imported records were checked on the way in: an unreadable one is a fault of this service.
    if (kind === 'records') return new ApiError('INTERNAL_ERROR', undefined, { cause: error });
    return new ApiError('UPSTREAM_ERROR', undefined, { aboutInput: false, cause: error });
  }
  return sourceUnavailable({ cause: error });
}

/** Whether a failure counts in the circuit breaker: it is not about this input or this service. */
export const countsAgainstSource = (error: unknown): boolean =>
  !(error instanceof ApiError) || (!error.aboutInput && error.code !== 'INTERNAL_ERROR');

/**
 * Whether an immediate retry is worthwhile: the source did not answer. A retry after an exhausted
 * quota or a timeout would only fail again.
 */
export const isTransient = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'SERVICE_UNAVAILABLE' && !error.aboutInput;
