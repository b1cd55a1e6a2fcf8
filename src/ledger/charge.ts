import type { ChargeOutcome, ChargeRequest } from '../core/ledger.ts';
import type { Book } from './book.ts';
import { idConflict, lookupCall } from './calls.ts';
import { quoteAll, recordPayment, totalOf } from './payment.ts';

/** Takes what this caller owes for one lookup. A lookup that costs nothing is recorded too, and needs no balance. */
export function charge(book: Book, request: ChargeRequest): ChargeOutcome {
  const earlier = book.call(lookupCall(request.id))?.record;
  if (earlier?.kind === 'charge') return earlier.outcome;
  if (earlier && earlier.kind !== 'voided') throw idConflict(request.id, earlier.kind);

  const quoted = quoteAll(book, [request]);
  const price = totalOf(quoted);
  if (earlier) return book.refuse('voided', price);
  if (price > book.lots.totals.available) return book.refuse('insufficient_credits', price);

  const draws = book.lots.take(price, 'spent');
  const spend = recordPayment(book, quoted, draws);
  if (price > 0) {
    const { product, inputHash, userId, keyId } = request;
    book.post({
      id: `charge:${request.id}`,
      kind: 'charge',
      amount: -price,
      held: 0,
      ref: request.id,
      product,
      inputHash,
      userId,
      keyId,
    });
  }
  const windowEndsAt = quoted[0]!.windowEndsAt;
  const outcome = {
    ok: true,
    creditsUsed: price,
    creditsRemaining: book.lots.totals.available,
    windowEndsAt,
  } as const;
  book.remember(lookupCall(request.id), { kind: 'charge', outcome, spend });
  return outcome;
}
