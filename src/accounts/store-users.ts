import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { type Database, isAmong } from '../lib/database.ts';
import type { Role } from '../lookup/account/members.ts';
import { logins, members, organizations, users, verifications } from './schema.ts';
import { type NewListedOrganization, organizationInsertion } from './store-organizations.ts';

/** Provider id of password logins in better-auth. */
export const PASSWORD_PROVIDER = 'credential';

export type User = typeof users.$inferSelect;

/** @param email in lower case */
export async function findUserByEmail(db: Database, email: string): Promise<User | null> {
  return (await db.select().from(users).where(eq(users.email, email)).get()) ?? null;
}

export async function findUser(db: Database, id: string): Promise<User | null> {
  return (await db.select().from(users).where(eq(users.id, id)).get()) ?? null;
}

/** A user with the hash of their password, in one query; null when there is no user. */
export async function findLogin(
  db: Database,
  email: string,
): Promise<{ user: User; hash: string | null } | null> {
  const ofUser = and(eq(logins.userId, users.id), eq(logins.providerId, PASSWORD_PROVIDER));
  const found = await db
    .select({ user: users, hash: logins.password })
    .from(users)
    .leftJoin(logins, ofUser)
    .where(eq(users.email, email))
    .get();
  return found ?? null;
}

/** User whose password a mailed link sets, as better-auth stores it; null for an invalid link. */
export async function findResetUser(
  db: Database,
  token: string,
  now: number,
): Promise<Pick<User, 'id' | 'email' | 'name'> | null> {
  const { identifier, value, expiresAt } = verifications;
  const found = await db
    .select({ id: users.id, email: users.email, name: users.name })
    .from(verifications)
    .innerJoin(users, eq(users.id, value))
    .where(and(eq(identifier, `reset-password:${token}`), gt(expiresAt, new Date(now))))
    .get();
  return found ?? null;
}

/** Those of the ids that exist as users. */
export async function findUsers(db: Database, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.select({ id: users.id }).from(users).where(isAmong(users.id, ids));
  return new Set(rows.map(({ id }) => id));
}

/**
 * Creates a user without a login, unless the address has a user.
 * @returns the id of the address's user
 */
export async function ensureUser(
  db: Database,
  user: { id: string; email: string; name: string; at: number },
): Promise<string> {
  const { id, email, name } = user;
  const at = new Date(user.at);
  await db
    .insert(users)
    .values({ id, email, name, emailVerified: false, createdAt: at, updatedAt: at })
    .onConflictDoNothing();
  return (await findUserByEmail(db, email))?.id ?? id;
}

/** Marks a user's address as verified. */
export async function markEmailVerified(db: Database, id: string): Promise<void> {
  await db.update(users).set({ emailVerified: true }).where(eq(users.id, id));
}

export async function hasPassword(db: Database, userId: string): Promise<boolean> {
  const ofUser = and(eq(logins.userId, userId), eq(logins.providerId, PASSWORD_PROVIDER));
  return (await db.select({ id: logins.id }).from(logins).where(ofUser).get()) !== undefined;
}

/**
 * Sets the first password of a user.
 * @param hash of the password
 * @returns false when there is a password already, which stays
 */
export async function insertPassword(
  db: Database,
  { userId, hash, at }: { userId: string; hash: string; at: number },
): Promise<boolean> {
  const moments = { createdAt: new Date(at), updatedAt: new Date(at) };
  const login = { accountId: userId, providerId: PASSWORD_PROVIDER, userId, password: hash };
  const made = await db
    .insert(logins)
    .values({ id: `account_${crypto.randomUUID()}`, ...login, ...moments })
    .onConflictDoNothing()
    .returning({ id: logins.id });
  return made.length > 0;
}

interface Membership {
  organizationId: string;
  userId: string;
  role: Role;
  at: number;
}

const memberInsertion = (db: Database, { at, ...member }: Membership) =>
  db
    .insert(members)
    .values({ id: `member_${crypto.randomUUID()}`, ...member, createdAt: new Date(at) })
    .onConflictDoNothing();

/** Adds a membership; an existing one keeps its role. */
export async function insertMember(db: Database, member: Membership): Promise<void> {
  await memberInsertion(db, member);
}

/** Adds a directory entry with its owner, in one transaction. */
export async function insertOwnedOrganization(
  db: Database,
  organization: NewListedOrganization,
  userId: string,
): Promise<void> {
  const { id: organizationId, createdAt: at } = organization;
  await db.batch([
    organizationInsertion(db, organization),
    memberInsertion(db, { organizationId, userId, role: 'owner', at }),
  ]);
}

/** Organizations of a user that are not closed, oldest membership first. */
export function listMemberships(db: Database, userId: string) {
  return db
    .select({
      organizationId: organizations.id,
      organizationName: organizations.name,
      region: organizations.region,
      role: members.role,
    })
    .from(members)
    .innerJoin(organizations, eq(organizations.id, members.organizationId))
    .where(and(eq(members.userId, userId), eq(organizations.active, true)))
    .orderBy(asc(members.createdAt), sql`${members}.rowid`);
}
