import { ApiError } from '../core/errors.ts';
import { findCustomer, markRead } from '../store/billing.ts';
import { applyPayments } from './apply-payments.ts';
import { applyPeriods } from './apply-periods.ts';
import { applyStanding } from './apply-standing.ts';
import type { PaidPorts } from './ports.ts';
import { type PlanFacts, readPayments, readPlan } from './read-customer.ts';
import { customerSchema, type Payment } from './stripe/objects.ts';

const HOUR_MS = 3_600_000;
/** Payments that fail or take time, and periods that end, are looked at again soon. */
const SOON_MS = HOUR_MS;
/** Everybody else now and then. */
const USUALLY_MS = 72 * HOUR_MS;
/** After the end of a period Stripe has made its invoice, and an hour later tries to collect it. */
const AFTER_END_MS = HOUR_MS / 4;

/** Readings at once of one customer; more than this and Stripe sends its event again. */
const MAX_READINGS = 5;

/** When the customer is read again though no event came. */
function dueAt({ standing }: PlanFacts, payments: readonly Payment[], now: number): number {
  const isOpen = payments.some(({ status }) => status === 'processing');
  if (standing === null || !standing.isLive) return now + (isOpen ? SOON_MS : USUALLY_MS);
  if (isOpen || !standing.isPaid || standing.status !== 'active') return now + SOON_MS;
  const ends = standing.end * 1_000 + AFTER_END_MS;
  return Math.min(ends > now ? ends : now + SOON_MS, now + USUALLY_MS);
}

/**
 * Brings an organization's account to what Stripe says of its customer now. Events, pages and cron
 * all call this: nothing is taken from an event but whose it is, so late, lost and doubled ones do
 * no harm. Where two readings overlap, the one that ended second reads once more.
 * @param payment a payment an event was about
 * @returns false for a customer that is none of ours
 * @throws ApiError SERVICE_BUSY when others keep reading the same customer
 */
export async function syncCustomer(
  customerId: string,
  ports: PaidPorts,
  payment: string | null = null,
): Promise<boolean> {
  for (let reading = 0; reading < MAX_READINGS; reading++) {
    const customer = await findCustomer(ports.db, customerId);
    if (!customer) return false;
    const { deleted } = await ports.stripe.get(`/v1/customers/${customerId}`, {}, customerSchema);
    const facts = await readPlan(customerId, ports);
    const payments = await readPayments(customerId, payment, ports);
    await applyPeriods(facts.periods, customer, ports);
    await applyPayments(payments, payment, customer, ports);
    if (facts.standing) await applyStanding(facts.standing, facts.periods, customer, ports);
    const now = ports.clock.now();
    const read = {
      readAt: now,
      dueAt: dueAt(facts, payments, now),
      deletedAt: customer.deletedAt ?? (deleted ? now : null),
    };
    if (await markRead(ports.db, customer, read)) return true;
  }
  throw new ApiError('SERVICE_BUSY');
}
