import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { ApiError } from '../core/errors.ts';
import type { Clock } from '../core/ports.ts';
import type { AppEnv } from './context.ts';

const YEAR_SECONDS = 31_536_000;

/** RFC 9116, section 2.5.5, recommends less than a year. */
const VALID_MS = 180 * 86_400_000;

/** On every reply: no guessing of types, and after one reply over HTTPS nothing else (RFC 6797). */
export const securityHeaders = createMiddleware<AppEnv>(async (c, next) => {
  c.header('X-Content-Type-Options', 'nosniff');
  if (new URL(c.req.url).protocol === 'https:')
    c.header('Strict-Transport-Security', `max-age=${YEAR_SECONDS}`);
  await next();
});

/**
 * `GET /.well-known/security.txt` (RFC 9116): whom to tell of a flaw. Without a contact there is
 * none.
 */
export function securityTextRoutes({
  contact,
  clock,
}: {
  contact: string | undefined;
  clock: Clock;
}): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/.well-known/security.txt', (c) => {
    if (contact === undefined) throw new ApiError('NOT_FOUND');
    const expires = new Date(clock.now() + VALID_MS).toISOString();
    return c.text(`Contact: ${contact}\nExpires: ${expires}\nPreferred-Languages: en\n`);
  });
  return routes;
}
