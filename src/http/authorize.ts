import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { CallKind, Gate, WindowState } from '../core/access.ts';
import { ApiError } from '../core/errors.ts';
import type { AppEnv } from './context.ts';

function describeWindow(c: Context<AppEnv>, window: WindowState): void {
  c.header('X-RateLimit-Limit', String(window.limit));
  c.header('X-RateLimit-Remaining', String(window.remaining));
  c.header('X-RateLimit-Reset', String(window.reset));
}

/** Admits the caller or refuses in the order 401, 403, 429; sets the rate headers once the key is known. */
export async function admit(c: Context<AppEnv>, gate: Gate, kind: CallKind): Promise<void> {
  const admission = await gate.admit(c.req.header('Authorization') ?? null, kind);
  if ('window' in admission && admission.window) describeWindow(c, admission.window);
  if (!admission.admitted) {
    if (admission.code !== 'RATE_LIMIT_EXCEEDED') throw new ApiError(admission.code);
    const retryAfterSeconds = admission.window.reset - c.get('startedAt') / 1_000;
    throw new ApiError('RATE_LIMIT_EXCEEDED', undefined, { retryAfterSeconds });
  }
  c.set('caller', admission.caller);
}

export const authorize = (gate: Gate, kind: CallKind) =>
  createMiddleware<AppEnv>(async (c, next) => {
    await admit(c, gate, kind);
    await next();
  });
