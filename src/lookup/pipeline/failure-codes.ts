import { TaskCancelledError } from 'cockatiel';
import * as z from 'zod';
import { ApiError } from '../../lib/errors.ts';
import type { SourceKind } from '../source.ts';
import { UpstreamStatus } from '../upstream-status.ts';

/** Retry-After for an exhausted quota when the upstream gives none. */
const QUOTA_RETRY_AFTER_SECONDS = 60;

/** The message names no source: callers see labels only. The log has the cause. */
export const sourceUnavailable = (options: { retryAfterSeconds?: number; cause?: unknown }) =>
  new ApiError(
    'SERVICE_UNAVAILABLE',
    'A source of this lookup is temporarily unavailable.',
    options,
  );

/**
 * Error code for an upstream's HTTP status. Refused credentials are the operator's, so a 401, 403
 * or 407 becomes SERVICE_UNAVAILABLE and is never blamed on the caller's input.
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

/** JSON that does not parse or does not match the upstream's schema. */
const isUnreadable = (error: unknown): boolean =>
  error instanceof SyntaxError || error instanceof z.core.$ZodError;

const isOurFault = (error: unknown): boolean =>
  error instanceof TypeError ||
  error instanceof RangeError ||
  error instanceof ReferenceError ||
  error instanceof DOMException;

/** Maps a source's error to a code of the specification. Only the log has the cause. */
export function classifyFailure(error: unknown, { kind }: { kind: SourceKind }): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof UpstreamStatus) return classifyStatus(error);
  if (isTimeout(error)) return new ApiError('UPSTREAM_TIMEOUT', undefined, { cause: error });
  if (isOurFault(error)) return new ApiError('INTERNAL_ERROR', undefined, { cause: error });
  // Imported records were validated on import, so an unreadable one is a fault of this service.
  if (kind === 'records' && isUnreadable(error))
    return new ApiError('INTERNAL_ERROR', undefined, { cause: error });
  return sourceUnavailable({ cause: error });
}

/** Whether the circuit breaker counts a failure: not one caused by the input or this service. */
export const countsAgainstSource = (error: unknown): boolean =>
  !(error instanceof ApiError) || (!error.aboutInput && error.code !== 'INTERNAL_ERROR');

/**
 * Whether an immediate retry is worthwhile: only if the source is unavailable. A retry after an
 * exhausted quota or a timeout would fail again.
 */
export const isTransient = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'SERVICE_UNAVAILABLE' && !error.aboutInput;
