import type { Invariant } from '../core/ledger.ts';
import type { AccountPorts } from './ports.ts';
import { requireOrganization } from './require-organization.ts';

/**
 * Checks every rule an organization's ledger must keep, the D1 mirror's sum against the object's included.
 * @throws ApiError NOT_FOUND
 */
export async function reconcile(
  organizationId: string,
  { db, ledger }: Pick<AccountPorts, 'db' | 'ledger'>,
): Promise<Invariant[]> {
  await requireOrganization(db, organizationId);
  return ledger.invariants(organizationId);
}
