import { type BillingCustomer, movementsOf } from '../store/billing.ts';
import { applyOnce, notApplied } from './apply-once.ts';
import type { PaidPorts } from './ports.ts';
import { boughtCredits, type CreditMovement, purchaseOf, reversalsOf } from './reversals.ts';
import { listOf, type Payment, reversalSchema } from './stripe/objects.ts';

const reversals = listOf(reversalSchema);
const MAX_REVERSALS = 100;

const isTakenBack = ({ kind }: { kind: string }): boolean =>
  kind === 'refund' || kind === 'dispute';

async function move(
  movement: CreditMovement,
  organizationId: string,
  { accounts, warn }: PaidPorts,
): Promise<number> {
  const { id, kind, payment, credits, of } = movement;
  if (kind === 'mismatch') {
    warn('a payment is not what its order says', { payment, organization: organizationId });
    return 0;
  }
  if (credits === 0) return 0;
  const note = `Stripe ${payment}: ${kind}`;
  const outcome = await accounts.grant(organizationId, {
    ...{ id, amount: credits, note },
    ...(of !== id && { of }),
  });
  // A share worked out otherwise by an earlier version: what that one moved has been moved.
  if (outcome.kind !== 'applied') return credits;
  const { moved } = outcome.value;
  if (moved > credits)
    warn('credits of a payment that went back were spent', {
      ...{ payment, organization: organizationId, missing: moved - credits },
    });
  return moved;
}

async function apply(
  movements: readonly CreditMovement[],
  customer: BillingCustomer,
  ports: PaidPorts,
): Promise<void> {
  for (const movement of await notApplied(movements, ports))
    await applyOnce(movement, customer, ports, () =>
      move(movement, customer.organizationId, ports),
    );
}

/** What refunds and disputes of one payment take back, and give back again. */
async function applyReversals(
  payment: Payment,
  customer: BillingCustomer,
  ports: PaidPorts,
): Promise<void> {
  const query = { payment_intent: payment.id, limit: MAX_REVERSALS };
  const refunds = await ports.stripe.get('/v1/refunds', query, reversals);
  const disputes = await ports.stripe.get('/v1/disputes', query, reversals);
  // Twice: what an earlier try left in doubt is settled first, and only then given back.
  for (let round = 0; round < 2; round++) {
    const known = await movementsOf(ports.db, [payment.id]);
    const taken = new Map(known.map(({ id, moved }) => [id, moved]));
    const movements = [
      ...reversalsOf(payment, 'refund', refunds.data, taken),
      ...reversalsOf(payment, 'dispute', disputes.data, taken),
    ];
    await apply(movements, customer, ports);
  }
}

/**
 * Grants what paid packs bought, and takes back what refunds and disputes took from them: unspent
 * credits only, so that no balance falls below zero; how many were missing stays in the movement.
 * @param named a payment to look at closely whatever its charge says
 */
export async function applyPayments(
  payments: readonly Payment[],
  named: string | null,
  customer: BillingCustomer,
  ports: PaidPorts,
): Promise<void> {
  const bought = payments.filter(boughtCredits);
  await apply(
    bought.flatMap((payment) => purchaseOf(payment) ?? []),
    customer,
    ports,
  );
  const ids = bought.map(({ id }) => id).slice(0, 90);
  const known = (await movementsOf(ports.db, ids)).filter(isTakenBack);
  const touched = new Set([named, ...known.map(({ payment }) => payment)]);
  for (const payment of bought) {
    const { latest_charge: charge } = payment;
    const wentBack =
      typeof charge === 'object' && charge && (charge.amount_refunded > 0 || charge.disputed);
    if (payment.status === 'succeeded' && (wentBack || touched.has(payment.id)))
      await applyReversals(payment, customer, ports);
  }
}
