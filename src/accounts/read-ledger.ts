import { ApiError } from '../core/errors.ts';
import { type PostingPage, pagePostings, parsePostingCursor } from '../store/postings.ts';
import type { AccountPorts } from './ports.ts';
import { requireOrganization } from './require-organization.ts';

export const MAX_LEDGER_LINES = 1_000;

/**
 * An organization's ledger lines from the D1 mirror, newest first. The mirror lags by some seconds.
 * @throws ApiError NOT_FOUND, INVALID_INPUT for a cursor that is none of ours
 */
export async function readLedger(
  request: { organizationId: string; limit: number; cursor: string | null },
  { db }: Pick<AccountPorts, 'db'>,
): Promise<PostingPage> {
  const { organizationId, limit, cursor } = request;
  await requireOrganization(db, organizationId);
  const after = cursor === null ? null : parsePostingCursor(cursor);
  if (cursor !== null && !after) throw new ApiError('INVALID_INPUT', 'cursor: is not a cursor of this listing.');
  return pagePostings(db, organizationId, limit, after);
}
