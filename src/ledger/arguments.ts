import {
  type GrantRequest,
  type HoldRequest,
  MAX_CREDITS,
  MAX_SETTLE_ITEMS,
  type PricedLookup,
  type RenewRequest,
  type SettleRequest,
} from '../core/ledger.ts';
import { InvalidCall } from './calls.ts';
import { MAX_HOLD_LIFETIME_MS } from './holds.ts';

// The callers are our own Workers, so these checks guard against our mistakes; by hand, as they run on every charge.

const MAX_ID_CHARS = 200;
const MAX_NOTE_CHARS = 500;
/** 9999-12-31T23:59:59.999Z: what can be written with four digits of year, months of rollover included. */
const MAX_TIME_MS = 253_402_300_799_999;

/** A period may be granted a little before it starts; its credits can be spent at once. */
export const EARLY_RENEWAL_MS = 86_400_000;

/** 16 to 64 bytes of a hash, in lower-case hex. */
const HASH = /^(?:[0-9a-f]{2}){16,64}$/;

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
  if (!HASH.test(lookup.inputHash))
    throw new InvalidCall('inputHash must be 16..64 bytes in lower-case hex');
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
  if (request.lookup)
    checkLookup({
      ...request.lookup,
      id: request.id,
      userId: request.userId,
      keyId: request.keyId,
      price: request.amount,
    });
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
  whole('amount', request.amount, MAX_CREDITS);
  optionalText('note', request.note, MAX_NOTE_CHARS);
}

export function checkRenewal(request: RenewRequest, now: number): void {
  text('plan', request.plan);
  whole('tokens', request.tokens, MAX_CREDITS);
  whole('periodStart', request.periodStart, now + EARLY_RENEWAL_MS);
  whole('periodEnd', request.periodEnd, MAX_TIME_MS, request.periodStart + 1);
}
