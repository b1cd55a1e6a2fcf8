import { and, asc, desc, eq, gt, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../lib/database.ts';
import { ROLES, type Role } from '../lookup/account/members.ts';
import { invitations, members, organizations, sessions, users } from './schema.ts';

export type TeamMember = Awaited<ReturnType<typeof listTeam>>[number];

const sameMember = (organizationId: string, userId: string) =>
  and(eq(members.organizationId, organizationId), eq(members.userId, userId));

/** Members of an organization, owners and admins first. */
export async function listTeam(db: Database, organizationId: string) {
  const { userId, role, createdAt } = members;
  const rows = await db
    .select({ userId, name: users.name, email: users.email, role, createdAt })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(eq(members.organizationId, organizationId))
    .orderBy(sql`${role} = 'owner' DESC`, sql`${role} = 'admin' DESC`, asc(createdAt));
  return rows.map(({ createdAt: at, ...row }) => ({ ...row, joinedAt: at.getTime() }));
}

/** SQL condition: not the last owner. Part of the statement that changes the row. */
const keepsAnOwner = (organizationId: string) =>
  sql`(${members.role} <> 'owner' OR (SELECT count(*) FROM ${members} AS others
    WHERE others.organization_id = ${organizationId} AND others.role = 'owner') > 1)`;

/** @returns false when there is no such member, or they are the last owner */
export async function deleteMember(
  db: Database,
  organizationId: string,
  userId: string,
): Promise<boolean> {
  const which = and(sameMember(organizationId, userId), keepsAnOwner(organizationId));
  return (await db.delete(members).where(which).returning({ id: members.id })).length > 0;
}

/** @returns false when there is no such member, or no owner would be left */
export async function updateRole(
  db: Database,
  member: { organizationId: string; userId: string; role: Role },
): Promise<boolean> {
  const { organizationId, userId, role } = member;
  const guard = role === 'owner' ? undefined : keepsAnOwner(organizationId);
  const which = and(sameMember(organizationId, userId), guard);
  const changed = await db.update(members).set({ role }).where(which).returning({ id: members.id });
  return changed.length > 0;
}

/** Role of an invitation; the column of better-auth is nullable. */
const roleOf = ({ role }: { role: string | null }): Role =>
  ROLES.find((known) => known === role) ?? 'member';

export type PendingInvitation = Awaited<ReturnType<typeof listInvitations>>[number];

export async function listInvitations(db: Database, organizationId: string, now: number) {
  const { id, email, role, expiresAt } = invitations;
  const rows = await db
    .select({ id, email, role, expiresAt })
    .from(invitations)
    .where(
      and(
        eq(invitations.organizationId, organizationId),
        eq(invitations.status, 'pending'),
        gt(expiresAt, new Date(now)),
      ),
    )
    .orderBy(asc(email));
  return rows.map((row) => ({ ...row, role: roleOf(row), expiresAt: row.expiresAt.getTime() }));
}

const MAX_LISTED_INVITATIONS = 50;

export type StoredInvitation = NonNullable<Awaited<ReturnType<typeof findInvitation>>>;

/** Invitations that can still be accepted, with their inviters and the organizations' names. */
async function openInvitations(db: Database, which: SQL | undefined, now: number) {
  const rows = await db
    .select({
      id: invitations.id,
      email: invitations.email,
      organizationId: organizations.id,
      organizationName: organizations.name,
      role: invitations.role,
      inviterId: invitations.inviterId,
    })
    .from(invitations)
    .innerJoin(organizations, eq(organizations.id, invitations.organizationId))
    .innerJoin(
      members,
      and(eq(members.userId, invitations.inviterId), eq(members.organizationId, organizations.id)),
    )
    .where(
      and(
        which,
        eq(organizations.active, true),
        or(
          eq(members.role, 'owner'),
          and(eq(members.role, 'admin'), ne(invitations.role, 'owner')),
        ),
        gt(invitations.expiresAt, new Date(now)),
      ),
    )
    .orderBy(desc(invitations.expiresAt))
    .limit(MAX_LISTED_INVITATIONS);
  return rows.map((row) => ({ ...row, role: roleOf(row) }));
}

/** @param status `accepted`: one that was accepted instead */
export async function findInvitation(
  db: Database,
  id: string,
  now: number,
  status: 'pending' | 'accepted' = 'pending',
) {
  const which = and(eq(invitations.id, id), eq(invitations.status, status));
  return (await openInvitations(db, which, now))[0] ?? null;
}

/** The newest pending invitations to an address, at most {@link MAX_LISTED_INVITATIONS}. */
export const listInvitationsTo = (db: Database, email: string, now: number) =>
  openInvitations(db, and(eq(invitations.email, email), eq(invitations.status, 'pending')), now);

/** Whether an invitation was accepted: its membership exists, or is being written. */
export async function isInvitationAccepted(db: Database, id: string): Promise<boolean> {
  const { status } = invitations;
  const which = and(eq(invitations.id, id), eq(status, 'accepted'));
  return (await db.select({ status }).from(invitations).where(which).get()) !== undefined;
}

/** @returns the invited address; null when the organization has no such invitation */
export async function deleteInvitation(
  db: Database,
  organizationId: string,
  id: string,
): Promise<string | null> {
  const which = and(eq(invitations.id, id), eq(invitations.organizationId, organizationId));
  const [deleted] = await db
    .delete(invitations)
    .where(which)
    .returning({ email: invitations.email });
  return deleted?.email ?? null;
}

/**
 * Withdraws every invitation to an organization.
 * @param user only those this user made, and those to their address
 * @returns the invited addresses
 */
export async function deleteInvitations(
  db: Database,
  organizationId: string,
  user?: string,
): Promise<string[]> {
  const { email, inviterId } = invitations;
  const address = sql`(SELECT ${users.email} FROM ${users} WHERE ${users.id} = ${user})`;
  const theirs = user === undefined ? undefined : or(eq(inviterId, user), eq(email, address));
  const which = and(eq(invitations.organizationId, organizationId), theirs);
  return (await db.delete(invitations).where(which).returning({ email })).map((row) => row.email);
}

export async function updateOrganizationName(db: Database, id: string, name: string) {
  await db.update(organizations).set({ name }).where(eq(organizations.id, id));
}

/** Closes the directory entry, deletes its memberships, and deselects it in every session. */
export async function closeOrganizationRow(db: Database, id: string): Promise<void> {
  const { activeOrganizationId } = sessions;
  await db.batch([
    db.update(organizations).set({ active: false }).where(eq(organizations.id, id)),
    db.delete(members).where(eq(members.organizationId, id)),
    db.update(sessions).set({ activeOrganizationId: null }).where(eq(activeOrganizationId, id)),
  ]);
}

/** Selects the organization that the dashboard shows in a session. */
export async function setActiveOrganization(
  db: Database,
  sessionId: string,
  organizationId: string,
): Promise<void> {
  const activeOrganizationId = organizationId;
  await db.update(sessions).set({ activeOrganizationId }).where(eq(sessions.id, sessionId));
}

/**
 * Deletes a person with their sessions, passwords and memberships; also erases their address from
 * the organizations they created and from invitations that are no longer pending.
 */
export async function deleteUser(db: Database, id: string): Promise<void> {
  const email = db.select({ email: users.email }).from(users).where(eq(users.id, id));
  await db.batch([
    db.update(organizations).set({ ownerEmail: '' }).where(eq(organizations.ownerEmail, email)),
    db
      .delete(invitations)
      .where(and(eq(invitations.email, email), ne(invitations.status, 'pending'))),
    db.delete(users).where(eq(users.id, id)),
  ]);
}
