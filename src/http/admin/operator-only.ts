import type { MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import { ApiError } from '../../core/errors.ts';
import type { HostTurns } from '../../core/network.ts';
import type { AppEnv } from '../context.ts';
import { MAX_FROM_ADDRESS, MINUTE_MS, WrongTokens } from './wrong-tokens.ts';

const digest = async (text: string): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));

/**
 * Compares digests, all of their bytes always, so that the time taken says nothing about the token.
 */
async function sameText(a: string, b: string): Promise<boolean> {
  const [left, right] = await Promise.all([digest(a), digest(b)]);
  return (
    left.reduce((difference, byte, index) => difference | (byte ^ (right[index] as number)), 0) ===
    0
  );
}

/** As many objects count for all addresses: whoever has many of them makes no more. */
const PACE = { limit: MAX_FROM_ADDRESS, perMs: MINUTE_MS };

/**
 * Counts a wrong token where every isolate does: as a turn of the address, of which a minute has
 * twenty. @returns seconds to wait, also where nobody can count; null while there is a turn
 */
async function countEverywhere(address: string, turns: HostTurns): Promise<number | null> {
  const [bucket] = await digest(address);
  try {
    await turns.take(`wrong operator tokens ${bucket}`, PACE, 0);
    return null;
  } catch (error) {
    if (error instanceof ApiError) return Number(error.headers['Retry-After']);
    throw error;
  }
}

/**
 * Lets only the operator through, however many wrong tokens came before. Without a token in the
 * deployment the whole surface does not exist.
 */
export function operatorOnly(token: string | null, turns: HostTurns): MiddlewareHandler<AppEnv> {
  const wrong = new WrongTokens();
  return createMiddleware<AppEnv>(async (c, next) => {
    if (token === null) throw new ApiError('NOT_FOUND');
    const sent = /^bearer +(\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1];
    if (sent && (await sameText(sent, token))) return next();
    const address = c.req.header('CF-Connecting-IP') ?? '';
    const retryAfterSeconds =
      wrong.count(address, c.get('startedAt')) ?? (await countEverywhere(address, turns));
    if (retryAfterSeconds === null)
      throw new ApiError('UNAUTHORIZED', 'The operator token is missing or wrong.');
    const message = 'Too many wrong operator tokens in this minute.';
    throw new ApiError('RATE_LIMIT_EXCEEDED', message, { retryAfterSeconds });
  });
}
