import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import type { AccountPorts } from '../../accounts/ports.ts';
import { limitAttempts, requireAttempt } from '../../accounts/sign-in/attempt-limits.ts';
import type { Accounts } from '../../lookup/account/account.ts';
import type { Role, SessionUser } from '../../lookup/account/members.ts';
import { isSuspended } from './caller.ts';
import { type DashboardEnv, type PageContext, PageError, signedInPerson } from './context.ts';

/**
 * Who may open a page or submit its form: anyone; a signed-in person, with or without an
 * organization; or members with these roles.
 */
type PageAccess = 'public' | 'person' | readonly Role[];

const ALL: PageAccess = ['owner', 'admin', 'member', 'billing'];
const LOOKUPS: PageAccess = ['owner', 'admin', 'member'];
const MANAGERS: PageAccess = ['owner', 'admin'];
const PAYERS: PageAccess = ['owner', 'billing'];
const OWNERS: PageAccess = ['owner'];

/**
 * Who may open a page, and who may submit a form to it; null if not supported. `begins`: the form
 * starts something or buys, which is refused while the organization is suspended. `ends`: it ends
 * or withdraws something, and is counted apart from all others. `form`: the page that has the form,
 * if it is not {@link formPage the nearest page above}.
 */
type PageRow = readonly [
  get: PageAccess | null,
  post: PageAccess | null,
  does?: 'begins' | 'ends' | null,
  form?: string,
];

const SECURITY_PATH = '/app/settings/security';

/**
 * Permissions of all pages by path. A page without a row is refused, so a new page needs a row.
 */
export const PAGE_ACCESS: ReadonlyMap<string, PageRow> = new Map<string, PageRow>([
  ['/app/sign-in', ['public', 'public']],
  ['/app/sign-in/second-step', ['public', 'public']],
  ['/app/sign-in/with/:provider', [null, 'public']],
  ['/app/sign-in/with/:provider/callback', ['public', null]],
  ['/app/sign-in/passkey', [null, 'public']],
  ['/app/sign-in/passkey/confirm', [null, 'public']],
  ['/app/sign-out', [null, 'public']],
  ['/app/sign-up', ['public', 'public']],
  ['/app/sign-up/mail', ['public', 'public']],
  ['/app/reset-password', ['public', 'public']],
  ['/app/new-password', [null, 'public', null, '/app/reset-password']],
  ['/app/verify-email', ['public', 'public']],
  ['/app/invitations/:id', ['public', 'public']],
  ['/app/organizations/new', ['person', 'person']],
  ['/app', [LOOKUPS, null]],
  ['/app/try', [LOOKUPS, null]],
  ['/app/try/:product', [LOOKUPS, LOOKUPS, 'begins']],
  ['/app/jobs', [LOOKUPS, null]],
  ['/app/jobs/new', [LOOKUPS, LOOKUPS, 'begins']],
  ['/app/jobs/new/:upload', [LOOKUPS, null]],
  ['/app/jobs/new/:upload/start', [null, LOOKUPS, 'begins']],
  ['/app/jobs/new/:upload/discard', [null, LOOKUPS, 'ends']],
  ['/app/jobs/:id', [LOOKUPS, null]],
  ['/app/jobs/:id/state', [LOOKUPS, null]],
  ['/app/jobs/:id/cancel', [null, LOOKUPS, 'ends']],
  ['/app/monitors', [LOOKUPS, null]],
  ['/app/monitors/new', [LOOKUPS, LOOKUPS, 'begins']],
  ['/app/monitors/:id', [LOOKUPS, null]],
  ['/app/monitors/:id/events', [LOOKUPS, null]],
  ['/app/monitors/:id/change', [null, LOOKUPS]],
  ['/app/monitors/:id/pause', [null, LOOKUPS, 'ends']],
  ['/app/monitors/:id/resume', [null, LOOKUPS, 'begins']],
  ['/app/monitors/:id/webhook/remove', [null, LOOKUPS]],
  ['/app/monitors/:id/run', [null, LOOKUPS, 'begins']],
  ['/app/monitors/:id/add', [null, LOOKUPS, 'begins']],
  ['/app/monitors/:id/remove', [null, LOOKUPS]],
  ['/app/monitors/:id/delete', [null, LOOKUPS, 'ends']],
  ['/app/usage', [ALL, null]],
  ['/app/usage.csv', [ALL, null]],
  ['/app/requests', [LOOKUPS, null]],
  ['/app/requests.csv', [LOOKUPS, null]],
  ['/app/webhooks', [LOOKUPS, MANAGERS]],
  ['/app/webhooks/:id', [LOOKUPS, MANAGERS]],
  ['/app/webhooks/:id/enable', [null, MANAGERS]],
  ['/app/webhooks/:id/disable', [null, MANAGERS, 'ends']],
  ['/app/webhooks/:id/test', [null, MANAGERS]],
  ['/app/webhooks/:id/redeliver', [null, MANAGERS]],
  ['/app/webhooks/:id/delete', [null, MANAGERS, 'ends']],
  ['/app/webhooks/:id/rotate', [null, MANAGERS]],
  ['/app/deliveries', [LOOKUPS, null]],
  ['/app/deliveries/:id', [LOOKUPS, null]],
  ['/app/deliveries/:id/redeliver', [null, LOOKUPS]],
  ['/app/deliveries/redeliver', [null, LOOKUPS]],
  // For another member's key, page and account also require a manager.
  ['/app/keys', [LOOKUPS, LOOKUPS, 'begins']],
  ['/app/keys/created', [LOOKUPS, null]],
  ['/app/keys/:id', [LOOKUPS, LOOKUPS]],
  ['/app/keys/:id/roll', [null, LOOKUPS, 'begins']],
  ['/app/keys/:id/revoke', [LOOKUPS, LOOKUPS, 'ends']],
  ['/app/keys/:id/suspend', [null, LOOKUPS, 'ends', '/app/keys']],
  ['/app/keys/:id/resume', [null, LOOKUPS, null, '/app/keys']],
  ['/app/connections', [LOOKUPS, null]],
  ['/app/connections/:id/end', [null, LOOKUPS, 'ends']],
  ['/app/connections/:id/limit', [LOOKUPS, LOOKUPS]],
  // Checks the role in the organization chosen on the page.
  ['/app/connections/new', [ALL, ALL]],
  ['/app/team', [LOOKUPS, null]],
  ['/app/team/invitations', [null, MANAGERS]],
  ['/app/team/invitations/:id/withdraw', [null, MANAGERS, 'ends']],
  ['/app/team/:id/role', [null, MANAGERS]],
  // Removing oneself means leaving.
  ['/app/team/:id/remove', [ALL, ALL, 'ends']],
  ['/app/audit', [MANAGERS, null]],
  ['/app/audit.csv', [MANAGERS, null]],
  ['/app/billing', [ALL, null]],
  ['/app/billing/alerts', [null, PAYERS]],
  ['/app/billing/plan', [null, PAYERS, 'begins']],
  ['/app/billing/credits', [null, PAYERS, 'begins']],
  ['/app/billing/portal', [null, PAYERS]],
  ['/app/settings', [ALL, null]],
  [SECURITY_PATH, ['person', null]],
  ['/app/settings/second-step', [null, 'person', null, SECURITY_PATH]],
  ['/app/settings/second-step/confirm', [null, 'person', null, SECURITY_PATH]],
  ['/app/settings/second-step/codes', [null, 'person', null, SECURITY_PATH]],
  ['/app/settings/passkeys', [null, 'person', null, SECURITY_PATH]],
  ['/app/settings/passkeys/new', ['person', null]],
  ['/app/settings/passkeys/confirm', [null, 'person', null, SECURITY_PATH]],
  ['/app/settings/passkeys/:id/name', ['person', 'person']],
  ['/app/settings/passkeys/:id/remove', [null, 'person', 'ends', SECURITY_PATH]],
  ['/app/settings/providers/:provider/unlink', [null, 'person', null, SECURITY_PATH]],
  ['/app/settings/sessions/end-others', [null, 'person', 'ends', SECURITY_PATH]],
  ['/app/settings/sessions/:id/end', [null, 'person', 'ends', SECURITY_PATH]],
  ['/app/settings/name', [null, ALL]],
  ['/app/settings/password', [null, ALL, 'ends']],
  ['/app/settings/switch', [null, ALL]],
  ['/app/settings/organization', [null, OWNERS]],
  ['/app/settings/country', [null, OWNERS]],
  ['/app/settings/delete-organization', [OWNERS, OWNERS, 'ends']],
  ['/app/settings/delete-account', ['person', 'person', 'ends']],
]);

const ROLE_NAMES: Readonly<Record<Role, string>> = {
  owner: 'owners',
  admin: 'admins',
  member: 'members',
  billing: 'members with the role billing',
};

const namesOf = new Intl.ListFormat('en');

/** Home page of each role: the first one it may open. */
export const homeOf = ({ role }: Pick<SessionUser, 'role'>): string =>
  LOOKUPS.includes(role as never) ? '/app' : '/app/billing';

/** Whether a role may open a page, or submit a form to it. @param path route pattern of the page */
export function mayOpen(role: Role, path: string, method: 'GET' | 'POST' = 'GET'): boolean {
  const access = PAGE_ACCESS.get(path)?.[method === 'GET' ? 0 : 1] ?? null;
  return access === 'public' || access === 'person' || access?.includes(role) === true;
}

/** Route pattern of the page that has the form of a path. */
function formPage(path: string): string {
  let page = PAGE_ACCESS.get(path)?.[3] ?? path;
  while (!PAGE_ACCESS.get(page)?.[0]) page = page.slice(0, page.lastIndexOf('/'));
  return page;
}

/**
 * Redirects from the address of a form, which a browser shows after the form was refused, to the
 * page that has the form. One for each path that takes forms and is no page.
 */
export const formRedirects = [...PAGE_ACCESS].flatMap(([path, [get]]) => {
  if (get !== null) return [];
  const page = formPage(path);
  const redirect = createMiddleware<DashboardEnv>(async (c, next) => {
    if (!['GET', 'HEAD'].includes(c.req.method)) return next();
    const given = new Map<string, string>(Object.entries(c.req.param()));
    const to = page.replace(/:(\w+)/g, (_, name) => encodeURIComponent(given.get(name) ?? ''));
    return c.redirect(to, 303);
  });
  return [{ path, redirect }];
});

const NEW_ORGANIZATION_PATH = '/app/organizations/new';

/** Redirects to a page that precedes the requested one, and remembers the latter. */
function toPageBefore(c: PageContext, before: string): Response {
  const { search } = new URL(c.req.url);
  const { path } = c.req;
  const wanted = c.req.method === 'GET' && path !== '/app' ? `${path}${search}` : null;
  const next = wanted === null ? '' : `?next=${encodeURIComponent(wanted)}`;
  return c.redirect(`${before}${next}`, 303);
}

const routeOf = (c: PageContext) => matchedRoutes(c).find(({ method }) => method !== 'ALL');

/** Error for forms that start something, and for the consent to agents. */
export const SUSPENDED_REFUSAL =
  'The organization is suspended. This is not possible until the operator of this service resumes it.';

/** Checks whether the organization is suspended, and if so refuses forms that start something. */
export const checkSuspension = (callers: Pick<Accounts, 'admit'>) =>
  createMiddleware<DashboardEnv>(async (c, next) => {
    const user = c.get('user');
    // Unknown if the account is out of reach; anything that starts asks it again.
    const suspended = user !== null && (await isSuspended(user, callers).catch(() => false));
    c.set('suspended', suspended);
    const does = PAGE_ACCESS.get(routeOf(c)?.path ?? '')?.[2];
    if (suspended && c.req.method === 'POST' && does === 'begins')
      throw new PageError(403, SUSPENDED_REFUSAL);
    await next();
  });

/**
 * Access check of all pages: requires a session, and a role listed in {@link PAGE_ACCESS}. Session
 * and membership were read from the database for this request. Forms of a person are counted,
 * because most leave an entry in the audit log; those that end something stay possible when all
 * others are used up.
 */
export const requireAccess = (ports: Pick<AccountPorts, 'db' | 'clock'>) =>
  createMiddleware<DashboardEnv>(async (c, next) => {
    const page = routeOf(c);
    const row = page && PAGE_ACCESS.get(page.path);
    const access = row?.[page?.method === 'GET' ? 0 : 1] ?? null;
    if (access === 'public') return next();
    const user = c.get('user');
    const person = signedInPerson(c);
    if (!person) return toPageBefore(c, '/app/sign-in');
    const open = async () => {
      const kind = row?.[2] === 'ends' ? 'ending form by person' : 'form by person';
      if (page?.method === 'POST') requireAttempt(await limitAttempts(kind, person.userId, ports));
      return next();
    };
    if (access === 'person') return open();
    if (!user) return toPageBefore(c, NEW_ORGANIZATION_PATH);
    if (!page || access?.includes(user.role)) return open();
    if (page.path === '/app') return c.redirect(homeOf(user), 303);
    if (!access) throw new TypeError(`${page.path} has no row of permissions`);
    const names = namesOf.format(access.map((role) => ROLE_NAMES[role]));
    throw new PageError(403, `Only ${names} of the organization can do this.`);
  });
