import { desc, lt } from 'drizzle-orm';
import type { Database } from '../lib/database.ts';
import { auditLog } from './schema.ts';

export type AuditEntry = typeof auditLog.$inferSelect;

export async function insertAuditEntry(
  db: Database,
  entry: Omit<AuditEntry, 'seq'>,
): Promise<void> {
  await db.insert(auditLog).values(entry);
}

/** Newest first. @param before exclusive; null from the newest on */
export function pageAuditEntries(
  db: Database,
  limit: number,
  before: number | null,
): Promise<AuditEntry[]> {
  return db
    .select()
    .from(auditLog)
    .where(before === null ? undefined : lt(auditLog.seq, before))
    .orderBy(desc(auditLog.seq))
    .limit(limit);
}
