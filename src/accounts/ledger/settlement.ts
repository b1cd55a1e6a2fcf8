import type {
  LedgerRefusalReason,
  SettleOutcome,
  SettleRequest,
  Voided,
} from '../../lookup/account/ledger.ts';
import type { AccountState } from './account-state.ts';
import { applyExpiry } from './expiry.ts';
import { endHold, limitOwedToHeld, spendHeld } from './holds.ts';
import { type Allocation, sumAllocations } from './lots.ts';
import {
  type QuotedLookup,
  quoteLookups,
  recordPayment,
  reversePayment,
  totalCredits,
} from './payment.ts';
import { CALL_MEMORY_MS, holdCallKey, InvalidCall, settleCallKey } from './records.ts';

/**
 * Reason a hold cannot be settled; null when it can. An expired hold can: it is still a debt.
 * @throws InvalidCall for an unknown hold of a lost account, which has it again once it is rebuilt
 */
function settleRefusal(state: AccountState, holdId: string): LedgerRefusalReason | null {
  const record = state.call(holdCallKey(holdId))?.record;
  if (record?.kind === 'voided') return 'voided';
  if (record?.kind !== 'hold') {
    if (!state.organization) throw new InvalidCall('the account is lost: run rebuild-account');
    return 'hold_unknown';
  }
  return record.state === 'closed' ? 'hold_closed' : null;
}

/** Takes `total` from the hold as far as it covers it, the rest from the free balance. */
function takeFromHold(
  state: AccountState,
  holdId: string,
  total: number,
): { draws: Allocation[]; fromHold: number } {
  const open = state.holds.get(holdId);
  if (!open) return { draws: state.lots.allocate(total, 'spent'), fromHold: 0 };
  const taken = spendHeld(state, open, total);
  limitOwedToHeld(state);
  const fromHold = sumAllocations(taken);
  return { draws: [...taken, ...state.lots.allocate(total - fromHold, 'spent')], fromHold };
}

/** Posts one entry per settle, however many lookups it pays: the receipts name each lookup. */
function postSettle(state: AccountState, request: SettleRequest, total: number, fromHold: number) {
  if (total === 0) return;
  const { id, holdId, items } = request;
  const [first] = items;
  const { product = null, userId = null, keyId = null } = first ?? {};
  const entry = { kind: 'settle', ref: id, holdId, product, userId, keyId } as const;
  const held = fromHold === 0 ? 0 : -fromHold;
  state.post({ ...entry, id: `settle:${id}`, amount: -total, held, lookups: items.length });
}

const settledItems = (quoted: readonly QuotedLookup[]) =>
  quoted.map(({ asked, creditsUsed, windowEndsAt, cachedAt }) => ({
    id: asked.id,
    creditsUsed,
    windowEndsAt,
    cachedAt,
  }));

/**
 * Pays lookups of one product and user from a hold, each priced by the receipts. The free balance
 * pays what the hold does not cover, or all if the hold has expired; if it cannot, nothing changes.
 */
export function settleHold(state: AccountState, request: SettleRequest): SettleOutcome {
  const { id, holdId, items, final } = request;
  const earlier = state.call(settleCallKey(id))?.record;
  if (earlier?.kind === 'settle') {
    if (earlier.holdId !== holdId) throw new InvalidCall(`the id ${id} names another settle`);
    const { items: paid, creditsUsed } = earlier.outcome;
    // Nothing was paid, or this for each item.
    if (paid.length > 0 || creditsUsed === 0) return earlier.outcome;
    // Restored from its ledger entry, without items: paid as a whole, itemized at present prices.
    return { ...earlier.outcome, items: settledItems(quoteLookups(state, items)) };
  }

  const quoted = quoteLookups(state, items);
  const total = totalCredits(quoted);
  const reason = earlier ? 'voided' : settleRefusal(state, holdId);
  if (reason) return state.refuse(reason, total);
  const reach = sumAllocations(state.holds.get(holdId)?.draws ?? []) + state.available;
  if (total > reach) return state.refuse('insufficient_credits', total);

  const { draws: allocations, fromHold } = takeFromHold(state, holdId, total);
  const spend = recordPayment(state, quoted, allocations);
  postSettle(state, request, total, fromHold);

  const open = state.holds.get(holdId);
  if (open && final) endHold(state, open, 'closed');
  applyExpiry(state, state.now);
  const outcome = {
    ok: true,
    creditsUsed: total,
    creditsRemaining: state.available,
    heldRemaining: sumAllocations(state.holds.get(holdId)?.draws ?? []),
    items: settledItems(quoted),
  } as const;
  const until = (open?.expiresAt ?? state.now) + CALL_MEMORY_MS;
  state.remember(settleCallKey(id), { kind: 'settle', outcome, spend, holdId }, until);
  return outcome;
}

/**
 * Undoes the call with this id: releases an open hold, or reverses a settle. What other settles
 * took from the hold stays taken. An unknown id leaves a tombstone, so that a call still in flight
 * when its caller gives up is refused when it arrives.
 */
export function voidCall(state: AccountState, id: string): Voided {
  let released = 0;
  let refunded = 0;
  const keys = [holdCallKey(id), settleCallKey(id)];
  for (const key of keys) {
    const record = state.call(key)?.record;
    if (record?.kind === 'voided') return record.outcome;
    const open = record?.kind === 'hold' ? state.holds.get(id) : undefined;
    if (open) released += endHold(state, open, 'closed');
    if (record?.kind === 'settle') refunded += reversePayment(state, key, id, record.spend);
  }
  applyExpiry(state, state.now);
  const outcome = { released, refunded, creditsRemaining: state.available };
  for (const key of keys) state.remember(key, { kind: 'voided', outcome });
  return outcome;
}
