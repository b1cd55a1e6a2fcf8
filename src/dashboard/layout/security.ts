import { createMiddleware } from 'hono/factory';
import type { DashboardEnv } from '../context.ts';

/**
 * Nothing but this origin: no frame, no script or style that is not a file of ours, and no form
 * that leads elsewhere, but where a page says so: its form ends in a redirect to a payment page.
 */
const policy = (formTargets: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "frame-ancestors 'none'",
  ].join('; ');

/** On every page: it is one person's, is kept by no cache, and tells nobody where it came from. */
export const pageHeaders = createMiddleware<DashboardEnv>(async (c, next) => {
  c.set('formTargets', []);
  await next();
  c.header('Content-Security-Policy', policy(c.get('formTargets')));
  c.header('Referrer-Policy', 'same-origin');
  c.header('X-Frame-Options', 'DENY');
  c.header('Cross-Origin-Opener-Policy', 'same-origin');
  if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store');
});
