import { organizationOfKeyId } from '../access/api-key.ts';
import type { ChangedKey, KeyRecord } from '../core/account/account.ts';
import { ApiError } from '../core/errors.ts';
import { quoted } from '../core/one-line.ts';
import { findOrganization } from '../store/organizations.ts';
import type { AccountPorts } from './ports.ts';

type KeyPorts = Pick<AccountPorts, 'db' | 'accounts'>;

/** @throws ApiError NOT_FOUND, INSUFFICIENT_SCOPE */
async function changeKey(
  id: string,
  { db }: KeyPorts,
  change: (organizationId: string) => Promise<ChangedKey>,
): Promise<KeyRecord> {
  const organizationId = organizationOfKeyId(id);
  // An account is asked only when it exists: asking would make one.
  const isKnown = organizationId !== null && (await findOrganization(db, organizationId)) !== null;
  const key = isKnown ? await change(organizationId) : null;
  if (!key) throw new ApiError('NOT_FOUND', `There is no API key ${quoted(id)}.`);
  if (key === 'not_yours')
    throw new ApiError('INSUFFICIENT_SCOPE', 'Only owners change the keys that others made.');
  return key;
}

/** A key, and the member who asks; null for the operator. */
interface KeyChange {
  id: string;
  by: string | null;
}

/**
 * Revokes a key: no call after this one's reply is admitted. Repeating it keeps the first time.
 * @throws ApiError NOT_FOUND; INSUFFICIENT_SCOPE for a member's and another's key
 */
export const revokeApiKey = ({ id, by }: KeyChange, ports: KeyPorts): Promise<KeyRecord> =>
  changeKey(id, ports, (organizationId) => ports.accounts.revokeKey(organizationId, id, by));

/**
 * Suspends a key at once, or resumes it. Repeating it keeps the first time.
 * @throws ApiError as {@link revokeApiKey}
 */
export const suspendApiKey = (
  { id, by, suspended }: KeyChange & { suspended: boolean },
  ports: KeyPorts,
): Promise<KeyRecord> =>
  changeKey(id, ports, (organizationId) =>
    ports.accounts.suspendKey(organizationId, id, suspended, by),
  );
