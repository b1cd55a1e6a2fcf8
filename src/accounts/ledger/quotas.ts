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

/** A thing not seen in its store this long after its claim is not being made any more. */
const CLAIM_GRACE_MS = 3_600_000;

const hasEnded = ({ endsAt }: QuotaClaim, now: number): boolean => endsAt !== null && endsAt <= now;

/**
 * How many there are: keys that can be used and members are the account's own, of the rest it has
 * claims.
 */
function countInUse(book: AccountState, kind: QuotaKind, mode: KeyMode): number {
  if (kind === 'members') return book.members.size;
  if (kind === 'apiKeys')
    return [...book.apiKeys.values()].filter(
      ({ revokedAt, expiresAt }) => revokedAt === null && (expiresAt ?? Infinity) > book.now,
    ).length;
  let count = 0;
  for (const room of book.quotaClaims.values()) {
    if (room.kind !== kind || room.mode !== mode) continue;
    if (hasEnded(room, book.now)) book.dropQuotaClaim(room);
    else count += room.count;
  }
  return count;
}

/** The span that is running: its name, its start, and how many were made in it. */
function currentWindow(book: AccountState, kind: QuotaKind, mode: KeyMode, seconds: number) {
  const name = `${kind}:${mode}:${seconds}`;
  const lengthMs = seconds * 1_000;
  const startsAt = Math.floor(book.now / lengthMs) * lengthMs;
  const kept = book.account.made[name];
  const made = kept?.startsAt === startsAt ? kept.made : 0;
  return { name, startsAt, made, endsAt: startsAt + lengthMs };
}

/**
 * Counts things that are about to be made, unless that is more than the ceiling allows.
 * @param added how many more there will be at a time
 * @param made how many are made, in the spans; growing makes none
 * @returns null when they are counted
 */
export function countAgainstQuota(
  book: AccountState,
  {
    kind,
    added,
    made = 1,
    ...asked
  }: { kind: QuotaKind; mode: KeyMode; added: number; made?: number },
): QuotaExceeded | null {
  const mode = quotaMode(kind, asked.mode);
  const ceiling = quotaFor(kind, mode);
  const { most } = ceiling;
  if (most !== undefined && added > 0 && countInUse(book, kind, mode) + added > most)
    return { kind, limit: most, rate: null };
  if (made === 0) return null;
  const spans = quotaRates(ceiling).map((rate) => ({
    ...rate,
    ...currentWindow(book, kind, mode, rate.seconds),
  }));
  const full = spans.findLast((span) => span.made + made > span.limit);
  if (full) {
    const retryAfterSeconds = (full.endsAt - book.now) / 1_000;
    return { kind, limit: full.limit, rate: { seconds: full.seconds, retryAfterSeconds } };
  }
  const counts = Object.fromEntries(
    spans.map((span) => [span.name, { startsAt: span.startsAt, made: span.made + made }]),
  );
  if (spans.length > 0) book.touch().made = { ...book.account.made, ...counts };
  return null;
}

/** Takes room for a thing, or more of it. The same claim again is granted as it was. */
export function claimQuota(book: AccountState, claim: QuotaRequest): QuotaExceeded | null {
  const { kind, id, count = 1, endsAt = null } = claim;
  const known = book.quotaClaims.get(quotaClaimKey(claim));
  const held = known && !hasEnded(known, book.now) ? known.count : 0;
  if (held >= count) {
    if (known) book.putQuotaClaim({ ...known, claimedAt: book.now });
    return null;
  }
  const mode = quotaMode(kind, claim.mode);
  const made = held > 0 ? 0 : 1;
  const refusal = countAgainstQuota(book, { kind, mode, added: count - held, made });
  if (!refusal && quotaFor(kind, mode).most !== undefined)
    book.putQuotaClaim({ kind, mode, id, count, claimedAt: book.now, endsAt });
  return refusal;
}

export function releaseQuota(book: AccountState, claim: Pick<QuotaRequest, 'kind' | 'id'>): void {
  const room = book.quotaClaims.get(quotaClaimKey(claim));
  if (room) book.dropQuotaClaim(room);
}

/**
 * Compares claims with what their stores hold, by id: a claim whose thing never came or is gone is
 * released, one that is too large shrinks, and a thing without a claim has one. Claims younger than
 * an hour are left alone, as their things may be on the way.
 * @param kinds those that were looked through
 */
export function reconcileQuotas(
  book: AccountState,
  { kinds, owned }: { kinds: readonly QuotaKind[]; owned: readonly QuotaUse[] },
): void {
  const settledAt = book.now - CLAIM_GRACE_MS;
  const there = new Map(owned.map((each) => [quotaClaimKey(each), each]));
  for (const room of book.quotaClaims.values()) {
    if (!kinds.includes(room.kind) || room.claimedAt > settledAt) continue;
    const found = there.get(quotaClaimKey(room));
    if (!found) book.dropQuotaClaim(room);
    else if (found.count !== room.count) book.putQuotaClaim({ ...room, count: found.count });
  }
  for (const [name, each] of there)
    if (!book.quotaClaims.has(name) && each.count > 0)
      book.putQuotaClaim({
        ...each,
        mode: quotaMode(each.kind, each.mode),
        claimedAt: book.now,
        endsAt: null,
      });
}
