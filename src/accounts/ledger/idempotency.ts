import type { Caller } from '../../lookup/account/caller.ts';
import type { ClaimOutcome, ReplayClaim } from '../../lookup/account/replay.ts';
import type { AccountState } from './account-state.ts';
import { lookupName } from './payment.ts';
import { countAgainstQuota } from './quotas.ts';
import { replayCallKey } from './records.ts';
import { lookupOwner } from './reservations.ts';

/** Lease of a lookup's key: one this old that reserves nothing is of a request that is gone. */
const LEASE_MS = 60_000;

const findReplay = (state: AccountState, name: string) => {
  const call = state.call(replayCallKey(name));
  if (call?.record.kind !== 'replay' || (call.expiresAt ?? 0) <= state.now) return null;
  return { ...call.record, expiresAt: call.expiresAt };
};

/** Whether an Idempotency-Key came before. */
export const isClaimed = (state: AccountState, name: string): boolean =>
  findReplay(state, name) !== null;

/**
 * Claims an Idempotency-Key for one lookup, unless another request has it. One whose answer is
 * `lost` may be taken over when its lease has expired and it reserves nothing: it was paid when
 * this user has a receipt as young as the first attempt, so that asking afresh must not be charged
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

/** Lets go of a key whose lookup failed: the next request with it begins anew. */
export function releaseClaim(state: AccountState, name: string, lookupId: string): void {
  const call = state.call(replayCallKey(name));
  if (call?.record.kind === 'replay' && call.record.lookupId === lookupId)
    state.remember(replayCallKey(name), call.record, state.now);
}
