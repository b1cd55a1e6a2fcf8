import type { Book } from './book.ts';
import { releaseHold } from './hold.ts';
import type { Lot } from './lots.ts';
import { type Period, periodLotId, rolloverEnd } from './periods.ts';

/** When something happens to this lot by itself; Infinity for never. */
function lotDueAt(lot: Lot): number {
  if (lot.endsAt === null || (lot.kind !== 'subscription' && lot.available === 0)) return Infinity;
  return lot.endsAt;
}

/** The period's lot lives on as a rollover lot, with what is unspent and what holds may still give back. */
function rollOver(book: Book, lot: Lot, periodEnd: number): void {
  const endsAt = rolloverEnd(periodEnd);
  book.lots.reschedule(lot, 'rollover', endsAt);
  book.fallsDue(endsAt);
  const carried = lot.available + lot.held;
  if (carried === 0) return;
  const note = `${carried} credits carried over until ${new Date(endsAt).toISOString()}`;
  book.post(
    { id: `rollover:${lot.id}`, kind: 'rollover', amount: 0, held: 0, ref: lot.id, note },
    periodEnd,
  );
}

function expire(book: Book, lot: Lot, at: number): void {
  const amount = lot.available;
  book.lots.move(lot.id, 'available', 'expired', amount);
  // A lot can give up credits more than once: holds and reversals may return some after its end.
  const id = `expiry:${lot.id}:${book.account.posted.seq + 1}`;
  book.post({ id, kind: 'expiry', amount: -amount, held: 0, ref: lot.id }, at);
}

/** Ends a period early: another one takes its place. */
export function endPeriod(book: Book, period: Period, at: number): void {
  const lot = book.lots.get(periodLotId(period.start));
  if (lot?.kind === 'subscription') rollOver(book, lot, at);
}

interface DueEvent {
  at: number;
  run: () => void;
}

/** Everything that has fallen due, the earliest in front. Notes when the next thing will. */
function dueEvents(book: Book): DueEvent[] {
  const due: DueEvent[] = [];
  let next = Infinity;
  const consider = (at: number, run: () => void) => {
    if (at <= book.now) due.push({ at, run });
    else next = Math.min(next, at);
  };
  for (const hold of book.holds.values())
    consider(hold.expiresAt, () => releaseHold(book, hold, 'expired', hold.expiresAt));
  for (const lot of book.lots.all()) {
    const at = lotDueAt(lot);
    consider(at, () =>
      lot.kind === 'subscription' ? rollOver(book, lot, at) : expire(book, lot, at),
    );
  }
  book.nextDueAt = next;
  return due.sort((a, b) => a.at - b.at);
}

/**
 * Brings the account to `now`: what fell due since then happens in the order it fell due, as if on time.
 * In rounds, because one event can make another fall due: credits come back to a lot that has ended.
 */
export function advance(book: Book, now: number): void {
  book.now = Math.max(book.now, now);
  while (book.now >= book.nextDueAt) for (const event of dueEvents(book)) event.run();
}
