import type { Caller } from './caller.ts';
import type { Tier } from './product.ts';

/** What a call is counted as: a product's tier, an account read, or nothing but the ceiling. */
export type CallKind = Tier | 'account' | 'uncounted';

/** What the X-RateLimit headers say; `reset` in Unix seconds. */
export interface WindowState {
  limit: number;
  remaining: number;
  reset: number;
}

/** The key check's answer. `window` is absent when the call was counted in no window of its own. */
export type Admission =
  | { admitted: true; caller: Caller; window: WindowState | null }
  | { admitted: false; code: 'UNAUTHORIZED' }
  | { admitted: false; code: 'UPGRADE_REQUIRED'; caller: Caller }
  | { admitted: false; code: 'RATE_LIMIT_EXCEEDED'; caller: Caller; window: WindowState };

/** Who is calling, may they, and is there room. */
export interface Gate {
  /**
   * @param authorization the request's Authorization header
   * @throws ApiError SERVICE_UNAVAILABLE when the key check itself is down
   */
  admit(authorization: string | null, kind: CallKind): Promise<Admission>;
  /** Makes every object of these keys read its record afresh: revocation, plan change. */
  forget(keyHashes: readonly string[]): Promise<void>;
}
