import { PAID_STATUSES } from '../../domain/plans.ts';
import type { AccountState } from './account-state.ts';
import { endHold } from './holds.ts';
import type { Lot } from './lots.ts';
import { settleShared } from './orders.ts';
import { type Period, rolloverEnd } from './periods.ts';
import { noUsage } from './usage.ts';

/** When this lot rolls over or expires; Infinity for never. */
function lotDueAt(lot: Lot): number {
  if (lot.endsAt === null || (lot.kind !== 'subscription' && lot.available === 0)) return Infinity;
  return lot.endsAt;
}

/** A period's lot lives on as a rollover lot, with what is unspent and what holds may give back. */
function rollOver(state: AccountState, lot: Lot, periodEnd: number): void {
  const endsAt = rolloverEnd(periodEnd);
  state.lots.reschedule(lot, 'rollover', endsAt);
  state.scheduleAt(endsAt);
  const carried = lot.available + lot.held;
  if (carried === 0) return;
  const note = `${carried} credits carried over until ${new Date(endsAt).toISOString()}`;
  const entry = { kind: 'rollover', amount: 0, held: 0, ref: lot.id, note } as const;
  state.post({ ...entry, id: `rollover:${lot.id}` }, periodEnd);
}

function expireLot(state: AccountState, lot: Lot, at: number): void {
  const amount = lot.available;
  state.lots.move(lot.id, 'available', 'expired', amount);
  // A lot can give up credits more than once: holds and reversals may return some after its end.
  const id = `expiry:${lot.id}:${state.account.posted.seq + 1}`;
  state.post({ id, kind: 'expiry', amount: -amount, held: 0, ref: lot.id }, at);
}

/** The lots that were granted for a period and have not been carried over. */
export const periodLots = (state: AccountState, period: Pick<Period, 'start'>): Lot[] =>
  [...state.lots.all()].filter(
    (lot) => lot.kind === 'subscription' && lot.periodStart === period.start,
  );

/**
 * Begins a period, or goes on with the one that has this start, and grants what of its credits has
 * not been granted. The period before ends now. Every grant is a lot of its own, spendable whatever
 * the state of the others.
 * @returns credits granted
 */
export function grantPeriod(
  state: AccountState,
  period: Omit<Period, 'granted'>,
  credits: number,
): number {
  const account = state.touch();
  const before = account.period?.start === period.start ? account.period : null;
  if (!before) {
    const last = account.period;
    if (last)
      for (const lot of periodLots(state, last))
        rollOver(state, lot, Math.min(last.end, period.start));
    account.usage.period = noUsage();
  }
  const already = before?.granted ?? 0;
  for (const lot of periodLots(state, period))
    state.lots.reschedule(lot, 'subscription', period.end);
  const granted = Math.max(0, credits - already);
  if (granted > 0) {
    const id = `period:${period.start}:${already + granted}`;
    const lot = {
      id,
      kind: 'subscription',
      periodStart: period.start,
      endsAt: period.end,
    } as const;
    state.lots.grant(lot, granted);
    const entry = {
      kind: 'renewal',
      amount: granted,
      held: 0,
      ref: id,
      note: period.plan,
    } as const;
    state.post({ ...entry, id: `renewal:${id}` });
  }
  account.period = { ...period, granted: already + granted };
  state.scheduleAt(period.end);
  return granted;
}

/** A subscription that was set ahead takes the place of the one before. */
function beginNextSubscription(state: AccountState): void {
  const account = state.touch();
  const { next } = account;
  if (!next) return;
  account.subscription = next;
  account.next = null;
  const { plan, status, periodStart: start, periodEnd: end, creditsPerMonth } = next;
  if (PAID_STATUSES.includes(status) && end > state.now)
    grantPeriod(state, { plan, start, end }, creditsPerMonth);
}

interface DueEvent {
  at: number;
  run: () => void;
}

/** Due events, the earliest in front. Sets when the next will be due. */
function dueEvents(state: AccountState): DueEvent[] {
  const due: DueEvent[] = [];
  let next = Infinity;
  const consider = (at: number, run: () => void) => {
    if (at <= state.now) due.push({ at, run });
    else next = Math.min(next, at);
  };
  for (const hold of state.holds.values())
    consider(hold.expiresAt, () => endHold(state, hold, 'expired', hold.expiresAt));
  for (const lot of state.lots.all()) {
    const at = lotDueAt(lot);
    consider(at, () => {
      // An event before this one may have moved the lot's end.
      if (lotDueAt(lot) !== at) return;
      if (lot.kind === 'subscription') rollOver(state, lot, at);
      else expireLot(state, lot, at);
    });
  }
  if (state.account.next)
    consider(state.account.next.periodStart, () => beginNextSubscription(state));
  state.nextDueAt = next;
  return due.sort((a, b) => a.at - b.at);
}

/**
 * Applies expiry up to `now`, in the order of due times, as if on time. In rounds, because one
 * event can make another due: credits come back to a lot that has ended.
 */
export function applyExpiry(state: AccountState, now: number): void {
  state.now = Math.max(state.now, now);
  state.reservations.expire(state.now);
  settleShared(state);
  if (state.now < state.nextDueAt) return;
  state.lots.foldEmpty(state.account.period?.start ?? null);
  while (state.now >= state.nextDueAt) for (const event of dueEvents(state)) event.run();
}
