import { organizationOfKeyId } from '../access/api-key.ts';
import { ApiError } from '../core/errors.ts';
import { findOrganization } from '../store/organizations.ts';
import type { AccountPorts } from './ports.ts';

/**
 * Revokes a key: no call after this one's reply is admitted. Repeating it keeps the first time.
 * @throws ApiError NOT_FOUND
 */
export async function revokeApiKey(
  id: string,
  { db, accounts }: Pick<AccountPorts, 'db' | 'accounts'>,
): Promise<{ id: string; revokedAt: number }> {
  const organizationId = organizationOfKeyId(id);
  // An account is asked only when it exists: asking would make one.
  const isKnown = organizationId !== null && (await findOrganization(db, organizationId)) !== null;
  const key = isKnown ? await accounts.revokeKey(organizationId, id) : null;
  if (!key || key.revokedAt === null) throw new ApiError('NOT_FOUND', `There is no API key ${id}.`);
  return { id: key.id, revokedAt: key.revokedAt };
}
