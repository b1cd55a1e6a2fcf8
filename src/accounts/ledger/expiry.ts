import { PAID_STATUSES } from '../../domain/plans.ts';
import type { AccountState } from './account-state.ts';
import { endHold } from './holds.ts';
import type { Lot } from './lots.ts';
import { type Period, rolloverEnd } from './periods.ts';
import { noUsage } from './usage.ts';

/** When something happens to this lot by itself; Infinity for never. */
function lotDueAt(lot: Lot): number {
  if (lot.endsAt === null || (lot.kind !== 'subscription' && lot.available === 0)) return Infinity;
  return lot.endsAt;
}

/**
 * A period's lot lives on as a rollover lot, with what is unspent and what holds may still give
 * back.
 */
function rollOver(book: AccountState, lot: Lot, periodEnd: number): void {
  const endsAt = rolloverEnd(periodEnd);
  book.lots.reschedule(lot, 'rollover', endsAt);
  book.scheduleAt(endsAt);
  const carried = lot.available + lot.held;
  if (carried === 0) return;
  const note = `${carried} credits carried over until ${new Date(endsAt).toISOString()}`;
  const line = { kind: 'rollover', amount: 0, held: 0, ref: lot.id, note } as const;
  book.post({ ...line, id: `rollover:${lot.id}` }, periodEnd);
}

function expireLot(book: AccountState, lot: Lot, at: number): void {
  const amount = lot.available;
  book.lots.move(lot.id, 'available', 'expired', amount);
  // A lot can give up credits more than once: holds and reversals may return some after its end.
  const id = `expiry:${lot.id}:${book.account.posted.seq + 1}`;
  book.post({ id, kind: 'expiry', amount: -amount, held: 0, ref: lot.id }, at);
}

/** The lots that were granted for a period and have not been carried over. */
export const periodLots = (book: AccountState, period: Pick<Period, 'start'>): Lot[] =>
  [...book.lots.all()].filter(
    (lot) => lot.kind === 'subscription' && lot.periodStart === period.start,
  );

/**
 * Begins a period, or goes on with the one that has this start, and grants what of its credits has
 * not been granted. The period before ends now. Every grant is a lot of its own, so that it can be
 * spent whatever has become of the others.
 * @returns credits granted
 */
export function grantPeriod(
  book: AccountState,
  period: Omit<Period, 'granted'>,
  credits: number,
): number {
  const account = book.touch();
  const before = account.period?.start === period.start ? account.period : null;
  if (!before) {
    const last = account.period;
    if (last)
      for (const lot of periodLots(book, last))
        rollOver(book, lot, Math.min(last.end, period.start));
    account.usage.period = noUsage();
  }
  const already = before?.granted ?? 0;
  for (const lot of periodLots(book, period)) book.lots.reschedule(lot, 'subscription', period.end);
  const granted = Math.max(0, credits - already);
  if (granted > 0) {
    const id = `period:${period.start}:${already + granted}`;
    const lot = {
      id,
      kind: 'subscription',
      periodStart: period.start,
      endsAt: period.end,
    } as const;
    book.lots.grant(lot, granted);
    const line = { kind: 'renewal', amount: granted, held: 0, ref: id, note: period.plan } as const;
    book.post({ ...line, id: `renewal:${id}` });
  }
  account.period = { ...period, granted: already + granted };
  book.scheduleAt(period.end);
  return granted;
}

/** A subscription that was set ahead takes the place of the one before. */
function beginNextSubscription(book: AccountState): void {
  const account = book.touch();
  const { next } = account;
  if (!next) return;
  account.subscription = next;
  account.next = null;
  const { plan, status, periodStart: start, periodEnd: end, creditsPerMonth } = next;
  if (PAID_STATUSES.includes(status) && end > book.now)
    grantPeriod(book, { plan, start, end }, creditsPerMonth);
}

interface DueEvent {
  at: number;
  run: () => void;
}

/** Everything that has fallen due, the earliest in front. Notes when the next thing will. */
function dueEvents(book: AccountState): DueEvent[] {
  const due: DueEvent[] = [];
  let next = Infinity;
  const consider = (at: number, run: () => void) => {
    if (at <= book.now) due.push({ at, run });
    else next = Math.min(next, at);
  };
  for (const hold of book.holds.values())
    consider(hold.expiresAt, () => endHold(book, hold, 'expired', hold.expiresAt));
  for (const lot of book.lots.all()) {
    const at = lotDueAt(lot);
    consider(at, () => {
      // An event before this one may have moved the lot's end.
      if (lotDueAt(lot) !== at) return;
      if (lot.kind === 'subscription') rollOver(book, lot, at);
      else expireLot(book, lot, at);
    });
  }
  if (book.account.next) consider(book.account.next.periodStart, () => beginNextSubscription(book));
  book.nextDueAt = next;
  return due.sort((a, b) => a.at - b.at);
}

/**
 * Brings the account to `now`: what fell due since then happens in the order it fell due, as if on
 * time. In rounds, because one event can make another fall due: credits come back to a lot that has
 * ended.
 */
export function applyExpiry(book: AccountState, now: number): void {
  book.now = Math.max(book.now, now);
  book.reservations.expire(book.now);
  if (book.now < book.nextDueAt) return;
  book.lots.foldEmpty(book.account.period?.start ?? null);
  while (book.now >= book.nextDueAt) for (const event of dueEvents(book)) event.run();
}
