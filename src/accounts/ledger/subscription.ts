import { MAX_PERIOD_DAYS, PAID_STATUSES } from '../../domain/plans.ts';
import { DAY_MS } from '../../lib/time.ts';
import type {
  Applied,
  Granted,
  GrantRequest,
  GrantState,
  SetSubscription,
  Subscription,
  SubscriptionRequest,
} from '../../lookup/account/account.ts';
import type { AccountState } from './account-state.ts';
import { switchOffTopUp } from './credit-watch.ts';
import { applyExpiry, grantPeriod } from './expiry.ts';
import { limitOwed, limitOwedToHeld, withdrawnBy, withdrawPurchased } from './holds.ts';
import { addMonths } from './periods.ts';
import { operationCallKey } from './records.ts';

/** How far ahead the next period may be set (contract, "Operator API"). */
const MAX_AHEAD_MS = 31 * DAY_MS;

interface PeriodDates {
  start: number;
  end: number;
}

/**
 * Period dates of a request. A missing start is that of the running period, else now, or a calendar
 * month before a past end. A missing end is a month after a given start, else that of the running
 * period, else a month from now; while trialing, `trialEnd` if sooner. So a change of plan or
 * status alone begins no new period.
 */
function requestedPeriod(
  request: SubscriptionRequest,
  current: Subscription | null,
  now: number,
): PeriodDates {
  const { status, periodStart: start, periodEnd: end, trialEnd } = request;
  const trialed = (date: number) =>
    status === 'trialing' ? Math.min(date, trialEnd ?? Infinity) : date;
  if (start !== null) return { start, end: end ?? trialed(addMonths(start, 1)) };
  const running = current && current.periodEnd > now ? current : null;
  if (end !== null && end <= now) return { start: addMonths(end, -1), end };
  const from = running?.periodStart ?? now;
  return { start: from, end: end ?? trialed(running?.periodEnd ?? addMonths(from, 1)) };
}

/** Which date is invalid, and why; null when both are valid. */
function periodProblem(
  { start, end }: PeriodDates,
  request: SubscriptionRequest,
  { account, now }: AccountState,
): { param: string; message: string } | null {
  const refuse = (param: string, problem: string) => ({ param, message: `${param}: ${problem}.` });
  if (end <= start) {
    const isTrial = request.periodEnd === null && end === request.trialEnd;
    const param = isTrial ? 'trial_end' : 'current_period_end';
    return refuse(param, `is not after the start of the period, ${new Date(start).toISOString()}`);
  }
  if (end - start > MAX_PERIOD_DAYS * DAY_MS)
    return refuse('current_period_end', `a period has at most ${MAX_PERIOD_DAYS} days`);
  if (start > now + MAX_AHEAD_MS)
    return refuse('current_period_start', 'is more than 31 days ahead');
  const latest = Math.max(account.subscription?.periodStart ?? 0, account.period?.start ?? 0);
  if (start >= latest) return null;
  const present = new Date(latest).toISOString();
  return refuse('current_period_start', `is before that of the present period, ${present}`);
}

/** Conflict: an id was used before with other arguments. @param param field of the id */
const reusedId = (param: string, problem: string) => ({
  kind: 'conflict' as const,
  param,
  message: `${param}: ${problem}.`,
});

/**
 * Sets an organization's plan. A paid status grants the period's credits, once per period: a higher
 * figure for the same period adds the difference, a lower one takes nothing away. A period may be
 * extended, upgraded, or set ahead; an earlier start is refused. With `unpaid`, it begins without
 * credits of its own. With `dropsAhead`, a period set ahead does not begin.
 */
export function subscribe(
  state: AccountState,
  request: SubscriptionRequest,
): Applied<SetSubscription> {
  // `dropsAhead` follows from the status, and operations of an older version lack it.
  const { dropsAhead, ...change } = request;
  const { operationId, plan, status, creditsPerMonth, trialEnd } = change;
  const asked = JSON.stringify(change);
  const key = operationId === null ? null : operationCallKey('subscription', operationId);
  const earlier = key === null ? undefined : state.call(key)?.record;
  if (earlier?.kind === 'operation') {
    if (earlier.asked !== asked) return reusedId('operation_id', 'was used for another change');
    // Outcomes of an older version have the subscription alone.
    const outcome = earlier.outcome as Subscription & Partial<SetSubscription>;
    return { kind: 'applied', value: { ahead: null, dropped: null, ...outcome } };
  }

  const dates = requestedPeriod(request, state.account.subscription, state.now);
  const problem = periodProblem(dates, request, state);
  if (problem !== null) return { kind: 'refused', ...problem };
  const { start: periodStart, end: periodEnd } = dates;
  const isPaid = PAID_STATUSES.includes(status) && periodEnd > state.now;
  const subscription = { plan, status, creditsPerMonth, periodStart, periodEnd, trialEnd };
  const account = state.touch('plan');
  const dropped = dropsAhead ? account.next : null;
  if (dropped) account.next = null;
  if (periodStart > state.now) {
    account.next = { ...subscription, ...(request.unpaid && { unpaid: true }) };
    state.scheduleAt(periodStart);
  } else {
    account.subscription = subscription;
    const isGranted = account.period?.start === periodStart;
    // A granted period follows its dates whatever the status: it may also end at once.
    if (isGranted || isPaid)
      grantPeriod(state, { plan, ...dates }, isPaid && !request.unpaid ? creditsPerMonth : 0);
  }
  const outcome = { ...subscription, ahead: account.next, dropped };
  if (key !== null) state.remember(key, { kind: 'operation', asked, outcome }, null);
  applyExpiry(state, state.now);
  return { kind: 'applied', value: outcome };
}

const grantLotId = (grantId: string): string => `grant:${grantId}`;

/** Lowers the total these grants may take. @returns what they have taken beyond it */
function lowerClaim(
  state: AccountState,
  { ids, keep }: NonNullable<GrantRequest['undoes']>,
): number {
  const { taken } = withdrawnBy(state, ids);
  limitOwed(state, Math.max(0, keep - taken), ids);
  return Math.max(0, taken - keep);
}

/** Credits a grant has moved and is owed; null for an unknown id. */
export function movedByGrant(state: AccountState, id: string): GrantState | null {
  const { owed } = withdrawnBy(state, [id]);
  const record = state.call(operationCallKey('grant', id))?.record;
  return record?.kind === 'operation' ? { moved: record.outcome as number, owed } : null;
}

/**
 * Grants purchased credits, or withdraws some, once per id for ever. A withdrawal takes unspent
 * purchased credits, those of the grant `of` first. If `of` is given and too few are available, the
 * rest is owed, up to the purchased credits of any grant that holds have, and is taken from what
 * holds return. Spending by holds lowers the debt only when all holds together have less than that.
 * Once all holds have ended, withdrawals have what they asked for, or all that was not spent.
 */
export function grant(
  state: AccountState,
  { id, amount, note, of, undoes, endsTopUp, unlessSubscribed }: GrantRequest,
): Applied<Granted> {
  const key = operationCallKey('grant', id);
  const earlier = state.call(key)?.record;
  const known = movedByGrant(state, id);
  if (earlier?.kind === 'operation' && known) {
    const { available } = state;
    return earlier.asked === null || earlier.asked === String(amount)
      ? { kind: 'applied', value: { granted: 0, ...known, available } }
      : reusedId('id', `${id} was used for another amount`);
  }
  const isSubscribed =
    unlessSubscribed && state.call(operationCallKey('subscription', unlessSubscribed));
  const asked = isSubscribed ? 0 : amount;
  const given = undoes && asked > 0 ? lowerClaim(state, undoes) : asked;
  const lotId = grantLotId(of ?? id);
  const granted = amount < 0 ? 0 - withdrawPurchased(state, -amount, lotId) : given;
  if (endsTopUp) switchOffTopUp(state, id, endsTopUp);
  const lot = { kind: 'purchased', periodStart: null, endsAt: null } as const;
  if (granted > 0) state.lots.grant({ ...lot, id: lotId }, granted);
  if (granted !== 0) {
    const kind = granted > 0 ? 'grant' : 'withdrawal';
    state.post({ id: grantLotId(id), kind, amount: granted, held: 0, ref: id, note });
  }
  state.remember(key, { kind: 'operation', asked: String(amount), outcome: granted }, null);
  if (amount < granted && of) {
    const { owed = [] } = state.account;
    state.touch().owed = [...owed, { grantId: id, lotId, claim: -amount }];
    limitOwedToHeld(state);
  }
  const { owed } = withdrawnBy(state, [id]);
  return { kind: 'applied', value: { granted, moved: granted, owed, available: state.available } };
}
