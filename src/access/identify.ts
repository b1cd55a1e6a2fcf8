import type { CredentialProblem, Principal } from '../core/account/access.ts';
import type { CallerLimit, KeyRecord, Member } from '../core/account/account.ts';
import { AGENT, type KeyMode } from '../core/account/caller.ts';
import { isInAgentReach, isInKeyReach } from '../core/account/scopes.ts';
import { isInNetworks } from '../core/ip/network.ts';

/** Whom an account lets in. */
export interface KnownCallers {
  /** By hash. */
  apiKeys: ReadonlyMap<string, KeyRecord>;
  /** By user. */
  members: ReadonlyMap<string, Member>;
}

/** What the account knows of whoever calls. */
export interface Identity {
  userId: string;
  mode: KeyMode;
  /** What use is counted under; see {@link Caller}. */
  keyId: string;
  /** Whose windows the call counts in. */
  windowOwner: string;
  /** Product types it may look up; absent for all. */
  scopes?: readonly string[];
  /** What it is limited to and this call is not; null when the call is within its limits. */
  limit: CallerLimit | null;
}

/** What use in the dashboard is counted under, whoever's it is. */
const DASHBOARD = 'dashboard';

function problemOf(record: KeyRecord | undefined, now: number): CredentialProblem | null {
  if (!record) return 'unknown';
  if (record.revokedAt !== null) return 'revoked';
  if (record.suspendedAt !== null) return 'suspended';
  return record.expiresAt !== null && record.expiresAt <= now ? 'expired' : null;
}

function limitOf({ scopes, ipAllow }: KeyRecord, call: Principal): CallerLimit | null {
  if (ipAllow && !isInNetworks(call.address ?? null, ipAllow)) return 'address';
  return isInKeyReach(scopes, call.resource) ? null : 'product';
}

/** @returns the identity, or why the principal is nobody here */
export function identify(
  call: Principal,
  { apiKeys, members }: KnownCallers,
  now: number,
): Identity | CredentialProblem {
  if (call.kind === 'key') {
    const record = apiKeys.get(call.hash);
    const problem = problemOf(record, now);
    if (problem || !record) return problem ?? 'unknown';
    const { id: keyId, userId, mode, scopes } = record;
    const limit = limitOf(record, call);
    return { userId, mode, keyId, windowOwner: keyId, ...(scopes && { scopes }), limit };
  }
  const { userId, mode, resource } = call;
  if (!members.has(userId)) return 'not_a_member';
  if (call.kind === 'session')
    return { userId, mode, keyId: DASHBOARD, windowOwner: `session_${userId}`, limit: null };
  const keyId = `${AGENT}${call.grantId}`;
  const limit = isInAgentReach(call.scopes, resource) ? null : 'agent';
  return { userId, mode, keyId, windowOwner: keyId, limit };
}
