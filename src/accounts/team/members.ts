import { ApiError } from '../../lib/errors.ts';
import { isManager, type Role } from '../../lookup/account/members.ts';
import { endOwnedResources } from '../deprovisioning.ts';
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

/** One address has one open invitation, and with it one place below the ceiling. */
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

/** Why a change of the team is refused: no such member, or it would leave no owner. */
export type TeamRefusal = 'no_such_member' | 'last_owner';

/** Whether a member of a team can go, or be less than an owner. */
export function teamRefusal(team: readonly TeamMember[], userId: string): TeamRefusal | null {
  const member = team.find((other) => other.userId === userId);
  if (!member) return 'no_such_member';
  const owners = team.filter(({ role }) => role === 'owner');
  return member.role === 'owner' && owners.length === 1 ? 'last_owner' : null;
}

/**
 * Takes a member out. Of two owners who leave in the same moment the directory lets one go, before
 * anything ends; else the account comes first: their keys have ended before the call returns, but
 * for those that are kept, and what fails half way can be done again. Their agents and invitations
 * end too; what they left running is the organization's own.
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
  const isOwner = team.some((member) => member.userId === userId && member.role === 'owner');
  if (isOwner && !(await updateRole(db, { organizationId, userId, role: 'member' })))
    return 'last_owner';
  await accounts.removeMember(organizationId, userId, keptKeyIds);
  await deleteMember(db, organizationId, userId);
  await endOwnedResources({ organizationId, userId }, ports);
  return null;
}

/** Changes a role, in the account first. Invitations of one who may not invite are withdrawn. */
export async function changeRole(
  member: { organizationId: string; userId: string; role: Role },
  ports: TeamPorts,
): Promise<TeamRefusal | null> {
  const { db, accounts } = ports;
  const { organizationId, userId, role } = member;
  const refusal = teamRefusal(await listTeam(db, organizationId), userId);
  if (refusal === 'no_such_member' || (refusal && role !== 'owner')) return refusal;
  await accounts.changeRole(organizationId, userId, role);
  if (!(await updateRole(db, member))) {
    // The other owner left in the same moment.
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

/** Withdraws every invitation to an organization, or those of and to one user. Safe to repeat. */
export async function withdrawInvitations(
  { organizationId, userId }: { organizationId: string; userId?: string },
  { db, accounts }: Pick<AccountPorts, 'db' | 'accounts'>,
): Promise<void> {
  for (const email of await deleteInvitations(db, organizationId, userId))
    await accounts.releaseQuota(organizationId, invitationClaim(email));
}

export async function renameOrganization(
  { organizationId, name }: { organizationId: string; name: string },
  { db, accounts }: TeamPorts,
): Promise<void> {
  await accounts.rename(organizationId, name);
  await updateOrganizationName(db, organizationId, name);
}

/**
 * Takes the second step off a person who has lost app and codes; every session of theirs ends.
 * @param email in lower case @throws ApiError NOT_FOUND
 */
export async function resetSecondStep(
  email: string,
  { db }: Pick<TeamPorts, 'db'>,
): Promise<{ userId: string }> {
  const user = await findUserByEmail(db, email);
  if (!user) throw new ApiError('NOT_FOUND', 'There is no person of this address.');
  await deleteSecondStep(db, user.id);
  return { userId: user.id };
}
