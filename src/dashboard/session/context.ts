import type { Context, Hono } from 'hono';
import { createContext, useContext } from 'hono/jsx';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Auth } from '../../accounts/sign-in/auth.ts';
import { type RequestPlace, regionOf } from '../../domain/regions.ts';
import type { SessionUser, UserWithoutOrganization } from '../../lookup/account/members.ts';

/** Error shown as a page: the status, and a sentence for the person. */
export class PageError extends Error {
  override name = 'PageError';
  readonly status: ContentfulStatusCode;

  constructor(status: ContentfulStatusCode, message: string) {
    super(message);
    this.status = status;
  }
}

/** Flash message: shown once by the next page. */
export interface FlashMessage {
  kind: 'good' | 'bad';
  text: string;
}

/** What middleware leaves for pages. */
export interface DashboardEnv {
  Bindings: {
    /** Of the request, as its `X-Request-Id` says. */
    requestId: string;
  };
  Variables: {
    /** Scheme and host that links begin with. */
    origin: string;
    serviceName: string;
    /** A URI of the operator; undefined where none is set. */
    contact: string | undefined;
    /** Whether the organization of the signed-in user is suspended. */
    suspended: boolean;
    /** Sessions and passwords, for the origin; absent where signing in is off. */
    auth: Auth;
    /** The signed-in user; pages behind the sign-in read it by {@link requireSessionUser}. */
    user: SessionUser | null;
    /** A signed-in user who belongs to no organization. */
    userWithoutOrganization: UserWithoutOrganization | null;
    /** What every form carries; bound to the session, or to the browser before there is one. */
    formToken: string;
    /** The fields of the form that was sent, its token checked. */
    sentForm: URLSearchParams | null;
    /** Pages that this deployment serves, for the navigation. */
    paths: ReadonlySet<string>;
    /** Where forms of this page may lead besides this origin, such as a payment page. */
    formTargets: readonly string[];
  };
}

export type PageContext = Context<DashboardEnv>;

export type Pages = Hono<DashboardEnv>;

/** The request a component is rendered for. */
export const RequestContext = createContext<PageContext | null>(null);

export function useRequest(): PageContext {
  const c = useContext(RequestContext);
  if (!c) throw new TypeError('rendered outside of a page');
  return c;
}

/** Who has signed in, with an organization or without; null for a stranger. */
export const signedInPerson = (c: PageContext): UserWithoutOrganization | null =>
  c.get('user') ?? c.get('userWithoutOrganization');

/** The signed-in user; the guard of the sign-in has checked it before such a page runs. */
export function requireSessionUser(c: PageContext): SessionUser {
  const user = c.get('user');
  if (!user) throw new TypeError('this page is not behind the sign-in');
  return user;
}

/** The signed-in person, with an organization or without. */
export function requirePerson(c: PageContext): UserWithoutOrganization {
  const person = signedInPerson(c);
  if (!person) throw new TypeError('this page is not behind the sign-in');
  return person;
}

/** What the user may see: their organization's, live and test, of every product. */
export const visibleRealm = (c: PageContext) => ({
  organizationId: requireSessionUser(c).organizationId,
  mode: null,
  scopes: null,
});

/** Where the request came from, as the platform says; empty when it does not. */
export const clientAddress = (c: PageContext): string => c.req.header('CF-Connecting-IP') ?? '';

/** Who asks, as the verbs of signing in take it. */
export const clientOf = (c: PageContext) => ({
  address: clientAddress(c),
  headers: c.req.raw.headers,
});

/** Region nearest to the client, for the placement of a new account. */
export const clientRegion = (c: PageContext) =>
  regionOf((c.req.raw as Request & { cf?: RequestPlace }).cf ?? {});

export function appendCookies(c: PageContext, cookies: readonly string[]): void {
  for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true });
}

/** Of the dashboard's own cookies. */
export const cookieAttributes = (c: PageContext) => ({
  path: '/app',
  httpOnly: true,
  sameSite: 'Lax' as const,
  secure: c.get('origin').startsWith('https:'),
});
