import type { Caller } from '../../lookup/account/caller.ts';
import type { AcceptedOrder, LookupOrder, LookupSettlement } from '../../lookup/account/order.ts';
import type { Spend, StoredEntry } from './records.ts';

/** Lifetime of a reservation, longer than any lookup runs: a request may have been cut off. */
export const RESERVATION_MS = 300_000;

/** Open reservations live in memory, so their number is bounded. */
const MAX_RESERVATIONS = 20_000;

export type Buyer = Pick<Caller, 'userId' | 'keyId' | 'creditsPerDay'>;

/** Key of a user's lookup in flight; estimates have separate keys, as they are never shared. */
export const lookupOwner = (lookup: string, userId: string, step: LookupOrder['step']): string =>
  `${step === 'estimate' ? 'estimate:' : ''}${lookup}:${userId}`;

/** Credits reserved for one lookup in flight. */
interface Reservation {
  id: string;
  /** Fingerprint of the arguments: the same id with other arguments is an error. */
  asked: string;
  /** From {@link lookupOwner}: a second call in flight pays nothing. */
  owner: string;
  buyer: Buyer;
  /** Paid whatever the user has paid for. */
  bypass: boolean;
  expiresAt: number;
  outcome: AcceptedOrder;
  /** Raised to its measured price, so that its work has begun. */
  isMeasured?: true;
}

/**
 * Credits reserved for lookups in flight, in memory only: no other call can spend them, and writing
 * them would cost more than most lookups. A restart forgets them; a later settlement is then paid
 * from the free balance, or, if that is too low by then, the answer was free.
 */
export class Reservations {
  readonly #open = new Map<string, Reservation>();
  readonly #owners = new Map<string, number>();
  readonly #held = new Map<string, number>();
  /** By owner: settlement of the first answer that was free as another lookup in flight pays. */
  readonly #shared = new Map<string, LookupSettlement>();
  #total = 0;

  get total(): number {
    return this.#total;
  }

  get full(): boolean {
    return this.#open.size >= MAX_RESERVATIONS;
  }

  get(id: string): Reservation | undefined {
    return this.#open.get(id);
  }

  /** Credits reserved for this key. */
  heldBy(keyId: string): number {
    return this.#held.get(keyId) ?? 0;
  }

  /** Whether this user has this lookup in flight and will pay for it. */
  isUnderWay(owner: string): boolean {
    return this.#owners.has(owner);
  }

  /** The reservations of equal lookups of the user that are free once another of them is paid. */
  rivalsOf(owner: string, id: string): readonly Reservation[] {
    if (!this.isUnderWay(owner)) return [];
    return [...this.#open.values()].filter(
      (each) => each.owner === owner && each.id !== id && !each.bypass,
    );
  }

  share(owner: string, settlement: LookupSettlement): void {
    if (!this.#shared.has(owner)) this.#shared.set(owner, settlement);
  }

  /** Removes and returns the shared settlements of owners with nothing in flight any more. */
  takeShared(): LookupSettlement[] {
    const ended = [...this.#shared].filter(([owner]) => !this.isUnderWay(owner));
    for (const [owner] of ended) this.#shared.delete(owner);
    return ended.map(([, settlement]) => settlement);
  }

  add(reservation: Reservation): void {
    this.#open.set(reservation.id, reservation);
    this.#owners.set(reservation.owner, (this.#owners.get(reservation.owner) ?? 0) + 1);
    this.#count(reservation, reservation.outcome.credits);
  }

  /** Marks the reservation as measured. @param more credits, 0 for none */
  raise(id: string, more: number): void {
    const reservation = this.#open.get(id);
    if (!reservation) return;
    reservation.isMeasured = true;
    const { credits, available } = reservation.outcome;
    reservation.outcome = {
      ...reservation.outcome,
      credits: credits + more,
      available: available - more,
    };
    this.#count(reservation, more);
  }

  /** @returns whether the reservation existed */
  end(id: string): boolean {
    const reservation = this.#open.get(id);
    if (!reservation) return false;
    this.#open.delete(id);
    this.#count(reservation, -reservation.outcome.credits);
    const others = (this.#owners.get(reservation.owner) ?? 1) - 1;
    if (others === 0) this.#owners.delete(reservation.owner);
    else this.#owners.set(reservation.owner, others);
    return true;
  }

  /** Ends expired reservations. All have the same lifetime, so the oldest come first. */
  expire(now: number): void {
    for (const { id, expiresAt } of this.#open.values()) {
      if (expiresAt > now) return;
      this.end(id);
    }
  }

  #count({ buyer: { keyId } }: Reservation, credits: number): void {
    this.#total += credits;
    const held = this.heldBy(keyId) + credits;
    if (held === 0) this.#held.delete(keyId);
    else this.#held.set(keyId, held);
  }
}

/** Retention of outcomes: longer than a Worker can live, and repeat a call, after its reply. */
export const RECENT_MS = 120_000;

/**
 * State of one lookup's order.
 * - `charged`: accepted, with what undoing it needs
 * - `voided`: undone, or refused before it came
 */
type RecentOrder =
  | { state: 'charged'; asked: string; ordered: Omit<AcceptedOrder, 'available'>; spend: Spend }
  | { state: 'voided' };

/** The order that a charge's ledger entry records. */
function orderOf({ order, amount }: StoredEntry): RecentOrder | null {
  if (!order) return null;
  const { asked, spend, foundAt, windowEndsAt, atMost = null, sameTables = false } = order;
  const quote = { free: false, atMost, foundAt, windowEndsAt, sameTables };
  return { state: 'charged', asked, ordered: { quote, credits: 0 - amount }, spend };
}

/**
 * Orders of at least the last two minutes, by id: an order whose reply was lost is sent again
 * within seconds. A paid order is in its ledger entry, so only the entry's number is in memory;
 * free and voided ones have no entry, and are forgotten in a restart.
 */
export class RecentOrders {
  readonly #entry: (seq: number) => StoredEntry | undefined;
  /** Two generations, so that the older one is dropped as a whole. */
  #younger = new Map<string, RecentOrder | number>();
  #older: ReadonlyMap<string, RecentOrder | number> = new Map();
  /** When the younger generation began. */
  #since = 0;

  /** @param entry finds a ledger entry by its number, those not yet written included */
  constructor(entry: (seq: number) => StoredEntry | undefined) {
    this.#entry = entry;
  }

  get(id: string): RecentOrder | null {
    const found = this.#younger.get(id) ?? this.#older.get(id) ?? null;
    if (typeof found !== 'number') return found;
    const entry = this.#entry(found);
    return entry ? orderOf(entry) : null;
  }

  /** @param order number of its ledger entry if it was paid */
  put(id: string, order: RecentOrder | number, now: number): void {
    if (now >= this.#since + RECENT_MS) {
      this.#older = this.#younger;
      this.#younger = new Map();
      this.#since = now;
    }
    this.#younger.set(id, order);
  }
}
