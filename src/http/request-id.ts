import { createMiddleware } from 'hono/factory';
import type { Clock } from '../core/ports.ts';
import type { AppEnv } from './context.ts';

/** Names the request before anything can go wrong with it. */
export const requestId = (clock: Clock) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const id = crypto.randomUUID();
    c.set('requestId', id);
    c.set('startedAt', clock.now());
    c.header('X-Request-Id', id);
    await next();
  });
