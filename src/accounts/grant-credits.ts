import type { AccountPorts } from './ports.ts';
import { requireOrganization } from './require-organization.ts';

/**
 * Adds purchased credits, once per `id`: a repeat adds nothing.
 * @returns credits added by this call, and the balance
 * @throws ApiError NOT_FOUND
 */
export async function grantCredits(
  request: { organizationId: string; id: string; amount: number; note: string | null },
  { db, ledger }: Pick<AccountPorts, 'db' | 'ledger'>,
): Promise<{ granted: number; balance: number }> {
  const { organizationId, ...grant } = request;
  await requireOrganization(db, organizationId);
  const { granted, creditsRemaining } = await ledger.grant(organizationId, grant);
  return { granted, balance: creditsRemaining };
}
