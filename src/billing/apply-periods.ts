import type { BillingCustomer } from '../store/billing.ts';
import { applyOnce, notApplied } from './apply-once.ts';
import type { PaidPeriod } from './paid-periods.ts';
import type { PaidPorts } from './ports.ts';

/** By subscription, beginning and price, which are the same whichever event told of it. */
const idOf = ({ subscriptionId, start, priceId }: PaidPeriod): string =>
  `stripe:${subscriptionId}:${start}:${priceId}`;

/**
 * Grants what was paid for, period after period, in the order they begin: one that was followed by
 * another before we heard of it rolls over as if it had been granted on time. One that is over, or
 * earlier than the account's present period, is granted as bought credits: it was paid for.
 */
export async function applyPeriods(
  periods: readonly PaidPeriod[],
  customer: BillingCustomer,
  ports: PaidPorts,
): Promise<void> {
  const { accounts, clock } = ports;
  const { organizationId } = customer;
  const movements = periods.map((period) => ({
    period,
    id: idOf(period),
    kind: 'period' as const,
    payment: period.invoiceId,
    credits: period.credits,
  }));
  for (const { period, ...movement } of await notApplied(movements, ports)) {
    const { plan, credits } = period;
    const late = async () => {
      const note = `Stripe ${period.invoiceId}: plan ${plan}, paid late`;
      const grant = { id: `${movement.id}:late`, amount: credits, note };
      const outcome = await accounts.grant(organizationId, grant);
      return outcome.kind === 'applied' ? outcome.value.moved : 0;
    };
    const begin = async () => {
      const outcome = await accounts.subscribe(organizationId, {
        operationId: movement.id,
        plan,
        status: 'active',
        creditsPerMonth: credits,
        periodStart: period.beginsAt,
        periodEnd: period.end * 1_000,
        trialEnd: null,
      });
      return outcome.kind === 'refused' ? await late() : credits;
    };
    const isOver = period.end * 1_000 <= clock.now();
    await applyOnce(movement, customer, ports, isOver ? late : begin);
  }
}
