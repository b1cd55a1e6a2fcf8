import type { AccountView, KeyRecord } from '../core/account/account.ts';
import { ApiError } from '../core/errors.ts';
import { quoted } from '../core/one-line.ts';
import { readUsage } from '../store/history.ts';
import type { AccountPorts } from './ports.ts';
import { lastDays } from './read-usage.ts';

/** Days of use that are looked at: a key without any in them counts as unused. */
export const USE_LOOKED_AT_DAYS = 90;

/** A key, whose it is, and the last day it made a lookup: UTC, YYYY-MM-DD; null for none lately. */
export interface ListedKey extends Omit<KeyRecord, 'hash'> {
  userEmail: string | null;
  lastUsedDay: string | null;
}

/** Those that can be used first, each kind the newest first. */
const byUse = (a: KeyRecord, b: KeyRecord): number =>
  Number(a.revokedAt !== null) - Number(b.revokedAt !== null) || b.createdAt - a.createdAt;

/**
 * An organization's keys with the day of their last lookup, as history and account know it.
 * @throws ApiError NOT_FOUND when the organization has no account
 */
export async function listKeys(
  organizationId: string,
  { db, clock, accounts }: Pick<AccountPorts, 'db' | 'clock' | 'accounts'>,
): Promise<{ view: AccountView; keys: ListedKey[] }> {
  const [view, stored] = await Promise.all([
    accounts.view(organizationId),
    readUsage(db, organizationId, lastDays(clock.now(), USE_LOOKED_AT_DAYS + 1)),
  ]);
  if (!view)
    throw new ApiError('NOT_FOUND', `The organization ${quoted(organizationId)} has no account.`);
  const usedDays = new Map<string, string>();
  for (const { day, keyId, lookups } of [...stored, ...view.usage])
    if (lookups > 0 && day > (usedDays.get(keyId) ?? '')) usedDays.set(keyId, day);
  const emails = new Map(view.members.map(({ id, email }) => [id, email]));
  const keys = [...view.keys].sort(byUse).map(({ hash: _, ...key }) => ({
    ...key,
    userEmail: emails.get(key.userId) ?? null,
    lastUsedDay: usedDays.get(key.id) ?? null,
  }));
  return { view, keys };
}
