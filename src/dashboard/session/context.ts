import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { type RequestPlace, regionOf } from '../../domain/regions.ts';
import type { SessionUser, UserWithoutOrganization } from '../../lookup/account/members.ts';

/** A page that says no: the status, and a sentence for the person. */
export class PageError extends Error {
  override name = 'Refused';
  readonly status: ContentfulStatusCode;
  readonly retryAfterSeconds: number | null;

  constructor(
    status: ContentfulStatusCode,
    message: string,
    retryAfterSeconds: number | null = null,
  ) {
    super(message);
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** What whoever tried too often is told. */
export function tooManyAttemptsMessage(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return `Too many attempts. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
}

/** What the page before wanted told. */
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
    /** Who is here; pages behind the sign-in read it by {@link requireSessionUser}. */
    visitor: SessionUser | null;
    /** Somebody who has signed in and belongs to no organization. */
    homeless: UserWithoutOrganization | null;
    /** What every form carries; bound to the session, or to the browser before there is one. */
    formToken: string;
    /** The fields of the form that was sent, its token checked. */
    sentForm: URLSearchParams | null;
    /** Told once, after a redirect. */
    flash: FlashMessage | null;
    /** Pages that this deployment serves, for the navigation. */
    paths: ReadonlySet<string>;
    /** Where forms of this page may lead besides this origin, such as a payment page. */
    formTargets: readonly string[];
  };
}

export type PageContext = Context<DashboardEnv>;

/** Whoever has signed in; the guard lets nobody else through to pages that ask. */
export function requireSessionUser(c: PageContext): SessionUser {
  const visitor = c.get('visitor');
  if (!visitor) throw new TypeError('this page is not behind the sign-in');
  return visitor;
}

/** Whoever has signed in, when it is an owner. @throws Refused 403 for a member */
export function requireOwner(c: PageContext): SessionUser {
  const visitor = requireSessionUser(c);
  if (visitor.role !== 'owner')
    throw new PageError(403, 'Only owners of the organization may do this.');
  return visitor;
}

/** Where the request came from, as the platform says; empty when it does not. */
export const clientAddress = (c: PageContext): string => c.req.header('CF-Connecting-IP') ?? '';

/** Nearest region of whoever asks, for the account that is made for them. */
export const clientRegion = (c: PageContext) =>
  regionOf((c.req.raw as Request & { cf?: RequestPlace }).cf ?? {});
