import { and, desc, eq, getTableColumns, isNull, lte, or, sql } from 'drizzle-orm';
import type { Database } from '../lib/database.ts';
import { isBeyond, type Keyset } from '../lib/page.ts';
import { members, organizations, users } from './schema.ts';

export type ListedOrganization = typeof organizations.$inferSelect;

export type NewListedOrganization = Omit<ListedOrganization, 'reconciledAt' | 'balanced'>;

export const organizationInsertion = (db: Database, organization: NewListedOrganization) =>
  db.insert(organizations).values(organization).onConflictDoNothing();

export async function insertOrganization(
  db: Database,
  organization: NewListedOrganization,
): Promise<void> {
  await organizationInsertion(db, organization);
}

/** Updates an entry from its account. */
export async function updateOrganization(
  db: Database,
  { id, ...fields }: Pick<ListedOrganization, 'id' | 'name' | 'region' | 'active'>,
): Promise<void> {
  await db.update(organizations).set(fields).where(eq(organizations.id, id));
}

export async function findOrganization(
  db: Database,
  id: string,
): Promise<ListedOrganization | null> {
  return (await db.select().from(organizations).where(eq(organizations.id, id)).get()) ?? null;
}

/** Whether the directory lists it as closed. */
export const isOrganizationClosed = async (db: Database, id: string): Promise<boolean> =>
  (await findOrganization(db, id))?.active === false;

/**
 * Organizations, newest first.
 * @param query part of a name, an owner's email or an id; null for all
 * @param after end of the previous page
 */
export async function pageOrganizations(
  db: Database,
  query: string | null,
  limit: number,
  after: Keyset | null,
): Promise<ListedOrganization[]> {
  const { createdAt, id, name } = organizations;
  // Address of the present owner; for a closed organization, which has no members, that of its
  // creator.
  const ownerEmail = sql<string>`coalesce((SELECT u.email FROM ${members} AS m
    JOIN ${users} AS u ON u.id = m.user_id
    WHERE m.organization_id = organizations.id AND m.role = 'owner'
    ORDER BY m.created_at LIMIT 1), owner_email)`;
  // SQLite lowers ASCII only; the other letters are compared as sent, in lower and in upper case.
  const parts = query === null ? [] : [query, query.toLowerCase(), query.toUpperCase()];
  const texts = [sql`lower(${name})`, ownerEmail, sql`lower(${id})`];
  const named = or(
    ...parts.flatMap((part) => texts.map((text) => sql`instr(${text}, lower(${part})) > 0`)),
  );
  return db
    .select({ ...getTableColumns(organizations), ownerEmail })
    .from(organizations)
    .where(and(named, isBeyond(after, createdAt, id)))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit);
}

/** Organizations whose accounts were not reconciled since then, longest ago first. */
export async function listUnreconciled(
  db: Database,
  since: number,
  limit: number,
): Promise<string[]> {
  const { id, reconciledAt } = organizations;
  const rows = await db
    .select({ id })
    .from(organizations)
    .where(or(isNull(reconciledAt), lte(reconciledAt, since)))
    .orderBy(reconciledAt)
    .limit(limit);
  return rows.map((row) => row.id);
}

export async function markReconciled(
  db: Database,
  id: string,
  reconciledAt: number,
  balanced: boolean,
): Promise<void> {
  await db.update(organizations).set({ reconciledAt, balanced }).where(eq(organizations.id, id));
}
