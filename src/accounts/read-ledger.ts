import { ApiError } from '../core/errors.ts';
import { type PostingPage, pagePostings, parsePostingCursor } from '../store/postings.ts';
import type { AccountPorts } from './ports.ts';
import { requireOrganization } from './require-organization.ts';

export const MAX_LEDGER_LINES = 1_000;

/**
 * An organization's ledger lines from the D1 mirror, newest first, brought up to date before the first page.
 * @throws ApiError NOT_FOUND, INVALID_INPUT for a cursor that is none of ours
 */
export async function readLedger(
  request: { organizationId: string; limit: number; cursor: string | null },
  { db, ledger }: Pick<AccountPorts, 'db' | 'ledger'>,
): Promise<PostingPage> {
  const { organizationId, limit, cursor } = request;
  await requireOrganization(db, organizationId);
  const after = cursor === null ? null : parsePostingCursor(cursor);
  if (cursor !== null && !after)
    throw new ApiError('INVALID_INPUT', 'cursor: is not a cursor of this listing.');
  if (!after) await ledger.mirror(organizationId);
  return pagePostings(db, organizationId, limit, after);
}
