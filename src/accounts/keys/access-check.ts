import { isInCidrs } from '../../domain/ip/cidr.ts';
import { PAID_STATUSES } from '../../domain/plans.ts';
import type {
  CallerLimit,
  KeyRecord,
  Member,
  Organization,
  Subscription,
} from '../../lookup/account/account.ts';
import {
  AGENT_KEY_PREFIX,
  type Caller,
  DASHBOARD_KEY_ID,
  type KeyMode,
} from '../../lookup/account/caller.ts';
import { mayLookUp } from '../../lookup/account/members.ts';
import {
  type CallKind,
  type CredentialProblem,
  isInAgentReach,
  isInKeyReach,
  type Principal,
  type WindowName,
  type WindowState,
} from '../../lookup/account/principal.ts';
import { type Windows, windowsForCall } from './rate-windows.ts';

/** Keys and members that a caller is checked against. */
interface CallerRecords {
  /** By hash. */
  apiKeys: ReadonlyMap<string, KeyRecord>;
  /** By user. */
  members: ReadonlyMap<string, Member>;
}

/** Identity of the caller, as the account has it. */
interface Identity {
  userId: string;
  mode: KeyMode;
  /** What use is counted under; see {@link Caller}. */
  keyId: string;
  /** Whose windows the call counts in. */
  windowOwner: string;
  /** Product types it may look up; absent for all. */
  scopes?: readonly string[];
  creditsPerDay?: number;
  /** What it is limited to and this call is not; null when the call is within its limits. */
  limit: CallerLimit | null;
}

function keyProblem(record: KeyRecord | undefined, now: number): CredentialProblem | null {
  if (!record) return 'unknown';
  if (record.revokedAt !== null) return 'revoked';
  if (record.suspendedAt !== null) return 'suspended';
  return record.expiresAt !== null && record.expiresAt <= now ? 'expired' : null;
}

function keyLimit({ scopes, ipAllow }: KeyRecord, call: Principal): CallerLimit | null {
  if (ipAllow && !isInCidrs(call.address ?? null, ipAllow)) return 'address';
  return isInKeyReach(scopes, call.resource) ? null : 'product';
}

/** @returns the identity, or why the principal has none here */
function identify(
  call: Principal,
  { apiKeys, members }: CallerRecords,
  now: number,
): Identity | CredentialProblem {
  if (call.kind === 'key') {
    const record = apiKeys.get(call.hash);
    const problem = keyProblem(record, now);
    if (problem || !record) return problem ?? 'unknown';
    const { id: keyId, userId, mode, scopes, creditsPerDay } = record;
    const limits = { ...(scopes && { scopes }), ...(creditsPerDay !== null && { creditsPerDay }) };
    return { userId, mode, keyId, windowOwner: keyId, ...limits, limit: keyLimit(record, call) };
  }
  const { userId, mode, resource } = call;
  const member = members.get(userId);
  if (!member) return 'not_a_member';
  const roleLimit = mayLookUp(member.role) ? null : 'role';
  if (call.kind === 'session') {
    const windowOwner = `session_${userId}`;
    return { userId, mode, keyId: DASHBOARD_KEY_ID, windowOwner, limit: roleLimit };
  }
  const keyId = `${AGENT_KEY_PREFIX}${call.grantId}`;
  const { creditsPerDay } = call;
  const limit = roleLimit ?? (isInAgentReach(call.scopes, resource) ? null : 'agent');
  const limits = creditsPerDay === undefined ? {} : { creditsPerDay };
  return { userId, mode, keyId, windowOwner: keyId, ...limits, limit };
}

/** What an account knows of who may call. */
interface AccessRecords extends CallerRecords {
  organization: Organization | null;
  subscription: Subscription | null;
  windows: Windows;
}

/** Whether a call may be made at all; what it costs comes after. */
type AccessDecision =
  | { code: 'ADMITTED'; caller: Caller; window: WindowState | null; mustBeWritten: boolean }
  | { code: 'UNAUTHORIZED'; problem: CredentialProblem }
  | { code: 'INSUFFICIENT_SCOPE'; caller: Caller; window: WindowState | null; limit: CallerLimit }
  | { code: 'UPGRADE_REQUIRED'; caller: Caller; window: WindowState | null }
  | { code: 'RATE_LIMIT_EXCEEDED'; caller: Caller; window: WindowState; name: WindowName };

/** Paid while the status says so and the period runs (contract, "Billing details"). */
export const isPaid = (subscription: Subscription | null, now: number): boolean =>
  subscription !== null &&
  PAID_STATUSES.includes(subscription.status) &&
  subscription.periodStart <= now &&
  now < subscription.periodEnd;

/**
 * Checks who calls, their limits, plan and windows, and counts the call. Refusals in the order 401,
 * 403, 429. The sandbox needs no plan.
 */
export function checkAccess(
  principal: Principal,
  kind: CallKind,
  records: AccessRecords,
  now: number,
): AccessDecision {
  const { organization, subscription, windows } = records;
  if (!organization?.active)
    return { code: 'UNAUTHORIZED', problem: organization ? 'organization_closed' : 'unknown' };
  const identity = identify(principal, records, now);
  if (typeof identity === 'string') return { code: 'UNAUTHORIZED', problem: identity };
  const { windowOwner, limit, ...who } = identity;
  const { id: organizationId, region, defaultCountry } = organization;
  const caller = { ...who, organizationId, region, ...(defaultCountry && { defaultCountry }) };
  const counted = windowsForCall(kind, windowOwner);
  const peek = () => (kind === 'uncounted' ? null : windows.peek(counted[0], now));
  if (limit) return { code: 'INSUFFICIENT_SCOPE', caller, window: peek(), limit };
  if (caller.mode === 'live' && !isPaid(subscription, now))
    return { code: 'UPGRADE_REQUIRED', caller, window: peek() };

  const { tripped, state, mustBeWritten } = windows.count(counted, now);
  if (tripped) return { code: 'RATE_LIMIT_EXCEEDED', caller, window: state, name: tripped };
  return { code: 'ADMITTED', caller, window: kind === 'uncounted' ? null : state, mustBeWritten };
}
