import type { RefusalReason, SettleOutcome, SettleRequest } from '../core/account/ledger.ts';
import { advance } from './advance.ts';
import type { Book } from './book.ts';
import { CALL_MEMORY_MS, holdCall, InvalidCall, settleCall } from './calls.ts';
import { releaseHold } from './hold.ts';
import { type Draw, splitDraws, sum } from './lots.ts';
import { type QuotedLookup, quoteAll, recordPayment, totalOf } from './payment.ts';

/**
 * Why nothing can be settled against this hold; null when it can. A hold whose life is over still
 * names a debt.
 */
function objection(book: Book, holdId: string): RefusalReason | null {
  const record = book.call(holdCall(holdId))?.record;
  if (record?.kind === 'voided') return 'voided';
  if (record?.kind !== 'hold') return 'hold_unknown';
  return record.state === 'closed' ? 'hold_closed' : null;
}

/** Takes `total` from the hold as far as it reaches, the rest from the free balance. */
function takeFrom(book: Book, holdId: string, total: number): { draws: Draw[]; fromHold: number } {
  const open = book.holds.get(holdId);
  if (!open) return { draws: book.lots.take(total, 'spent'), fromHold: 0 };
  const { taken, left } = splitDraws(book.lots.inSpendingOrder(open.draws), total);
  book.lots.moveAll(taken, 'held', 'spent');
  book.putHold({ ...open, draws: left });
  const fromHold = sum(taken);
  return { draws: [...taken, ...book.lots.take(total - fromHold, 'spent')], fromHold };
}

/** One line per settle, however many lookups it pays: the receipts name each of them. */
function postSettle(book: Book, request: SettleRequest, total: number, fromHold: number): void {
  if (total === 0) return;
  const { id, holdId, items } = request;
  const [first] = items;
  const { product = null, userId = null, keyId = null } = first ?? {};
  const line = { kind: 'settle', ref: id, holdId, product, userId, keyId } as const;
  const held = fromHold === 0 ? 0 : -fromHold;
  book.post({ ...line, id: `settle:${id}`, amount: -total, held, lookups: items.length });
}

const itemsOf = (quoted: readonly QuotedLookup[]) =>
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
export function settle(book: Book, request: SettleRequest): SettleOutcome {
  const { id, holdId, items, final } = request;
  const earlier = book.call(settleCall(id))?.record;
  if (earlier?.kind === 'settle') {
    if (earlier.holdId !== holdId) throw new InvalidCall(`the id ${id} names another settle`);
    if (earlier.outcome.items.length > 0) return earlier.outcome;
    // Known from its ledger line alone: paid as a whole, and told row by row as priced now.
    return { ...earlier.outcome, items: itemsOf(quoteAll(book, items)) };
  }

  const quoted = quoteAll(book, items);
  const total = totalOf(quoted);
  const reason = earlier ? 'voided' : objection(book, holdId);
  if (reason) return book.refuse(reason, total);
  const reach = sum(book.holds.get(holdId)?.draws ?? []) + book.available;
  if (total > reach) return book.refuse('insufficient_credits', total);

  const { draws, fromHold } = takeFrom(book, holdId, total);
  const spend = recordPayment(book, quoted, draws);
  postSettle(book, request, total, fromHold);

  const open = book.holds.get(holdId);
  if (open && final) releaseHold(book, open, 'closed');
  advance(book, book.now);
  const outcome = {
    ok: true,
    creditsUsed: total,
    creditsRemaining: book.available,
    heldRemaining: sum(book.holds.get(holdId)?.draws ?? []),
    items: itemsOf(quoted),
  } as const;
  const until = (open?.expiresAt ?? book.now) + CALL_MEMORY_MS;
  book.remember(settleCall(id), { kind: 'settle', outcome, spend, holdId }, until);
  return outcome;
}
