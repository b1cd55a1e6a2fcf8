import type { Caller } from '../../lookup/account/caller.ts';
import type { ClaimOutcome, ReplayClaim } from '../../lookup/account/replay.ts';
import type { AccountState } from './account-state.ts';
import { countAgainstQuota } from './quotas.ts';
import { lookupName } from './receipts.ts';
import { replayCallKey } from './records.ts';

/** A lookup that has taken this long, and reserves nothing, belongs to a request that is gone. */
const LEASE_MS = 60_000;

const findReplay = (book: AccountState, name: string) => {
  const call = book.call(replayCallKey(name));
  if (call?.record.kind !== 'replay' || (call.expiresAt ?? 0) <= book.now) return null;
  return { ...call.record, expiresAt: call.expiresAt };
};

/** Whether an Idempotency-Key came before. */
export const isClaimed = (book: AccountState, name: string): boolean =>
  findReplay(book, name) !== null;

/**
 * Claims an Idempotency-Key for one lookup, unless another request has it. One whose answer is
 * `lost` may be taken over when nobody works on it any more: it was paid when this user has a
 * receipt as young as the first attempt, so that asking afresh must not be charged again.
 */
export function claimReplay(
  book: AccountState,
  claim: ReplayClaim,
  { userId, mode }: Pick<Caller, 'userId' | 'mode'>,
): ClaimOutcome {
  const { name, requestHash, lookupId, askedAt, lookup, lost } = claim;
  const earlier = findReplay(book, name);
  const take = (firstAskedAt: number, expiresAt: number | null | undefined): void => {
    const record = {
      kind: 'replay',
      requestHash,
      lookupId,
      firstAskedAt,
      leasedAt: book.now,
    } as const;
    book.remember(replayCallKey(name), record, expiresAt ?? undefined);
  };
  if (!earlier) {
    const refusal = countAgainstQuota(book, { kind: 'replays', mode, added: 1 });
    if (refusal) return { kind: 'full', refusal };
    take(askedAt, undefined);
    return { kind: 'claimed', firstAskedAt: askedAt, paid: false };
  }
  const { firstAskedAt } = earlier;
  if (earlier.requestHash !== requestHash) return { kind: 'conflict' };
  const isOurs = earlier.lookupId === lookupId;
  const isInFlight =
    earlier.leasedAt + LEASE_MS > book.now || book.reservations.get(earlier.lookupId) !== undefined;
  if (!isOurs && (!lost || isInFlight)) return { kind: 'known', firstAskedAt };
  const receipt = book.receipts(lookupName(lookup.product, lookup.inputHash), userId).get(userId);
  if (!isOurs) take(firstAskedAt, earlier.expiresAt);
  return { kind: 'claimed', firstAskedAt, paid: (receipt?.foundAt ?? -1) >= firstAskedAt };
}

/** Lets go of a key whose lookup failed: the next request with it begins anew. */
export function releaseClaim(book: AccountState, name: string, lookupId: string): void {
  const call = book.call(replayCallKey(name));
  if (call?.record.kind === 'replay' && call.record.lookupId === lookupId)
    book.remember(replayCallKey(name), call.record, book.now);
}
