import type { Child } from 'hono/jsx';
import type { ApiError, ErrorCode } from '../../core/errors.ts';

/** Something a person has to know before they go on. */
export const Notice = ({ children }: { children?: Child }) => (
  <div class="told bad" role="alert">
    {children}
  </div>
);

/** Where each refusal that a person can mend is mended. */
const WAYS_OUT = new Map<ErrorCode, { path: string; words: string }>([
  ['UPGRADE_REQUIRED', { path: '/app/billing', words: 'Choose a plan' }],
  ['INSUFFICIENT_CREDITS', { path: '/app/billing', words: 'Buy credits' }],
]);

/** A refusal of the API as it is, and what can be done about it. */
export const Refusal = ({ refusal }: { refusal: ApiError }) => {
  const way = WAYS_OUT.get(refusal.code);
  return (
    <Notice>
      <p>
        <strong>{refusal.code}</strong> {refusal.message}{' '}
        {way && <a href={way.path}>{way.words}</a>}
      </p>
    </Notice>
  );
};
