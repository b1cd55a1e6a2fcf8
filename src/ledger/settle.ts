import type { RefusalReason, SettleOutcome, SettleRequest } from '../core/ledger.ts';
import { advance } from './advance.ts';
import type { Book } from './book.ts';
import { CALL_MEMORY_MS, idConflict, lookupCall, settleCall } from './calls.ts';
import { releaseHold } from './hold.ts';
import { type Draw, splitDraws, sum } from './lots.ts';
import { type QuotedLookup, quoteAll, recordPayment, totalOf } from './payment.ts';

/** Why nothing can be settled against this hold; null when it can. A hold whose life is over still names a debt. */
function objection(book: Book, holdId: string): RefusalReason | null {
  const record = book.call(lookupCall(holdId))?.record;
  if (!record) return 'hold_unknown';
  if (record.kind === 'voided') return 'voided';
  if (record.kind !== 'hold') throw idConflict(holdId, record.kind);
  return record.state === 'closed' ? 'hold_closed' : null;
}

/** One line per lookup that cost something; each says how much of it came out of the hold. */
function postItems(
  book: Book,
  request: SettleRequest,
  quoted: readonly QuotedLookup[],
  fromHold: number,
): void {
  let heldLeft = fromHold;
  quoted.forEach(({ asked, creditsUsed }, position) => {
    if (creditsUsed === 0) return;
    const held = Math.min(heldLeft, creditsUsed);
    heldLeft -= held;
    const { product, inputHash, userId, keyId } = asked;
    const line = {
      kind: 'settle',
      ref: asked.id,
      holdId: request.holdId,
      product,
      inputHash,
      userId,
      keyId,
    } as const;
    book.post({
      ...line,
      id: `settle:${request.id}:${position}`,
      amount: -creditsUsed,
      held: held === 0 ? 0 : -held,
    });
  });
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

/**
 * Pays lookups from a hold, each priced by the receipts. Where the hold does not reach, or its life is
 * over, the free balance pays; if that cannot either, nothing changes.
 */
export function settle(book: Book, request: SettleRequest): SettleOutcome {
  const { id, holdId, items, final } = request;
  const earlier = book.call(settleCall(id))?.record;
  if (earlier?.kind === 'settle') return earlier.outcome;

  const quoted = quoteAll(book, items);
  const total = totalOf(quoted);
  const reason = earlier ? 'voided' : objection(book, holdId);
  if (reason) return book.refuse(reason, total);
  const reach = sum(book.holds.get(holdId)?.draws ?? []) + book.lots.totals.available;
  if (total > reach) return book.refuse('insufficient_credits', total);

  const { draws, fromHold } = takeFrom(book, holdId, total);
  const spend = recordPayment(book, quoted, draws);
  postItems(book, request, quoted, fromHold);

  const open = book.holds.get(holdId);
  if (open && final) releaseHold(book, open, 'closed');
  advance(book, book.now);
  const outcome = {
    ok: true,
    creditsUsed: total,
    creditsRemaining: book.lots.totals.available,
    heldRemaining: sum(book.holds.get(holdId)?.draws ?? []),
    items: quoted.map(({ asked, creditsUsed, windowEndsAt }) => ({
      id: asked.id,
      creditsUsed,
      windowEndsAt,
    })),
  } as const;
  book.remember(
    settleCall(id),
    { kind: 'settle', outcome, spend },
    (open?.expiresAt ?? book.now) + CALL_MEMORY_MS,
  );
  return outcome;
}
