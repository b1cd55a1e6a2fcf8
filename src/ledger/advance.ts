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
  book.post({ id: `rollover:${lot.id}`, kind: 'rollover', amount: 0, held: 0, ref: lot.id, note }, periodEnd);
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

/** The earliest thing that has fallen due, and how to do it. */
function nextEvent(book: Book): { at: number; run: () => void } | null {
  let earliest: { at: number; run: () => void } | null = null;
  let next = Infinity;
  const consider = (at: number, run: () => void) => {
    if (at < next) {
      next = at;
      earliest = at <= book.now ? { at, run } : null;
    }
  };
  for (const hold of book.holds.values()) consider(hold.expiresAt, () => releaseHold(book, hold, 'expired', hold.expiresAt));
  for (const lot of book.lots.all()) {
    const at = lotDueAt(lot);
    consider(at, () => (lot.kind === 'subscription' ? rollOver(book, lot, at) : expire(book, lot, at)));
  }
  book.nextDueAt = next;
  return earliest;
}

/** Brings the account to `now`: what fell due since happens in the order it fell due, as if on time. */
export function advance(book: Book, now: number): void {
  book.now = Math.max(book.now, now);
  if (book.now < book.nextDueAt) return;
  for (let event = nextEvent(book); event; event = nextEvent(book)) event.run();
}
