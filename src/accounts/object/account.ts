import type * as account from '../../lookup/account/account.ts';
import type * as ledger from '../../lookup/account/ledger.ts';
import { MAX_CREDITS } from '../../lookup/account/ledger.ts';
import type { Role } from '../../lookup/account/members.ts';
import type {
  HoldIncrease,
  LookupOrder,
  LookupSettled,
  LookupSettlement,
} from '../../lookup/account/order.ts';
import type { CallKind, Principal } from '../../lookup/account/principal.ts';
import type {
  QuotaExceeded,
  QuotaKind,
  QuotaRequest,
  QuotaUse,
} from '../../lookup/account/quotas.ts';
import type { ReplayClaim } from '../../lookup/account/replay.ts';
import { creditWatch } from '../ledger/credit-watch.ts';
import { hold } from '../ledger/holds.ts';
import { claimReplay, isClaimed, releaseClaim } from '../ledger/idempotency.ts';
import * as membership from '../ledger/members.ts';
import { admitCall, raiseOrder, receiptedOf, settleOrder, voidOrder } from '../ledger/orders.ts';
import { claimQuota, reconcileQuotas, releaseQuota } from '../ledger/quotas.ts';
import { InvalidCall } from '../ledger/records.ts';
import { settleHold, voidCall } from '../ledger/settlement.ts';
import { balance, spendableLots, statement } from '../ledger/statement.ts';
import { grant, movedByGrant, subscribe } from '../ledger/subscription.ts';
import { RestorableAccount } from './restorable-account.ts';

/**
 * Credits of a call are whole: a fraction, NaN or a negative price would stay in every later balance.
 * The rest of the arguments is typed, and was validated where it entered the service.
 */
export function requireCredits(amount: number, least = 0): void {
  if (!Number.isInteger(amount) || amount < least || amount > MAX_CREDITS)
    throw new InvalidCall(`credits must be a whole number, ${least}..${MAX_CREDITS}`);
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
    if (order) requireCredits(order.amount);
    return this.run(() => this.#admit(principal, kind, order));
  }

  async admitAll(
    principal: Principal,
    calls: readonly account.AdmissionCall[],
  ): Promise<account.Admission[]> {
    for (const { order } of calls) if (order) requireCredits(order.amount);
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
    return this.run((state) => {
      const isRepeat = isClaimed(state, claim.name) && !claim.lost;
      const admission = this.#admit(principal, isRepeat ? kind : 'uncounted', null);
      if (admission.code !== 'ADMITTED') return { admission, outcome: null };
      return { admission, outcome: claimReplay(state, claim, admission.caller) };
    });
  }

  async releaseReplay(name: string, lookupId: string): Promise<void> {
    return this.run((state) => releaseClaim(state, name, lookupId));
  }

  async settleLookup(settlement: LookupSettlement): Promise<LookupSettled> {
    requireCredits(settlement.price);
    return this.run((state) => settleOrder(state, settlement));
  }

  async settleLookups(settlements: readonly LookupSettlement[]): Promise<LookupSettled[]> {
    for (const { price } of settlements) requireCredits(price);
    return this.run((state) => {
      const receipted = receiptedOf(state, settlements);
      return settlements.map((settlement) => settleOrder(state, settlement, receipted));
    });
  }

  async raiseLookup(id: string, amount: number): Promise<HoldIncrease> {
    requireCredits(amount);
    return this.run((state) => raiseOrder(state, id, amount));
  }

  async voidLookup(id: string): Promise<void> {
    return this.run((state) => voidOrder(state, id));
  }

  async voidLookups(ids: readonly string[]): Promise<void> {
    return this.run((state) => ids.forEach((id) => void voidOrder(state, id)));
  }

  async hold(request: ledger.HoldRequest): Promise<ledger.HoldOutcome> {
    requireCredits(request.amount);
    return this.run((state) => hold(state, request));
  }

  async settle(request: ledger.SettleRequest): Promise<ledger.SettleOutcome> {
    for (const { price } of request.items) requireCredits(price);
    return this.run((state) => settleHold(state, request));
  }

  async void(request: { id: string }): Promise<ledger.Voided> {
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
    return this.run((state) => membership.rollKey(state, keyId, successor, by));
  }

  async claimQuota(claim: QuotaRequest): Promise<QuotaExceeded | null> {
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
    requireCredits(request.creditsPerMonth);
    return this.run((state) => subscribe(state, request));
  }

  async grant(request: account.GrantRequest): Promise<account.Applied<account.Granted>> {
    requireCredits(request.amount, -MAX_CREDITS);
    return this.run((state) => grant(state, request));
  }

  async movedByGrant(id: string): Promise<account.GrantState | null> {
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
