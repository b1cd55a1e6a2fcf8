import type { Balance, Statement } from '../core/ledger.ts';
import type { Book } from './book.ts';
import { periodLotId } from './periods.ts';

const NOTHING = { lookups: 0, credits: 0 };

export function balance(book: Book): Balance {
  const { available, held } = book.lots.totals;
  return { available, held };
}

/** The account as `GET /account` shows it. From counters: the only loop is over the lots. */
export function statement(book: Book, keyId: string | null): Statement {
  const { period: latest, usage } = book.account;
  const period = latest && book.now < latest.end ? latest : null;
  const lot = period ? book.lots.get(periodLotId(period.start)) : undefined;
  const total = lot?.kind === 'subscription' ? lot.granted : 0;
  const available = lot?.kind === 'subscription' ? lot.available : 0;
  const spendable = { subscription: 0, rollover: 0, purchased: 0 };
  for (const each of book.lots.all()) spendable[each.kind] += each.available;
  return {
    period: period && { plan: period.plan, start: period.start, end: period.end },
    subscription: { total, used: total - available, available },
    rollover: spendable.rollover,
    purchased: spendable.purchased,
    totalAvailable: book.lots.totals.available,
    held: book.lots.totals.held,
    usage: {
      currentPeriod: { ...(period ? usage.period : NOTHING) },
      allTime: { ...usage.allTime },
    },
    key: keyId === null ? null : { ...(book.keys.get(keyId) ?? NOTHING) },
  };
}
