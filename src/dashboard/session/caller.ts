import type { Accounts } from '../../lookup/account/account.ts';
import type { Caller, KeyMode } from '../../lookup/account/caller.ts';
import type { SessionUser } from '../../lookup/account/members.ts';
import type { SessionPrincipal } from '../../lookup/account/principal.ts';
import { requestAdmission, requireAdmitted } from '../../lookup/pipeline/account-calls.ts';

type SessionMember = Pick<SessionUser, 'organizationId' | 'region' | 'userId'>;

export const sessionPrincipal = (
  { organizationId, region, userId }: SessionMember,
  mode: KeyMode,
): SessionPrincipal => ({ kind: 'session', id: organizationId, region, userId, mode });

/**
 * Admission of a signed-in user by the account, with plan and windows of the API. Counted as an
 * account read.
 * @throws ApiError UNAUTHORIZED, UPGRADE_REQUIRED, RATE_LIMIT_EXCEEDED, SERVICE_*
 */
export async function sessionCaller(
  user: SessionUser,
  mode: KeyMode,
  accounts: Pick<Accounts, 'admit'>,
  now: number,
): Promise<Caller> {
  const admission = await requestAdmission(sessionPrincipal(user, mode), 'account', null, accounts);
  return requireAdmitted(admission, now).caller;
}

/** Whether the operator has suspended the organization, according to its account. */
export async function isSuspended(
  member: SessionMember,
  accounts: Pick<Accounts, 'admit'>,
): Promise<boolean> {
  const principal = sessionPrincipal(member, 'live');
  const admission = await requestAdmission(principal, 'uncounted', null, accounts);
  return admission.code === 'UNAUTHORIZED' && admission.problem === 'organization_suspended';
}
