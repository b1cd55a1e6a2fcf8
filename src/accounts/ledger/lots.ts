import { PAID_STATUSES } from '../../domain/plans.ts';
import { DAY_MS } from '../../lib/time.ts';
import type { AccountState } from './account-state.ts';
import { endHold } from './holds.ts';
import { type Period, rolloverEnd } from './periods.ts';
import { noUsage } from './usage.ts';

type LotKind = 'subscription' | 'rollover' | 'purchased';

/** Where a granted credit is. Every credit of a lot is in exactly one pocket. */
type CreditStatus = 'available' | 'held' | 'spent' | 'expired';

export interface Lot extends Record<CreditStatus, number> {
  id: string;
  kind: LotKind;
  granted: number;
  /** Start of the period it was granted for; null for purchased credits. */
  periodStart: number | null;
  /** Milliseconds since the epoch; null never ends. */
  endsAt: number | null;
  /** Since when it has had nothing to give; null while it has. */
  emptySince: number | null;
}

/** Credits taken from one lot, so that they can go back where they came from. */
export interface Allocation {
  lotId: string;
  amount: number;
}

export type LotTotals = Record<CreditStatus | 'granted', number>;

export const noCredits = (): LotTotals => ({
  granted: 0,
  available: 0,
  held: 0,
  spent: 0,
  expired: 0,
});

/** A lot that was emptied this long ago gets nothing back any more: it lives on in the totals. */
const EMPTY_LOT_RETENTION_MS = 30 * DAY_MS;

const TOTAL_FIELDS: readonly (keyof LotTotals)[] = [
  'granted',
  'available',
  'held',
  'spent',
  'expired',
];
const KIND_ORDER: readonly LotKind[] = ['subscription', 'rollover', 'purchased'];

export const sumAllocations = (allocations: readonly Allocation[]): number =>
  allocations.reduce((total, allocation) => total + allocation.amount, 0);

const compareByEnd = (a: Lot, b: Lot): number =>
  (a.endsAt ?? Infinity) === (b.endsAt ?? Infinity)
    ? KIND_ORDER.indexOf(a.kind) - KIND_ORDER.indexOf(b.kind)
    : (a.endsAt ?? Infinity) - (b.endsAt ?? Infinity);

/**
 * The lots an organization was granted, with running totals. Credits move only between pockets of
 * one lot, so granted = available + held + spent + expired holds by construction.
 */
export class CreditLots {
  readonly totals: LotTotals;
  /** What the totals have of lots that are no longer listed. */
  readonly past: LotTotals;
  readonly #lots = new Map<string, Lot>();
  readonly #now: () => number;
  readonly #onChange: () => void;
  /**
   * Lots with something to spend, the one that ends first in front; null after a change of order.
   */
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

  /** Adds a lot, or credits to the one that has this id. */
  grant(lot: Pick<Lot, 'id' | 'kind' | 'periodStart' | 'endsAt'>, amount: number): Lot {
    const granted = this.#lots.get(lot.id) ?? { ...noCredits(), ...lot, emptySince: null };
    this.#lots.set(lot.id, granted);
    this.#add(granted, amount);
    return granted;
  }

  /** Takes unspent credits back as if they had never been granted. */
  withdraw(lot: Lot, amount: number): void {
    if (amount > lot.available) throw new Error(`lot ${lot.id} has fewer than ${amount} credits`);
    this.#add(lot, -amount);
  }

  /**
   * A lot that outlives its period stays the same lot, so what holds allocated from it finds its
   * way back.
   */
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

  /**
   * Takes spendable credits, the lot that ends first before the others. The caller has checked the
   * balance.
   */
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

  /** What can be spent, in the order it will be. */
  spendable(): readonly Lot[] {
    this.#spendable ??= [...this.#lots.values()]
      .filter((lot) => lot.available > 0)
      .sort(compareByEnd);
    return this.#spendable;
  }

  /** The same allocations, the lot that ends first in front. */
  inSpendingOrder(allocations: readonly Allocation[]): Allocation[] {
    return allocations.toSorted((a, b) =>
      compareByEnd(this.#lots.get(a.lotId) as Lot, this.#lots.get(b.lotId) as Lot),
    );
  }

  /**
   * Drops lots that were emptied long ago, keeping their totals.
   * @param periodStart whose lots stay
   */
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

/** Cuts the first `amount` credits off a list of allocations. */
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

/** When this lot rolls over or expires; Infinity for never. */
function lotDueAt(lot: Lot): number {
  if (lot.endsAt === null || (lot.kind !== 'subscription' && lot.available === 0)) return Infinity;
  return lot.endsAt;
}

/**
 * A period's lot lives on as a rollover lot, with what is unspent and what holds may still give
 * back.
 */
function rollOver(state: AccountState, lot: Lot, periodEnd: number): void {
  const endsAt = rolloverEnd(periodEnd);
  state.lots.reschedule(lot, 'rollover', endsAt);
  state.scheduleAt(endsAt);
  const carried = lot.available + lot.held;
  if (carried === 0) return;
  const note = `${carried} credits carried over until ${new Date(endsAt).toISOString()}`;
  const entry = { kind: 'rollover', amount: 0, held: 0, ref: lot.id, note } as const;
  state.post({ ...entry, id: `rollover:${lot.id}` }, periodEnd);
}

function expireLot(state: AccountState, lot: Lot, at: number): void {
  const amount = lot.available;
  state.lots.move(lot.id, 'available', 'expired', amount);
  // A lot can give up credits more than once: holds and reversals may return some after its end.
  const id = `expiry:${lot.id}:${state.account.posted.seq + 1}`;
  state.post({ id, kind: 'expiry', amount: -amount, held: 0, ref: lot.id }, at);
}

/** The lots that were granted for a period and have not been carried over. */
export const periodLots = (state: AccountState, period: Pick<Period, 'start'>): Lot[] =>
  [...state.lots.all()].filter(
    (lot) => lot.kind === 'subscription' && lot.periodStart === period.start,
  );

/**
 * Begins a period, or goes on with the one that has this start, and grants what of its credits has
 * not been granted. The period before ends now. Every grant is a lot of its own, spendable whatever
 * the state of the others.
 * @returns credits granted
 */
export function grantPeriod(
  state: AccountState,
  period: Omit<Period, 'granted'>,
  credits: number,
): number {
  const account = state.touch();
  const before = account.period?.start === period.start ? account.period : null;
  if (!before) {
    const last = account.period;
    if (last)
      for (const lot of periodLots(state, last))
        rollOver(state, lot, Math.min(last.end, period.start));
    account.usage.period = noUsage();
  }
  const already = before?.granted ?? 0;
  for (const lot of periodLots(state, period))
    state.lots.reschedule(lot, 'subscription', period.end);
  const granted = Math.max(0, credits - already);
  if (granted > 0) {
    const id = `period:${period.start}:${already + granted}`;
    const lot = {
      id,
      kind: 'subscription',
      periodStart: period.start,
      endsAt: period.end,
    } as const;
    state.lots.grant(lot, granted);
    const entry = {
      kind: 'renewal',
      amount: granted,
      held: 0,
      ref: id,
      note: period.plan,
    } as const;
    state.post({ ...entry, id: `renewal:${id}` });
  }
  account.period = { ...period, granted: already + granted };
  state.scheduleAt(period.end);
  return granted;
}

/** A subscription that was set ahead takes the place of the one before. */
function beginNextSubscription(state: AccountState): void {
  const account = state.touch();
  const { next } = account;
  if (!next) return;
  account.subscription = next;
  account.next = null;
  const { plan, status, periodStart: start, periodEnd: end, creditsPerMonth } = next;
  if (PAID_STATUSES.includes(status) && end > state.now)
    grantPeriod(state, { plan, start, end }, creditsPerMonth);
}

interface DueEvent {
  at: number;
  run: () => void;
}

/** Due events, the earliest in front. Sets when the next will be due. */
function dueEvents(state: AccountState): DueEvent[] {
  const due: DueEvent[] = [];
  let next = Infinity;
  const consider = (at: number, run: () => void) => {
    if (at <= state.now) due.push({ at, run });
    else next = Math.min(next, at);
  };
  for (const hold of state.holds.values())
    consider(hold.expiresAt, () => endHold(state, hold, 'expired', hold.expiresAt));
  for (const lot of state.lots.all()) {
    const at = lotDueAt(lot);
    consider(at, () => {
      // An event before this one may have moved the lot's end.
      if (lotDueAt(lot) !== at) return;
      if (lot.kind === 'subscription') rollOver(state, lot, at);
      else expireLot(state, lot, at);
    });
  }
  if (state.account.next)
    consider(state.account.next.periodStart, () => beginNextSubscription(state));
  state.nextDueAt = next;
  return due.sort((a, b) => a.at - b.at);
}

/**
 * Applies expiry up to `now`, in the order of due times, as if on time. In rounds, because one
 * event can make another due: credits come back to a lot that has ended.
 */
export function applyExpiry(state: AccountState, now: number): void {
  state.now = Math.max(state.now, now);
  state.reservations.expire(state.now);
  if (state.now < state.nextDueAt) return;
  state.lots.foldEmpty(state.account.period?.start ?? null);
  while (state.now >= state.nextDueAt) for (const event of dueEvents(state)) event.run();
}
