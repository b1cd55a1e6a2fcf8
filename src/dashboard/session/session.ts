import { createMiddleware } from 'hono/factory';
import { readSession } from '../../accounts/sign-in/read-visitor.ts';
import type { DashboardEnv } from '../context.ts';
import type { DashboardServices } from '../services.ts';
import { takeFlash } from './flash.ts';

/** Says who is here, from the database on every request, and renews the session's cookie. */
export const session = ({ auth, signIn }: Pick<DashboardServices, 'auth' | 'signIn'>) =>
  createMiddleware<DashboardEnv>(async (c, next) => {
    const { headers } = c.req.raw;
    const { signedIn, cookies } = await readSession(headers, await auth(c.get('origin')), signIn);
    c.set('visitor', signedIn.kind === 'visitor' ? signedIn.visitor : null);
    c.set('homeless', signedIn.kind === 'homeless' ? signedIn.person : null);
    for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true });
    if (c.req.method === 'GET') c.set('flash', takeFlash(c));
    await next();
  });

/** What a person without a session may open, and one with a session too. */
const OPEN = new Set([
  '/app/sign-in',
  '/app/sign-up',
  '/app/sign-out',
  '/app/reset-password',
  '/app/new-password',
  '/app/verify-email',
]);
/** Where the links of invitations lead, whoever opens them. */
const INVITATIONS = '/app/invitations/';
/** Where somebody goes who belongs to no organization. */
const HOMELESS = '/app/organizations/new';

/** Nobody gets past without a session and an organization. */
export const guard = createMiddleware<DashboardEnv>(async (c, next) => {
  const { path } = c.req;
  if (c.get('visitor') || OPEN.has(path) || path.startsWith(INVITATIONS)) return next();
  if (c.get('homeless')) return path === HOMELESS ? next() : c.redirect(HOMELESS, 303);
  const { search } = new URL(c.req.url);
  const wanted = c.req.method === 'GET' && path !== '/app' ? `${path}${search}` : null;
  return c.redirect(
    wanted === null ? '/app/sign-in' : `/app/sign-in?next=${encodeURIComponent(wanted)}`,
    303,
  );
});
