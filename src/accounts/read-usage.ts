import type { AccountView, UsageRow } from '../core/account/account.ts';
import { ApiError } from '../core/errors.ts';
import { quoted } from '../core/one-line.ts';
import { MAX_USAGE_ROWS, readUsage } from '../store/history.ts';
import type { AccountPorts } from './ports.ts';
import { requireOrganization } from './require-organization.ts';

/** Days of use, both ends included: UTC, YYYY-MM-DD. */
export interface UsageRange {
  from: string;
  to: string;
}

/** An account as it is now, and its use of some days by day, product and key, newest day first. */
export interface AccountUsage {
  view: AccountView;
  rows: UsageRow[];
  /** Whether there are more rows than are read at a time: the oldest are then missing. */
  isCut: boolean;
}

/** The account's own figures take the place of those in the history, which follows later. */
function newest(stored: readonly UsageRow[], newer: readonly UsageRow[]): UsageRow[] {
  const placeOf = ({ day, product, keyId }: UsageRow) => `${day}\n${product}\n${keyId}`;
  return [...new Map([...stored, ...newer].map((row) => [placeOf(row), row])).values()];
}

/** @throws ApiError NOT_FOUND */
export async function readAccountUsage(
  { organizationId, from, to }: UsageRange & { organizationId: string },
  { db, accounts }: Pick<AccountPorts, 'db' | 'accounts'>,
): Promise<AccountUsage> {
  await requireOrganization(db, organizationId);
  const [view, stored] = await Promise.all([
    accounts.view(organizationId),
    readUsage(db, organizationId, { from, to }),
  ]);
  if (!view)
    throw new ApiError('NOT_FOUND', `The organization ${quoted(organizationId)} has no account.`);
  const newer = view.usage.filter(({ day }) => day >= from && day <= to);
  const rows = newest(stored, newer).sort(
    (a, b) =>
      b.day.localeCompare(a.day) ||
      a.product.localeCompare(b.product) ||
      a.keyId.localeCompare(b.keyId),
  );
  return { view, rows, isCut: stored.length === MAX_USAGE_ROWS };
}

const DAY_MS = 86_400_000;

/** The last days, today among them. @param now milliseconds since the epoch */
export const lastDays = (now: number, days: number): UsageRange => ({
  from: new Date(now - (days - 1) * DAY_MS).toISOString().slice(0, 10),
  to: new Date(now).toISOString().slice(0, 10),
});
