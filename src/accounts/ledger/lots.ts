import { alike } from '../../lib/fields.ts';
import { DAY_MS } from '../../lib/time.ts';

type LotKind = 'subscription' | 'rollover' | 'purchased';

/** Status of a granted credit. Every credit of a lot has exactly one. */
type CreditStatus = 'available' | 'held' | 'spent' | 'expired';

export interface Lot extends Record<CreditStatus, number> {
  id: string;
  kind: LotKind;
  granted: number;
  /** Start of the period it was granted for; null for purchased credits. */
  periodStart: number | null;
  /** Milliseconds since the epoch; null for never. */
  endsAt: number | null;
  /** Since when it has no available or held credits; null while it has some. */
  emptySince: number | null;
}

/** Credits taken from one lot, so that they can be returned to it. */
export interface Allocation {
  lotId: string;
  amount: number;
}

export type LotTotals = Record<CreditStatus | 'granted', number>;

const TOTAL_FIELDS = ['granted', 'available', 'held', 'spent', 'expired'] as const;

export const noCredits = (): LotTotals => alike(0, ...TOTAL_FIELDS);

/** Retention of an empty lot: nothing is returned to it after that, and only totals remain. */
const EMPTY_LOT_RETENTION_MS = 30 * DAY_MS;

const KIND_ORDER: readonly LotKind[] = ['subscription', 'rollover', 'purchased'];

export const sumAllocations = (allocations: readonly Allocation[]): number =>
  allocations.reduce((total, allocation) => total + allocation.amount, 0);

const compareByEnd = (a: Lot, b: Lot): number =>
  (a.endsAt ?? Infinity) === (b.endsAt ?? Infinity)
    ? KIND_ORDER.indexOf(a.kind) - KIND_ORDER.indexOf(b.kind)
    : (a.endsAt ?? Infinity) - (b.endsAt ?? Infinity);

/**
 * Credit lots granted to an organization, with running totals. Credits only change status within a
 * lot, so granted = available + held + spent + expired holds by construction.
 */
export class CreditLots {
  readonly totals: LotTotals;
  readonly past: LotTotals;
  readonly #lots = new Map<string, Lot>();
  readonly #now: () => number;
  readonly #onChange: () => void;
  /** Lots with available credits, in spending order; null when to be sorted again. */
  #spendable: Lot[] | null = null;

  constructor(
    saved: { lots: Iterable<Lot>; past: LotTotals },
    now: () => number,
    onChange: () => void,
  ) {
    this.#now = now;
    this.#onChange = onChange;
    this.past = { ...saved.past };
    this.totals = { ...saved.past };
    for (const lot of saved.lots) {
      this.#lots.set(lot.id, lot);
      for (const pocket of TOTAL_FIELDS) this.totals[pocket] += lot[pocket];
    }
  }

  get(id: string): Lot | undefined {
    return this.#lots.get(id);
  }

  all(): IterableIterator<Lot> {
    return this.#lots.values();
  }

  grant(lot: Pick<Lot, 'id' | 'kind' | 'periodStart' | 'endsAt'>, amount: number): Lot {
    const granted = this.#lots.get(lot.id) ?? { ...noCredits(), ...lot, emptySince: null };
    this.#lots.set(lot.id, granted);
    this.#add(granted, amount);
    return granted;
  }

  /** Takes unspent credits back as if never granted. */
  withdraw(lot: Lot, amount: number): void {
    if (amount > lot.available) throw new Error(`lot ${lot.id} has fewer than ${amount} credits`);
    this.#add(lot, -amount);
  }

  /** Changes kind and end. It stays the same lot, so that held credits can return to it. */
  reschedule(lot: Lot, kind: LotKind, endsAt: number): void {
    lot.kind = kind;
    lot.endsAt = endsAt;
    this.#spendable = null;
    this.#onChange();
  }

  move(lotId: string, from: CreditStatus, to: CreditStatus, amount: number): void {
    const lot = this.#lots.get(lotId);
    if (!lot || lot[from] < amount)
      throw new Error(`lot ${lotId} has fewer than ${amount} credits ${from}`);
    lot[from] -= amount;
    lot[to] += amount;
    this.totals[from] -= amount;
    this.totals[to] += amount;
    if (to === 'available') this.#spendable = null;
    this.#changed(lot);
  }

  moveAll(allocations: readonly Allocation[], from: CreditStatus, to: CreditStatus): void {
    for (const allocation of allocations) this.move(allocation.lotId, from, to, allocation.amount);
  }

  /** Takes available credits in spending order. The caller has checked the balance. */
  allocate(amount: number, to: 'held' | 'spent'): Allocation[] {
    const allocations: Allocation[] = [];
    for (let left = amount; left > 0; ) {
      const lot = this.spendable()[0];
      if (!lot) throw new Error(`nothing left to take ${left} credits from`);
      const taken = Math.min(left, lot.available);
      this.move(lot.id, 'available', to, taken);
      allocations.push({ lotId: lot.id, amount: taken });
      left -= taken;
      if (lot.available === 0) this.#spendable?.shift();
    }
    return allocations;
  }

  /** Lots with available credits, in spending order: the earliest end first. */
  spendable(): readonly Lot[] {
    this.#spendable ??= [...this.#lots.values()]
      .filter((lot) => lot.available > 0)
      .sort(compareByEnd);
    return this.#spendable;
  }

  inSpendingOrder(allocations: readonly Allocation[]): Allocation[] {
    return allocations.toSorted((a, b) =>
      compareByEnd(this.#lots.get(a.lotId) as Lot, this.#lots.get(b.lotId) as Lot),
    );
  }

  /** Drops lots empty for long, keeping their totals. @param periodStart period not to drop */
  foldEmpty(periodStart: number | null): void {
    for (const lot of this.#lots.values()) {
      if (periodStart !== null && lot.periodStart === periodStart) continue;
      if (lot.emptySince === null || lot.emptySince + EMPTY_LOT_RETENTION_MS > this.#now())
        continue;
      for (const pocket of TOTAL_FIELDS) this.past[pocket] += lot[pocket];
      this.#lots.delete(lot.id);
      this.#onChange();
    }
  }

  #add(lot: Lot, amount: number): void {
    for (const pocket of ['granted', 'available'] as const) {
      lot[pocket] += amount;
      this.totals[pocket] += amount;
    }
    this.#spendable = null;
    this.#changed(lot);
  }

  #changed(lot: Lot): void {
    lot.emptySince = lot.available + lot.held > 0 ? null : (lot.emptySince ?? this.#now());
    this.#onChange();
  }
}

/** Splits a list of allocations after the first `amount` credits. */
export function splitAllocations(
  allocations: readonly Allocation[],
  amount: number,
): { taken: Allocation[]; left: Allocation[] } {
  const taken: Allocation[] = [];
  const left: Allocation[] = [];
  let missing = amount;
  for (const { lotId, amount: allocated } of allocations) {
    const now = Math.min(missing, allocated);
    missing -= now;
    if (now > 0) taken.push({ lotId, amount: now });
    if (allocated > now) left.push({ lotId, amount: allocated - now });
  }
  return { taken, left };
}
