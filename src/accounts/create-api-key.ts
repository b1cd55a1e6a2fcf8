import { hashApiKey, createApiKey as makeKey, newKeyId } from '../access/api-key.ts';
import { credentialRefused } from '../core/account/access.ts';
import type { KeyRecord, KeyRefusal } from '../core/account/account.ts';
import type { KeyMode } from '../core/account/caller.ts';
import { noRoom } from '../core/account/ceilings.ts';
import { ApiError } from '../core/errors.ts';
import { quoted } from '../core/one-line.ts';
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
  /** Product types; null for all. */
  scopes: readonly string[] | null;
  /** Canonical CIDR text; null for anywhere. */
  ipAllow: readonly string[] | null;
}

/** The refusal as callers see it. */
export const keyRefused = (refusal: KeyRefusal): ApiError =>
  typeof refusal === 'string' ? credentialRefused(refusal) : noRoom(refusal);

/** What an account keeps of a key. */
export async function recordOf(
  key: string,
  fields: Omit<KeyRecord, 'hash' | 'last4' | 'revokedAt' | 'suspendedAt'>,
): Promise<KeyRecord> {
  const unused = { last4: key.slice(-LAST_CHARS), revokedAt: null, suspendedAt: null };
  return { ...fields, hash: await hashApiKey(key), ...unused };
}

/**
 * Makes a key. The key itself is in the answer and nowhere else: only its SHA-256 is stored.
 * @throws ApiError NOT_FOUND (organization), INVALID_INPUT (no such user, or an expiry that is
 * past), INPUT_LIMIT_EXCEEDED or RATE_LIMIT_EXCEEDED (too many keys), UNAUTHORIZED when they left
 * or
 * it was closed meanwhile, SERVICE_UNAVAILABLE when the deployment has no KEY_SECRET
 */
export async function createApiKey(
  request: KeyRequest,
  { db, clock, accounts, keySecret }: Pick<AccountPorts, 'db' | 'clock' | 'accounts' | 'keySecret'>,
): Promise<{ stored: KeyRecord; key: string }> {
  const { organizationId, userEmail, name, mode, expiresAt, scopes, ipAllow } = request;
  const { region } = await requireOrganization(db, organizationId);
  const view = await accounts.view(organizationId);
  const user = view?.members.find(({ email }) => email === userEmail);
  if (!user)
    throw new ApiError(
      'INVALID_INPUT',
      `user_email: no user ${quoted(userEmail)} in this organization.`,
    );
  const createdAt = clock.now();
  if (expiresAt !== null && expiresAt <= createdAt)
    throw new ApiError('INVALID_INPUT', 'expires_at: is in the past.');
  if (keySecret === null)
    throw new ApiError('SERVICE_UNAVAILABLE', 'KEY_SECRET is not set: no key can be made.');
  const key = await makeKey(keySecret, { id: organizationId, region, mode });
  const fields = {
    id: newKeyId(organizationId),
    userId: user.id,
    name,
    mode,
    createdAt,
    expiresAt,
    scopes,
    ipAllow,
  };
  const stored = await recordOf(key, fields);
  const refusal = await accounts.addKey(organizationId, stored);
  if (refusal) throw keyRefused(refusal);
  return { stored, key };
}
