import type { Applied, Subscription, SubscriptionRequest } from '../core/account/account.ts';
import { MAX_PERIOD_DAYS, PAID_STATUSES } from '../core/account/plans.ts';
import { advance, grantPeriod } from './advance.ts';
import type { Book } from './book.ts';
import { operationCall } from './calls.ts';
import { addMonths } from './periods.ts';

const DAY_MS = 86_400_000;

/** The next period may be set this far ahead (contract, "Operator API"). */
const MAX_AHEAD_MS = 31 * DAY_MS;

interface Dates {
  start: number;
  end: number;
}

/**
 * The period asked for. Without dates the running one goes on, so that a change of plan or status
 * does not begin a new one; without a running period, or with one date only, a period is one
 * calendar month.
 */
function datesOf(request: SubscriptionRequest, current: Subscription | null, now: number): Dates {
  const { periodStart: start, periodEnd: end } = request;
  if (start !== null) return { start, end: end ?? addMonths(start, 1) };
  const running = current && current.periodEnd > now ? current : null;
  if (end !== null && end <= now) return { start: addMonths(end, -1), end };
  const from = running?.periodStart ?? now;
  return { start: from, end: end ?? running?.periodEnd ?? addMonths(from, 1) };
}

/** Why these dates cannot be; null when they can. */
function objection({ start, end }: Dates, { account, now }: Book): string | null {
  if (end <= start) return 'current_period_end: is not after current_period_start.';
  if (end - start > MAX_PERIOD_DAYS * DAY_MS)
    return `current_period_end: a period has at most ${MAX_PERIOD_DAYS} days.`;
  if (start > now + MAX_AHEAD_MS) return 'current_period_start: is more than 31 days ahead.';
  const latest = Math.max(account.subscription?.periodStart ?? 0, account.period?.start ?? 0);
  if (start < latest)
    return `current_period_start: is before that of the present period, ${new Date(latest).toISOString()}.`;
  return null;
}

/**
 * Sets an organization's plan. A paid status grants the period's credits, once per period: a higher
 * figure for the same period adds the difference, a lower one takes nothing away. A period may be
 * extended, upgraded, or set ahead; an earlier start is refused. An unpaid one begins without
 * credits of its own.
 */
export function subscribe(book: Book, request: SubscriptionRequest): Applied<Subscription> {
  const { operationId, plan, status, creditsPerMonth, trialEnd } = request;
  const asked = JSON.stringify(request);
  const key = operationId === null ? null : operationCall('subscription', operationId);
  const earlier = key === null ? undefined : book.call(key)?.record;
  if (earlier?.kind === 'operation')
    return earlier.asked === asked
      ? { kind: 'applied', value: earlier.outcome as Subscription }
      : { kind: 'conflict', message: 'operation_id: was used for another change.' };

  const dates = datesOf(request, book.account.subscription, book.now);
  const message = objection(dates, book);
  if (message !== null) return { kind: 'refused', message };
  const { start: periodStart, end: periodEnd } = dates;
  const isPaid = PAID_STATUSES.includes(status) && periodEnd > book.now;
  const subscription = { plan, status, creditsPerMonth, periodStart, periodEnd, trialEnd };
  const account = book.touch('plan');
  if (periodStart > book.now) {
    account.next = subscription;
    book.fallsDue(periodStart);
  } else {
    account.subscription = subscription;
    const isGranted = account.period?.start === periodStart;
    // A period that was granted follows its dates whatever its status: it may also end at once.
    if (isGranted || isPaid)
      grantPeriod(book, { plan, ...dates }, isPaid && !request.unpaid ? creditsPerMonth : 0);
  }
  if (key !== null) book.remember(key, { kind: 'operation', asked, outcome: subscription }, null);
  advance(book, book.now);
  return { kind: 'applied', value: subscription };
}
