import { APIError } from 'better-auth/api';
import { closeOrganization } from '../deprovisioning.ts';
import { limitAttempts, resetAttempts } from '../sign-in/attempt-limits.ts';
import type { Auth } from '../sign-in/auth.ts';
import { passwordProblem } from '../sign-in/passwords.ts';
import type { SignInPorts } from '../sign-in/ports.ts';
import { deleteUser, listTeam, setActiveOrganization } from '../store-members.ts';
import { listMemberships } from '../store-users.ts';
import { removeMember } from './members.ts';

/** Who acts on their own account, with the session it is done in. */
export interface OwnAccountSession {
  userId: string;
  email: string;
  name: string;
  sessionId: string;
  headers: Headers;
}

export type PasswordCheck =
  | { kind: 'right' }
  | { kind: 'wrong' }
  | { kind: 'limited'; retryAfterSeconds: number };

/** Asks for the password once more before what cannot be undone; counted by session. */
export async function checkPassword(
  { sessionId, headers }: OwnAccountSession,
  password: string,
  auth: Auth,
  ports: Pick<SignInPorts, 'db' | 'clock'>,
): Promise<PasswordCheck> {
  const wait = await limitAttempts('password by session', sessionId, ports);
  if (wait !== null) return { kind: 'limited', retryAfterSeconds: wait };
  try {
    await auth.api.verifyPassword({ body: { password }, headers });
    await resetAttempts('password by session', sessionId, ports);
    return { kind: 'right' };
  } catch (error) {
    if (error instanceof APIError) return { kind: 'wrong' };
    throw error;
  }
}

export type PasswordChange =
  | Exclude<PasswordCheck, { kind: 'right' }>
  | { kind: 'password'; problem: string }
  | { kind: 'changed'; cookies: readonly string[] };

/** Changes the password; every session ends but this one, which begins anew. */
export async function changePassword(
  self: OwnAccountSession,
  { current, password }: { current: string; password: string },
  auth: Auth,
  ports: Pick<SignInPorts, 'db' | 'clock'>,
): Promise<PasswordChange> {
  const problem = passwordProblem(password, [self.email, self.name]);
  if (problem) return { kind: 'password', problem };
  const check = await checkPassword(self, current, auth, ports);
  if (check.kind !== 'right') return check;
  const changed = await auth.api.changePassword({
    body: { currentPassword: current, newPassword: password, revokeOtherSessions: true },
    headers: self.headers,
    returnHeaders: true,
  });
  return { kind: 'changed', cookies: changed.headers.getSetCookie() };
}

export const changeName = async (
  { headers }: OwnAccountSession,
  name: string,
  auth: Auth,
): Promise<void> => {
  await auth.api.updateUser({ body: { name }, headers });
};

/** Shows another of the person's organizations from now on. @returns false when it is not theirs */
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

/** What deleting a person does to each organization: theirs alone are closed with them. */
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
 * Deletes a person: leaves every organization, closes those they were alone in, and refuses while
 * one would be left to members without an owner.
 * @returns the names of those organizations
 */
export async function deleteAccount(
  userId: string,
  ports: SignInPorts,
): Promise<{ kind: 'stuck'; names: string[] } | { kind: 'deleted' }> {
  const { stuck } = await planDeletion(userId, ports);
  if (stuck.length > 0) return { kind: 'stuck', names: stuck };
  for (const { organizationId, organizationName } of await listMemberships(ports.db, userId)) {
    const isAlone = (await listTeam(ports.db, organizationId)).length === 1;
    if (isAlone) await closeOrganization(organizationId, ports);
    else if (await removeMember({ organizationId, userId }, ports))
      return { kind: 'stuck', names: [organizationName] };
  }
  await deleteUser(ports.db, userId);
  return { kind: 'deleted' };
}
