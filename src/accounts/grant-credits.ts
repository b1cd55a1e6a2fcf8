import { ApiError } from '../core/errors.ts';
import type { AccountPorts } from './ports.ts';
import { requireOrganization } from './require-organization.ts';

/**
 * Adds purchased credits, or with a negative amount takes unspent ones back, once per `id`.
 * @returns credits moved by this call, and the balance
 * @throws ApiError NOT_FOUND, IDEMPOTENCY_CONFLICT when the id was used for another amount
 */
export async function grantCredits(
  request: { organizationId: string; id: string; amount: number; note: string | null },
  { db, accounts }: Pick<AccountPorts, 'db' | 'accounts'>,
): Promise<{ granted: number; balance: number }> {
  const { organizationId, ...grant } = request;
  await requireOrganization(db, organizationId);
  const outcome = await accounts.grant(organizationId, grant);
  if (outcome.kind !== 'applied') throw new ApiError('IDEMPOTENCY_CONFLICT', outcome.message);
  return { granted: outcome.value.granted, balance: outcome.value.available };
}
