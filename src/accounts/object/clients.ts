import type { Region } from '../../domain/regions.ts';
import { ApiError } from '../../lib/errors.ts';
import type * as account from '../../lookup/account/account.ts';
import type { UsageRow } from '../../lookup/account/account.ts';
import type * as ledger from '../../lookup/account/ledger.ts';
import type { HoldIncrease, LookupSettled } from '../../lookup/account/order.ts';
import type { QuotaExceeded } from '../../lookup/account/quotas.ts';
import type { Account } from './account.ts';
import type { AccountSeed, CatchUpResult } from './restorable-account.ts';
import type { AccountBackup } from './tables.ts';

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
      ask<HoldIncrease>(id, (stub) => stub.raiseLookup(lookupId, amount)),
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
    claimQuota: (id, claim) => ask<QuotaExceeded | null>(id, (stub) => stub.claimQuota(claim)),
    releaseQuota: (id, { kind, id: thing }) =>
      ask<void>(id, (stub) => stub.releaseQuota({ kind, id: thing })),
    reconcileQuotas: (id, kinds, owned) =>
      ask<void>(id, (stub) => stub.reconcileQuotas(kinds, owned)),
    subscribe: (id, request) =>
      ask<account.Applied<account.Subscription>>(id, (stub) => stub.subscribe(request)),
    grant: (id, request) =>
      ask<account.Applied<account.Granted>>(id, (stub) => stub.grant(request)),
    view: (id) => ask<account.AccountView | null>(id, (stub) => stub.view()),
    statement: (id, keyId) => ask<ledger.AccountStatement>(id, (stub) => stub.statement(keyId)),
    pendingEntries: (id, before, limit) =>
      ask<{ lines: ledger.LedgerEntry[]; shippedSeq: number }>(id, (stub) =>
        stub.pendingEntries(before, limit),
      ),
    archiveEntries: (id) => ask<void>(id, (stub) => stub.archiveEntries()),
    size: (id) => ask<account.AccountSize>(id, (stub) => stub.size()),
    invariants: (id) => ask<ledger.Invariant[]>(id, (stub) => stub.invariants()),
  };
}

/**
 * What brings an account back. Calls are made once: one whose answer was lost is the operator's to
 * repeat, which does no harm.
 */
export interface AccountRecovery {
  /** The account whole, key hashes included. */
  export(organizationId: string): Promise<AccountBackup>;
  /** Writes the state to the archive now. */
  backUp(organizationId: string): Promise<void>;
  /**
   * Takes a text out of the names of keys and organization, and the quota claims of invitations to
   * it.
   * @param forms in lower case
   */
  eraseText(organizationId: string, forms: readonly string[]): Promise<void>;
  bookmark(organizationId: string): Promise<string>;
  /** Ends the instance; the next one has the state of that time. @throws RangeError */
  rewind(organizationId: string, to: number): Promise<void>;
  /** @throws RangeError when the account has diverged meanwhile: it has entries of its own */
  catchUp(organizationId: string, recorded: readonly UsageRow[]): Promise<CatchUpResult>;
  /** @throws RangeError when it is not lost, or there is nothing to make it from */
  rebuild(
    organizationId: string,
    seed: AccountSeed | null,
    recorded: readonly UsageRow[],
  ): Promise<CatchUpResult>;
}

export function createAccountRecovery(objects: DurableObjectNamespace<Account>): AccountRecovery {
  const open = (id: string) => objects.getByName(id);
  return {
    export: async (id) => (await open(id).export()) as AccountBackup,
    backUp: async (id) => open(id).backUp(),
    eraseText: async (id, forms) => open(id).eraseText(forms),
    bookmark: async (id) => open(id).bookmark(),
    rewind: async (id, to) => {
      try {
        await open(id).rewind(to);
      } catch (cause) {
        // The instance ends with the call, so an answer is a refusal, and no answer is success.
        if (cause instanceof RangeError) throw cause;
      }
    },
    catchUp: async (id, recorded) => open(id).catchUp(recorded),
    rebuild: async (id, seed, recorded) => open(id).rebuild(seed, recorded),
  };
}
