import { ApiError } from '../core/errors.ts';
import { markKeyRevoked } from '../store/api-keys.ts';
import type { AccountPorts } from './ports.ts';

/**
 * Revokes a key everywhere at once: the record first, then its KeyGate forgets what it read, so that no call
 * after this one's reply is admitted. Repeating it keeps the first time of revocation.
 * @throws ApiError NOT_FOUND
 */
export async function revokeApiKey(
  id: string,
  { db, clock, gate }: Pick<AccountPorts, 'db' | 'clock' | 'gate'>,
): Promise<{ id: string; revokedAt: number }> {
  const key = await markKeyRevoked(db, id, clock.now());
  if (!key || key.revokedAt === null) throw new ApiError('NOT_FOUND', `There is no API key ${id}.`);
  await gate.forget([key.hash]);
  return { id: key.id, revokedAt: key.revokedAt };
}
