import { findPack, PAID_STATUSES } from '../../domain/plans.ts';
import { HOUR_MS, MINUTE_MS } from '../../lib/time.ts';
import type { GrantRequest } from '../../lookup/account/account.ts';
import {
  CREDIT_ALERT_SHARES,
  type CreditNotice,
  type CreditWatch,
  type CreditWatchSettings,
  type CreditWork,
  type TopUpFailure,
} from '../../lookup/account/credit-watch.ts';
import type { AccountState } from './account-state.ts';
import { periodLots } from './expiry.ts';
import { InvalidCall, type StoredCreditWatch } from './records.ts';

/** Outbox limit, far above a month's notices; past it the oldest are dropped. */
const MAX_NOTICES = 20;

const RESEND_START_MS = MINUTE_MS;
const RESEND_MAX_MS = HOUR_MS;

const newCreditWatch = (): StoredCreditWatch => ({
  alerts: true,
  topUp: null,
  topUpFailure: null,
  month: { name: '', begun: 0, cents: 0 },
  open: null,
  announced: null,
  ceilingMonth: null,
  notices: [],
  dueAt: null,
  sent: 0,
});

const monthOf = (at: number): string => new Date(at).toISOString().slice(0, 7);

export function creditWatch({ account, now }: AccountState): CreditWatch {
  const { alerts, topUp, topUpFailure, month, open } = account.credits ?? newCreditWatch();
  const name = monthOf(now);
  const thisMonth = month.name === name ? month : { name, begun: 0, cents: 0 };
  return { alerts, topUp, topUpFailure, month: thisMonth, open };
}

/** Changes the watch and schedules its queue message. @param waitMs delay of that message */
function change(state: AccountState, changes: Partial<StoredCreditWatch>, waitMs = 0): void {
  const account = state.touch('plan');
  account.credits = { ...(account.credits ?? newCreditWatch()), ...changes };
  const { open, notices } = account.credits;
  account.credits.dueAt = open === null && notices.length === 0 ? null : state.now + waitMs;
  account.credits.sent = 0;
}

function announce(state: AccountState, notice: CreditNotice, changes: Partial<StoredCreditWatch>) {
  const { notices } = state.account.credits ?? newCreditWatch();
  const others = notices.filter(({ id }) => id !== notice.id);
  change(state, { ...changes, notices: [...others, notice].slice(-MAX_NOTICES) });
}

/** Announces the highest alert share of the period's credits used or held, once per share. */
function watchShare(state: AccountState): void {
  const { runningPeriod: period, now } = state;
  const watch = state.account.credits;
  if (!period || period.granted === 0 || watch?.alerts === false) return;
  const announced = watch?.announced?.periodStart === period.start ? watch.announced.share : 0;
  if (announced === CREDIT_ALERT_SHARES.at(-1)) return;
  const lots = periodLots(state, period);
  const left = lots.reduce((sum, { available }) => sum + available, 0);
  const share = CREDIT_ALERT_SHARES.findLast(
    (each) => (period.granted - left) * 100 >= each * period.granted,
  );
  if (share === undefined || share <= announced) return;
  const { start: periodStart, end: periodEnd, granted } = period;
  const id = `credits_used:${periodStart}:${share}`;
  const { available } = state;
  announce(
    state,
    { id, at: now, kind: 'used', share, periodStart, periodEnd, granted, available },
    { announced: { periodStart, share } },
  );
}

/**
 * Begins a top-up if the balance is below the threshold and the monthly ceiling has room, but not
 * for a suspended organization. Announces a reached ceiling once per month.
 */
function watchBalance(state: AccountState): void {
  const { now, available, organization } = state;
  const { topUp, open, month, ceilingMonth } = state.account.credits ?? newCreditWatch();
  if (!topUp || open || available >= topUp.threshold) return;
  if (!organization?.active || organization.suspendedAt) return;
  const { subscription } = state.account;
  const isPaid = subscription !== null && PAID_STATUSES.includes(subscription.status);
  const pack = findPack(topUp.pack);
  if (!isPaid || subscription.periodEnd <= now || !pack) return;
  const name = monthOf(now);
  const { begun, cents } = month.name === name ? month : { begun: 0, cents: 0 };
  const price = pack.priceUsd * 100;
  if (cents + price <= topUp.monthlyCents) {
    const id = `${name}:${begun + 1}`;
    change(state, {
      open: { id, pack: pack.id, credits: pack.credits, cents: price, at: now },
      month: { name, begun: begun + 1, cents: cents + price },
    });
  } else if (ceilingMonth !== name) {
    const { monthlyCents } = topUp;
    const id = `top_up_ceiling:${name}:${monthlyCents}`;
    announce(
      state,
      { id, at: now, kind: 'top_up_ceiling', month: name, monthlyCents, available },
      { ceilingMonth: name },
    );
  }
}

/**
 * Runs the credit watch; to be called after every change of credits. Only use, or use that was
 * refused, begins a top-up: a withdrawal or an expiry begins none.
 */
export function watchCredits(state: AccountState): void {
  watchShare(state);
  if (state.isUsed) watchBalance(state);
  state.isUsed = false;
}

/**
 * Sets alerts and top-up, and begins a top-up that is due. A purchase under way continues.
 * @throws InvalidCall for an unknown pack, or a figure that is not a positive integer
 */
export function setCreditWatch(state: AccountState, { alerts, topUp }: CreditWatchSettings): void {
  if (topUp && !findPack(topUp.pack)) throw new InvalidCall('there is no such pack');
  for (const figure of topUp ? [topUp.threshold, topUp.monthlyCents] : [])
    if (!Number.isInteger(figure) || figure < 1) throw new InvalidCall('a figure must be positive');
  change(state, { alerts, topUp, topUpFailure: null, ceilingMonth: null });
  watchBalance(state);
}

export function creditWork({ account, organization }: AccountState): CreditWork {
  const { open, notices, topUp, topUpFailure } = account.credits ?? newCreditWatch();
  const isDropped = organization?.active === false || (topUp === null && topUpFailure !== null);
  const waits = organization?.suspendedAt ? 'waits' : null;
  return { topUp: open, halt: isDropped ? 'dropped' : waits, notices };
}

/** Ends the purchase under way. If unpaid, lowers the month's sum and switches the top-up off. */
export function endTopUp(
  state: AccountState,
  id: string,
  failure: TopUpFailure | 'dropped' | null,
): void {
  const { open, month } = state.account.credits ?? newCreditWatch();
  if (open?.id !== id) return;
  const { now: at, available } = state;
  if (failure === null) {
    const notice = { id: `top_up:${id}`, at, kind: 'top_up_paid', topUp: open, available } as const;
    announce(state, notice, { open: null });
    return;
  }
  // The month is that of the purchase: only the begin of another one changes it.
  const off = { open: null, topUp: null, month: { ...month, cents: month.cents - open.cents } };
  if (failure === 'dropped') change(state, off);
  else {
    const notice = { id: `top_up:${id}`, at, kind: 'top_up_failed', topUp: open, failure } as const;
    announce(state, notice, { ...off, topUpFailure: failure });
  }
}

/** Switches the top-up off if it is on. An unpaid purchase under way is then dropped. */
export function switchOffTopUp(
  state: AccountState,
  grantId: string,
  ended: NonNullable<GrantRequest['endsTopUp']>,
): void {
  if (!state.account.credits?.topUp && !state.account.credits?.open) return;
  announce(
    state,
    { id: `top_up_off:${grantId}`, at: state.now, kind: 'top_up_failed', ...ended },
    { topUp: null, topUpFailure: ended.failure },
  );
}

export function endCreditNotice(state: AccountState, id: string): void {
  const { notices } = state.account.credits ?? newCreditWatch();
  if (notices.some((notice) => notice.id === id))
    change(state, { notices: notices.filter((notice) => notice.id !== id) }, RESEND_START_MS);
}

/** Schedules the next message with exponential backoff, in case this one is lost. */
export function deferCreditWork(state: AccountState): void {
  const { credits } = state.account;
  if (!credits || credits.dueAt === null) return;
  const wait = Math.min(RESEND_MAX_MS, RESEND_START_MS * 2 ** Math.min(credits.sent, 10));
  state.touch();
  credits.dueAt = state.now + wait;
  credits.sent += 1;
}
