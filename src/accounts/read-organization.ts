import type { AccountView, UsageRow } from '../core/account/account.ts';
import { ApiError } from '../core/errors.ts';
import { readUsage } from '../store/history.ts';
import type { AccountPorts } from './ports.ts';
import { requireOrganization } from './require-organization.ts';

const DAY_MS = 86_400_000;

/** Days of use that are shown. */
const USAGE_DAYS = 90;

/** Use of one product on one day, over every key. */
export type DailyUsage = Omit<UsageRow, 'keyId'>;

/** The account's own figures take the place of those in the history, which follows later. */
function dailyUsage(stored: readonly UsageRow[], newer: readonly UsageRow[]): DailyUsage[] {
  const placeOf = ({ day, product, keyId }: UsageRow) => `${day}\n${product}\n${keyId}`;
  const rows = new Map([...stored, ...newer].map((row) => [placeOf(row), row]));
  const days = new Map<string, DailyUsage>();
  for (const { day, product, lookups, credits } of rows.values()) {
    const place = `${day}\n${product}`;
    const sum = days.get(place) ?? { day, product, lookups: 0, credits: 0 };
    days.set(place, { ...sum, lookups: sum.lookups + lookups, credits: sum.credits + credits });
  }
  return [...days.values()].sort(
    (a, b) => b.day.localeCompare(a.day) || a.product.localeCompare(b.product),
  );
}

/**
 * One customer: the account as it is now, and its use of the last 90 days by day and product.
 * @throws ApiError NOT_FOUND
 */
export async function readOrganization(
  organizationId: string,
  { db, clock, accounts }: Pick<AccountPorts, 'db' | 'clock' | 'accounts'>,
): Promise<{ view: AccountView; usage: DailyUsage[] }> {
  await requireOrganization(db, organizationId);
  const from = new Date(clock.now() - USAGE_DAYS * DAY_MS).toISOString().slice(0, 10);
  const [view, stored] = await Promise.all([
    accounts.view(organizationId),
    readUsage(db, organizationId, from),
  ]);
  if (!view) throw new ApiError('NOT_FOUND', `The organization ${organizationId} has no account.`);
  return { view, usage: dailyUsage(stored, view.usage) };
}
