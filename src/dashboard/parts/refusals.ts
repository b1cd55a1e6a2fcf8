import { ApiError } from '../../core/errors.ts';

/** Refusals that say something to whoever filled a form; all else is the page's failure. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status < 500;

/** Refusals a person is told in place; also that nothing can answer just now. */
export const isTold = (error: unknown): error is ApiError =>
  isRefusal(error) || (error instanceof ApiError && error.status === 503);

/** What work gave, or why it was refused. */
export async function tried<T>(
  work: () => Promise<T>,
): Promise<{ ok: true; value: T } | { ok: false; refusal: ApiError }> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    if (isTold(error)) return { ok: false, refusal: error };
    throw error;
  }
}
