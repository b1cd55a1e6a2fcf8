import type { Posting } from '../core/account/ledger.ts';
import { ApiError } from '../core/errors.ts';
import { segmentsBefore } from '../store/history.ts';
import type { AccountPorts } from './ports.ts';
import { requireOrganization } from './require-organization.ts';

export const MAX_LEDGER_LINES = 1_000;

/** Segments looked up at once; each holds more lines than most pages. */
const SEGMENTS_AT_ONCE = 4;

export interface LedgerPage {
  postings: Posting[];
  /** To be sent back for the next page; null on the last. */
  nextCursor: string | null;
}

function parseCursor(text: string): number {
  if (!/^\d{1,15}$/.test(text))
    throw new ApiError('INVALID_INPUT', 'cursor: is not a cursor of this listing.');
  return Number(text);
}

/**
 * An organization's ledger lines, newest first: the youngest from its account, the others from
 * segments. Lines are numbered without a gap, so a page ends where the next one begins, wherever
 * its lines lie.
 * @throws ApiError NOT_FOUND, INVALID_INPUT for a cursor that is none of ours
 */
export async function readLedger(
  request: { organizationId: string; limit: number; cursor: string | null },
  ports: Pick<AccountPorts, 'db' | 'accounts' | 'segments'>,
): Promise<LedgerPage> {
  const { organizationId, limit, cursor } = request;
  await requireOrganization(ports.db, organizationId);
  const before = cursor === null ? null : parseCursor(cursor);
  const { lines, shippedSeq } = await ports.accounts.unshipped(organizationId, before, limit);
  const postings = [...lines];
  let next = postings.at(-1)?.seq ?? Math.min(before ?? Number.MAX_SAFE_INTEGER, shippedSeq + 1);
  while (postings.length < limit && next > 1) {
    const segments = await segmentsBefore(ports.db, organizationId, next, SEGMENTS_AT_ONCE);
    if (segments.length === 0) break;
    for (const { object, firstSeq } of segments) {
      if (postings.length >= limit) break;
      const older = (await ports.segments.read(object)).filter(({ seq }) => seq < next).reverse();
      postings.push(...older.slice(0, limit - postings.length));
      next = Math.max(firstSeq, postings.at(-1)?.seq ?? firstSeq);
    }
  }
  const last = postings.at(-1)?.seq ?? 1;
  return { postings, nextCursor: last > 1 ? String(last) : null };
}
