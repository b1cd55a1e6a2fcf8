import type { AccountView, UsageRow } from '../core/account/account.ts';
import type { AccountPorts } from './ports.ts';
import { lastDays, readAccountUsage } from './read-usage.ts';

/** Days of use that are shown. */
const USAGE_DAYS = 91;

/** Use of one product on one day, over every key. */
export type DailyUsage = Omit<UsageRow, 'keyId'>;

/** Rows in the order of their days, those of one product and day as one. */
function overKeys(rows: readonly UsageRow[]): DailyUsage[] {
  const days = new Map<string, DailyUsage>();
  for (const { day, product, lookups, credits } of rows) {
    const place = `${day}\n${product}`;
    const sum = days.get(place) ?? { day, product, lookups: 0, credits: 0 };
    days.set(place, { ...sum, lookups: sum.lookups + lookups, credits: sum.credits + credits });
  }
  return [...days.values()];
}

/**
 * One customer: the account as it is now, and its use of the last 90 days and today by day and
 * product.
 * @throws ApiError NOT_FOUND
 */
export async function readOrganization(
  organizationId: string,
  ports: Pick<AccountPorts, 'db' | 'clock' | 'accounts'>,
): Promise<{ view: AccountView; usage: DailyUsage[] }> {
  const range = lastDays(ports.clock.now(), USAGE_DAYS);
  const { view, rows } = await readAccountUsage({ organizationId, ...range }, ports);
  return { view, usage: overKeys(rows) };
}
