import { ApiError } from '../core/errors.ts';
import { type BillingCustomer, countFormer, customerOf, insertCustomer } from '../store/billing.ts';
import { findOrganization } from '../store/organizations.ts';
import type { PaidPorts } from './ports.ts';
import { customerSchema, listOf } from './stripe/objects.ts';

const found = listOf(customerSchema);

/**
 * The customer an organization pays as, made when it first wants to. The request that makes it is
 * the same however often and from wherever it is sent, so that a double click or a lost reply makes
 * one; for a reply that was lost longer ago than Stripe remembers keys, it is looked for.
 * @throws ApiError NOT_FOUND
 */
export async function requireCustomer(
  organizationId: string,
  ports: PaidPorts,
): Promise<BillingCustomer> {
  const { db, stripe, clock } = ports;
  const known = await customerOf(db, organizationId);
  if (known) return known;
  const organization = await findOrganization(db, organizationId);
  if (!organization) throw new ApiError('NOT_FOUND');
  const former = await countFormer(db, organizationId);
  const label = `${organizationId}:${former}`;
  const query = `metadata['lookup_api_account']:'${label}'`;
  const { data } = await stripe.get('/v1/customers/search', { query, limit: 1 }, found);
  const made =
    data[0] ??
    (await stripe.post(
      '/v1/customers',
      { metadata: { organization: organizationId, lookup_api_account: label } },
      `customer:${label}`,
      customerSchema,
    ));
  await insertCustomer(db, { customerId: made.id, organizationId, createdAt: clock.now() });
  const { name, ownerEmail: email } = organization;
  // What Stripe writes on invoices; may change, so it is not part of the request that makes it.
  await stripe.post(
    `/v1/customers/${made.id}`,
    { name, email },
    crypto.randomUUID(),
    customerSchema,
  );
  // Of two that were made at once all the same, the one that is written down counts.
  const written = await customerOf(db, organizationId);
  if (!written) throw new ApiError('SERVICE_BUSY');
  return written;
}
