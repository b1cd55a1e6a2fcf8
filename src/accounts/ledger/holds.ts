import type { HoldOutcome, HoldRequest } from '../../lookup/account/ledger.ts';
import type { AccountState } from './account-state.ts';
import { type Allocation, splitAllocations, sumAllocations } from './lots.ts';
import { keyAllowance } from './payment.ts';
import {
  CALL_MEMORY_MS,
  type Hold,
  holdCallKey,
  InvalidCall,
  MAX_OPEN_HOLDS,
  operationCallKey,
} from './records.ts';

/** Sets credits aside until the hold is settled, voided or expired. */
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
  // Settles may come until the hold expires, and repeats of them for a while longer.
  state.remember(
    holdCallKey(id),
    { kind: 'hold', outcome, state: 'open' },
    expiresAt + CALL_MEMORY_MS,
  );
  return outcome;
}

const takenBy = (state: AccountState, grantId: string): number => {
  const record = state.call(operationCallKey('grant', grantId))?.record;
  return record?.kind === 'operation' ? 0 - (record.outcome as number) : 0;
};

/** Credits these withdrawals have taken, and credits they are still owed from holds. */
export function withdrawnBy(state: AccountState, grantIds: readonly string[]) {
  const taken = grantIds.reduce((sum, id) => sum + takenBy(state, id), 0);
  const owed = (state.account.owed ?? [])
    .filter(({ grantId }) => grantIds.includes(grantId))
    .reduce((sum, { grantId, claim }) => sum + claim - takenBy(state, grantId), 0);
  return { taken, owed };
}

/** Caps the credits still owed to withdrawals at `most` in total, older withdrawals first. */
export function limitOwed(state: AccountState, most: number, grantIds?: readonly string[]): void {
  const { owed = [] } = state.account;
  let left = most;
  const limited = owed.flatMap((each) => {
    if (grantIds && !grantIds.includes(each.grantId)) return each;
    const taken = takenBy(state, each.grantId);
    const amount = Math.min(each.claim - taken, left);
    left -= amount;
    return amount > 0 ? { ...each, claim: taken + amount } : [];
  });
  if (owed.length > 0) state.touch().owed = limited;
}

/** Caps the credits owed to withdrawals at the purchased credits that holds still have. */
export function limitOwedToHeld(state: AccountState): void {
  const purchased = [...state.lots.all()].filter(({ kind }) => kind === 'purchased');
  limitOwed(
    state,
    purchased.reduce((sum, { held }) => sum + held, 0),
  );
}

/**
 * Takes back purchased credits that are neither spent nor held, from `firstLot` first. Also those
 * reserved for lookups in flight: most return, and an answer that then lacks credits is free.
 * @returns credits taken
 */
export function withdrawPurchased(
  state: AccountState,
  amount: number,
  firstLot: string | null,
): number {
  let left = amount;
  const purchased = state.lots.spendable().filter(({ kind }) => kind === 'purchased');
  const isFirst = ({ id }: { id: string }) => id === firstLot;
  for (const lot of [...purchased.filter(isFirst), ...purchased.filter((each) => !isFirst(each))]) {
    const taken = Math.min(left, lot.available);
    state.lots.withdraw(lot, taken);
    left -= taken;
  }
  return amount - left;
}

/** Spends credits of a hold, in spending order, as far as it has them. @returns those spent */
export function spendHeld(state: AccountState, open: Hold, amount: number): Allocation[] {
  const { taken, left } = splitAllocations(state.lots.inSpendingOrder(open.draws), amount);
  state.lots.moveAll(taken, 'held', 'spent');
  state.putHold({ ...open, draws: left });
  return taken;
}

/** Closes a hold and returns its remaining credits to their lots. */
export function closeHold(
  state: AccountState,
  { id, draws }: Hold,
  ending: 'closed' | 'expired',
): void {
  state.lots.moveAll(draws, 'held', 'available');
  state.dropHold(id);
  const call = state.call(holdCallKey(id));
  if (call?.record.kind === 'hold')
    state.remember(holdCallKey(id), { ...call.record, state: ending }, call.expiresAt);
}

/** Withdraws owed credits from the purchased credits that an ended hold returned. */
function collectOwed(state: AccountState, { id, draws }: Hold, at: number): void {
  let left = sumAllocations(
    draws.filter(({ lotId }) => state.lots.get(lotId)?.kind === 'purchased'),
  );
  for (const { grantId, lotId, claim } of state.account.owed ?? []) {
    const taken = takenBy(state, grantId);
    const amount = withdrawPurchased(state, Math.min(left, claim - taken), lotId);
    if (amount === 0) continue;
    left -= amount;
    const entry = { kind: 'withdrawal', amount: -amount, held: 0, ref: grantId } as const;
    const entryId = `grant:${grantId}:${state.account.posted.seq + 1}`;
    state.post({ ...entry, id: entryId, note: `held until then by ${id}` }, at);
    const key = operationCallKey('grant', grantId);
    const record = state.call(key)?.record;
    if (record?.kind === 'operation')
      state.remember(key, { ...record, outcome: 0 - taken - amount }, null);
  }
  limitOwedToHeld(state);
}

/**
 * Ends a hold and returns its remaining credits to their lots, less owed withdrawals.
 * @param at when it ended: now, or when it expired
 * @returns the credits no longer held
 */
export function endHold(
  state: AccountState,
  open: Hold,
  ending: 'closed' | 'expired',
  at = state.now,
): number {
  const released = sumAllocations(open.draws);
  closeHold(state, open, ending);
  // Credits may return to a lot that has ended meanwhile.
  state.scheduleAt(state.now);
  if (released > 0) {
    const note = ending === 'expired' ? 'not settled in time' : null;
    const { id, userId, keyId } = open;
    const entry = { kind: 'release', amount: 0, held: -released, ref: id, holdId: id } as const;
    state.post({ ...entry, id: `release:${id}`, userId, keyId, note }, at);
  }
  collectOwed(state, open, at);
  return released;
}
