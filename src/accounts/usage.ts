import { DAY_MS, utcDay } from '../lib/time.ts';
import type { AccountView, UsageRow } from '../lookup/account/account.ts';
import { pageUsage, USAGE_PAGE_ROWS } from './ledger/store-history.ts';
import { usageBucketKey } from './ledger/usage.ts';
import { requireAccount, requireOrganization } from './organizations.ts';
import type { AccountPorts } from './ports.ts';

/** Range of UTC days, YYYY-MM-DD, both inclusive. */
export interface UsageRange {
  from: string;
  to: string;
}

/** The present account, and its usage in a range by day, product and key, newest day first. */
export interface AccountUsage {
  view: AccountView;
  rows: UsageRow[];
  /** Whether the limit of rows was reached: the oldest may then be missing. */
  isCut: boolean;
}

/** Merges usage; the account's figures replace those of the history, which lags behind. */
const mergedUsage = (stored: readonly UsageRow[], newer: readonly UsageRow[]): UsageRow[] => [
  ...new Map([...stored, ...newer].map((row) => [usageBucketKey(row), row])).values(),
];

/** Usage in the history, newest day first. */
async function readUsage(
  organizationId: string,
  range: UsageRange,
  most: number,
  { db }: Pick<AccountPorts, 'db'>,
): Promise<{ rows: UsageRow[]; isCut: boolean }> {
  const rows: UsageRow[] = [];
  while (rows.length < most) {
    const read = await pageUsage(db, organizationId, range, rows.at(-1));
    for (const row of read) rows.push(row);
    if (read.length < USAGE_PAGE_ROWS) return { rows, isCut: false };
  }
  return { rows, isCut: true };
}

/**
 * @param most rows of the history from which on it may be cut
 * @throws ApiError NOT_FOUND
 */
export async function readAccountUsage(
  {
    organizationId,
    from,
    to,
    most = USAGE_PAGE_ROWS,
  }: UsageRange & { organizationId: string; most?: number },
  { db, accounts }: Pick<AccountPorts, 'db' | 'accounts'>,
): Promise<AccountUsage> {
  await requireOrganization(db, organizationId);
  // The account first: what it archives meanwhile is then in both, not in neither.
  const view = await requireAccount(organizationId, { accounts });
  const stored = await readUsage(organizationId, { from, to }, most, { db });
  const newer = view.usage.filter(({ day }) => day >= from && day <= to);
  const rows = mergedUsage(stored.rows, newer).sort(
    (a, b) =>
      b.day.localeCompare(a.day) ||
      a.product.localeCompare(b.product) ||
      a.keyId.localeCompare(b.keyId),
  );
  return { view, rows, isCut: stored.isCut };
}

/** The last days, today included. @param now milliseconds since the epoch */
export const lastDays = (now: number, days: number): UsageRange => ({
  from: utcDay(now - (days - 1) * DAY_MS),
  to: utcDay(now),
});

const USAGE_DAYS = 91;

/** Usage of one product on one day, over all keys. */
export type DailyUsage = Omit<UsageRow, 'keyId'>;

/** Sums rows of the same day and product, in the order of the rows. */
function sumOverKeys(rows: readonly UsageRow[]): DailyUsage[] {
  const days = new Map<string, DailyUsage>();
  for (const { day, product, lookups, credits } of rows) {
    const place = `${day}\n${product}`;
    const sum = days.get(place) ?? { day, product, lookups: 0, credits: 0 };
    days.set(place, { ...sum, lookups: sum.lookups + lookups, credits: sum.credits + credits });
  }
  return [...days.values()];
}

/**
 * An organization's present account, and its usage of today and the last 90 days, by day and
 * product.
 */
export async function readOrganization(
  organizationId: string,
  ports: Pick<AccountPorts, 'db' | 'clock' | 'accounts'>,
): Promise<{ view: AccountView; usage: DailyUsage[] }> {
  const range = lastDays(ports.clock.now(), USAGE_DAYS);
  const { view, rows } = await readAccountUsage({ organizationId, ...range }, ports);
  return { view, usage: sumOverKeys(rows) };
}
