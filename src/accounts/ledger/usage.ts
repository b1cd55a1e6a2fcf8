import { utcDay } from '../../lib/time.ts';
import type { UsageRow } from '../../lookup/account/account.ts';
import type { LookupUsage } from '../../lookup/account/ledger.ts';

/** Usage of calls made without an API key is counted under this name. */
const NO_KEY = '';

export const noUsage = (): LookupUsage => ({ lookups: 0, credits: 0 });

/** Where something is counted. */
type UsageBucket = Pick<UsageRow, 'day' | 'product' | 'keyId'>;

const usageBucketKey = ({ day, product, keyId }: UsageBucket): string =>
  `${day}\n${product}\n${keyId}`;

/** The counters as they lie on disk. */
export interface CountedRows {
  usage(day: string, product: string, keyId: string): LookupUsage | null;
  keyUsage(keyId: string): LookupUsage | null;
}

/**
 * Lookups and credits by day, product and key, and by key alone. Absolute figures: what is written
 * or copied twice changes nothing. They are written with the history, not with every call; the
 * entries that are younger say what is missing after a restart.
 */
export class UsageCounters {
  readonly #rows: CountedRows;
  #days = new Map<string, UsageRow>();
  readonly #keys = new Map<string, LookupUsage>();
  #changedDays = new Set<UsageRow>();
  #changedKeys = new Set<string>();

  constructor(rows: CountedRows) {
    this.#rows = rows;
  }

  get changed(): boolean {
    return this.#changedDays.size > 0;
  }

  /** These figures, and in their place those that are newer. */
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
    for (const counter of [day, key]) {
      counter.lookups += lookups;
      counter.credits += credits;
    }
    this.#changedDays.add(day);
    this.#changedKeys.add(keyId ?? NO_KEY);
  }

  /** Raises a day's figures to these, where they are lower. */
  raiseTo({ day, product, keyId, lookups, credits }: UsageRow): void {
    const counter = this.#day(day, product, keyId);
    if (counter.lookups >= lookups && counter.credits >= credits) return;
    counter.lookups = Math.max(counter.lookups, lookups);
    counter.credits = Math.max(counter.credits, credits);
    this.#changedDays.add(counter);
  }

  ofKey(keyId: string): LookupUsage {
    const known = this.#keys.get(keyId);
    if (known) return known;
    const read = this.#rows.keyUsage(keyId) ?? noUsage();
    this.#keys.set(keyId, read);
    return read;
  }

  /** Sum over every key. @param ids keys on disk; those in memory are known */
  total(ids: readonly string[]): LookupUsage {
    const total = noUsage();
    for (const id of new Set([...ids, ...this.#keys.keys()])) {
      total.lookups += this.ofKey(id).lookups;
      total.credits += this.ofKey(id).credits;
    }
    return total;
  }

  /** Hands over what has to be written. Days that are over are dropped from memory. */
  takeChanged(): { days: UsageRow[]; keys: (LookupUsage & { id: string })[] } {
    const days = [...this.#changedDays];
    const keys = [...this.#changedKeys].map((id) => ({ id, ...this.ofKey(id) }));
    this.#days = new Map();
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

/** Lookups without a ledger entry: they cost nothing. */
export type Unposted = readonly [day: string, product: string, keyId: string, lookups: number];

/**
 * Lookups counted less those on ledger entries, since the counters were written: together with the
 * entries this restores the counters after a restart.
 */
export class UnpostedLookups {
  readonly #lookups = new Map<string, Unposted>();
  /** What {@link saved} said last; null since something has changed. */
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
