import { DAY_MS, utcDay } from '../../lib/time.ts';
import type { Caller } from '../../lookup/account/caller.ts';
import type { DailyLimitExceeded } from '../../lookup/account/order.ts';
import type { AccountState } from './account-state.ts';
import { sumAllocations } from './lots.ts';

/** Whose credits are counted for a day, and how many they may be; without a figure any. */
type Spender = Pick<Caller, 'keyId' | 'creditsPerDay'>;

/** What a key or sign-in has set aside, for lookups under way and for jobs. */
function heldBy({ holds, reservations }: AccountState, keyId: string): number {
  let held = reservations.heldBy(keyId);
  for (const hold of holds.values()) if (hold.keyId === keyId) held += sumAllocations(hold.draws);
  return held;
}

/**
 * Whether credits that are about to be taken or set aside exceed the daily limit of who asks
 * (contract, "Keys"). A day is of UTC. What was set aside counts in the day that runs until it is
 * settled, and its settlement in the day it is made; so what a key has spent in a day, by the
 * ledger, and still holds never exceeds its limit together. What is free is never refused.
 */
export function exceededDailyLimit(
  state: AccountState,
  { keyId, creditsPerDay: limit }: Spender,
  required: number,
): DailyLimitExceeded | null {
  if (limit === undefined || required === 0) return null;
  const taken = state.usage.spentOn(utcDay(state.now), keyId) + heldBy(state, keyId);
  const left = Math.max(0, limit - taken);
  if (required <= left) return null;
  return { keyId, limit, left, required, endsAt: (Math.floor(state.now / DAY_MS) + 1) * DAY_MS };
}

/** The same of a job, which knows its key by the id. A key that is gone has no limit. */
export function exceededKeyLimit(
  state: AccountState,
  keyId: string | null,
  required: number,
): DailyLimitExceeded | null {
  for (const { id, creditsPerDay } of state.apiKeys.values())
    if (id === keyId && creditsPerDay !== null)
      return exceededDailyLimit(state, { keyId, creditsPerDay }, required);
  return null;
}
