import type { Role } from '../../core/account/visitor.ts';
import { ApiError } from '../../core/errors.ts';
import { deleteGrantsOf } from '../../store/agent-connections.ts';
import {
  closeListed,
  deleteInvitation,
  deleteMember,
  listInvitations,
  listTeam,
  type PendingInvitation,
  renameListed,
  type TeamMember,
  updateRole,
} from '../../store/members.ts';
import type { AccountPorts } from '../ports.ts';
import { invitationRoom } from './invite.ts';

export type { PendingInvitation, TeamMember };

type TeamPorts = Pick<AccountPorts, 'db' | 'clock' | 'accounts'>;

/** Who belongs to an organization, and who was asked to. */
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

/** A change that would leave an organization without an owner, or of nobody who is there. */
export type TeamRefusal = 'no_such_member' | 'last_owner';

function refusalOf(team: readonly TeamMember[], userId: string): TeamRefusal | null {
  const member = team.find((other) => other.userId === userId);
  if (!member) return 'no_such_member';
  const owners = team.filter(({ role }) => role === 'owner');
  return member.role === 'owner' && owners.length === 1 ? 'last_owner' : null;
}

/**
 * Takes a member out. The account comes first: their keys have ended before anybody is told so, and
 * what fails half way can be done again. Their agents end too: who comes back lets them in anew.
 */
export async function removeMember(
  { organizationId, userId }: { organizationId: string; userId: string },
  { db, accounts, clock }: TeamPorts,
): Promise<TeamRefusal | null> {
  const team = await listTeam(db, organizationId);
  const refusal = refusalOf(team, userId);
  if (refusal) return refusal;
  await accounts.removeMember(organizationId, userId);
  await deleteGrantsOf(db, organizationId, userId);
  if (await deleteMember(db, organizationId, userId)) return null;
  // The other owner left in the same moment.
  const email = team.find((member) => member.userId === userId)?.email as string;
  const member = { id: userId, email, role: 'owner', createdAt: clock.now() } as const;
  await accounts.addMember(organizationId, member);
  return 'last_owner';
}

export async function changeRole(
  member: { organizationId: string; userId: string; role: Role },
  { db, accounts }: TeamPorts,
): Promise<TeamRefusal | null> {
  const { organizationId, userId, role } = member;
  const refusal = refusalOf(await listTeam(db, organizationId), userId);
  if (refusal === 'no_such_member' || (refusal && role !== 'owner')) return refusal;
  if (!(await updateRole(db, member))) return 'last_owner';
  await accounts.changeRole(organizationId, userId, role);
  return null;
}

/** @throws ApiError NOT_FOUND */
export async function withdrawInvitation(
  { organizationId, id }: { organizationId: string; id: string },
  { db, accounts }: TeamPorts,
): Promise<void> {
  const email = await deleteInvitation(db, organizationId, id);
  if (email === null) throw new ApiError('NOT_FOUND', 'There is no such invitation.');
  await accounts.releaseRoom(organizationId, invitationRoom(email));
}

export async function renameOrganization(
  { organizationId, name }: { organizationId: string; name: string },
  { db, accounts }: TeamPorts,
): Promise<void> {
  await accounts.rename(organizationId, name);
  await renameListed(db, organizationId, name);
}

/**
 * Closes an organization for ever: its keys end at once, its monitors run no more, nobody belongs
 * to it. Its ledger stays, as books must.
 */
export async function closeOrganization(
  organizationId: string,
  { db, accounts }: TeamPorts,
): Promise<void> {
  await accounts.close(organizationId);
  await closeListed(db, organizationId);
}
