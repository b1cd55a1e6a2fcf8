import { ApiError } from '../lib/errors.ts';
import type { AccountPorts } from './ports.ts';
import { type AuditEntry, insertAuditEntry, pageAuditEntries } from './store-audit.ts';

export type { AuditEntry };

export const MAX_AUDIT_ENTRIES = 1_000;

function parseAuditCursor(text: string): number {
  if (!/^\d{1,15}$/.test(text))
    throw new ApiError('INVALID_INPUT', 'cursor: is not a cursor of this listing.', {
      param: 'cursor',
    });
  return Number(text);
}

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
  const rows = await pageAuditEntries(
    db,
    limit + 1,
    cursor === null ? null : parseAuditCursor(cursor),
  );
  const entries = rows.slice(0, limit);
  const last = entries.at(-1);
  return { entries, nextCursor: rows.length > limit && last ? String(last.seq) : null };
}
