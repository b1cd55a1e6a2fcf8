import type { Region } from './regions.ts';

/** What a member may do: an owner everything, a member everything but people, plan and deletion. */
export type Role = 'owner' | 'member';

/**
 * Who has signed in, and for which organization, as of this request: the session, the user and the
 * membership were read for it, so somebody who was removed is nobody here.
 */
export interface Visitor {
  userId: string;
  /** In lower case. */
  email: string;
  name: string;
  /** What forms are bound to. Not the cookie: it opens nothing. */
  sessionId: string;
  organizationId: string;
  organizationName: string;
  region: Region;
  role: Role;
}

/** A person who has signed in and belongs to no organization now. */
export type Homeless = Pick<Visitor, 'userId' | 'email' | 'name' | 'sessionId'>;

/** What the cookies of a request stand for. */
export type SignedIn =
  | { kind: 'visitor'; visitor: Visitor }
  | { kind: 'homeless'; person: Homeless }
  | { kind: 'nobody' };
