import type {
  CallKind,
  CredentialProblem,
  Principal,
  WindowName,
  WindowState,
} from '../core/account/access.ts';
import type { CallerLimit, Organization, Subscription } from '../core/account/account.ts';
import type { Caller } from '../core/account/caller.ts';
import { PAID_STATUSES } from '../core/account/plans.ts';
import { identify, type KnownCallers } from './identify.ts';
import { type Windows, windowsOf } from './windows.ts';

/** What an account knows of who may call. */
export interface AccessRecords extends KnownCallers {
  organization: Organization | null;
  subscription: Subscription | null;
  windows: Windows;
}

/** Whether a call may be made at all; what it costs comes after. */
export type Access =
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
 * 403, 429.
 */
export function checkAccess(
  principal: Principal,
  kind: CallKind,
  records: AccessRecords,
  now: number,
): Access {
  const { organization, subscription, windows } = records;
  if (!organization?.active)
    return { code: 'UNAUTHORIZED', problem: organization ? 'organization_closed' : 'unknown' };
  const identity = identify(principal, records, now);
  if (typeof identity === 'string') return { code: 'UNAUTHORIZED', problem: identity };
  const { windowOwner, limit, ...who } = identity;
  const { id: organizationId, region } = organization;
  const caller = { ...who, organizationId, region };
  const counted = windowsOf(kind, windowOwner);
  const peek = () => (kind === 'uncounted' ? null : windows.peek(counted[0], now));
  if (limit) return { code: 'INSUFFICIENT_SCOPE', caller, window: peek(), limit };
  if (!isPaid(subscription, now)) return { code: 'UPGRADE_REQUIRED', caller, window: peek() };

  const { tripped, state, mustBeWritten } = windows.count(counted, now);
  if (tripped) return { code: 'RATE_LIMIT_EXCEEDED', caller, window: state, name: tripped };
  return { code: 'ADMITTED', caller, window: kind === 'uncounted' ? null : state, mustBeWritten };
}
