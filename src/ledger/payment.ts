import type { PricedLookup } from '../core/ledger.ts';
import type { Book } from './book.ts';
import type { Spend } from './calls.ts';
import type { Draw } from './lots.ts';
import { lookupName, type Quote, quote, type Receipt } from './receipts.ts';

export interface QuotedLookup extends Quote {
  asked: PricedLookup;
  /** Names the lookup in receipts. */
  lookup: string;
}

/** Prices lookups by the receipts, each seeing those before it. Changes nothing. */
export function quoteAll(book: Book, asked: readonly PricedLookup[]): QuotedLookup[] {
  const mine = new Map<string, Receipt>();
  const team = new Map<string, Receipt>();
  return asked.map((item) => {
    const lookup = lookupName(item.product, item.inputHash);
    const own = `${lookup}:${item.userId}`;
    const quoted = quote(
      item,
      mine.get(own) ?? book.receipt(lookup, item.userId),
      team.get(lookup) ?? book.teamReceipt(lookup),
      book.now,
    );
    if (quoted.receipt) {
      mine.set(own, quoted.receipt);
      team.set(lookup, quoted.receipt);
    }
    return { asked: item, lookup, ...quoted };
  });
}

export const totalOf = (quoted: readonly QuotedLookup[]): number =>
  quoted.reduce((total, item) => total + item.creditsUsed, 0);

/** Writes the receipts and counts the usage of lookups whose credits have been taken. */
export function recordPayment(book: Book, quoted: readonly QuotedLookup[], draws: Draw[]): Spend {
  const { period } = book.account;
  const inPeriod = period !== null && book.now < period.end;
  const receipts: Spend['receipts'] = [];
  const usage = new Map<string | null, Spend['usage'][number]>();
  for (const { asked, lookup, receipt, creditsUsed } of quoted) {
    if (receipt) {
      book.putReceipt(lookup, asked.userId, receipt);
      receipts.push({ lookup, userId: asked.userId });
    }
    const counted = usage.get(asked.keyId) ?? { keyId: asked.keyId, lookups: 0, credits: 0 };
    counted.lookups += 1;
    counted.credits += creditsUsed;
    usage.set(asked.keyId, counted);
  }
  for (const { keyId, lookups, credits } of usage.values())
    book.count(keyId, lookups, credits, inPeriod);
  return {
    draws,
    receipts,
    usage: [...usage.values()],
    periodStart: inPeriod ? period.start : null,
  };
}
