import type { HoldOutcome, HoldRequest } from '../../lookup/account/ledger.ts';
import type { AccountState } from './account-state.ts';
import { sumAllocations } from './lots.ts';
import { keyAllowance } from './payment.ts';
import { CALL_MEMORY_MS, type Hold, holdCallKey, InvalidCall, MAX_OPEN_HOLDS } from './records.ts';

/** Sets credits aside until they are settled, voided, or the hold's life is over. */
export function hold(state: AccountState, request: HoldRequest): HoldOutcome {
  const { id, amount, userId, keyId, note } = request;
  const earlier = state.call(holdCallKey(id))?.record;
  if (earlier?.kind === 'hold') {
    if (earlier.outcome.held !== amount) throw new InvalidCall(`the id ${id} names another hold`);
    return earlier.outcome;
  }
  if (earlier) return state.refuse('voided', amount);
  if (state.organization?.active === false) return state.refuse('organization_closed', amount);
  const allowance = amount > 0 && keyId !== null ? keyAllowance(state, keyId) : null;
  if (keyId !== null && allowance && amount > allowance.left)
    return { ok: false, reason: 'daily_limit', keyId, required: amount, ...allowance };
  if (amount > state.available) return state.refuse('insufficient_credits', amount);
  if (state.holds.size >= MAX_OPEN_HOLDS) return state.refuse('too_many_holds', amount);

  const expiresAt = state.now + request.lifetimeMs;
  state.putHold({ id, draws: state.lots.allocate(amount, 'held'), expiresAt, userId, keyId });
  if (amount > 0) {
    const entry = { kind: 'hold', amount: 0, held: amount, ref: id, holdId: id } as const;
    state.post({ ...entry, id: `hold:${id}`, userId, keyId, note });
  }
  const outcome = { ok: true, held: amount, creditsRemaining: state.available, expiresAt } as const;
  // Settles may come until the hold ends, and repeats of them a while longer.
  state.remember(
    holdCallKey(id),
    { kind: 'hold', outcome, state: 'open' },
    expiresAt + CALL_MEMORY_MS,
  );
  return outcome;
}

/**
 * Ends a hold and gives back what it still has.
 * @param at when it ended: now, or the end of its life
 * @returns the credits given back
 */
export function endHold(
  state: AccountState,
  open: Hold,
  ending: 'closed' | 'expired',
  at = state.now,
): number {
  const released = sumAllocations(open.draws);
  state.lots.moveAll(open.draws, 'held', 'available');
  state.dropHold(open.id);
  // Credits may go back to a lot that has ended meanwhile.
  state.scheduleAt(state.now);
  if (released > 0) {
    const note = ending === 'expired' ? 'not settled in time' : null;
    const { id, userId, keyId } = open;
    const entry = { kind: 'release', amount: 0, held: -released, ref: id, holdId: id } as const;
    state.post({ ...entry, id: `release:${id}`, userId, keyId, note }, at);
  }
  const call = state.call(holdCallKey(open.id));
  if (call?.record.kind === 'hold')
    state.remember(holdCallKey(open.id), { ...call.record, state: ending }, call.expiresAt);
  return released;
}
