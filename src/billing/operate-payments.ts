import { ApiError } from '../core/errors.ts';
import { quoted } from '../core/one-line.ts';
import { type BillingMovement, customerOf, listMovements } from '../store/billing.ts';
import type { BillingPorts } from './ports.ts';
import { syncCustomer } from './sync-customer.ts';

const MAX_SHOWN = 200;

/** What payments have moved for an organization, newest first. */
export const readMovements = (
  organizationId: string,
  { db }: Pick<BillingPorts, 'db'>,
): Promise<BillingMovement[]> => listMovements(db, organizationId, MAX_SHOWN);

/**
 * Brings an account to what Stripe says now, for an operator who does not wait for an event.
 * @throws ApiError NOT_FOUND for an organization that never paid; SERVICE_UNAVAILABLE without a
 *   secret key
 */
export async function readPaymentsNow(organizationId: string, ports: BillingPorts): Promise<void> {
  const { db, stripe } = ports;
  if (!stripe)
    throw new ApiError('SERVICE_UNAVAILABLE', 'STRIPE_SECRET_KEY is not set: there is no Stripe.');
  const customer = await customerOf(db, organizationId);
  if (!customer)
    throw new ApiError(
      'NOT_FOUND',
      `The organization ${quoted(organizationId)} has never paid here.`,
    );
  await syncCustomer(customer.customerId, { ...ports, stripe });
}
