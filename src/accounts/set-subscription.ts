import { ApiError } from '../core/errors.ts';
import {
  findPlan,
  MAX_PERIOD_DAYS,
  PAID_STATUSES,
  type SubscriptionStatus,
} from '../core/plans.ts';
import { addMonths } from '../ledger/periods.ts';
import { listKeyHashes } from '../store/api-keys.ts';
import { findSubscription, putSubscription, type Subscription } from '../store/subscriptions.ts';
import type { AccountPorts } from './ports.ts';
import { requireOrganization } from './require-organization.ts';

/** Times are milliseconds since the epoch; what is null is decided by {@link periodOf}. */
export interface SubscriptionRequest {
  organizationId: string;
  plan: string;
  status: SubscriptionStatus;
  /** A custom contract's figure instead of the plan's. */
  tokensPerMonth: number | null;
  currentPeriodStart: number | null;
  currentPeriodEnd: number | null;
  trialEnd: number | null;
}

/**
 * The period asked for. Without dates the running period goes on, so that a change of plan or status does
 * not begin a new one; without a running period, or with one date only, a period is one calendar month.
 */
function periodOf(
  request: SubscriptionRequest,
  current: Subscription | null,
  now: number,
): { start: number; end: number } {
  const { currentPeriodStart: start, currentPeriodEnd: end } = request;
  if (start !== null) return { start, end: end ?? addMonths(start, 1) };
  const running = current && current.currentPeriodEnd > now ? current : null;
  if (end !== null && end <= now) return { start: addMonths(end, -1), end };
  const from = running?.currentPeriodStart ?? now;
  return { start: from, end: end ?? running?.currentPeriodEnd ?? addMonths(from, 1) };
}

const DAY_MS = 86_400_000;

function checkPeriod({ start, end }: { start: number; end: number }, now: number): void {
  if (start > now) throw new ApiError('INVALID_INPUT', 'current_period_start: is in the future.');
  if (end <= start)
    throw new ApiError('INVALID_INPUT', 'current_period_end: is not after current_period_start.');
  if (end - start > MAX_PERIOD_DAYS * DAY_MS)
    throw new ApiError(
      'INVALID_INPUT',
      `current_period_end: a period has at most ${MAX_PERIOD_DAYS} days.`,
    );
}

function tokensOf({ plan, tokensPerMonth }: SubscriptionRequest): number {
  const tokens = tokensPerMonth ?? findPlan(plan)?.tokensPerMonth;
  if (tokens === undefined)
    throw new ApiError(
      'INVALID_INPUT',
      `plan: there is no plan ${plan}; a custom contract needs tokens_per_month.`,
    );
  return tokens;
}

/**
 * Sets an organization's plan. A paid status grants the period's credits, once per period; every key of the
 * organization is forgotten by its KeyGate, so the change counts from the next call on.
 * Credits go first: were the plan stored first and the grant lost, callers would be admitted and refused for credits.
 * @throws ApiError NOT_FOUND, INVALID_INPUT
 */
export async function setSubscription(
  request: SubscriptionRequest,
  { db, clock, ledger, gate }: Pick<AccountPorts, 'db' | 'clock' | 'ledger' | 'gate'>,
): Promise<Subscription> {
  const { organizationId, plan, status, trialEnd } = request;
  await requireOrganization(db, organizationId);
  const now = clock.now();
  const tokensPerMonth = tokensOf(request);
  const period = periodOf(request, await findSubscription(db, organizationId), now);
  checkPeriod(period, now);
  const { start, end } = period;

  if (PAID_STATUSES.includes(status) && end > now) {
    await ledger.renew(organizationId, {
      plan,
      tokens: tokensPerMonth,
      periodStart: start,
      periodEnd: end,
    });
  }
  const subscription = {
    organizationId,
    plan,
    status,
    tokensPerMonth,
    currentPeriodStart: start,
    currentPeriodEnd: end,
    trialEnd,
  };
  await putSubscription(db, subscription);
  await gate.forget(await listKeyHashes(db, organizationId));
  return subscription;
}
