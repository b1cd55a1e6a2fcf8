export type LotKind = 'subscription' | 'rollover' | 'purchased';

/** Where a granted credit is. Every credit of a lot is in exactly one pocket. */
export type Pocket = 'available' | 'held' | 'spent' | 'expired';

export interface Lot extends Record<Pocket, number> {
  id: string;
  kind: LotKind;
  granted: number;
  /** Milliseconds since the epoch; null never ends. */
  endsAt: number | null;
}

/** Credits taken from one lot, so that they can go back where they came from. */
export interface Draw {
  lotId: string;
  amount: number;
}

export type LotTotals = Record<Pocket | 'granted', number>;

const KIND_ORDER: readonly LotKind[] = ['subscription', 'rollover', 'purchased'];

export const sum = (draws: readonly Draw[]): number =>
  draws.reduce((total, draw) => total + draw.amount, 0);

const byEnd = (a: Lot, b: Lot): number =>
  (a.endsAt ?? Infinity) === (b.endsAt ?? Infinity)
    ? KIND_ORDER.indexOf(a.kind) - KIND_ORDER.indexOf(b.kind)
    : (a.endsAt ?? Infinity) - (b.endsAt ?? Infinity);

/**
 * Every lot an organization was ever granted, with running totals. Credits move only between pockets of
 * one lot, so granted = available + held + spent + expired holds by construction.
 */
export class Lots {
  readonly totals: LotTotals = { granted: 0, available: 0, held: 0, spent: 0, expired: 0 };
  readonly #lots = new Map<string, Lot>();
  readonly #onChange: (lot: Lot) => void;
  /** Lots with something to spend, the one that ends first in front; null after a change of order. */
  #spendable: Lot[] | null = null;

  constructor(lots: Iterable<Lot>, onChange: (lot: Lot) => void) {
    this.#onChange = onChange;
    for (const lot of lots) {
      this.#lots.set(lot.id, lot);
      for (const name of Object.keys(this.totals) as (keyof LotTotals)[])
        this.totals[name] += lot[name];
    }
  }

  get(id: string): Lot | undefined {
    return this.#lots.get(id);
  }

  all(): IterableIterator<Lot> {
    return this.#lots.values();
  }

  /** Adds credits to a lot, which need not exist yet. */
  grant(id: string, kind: LotKind, amount: number, endsAt: number | null): Lot {
    const lot = this.#lots.get(id) ?? {
      id,
      kind,
      granted: 0,
      available: 0,
      held: 0,
      spent: 0,
      expired: 0,
      endsAt,
    };
    this.#lots.set(id, lot);
    lot.granted += amount;
    lot.available += amount;
    this.totals.granted += amount;
    this.totals.available += amount;
    this.#changed(lot);
    return lot;
  }

  /** A lot that outlives its period stays the same lot, so what holds drew from it finds its way back. */
  reschedule(lot: Lot, kind: LotKind, endsAt: number): void {
    lot.kind = kind;
    lot.endsAt = endsAt;
    this.#changed(lot);
  }

  move(lotId: string, from: Pocket, to: Pocket, amount: number): void {
    const lot = this.#lots.get(lotId);
    if (!lot || lot[from] < amount)
      throw new Error(`lot ${lotId} has fewer than ${amount} credits ${from}`);
    lot[from] -= amount;
    lot[to] += amount;
    this.totals[from] -= amount;
    this.totals[to] += amount;
    if (to === 'available') this.#spendable = null;
    this.#onChange(lot);
  }

  moveAll(draws: readonly Draw[], from: Pocket, to: Pocket): void {
    for (const draw of draws) this.move(draw.lotId, from, to, draw.amount);
  }

  /** Takes spendable credits, the lot that ends first before the others. The caller has checked the balance. */
  take(amount: number, to: 'held' | 'spent'): Draw[] {
    if (amount === 0) return [];
    this.#spendable ??= [...this.#lots.values()].filter((lot) => lot.available > 0).sort(byEnd);
    const draws: Draw[] = [];
    for (let left = amount; left > 0; ) {
      const lot = this.#spendable[0];
      if (!lot) throw new Error(`nothing left to take ${left} credits from`);
      const taken = Math.min(left, lot.available);
      this.move(lot.id, 'available', to, taken);
      draws.push({ lotId: lot.id, amount: taken });
      left -= taken;
      if (lot.available === 0) this.#spendable.shift();
    }
    return draws;
  }

  /** The same draws, the lot that ends first in front. */
  inSpendingOrder(draws: readonly Draw[]): Draw[] {
    return draws.toSorted((a, b) =>
      byEnd(this.#lots.get(a.lotId) as Lot, this.#lots.get(b.lotId) as Lot),
    );
  }

  #changed(lot: Lot): void {
    this.#spendable = null;
    this.#onChange(lot);
  }
}

/** Cuts the first `amount` credits off a list of draws. */
export function splitDraws(
  draws: readonly Draw[],
  amount: number,
): { taken: Draw[]; left: Draw[] } {
  const taken: Draw[] = [];
  const left: Draw[] = [];
  let missing = amount;
  for (const { lotId, amount: drawn } of draws) {
    const now = Math.min(missing, drawn);
    missing -= now;
    if (now > 0) taken.push({ lotId, amount: now });
    if (drawn > now) left.push({ lotId, amount: drawn - now });
  }
  return { taken, left };
}
