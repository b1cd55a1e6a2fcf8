import type { Context, Hono } from 'hono';
import { createContext, useContext } from 'hono/jsx';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Auth } from '../../accounts/sign-in/auth.ts';
import { type RequestPlace, regionOf } from '../../domain/regions.ts';
import type { FormPart } from '../../lib/multipart.ts';
import type { SessionUser, UserWithoutOrganization } from '../../lookup/account/members.ts';

/** Error shown as a page: status, and a sentence for the user. */
export class PageError extends Error {
  override name = 'PageError';
  readonly status: ContentfulStatusCode;

  constructor(status: ContentfulStatusCode, message: string) {
    super(message);
    this.status = status;
  }
}

/** Flash message, shown once by the next page. */
export interface FlashMessage {
  kind: 'good' | 'bad';
  text: string;
}

/** Variables that middleware sets for pages. */
export interface DashboardEnv {
  Bindings: {
    /** Request id, as in `X-Request-Id`. */
    requestId: string;
  };
  Variables: {
    /** Scheme and host of links. */
    origin: string;
    serviceName: string;
    /** Contact URI of the operator; undefined if none is set. */
    contact: string | undefined;
    /** Whether the organization of the signed-in user is suspended. */
    suspended: boolean;
    /** Sessions and passwords, for the origin; absent if sign-in is off. */
    auth: Auth;
    /** The signed-in user; protected pages read it by {@link requireSessionUser}. */
    user: SessionUser | null;
    /** A signed-in user without an organization. */
    userWithoutOrganization: UserWithoutOrganization | null;
    /** CSRF token of all forms, bound to the session, or to the browser before a session exists. */
    formToken: string;
    /** Fields of the submitted form, after its token was checked. */
    sentForm: URLSearchParams | null;
    /** Parts of a submitted upload after its token; none of another request. */
    sentParts: AsyncIterable<FormPart>;
    /** Pages that this deployment serves, for the navigation. */
    paths: ReadonlySet<string>;
    /** Other origins to which forms of this page may lead, such as a payment page. */
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

/** The signed-in person, with or without an organization; null if not signed in. */
export const signedInPerson = (c: PageContext): UserWithoutOrganization | null =>
  c.get('user') ?? c.get('userWithoutOrganization');

/** The signed-in user; the access check guarantees it before a protected page runs. */
export function requireSessionUser(c: PageContext): SessionUser {
  const user = c.get('user');
  if (!user) throw new TypeError('this page is not behind the sign-in');
  return user;
}

/** The signed-in person, with or without an organization. */
export function requirePerson(c: PageContext): UserWithoutOrganization {
  const person = signedInPerson(c);
  if (!person) throw new TypeError('this page is not behind the sign-in');
  return person;
}

/** The user's realm: their organization, live and test, all products. */
export const visibleRealm = (c: PageContext) => ({
  organizationId: requireSessionUser(c).organizationId,
  mode: null,
  scopes: null,
});

/** Client address from the platform; empty if unknown. */
export const clientAddress = (c: PageContext): string => c.req.header('CF-Connecting-IP') ?? '';

/** The client, for sign-in operations. */
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

export const cookieAttributes = (c: PageContext) => ({
  path: '/app',
  httpOnly: true,
  sameSite: 'Lax' as const,
  secure: c.get('origin').startsWith('https:'),
});
