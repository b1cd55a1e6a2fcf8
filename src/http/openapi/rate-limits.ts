import type { WindowName } from '../../core/account/access.ts';

/** At most `limit` calls in every `seconds`, as the key check counts them. */
export interface RateLimit {
  limit: number;
  seconds: number;
}

/** The windows callers are told of (specification, "Limits"). */
export type RateLimits = Readonly<Record<WindowName, RateLimit>>;

/** For example "200 requests in 10 seconds". */
export function describeRateLimit({ limit, seconds }: RateLimit): string {
  const span = seconds === 1 ? 'a second' : `${seconds} seconds`;
  return `${limit.toLocaleString('en-US')} requests in ${span}`;
}
