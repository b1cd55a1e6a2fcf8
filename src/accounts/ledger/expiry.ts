import { PAID_STATUSES } from '../../domain/plans.ts';
import type { AccountState } from './account-state.ts';
import { endHold } from './holds.ts';
import type { Lot } from './lots.ts';
import { settleShared } from './orders.ts';
import { type Period, rolloverEnd } from './periods.ts';
import { noUsage } from './usage.ts';

/** When the lot rolls over or expires; Infinity for never. */
function lotDueAt(lot: Lot): number {
  if (lot.endsAt === null || (lot.kind !== 'subscription' && lot.available === 0)) return Infinity;
  return lot.endsAt;
}

/** Turns a period's lot into a rollover lot: unspent credits and those that holds may return. */
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
  // Numbered: a lot can expire more than once, as holds and reversals may return credits to it.
  const id = `expiry:${lot.id}:${state.account.posted.seq + 1}`;
  state.post({ id, kind: 'expiry', amount: -amount, held: 0, ref: lot.id }, at);
}

/** Lots granted for a period that have not rolled over. */
export const periodLots = (state: AccountState, period: Pick<Period, 'start'>): Lot[] =>
  [...state.lots.all()].filter(
    (lot) => lot.kind === 'subscription' && lot.periodStart === period.start,
  );

/**
 * Begins a period, or continues the one with this start, and grants the part of its credits not
 * granted yet. The previous period ends now. Every grant is a separate lot, spendable whatever the
 * state of the others.
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

/** Replaces the subscription with the one set ahead, and grants its period if paid. */
function beginNextSubscription(state: AccountState): void {
  const account = state.touch();
  if (!account.next) return;
  const { unpaid, ...next } = account.next;
  account.subscription = next;
  account.next = null;
  const { plan, status, periodStart: start, periodEnd: end, creditsPerMonth } = next;
  if (PAID_STATUSES.includes(status) && end > state.now)
    grantPeriod(state, { plan, start, end }, unpaid ? 0 : creditsPerMonth);
}

interface DueEvent {
  at: number;
  run: () => void;
}

/** Due events, earliest first. Sets when the next one is due. */
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
      // An earlier event may have moved the lot's end.
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
 * Applies everything due up to `now`, in order of due time, as if on time. Repeats until nothing is
 * due, because one event can make another due: credits may return to a lot that has ended.
 */
export function applyExpiry(state: AccountState, now: number): void {
  state.now = Math.max(state.now, now);
  state.reservations.expire(state.now);
  settleShared(state);
  if (state.now < state.nextDueAt) return;
  state.lots.foldEmpty(state.account.period?.start ?? null);
  while (state.now >= state.nextDueAt) for (const event of dueEvents(state)) event.run();
}
