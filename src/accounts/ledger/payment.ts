import type { PricedLookup } from '../../lookup/account/ledger.ts';
import { creditsOwed } from '../../lookup/account/order.ts';
import type { AccountState } from './account-state.ts';
import type { Allocation } from './lots.ts';
import {
  lookupName,
  quoteLookup,
  RECEIPT_WINDOW_MS,
  type Receipt,
  type Receipts,
  receiptFor,
} from './receipts.ts';
import type { Spend } from './records.ts';

export interface QuotedLookup {
  asked: PricedLookup;
  /** Names the lookup in receipts. */
  lookup: string;
  creditsUsed: number;
  windowEndsAt: number;
  /** When the same tables were asked the same; null when they were not, or it rests on more. */
  cachedAt: number | null;
  /** To be written when the caller pays; null when there is nothing new to write. */
  receipt: Receipt | null;
  /** The receipt the caller has already; undoing the payment puts it back. */
  before: Receipt | null;
}

const NO_RECEIPTS: Receipts = new Map();

/** Prices lookups by the receipts, each seeing those before it. Changes nothing. */
export function quoteLookups(state: AccountState, asked: readonly PricedLookup[]): QuotedLookup[] {
  const written = new Map<string, Map<string, Receipt>>();
  const names = asked.map(({ product, inputHash }) => lookupName(product, inputHash));
  const receipted = state.receipted(names);
  const receiptsOf = (lookup: string, userId: string): Receipts => {
    const added = written.get(lookup);
    const known = receipted.has(lookup) ? state.receipts(lookup, userId) : NO_RECEIPTS;
    return added ? new Map([...known, ...added]) : known;
  };
  return asked.map((item) => {
    const lookup = lookupName(item.product, item.inputHash);
    const receipts = receiptsOf(lookup, item.userId);
    const quoted = quoteLookup(item, receipts, state.now);
    const receipt = receiptFor(item, receipts, state.now + RECEIPT_WINDOW_MS);
    if (receipt) {
      const users = written.get(lookup) ?? new Map<string, Receipt>();
      written.set(lookup, users.set(item.userId, receipt));
    }
    const creditsUsed = creditsOwed(quoted, item.price);
    const { windowEndsAt, foundAt, sameTables } = quoted;
    const isSame = sameTables && item.tables !== null && !item.bypass;
    const cachedAt = isSame ? foundAt : null;
    const before = receipts.get(item.userId) ?? null;
    return { asked: item, lookup, creditsUsed, windowEndsAt, cachedAt, receipt, before };
  });
}

export const totalCredits = (quoted: readonly QuotedLookup[]): number =>
  quoted.reduce((total, item) => total + item.creditsUsed, 0);

type PaidLookup = Pick<QuotedLookup, 'asked' | 'lookup' | 'creditsUsed' | 'receipt' | 'before'>;

/** Writes the receipts and counts the usage of lookups whose credits have been taken. */
export function recordPayment(
  state: AccountState,
  paid: readonly PaidLookup[],
  allocations: Allocation[],
): Spend {
  const receipts: Spend['receipts'] = [];
  const usage = new Map<string, Spend['usage'][number]>();
  for (const { asked, lookup, receipt, before, creditsUsed } of paid) {
    if (receipt) {
      state.putReceipt(lookup, asked.userId, receipt);
      // A free repeat only notes the tables of its answer. Undone after the payment it rests on, it
      // would bring that one's receipt back.
      const isFree = before !== null && !asked.bypass;
      if (!isFree) receipts.push({ lookup, userId: asked.userId, ...(before && { before }) });
    }
    const { product, keyId } = asked;
    const bucket = `${product}\n${keyId}`;
    const counted = usage.get(bucket) ?? { product, keyId, lookups: 0, credits: 0 };
    counted.lookups += 1;
    counted.credits += creditsUsed;
    usage.set(bucket, counted);
  }
  for (const { product, keyId, ...used } of usage.values()) state.count(product, keyId, used);
  const periodStart = state.runningPeriod?.start ?? null;
  return { draws: allocations, receipts, usage: [...usage.values()], periodStart };
}

/**
 * Gives back the credits of a payment and its place in the usage counters; its receipts become what
 * they were before it.
 */
export function reversePayment(
  state: AccountState,
  name: string,
  ref: string,
  spend: Spend,
): number {
  const refunded = spend.draws.reduce((total, { amount }) => total + amount, 0);
  state.lots.moveAll(spend.draws, 'spent', 'available');
  state.scheduleAt(state.now);
  for (const { lookup, userId, before = null } of spend.receipts.toReversed())
    state.putReceipt(lookup, userId, before);
  const isThisPeriod =
    spend.periodStart !== null && spend.periodStart === state.account.period?.start;
  let lookups = 0;
  for (const { product, keyId, ...used } of spend.usage) {
    lookups += used.lookups;
    const undone = { lookups: -used.lookups, credits: -used.credits };
    state.count(product, keyId, undone, isThisPeriod);
  }
  const [first] = spend.usage;
  if (refunded > 0) {
    const { product = null, keyId = null } = first ?? {};
    const entry = { kind: 'reversal', amount: refunded, held: 0, ref, product, keyId } as const;
    state.post({ ...entry, id: `reversal:${name}`, lookups: -lookups });
  }
  return refunded;
}
