import type { MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import { sha256, sha256Hex } from '../../lib/bytes.ts';
import { ApiError } from '../../lib/errors.ts';
import { isEqualConstantTime } from '../../lib/secrets.ts';
import { MINUTE_MS } from '../../lib/time.ts';
import type { RateLimiterPort } from '../../lookup/outbound.ts';
import type { AppEnv } from '../request/context.ts';

/** Rate limit of wrong tokens from one address, per minute. */
const MAX_FROM_ADDRESS = 20;

/** Limit over all addresses, which many addresses cannot bypass. */
const MAX_FROM_ALL = 1_000;

/**
 * Wrong operator tokens in the current minute, in this isolate's memory: a refusal here calls no
 * object. It slows down guessing; the protection is the token's own length.
 */
export class WrongTokenCounter {
  #minute = 0;
  #all = 0;
  readonly #byAddress = new Map<string, number>();

  /**
   * Counts one wrong token.
   * @returns seconds until the next minute if the limit is exceeded, else null
   */
  count(address: string, now: number): number | null {
    const minute = Math.floor(now / MINUTE_MS);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#all = 0;
      this.#byAddress.clear();
    }
    this.#all += 1;
    const own = (this.#byAddress.get(address) ?? 0) + 1;
    // Above the limit for all addresses nothing is added, which bounds the memory.
    if (this.#all <= MAX_FROM_ALL) this.#byAddress.set(address, own);
    if (own <= MAX_FROM_ADDRESS && this.#all <= MAX_FROM_ALL) return null;
    return ((minute + 1) * MINUTE_MS - now) / 1_000;
  }
}

/** Constant-time comparison of digests: the time does not reveal the token's length either. */
const isSameToken = async (a: string, b: string): Promise<boolean> =>
  isEqualConstantTime(await sha256Hex(a), await sha256Hex(b));

/** Rate of each bucket of the global count; addresses share a fixed number of buckets. */
const WRONG_TOKEN_RATE = { limit: MAX_FROM_ADDRESS, perMs: MINUTE_MS };

/**
 * Counts a wrong token in the global rate limiter, twenty a minute per bucket of addresses.
 * @returns seconds to wait, also if the limiter cannot be reached; null within the limit
 */
async function countGlobally(
  address: string,
  rateLimiter: RateLimiterPort,
): Promise<number | null> {
  const [bucket] = await sha256(address);
  try {
    await rateLimiter.acquire(`wrong operator tokens ${bucket}`, WRONG_TOKEN_RATE, 0);
    return null;
  } catch (error) {
    if (error instanceof ApiError) return Number(error.headers['Retry-After']);
    throw error;
  }
}

/**
 * Admits only the operator; a right token is accepted after any number of wrong ones. If the
 * deployment has no token, /admin does not exist.
 */
export function requireOperator(
  token: string | null,
  rateLimiter: RateLimiterPort,
): MiddlewareHandler<AppEnv> {
  const wrong = new WrongTokenCounter();
  return createMiddleware<AppEnv>(async (c, next) => {
    if (token === null) throw new ApiError('NOT_FOUND');
    const sent = /^bearer +(\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1];
    if (sent && (await isSameToken(sent, token))) return next();
    const address = c.req.header('CF-Connecting-IP') ?? '';
    const retryAfterSeconds =
      wrong.count(address, c.get('startedAt')) ?? (await countGlobally(address, rateLimiter));
    if (retryAfterSeconds === null)
      throw new ApiError('UNAUTHORIZED', 'The operator token is missing or wrong.');
    const message = 'Too many wrong operator tokens in this minute.';
    throw new ApiError('RATE_LIMIT_EXCEEDED', message, { retryAfterSeconds });
  });
}
