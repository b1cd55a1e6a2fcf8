import type { Context } from 'hono';
import type { Homeless, Visitor } from '../core/account/visitor.ts';
import { Refused } from './refused.ts';

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
    /** Who is here; pages behind the sign-in read it by {@link visitorOf}. */
    visitor: Visitor | null;
    /** Somebody who has signed in and belongs to no organization. */
    homeless: Homeless | null;
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
export function visitorOf(c: PageContext): Visitor {
  const visitor = c.get('visitor');
  if (!visitor) throw new TypeError('this page is not behind the sign-in');
  return visitor;
}

/** Whoever has signed in, when it is an owner. @throws Refused 403 for a member */
export function requireOwner(c: PageContext): Visitor {
  const visitor = visitorOf(c);
  if (visitor.role !== 'owner')
    throw new Refused(403, 'Only owners of the organization may do this.');
  return visitor;
}
