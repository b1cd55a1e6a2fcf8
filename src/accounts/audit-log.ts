import { pageOf, parseRowNumber } from '../lib/page.ts';
import { DAY_MS } from '../lib/time.ts';
import type { AccountPorts } from './ports.ts';
import {
  type AuditEntry,
  type AuditFilter,
  deleteAuditEntries,
  insertAuditEntry,
  insertPersonalEntry,
  type NewAuditEntry,
  pageAuditEntries,
} from './store-audit.ts';

export type { AuditEntry, AuditFilter };

export const MAX_AUDIT_ENTRIES = 1_000;

/** What people did is kept this long; what the operator did is kept. */
export const AUDIT_DAYS = 400;

type AuditPorts = Pick<AccountPorts, 'db' | 'clock'>;

/** Writes down what was changed, and by whom. */
export const recordAuditEntry = (entry: NewAuditEntry, { db, clock }: AuditPorts): Promise<void> =>
  insertAuditEntry(db, { ...entry, at: clock.now() });

/** Writes down what a person did to their own sign-in, for every organization of theirs. */
export const recordPersonalEntry = (
  entry: Omit<NewAuditEntry, 'organizationId'>,
  { db, clock }: AuditPorts,
): Promise<void> => insertPersonalEntry(db, { ...entry, at: clock.now() });

export const ANY_AUDIT_ENTRY: AuditFilter = {
  organizationId: null,
  actor: null,
  routes: null,
  since: null,
  until: null,
};

/**
 * What was changed, newest first. @param request `limit` 1 to {@link MAX_AUDIT_ENTRIES}
 * @throws ApiError INVALID_INPUT for a cursor that is none of ours
 */
export async function readAuditLog(
  filter: AuditFilter,
  { limit, cursor }: { limit: number; cursor: string | null },
  { db }: Pick<AccountPorts, 'db'>,
): Promise<{ entries: AuditEntry[]; nextCursor: string | null }> {
  const place = { limit: limit + 1, before: parseRowNumber(cursor) };
  const rows = await pageAuditEntries(db, filter, place);
  const { page, nextCursor } = pageOf(rows, limit, ({ seq }) => String(seq));
  return { entries: page, nextCursor };
}

/** Deletes what people did more than {@link AUDIT_DAYS} days ago. */
export const purgeAuditLog = ({ db, clock }: AuditPorts): Promise<void> =>
  deleteAuditEntries(db, clock.now() - AUDIT_DAYS * DAY_MS);
