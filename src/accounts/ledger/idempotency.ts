import type { Caller } from '../../lookup/account/caller.ts';
import type { ClaimOutcome, ReplayClaim, ReplayRelease } from '../../lookup/account/replay.ts';
import type { AccountState } from './account-state.ts';
import { voidOrder } from './orders.ts';
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
  const take = (firstAskedAt: number, isPaid: boolean, expiresAt?: number | null): void => {
    const claimed = { requestHash, lookupId, firstAskedAt, leasedAt: state.now };
    const record = { kind: 'replay', ...claimed, ...(isPaid && { isPaid }) } as const;
    state.remember(replayCallKey(name), record, expiresAt ?? undefined);
  };
  if (!earlier) {
    const refusal = countAgainstQuota(state, { kind: 'replays', mode, added: 1 });
    if (refusal) return { kind: 'full', refusal };
    take(askedAt, false);
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
  const paid = names.map((each) => {
    const receipt = state.receipts(each, userId).get(userId);
    return (receipt?.foundAt ?? -1) >= firstAskedAt;
  });
  if (!isOurs) take(firstAskedAt, paid.includes(true), earlier.expiresAt);
  return { kind: 'claimed', firstAskedAt, paid };
}

/**
 * Releases the key of a failed call: the next request with it starts anew, or goes on without
 * paying if an earlier call with the key was charged. The failed call's orders are voided in the
 * same commit, because a lost void would leave a charge that the next request does not know of.
 */
export function releaseClaim(
  state: AccountState,
  { name, lookupId, orderIds }: ReplayRelease,
): void {
  const call = state.call(replayCallKey(name));
  if (call?.record.kind !== 'replay' || call.record.lookupId !== lookupId) return;
  for (const id of orderIds) voidOrder(state, id);
  if (call.record.isPaid)
    state.remember(replayCallKey(name), { ...call.record, leasedAt: 0 }, call.expiresAt);
  else state.remember(replayCallKey(name), call.record, state.now);
}
