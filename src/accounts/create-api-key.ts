import { hashApiKey } from '../access/api-key.ts';
import type { KeyMode } from '../core/caller.ts';
import { ApiError } from '../core/errors.ts';
import { type ApiKey, insertKey } from '../store/api-keys.ts';
import { findUserByEmail } from '../store/organizations.ts';
import type { AccountPorts } from './ports.ts';
import { requireOrganization } from './require-organization.ts';

const LAST_CHARS = 4;

export interface KeyRequest {
  organizationId: string;
  userEmail: string;
  name: string;
  mode: KeyMode;
  /** Milliseconds since the epoch; null never expires. */
  expiresAt: number | null;
}

/**
 * Makes a key. The key itself is in the answer and nowhere else: only its SHA-256 is stored.
 * @throws ApiError NOT_FOUND (organization), INVALID_INPUT (no such user, or an expiry that is past),
 *   SERVICE_UNAVAILABLE when the deployment has no KEY_SECRET
 */
export async function createApiKey(
  request: KeyRequest,
  { db, clock, createKey, newId }: Pick<AccountPorts, 'db' | 'clock' | 'createKey' | 'newId'>,
): Promise<{ stored: ApiKey; key: string }> {
  const { organizationId, userEmail, name, mode, expiresAt } = request;
  await requireOrganization(db, organizationId);
  const user = await findUserByEmail(db, organizationId, userEmail);
  if (!user)
    throw new ApiError('INVALID_INPUT', `user_email: no user ${userEmail} in this organization.`);
  const createdAt = clock.now();
  if (expiresAt !== null && expiresAt <= createdAt)
    throw new ApiError('INVALID_INPUT', 'expires_at: is in the past.');
  if (!createKey)
    throw new ApiError('SERVICE_UNAVAILABLE', 'KEY_SECRET is not set: no key can be made.');
  const key = await createKey(mode);
  const stored: ApiKey = {
    id: newId('key'),
    organizationId,
    userId: user.id,
    name,
    mode,
    hash: await hashApiKey(key),
    last4: key.slice(-LAST_CHARS),
    createdAt,
    expiresAt,
    revokedAt: null,
  };
  await insertKey(db, stored);
  return { stored, key };
}
