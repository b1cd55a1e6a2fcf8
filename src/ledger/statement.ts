import type { SpendableLot } from '../core/account/account.ts';
import type { Balance, Statement } from '../core/account/ledger.ts';
import { lotsOf } from './advance.ts';
import type { Book } from './book.ts';
import type { Lot } from './lots.ts';
import { noUsage } from './usage.ts';

export function balance(book: Book): Balance {
  const { available } = book;
  const { totals } = book.lots;
  return { available, held: totals.held + totals.available - available };
}

/** What can be spent of each lot once what lookups under way may cost is set aside. */
function spendable(book: Book): Map<Lot, number> {
  let reserved = book.reservations.total;
  return new Map(
    book.lots.inOrder().map((lot) => {
      const taken = Math.min(reserved, lot.available);
      reserved -= taken;
      return [lot, lot.available - taken] as const;
    }),
  );
}

/** What can be spent, the lot that ends first in front. */
export const spendableLots = (book: Book): SpendableLot[] =>
  [...spendable(book)].flatMap(([{ kind, endsAt }, available]) =>
    available > 0 ? [{ kind, available, endsAt }] : [],
  );

/** The account as `GET /account` shows it. From counters: the only loops are over the lots. */
export function statement(book: Book, keyId: string | null): Statement {
  const { runningPeriod: period } = book;
  const { usage } = book.account;
  const free = spendable(book);
  const kinds = { subscription: 0, rollover: 0, purchased: 0 };
  for (const [{ kind }, amount] of free) kinds[kind] += amount;
  const total = period ? lotsOf(book, period).reduce((sum, { granted }) => sum + granted, 0) : 0;
  return {
    period: period && { plan: period.plan, start: period.start, end: period.end },
    subscription: {
      total,
      used: total - kinds.subscription,
      available: kinds.subscription,
    },
    rollover: kinds.rollover,
    purchased: kinds.purchased,
    totalAvailable: book.available,
    held: balance(book).held,
    usage: {
      currentPeriod: { ...(period ? usage.period : noUsage()) },
      allTime: { ...usage.allTime },
    },
    key: keyId === null ? null : { ...book.usage.ofKey(keyId) },
  };
}
