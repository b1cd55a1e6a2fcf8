import { pageOf, parseRowNumber } from '../lib/page.ts';
import type { AccountPorts } from './ports.ts';
import { type AuditEntry, insertAuditEntry, pageAuditEntries } from './store-audit.ts';

export type { AuditEntry };

export const MAX_AUDIT_ENTRIES = 1_000;

/** Writes down what was changed, and by whom. */
export const recordAuditEntry = (
  entry: Omit<AuditEntry, 'at' | 'seq'>,
  { db, clock }: Pick<AccountPorts, 'db' | 'clock'>,
): Promise<void> => insertAuditEntry(db, { ...entry, at: clock.now() });

/**
 * What was changed, newest first. @param request `limit` 1 to {@link MAX_AUDIT_ENTRIES}
 * @throws ApiError INVALID_INPUT for a cursor that is none of ours
 */
export async function readAuditLog(
  { limit, cursor }: { limit: number; cursor: string | null },
  { db }: Pick<AccountPorts, 'db'>,
): Promise<{ entries: AuditEntry[]; nextCursor: string | null }> {
  const rows = await pageAuditEntries(db, limit + 1, parseRowNumber(cursor));
  const { page, nextCursor } = pageOf(rows, limit, ({ seq }) => String(seq));
  return { entries: page, nextCursor };
}
