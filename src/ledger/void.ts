import type { Voided } from '../core/ledger.ts';
import { advance } from './advance.ts';
import type { Book } from './book.ts';
import { lookupCall, type Spend, settleCall } from './calls.ts';
import { releaseHold } from './hold.ts';
import { sum } from './lots.ts';

/** Gives back the credits of a payment, its receipts and its place in the usage counters. */
function reverse(book: Book, key: string, id: string, spend: Spend): number {
  const refunded = sum(spend.draws);
  book.lots.moveAll(spend.draws, 'spent', 'available');
  book.fallsDue(book.now);
  for (const { lookup, userId } of spend.receipts) book.putReceipt(lookup, userId, null);
  const inPeriod = spend.periodStart !== null && spend.periodStart === book.account.period?.start;
  for (const { keyId, lookups, credits } of spend.usage)
    book.count(keyId, -lookups, -credits, inPeriod);
  if (refunded > 0)
    book.post({ id: `reversal:${key}`, kind: 'reversal', amount: refunded, held: 0, ref: id });
  return refunded;
}

/**
 * Undoes whatever happened under this id: releases an open hold, reverses a charge or a settle. What other
 * settles took from the hold stays taken. An unknown id leaves a tombstone, so that a call that is still
 * under way when its caller gives up is refused when it arrives.
 */
export function voidCall(book: Book, id: string): Voided {
  let released = 0;
  let refunded = 0;
  const keys = [lookupCall(id), settleCall(id)];
  for (const key of keys) {
    const record = book.call(key)?.record;
    if (record?.kind === 'voided') return record.outcome;
    const open = record?.kind === 'hold' ? book.holds.get(id) : undefined;
    if (open) released += releaseHold(book, open, 'closed');
    if (record?.kind === 'charge' || record?.kind === 'settle')
      refunded += reverse(book, key, id, record.spend);
  }
  advance(book, book.now);
  const outcome = { released, refunded, creditsRemaining: book.lots.totals.available };
  for (const key of keys) book.remember(key, { kind: 'voided', outcome });
  return outcome;
}
