import { and, eq } from 'drizzle-orm';
import type { Database } from './database.ts';
import { organizations, users } from './schema.ts';

export type Organization = typeof organizations.$inferSelect;
export type User = typeof users.$inferSelect;

/** Stores an organization and its owner together. */
export async function insertOrganization(
  db: Database,
  organization: Organization,
  owner: User,
): Promise<void> {
  await db.batch([db.insert(organizations).values(organization), db.insert(users).values(owner)]);
}

export async function findOrganization(db: Database, id: string): Promise<Organization | null> {
  return (await db.select().from(organizations).where(eq(organizations.id, id)).get()) ?? null;
}

/** Adds a user unless the organization has one with this email. @returns whichever it now has */
export async function insertUser(db: Database, user: User): Promise<User> {
  await db.insert(users).values(user).onConflictDoNothing();
  return (await findUserByEmail(db, user.organizationId, user.email)) as User;
}

/** @param email in lower case, as stored */
export async function findUserByEmail(
  db: Database,
  organizationId: string,
  email: string,
): Promise<User | null> {
  const mine = and(eq(users.organizationId, organizationId), eq(users.email, email));
  return (await db.select().from(users).where(mine).get()) ?? null;
}
