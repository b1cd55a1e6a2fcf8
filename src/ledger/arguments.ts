import type { GrantRequest, SubscriptionRequest } from '../core/account/account.ts';
import { CEILINGS, type RoomClaim } from '../core/account/ceilings.ts';
import {
  type HoldRequest,
  MAX_CREDITS,
  MAX_SETTLE_ITEMS,
  type PricedLookup,
  type SettleRequest,
} from '../core/account/ledger.ts';
import type { LookupOrder, LookupSettlement } from '../core/account/orders.ts';
import type { ReplayClaim } from '../core/lookup/replays.ts';
import { InvalidCall } from './calls.ts';
import { MAX_HOLD_LIFETIME_MS } from './holds.ts';

// The callers are our own Workers, so these checks guard against our mistakes; by hand, as they run
// on every charge.

const MAX_ID_CHARS = 200;
const MAX_NOTE_CHARS = 500;
/**
 * 9999-12-31T23:59:59.999Z: what can be written with four digits of year, months of rollover
 * included.
 */
const MAX_TIME_MS = 253_402_300_799_999;

/** Far above every ceiling. */
const MAX_ROOM = 1_000_000;

/** What tables are at is a number of 32 bits. */
const MAX_TABLES = 0xffff_ffff;

/** 16 to 64 bytes of a hash, in lower-case hex. */
const HASH = /^(?:[0-9a-f]{2}){16,64}$/;
const HASH_PROBLEM = 'inputHash must be 16..64 bytes in lower-case hex';

function whole(name: string, value: number, max: number, min = 0): void {
  if (!Number.isInteger(value) || value < min || value > max)
    throw new InvalidCall(`${name} must be a whole number, ${min}..${max}`);
}

function text(name: string, value: string, max = MAX_ID_CHARS): void {
  if (typeof value !== 'string' || value.length === 0 || value.length > max)
    throw new InvalidCall(`${name} must have 1..${max} characters`);
}

function optionalText(name: string, value: string | null, max = MAX_ID_CHARS): void {
  if (value !== null) text(name, value, max);
}

export const checkId = (id: string): void => text('id', id);

export function checkLookup(lookup: PricedLookup): void {
  text('id', lookup.id);
  text('product', lookup.product);
  if (!HASH.test(lookup.inputHash)) throw new InvalidCall(HASH_PROBLEM);
  text('userId', lookup.userId);
  optionalText('keyId', lookup.keyId);
  whole('price', lookup.price, MAX_CREDITS);
  if (typeof lookup.bypass !== 'boolean') throw new InvalidCall('bypass must be a boolean');
}

export function checkHold(request: HoldRequest): void {
  text('id', request.id);
  text('userId', request.userId);
  optionalText('keyId', request.keyId);
  whole('amount', request.amount, MAX_CREDITS);
  whole('lifetimeMs', request.lifetimeMs, MAX_HOLD_LIFETIME_MS, 1);
  optionalText('note', request.note, MAX_NOTE_CHARS);
}

export function checkSettle(request: SettleRequest): void {
  text('id', request.id);
  text('holdId', request.holdId);
  if (typeof request.final !== 'boolean') throw new InvalidCall('final must be a boolean');
  if (!Array.isArray(request.items)) throw new InvalidCall('items must be an array');
  whole('items.length', request.items.length, MAX_SETTLE_ITEMS);
  request.items.forEach(checkLookup);
}

export function checkGrant(request: GrantRequest): void {
  text('id', request.id);
  whole('amount', request.amount, MAX_CREDITS, -MAX_CREDITS);
  optionalText('note', request.note, MAX_NOTE_CHARS);
  if (request.of !== undefined) text('of', request.of);
}

export function checkSubscription(request: SubscriptionRequest): void {
  optionalText('operationId', request.operationId);
  text('plan', request.plan);
  whole('creditsPerMonth', request.creditsPerMonth, MAX_CREDITS);
  for (const name of ['periodStart', 'periodEnd', 'trialEnd'] as const) {
    const at = request[name];
    if (at !== null) whole(name, at, MAX_TIME_MS);
  }
}

export function checkRoom({ kind, id, count = 1, endsAt = 0 }: RoomClaim): void {
  if (!(kind in CEILINGS)) throw new InvalidCall(`there is no ceiling of ${kind}`);
  text('id', id);
  whole('count', count, MAX_ROOM);
  whole('endsAt', endsAt, MAX_TIME_MS);
}

export function checkClaim({ name, requestHash, lookupId, askedAt, lookup }: ReplayClaim): void {
  for (const hash of [name, requestHash, lookup.inputHash])
    if (!HASH.test(hash)) throw new InvalidCall('a claim must be named by hashes');
  text('lookupId', lookupId);
  text('product', lookup.product);
  whole('askedAt', askedAt, MAX_TIME_MS);
}

export function checkOrder(order: LookupOrder): void {
  text('id', order.id);
  text('product', order.product);
  if (!HASH.test(order.inputHash)) throw new InvalidCall(HASH_PROBLEM);
  whole('amount', order.amount, MAX_CREDITS);
  whole('askedAt', order.askedAt, MAX_TIME_MS);
  if (order.tables !== null) whole('tables', order.tables, MAX_TABLES);
}

export function checkAmount(id: string, amount: number): void {
  text('id', id);
  whole('amount', amount, MAX_CREDITS);
}

export function checkSettlement({ price, ...settlement }: LookupSettlement): void {
  checkOrder({ ...settlement, step: 'charge', amount: price });
  text('userId', settlement.caller.userId);
  if (settlement.quote) whole('windowEndsAt', settlement.quote.windowEndsAt, MAX_TIME_MS);
}
