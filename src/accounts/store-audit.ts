import { and, desc, eq, gte, inArray, lt, ne, sql } from 'drizzle-orm';
import type { Database } from '../lib/database.ts';
import { auditLog, members } from './schema.ts';

export type AuditEntry = typeof auditLog.$inferSelect;

/** An entry as it is written; without an address where there is none to tell. */
export type NewAuditEntry = Omit<AuditEntry, 'seq' | 'at' | 'address'> & {
  address?: string | null;
};

export async function insertAuditEntry(
  db: Database,
  entry: NewAuditEntry & { at: number },
): Promise<void> {
  await db.insert(auditLog).values(entry);
}

/** Writes an entry of a person into the log of each organization they belong to. */
export async function insertPersonalEntry(
  db: Database,
  entry: Omit<NewAuditEntry, 'organizationId'> & { at: number },
): Promise<void> {
  const { at, actor, method, route, target, requestId, address = null } = entry;
  await db.run(sql`INSERT INTO ${auditLog}
    (at, actor, method, route, target, organization_id, request_id, address)
    SELECT ${at}, ${actor}, ${method}, ${route}, ${target}, ${members.organizationId},
      ${requestId}, ${address} FROM ${members} WHERE ${members.userId} = ${actor}`);
}

/** Which entries are asked for; null for any. Times in milliseconds since the epoch. */
export interface AuditFilter {
  organizationId: string | null;
  actor: string | null;
  /** Patterns of paths. */
  routes: readonly string[] | null;
  since: number | null;
  /** Exclusive. */
  until: number | null;
}

/** Newest first. @param before exclusive; null from the newest on */
export function pageAuditEntries(
  db: Database,
  filter: AuditFilter,
  { limit, before }: { limit: number; before: number | null },
): Promise<AuditEntry[]> {
  const { seq, at, actor, route, organizationId } = auditLog;
  const conditions = [
    filter.organizationId === null ? undefined : eq(organizationId, filter.organizationId),
    filter.actor === null ? undefined : eq(actor, filter.actor),
    filter.routes === null ? undefined : inArray(route, [...filter.routes]),
    filter.since === null ? undefined : gte(at, filter.since),
    filter.until === null ? undefined : lt(at, filter.until),
    before === null ? undefined : lt(seq, before),
  ];
  return db
    .select()
    .from(auditLog)
    .where(and(...conditions))
    .orderBy(desc(seq))
    .limit(limit);
}

/** Deletes entries of people; those of the operator stay. @param before exclusive */
export async function deleteAuditEntries(db: Database, before: number): Promise<void> {
  await db.delete(auditLog).where(and(lt(auditLog.at, before), ne(auditLog.actor, 'operator')));
}
