import type {
  ApiKey,
  CallKind,
  KeyProblem,
  WindowName,
  WindowState,
} from '../core/account/access.ts';
import type { KeyLimit, KeyRecord, Organization, Subscription } from '../core/account/account.ts';
import type { Caller } from '../core/account/caller.ts';
import { PAID_STATUSES } from '../core/account/plans.ts';
import { isInNetworks } from '../core/ip/network.ts';
import { CEILING, type WindowOf, type Windows } from './windows.ts';

/** What an account knows of who may call. */
export interface AccessRecords {
  organization: Organization | null;
  /** By hash. */
  apiKeys: ReadonlyMap<string, KeyRecord>;
  subscription: Subscription | null;
  windows: Windows;
}

/** Whether a call may be made at all; what it costs comes after. */
export type Access =
  | { code: 'ADMITTED'; caller: Caller; window: WindowState | null; mustBeWritten: boolean }
  | { code: 'UNAUTHORIZED'; problem: KeyProblem }
  | { code: 'INSUFFICIENT_SCOPE'; caller: Caller; window: WindowState | null; limit: KeyLimit }
  | { code: 'UPGRADE_REQUIRED'; caller: Caller; window: WindowState | null }
  | { code: 'RATE_LIMIT_EXCEEDED'; caller: Caller; window: WindowState; name: WindowName };

function problemOf(record: KeyRecord | undefined, now: number): KeyProblem | null {
  if (!record) return 'unknown';
  if (record.revokedAt !== null) return 'revoked';
  if (record.suspendedAt !== null) return 'suspended';
  return record.expiresAt !== null && record.expiresAt <= now ? 'expired' : null;
}

/** What this key is limited to and the call is not; null when it is within its limits. */
function limitOf(
  { scopes, ipAllow }: KeyRecord,
  { address = null, product }: Pick<ApiKey, 'address' | 'product'>,
): KeyLimit | null {
  if (ipAllow && !isInNetworks(address, ipAllow)) return 'address';
  return scopes && product !== undefined && !scopes.includes(product) ? 'product' : null;
}

/** Paid while the status says so and the period runs (contract, "Billing details"). */
export const isPaid = (subscription: Subscription | null, now: number): boolean =>
  subscription !== null &&
  PAID_STATUSES.includes(subscription.status) &&
  subscription.periodStart <= now &&
  now < subscription.periodEnd;

/** The window a call of this kind has of its own; null for one that counts in the ceilings only. */
function ownWindow(kind: CallKind, keyId: string): WindowOf | null {
  if (kind === 'uncounted') return null;
  return { owner: kind === 'account' ? '' : keyId, name: kind };
}

/**
 * Checks key, its limits, plan and windows, and counts the call. Refusals in the order 401, 403,
 * 429.
 */
export function checkAccess(
  key: Pick<ApiKey, 'hash' | 'address' | 'product'>,
  kind: CallKind,
  { organization, apiKeys, subscription, windows }: AccessRecords,
  now: number,
): Access {
  const record = apiKeys.get(key.hash);
  const problem = organization ? problemOf(record, now) : 'unknown';
  if (problem || !record || !organization)
    return { code: 'UNAUTHORIZED', problem: problem ?? 'unknown' };
  const { id: keyId, userId, mode, scopes } = record;
  const { id: organizationId, region } = organization;
  const caller = { keyId, organizationId, region, userId, mode, ...(scopes && { scopes }) };
  const own = ownWindow(kind, keyId);
  const limit = limitOf(record, key);
  if (limit)
    return { code: 'INSUFFICIENT_SCOPE', caller, window: own && windows.peek(own, now), limit };
  if (!isPaid(subscription, now))
    return { code: 'UPGRADE_REQUIRED', caller, window: own && windows.peek(own, now) };

  const ceilings = CEILING.map((name) => ({ owner: keyId, name }));
  const [first, ...others] = own ? [own, ...ceilings] : ceilings;
  const { tripped, state, mustBeWritten } = windows.count([first as WindowOf, ...others], now);
  if (tripped) return { code: 'RATE_LIMIT_EXCEEDED', caller, window: state, name: tripped };
  return { code: 'ADMITTED', caller, window: own && state, mustBeWritten };
}
