import { ApiError } from '../lib/errors.ts';
import type { Secret, VersionCount } from '../lib/secrets.ts';
import { quoted } from '../lib/text.ts';
import { HOUR_MS, toIso, utcDay } from '../lib/time.ts';
import type {
  AccountView,
  ChangedKey,
  KeyChange,
  KeyRecord,
  KeyRefusal,
  KeySettings,
} from '../lookup/account/account.ts';
import type { KeyMode, SentForm } from '../lookup/account/caller.ts';
import { mayLookUp } from '../lookup/account/members.ts';
import { credentialError } from '../lookup/account/principal.ts';
import { type QuotaExceeded, quotaError } from '../lookup/account/quotas.ts';
import { usedKeyError } from '../lookup/account/replay.ts';
import { describeChanges } from './audit-log.ts';
import {
  deriveApiKey,
  deriveKeyId,
  hashApiKey,
  type KeyOwner,
  generateApiKey as makeKey,
  newKeyId,
  organizationOfKeyId,
} from './keys/api-key.ts';
import { keyEndsAt } from './ledger/account-state.ts';
import {
  closedError,
  requireAccount,
  requireOpen,
  requireOpenOrganization,
} from './organizations.ts';
import type { AccountPorts } from './ports.ts';
import { findOrganization } from './store-organizations.ts';

const LAST_CHARS = 4;

/** Most product types, and most networks, per key. */
export const MAX_KEY_SCOPES = 100;
export const MAX_KEY_CIDRS = 100;

interface KeyRequest extends KeySettings {
  organizationId: string;
  userEmail: string;
  mode: KeyMode;
  /** The form that asks for the key, so that it gets one key if it is sent twice. */
  form?: SentForm;
}

interface IssuedKey {
  stored: KeyRecord;
  /** Its text, which is stored nowhere. */
  key: string;
  /** False if the form was sent before. */
  isNew: boolean;
}

export function keyRefusalError(organizationId: string, refusal: KeyRefusal): ApiError {
  if (typeof refusal !== 'string') return quotaError(refusal);
  return refusal === 'organization_closed' ? closedError(organizationId) : credentialError(refusal);
}

export async function keyRecord(
  key: string,
  fields: Omit<
    KeyRecord,
    'hash' | 'last4' | 'revokedAt' | 'suspendedAt' | 'keptAt' | 'successorId'
  >,
): Promise<KeyRecord> {
  const unused = { revokedAt: null, suspendedAt: null, keptAt: null, successorId: null };
  return { ...fields, hash: await hashApiKey(key), last4: key.slice(-LAST_CHARS), ...unused };
}

function requireKeySecret(keySecret: Secret | null): Secret {
  if (keySecret !== null) return keySecret;
  throw new ApiError('SERVICE_UNAVAILABLE', 'This service cannot create API keys.', {
    cause: 'KEY_SECRET is not set',
  });
}

function requireFuture(expiresAt: number | null | undefined, now: number): void {
  if (typeof expiresAt === 'number' && expiresAt <= now)
    throw new ApiError('INVALID_INPUT', 'expires_at: is in the past.', { param: 'expires_at' });
}

/**
 * A new key and its id. Those of a form are derived, so that two sendings at once name the same
 * key, and a later one can show it again although its text is stored nowhere.
 * @param keys the organization's; `known`: the key that the form created before
 */
async function nextKey(
  secret: string,
  owner: KeyOwner,
  form: SentForm | undefined,
  keys: readonly KeyRecord[],
): Promise<{ id: string; key: string; known?: KeyRecord | undefined }> {
  if (!form) return { id: newKeyId(owner.id), key: await makeKey(secret, owner) };
  for (let count = 0; ; count += 1) {
    const label = `${form.digest}:${count}`;
    const id = await deriveKeyId(secret, owner.id, label);
    const known = keys.find((key) => key.id === id);
    if (!known || (known.revokedAt === null && known.createdAt >= form.since))
      return { id, key: await deriveApiKey(secret, owner, label), known };
  }
}

/**
 * Creates a key. Only its SHA-256 is stored: the key itself is in the answer alone.
 * @throws ApiError NOT_FOUND (organization or account), IDEMPOTENCY_CONFLICT (closed),
 * INVALID_INPUT (no such user, the role billing, or a past expiry), INPUT_LIMIT_EXCEEDED or
 * RATE_LIMIT_EXCEEDED (too many keys), UNAUTHORIZED when the user left meanwhile,
 * SERVICE_UNAVAILABLE without a KEY_SECRET
 */
export async function issueApiKey(
  request: KeyRequest,
  { db, clock, accounts, keySecret }: Pick<AccountPorts, 'db' | 'clock' | 'accounts' | 'keySecret'>,
): Promise<IssuedKey> {
  const { organizationId, userEmail, form, ...settings } = request;
  const { region } = await requireOpenOrganization(db, organizationId);
  const view = await requireAccount(organizationId, { accounts });
  const user = view.members.find(({ email }) => email === userEmail);
  const param = 'user_email';
  if (!user)
    throw new ApiError(
      'INVALID_INPUT',
      `user_email: no user ${quoted(userEmail)} in this organization.`,
      { param },
    );
  const createdAt = clock.now();
  requireFuture(settings.expiresAt, createdAt);
  if (!mayLookUp(user.role))
    throw new ApiError('INVALID_INPUT', `user_email: ${quoted(userEmail)} has the role billing.`, {
      param,
    });
  const { text, version } = requireKeySecret(keySecret);
  const owner = { id: organizationId, region, mode: settings.mode };
  const { id, key, known } = await nextKey(text, owner, form, view.keys);
  if (known) {
    if (known.userId !== user.id || known.mode !== settings.mode) throw usedKeyError();
    return { stored: known, key, isNew: false };
  }
  const made = { id, userId: user.id, createdAt, secretVersion: version };
  const stored = await keyRecord(key, { ...made, ...settings });
  const refusal = await accounts.addKey(organizationId, stored);
  if (refusal) throw keyRefusalError(organizationId, refusal);
  return { stored, key, isNew: true };
}

const auditedKey = ({ name, scopes, ipAllow, expiresAt, creditsPerDay }: KeySettings) => ({
  name,
  scopes: scopes ?? 'all',
  ip_allow: ipAllow ?? 'any',
  expires_at: expiresAt === null ? 'never' : toIso(expiresAt),
  credits_per_day: creditsPerDay ?? 'no limit',
});

/** Audit log text: the key's name and its changed settings, or all settings of a new key. */
export function describeKeyChanges(before: KeySettings | null, after: KeyRecord): string | null {
  const now = auditedKey(after);
  if (!before) return describeChanges({}, { ...now, mode: after.mode });
  const { name, ...was } = auditedKey(before);
  return describeChanges(name === after.name ? was : { name, ...was }, now);
}

type ApiKeyPorts = Pick<AccountPorts, 'db' | 'accounts'>;

/** Organization of a key, by the key's id. @throws ApiError NOT_FOUND */
async function organizationOfKey(id: string, { db }: Pick<ApiKeyPorts, 'db'>) {
  const organizationId = organizationOfKeyId(id);
  // Looked up first, because a call to an account that does not exist would create it.
  const organization = organizationId && (await findOrganization(db, organizationId));
  if (!organization) throw new ApiError('NOT_FOUND', `There is no API key ${quoted(id)}.`);
  return organization;
}

/** @throws ApiError NOT_FOUND, INSUFFICIENT_SCOPE, INVALID_INPUT, and those of a quota */
function requireChanged(id: string, key: ChangedKey | QuotaExceeded): KeyRecord {
  if (key === null) throw new ApiError('NOT_FOUND', `There is no API key ${quoted(id)}.`);
  if (key === 'not_yours')
    throw new ApiError(
      'INSUFFICIENT_SCOPE',
      'Only owners and admins can change the keys of other members.',
    );
  if (key === 'suspended_by_another')
    throw new ApiError(
      'INSUFFICIENT_SCOPE',
      'Another suspended this key: only owners and admins can resume or roll it.',
    );
  if (key === 'ended')
    throw new ApiError('INVALID_INPUT', 'This key has ended or was already rolled.');
  if ('limit' in key) throw quotaError(key);
  return key;
}

/** A key's id, and the member who acts; null for the operator. */
interface KeyReference {
  id: string;
  by: string | null;
}

/**
 * Changes a key, effective with its next call: revokes, suspends or resumes it, or changes its
 * settings. Repeated revoking and suspending keeps the first time.
 * @throws ApiError NOT_FOUND (key or account); IDEMPOTENCY_CONFLICT for a closed organization,
 * unless it is revoked; INSUFFICIENT_SCOPE for a member and another's key; INVALID_INPUT for a key
 * that has ended, unless it is revoked, and for a past expiry
 * @returns the key, and the text for the audit log
 */
export async function changeApiKey(
  { id, by }: KeyReference,
  change: KeyChange,
  ports: ApiKeyPorts & Pick<AccountPorts, 'clock'>,
): Promise<{ key: KeyRecord; changes: string | null }> {
  requireFuture(change.expiresAt, ports.clock.now());
  const organization = await organizationOfKey(id, ports);
  const { id: organizationId } = change.revoked ? organization : requireOpen(organization);
  const view = await requireAccount(organizationId, ports);
  const before = view.keys.find((key) => key.id === id);
  const changed = await ports.accounts.changeKey(organizationId, id, change, by);
  const key = requireChanged(id, changed);
  return { key, changes: describeKeyChanges(before ?? key, key) };
}

/** Longest overlap of a rolled key with its successor. */
export const MAX_OVERLAP_HOURS = 720;

/**
 * Rolls a key: creates a successor with its maker and settings, and ends it after the overlap.
 * @param roll `overlapHours` 0 to {@link MAX_OVERLAP_HOURS}; `expiresAt` absent: as the old key;
 * `form` as in {@link issueApiKey}
 * @throws ApiError as {@link changeApiKey}, and as {@link issueApiKey} for the ceilings of keys
 */
export async function rollApiKey(
  { id, by }: KeyReference,
  {
    overlapHours,
    expiresAt,
    form,
  }: { overlapHours: number; expiresAt?: number | null | undefined; form?: SentForm },
  ports: ApiKeyPorts & Pick<AccountPorts, 'clock' | 'keySecret'>,
): Promise<IssuedKey & { oldEndsAt: number; changes: string | null }> {
  const { clock, accounts, keySecret } = ports;
  const createdAt = clock.now();
  requireFuture(expiresAt, createdAt);
  const { id: organizationId, region } = requireOpen(await organizationOfKey(id, ports));
  const view = await requireAccount(organizationId, { accounts });
  const old = requireChanged(id, view.keys.find((key) => key.id === id) ?? null);
  const { text, version } = requireKeySecret(keySecret);
  const owner = { id: organizationId, region, mode: old.mode };
  const { id: successorId, key, known } = await nextKey(text, owner, form, view.keys);
  if (known) return { stored: known, key, isNew: false, oldEndsAt: keyEndsAt(old), changes: null };
  const successor = {
    id: successorId,
    hash: await hashApiKey(key),
    createdAt,
    last4: key.slice(-LAST_CHARS),
    secretVersion: version,
    oldEndsAt: Math.min(createdAt + overlapHours * HOUR_MS, old.expiresAt ?? Infinity),
    ...(expiresAt !== undefined && { expiresAt }),
  };
  const stored = requireChanged(id, await accounts.rollKey(organizationId, id, successor, by));
  const fields = { name: stored.name, ends_at: toIso(successor.oldEndsAt), successor: successorId };
  const changes = describeChanges({}, fields);
  return { stored, key, isNew: true, oldEndsAt: successor.oldEndsAt, changes };
}

/** A key with its maker's address and the day of its last call: UTC, YYYY-MM-DD; null for none. */
export interface ListedKey extends Omit<KeyRecord, 'hash'> {
  userEmail: string | null;
  lastUsedDay: string | null;
}

/**
 * An organization's keys with the day of their last call: keys that have not ended first, then
 * newest first.
 * @throws ApiError NOT_FOUND when the organization has no account
 */
export async function listKeys(
  organizationId: string,
  { accounts, clock }: Pick<AccountPorts, 'accounts' | 'clock'>,
): Promise<{ view: AccountView; keys: ListedKey[] }> {
  const view = await requireAccount(organizationId, { accounts });
  const emails = new Map(view.members.map(({ id, email }) => [id, email]));
  const now = clock.now();
  const hasEnded = (key: KeyRecord) => Number(keyEndsAt(key) <= now);
  const ordered = view.keys.toSorted(
    (a, b) => hasEnded(a) - hasEnded(b) || b.createdAt - a.createdAt,
  );
  const keys = ordered.map(({ hash: _, ...key }) => {
    const usedAt = view.keyUse[key.id];
    return {
      ...key,
      userEmail: emails.get(key.userId) ?? null,
      lastUsedDay: usedAt === undefined ? null : utcDay(usedAt),
    };
  });
  return { view, keys };
}

/**
 * Number of usable keys, suspended ones included, by version of the secret they were made with.
 * @throws ApiError NOT_FOUND for a lost account, whose keys are not known until it is rebuilt
 */
export async function countKeysByVersion(
  organizationId: string,
  { accounts, clock }: Pick<AccountPorts, 'accounts' | 'clock'>,
): Promise<VersionCount[]> {
  const { keys } = await requireAccount(organizationId, { accounts });
  const now = clock.now();
  const usable = keys.filter((key) => keyEndsAt(key) > now);
  const byVersion = Map.groupBy(usable, ({ secretVersion }) => secretVersion);
  return [...byVersion].map(([version, { length }]) => ({ version, count: length }));
}
