import type { Ordered } from '../core/account/orders.ts';
import type { Spend } from './calls.ts';

/** Longer than a Worker may live after its reply, and so longer than it can repeat a call. */
export const RECENT_MS = 120_000;

/** Entries are dropped this often at most. */
const TRIM_EVERY_MS = 10_000;

/**
 * One lookup's order, as it stands.
 * - `charged`: taken; what undoing it needs
 * - `voided`: undone, or refused before it came
 */
export type RecentOrder =
  | { state: 'charged'; asked: string; outcome: Ordered; spend: Spend }
  | { state: 'voided' };

/**
 * What became of the orders of the last two minutes, by id. In memory: an order whose reply was
 * lost is sent again within seconds, and after a restart the lines not yet in the history fill it
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
