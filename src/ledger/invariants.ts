import type { Invariant } from '../core/account/ledger.ts';
import { lotsOf } from './advance.ts';
import type { Book } from './book.ts';
import { sum } from './lots.ts';

const keeps = (name: string, difference: number | null): Invariant => ({
  name,
  holds: difference === 0,
  difference,
});

/**
 * Rules over the lots of the latest period: whatever was granted for it is there, and ends with it.
 */
function periodRules(book: Book): Invariant[] {
  const { period } = book.account;
  const own = [...book.lots.all()].filter(
    (lot) => lot.periodStart === (period?.start ?? Number.NaN),
  );
  const granted = own.reduce((total, lot) => total + lot.granted, 0);
  const misplaced = period
    ? lotsOf(book, period).filter(({ endsAt }) => endsAt !== period.end)
    : [];
  return [
    keeps('granted in this period = its lots', (period?.granted ?? 0) - granted),
    keeps('lots of this period that do not end with it', misplaced.length),
  ];
}

/** Rules over the account in memory. Differences are in credits unless the name says otherwise. */
export function bookInvariants(book: Book): Invariant[] {
  const { totals } = book.lots;
  const { posted, usage } = book.account;
  const lots = [...book.lots.all()];
  const negative = lots.filter(
    (lot) => Math.min(lot.granted, lot.available, lot.held, lot.spent, lot.expired) < 0,
  );
  const crooked = lots.filter(
    (lot) => lot.granted !== lot.available + lot.held + lot.spent + lot.expired,
  );
  const ended = lots.filter(
    (lot) => lot.endsAt !== null && lot.endsAt <= book.now && lot.available > 0,
  );
  const heldByHolds = [...book.holds.values()].reduce((total, hold) => total + sum(hold.draws), 0);
  return [
    keeps(
      'granted = available + held + spent + expired',
      totals.granted - totals.available - totals.held - totals.spent - totals.expired,
    ),
    keeps('lots that do not add up', crooked.length),
    keeps('lots below zero', negative.length),
    keeps('ended lots that can be spent', ended.length),
    ...periodRules(book),
    keeps('held = sum of holds', totals.held - heldByHolds),
    keeps('set aside for lookups under way, below zero', Math.min(0, book.reservations.total)),
    keeps('sum of postings = available + held', posted.amount - totals.available - totals.held),
    keeps('sum of held postings = held', posted.held - totals.held),
    keeps('credits used = spent', usage.allTime.credits - totals.spent),
  ];
}

/** Rules over the lines the object still stores. Scans them: for reconciling only. */
export function storedInvariants(book: Book, sql: SqlStorage): Invariant[] {
  const { posted, shipped, usage } = book.account;
  const ids = sql.exec<{ id: string }>('SELECT id FROM key_usage').toArray();
  const byKeys = book.usage.total(ids.map(({ id }) => id));
  const stored = sql
    .exec<{ ids: number; rows: number; amount: number; held: number }>(
      `SELECT count(*) AS rows, count(DISTINCT body->>'id') AS ids,
              coalesce(sum(body->>'amount'), 0) AS amount, coalesce(sum(body->>'held'), 0) AS held
       FROM lines`,
    )
    .one();
  return [
    keeps('lines with an id used twice', stored.rows - stored.ids),
    keeps(
      'lines waiting = lines posted - in the history',
      stored.rows - (posted.seq - shipped.seq),
    ),
    keeps(
      'sum of waiting + history = sum of postings',
      stored.amount + shipped.amount - posted.amount,
    ),
    keeps(
      'sum of waiting + history held = sum of held postings',
      stored.held + shipped.held - posted.held,
    ),
    keeps('credits used by keys = credits used', byKeys.credits - usage.allTime.credits),
  ];
}

/**
 * The history against what the object knows it has shipped.
 * @param found null when it could not be read
 */
export function historyInvariants(
  expected: { seq: number; amount: number; held: number },
  found: { lines: number; lastSeq: number; amount: number; held: number } | null,
  failures: number,
): Invariant[] {
  return [
    keeps('attempts to ship that failed in a row', failures),
    keeps('lines in the history', found && found.lines - expected.seq),
    keeps('last line of the history', found && found.lastSeq - expected.seq),
    keeps('sum of the history = sum in the object', found && found.amount - expected.amount),
    keeps('sum of held in the history = sum in the object', found && found.held - expected.held),
  ];
}
