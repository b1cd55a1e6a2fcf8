import type { Child } from 'hono/jsx';
import { ApiError, type ErrorCode } from '../../lib/errors.ts';

/** Refusals shown at the form; all else is the page's failure. */
export const isClientError = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status < 500;

/** Refusals shown in place; also that nothing can answer just now. */
const isDisplayable = (error: unknown): error is ApiError =>
  isClientError(error) || (error instanceof ApiError && error.status === 503);

/** What work gave, or why it was refused. */
export async function catchApiError<T>(
  work: () => Promise<T>,
): Promise<{ ok: true; value: T } | { ok: false; refusal: ApiError }> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    if (isDisplayable(error)) return { ok: false, refusal: error };
    throw error;
  }
}

/** Something a person has to know before they go on. */
export const Notice = ({ children }: { children?: Child }) => (
  <div class="notice bad" role="alert">
    {children}
  </div>
);

export const NoticeLine = ({ children }: { children?: Child }) => (
  <Notice>
    <p>{children}</p>
  </Notice>
);

/** A secret that was made, shown this once. @param children what was done, and whose it is */
export const ShownSecret = ({ secret, children }: { secret: string; children?: Child }) => (
  <div class="notice good" role="status">
    <p>{children}; it is not shown again:</p>
    <p>
      <code>{secret}</code>
    </p>
  </div>
);

/** Where each refusal that a person can mend is mended. */
const REMEDIES = new Map<ErrorCode, { path: string; words: string }>([
  ['UPGRADE_REQUIRED', { path: '/app/billing', words: 'Choose a plan' }],
  ['INSUFFICIENT_CREDITS', { path: '/app/billing', words: 'Buy credits' }],
]);

export const ApiErrorNotice = ({ refusal }: { refusal: ApiError }) => {
  const way = REMEDIES.get(refusal.code);
  return (
    <NoticeLine>
      {refusal.message} <code class="hint">{refusal.code}</code>{' '}
      {way && <a href={way.path}>{way.words}</a>}
    </NoticeLine>
  );
};
