import { ApiError } from '../../lib/errors.ts';
import { isManager, type Role } from '../../lookup/account/members.ts';
import { endOwnedResources } from '../deprovisioning.ts';
import { requireAccount } from '../organizations.ts';
import type { AccountPorts } from '../ports.ts';
import {
  deleteInvitation,
  deleteInvitations,
  deleteMember,
  listInvitations,
  listTeam,
  type PendingInvitation,
  type TeamMember,
  updateOrganizationName,
  updateRole,
} from '../store-members.ts';
import { deleteSecondStep } from '../store-sign-in.ts';
import { findUserByEmail } from '../store-users.ts';

export type { PendingInvitation, TeamMember };

type TeamPorts = Pick<AccountPorts, 'db' | 'clock' | 'accounts'>;

type RemovalPorts = Pick<AccountPorts, 'db' | 'clock' | 'accounts' | 'resources' | 'warn'>;

/** Quota claim of a pending invitation; an address has at most one. */
export const invitationClaim = (email: string) => ({ kind: 'invitations', id: email }) as const;

export async function readTeam(
  organizationId: string,
  { db, clock }: TeamPorts,
): Promise<{ team: TeamMember[]; invitations: PendingInvitation[] }> {
  const [team, invitations] = await Promise.all([
    listTeam(db, organizationId),
    listInvitations(db, organizationId, clock.now()),
  ]);
  return { team, invitations };
}

/** Why a team change is refused: no such member, or no owner would be left. */
export type TeamRefusal = 'no_such_member' | 'last_owner';

/** Why a member cannot leave, or be less than an owner; null when they can. */
export function teamRefusal(team: readonly TeamMember[], userId: string): TeamRefusal | null {
  const member = team.find((other) => other.userId === userId);
  if (!member) return 'no_such_member';
  const owners = team.filter(({ role }) => role === 'owner');
  return member.role === 'owner' && owners.length === 1 ? 'last_owner' : null;
}

/**
 * Removes a member. If two owners leave at once, the directory refuses one before anything ends.
 * The account comes first: the keys have ended before the call returns, except those kept, and a
 * removal that fails half way can be repeated. The member's agents and invitations end too; their
 * jobs and monitors become the organization's.
 * @throws ApiError as {@link requireAccount}
 */
export async function removeMember(
  request: { organizationId: string; userId: string; keptKeyIds?: readonly string[] },
  ports: RemovalPorts,
): Promise<TeamRefusal | null> {
  const { db, accounts } = ports;
  const { organizationId, userId, keptKeyIds = [] } = request;
  const team = await listTeam(db, organizationId);
  const refusal = teamRefusal(team, userId);
  if (refusal) return refusal;
  await requireAccount(organizationId, ports);
  const isOwner = team.some((member) => member.userId === userId && member.role === 'owner');
  if (isOwner && !(await updateRole(db, { organizationId, userId, role: 'member' })))
    return 'last_owner';
  await accounts.removeMember(organizationId, userId, keptKeyIds);
  await deleteMember(db, organizationId, userId);
  await endOwnedResources({ organizationId, userId }, ports);
  return null;
}

/**
 * Changes a role, in the account first; withdraws invitations of a member who may not invite. Keys
 * follow the role of their maker, except those that are kept for the organization.
 * @throws ApiError as {@link requireAccount}
 */
export async function changeRole(
  change: { organizationId: string; userId: string; role: Role; keptKeyIds?: readonly string[] },
  ports: TeamPorts,
): Promise<TeamRefusal | null> {
  const { db, accounts } = ports;
  const { keptKeyIds = [], ...member } = change;
  const { organizationId, userId, role } = member;
  const refusal = teamRefusal(await listTeam(db, organizationId), userId);
  if (refusal === 'no_such_member' || (refusal && role !== 'owner')) return refusal;
  await requireAccount(organizationId, ports);
  await accounts.changeRole(organizationId, userId, role, keptKeyIds);
  if (!(await updateRole(db, member))) {
    // The other owner left at the same time.
    await accounts.changeRole(organizationId, userId, 'owner');
    return 'last_owner';
  }
  if (!isManager(role)) await withdrawInvitations({ organizationId, userId }, ports);
  return null;
}

/** @throws ApiError NOT_FOUND */
export async function withdrawInvitation(
  { organizationId, id }: { organizationId: string; id: string },
  { db, accounts }: TeamPorts,
): Promise<void> {
  const email = await deleteInvitation(db, organizationId, id);
  if (email === null) throw new ApiError('NOT_FOUND', 'There is no such invitation.');
  await accounts.releaseQuota(organizationId, invitationClaim(email));
}

/** Withdraws all invitations to an organization, or those by and to one user. Idempotent. */
export async function withdrawInvitations(
  { organizationId, userId }: { organizationId: string; userId?: string },
  { db, accounts }: Pick<AccountPorts, 'db' | 'accounts'>,
): Promise<void> {
  for (const email of await deleteInvitations(db, organizationId, userId))
    await accounts.releaseQuota(organizationId, invitationClaim(email));
}

/** @throws ApiError as {@link requireAccount} */
export async function renameOrganization(
  { organizationId, name }: { organizationId: string; name: string },
  { db, accounts }: TeamPorts,
): Promise<void> {
  await requireAccount(organizationId, { accounts });
  await accounts.rename(organizationId, name);
  await updateOrganizationName(db, organizationId, name);
}

/**
 * Removes the second step of a person who lost the app and the codes; ends all their sessions.
 * @param email in lower case @throws ApiError NOT_FOUND
 */
export async function resetSecondStep(
  email: string,
  { db }: Pick<TeamPorts, 'db'>,
): Promise<{ userId: string }> {
  const user = await findUserByEmail(db, email);
  if (!user) throw new ApiError('NOT_FOUND', 'There is no user with this email address.');
  await deleteSecondStep(db, user.id);
  return { userId: user.id };
}
