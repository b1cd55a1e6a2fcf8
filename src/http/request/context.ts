import { createMiddleware } from 'hono/factory';
import type { Caller } from '../../lookup/account/caller.ts';
import type { Clock } from '../../lookup/world.ts';

/** What middleware leaves for handlers. */
export interface AppEnv {
  Variables: {
    requestId: string;
    /** Milliseconds since the epoch, when the request arrived. */
    startedAt: number;
    caller: Caller;
    /** Id of the organization that this request made. */
    madeOrganization?: string;
  };
}

/** Names the request before anything can go wrong with it. */
export const requestId = (clock: Clock) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const id = crypto.randomUUID();
    c.set('requestId', id);
    c.set('startedAt', clock.now());
    c.header('X-Request-Id', id);
    await next();
  });
