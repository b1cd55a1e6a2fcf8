import type { Granted, GrantRequest, RenewRequest } from '../core/ledger.ts';
import { advance, endPeriod } from './advance.ts';
import type { Book } from './book.ts';
import { grantCall } from './calls.ts';
import { periodLotId } from './periods.ts';

/** Adds purchased credits, once for this id, for ever. */
export function grant(book: Book, { id, amount, note }: GrantRequest): Granted {
  if (book.call(grantCall(id))) return { granted: 0, creditsRemaining: book.lots.totals.available };
  book.lots.grant(`grant:${id}`, 'purchased', amount, null);
  if (amount > 0) book.post({ id: `grant:${id}`, kind: 'grant', amount, held: 0, ref: id, note });
  book.remember(grantCall(id), { kind: 'grant' }, null);
  return { granted: amount, creditsRemaining: book.lots.totals.available };
}

/**
 * Grants a period's credits once. A higher figure for the same period adds the difference, a lower one
 * takes nothing away; a later period ends the one before it; an earlier one changes nothing.
 */
export function renew(book: Book, request: RenewRequest): Granted {
  const { plan, tokens, periodStart: start, periodEnd: end } = request;
  const current = book.account.period;
  if (current && start < current.start)
    return { granted: 0, creditsRemaining: book.lots.totals.available };

  const lotId = periodLotId(start);
  const before = current?.start === start ? current.tokens : 0;
  if (current && start > current.start) endPeriod(book, current, Math.min(current.end, start));
  const account = book.touch();
  account.period = { plan, start, end, tokens: Math.max(tokens, before) };
  if (current?.start !== start) account.usage.period = { lookups: 0, credits: 0 };

  const granted = Math.max(0, tokens - before);
  const lot = book.lots.grant(lotId, 'subscription', granted, end);
  // A period that was moved takes its credits along, unless they have been carried over already.
  if (lot.kind === 'subscription' && lot.endsAt !== end)
    book.lots.reschedule(lot, 'subscription', end);
  book.fallsDue(Math.min(end, lot.endsAt ?? end));
  if (granted > 0)
    book.post({
      id: `renewal:${start}:${tokens}`,
      kind: 'renewal',
      amount: granted,
      held: 0,
      ref: lotId,
      note: plan,
    });
  advance(book, book.now);
  return { granted, creditsRemaining: book.lots.totals.available };
}
