import type {
  LedgerRefusalReason,
  SettleOutcome,
  SettleRequest,
  Voided,
} from '../../lookup/account/ledger.ts';
import type { AccountState } from './account-state.ts';
import { applyExpiry } from './expiry.ts';
import { endHold } from './holds.ts';
import { type Allocation, splitAllocations, sumAllocations } from './lots.ts';
import {
  type QuotedLookup,
  quoteLookups,
  recordPayment,
  reversePayment,
  totalCredits,
} from './payment.ts';
import { CALL_MEMORY_MS, holdCallKey, InvalidCall, settleCallKey } from './records.ts';

/**
 * Why nothing can be settled against this hold; null when it can. A hold whose life is over still
 * names a debt.
 */
function settleRefusal(book: AccountState, holdId: string): LedgerRefusalReason | null {
  const record = book.call(holdCallKey(holdId))?.record;
  if (record?.kind === 'voided') return 'voided';
  if (record?.kind !== 'hold') return 'hold_unknown';
  return record.state === 'closed' ? 'hold_closed' : null;
}

/** Takes `total` from the hold as far as it reaches, the rest from the free balance. */
function takeFromHold(
  book: AccountState,
  holdId: string,
  total: number,
): { draws: Allocation[]; fromHold: number } {
  const open = book.holds.get(holdId);
  if (!open) return { draws: book.lots.allocate(total, 'spent'), fromHold: 0 };
  const { taken, left } = splitAllocations(book.lots.inSpendingOrder(open.draws), total);
  book.lots.moveAll(taken, 'held', 'spent');
  book.putHold({ ...open, draws: left });
  const fromHold = sumAllocations(taken);
  return { draws: [...taken, ...book.lots.allocate(total - fromHold, 'spent')], fromHold };
}

/** One line per settle, however many lookups it pays: the receipts name each of them. */
function postSettle(
  book: AccountState,
  request: SettleRequest,
  total: number,
  fromHold: number,
): void {
  if (total === 0) return;
  const { id, holdId, items } = request;
  const [first] = items;
  const { product = null, userId = null, keyId = null } = first ?? {};
  const line = { kind: 'settle', ref: id, holdId, product, userId, keyId } as const;
  const held = fromHold === 0 ? 0 : -fromHold;
  book.post({ ...line, id: `settle:${id}`, amount: -total, held, lookups: items.length });
}

const settledItems = (quoted: readonly QuotedLookup[]) =>
  quoted.map(({ asked, creditsUsed, windowEndsAt, cachedAt }) => ({
    id: asked.id,
    creditsUsed,
    windowEndsAt,
    cachedAt,
  }));

/**
 * Pays lookups of one product and user from a hold, each priced by the receipts. Where the hold
 * does not reach, or its life is over, the free balance pays; if that cannot either, nothing
 * changes.
 */
export function settleHold(book: AccountState, request: SettleRequest): SettleOutcome {
  const { id, holdId, items, final } = request;
  const earlier = book.call(settleCallKey(id))?.record;
  if (earlier?.kind === 'settle') {
    if (earlier.holdId !== holdId) throw new InvalidCall(`the id ${id} names another settle`);
    if (earlier.outcome.items.length > 0) return earlier.outcome;
    // Known from its ledger line alone: paid as a whole, and told row by row as priced now.
    return { ...earlier.outcome, items: settledItems(quoteLookups(book, items)) };
  }

  const quoted = quoteLookups(book, items);
  const total = totalCredits(quoted);
  const reason = earlier ? 'voided' : settleRefusal(book, holdId);
  if (reason) return book.refuse(reason, total);
  const reach = sumAllocations(book.holds.get(holdId)?.draws ?? []) + book.available;
  if (total > reach) return book.refuse('insufficient_credits', total);

  const { draws, fromHold } = takeFromHold(book, holdId, total);
  const spend = recordPayment(book, quoted, draws);
  postSettle(book, request, total, fromHold);

  const open = book.holds.get(holdId);
  if (open && final) endHold(book, open, 'closed');
  applyExpiry(book, book.now);
  const outcome = {
    ok: true,
    creditsUsed: total,
    creditsRemaining: book.available,
    heldRemaining: sumAllocations(book.holds.get(holdId)?.draws ?? []),
    items: settledItems(quoted),
  } as const;
  const until = (open?.expiresAt ?? book.now) + CALL_MEMORY_MS;
  book.remember(settleCallKey(id), { kind: 'settle', outcome, spend, holdId }, until);
  return outcome;
}

/**
 * Undoes whatever happened under this id: releases an open hold, reverses a settle. What other
 * settles took from the hold stays taken. An unknown id leaves a tombstone, so that a call that is
 * still under way when its caller gives up is refused when it arrives.
 */
export function voidCall(book: AccountState, id: string): Voided {
  let released = 0;
  let refunded = 0;
  const keys = [holdCallKey(id), settleCallKey(id)];
  for (const key of keys) {
    const record = book.call(key)?.record;
    if (record?.kind === 'voided') return record.outcome;
    const open = record?.kind === 'hold' ? book.holds.get(id) : undefined;
    if (open) released += endHold(book, open, 'closed');
    if (record?.kind === 'settle') refunded += reversePayment(book, key, id, record.spend);
  }
  applyExpiry(book, book.now);
  const outcome = { released, refunded, creditsRemaining: book.available };
  for (const key of keys) book.remember(key, { kind: 'voided', outcome });
  return outcome;
}
