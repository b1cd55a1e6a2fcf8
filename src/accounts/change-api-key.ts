import { organizationOfKeyId } from '../access/api-key.ts';
import type { KeyRecord } from '../core/account/account.ts';
import { ApiError } from '../core/errors.ts';
import { quoted } from '../core/one-line.ts';
import { findOrganization } from '../store/organizations.ts';
import type { AccountPorts } from './ports.ts';

type KeyPorts = Pick<AccountPorts, 'db' | 'accounts'>;

/** @throws ApiError NOT_FOUND */
async function changeKey(
  id: string,
  { db }: KeyPorts,
  change: (organizationId: string) => Promise<KeyRecord | null>,
): Promise<KeyRecord> {
  const organizationId = organizationOfKeyId(id);
  // An account is asked only when it exists: asking would make one.
  const isKnown = organizationId !== null && (await findOrganization(db, organizationId)) !== null;
  const key = isKnown ? await change(organizationId) : null;
  if (!key) throw new ApiError('NOT_FOUND', `There is no API key ${quoted(id)}.`);
  return key;
}

/**
 * Revokes a key: no call after this one's reply is admitted. Repeating it keeps the first time.
 * @throws ApiError NOT_FOUND
 */
export const revokeApiKey = (id: string, ports: KeyPorts): Promise<KeyRecord> =>
  changeKey(id, ports, (organizationId) => ports.accounts.revokeKey(organizationId, id));

/**
 * Suspends a key at once, or resumes it. Repeating it keeps the first time.
 * @throws ApiError NOT_FOUND
 */
export const suspendApiKey = (
  { id, suspended }: { id: string; suspended: boolean },
  ports: KeyPorts,
): Promise<KeyRecord> =>
  changeKey(id, ports, (organizationId) =>
    ports.accounts.suspendKey(organizationId, id, suspended),
  );
