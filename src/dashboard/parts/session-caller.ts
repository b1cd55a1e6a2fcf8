import type { SessionPrincipal } from '../../core/account/access.ts';
import type { Accounts } from '../../core/account/account.ts';
import type { Caller, KeyMode } from '../../core/account/caller.ts';
import type { Visitor } from '../../core/account/visitor.ts';
import { admit, requireAdmitted } from '../../pipeline/admit.ts';

/** A signed-in person as a caller of lookups. */
export const principalOf = (
  { organizationId, region, userId }: Visitor,
  mode: KeyMode,
): SessionPrincipal => ({ kind: 'session', id: organizationId, region, userId, mode });

/**
 * Asks the account whether this person may do what a key may do: plan and windows are those of the
 * API. The call is counted as an account read.
 * @throws ApiError UNAUTHORIZED, UPGRADE_REQUIRED, RATE_LIMIT_EXCEEDED, SERVICE_*
 */
export async function callerOf(
  visitor: Visitor,
  mode: KeyMode,
  accounts: Pick<Accounts, 'admit'>,
  now: number,
): Promise<Caller> {
  const admission = await admit(principalOf(visitor, mode), 'account', null, accounts);
  return requireAdmitted(admission, now).caller;
}
