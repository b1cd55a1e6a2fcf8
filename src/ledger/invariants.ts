import type { Invariant } from '../core/ledger.ts';
import type { Book } from './book.ts';
import { sum } from './lots.ts';

const keeps = (name: string, difference: number | null): Invariant => ({
  name,
  holds: difference === 0,
  difference,
});

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
  const keyCredits = [...book.keys.values()].reduce((total, key) => total + key.credits, 0);
  const keyLookups = [...book.keys.values()].reduce((total, key) => total + key.lookups, 0);
  return [
    keeps(
      'granted = available + held + spent + expired',
      totals.granted - totals.available - totals.held - totals.spent - totals.expired,
    ),
    keeps('lots that do not add up', crooked.length),
    keeps('lots below zero', negative.length),
    keeps('ended lots that can be spent', ended.length),
    keeps('held = sum of holds', totals.held - heldByHolds),
    keeps('sum of postings = available + held', posted.amount - totals.available - totals.held),
    keeps('sum of held postings = held', posted.held - totals.held),
    keeps('credits used = spent', usage.allTime.credits - totals.spent),
    keeps('credits used by keys = credits used', keyCredits - usage.allTime.credits),
    keeps('lookups by keys = lookups', keyLookups - usage.allTime.lookups),
  ];
}

/** Rules over the postings the object still stores. Scans them: for reconciling only. */
export function storedInvariants(book: Book, sql: SqlStorage): Invariant[] {
  const { posted, mirrored } = book.account;
  const stored = sql
    .exec<{ ids: number; rows: number; amount: number; held: number; waiting: number }>(
      `SELECT count(*) AS rows, count(DISTINCT body->>'id') AS ids,
              coalesce(sum(body->>'amount') FILTER (WHERE seq > ?1), 0) AS amount,
              coalesce(sum(body->>'held') FILTER (WHERE seq > ?1), 0) AS held,
              count(*) FILTER (WHERE seq > ?1) AS waiting
       FROM postings`,
      mirrored.seq,
    )
    .one();
  return [
    keeps('postings with an id used twice', stored.rows - stored.ids),
    keeps(
      'postings waiting = postings made - mirrored',
      stored.waiting - (posted.seq - mirrored.seq),
    ),
    keeps(
      'sum of waiting + mirrored postings = sum of postings',
      stored.amount + mirrored.amount - posted.amount,
    ),
    keeps(
      'sum of waiting + mirrored held postings = sum of held postings',
      stored.held + mirrored.held - posted.held,
    ),
  ];
}

/** The mirror against what the object knows it has mirrored. @param found null when D1 could not be read @param failures since the last success */
export function mirrorInvariants(
  expected: { seq: number; amount: number; held: number },
  found: { count: number; amount: number; held: number } | null,
  failures: number,
): Invariant[] {
  return [
    keeps('attempts to mirror that failed in a row', failures),
    keeps('mirrored postings in D1', found && found.count - expected.seq),
    keeps(
      'sum of mirrored postings in D1 = sum in the object',
      found && found.amount - expected.amount,
    ),
    keeps(
      'sum of mirrored held postings in D1 = sum in the object',
      found && found.held - expected.held,
    ),
  ];
}
