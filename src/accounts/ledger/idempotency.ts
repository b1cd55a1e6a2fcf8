import type { Caller } from '../../lookup/account/caller.ts';
import type { ClaimOutcome, ReplayClaim } from '../../lookup/account/replay.ts';
import type { AccountState } from './account-state.ts';
import { lookupName } from './payment.ts';
import { countAgainstQuota } from './quotas.ts';
import { replayCallKey } from './records.ts';
import { lookupOwner } from './reservations.ts';

/** Lease of an Idempotency-Key: an older claim without a reservation has lost its request. */
const LEASE_MS = 60_000;

const findReplay = (state: AccountState, name: string) => {
  const call = state.call(replayCallKey(name));
  if (call?.record.kind !== 'replay' || (call.expiresAt ?? 0) <= state.now) return null;
  return { ...call.record, expiresAt: call.expiresAt };
};

/** Whether an Idempotency-Key is claimed and has not expired. */
export const isClaimed = (state: AccountState, name: string): boolean =>
  findReplay(state, name) !== null;

/**
 * Claims an Idempotency-Key for a call, unless another request has it. If its answer is `lost`, the
 * key can be taken over once the lease has expired and nothing is reserved. A lookup counts as paid
 * when this user has a receipt no older than the first attempt, so that a retry is not charged
 * again.
 */
export function claimReplay(
  state: AccountState,
  claim: ReplayClaim,
  { userId, mode }: Pick<Caller, 'userId' | 'mode'>,
): ClaimOutcome {
  const { name, requestHash, lookupId, askedAt, lookups, lost } = claim;
  const earlier = findReplay(state, name);
  const take = (firstAskedAt: number, expiresAt: number | null | undefined): void => {
    const record = {
      kind: 'replay',
      requestHash,
      lookupId,
      firstAskedAt,
      leasedAt: state.now,
    } as const;
    state.remember(replayCallKey(name), record, expiresAt ?? undefined);
  };
  if (!earlier) {
    const refusal = countAgainstQuota(state, { kind: 'replays', mode, added: 1 });
    if (refusal) return { kind: 'full', refusal };
    take(askedAt, undefined);
    return { kind: 'claimed', firstAskedAt: askedAt, paid: lookups.map(() => false) };
  }
  const { firstAskedAt } = earlier;
  if (earlier.requestHash !== requestHash) return { kind: 'conflict' };
  const isOurs = earlier.lookupId === lookupId;
  const names = lookups.map(({ product, inputHash }) => lookupName(product, inputHash));
  const isReserved =
    state.reservations.get(earlier.lookupId) !== undefined ||
    names.some((each) =>
      (['hold', 'estimate'] as const).some((step) =>
        state.reservations.isUnderWay(lookupOwner(each, userId, step)),
      ),
    );
  const isInFlight = earlier.leasedAt + LEASE_MS > state.now || isReserved;
  if (!isOurs && (!lost || isInFlight)) return { kind: 'known', firstAskedAt };
  if (!isOurs) take(firstAskedAt, earlier.expiresAt);
  const paid = names.map((each) => {
    const receipt = state.receipts(each, userId).get(userId);
    return (receipt?.foundAt ?? -1) >= firstAskedAt;
  });
  return { kind: 'claimed', firstAskedAt, paid };
}

/** Releases the key of a failed lookup: the next request with it starts anew. */
export function releaseClaim(state: AccountState, name: string, lookupId: string): void {
  const call = state.call(replayCallKey(name));
  if (call?.record.kind === 'replay' && call.record.lookupId === lookupId)
    state.remember(replayCallKey(name), call.record, state.now);
}
