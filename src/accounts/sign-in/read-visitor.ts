import type { SignedIn } from '../../core/account/visitor.ts';
import { listMemberships } from '../../store/users.ts';
import type { Auth } from './auth.ts';
import type { SignInPorts } from './ports.ts';

/** Who has signed in, and cookies that the reply renews. */
export interface SessionReading {
  signedIn: SignedIn;
  cookies: readonly string[];
}

/**
 * Reads the session of a request and the membership it stands for, both from the database: somebody
 * who was removed, or an organization that was deleted, is gone with the next request.
 */
export async function readSession(
  headers: Headers,
  auth: Auth,
  { db }: Pick<SignInPorts, 'db'>,
): Promise<SessionReading> {
  if (!headers.has('Cookie')) return { signedIn: { kind: 'nobody' }, cookies: [] };
  const found = await auth.api.getSession({ headers, returnHeaders: true });
  const cookies = found.headers.getSetCookie();
  if (!found.response) return { signedIn: { kind: 'nobody' }, cookies };
  const { session, user } = found.response;
  const person = { userId: user.id, email: user.email, name: user.name, sessionId: session.id };
  const memberships = await listMemberships(db, user.id);
  const wanted = session.activeOrganizationId;
  const membership =
    memberships.find(({ organizationId }) => organizationId === wanted) ?? memberships[0];
  if (!membership) return { signedIn: { kind: 'homeless', person }, cookies };
  return { signedIn: { kind: 'visitor', visitor: { ...person, ...membership } }, cookies };
}
