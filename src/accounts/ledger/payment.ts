import { DAY_MS, utcDay } from '../../lib/time.ts';
import type { Caller } from '../../lookup/account/caller.ts';
import type { PricedLookup } from '../../lookup/account/ledger.ts';
import {
  creditsOwed,
  type DailyAllowance,
  type DailyLimitExceeded,
  type Quote,
} from '../../lookup/account/order.ts';
import type { AccountState } from './account-state.ts';
import { type Allocation, sumAllocations } from './lots.ts';
import type { Receipt, Receipts, Spend } from './records.ts';

/** How long one payment covers a lookup (specification, "Limits": result cache). */
export const RECEIPT_WINDOW_MS = 7 * DAY_MS;

export const lookupName = (product: string, inputHash: string): string => `${product}:${inputHash}`;

export const chargeId = (orderId: string): string => `charge:${orderId}`;

export const reversalId = (paymentId: string): string => `reversal:${paymentId}`;

/**
 * Quotes a lookup (specification, "Billing rules" 3; contract, "Billing details"): free if this
 * user has a receipt, at most the first price if a teammate has one, the full price on a bypass.
 */
export function quoteLookup(
  asked: { userId: string; bypass: boolean; tables: number | null },
  receipts: Receipts,
  now: number,
): Quote {
  let newest: Receipt | null = null;
  for (const receipt of receipts.values())
    if (newest === null || receipt.foundAt > newest.foundAt) newest = receipt;
  return {
    free: receipts.has(asked.userId) && !asked.bypass,
    atMost: newest && !asked.bypass ? newest.firstPrice : null,
    foundAt: newest?.foundAt ?? null,
    windowEndsAt: newest?.endsAt ?? now + RECEIPT_WINDOW_MS,
    sameTables: newest !== null && newest.tables === asked.tables,
  };
}

/** Receipt to write for an answered lookup; null when the user's receipt already covers it. */
export function receiptFor(
  asked: Pick<PricedLookup, 'userId' | 'price' | 'bypass' | 'askedAt' | 'tables'>,
  receipts: Receipts,
  windowEndsAt: number,
): Receipt | null {
  const mine = receipts.get(asked.userId);
  const isSame = mine !== undefined && !asked.bypass && mine.tables === asked.tables;
  if (isSame) return null;
  const [open] = receipts.values();
  const repeats = open !== undefined && mine === undefined && !asked.bypass;
  return {
    firstPrice: open?.firstPrice ?? asked.price,
    foundAt: repeats && open.tables === asked.tables ? open.foundAt : asked.askedAt,
    endsAt: open?.endsAt ?? windowEndsAt,
    tables: asked.tables,
  };
}

export interface QuotedLookup {
  asked: PricedLookup;
  /** Name of the lookup in receipts. */
  lookup: string;
  creditsUsed: number;
  windowEndsAt: number;
  /** When the answer was found, if it rests on unchanged tables alone; else null. */
  cachedAt: number | null;
  /** To be written when the caller pays; null when nothing is new. */
  receipt: Receipt | null;
  /** The caller's present receipt; undoing the payment restores it. */
  before: Receipt | null;
}

/** Prices lookups by the receipts, each with the receipts of those before it. Changes nothing. */
export function quoteLookups(state: AccountState, asked: readonly PricedLookup[]): QuotedLookup[] {
  const written = new Map<string, Map<string, Receipt>>();
  const names = asked.map(({ product, inputHash }) => lookupName(product, inputHash));
  const receipted = state.receipted(names);
  const receiptsOf = (lookup: string, userId: string): Receipts => {
    const added = written.get(lookup);
    const known = state.receipts(lookup, userId, receipted);
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
      // A free repeat only updates the tables in its receipt, and cannot be undone: undone after
      // the payment it rests on, it would restore that payment's receipt.
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
 * Reverses a payment: returns the credits, subtracts its usage, and restores the earlier receipts.
 * @returns credits refunded
 */
export function reversePayment(
  state: AccountState,
  name: string,
  ref: string,
  spend: Spend,
): number {
  const refunded = sumAllocations(spend.draws);
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
    state.post({ ...entry, id: reversalId(name), lookups: -lookups });
  }
  return refunded;
}

/** A key or sign-in with its daily limit; unlimited when undefined. */
type Spender = Pick<Caller, 'keyId' | 'creditsPerDay'>;

/** Credits taken today by a key or sign-in, or set aside for its lookups and jobs in flight. */
function takenBy({ holds, reservations, usage, now }: AccountState, keyId: string): number {
  let taken = usage.spentOn(utcDay(now), keyId) + reservations.heldBy(keyId);
  for (const hold of holds.values()) if (hold.keyId === keyId) taken += sumAllocations(hold.draws);
  return taken;
}

/** What is left today, in UTC, for a sign-in, or for a key and all keys of its succession. */
function dailyAllowance(state: AccountState, keyId: string, limit: number): DailyAllowance {
  const taken = state.rolledTogether(keyId).reduce((sum, id) => sum + takenBy(state, id), 0);
  const endsAt = (Math.floor(state.now / DAY_MS) + 1) * DAY_MS;
  return { limit, left: Math.max(0, limit - taken), endsAt };
}

/**
 * Checks credits about to be taken or set aside against the caller's daily limit (contract,
 * "Keys"). Days are UTC. Credits set aside count in the current day until they are settled, and the
 * settlement in the day it is made, so that what a key has spent in a day by the ledger plus what
 * it holds never exceeds the limit. A free call is never refused.
 */
export function exceededDailyLimit(
  state: AccountState,
  { keyId, creditsPerDay: limit }: Spender,
  required: number,
): DailyLimitExceeded | null {
  if (limit === undefined || required === 0) return null;
  const allowance = dailyAllowance(state, keyId, limit);
  return required <= allowance.left ? null : { keyId, required, ...allowance };
}

/**
 * Daily allowance of a job's key, of which the job has only the id: that of its last successor that
 * has not ended. Null without a limit, and when all of them have ended.
 */
export function keyAllowance(state: AccountState, keyId: string): DailyAllowance | null {
  const { id, creditsPerDay = null } = state.livingSuccessor(keyId) ?? {};
  return id && creditsPerDay !== null ? dailyAllowance(state, id, creditsPerDay) : null;
}
