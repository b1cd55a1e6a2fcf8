import type { CallKind, Principal } from '../core/account/access.ts';
import type * as account from '../core/account/account.ts';
import type { CeilingKind, Owned, RoomClaim, RoomRefusal } from '../core/account/ceilings.ts';
import type * as ledger from '../core/account/ledger.ts';
import type {
  LookupOrder,
  LookupSettled,
  LookupSettlement,
  Raised,
} from '../core/account/orders.ts';
import type { Role } from '../core/account/visitor.ts';
import type { ReplayClaim } from '../core/lookup/replays.ts';
import { admit } from './admission.ts';
import {
  checkAmount,
  checkClaim,
  checkGrant,
  checkHold,
  checkId,
  checkOrder,
  checkRoom,
  checkSettle,
  checkSettlement,
  checkSubscription,
} from './arguments.ts';
import { claimReplay, isClaimed, releaseClaim } from './claim.ts';
import { grant } from './grant.ts';
import { hold } from './hold.ts';
import { addKey, revokeKey, suspendKey } from './keys.ts';
import * as membership from './members.ts';
import { raiseOrder, settleOrder, voidOrder } from './order.ts';
import { RestorableAccount } from './restorable-account.ts';
import { claimRoom, reconcileRooms, releaseRoom } from './room.ts';
import { settle } from './settle.ts';
import { balance, spendableLots, statement } from './statement.ts';
import { subscribe } from './subscribe.ts';
import { voidCall } from './void.ts';

/**
 * One organization, named by its id: who may call for it, how often, and its credits. The rules of
 * the files beside this one are applied to the book.
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

  async readOwn(
    principal: Principal,
  ): Promise<{ admission: account.Admission; account: account.OwnAccount | null }> {
    return this.run((book) => {
      const admission = this.#admit(principal, 'account', null);
      const { organization } = book;
      if (admission.code !== 'ADMITTED' || !organization) return { admission, account: null };
      const { userId, keyId } = admission.caller;
      const email = book.members.get(userId)?.email ?? null;
      const { subscription } = book.account;
      return {
        admission,
        account: { organization, email, subscription, statement: statement(book, keyId) },
      };
    });
  }

  async claimReplay(
    principal: Principal,
    kind: CallKind,
    claim: ReplayClaim,
  ): Promise<account.AdmittedClaim> {
    checkClaim(claim);
    return this.run((book) => {
      const isRepeat = isClaimed(book, claim.name) && !claim.lost;
      const admission = this.#admit(principal, isRepeat ? kind : 'uncounted', null);
      if (admission.code !== 'ADMITTED') return { admission, outcome: null };
      return { admission, outcome: claimReplay(book, claim, admission.caller) };
    });
  }

  async releaseReplay(name: string, lookupId: string): Promise<void> {
    checkId(name);
    return this.run((book) => releaseClaim(book, name, lookupId));
  }

  async settleLookup(settlement: LookupSettlement): Promise<LookupSettled> {
    checkSettlement(settlement);
    return this.run((book) => settleOrder(book, settlement));
  }

  async raiseLookup(id: string, amount: number): Promise<Raised> {
    checkAmount(id, amount);
    return this.run((book) => raiseOrder(book, id, amount));
  }

  async voidLookup(id: string): Promise<void> {
    checkId(id);
    return this.run((book) => voidOrder(book, id));
  }

  async hold(request: ledger.HoldRequest): Promise<ledger.HoldOutcome> {
    checkHold(request);
    return this.run((book) => hold(book, request));
  }

  async settle(request: ledger.SettleRequest): Promise<ledger.SettleOutcome> {
    checkSettle(request);
    return this.run((book) => settle(book, request));
  }

  async void(request: { id: string }): Promise<ledger.Voided> {
    checkId(request.id);
    return this.run((book) => voidCall(book, request.id));
  }

  async balance(): Promise<ledger.Balance> {
    return this.run(balance);
  }

  async open(organization: account.Organization, owner: account.Member): Promise<void> {
    await this.run((book) => {
      if (book.organization) return;
      book.putOrganization(organization);
      book.putMember(owner);
    });
  }

  async addMember(member: account.Member, inviterId?: string): Promise<account.AddedMember> {
    return this.run((book) => membership.addMember(book, member, inviterId));
  }

  async removeMember(userId: string): Promise<account.Member | null> {
    return this.run((book) => membership.removeMember(book, userId));
  }

  async changeRole(userId: string, role: Role): Promise<void> {
    await this.run((book) => membership.changeRole(book, userId, role));
  }

  async rename(name: string): Promise<void> {
    return this.run((book) => membership.renameOrganization(book, name));
  }

  async close(): Promise<void> {
    return this.run(membership.closeOrganization);
  }

  async addKey(key: account.KeyRecord): Promise<account.KeyRefusal | null> {
    return this.run((book) => addKey(book, key));
  }

  async revokeKey(keyId: string, by: string | null): Promise<account.ChangedKey> {
    return this.run((book) => revokeKey(book, keyId, by));
  }

  async suspendKey(id: string, suspended: boolean, by: string | null): Promise<account.ChangedKey> {
    return this.run((book) => suspendKey(book, id, suspended, by));
  }

  async claimRoom(claim: RoomClaim): Promise<RoomRefusal | null> {
    checkRoom(claim);
    return this.run((book) => claimRoom(book, claim));
  }

  async releaseRoom(claim: Pick<RoomClaim, 'kind' | 'id'>): Promise<void> {
    await this.run((book) => releaseRoom(book, claim));
  }

  async reconcileRooms(kinds: readonly CeilingKind[], owned: readonly Owned[]): Promise<void> {
    await this.run((book) => reconcileRooms(book, { kinds, owned }));
  }

  async subscribe(
    request: account.SubscriptionRequest,
  ): Promise<account.Applied<account.Subscription>> {
    checkSubscription(request);
    return this.run((book) => subscribe(book, request));
  }

  async grant(request: account.GrantRequest): Promise<account.Applied<account.Granted>> {
    checkGrant(request);
    return this.run((book) => grant(book, request));
  }

  async statement(keyId: string | null): Promise<ledger.Statement> {
    return this.run((book) => statement(book, keyId));
  }

  async view(): Promise<account.AccountView | null> {
    return this.run((book) => {
      const { organization, account: state } = book;
      if (!organization) return null;
      return {
        organization,
        members: [...book.members.values()],
        keys: [...book.apiKeys.values()],
        subscription: state.subscription,
        nextSubscription: state.next,
        statement: statement(book, null),
        lots: spendableLots(book),
        lastUsedAt: state.lastUsedAt,
        usage: book.usage.newest(this.tables.unshippedUsage()),
      };
    });
  }

  #admit(principal: Principal, kind: CallKind, order: LookupOrder | null): account.Admission {
    return admit(this.book, this.windows, { principal, kind, order }, () => this.saveSoon());
  }
}
