import { customerOf, deleteEvents, listDue, setDue } from '../store/billing.ts';
import type { BillingPorts } from './ports.ts';
import { syncCustomer } from './sync-customer.ts';

/** Customers one run of cron reads again, each by five requests. */
const CUSTOMERS_PER_RUN = 50;
const AFTER_FAILURE_MS = 3_600_000;

/** Stripe sends an event again for three days. */
const EVENTS_KEPT_MS = 30 * 86_400_000;

/**
 * Reads again whose payment is under way, whose period is about to end, and everybody now and then:
 * what no event told of is found here. One that fails is passed over.
 */
export async function readDue(ports: BillingPorts): Promise<void> {
  const { db, clock, stripe, warn } = ports;
  if (!stripe) return;
  const now = clock.now();
  for (const { customerId, organizationId } of await listDue(db, now, CUSTOMERS_PER_RUN))
    try {
      await syncCustomer(customerId, { ...ports, stripe });
    } catch (cause) {
      await setDue(db, customerId, now + AFTER_FAILURE_MS);
      warn('payments of an organization could not be read', {
        organization: organizationId,
        cause,
      });
    }
  await deleteEvents(db, now - EVENTS_KEPT_MS);
}

/**
 * Sees to it that an organization that was closed is charged no more: its subscription ends with
 * the period it has. Should Stripe not answer, cron does it later.
 */
export async function endPayments(organizationId: string, ports: BillingPorts): Promise<void> {
  const { db, clock, stripe, warn } = ports;
  const customer = stripe && (await customerOf(db, organizationId));
  if (!customer) return;
  try {
    await syncCustomer(customer.customerId, { ...ports, stripe });
  } catch (cause) {
    await setDue(db, customer.customerId, clock.now());
    warn('payments of a closed organization could not be ended', {
      organization: organizationId,
      cause,
    });
  }
}
