import type * as account from '../core/account/account.ts';
import type { RoomRefusal } from '../core/account/ceilings.ts';
import type * as ledger from '../core/account/ledger.ts';
import type { LookupSettled, Raised } from '../core/account/orders.ts';
import type { Region } from '../core/account/regions.ts';
import { ApiError } from '../core/errors.ts';
import type { Account } from './account.ts';

const RETRY_AFTER_SECONDS = 1;

/** The runtime's mark on a call it never delivered because the object has too many waiting. */
const isOverloaded = (error: unknown): boolean =>
  (error as { overloaded?: unknown } | null)?.overloaded === true;

/** A call the object refused for its arguments would be refused again. */
const isRefusal = (error: unknown): boolean => error instanceof RangeError;

/**
 * Accounts over their objects, one per organization. Every call is idempotent, so one that broke is
 * made once more, on a fresh stub as one that failed stays broken; but not where the object is
 * overloaded.
 */
export function createAccounts(objects: DurableObjectNamespace<Account>): account.Accounts {
  async function ask<T>(
    organizationId: string,
    call: (stub: DurableObjectStub<Account>) => Promise<T>,
    region?: Region,
  ): Promise<T> {
    const open = () =>
      objects.get(objects.idFromName(organizationId), region && { locationHint: region });
    try {
      return await call(open());
    } catch (cause) {
      if (isOverloaded(cause))
        throw new ApiError('SERVICE_BUSY', undefined, {
          retryAfterSeconds: RETRY_AFTER_SECONDS,
          cause,
        });
      if (isRefusal(cause)) throw cause;
      return await call(open());
    }
  }

  return {
    admit: (principal, kind, order) =>
      ask<account.Admission>(
        principal.id,
        (stub) => stub.admit(principal, kind, order),
        principal.region,
      ),
    readOwn: (principal) =>
      ask<Awaited<ReturnType<account.Accounts['readOwn']>>>(
        principal.id,
        (stub) => stub.readOwn(principal),
        principal.region,
      ),
    claimReplay: (principal, kind, claim) =>
      ask<account.AdmittedClaim>(
        principal.id,
        (stub) => stub.claimReplay(principal, kind, claim),
        principal.region,
      ),
    releaseReplay: (id, name, lookupId) =>
      ask<void>(id, (stub) => stub.releaseReplay(name, lookupId)),
    settleLookup: (id, settlement) =>
      ask<LookupSettled>(id, (stub) => stub.settleLookup(settlement)),
    raiseLookup: (id, lookupId, amount) =>
      ask<Raised>(id, (stub) => stub.raiseLookup(lookupId, amount)),
    voidLookup: (id, lookupId) => ask<void>(id, (stub) => stub.voidLookup(lookupId)),
    hold: (id, request) => ask<ledger.HoldOutcome>(id, (stub) => stub.hold(request)),
    settle: (id, request) => ask<ledger.SettleOutcome>(id, (stub) => stub.settle(request)),
    void: (id, request) => ask<ledger.Voided>(id, (stub) => stub.void(request)),
    balance: (id) => ask<ledger.Balance>(id, (stub) => stub.balance()),
    open: (organization, owner) =>
      ask<void>(organization.id, (stub) => stub.open(organization, owner), organization.region),
    addMember: (id, member, inviterId) =>
      ask<account.AddedMember>(id, (stub) => stub.addMember(member, inviterId)),
    removeMember: (id, userId) =>
      ask<account.Member | null>(id, (stub) => stub.removeMember(userId)),
    changeRole: (id, userId, role) => ask<void>(id, (stub) => stub.changeRole(userId, role)),
    rename: (id, name) => ask<void>(id, (stub) => stub.rename(name)),
    close: (id) => ask<void>(id, (stub) => stub.close()),
    addKey: (id, key) => ask<account.KeyRefusal | null>(id, (stub) => stub.addKey(key)),
    revokeKey: (id, keyId, by) => ask<account.ChangedKey>(id, (stub) => stub.revokeKey(keyId, by)),
    suspendKey: (id, keyId, suspended, by) =>
      ask<account.ChangedKey>(id, (stub) => stub.suspendKey(keyId, suspended, by)),
    claimRoom: (id, claim) => ask<RoomRefusal | null>(id, (stub) => stub.claimRoom(claim)),
    releaseRoom: (id, { kind, id: thing }) =>
      ask<void>(id, (stub) => stub.releaseRoom({ kind, id: thing })),
    reconcileRooms: (id, kinds, owned) =>
      ask<void>(id, (stub) => stub.reconcileRooms(kinds, owned)),
    subscribe: (id, request) =>
      ask<account.Applied<account.Subscription>>(id, (stub) => stub.subscribe(request)),
    grant: (id, request) =>
      ask<account.Applied<account.Granted>>(id, (stub) => stub.grant(request)),
    view: (id) => ask<account.AccountView | null>(id, (stub) => stub.view()),
    statement: (id, keyId) => ask<ledger.Statement>(id, (stub) => stub.statement(keyId)),
    unshipped: (id, before, limit) =>
      ask<{ lines: ledger.Posting[]; shippedSeq: number }>(id, (stub) =>
        stub.unshipped(before, limit),
      ),
    ship: (id) => ask<void>(id, (stub) => stub.ship()),
    size: (id) => ask<account.AccountSize>(id, (stub) => stub.size()),
    invariants: (id) => ask<ledger.Invariant[]>(id, (stub) => stub.invariants()),
  };
}
