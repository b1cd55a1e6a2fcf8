import { utcDay } from '../../lib/time.ts';
import type { UsageRow } from '../../lookup/account/account.ts';
import type { LookupUsage } from '../../lookup/account/ledger.ts';

/** Key id under which calls without an API key are counted. */
const NO_KEY = '';

export const noUsage = (): LookupUsage => ({ lookups: 0, credits: 0 });

function addUsage(counter: LookupUsage, { lookups, credits }: LookupUsage): void {
  counter.lookups += lookups;
  counter.credits += credits;
}

/** Adds usage to the all-time counter, and to the period's if it was used in that period. */
export function countUsage(
  { allTime, period }: Readonly<Record<'allTime' | 'period', LookupUsage>>,
  used: LookupUsage,
  inPeriod: boolean,
): void {
  addUsage(allTime, used);
  if (inPeriod) addUsage(period, used);
}

/** Key of a counter. */
type UsageBucket = Pick<UsageRow, 'day' | 'product' | 'keyId'>;

export const usageBucketKey = ({ day, product, keyId }: UsageBucket): string =>
  `${day}\n${product}\n${keyId}`;

/** The counters on disk. */
export interface CountedRows {
  usage(day: string, product: string, keyId: string): LookupUsage | null;
  keyUsage(keyId: string): LookupUsage | null;
  /** Credits of one key in a day, by product. */
  creditsOn(day: string, keyId: string): { product: string; credits: number }[];
}

/**
 * Usage by day, product and key, and by key alone. Figures are absolute, so that writing or copying
 * one twice changes nothing. They are written with the history, not with every call; after a
 * restart the later entries supply what is missing.
 */
export class UsageCounters {
  readonly #rows: CountedRows;
  readonly #days = new Map<string, UsageRow>();
  readonly #keys = new Map<string, LookupUsage>();
  #changedDays = new Set<UsageRow>();
  #changedKeys = new Set<string>();
  /** Credits by key in the latest day, for the keys read so far. */
  #spent = { day: '', byKey: new Map<string, number>() };

  constructor(rows: CountedRows) {
    this.#rows = rows;
  }

  get changed(): boolean {
    return this.#changedDays.size > 0;
  }

  /** The given rows, with unwritten newer figures in their place. */
  newest(rows: readonly UsageRow[]): UsageRow[] {
    const newer = [...this.#changedDays];
    const isNewer = (row: UsageRow) =>
      newer.some((each) => usageBucketKey(each) === usageBucketKey(row));
    return [...rows.filter((row) => !isNewer(row)), ...newer.map((row) => ({ ...row }))];
  }

  count(
    at: number,
    product: string,
    keyId: string | null,
    { lookups, credits }: LookupUsage,
  ): void {
    const day = this.#day(utcDay(at), product, keyId ?? NO_KEY);
    const key = this.ofKey(keyId ?? NO_KEY);
    for (const counter of [day, key]) addUsage(counter, { lookups, credits });
    this.#changedDays.add(day);
    this.#changedKeys.add(keyId ?? NO_KEY);
    const spent = this.#spent.byKey.get(day.keyId);
    if (this.#spent.day === day.day && spent !== undefined)
      this.#spent.byKey.set(day.keyId, spent + credits);
  }

  /** Credits of one key in a day, over all products. @param day the latest day counted */
  spentOn(day: string, keyId: string): number {
    if (this.#spent.day !== day) this.#spent = { day, byKey: new Map() };
    const known = this.#spent.byKey.get(keyId);
    if (known !== undefined) return known;
    const products = new Map(
      this.#rows.creditsOn(day, keyId).map(({ product, credits }) => [product, credits]),
    );
    for (const row of this.#days.values())
      if (row.day === day && row.keyId === keyId) products.set(row.product, row.credits);
    const spent = [...products.values()].reduce((sum, credits) => sum + credits, 0);
    this.#spent.byKey.set(keyId, spent);
    return spent;
  }

  /** Raises a day's lower figures to the given ones. */
  raiseTo({ day, product, keyId, lookups, credits }: UsageRow): void {
    const counter = this.#day(day, product, keyId);
    if (counter.lookups >= lookups && counter.credits >= credits) return;
    counter.lookups = Math.max(counter.lookups, lookups);
    counter.credits = Math.max(counter.credits, credits);
    this.#changedDays.add(counter);
    this.#spent.byKey.clear();
  }

  ofKey(keyId: string): LookupUsage {
    const known = this.#keys.get(keyId);
    if (known) return known;
    const read = this.#rows.keyUsage(keyId) ?? noUsage();
    this.#keys.set(keyId, read);
    return read;
  }

  /** Sum over all keys. @param ids keys on disk; keys in memory are added */
  total(ids: readonly string[]): LookupUsage {
    const total = noUsage();
    for (const id of new Set([...ids, ...this.#keys.keys()])) addUsage(total, this.ofKey(id));
    return total;
  }

  /**
   * Returns the figures to write. The latest day stays in memory, because counting may go on before
   * they are on disk; earlier days are dropped.
   */
  takeChanged(): { days: UsageRow[]; keys: (LookupUsage & { id: string })[] } {
    const days = [...this.#changedDays].map((row) => ({ ...row }));
    const keys = [...this.#changedKeys].map((id) => ({ id, ...this.ofKey(id) }));
    const latest = days.reduce((last, { day }) => (day > last ? day : last), '');
    for (const [bucket, { day }] of this.#days) if (day < latest) this.#days.delete(bucket);
    this.#changedDays = new Set();
    this.#changedKeys = new Set();
    return { days, keys };
  }

  #day(day: string, product: string, keyId: string): UsageRow {
    const bucket = usageBucketKey({ day, product, keyId });
    const known = this.#days.get(bucket);
    if (known) return known;
    const read = this.#rows.usage(day, product, keyId) ?? noUsage();
    const row = { day, product, keyId, ...read };
    this.#days.set(bucket, row);
    return row;
  }
}

/** Lookups without a ledger entry, as they cost nothing. */
export type Unposted = readonly [day: string, product: string, keyId: string, lookups: number];

/**
 * Lookups counted since the counters were written, less those on ledger entries: with the entries,
 * this restores the counters after a restart.
 */
export class UnpostedLookups {
  readonly #lookups = new Map<string, Unposted>();
  /** Last result of {@link saved}; null after a change. */
  #saved: readonly Unposted[] | null;

  constructor(saved: readonly Unposted[]) {
    this.#saved = saved;
    for (const row of saved) {
      const [day, product, keyId] = row;
      this.#lookups.set(usageBucketKey({ day, product, keyId }), row);
    }
  }

  get none(): boolean {
    return this.#lookups.size === 0;
  }

  add(at: number, product: string, keyId: string | null, lookups: number): void {
    const row = { day: utcDay(at), product, keyId: keyId ?? NO_KEY };
    const bucket = usageBucketKey(row);
    const total = (this.#lookups.get(bucket)?.[3] ?? 0) + lookups;
    if (total === 0) this.#lookups.delete(bucket);
    else this.#lookups.set(bucket, [row.day, product, row.keyId, total]);
    this.#saved = null;
  }

  clear(): void {
    this.#lookups.clear();
    this.#saved = null;
  }

  /** The same array as long as nothing changes. */
  saved(): readonly Unposted[] {
    this.#saved ??= [...this.#lookups.values()];
    return this.#saved;
  }
}
