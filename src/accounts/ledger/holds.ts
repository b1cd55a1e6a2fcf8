import type { HoldOutcome, HoldRequest } from '../../lookup/account/ledger.ts';
import type { AccountState } from './account-state.ts';
import { type Allocation, type Lot, sumAllocations } from './lots.ts';
import { keyAllowance } from './payment.ts';
import {
  CALL_MEMORY_MS,
  type Hold,
  holdCallKey,
  InvalidCall,
  MAX_OPEN_HOLDS,
  operationCallKey,
} from './records.ts';

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

/** What a hold still has; of what it owes as much as that covers, the older before the younger. */
export function changeHold(
  state: AccountState,
  { owed, ...hold }: Hold,
  draws: Allocation[],
): void {
  const held = new Map(draws.map(({ lotId, amount }) => [lotId, amount]));
  const covered = owed?.flatMap((each) => {
    const left = held.get(each.lotId) ?? 0;
    const amount = Math.min(each.amount, left);
    held.set(each.lotId, left - amount);
    return amount > 0 ? { ...each, amount } : [];
  });
  state.putHold({ ...hold, draws, ...(covered && { owed: covered }) });
}

/** What holds owe to these withdrawals. */
export const owedByHolds = (state: AccountState, grantIds: readonly string[]): number =>
  [...state.holds.values()]
    .flatMap(({ owed = [] }) => owed)
    .reduce((sum, { grantId, amount }) => sum + (grantIds.includes(grantId) ? amount : 0), 0);

/** Claims what holds have of a lot, as far as a withdrawal has not got what it asked for. */
export function claimHeld(state: AccountState, grantId: string, lotId: string, missing: number) {
  let left = missing;
  for (const open of state.holds.values()) {
    const owed = [...(open.owed ?? []), { grantId, lotId, amount: left }];
    if (left === 0 || !open.draws.some((draw) => draw.lotId === lotId)) continue;
    changeHold(state, { ...open, owed }, open.draws);
    left = missing - owedByHolds(state, [grantId]);
  }
}

/** Leaves these withdrawals at most so many of the credits that holds owe them. */
export function waiveOwed(state: AccountState, grantIds: readonly string[], most: number): void {
  let left = most;
  for (const open of state.holds.values()) {
    const owed = open.owed?.map((each) => {
      if (!grantIds.includes(each.grantId)) return each;
      const amount = Math.min(each.amount, left);
      left -= amount;
      return { ...each, amount };
    });
    if (owed) changeHold(state, { ...open, owed }, open.draws);
  }
}

/** Withdraws what an ended hold owed of what it gave back. */
function collectOwed(state: AccountState, { id, owed = [] }: Hold, at: number): void {
  for (const { grantId, lotId, amount } of owed) {
    state.lots.withdraw(state.lots.get(lotId) as Lot, amount);
    const entry = { kind: 'withdrawal', amount: -amount, held: 0, ref: grantId } as const;
    const entryId = `grant:${grantId}:${state.account.posted.seq + 1}`;
    state.post({ ...entry, id: entryId, note: `held until then by ${id}` }, at);
    const key = operationCallKey('grant', grantId);
    const record = state.call(key)?.record;
    if (record?.kind !== 'operation') continue;
    state.remember(key, { ...record, outcome: (record.outcome as number) - amount }, null);
  }
}

/**
 * Ends a hold and gives back what it still has, less what it owes to withdrawals.
 * @param at when it ended: now, or the end of its life
 * @returns the credits no longer held
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
  collectOwed(state, open, at);
  const call = state.call(holdCallKey(open.id));
  if (call?.record.kind === 'hold')
    state.remember(holdCallKey(open.id), { ...call.record, state: ending }, call.expiresAt);
  return released;
}
