import { HOUR_MS } from '../../lib/time.ts';
import type { KeyMode } from '../../lookup/account/caller.ts';
import {
  type QuotaExceeded,
  type QuotaKind,
  type QuotaRequest,
  type QuotaUse,
  quotaFor,
  quotaMode,
  quotaRates,
} from '../../lookup/account/quotas.ts';
import type { AccountState } from './account-state.ts';
import { type QuotaClaim, quotaClaimKey } from './records.ts';

/** Grace period of a claim: a resource not in its store by then is no longer being created. */
const CLAIM_GRACE_MS = HOUR_MS;

const hasEnded = ({ endsAt }: QuotaClaim, now: number): boolean => endsAt !== null && endsAt <= now;

/** Current use of a quota: members and usable keys are counted in the account, others by claims. */
function countInUse(state: AccountState, kind: QuotaKind, mode: KeyMode): number {
  if (kind === 'members') return state.members.size;
  if (kind === 'apiKeys')
    return [...state.apiKeys.values()].filter(
      ({ revokedAt, expiresAt }) => revokedAt === null && (expiresAt ?? Infinity) > state.now,
    ).length;
  let count = 0;
  for (const claim of state.quotaClaims.values()) {
    if (claim.kind !== kind || claim.mode !== mode) continue;
    if (hasEnded(claim, state.now)) state.dropQuotaClaim(claim);
    else count += claim.count;
  }
  return count;
}

/** The current window of a creation rate: name, bounds, and resources created in it. */
function currentWindow(state: AccountState, kind: QuotaKind, mode: KeyMode, seconds: number) {
  const name = `${kind}:${mode}:${seconds}`;
  const lengthMs = seconds * 1_000;
  const startsAt = Math.floor(state.now / lengthMs) * lengthMs;
  const kept = state.account.made[name];
  const made = kept?.startsAt === startsAt ? kept.made : 0;
  return { name, startsAt, made, endsAt: startsAt + lengthMs };
}

/**
 * Counts a new resource against the ceiling and the creation rates, unless one would be exceeded. A
 * resource that can grow has no rates, so its growth is counted in the same way.
 * @param added increase of the number in use
 * @returns null when counted
 */
export function countAgainstQuota(
  state: AccountState,
  { kind, added, ...asked }: { kind: QuotaKind; mode: KeyMode; added: number },
): QuotaExceeded | null {
  const mode = quotaMode(kind, asked.mode);
  const ceiling = quotaFor(kind, mode);
  const { most } = ceiling;
  if (most !== undefined && added > 0 && countInUse(state, kind, mode) + added > most)
    return { kind, limit: most, rate: null };
  const spans = quotaRates(ceiling).map((rate) => ({
    ...rate,
    ...currentWindow(state, kind, mode, rate.seconds),
  }));
  const full = spans.findLast((span) => span.made >= span.limit);
  if (full) {
    const retryAfterSeconds = (full.endsAt - state.now) / 1_000;
    return { kind, limit: full.limit, rate: { seconds: full.seconds, retryAfterSeconds } };
  }
  const counts = Object.fromEntries(
    spans.map((span) => [span.name, { startsAt: span.startsAt, made: span.made + 1 }]),
  );
  if (spans.length > 0) state.touch().made = { ...state.account.made, ...counts };
  return null;
}

/** Claims quota for a resource, or raises its claim. Idempotent: a repeat is granted again. */
export function claimQuota(state: AccountState, request: QuotaRequest): QuotaExceeded | null {
  const { kind, id, count = 1, endsAt = null } = request;
  const known = state.quotaClaims.get(quotaClaimKey(request));
  const held = known && !hasEnded(known, state.now) ? known.count : 0;
  if (held >= count) {
    if (known) state.putQuotaClaim({ ...known, claimedAt: state.now, endsAt });
    return null;
  }
  const mode = quotaMode(kind, request.mode);
  const refusal = countAgainstQuota(state, { kind, mode, added: count - held });
  if (!refusal && quotaFor(kind, mode).most !== undefined)
    state.putQuotaClaim({ kind, mode, id, count, claimedAt: state.now, endsAt });
  return refusal;
}

export function releaseQuota(
  state: AccountState,
  request: Pick<QuotaRequest, 'kind' | 'id'>,
): void {
  const claim = state.quotaClaims.get(quotaClaimKey(request));
  if (claim) state.dropQuotaClaim(claim);
}

/**
 * Reconciles claims with the resources in their stores, by id: sets a claim's count to that of the
 * resource, and adds a missing claim. Skips claims younger than an hour, as their resources may
 * still be written.
 * @param kinds kinds whose stores were read
 * @returns claims without a resource, which are left
 */
export function reconcileQuotas(
  state: AccountState,
  { kinds, owned }: { kinds: readonly QuotaKind[]; owned: readonly QuotaUse[] },
): QuotaUse[] {
  const unowned: QuotaClaim[] = [];
  const settledAt = state.now - CLAIM_GRACE_MS;
  const there = new Map(owned.map((each) => [quotaClaimKey(each), each]));
  for (const claim of state.quotaClaims.values()) {
    if (!kinds.includes(claim.kind) || claim.claimedAt > settledAt) continue;
    const found = there.get(quotaClaimKey(claim));
    if (!found) unowned.push(claim);
    else if (found.count !== claim.count) state.putQuotaClaim({ ...claim, count: found.count });
  }
  for (const [name, each] of there)
    if (!state.quotaClaims.has(name) && each.count > 0)
      state.putQuotaClaim({
        ...each,
        mode: quotaMode(each.kind, each.mode),
        claimedAt: state.now,
        endsAt: null,
      });
  return unowned;
}
