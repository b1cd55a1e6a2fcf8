import { and, desc, eq, lt, or } from 'drizzle-orm';
import { auditLog } from './audit-schema.ts';
import type { Database } from './database.ts';

export type AuditEntry = typeof auditLog.$inferSelect;

/** Where an entry stands in the log. */
export type AuditPlace = Pick<AuditEntry, 'at' | 'id'>;

export async function recordAudit(db: Database, entry: AuditEntry): Promise<void> {
  await db.insert(auditLog).values(entry).onConflictDoNothing();
}

/** Newest first. @param before exclusive; null from the newest on */
export function pageAudit(
  db: Database,
  limit: number,
  before: AuditPlace | null,
): Promise<AuditEntry[]> {
  const older =
    before &&
    or(lt(auditLog.at, before.at), and(eq(auditLog.at, before.at), lt(auditLog.id, before.id)));
  return db
    .select()
    .from(auditLog)
    .where(older ?? undefined)
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(limit);
}
