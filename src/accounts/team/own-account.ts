import { ApiError } from '../../lib/errors.ts';
import { HOUR_MS } from '../../lib/time.ts';
import type { SessionUser } from '../../lookup/account/members.ts';
import { closeOrganization } from '../deprovisioning.ts';
import { limitAttempts, requireAttempt, resetAttempts } from '../sign-in/attempt-limits.ts';
import { type Auth, nullIfRefused } from '../sign-in/auth.ts';
import { requireGoodPassword } from '../sign-in/passwords.ts';
import type { SignInPorts } from '../sign-in/ports.ts';
import { matchPassword } from '../sign-in/sign-in.ts';
import { deleteUser, listTeam, setActiveOrganization } from '../store-members.ts';
import {
  deletePasswordGrants,
  deleteSessions,
  deleteTrustedBrowsers,
  listSessions,
  type OwnSession,
} from '../store-sign-in.ts';
import { hasPassword, listMemberships } from '../store-users.ts';
import { removeMember } from './members.ts';

export interface OwnAccountSession
  extends Pick<SessionUser, 'userId' | 'email' | 'name' | 'sessionId'> {
  headers: Headers;
}

/**
 * Checks the password again before an irreversible change; attempts count by session.
 * @param param field that holds it
 * @throws ApiError INVALID_INPUT (`param`) when it is wrong, RATE_LIMIT_EXCEEDED
 */
async function checkPassword(
  { sessionId, headers }: OwnAccountSession,
  { password, param }: { password: string; param: string },
  auth: Auth,
  ports: Pick<SignInPorts, 'db' | 'clock'>,
): Promise<void> {
  requireAttempt(await limitAttempts('password by session', sessionId, ports));
  if (!(await nullIfRefused(auth.api.verifyPassword({ body: { password }, headers }))))
    throw new ApiError('INVALID_INPUT', 'is wrong', { param });
  await resetAttempts('password by session', sessionId, ports);
}

/** Whether a person has a password, besides any other ways to sign in. */
export const hasOwnPassword = (userId: string, { db }: Pick<SignInPorts, 'db'>) =>
  hasPassword(db, userId);

/** Longest session age at which a person without a password may change how they sign in. */
const FRESH_MS = HOUR_MS;

/**
 * Confirms a person before a change of how they sign in: by the password, or, without one, by a
 * session that began within the hour.
 * @returns the confirmation in the form the library takes
 * @throws ApiError INVALID_INPUT (`password`), RATE_LIMIT_EXCEEDED
 */
export async function confirmPerson(
  self: OwnAccountSession,
  password: string,
  auth: Auth,
  ports: Pick<SignInPorts, 'db' | 'clock'>,
): Promise<{ password?: string }> {
  const { db, clock } = ports;
  if (await hasPassword(db, self.userId)) {
    if (password === '') throw new ApiError('INVALID_INPUT', 'is required', { param: 'password' });
    await checkPassword(self, { password, param: 'password' }, auth, ports);
    return { password };
  }
  const sessions = await listSessions(db, self.userId, clock.now());
  const began = sessions.find(({ id }) => id === self.sessionId)?.createdAt ?? 0;
  if (clock.now() - began > FRESH_MS) {
    const message = 'You signed in more than an hour ago: sign out and in again first.';
    throw new ApiError('INVALID_INPUT', message, { param: '' });
  }
  return {};
}

/**
 * Changes the password. All other sessions and links that set a password end, this session is
 * replaced, and every browser is asked for a code again. A form that is sent twice finds the new
 * password in place, and changes nothing.
 * @returns the cookies of the new session
 * @throws ApiError INVALID_INPUT (`new_password`, `current_password`), RATE_LIMIT_EXCEEDED
 */
export async function changePassword(
  self: OwnAccountSession,
  { current, password }: { current: string; password: string },
  auth: Auth,
  ports: Pick<SignInPorts, 'db' | 'clock'>,
): Promise<readonly string[]> {
  requireGoodPassword(password, [self.email, self.name], 'new_password');
  try {
    await checkPassword(self, { password: current, param: 'current_password' }, auth, ports);
  } catch (error) {
    const isWrong = error instanceof ApiError && error.code === 'INVALID_INPUT';
    if (isWrong && (await matchPassword(self.email, password, ports.db))) return [];
    throw error;
  }
  await deletePasswordGrants(ports.db, self.userId);
  const changed = await auth.api.changePassword({
    body: { currentPassword: current, newPassword: password, revokeOtherSessions: true },
    headers: self.headers,
    returnHeaders: true,
  });
  return changed.headers.getSetCookie();
}

export const changeName = async ({ headers }: OwnAccountSession, name: string, auth: Auth) => {
  await auth.api.updateUser({ body: { name }, headers });
};

/** A person's current sessions, last seen first. */
export const listOwnSessions = (
  userId: string,
  { db, clock }: Pick<SignInPorts, 'db' | 'clock'>,
): Promise<OwnSession[]> => listSessions(db, userId, clock.now());

/**
 * Ends one of a person's sessions, or all but this one, after which every browser is asked for a
 * code again. @returns how many ended
 */
export async function endSessions(
  { userId, sessionId }: Pick<OwnAccountSession, 'userId' | 'sessionId'>,
  id: string | null,
  { db }: Pick<SignInPorts, 'db'>,
): Promise<number> {
  if (id !== null) return deleteSessions(db, userId, { id });
  await deleteTrustedBrowsers(db, userId);
  return deleteSessions(db, userId, { except: sessionId });
}

/** Switches the session to another organization. @returns false when the person is not in it */
export async function switchOrganization(
  { userId, sessionId, organizationId }: Record<'userId' | 'sessionId' | 'organizationId', string>,
  { db }: Pick<SignInPorts, 'db'>,
): Promise<boolean> {
  const memberships = await listMemberships(db, userId);
  if (!memberships.some((membership) => membership.organizationId === organizationId)) return false;
  await setActiveOrganization(db, sessionId, organizationId);
  return true;
}

export const listOwnOrganizations = (userId: string, { db }: Pick<SignInPorts, 'db'>) =>
  listMemberships(db, userId);

/** Plans a deletion: organizations that close, that are left, and that would have no owner. */
export async function planDeletion(
  userId: string,
  { db }: Pick<SignInPorts, 'db'>,
): Promise<{ closes: string[]; leaves: string[]; stuck: string[] }> {
  const plan = { closes: [] as string[], leaves: [] as string[], stuck: [] as string[] };
  for (const { organizationId, organizationName } of await listMemberships(db, userId)) {
    const team = await listTeam(db, organizationId);
    const others = team.filter((member) => member.userId !== userId);
    const isCovered = others.some(({ role }) => role === 'owner');
    const isOwner = team.some((member) => member.userId === userId && member.role === 'owner');
    if (others.length === 0) plan.closes.push(organizationName);
    else if (isOwner && !isCovered) plan.stuck.push(organizationName);
    else plan.leaves.push(organizationName);
  }
  return plan;
}

/**
 * Deletes a person: leaves every organization, and closes those with no other member.
 * @returns false while an organization with other members would have no owner
 */
export async function deleteAccount(userId: string, ports: SignInPorts): Promise<boolean> {
  const { stuck } = await planDeletion(userId, ports);
  if (stuck.length > 0) return false;
  for (const { organizationId } of await listMemberships(ports.db, userId)) {
    const isAlone = (await listTeam(ports.db, organizationId)).length === 1;
    if (isAlone) await closeOrganization(organizationId, ports);
    else if (await removeMember({ organizationId, userId }, ports)) return false;
  }
  await deleteUser(ports.db, userId);
  return true;
}
