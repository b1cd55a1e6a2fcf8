import type { Subscription, SubscriptionRequest } from '../core/account/account.ts';
import { findPlan } from '../core/account/plans.ts';
import { ApiError } from '../core/errors.ts';
import { quoted } from '../core/one-line.ts';
import type { AccountPorts } from './ports.ts';
import { requireOrganization } from './require-organization.ts';

/** `creditsPerMonth` null takes the plan's figure. */
export type PlanRequest = Omit<SubscriptionRequest, 'creditsPerMonth'> & {
  organizationId: string;
  creditsPerMonth: number | null;
};

function creditsOf({ plan, creditsPerMonth }: PlanRequest): number {
  const credits = creditsPerMonth ?? findPlan(plan)?.creditsPerMonth;
  if (credits !== undefined) return credits;
  const message = `plan: there is no plan ${quoted(plan)}; a custom contract needs tokens_per_month.`;
  throw new ApiError('INVALID_INPUT', message);
}

/**
 * Sets an organization's plan. A paid status grants the period's credits, once per period, however
 * often this is repeated or raced; the change counts from the next call on.
 * @throws ApiError NOT_FOUND, INVALID_INPUT, IDEMPOTENCY_CONFLICT
 */
export async function setSubscription(
  request: PlanRequest,
  { db, accounts }: Pick<AccountPorts, 'db' | 'accounts'>,
): Promise<Subscription> {
  const { organizationId, ...asked } = request;
  await requireOrganization(db, organizationId);
  const outcome = await accounts.subscribe(organizationId, {
    ...asked,
    creditsPerMonth: creditsOf(request),
  });
  switch (outcome.kind) {
    case 'applied':
      return outcome.value;
    case 'refused':
      throw new ApiError('INVALID_INPUT', outcome.message);
    case 'conflict':
      throw new ApiError('IDEMPOTENCY_CONFLICT', outcome.message);
  }
}
