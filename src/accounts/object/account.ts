import type * as account from '../../lookup/account/account.ts';
import type { GrantRequest, SubscriptionRequest } from '../../lookup/account/account.ts';
import type * as ledger from '../../lookup/account/ledger.ts';
import {
  type HoldRequest,
  MAX_CREDITS,
  MAX_SETTLE_ITEMS,
  type PricedLookup,
  type SettleRequest,
} from '../../lookup/account/ledger.ts';
import type { Role } from '../../lookup/account/members.ts';
import {
  type HoldIncrease,
  type LookupOrder,
  type LookupSettled,
  type LookupSettlement,
  MAX_BATCH_LOOKUPS,
} from '../../lookup/account/order.ts';
import type { CallKind, Principal } from '../../lookup/account/principal.ts';
import {
  QUOTAS,
  type QuotaExceeded,
  type QuotaKind,
  type QuotaRequest,
  type QuotaUse,
} from '../../lookup/account/quotas.ts';
import type { ReplayClaim, ReplayRelease } from '../../lookup/account/replay.ts';
import { creditWatch } from '../ledger/credit-watch.ts';
import { hold } from '../ledger/holds.ts';
import { claimReplay, isClaimed, releaseClaim } from '../ledger/idempotency.ts';
import * as membership from '../ledger/members.ts';
import { admitCall, raiseOrder, receiptedOf, settleOrder, voidOrder } from '../ledger/orders.ts';
import { claimQuota, reconcileQuotas, releaseQuota } from '../ledger/quotas.ts';
import { InvalidCall, MAX_HOLD_LIFETIME_MS } from '../ledger/records.ts';
import { settleHold, voidCall } from '../ledger/settlement.ts';
import { balance, spendableLots, statement } from '../ledger/statement.ts';
import { grant, movedByGrant, subscribe } from '../ledger/subscription.ts';
import { RestorableAccount } from './restorable-account.ts';

// Argument checks. The callers are our own Workers, so they guard against our mistakes; written by
// hand, as they run on every charge.

const MAX_ID_CHARS = 200;
const MAX_NOTE_CHARS = 500;
/** 9999-12-31T23:59:59.999Z: the last time with a four-digit year, rollover months included. */
const MAX_TIME_MS = 253_402_300_799_999;

/** Far above every quota. */
const MAX_QUOTA_COUNT = 1_000_000;

/** A data version of tables is a 32-bit number. */
const MAX_DATA_VERSION = 0xffff_ffff;

/** A hash of 16 to 64 bytes, in lower-case hex. */
const HASH = /^(?:[0-9a-f]{2}){16,64}$/;
const HASH_PROBLEM = 'inputHash must be 16..64 bytes in lower-case hex';

function requireInteger(name: string, value: number, max: number, min = 0): void {
  if (!Number.isInteger(value) || value < min || value > max)
    throw new InvalidCall(`${name} must be a whole number, ${min}..${max}`);
}

function requireText(name: string, value: string, max = MAX_ID_CHARS): void {
  if (typeof value !== 'string' || value.length === 0 || value.length > max)
    throw new InvalidCall(`${name} must have 1..${max} characters`);
}

function requireOptionalText(name: string, value: string | null, max = MAX_ID_CHARS): void {
  if (value !== null) requireText(name, value, max);
}

const checkId = (id: string): void => requireText('id', id);

function checkLookup(lookup: PricedLookup): void {
  requireText('id', lookup.id);
  requireText('product', lookup.product);
  if (!HASH.test(lookup.inputHash)) throw new InvalidCall(HASH_PROBLEM);
  requireText('userId', lookup.userId);
  requireOptionalText('keyId', lookup.keyId);
  requireInteger('price', lookup.price, MAX_CREDITS);
  if (typeof lookup.bypass !== 'boolean') throw new InvalidCall('bypass must be a boolean');
}

function checkHold(request: HoldRequest): void {
  requireText('id', request.id);
  requireText('userId', request.userId);
  requireOptionalText('keyId', request.keyId);
  requireInteger('amount', request.amount, MAX_CREDITS);
  requireInteger('lifetimeMs', request.lifetimeMs, MAX_HOLD_LIFETIME_MS, 1);
  requireOptionalText('note', request.note, MAX_NOTE_CHARS);
}

function checkSettle(request: SettleRequest): void {
  requireText('id', request.id);
  requireText('holdId', request.holdId);
  if (typeof request.final !== 'boolean') throw new InvalidCall('final must be a boolean');
  if (!Array.isArray(request.items)) throw new InvalidCall('items must be an array');
  requireInteger('items.length', request.items.length, MAX_SETTLE_ITEMS);
  request.items.forEach(checkLookup);
}

function checkGrant(request: GrantRequest): void {
  requireText('id', request.id);
  requireInteger('amount', request.amount, MAX_CREDITS, -MAX_CREDITS);
  requireOptionalText('note', request.note, MAX_NOTE_CHARS);
  for (const name of ['of', 'unlessSubscribed'] as const)
    requireOptionalText(name, request[name] ?? null);
  request.undoes?.ids.forEach(checkId);
  requireInteger('keep', request.undoes?.keep ?? 0, MAX_CREDITS);
}

function checkSubscription(request: SubscriptionRequest): void {
  requireOptionalText('operationId', request.operationId);
  requireText('plan', request.plan);
  requireInteger('creditsPerMonth', request.creditsPerMonth, MAX_CREDITS);
  for (const name of ['periodStart', 'periodEnd', 'trialEnd'] as const) {
    const at = request[name];
    if (at !== null) requireInteger(name, at, MAX_TIME_MS);
  }
}

function checkQuotaClaim({ kind, id, count = 1, endsAt = 0 }: QuotaRequest): void {
  if (!(kind in QUOTAS)) throw new InvalidCall(`there is no ceiling of ${kind}`);
  requireText('id', id);
  requireInteger('count', count, MAX_QUOTA_COUNT);
  requireInteger('endsAt', endsAt, MAX_TIME_MS);
}

function checkReplayClaim({ name, requestHash, lookupId, askedAt, lookups }: ReplayClaim): void {
  requireInteger('lookups.length', lookups.length, MAX_BATCH_LOOKUPS);
  for (const hash of [name, requestHash, ...lookups.map(({ inputHash }) => inputHash)])
    if (!HASH.test(hash)) throw new InvalidCall('a claim must be named by hashes');
  requireText('lookupId', lookupId);
  for (const { product } of lookups) requireText('product', product);
  requireInteger('askedAt', askedAt, MAX_TIME_MS);
}

export function checkOrder(order: LookupOrder): void {
  requireText('id', order.id);
  requireText('product', order.product);
  if (!HASH.test(order.inputHash)) throw new InvalidCall(HASH_PROBLEM);
  requireInteger('amount', order.amount, MAX_CREDITS);
  requireInteger('askedAt', order.askedAt, MAX_TIME_MS);
  if (order.tables !== null) requireInteger('tables', order.tables, MAX_DATA_VERSION);
}

function checkAmount(id: string, amount: number): void {
  requireText('id', id);
  requireInteger('amount', amount, MAX_CREDITS);
}

function checkSettlement({ price, ...settlement }: LookupSettlement): void {
  checkOrder({ ...settlement, step: 'charge', amount: price });
  requireText('userId', settlement.caller.userId);
  if (settlement.quote) requireInteger('windowEndsAt', settlement.quote.windowEndsAt, MAX_TIME_MS);
}

/**
 * Durable Object of one organization, named by its id: credentials, rate limits and credits. Each
 * method checks its arguments and applies the ledger's rules to the state.
 */
export class Account extends RestorableAccount {
  async admit(
    principal: Principal,
    kind: CallKind,
    order: LookupOrder | null,
  ): Promise<account.Admission> {
    if (order) checkOrder(order);
    return this.run(() => this.#admit(principal, kind, order));
  }

  async admitAll(
    principal: Principal,
    calls: readonly account.AdmissionCall[],
  ): Promise<account.Admission[]> {
    requireInteger('calls.length', calls.length, MAX_BATCH_LOOKUPS);
    for (const { order } of calls) if (order) checkOrder(order);
    return this.run((state) => {
      const receipted = receiptedOf(
        state,
        calls.flatMap(({ order }) => order ?? []),
      );
      return calls.map(({ resource, kind, order }) =>
        this.#admit({ ...principal, resource }, kind, order, receipted),
      );
    });
  }

  async readOwn(
    principal: Principal,
  ): Promise<{ admission: account.Admission; account: account.OwnAccount | null }> {
    return this.run((state) => {
      const admission = this.#admit(principal, 'account', null);
      const { organization } = state;
      if (admission.code !== 'ADMITTED' || !organization) return { admission, account: null };
      const { userId, keyId } = admission.caller;
      const email = membership.emailOf(state, userId);
      const { subscription } = state.account;
      return {
        admission,
        account: { organization, email, subscription, statement: statement(state, keyId) },
      };
    });
  }

  async claimReplay(
    principal: Principal,
    kind: CallKind,
    claim: ReplayClaim,
  ): Promise<account.AdmittedClaim> {
    checkReplayClaim(claim);
    return this.run((state) => {
      const isRepeat = isClaimed(state, claim.name) && !claim.lost;
      const admission = this.#admit(principal, isRepeat ? kind : 'uncounted', null);
      if (admission.code !== 'ADMITTED') return { admission, outcome: null };
      return { admission, outcome: claimReplay(state, claim, admission.caller) };
    });
  }

  async releaseReplay(release: ReplayRelease): Promise<void> {
    const { name, orderIds } = release;
    checkId(name);
    requireInteger('orderIds.length', orderIds.length, MAX_BATCH_LOOKUPS);
    orderIds.forEach(checkId);
    return this.run((state) => releaseClaim(state, release));
  }

  async settleLookup(settlement: LookupSettlement): Promise<LookupSettled> {
    checkSettlement(settlement);
    return this.run((state) => settleOrder(state, settlement));
  }

  async settleLookups(settlements: readonly LookupSettlement[]): Promise<LookupSettled[]> {
    requireInteger('settlements.length', settlements.length, MAX_BATCH_LOOKUPS);
    settlements.forEach(checkSettlement);
    return this.run((state) => {
      const receipted = receiptedOf(state, settlements);
      return settlements.map((settlement) => settleOrder(state, settlement, receipted));
    });
  }

  async raiseLookup(id: string, amount: number): Promise<HoldIncrease> {
    checkAmount(id, amount);
    return this.run((state) => raiseOrder(state, id, amount));
  }

  async voidLookup(id: string): Promise<void> {
    checkId(id);
    return this.run((state) => voidOrder(state, id));
  }

  async voidLookups(ids: readonly string[]): Promise<void> {
    requireInteger('ids.length', ids.length, MAX_BATCH_LOOKUPS);
    ids.forEach(checkId);
    return this.run((state) => ids.forEach((id) => void voidOrder(state, id)));
  }

  async hold(request: ledger.HoldRequest): Promise<ledger.HoldOutcome> {
    checkHold(request);
    return this.run((state) => hold(state, request));
  }

  async settle(request: ledger.SettleRequest): Promise<ledger.SettleOutcome> {
    checkSettle(request);
    return this.run((state) => settleHold(state, request));
  }

  async void(request: { id: string }): Promise<ledger.Voided> {
    checkId(request.id);
    return this.run((state) => voidCall(state, request.id));
  }

  async balance(keyId?: string): Promise<ledger.Balance> {
    return this.run((state) => balance(state, keyId));
  }

  async open(organization: account.Organization, owner: account.Member): Promise<void> {
    await this.run((state) => {
      if (state.organization) return;
      state.putOrganization(organization);
      state.putMember(owner);
    });
  }

  async addMember(member: account.Member, inviterId?: string): Promise<account.AddedMember> {
    return this.run((state) => membership.addAccountMember(state, member, inviterId));
  }

  async removeMember(
    userId: string,
    keptKeyIds: readonly string[] = [],
  ): Promise<account.Member | null> {
    return this.run((state) => membership.removeAccountMember(state, userId, keptKeyIds));
  }

  async changeRole(userId: string, role: Role, keptKeyIds: readonly string[] = []): Promise<void> {
    await this.run((state) => membership.changeMemberRole(state, userId, role, keptKeyIds));
  }

  async rename(name: string): Promise<void> {
    return this.run((state) => membership.renameAccount(state, name));
  }

  async setDefaultCountry(country: string | null): Promise<void> {
    return this.run((state) => membership.setDefaultCountry(state, country));
  }

  async setSuspended(suspended: boolean): Promise<void> {
    return this.run((state) => membership.setAccountSuspended(state, suspended));
  }

  async close(): Promise<void> {
    return this.run(membership.closeAccount);
  }

  async addKey(key: account.KeyRecord): Promise<account.KeyRefusal | null> {
    return this.run((state) => membership.addKey(state, key));
  }

  async changeKey(
    keyId: string,
    change: account.KeyChange,
    by: string | null,
  ): Promise<account.ChangedKey> {
    return this.run((state) => membership.changeKey(state, keyId, change, by));
  }

  async rollKey(
    keyId: string,
    successor: account.KeySuccessor,
    by: string | null,
  ): Promise<account.ChangedKey | QuotaExceeded> {
    requireInteger('oldEndsAt', successor.oldEndsAt, MAX_TIME_MS);
    return this.run((state) => membership.rollKey(state, keyId, successor, by));
  }

  async claimQuota(claim: QuotaRequest): Promise<QuotaExceeded | null> {
    checkQuotaClaim(claim);
    return this.run((state) => claimQuota(state, claim));
  }

  async releaseQuota(claim: Pick<QuotaRequest, 'kind' | 'id'>): Promise<void> {
    await this.run((state) => releaseQuota(state, claim));
  }

  async reconcileQuotas(kinds: QuotaKind[], owned: QuotaUse[]): Promise<QuotaUse[]> {
    return this.run((state) => reconcileQuotas(state, { kinds, owned }));
  }

  async subscribe(
    request: account.SubscriptionRequest,
  ): Promise<account.Applied<account.SetSubscription>> {
    checkSubscription(request);
    return this.run((state) => subscribe(state, request));
  }

  async grant(request: account.GrantRequest): Promise<account.Applied<account.Granted>> {
    checkGrant(request);
    return this.run((state) => grant(state, request));
  }

  async movedByGrant(id: string): Promise<account.GrantState | null> {
    checkId(id);
    return this.run((state) => movedByGrant(state, id));
  }

  async statement(keyId: string | null): Promise<ledger.AccountStatement> {
    return this.run((state) => statement(state, keyId));
  }

  async view(): Promise<account.AccountView | null> {
    return this.run((state) => {
      const { organization, account } = state;
      if (!organization) return null;
      return {
        organization,
        members: [...state.members.values()],
        keys: [...state.apiKeys.values()],
        subscription: account.subscription,
        nextSubscription: account.next,
        statement: statement(state, null),
        lots: spendableLots(state),
        creditWatch: creditWatch(state),
        lastUsedAt: account.lastUsedAt,
        keyUse: account.keyUse ?? {},
        usage: state.usage.newest(this.tables.pendingUsage()),
      };
    });
  }

  #admit(
    principal: Principal,
    kind: CallKind,
    order: LookupOrder | null,
    receipted?: ReadonlySet<string>,
  ): account.Admission {
    const request = { principal, kind, order, receipted };
    return admitCall(this.state, this.windows, request, () => this.saveSoon());
  }
}
