import { DAY_MS } from '../../lib/time.ts';
import type { Admission } from '../../lookup/account/account.ts';
import type { PricedLookup } from '../../lookup/account/ledger.ts';
import {
  type AcceptedOrder,
  creditsOwed,
  type DailyLimitExceeded,
  type HoldIncrease,
  type LookupOrder,
  type LookupSettled,
  type LookupSettlement,
  type Quote,
} from '../../lookup/account/order.ts';
import type { CallKind, Principal } from '../../lookup/account/principal.ts';
import { checkAccess, type Windows } from '../keys/access-check.ts';
import type { AccountState } from './account-state.ts';
import {
  chargeId,
  exceededDailyLimit,
  lookupName,
  quoteLookup,
  receiptFor,
  recordPayment,
  reversePayment,
} from './payment.ts';
import { InvalidCall, type Receipts } from './records.ts';
import { type Buyer, lookupOwner, RESERVATION_MS } from './reservations.ts';

/** Outcome of an order. `busy`: it was voided, or too many reservations are open. */
type OrderOutcome =
  | { kind: 'ordered'; ordered: AcceptedOrder }
  | { kind: 'dailyLimit'; exceeded: DailyLimitExceeded }
  | { kind: 'insufficientCredits'; required: number }
  | { kind: 'busy' };

const orderFingerprint = (order: LookupOrder, { userId }: Buyer): string =>
  [order.step, order.product, order.inputHash, userId, order.amount, order.bypass].join(' ');

const SETTLEMENT_FINGERPRINT = 'settled';

/** Outcome of an order whose id came before. @throws InvalidCall if the id had other arguments */
function repeatedOrder(state: AccountState, id: string, asked: string): OrderOutcome | null {
  const recent = state.recent.get(id);
  if (recent?.state === 'voided') return { kind: 'busy' };
  const earlier = recent ?? state.reservations.get(id);
  if (!earlier) return null;
  if (earlier.asked !== asked) throw new InvalidCall(`the id ${id} names another order`);
  const ordered =
    'outcome' in earlier ? earlier.outcome : { ...earlier.ordered, available: state.available };
  return { kind: 'ordered', ordered };
}

/** Takes credits, writes receipt, entry and usage, and keeps the outcome for a repeat. */
function chargeLookup(
  state: AccountState,
  lookup: PricedLookup,
  asked: string,
  ordered: Omit<AcceptedOrder, 'available'>,
  receipts: Receipts,
): AcceptedOrder {
  const name = lookupName(lookup.product, lookup.inputHash);
  const receipt = receiptFor(lookup, receipts, ordered.quote.windowEndsAt);
  const { credits: creditsUsed, quote: quoted } = ordered;
  const allocations = state.lots.allocate(creditsUsed, 'spent');
  const before = receipts.get(lookup.userId) ?? null;
  const paid = { asked: lookup, lookup: name, creditsUsed, receipt, before };
  const spend = recordPayment(state, [paid], allocations);
  if (creditsUsed > 0) {
    const { id, product, inputHash, userId, keyId } = lookup;
    const { foundAt, windowEndsAt, atMost, sameTables } = quoted;
    const order = {
      ...{ asked, foundAt, windowEndsAt, spend },
      ...(atMost !== null && { atMost }),
      ...(sameTables && { sameTables }),
    };
    const entry = { kind: 'charge', amount: -creditsUsed, held: 0, ref: id, lookups: 1 } as const;
    const { seq } = state.post({
      ...entry,
      id: chargeId(id),
      product,
      inputHash,
      userId,
      keyId,
      order,
    });
    state.recent.put(id, seq, state.now);
  } else state.recent.put(lookup.id, { state: 'charged', asked, ordered, spend }, state.now);
  return { ...ordered, available: state.available };
}

/**
 * Frees what equal estimates of the user hold, if only then there are so many credits: once this
 * one is paid, the others are free.
 */
function freeRivals(state: AccountState, owner: string, id: string, required: number): void {
  const missing = required - state.available;
  if (missing <= 0) return;
  const rivals = state.reservations.rivalsOf(owner, id);
  const held = rivals.reduce((sum, { outcome }) => sum + outcome.credits, 0);
  if (held >= missing) for (const rival of rivals) state.reservations.end(rival.id);
}

/** How long an unpaid estimate raises the credits required for the next one. */
const UNPAID_ESTIMATE_MS = DAY_MS;

/**
 * Credits of the last unpaid estimate, for a day. Its work was done for nothing, so the next
 * estimate starts only if the balance could have paid that one.
 */
function lastUnpaidEstimate({ account: { unpaidEstimate }, now }: AccountState): number {
  return unpaidEstimate && now < unpaidEstimate.at + UNPAID_ESTIMATE_MS
    ? unpaidEstimate.credits
    : 0;
}

/**
 * Prices one lookup by the receipts, and charges or reserves what the caller may owe. A lookup that
 * the caller already pays for in flight is not paid twice.
 */
export function placeOrder(
  state: AccountState,
  order: LookupOrder,
  buyer: Buyer,
  receipted?: ReadonlySet<string>,
): OrderOutcome {
  const asked = orderFingerprint(order, buyer);
  const earlier = repeatedOrder(state, order.id, asked);
  if (earlier) return earlier;
  const { userId, keyId } = buyer;
  const { id, product, inputHash, bypass, askedAt, tables, amount } = order;
  const name = lookupName(product, inputHash);
  // An estimate is never shared: its final cost may be refused.
  const isBounded = order.step !== 'estimate';
  const owner = lookupOwner(name, userId, order.step);
  const receipts = state.receipts(name, userId, receipted);
  const byReceipt = quoteLookup({ userId, bypass, tables }, receipts, state.now);
  const isUnderWay = isBounded && !bypass && state.reservations.isUnderWay(owner);
  const isShared = isUnderWay && !byReceipt.free && order.step === 'hold';
  const quoted: Quote = isUnderWay
    ? { ...byReceipt, free: true, ...(isShared && { isShared }) }
    : byReceipt;
  const credits = creditsOwed(quoted, amount);
  const required =
    isBounded || credits === 0 ? credits : Math.max(credits, lastUnpaidEstimate(state));
  const exceeded = exceededDailyLimit(state, buyer, required);
  if (exceeded) return { kind: 'dailyLimit', exceeded };
  // Once the estimate under way is paid, this one is free.
  const isPaidSoon = !isBounded && !bypass && state.reservations.isUnderWay(owner);
  if (isPaidSoon && required > state.available) return { kind: 'busy' };
  if (state.lacks(required)) return { kind: 'insufficientCredits', required };

  if (order.step === 'charge') {
    const lookup = {
      id,
      product,
      inputHash,
      userId,
      keyId,
      price: amount,
      bypass,
      askedAt,
      tables,
    };
    const ordered = chargeLookup(state, lookup, asked, { quote: quoted, credits }, receipts);
    return { kind: 'ordered', ordered };
  }
  if (quoted.free && isBounded) {
    if (!isShared) state.count(product, keyId, { lookups: 1, credits: 0 });
    return { kind: 'ordered', ordered: { quote: quoted, credits, available: state.available } };
  }
  if (state.reservations.full) return { kind: 'busy' };
  const outcome = { quote: quoted, credits, available: state.available - credits };
  const expiresAt = state.now + RESERVATION_MS;
  state.reservations.add({ id, asked, owner, buyer, bypass, expiresAt, outcome });
  return { kind: 'ordered', ordered: outcome };
}

/**
 * Raises the reservation of a lookup in flight to its new maximum cost, before more is spent on it;
 * never lowers it. The order's quote stays. Of equal estimates that the balance does not cover, the
 * first that is raised goes on.
 */
export function raiseOrder(state: AccountState, id: string, amount: number): HoldIncrease {
  const reservation = state.reservations.get(id);
  if (!reservation) return { kind: 'gone' };
  const { outcome, buyer, owner } = reservation;
  const required = creditsOwed(outcome.quote, amount);
  const more = required - outcome.credits;
  const rivals = more > state.available ? state.reservations.rivalsOf(owner, id) : [];
  if (rivals.some(({ isMeasured }) => isMeasured)) return { kind: 'gone' };
  freeRivals(state, owner, id, more);
  const { available } = state;
  const exceeded = exceededDailyLimit(state, buyer, Math.max(0, more));
  if (exceeded) {
    const left = exceeded.left + outcome.credits;
    return { kind: 'daily_limit', exceeded: { ...exceeded, left, required } };
  }
  if (state.lacks(more))
    return { kind: 'insufficient_credits', required, available: available + outcome.credits };
  state.reservations.raise(id, Math.max(0, more));
  return { kind: 'raised' };
}

/**
 * Settles a lookup with a reservation: pays from the reservation and the free balance in one step,
 * all or nothing; a refusal voids the order. With a quote placed, credits lack only if the object
 * restarted and they were spent meanwhile; the answer was then free. It is also free if the
 * reservation is gone and the caller has paid for the same lookup meanwhile. Without a quote (an
 * estimate, or a shared lookup) the present receipts set the price: of two estimates in flight the
 * first pays, if need be from what the second holds, and the second only if the first was refused.
 * A shared lookup is free while the paying one is in flight, and then pays unless that one was
 * paid.
 */
export function settleOrder(
  state: AccountState,
  settlement: LookupSettlement,
  receipted?: ReadonlySet<string>,
): LookupSettled {
  const settled = payOrder(state, settlement, receipted);
  settleShared(state);
  return settled;
}

/** Pays shared settlements whose paying lookup has ended; they are free if it was paid. */
export function settleShared(state: AccountState): void {
  for (const settlement of state.reservations.takeShared()) payOrder(state, settlement);
}

function payOrder(
  state: AccountState,
  settlement: LookupSettlement,
  receipted?: ReadonlySet<string>,
): LookupSettled {
  const { id, caller, quote: placedQuote, ...lookup } = settlement;
  const name = lookupName(lookup.product, lookup.inputHash);
  const receipts = state.receipts(name, caller.userId, receipted);
  const byReceipt = quoteLookup({ ...lookup, userId: caller.userId }, receipts, state.now);
  const reservation = state.reservations.get(id);
  // A row of a job, or another call, may have paid for it since it was placed.
  const quoted = placedQuote === null || byReceipt.free ? byReceipt : placedQuote;
  const credits = creditsOwed(quoted, lookup.price);
  const recent = state.recent.get(id);
  if (recent?.state === 'charged')
    return { paid: true, credits: recent.ordered.credits, available: state.available };
  const isVoided = recent?.state === 'voided';
  const isShared = placedQuote === null && !reservation && !lookup.bypass;
  const owner = lookupOwner(name, caller.userId, 'hold');
  if (isShared && !isVoided && state.reservations.isUnderWay(owner)) {
    state.reservations.share(owner, settlement);
    return { paid: true, credits: 0, available: state.available };
  }
  if (!isVoided) {
    state.reservations.end(id);
    freeRivals(state, lookupOwner(name, caller.userId, 'estimate'), id, credits);
  }
  const exceeded =
    placedQuote === null && reservation
      ? exceededDailyLimit(state, reservation.buyer, credits)
      : null;
  if (isVoided || exceeded || state.lacks(credits)) {
    // Only an estimate has both a reservation and no quote.
    if (!isVoided && placedQuote === null && reservation)
      state.touch().unpaidEstimate = { credits, at: state.now };
    voidOrder(state, id);
    const { available } = state;
    return { paid: false, required: credits, available, ...(exceeded && { exceeded }) };
  }
  const ordered = { quote: { ...quoted, foundAt: null, sameTables: false }, credits };
  const paid = chargeLookup(
    state,
    { id, ...lookup, ...caller },
    SETTLEMENT_FINGERPRINT,
    ordered,
    receipts,
  );
  return { paid: true, credits, available: paid.available };
}

/**
 * Voids an order that its caller gave up: refunds a charge, frees a reservation, and refuses the
 * order if it is still in flight.
 */
export function voidOrder(state: AccountState, id: string): void {
  const recent = state.recent.get(id);
  if (recent?.state === 'voided') return;
  state.reservations.end(id);
  if (recent?.state === 'charged') reversePayment(state, chargeId(id), id, recent.spend);
  state.recent.put(id, { state: 'voided' }, state.now);
  settleShared(state);
}

/** Names of those lookups that have receipts, for {@link AccountState.receipts}. */
export const receiptedOf = (
  state: AccountState,
  orders: readonly Pick<LookupOrder, 'product' | 'inputHash'>[],
): ReadonlySet<string> =>
  state.receipted(orders.map(({ product, inputHash }) => lookupName(product, inputHash)));

interface AdmissionRequest {
  principal: Principal;
  kind: CallKind;
  order: LookupOrder | null;
  /** For a batch: result of {@link receiptedOf}. */
  receipted?: ReadonlySet<string> | undefined;
}

/**
 * Admits a call: authentication, access, rate limits, then price and balance.
 * @param onCounted called when the call was counted, which is in memory only
 */
export function admitCall(
  state: AccountState,
  windows: Windows,
  { principal, kind, order, receipted }: AdmissionRequest,
  onCounted: () => void,
): Admission {
  const { organization, apiKeys, members, account } = state;
  const { subscription } = account;
  const records = { organization, apiKeys, members, subscription, windows };
  const access = checkAccess(principal, kind, records, state.now);
  // A dashboard page only reads the account.
  const isUse = kind !== 'uncounted' || principal.kind !== 'session';
  const known = principal.kind === 'key' ? apiKeys.get(principal.hash)?.id : undefined;
  const keyId = 'caller' in access ? access.caller.keyId : known;
  if (isUse && keyId !== undefined) state.markUsed(keyId);
  if (principal.kind === 'key' && principal.secretVersion !== undefined)
    state.noteSecretVersion(principal.hash, principal.secretVersion);
  if (access.code === 'UPGRADE_REQUIRED')
    return { ...access, status: subscription?.status ?? null };
  if (access.code !== 'ADMITTED') return access;
  const { caller, window, mustBeWritten } = access;
  if (isUse) account.lastUsedAt = state.now;
  if (mustBeWritten) state.touch();
  onCounted();
  const admitted = { code: 'ADMITTED', caller, window } as const;
  if (!order) return { ...admitted, available: state.available, order: null };
  const outcome = placeOrder(state, order, caller, receipted);
  switch (outcome.kind) {
    case 'ordered':
      return { ...admitted, available: state.available, order: outcome.ordered };
    case 'dailyLimit':
      return { code: 'DAILY_LIMIT_EXCEEDED', caller, window, exceeded: outcome.exceeded };
    case 'insufficientCredits': {
      const { required } = outcome;
      const { available } = state;
      return { code: 'INSUFFICIENT_CREDITS', caller, window, required, available };
    }
    case 'busy':
      return { code: 'SERVICE_BUSY', caller, window };
  }
}
