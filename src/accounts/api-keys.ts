import { ApiError } from '../lib/errors.ts';
import { quoted } from '../lib/text.ts';
import { utcDay } from '../lib/time.ts';
import type { AccountView, ChangedKey, KeyRecord, KeyRefusal } from '../lookup/account/account.ts';
import type { KeyMode } from '../lookup/account/caller.ts';
import { credentialError } from '../lookup/account/principal.ts';
import { quotaError } from '../lookup/account/quotas.ts';
import {
  hashApiKey,
  generateApiKey as makeKey,
  newKeyId,
  organizationOfKeyId,
} from './keys/api-key.ts';
import { requireOrganization } from './organizations.ts';
import type { AccountPorts } from './ports.ts';
import { findOrganization } from './store-organizations.ts';

const LAST_CHARS = 4;

interface KeyRequest {
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
export const keyRefusalError = (refusal: KeyRefusal): ApiError =>
  typeof refusal === 'string' ? credentialError(refusal) : quotaError(refusal);

/** What an account keeps of a key. */
export async function keyRecord(
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
 * or it was closed meanwhile, SERVICE_UNAVAILABLE when the deployment has no KEY_SECRET
 */
export async function issueApiKey(
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
    throw new ApiError('SERVICE_UNAVAILABLE', 'This service makes no keys.', {
      cause: 'KEY_SECRET is not set',
    });
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
    creditsPerDay: null,
  };
  const stored = await keyRecord(key, fields);
  const refusal = await accounts.addKey(organizationId, stored);
  if (refusal) throw keyRefusalError(refusal);
  return { stored, key };
}

type ApiKeyPorts = Pick<AccountPorts, 'db' | 'accounts'>;

/** @throws ApiError NOT_FOUND, INSUFFICIENT_SCOPE */
async function changeApiKey(
  id: string,
  { db }: ApiKeyPorts,
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
export const revokeApiKey = ({ id, by }: KeyChange, ports: ApiKeyPorts): Promise<KeyRecord> =>
  changeApiKey(id, ports, (organizationId) => ports.accounts.revokeKey(organizationId, id, by));

/**
 * Suspends a key at once, or resumes it. Repeating it keeps the first time.
 * @throws ApiError as {@link revokeApiKey}
 */
export const suspendApiKey = (
  { id, by, suspended }: KeyChange & { suspended: boolean },
  ports: ApiKeyPorts,
): Promise<KeyRecord> =>
  changeApiKey(id, ports, (organizationId) =>
    ports.accounts.suspendKey(organizationId, id, suspended, by),
  );

/** A key, whose it is, and the day of its last call: UTC, YYYY-MM-DD; null for none. */
export interface ListedKey extends Omit<KeyRecord, 'hash'> {
  userEmail: string | null;
  lastUsedDay: string | null;
}

/** Those that can be used first, each kind the newest first. */
const compareByUse = (a: KeyRecord, b: KeyRecord): number =>
  Number(a.revokedAt !== null) - Number(b.revokedAt !== null) || b.createdAt - a.createdAt;

/**
 * An organization's keys with the day of their last call.
 * @throws ApiError NOT_FOUND when the organization has no account
 */
export async function listKeys(
  organizationId: string,
  { accounts }: Pick<AccountPorts, 'accounts'>,
): Promise<{ view: AccountView; keys: ListedKey[] }> {
  const view = await accounts.view(organizationId);
  if (!view)
    throw new ApiError('NOT_FOUND', `The organization ${quoted(organizationId)} has no account.`);
  const emails = new Map(view.members.map(({ id, email }) => [id, email]));
  const keys = [...view.keys].sort(compareByUse).map(({ hash: _, ...key }) => {
    const usedAt = view.keyUse[key.id];
    return {
      ...key,
      userEmail: emails.get(key.userId) ?? null,
      lastUsedDay: usedAt === undefined ? null : utcDay(usedAt),
    };
  });
  return { view, keys };
}
