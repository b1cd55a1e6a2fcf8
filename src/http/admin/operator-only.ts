import type { MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import { ApiError } from '../../core/errors.ts';
import type { AppEnv } from '../context.ts';

const digest = async (text: string): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));

/** Compares digests, all of their bytes always, so that the time taken says nothing about the token. */
async function sameText(a: string, b: string): Promise<boolean> {
  const [left, right] = await Promise.all([digest(a), digest(b)]);
  return (
    left.reduce((difference, byte, index) => difference | (byte ^ (right[index] as number)), 0) ===
    0
  );
}

/** Lets only the operator through. Without a token in the deployment the whole surface does not exist. */
export const operatorOnly = (token: string | null): MiddlewareHandler<AppEnv> =>
  createMiddleware<AppEnv>(async (c, next) => {
    if (token === null) throw new ApiError('NOT_FOUND');
    const sent = /^bearer +(\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1];
    if (!sent || !(await sameText(sent, token)))
      throw new ApiError('UNAUTHORIZED', 'The operator token is missing or wrong.');
    await next();
  });
