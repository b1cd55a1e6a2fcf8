import type { Child } from 'hono/jsx';
import { ApiError } from '../../lib/errors.ts';
import { Remedy } from '../form/form.tsx';

/** Errors shown at the form; all others fail the page. */
export const isClientError = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status < 500;

/** Errors shown within the page, including that no source is available. */
const isDisplayable = (error: unknown): error is ApiError =>
  isClientError(error) || (error instanceof ApiError && error.status === 503);

/** Result of the work, or the error to display. */
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

/** A notice that must be read before continuing. */
export const Notice = ({ children, ...focus }: { children?: Child; autofocus?: boolean }) => (
  <div class="notice bad" role="alert" tabindex={-1} {...focus}>
    {children}
  </div>
);

export const NoticeLine = ({ children }: { children?: Child }) => (
  <Notice>
    <p>{children}</p>
  </Notice>
);

/** A new secret, shown only once; it takes the focus. @param children explanation */
export const ShownSecret = ({ secret, children }: { secret: string; children?: Child }) => (
  <div class="notice good" role="status" tabindex={-1} autofocus>
    <p>{children}; it is not shown again:</p>
    <p>
      <code>{secret}</code>
    </p>
  </div>
);

/** A refusal within the page; it takes the focus. */
export const ApiErrorNotice = ({ refusal: { code, message } }: { refusal: ApiError }) => (
  <Notice autofocus>
    <p>
      {message} <code class="hint">{code}</code> <Remedy code={code} />
    </p>
  </Notice>
);
