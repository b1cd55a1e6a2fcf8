import type { HoldOutcome, HoldRequest } from '../../lookup/account/ledger.ts';
import type { AccountState } from './account-state.ts';
import { sumAllocations } from './lots.ts';
import { CALL_MEMORY_MS, type Hold, holdCallKey, InvalidCall, MAX_OPEN_HOLDS } from './records.ts';

/** Sets credits aside until they are settled, voided, or the hold's life is over. */
export function hold(book: AccountState, request: HoldRequest): HoldOutcome {
  const { id, amount, userId, keyId, note } = request;
  const earlier = book.call(holdCallKey(id))?.record;
  if (earlier?.kind === 'hold') {
    if (earlier.outcome.held !== amount) throw new InvalidCall(`the id ${id} names another hold`);
    return earlier.outcome;
  }
  if (earlier) return book.refuse('voided', amount);
  if (book.organization?.active === false) return book.refuse('organization_closed', amount);
  if (amount > book.available) return book.refuse('insufficient_credits', amount);
  if (book.holds.size >= MAX_OPEN_HOLDS) return book.refuse('too_many_holds', amount);

  const expiresAt = book.now + request.lifetimeMs;
  book.putHold({ id, draws: book.lots.allocate(amount, 'held'), expiresAt, userId, keyId });
  if (amount > 0) {
    const line = { kind: 'hold', amount: 0, held: amount, ref: id, holdId: id } as const;
    book.post({ ...line, id: `hold:${id}`, userId, keyId, note });
  }
  const outcome = { ok: true, held: amount, creditsRemaining: book.available, expiresAt } as const;
  // Settles may come until the hold ends, and repeats of them a while longer.
  book.remember(
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
  book: AccountState,
  open: Hold,
  state: 'closed' | 'expired',
  at = book.now,
): number {
  const released = sumAllocations(open.draws);
  book.lots.moveAll(open.draws, 'held', 'available');
  book.dropHold(open.id);
  // Credits may go back to a lot that has ended meanwhile.
  book.scheduleAt(book.now);
  if (released > 0) {
    const note = state === 'expired' ? 'nobody settled it in time' : null;
    const { id, userId, keyId } = open;
    const line = { kind: 'release', amount: 0, held: -released, ref: id, holdId: id } as const;
    book.post({ ...line, id: `release:${id}`, userId, keyId, note }, at);
  }
  const call = book.call(holdCallKey(open.id));
  if (call?.record.kind === 'hold')
    book.remember(holdCallKey(open.id), { ...call.record, state }, call.expiresAt);
  return released;
}
