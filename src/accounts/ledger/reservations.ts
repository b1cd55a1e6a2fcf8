import type { Caller } from '../../lookup/account/caller.ts';
import type { AcceptedOrder, LookupOrder, LookupSettlement } from '../../lookup/account/order.ts';
import type { Spend } from './records.ts';

/** Longer than any lookup runs; a reservation whose request was cut off ends then. */
export const RESERVATION_MS = 300_000;

/** Open ones live in memory, so their number is bounded. */
const MAX_RESERVATIONS = 20_000;

export type Buyer = Pick<Caller, 'userId' | 'keyId' | 'creditsPerDay'>;

/** Key of a user's lookup under way; an estimate has a key of its own, as it is never shared. */
export const lookupOwner = (lookup: string, userId: string, step: LookupOrder['step']): string =>
  `${step === 'estimate' ? 'estimate:' : ''}${lookup}:${userId}`;

/** Credits set aside for one lookup that is under way. */
interface Reservation {
  id: string;
  /** What was asked, word for word: the same id with other arguments is an error. */
  asked: string;
  /** As {@link lookupOwner}: a second call in flight pays nothing. */
  owner: string;
  buyer: Buyer;
  expiresAt: number;
  outcome: AcceptedOrder;
}

/**
 * Credits set aside for lookups under way, in memory only: no other call can spend them, and
 * writing them down would cost more than most lookups. When the object restarts they are forgotten;
 * a settlement that comes then is paid from the free balance, or, when that has gone meanwhile, the
 * answer was free.
 */
export class Reservations {
  readonly #open = new Map<string, Reservation>();
  readonly #owners = new Map<string, number>();
  readonly #held = new Map<string, number>();
  /** Settlement, by owner, of the first answer that was free because another lookup pays. */
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

  /** Credits set aside for this key. */
  heldBy(keyId: string): number {
    return this.#held.get(keyId) ?? 0;
  }

  /** Whether this user has this lookup under way, and will pay for it. */
  isUnderWay(owner: string): boolean {
    return this.#owners.has(owner);
  }

  share(owner: string, settlement: LookupSettlement): void {
    if (!this.#shared.has(owner)) this.#shared.set(owner, settlement);
  }

  /** Takes the shared settlements of owners who have nothing under way any more. */
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

  raise(id: string, more: number): void {
    const reservation = this.#open.get(id);
    if (!reservation) return;
    const { credits, available } = reservation.outcome;
    reservation.outcome = {
      ...reservation.outcome,
      credits: credits + more,
      available: available - more,
    };
    this.#count(reservation, more);
  }

  /** @returns whether there was one */
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

  /** All live equally long, so those that have expired stand in front. */
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

/** Longer than a Worker may live after its reply, and so longer than it can repeat a call. */
export const RECENT_MS = 120_000;

/** Entries are dropped this often at most. */
const TRIM_EVERY_MS = 10_000;

/**
 * One lookup's order, as it stands.
 * - `charged`: taken; what undoing it needs
 * - `voided`: undone, or refused before it came
 */
type RecentOrder =
  | { state: 'charged'; asked: string; outcome: AcceptedOrder; spend: Spend }
  | { state: 'voided' };

/**
 * Outcomes of the orders of the last two minutes, by id. In memory: an order whose reply was lost
 * is sent again within seconds, and after a restart the entries not yet in the history fill it
 * again.
 */
export class RecentOrders {
  readonly #orders = new Map<string, { at: number; order: RecentOrder }>();
  #trimmedAt = 0;

  get(id: string): RecentOrder | null {
    return this.#orders.get(id)?.order ?? null;
  }

  put(id: string, order: RecentOrder, now: number): void {
    this.#trim(now);
    this.#orders.delete(id);
    this.#orders.set(id, { at: now, order });
  }

  /** The map keeps the order of insertion, so what is old stands in front. */
  #trim(now: number): void {
    if (now - this.#trimmedAt < TRIM_EVERY_MS) return;
    this.#trimmedAt = now;
    for (const [id, { at }] of this.#orders) {
      if (at + RECENT_MS > now) return;
      this.#orders.delete(id);
    }
  }
}
