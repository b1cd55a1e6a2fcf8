import type { Voided } from '../core/account/ledger.ts';
import { advance } from './advance.ts';
import type { Book } from './book.ts';
import { holdCall, settleCall } from './calls.ts';
import { releaseHold } from './hold.ts';
import { reversePayment } from './payment.ts';

/**
 * Undoes whatever happened under this id: releases an open hold, reverses a settle. What other
 * settles took from the hold stays taken. An unknown id leaves a tombstone, so that a call that is
 * still under way when its caller gives up is refused when it arrives.
 */
export function voidCall(book: Book, id: string): Voided {
  let released = 0;
  let refunded = 0;
  const keys = [holdCall(id), settleCall(id)];
  for (const key of keys) {
    const record = book.call(key)?.record;
    if (record?.kind === 'voided') return record.outcome;
    const open = record?.kind === 'hold' ? book.holds.get(id) : undefined;
    if (open) released += releaseHold(book, open, 'closed');
    if (record?.kind === 'settle') refunded += reversePayment(book, key, id, record.spend);
  }
  advance(book, book.now);
  const outcome = { released, refunded, creditsRemaining: book.available };
  for (const key of keys) book.remember(key, { kind: 'voided', outcome });
  return outcome;
}
