import { ApiError } from '../core/errors.ts';
import type * as ledger from '../core/ledger.ts';
import type { CreditAccount } from './credit-account.ts';

const RETRY_AFTER_SECONDS = 1;

/** The runtime's mark on a call it never delivered because the object has too many waiting. */
const isOverloaded = (error: unknown): boolean =>
  (error as { overloaded?: unknown } | null)?.overloaded === true;

/** The ledger over CreditAccount objects, one per organization. A fresh stub each time: one that failed stays broken. */
export function createLedger(accounts: DurableObjectNamespace<CreditAccount>): ledger.Ledger {
  async function ask<T>(
    organizationId: string,
    call: (account: DurableObjectStub<CreditAccount>) => Promise<T>,
  ): Promise<T> {
    try {
      return await call(accounts.getByName(organizationId));
    } catch (cause) {
      if (isOverloaded(cause))
        throw new ApiError('SERVICE_BUSY', undefined, {
          retryAfterSeconds: RETRY_AFTER_SECONDS,
          cause,
        });
      throw cause;
    }
  }

  return {
    charge: (id, request) => ask<ledger.ChargeOutcome>(id, (account) => account.charge(request)),
    hold: (id, request) => ask<ledger.HoldOutcome>(id, (account) => account.hold(request)),
    settle: (id, request) => ask<ledger.SettleOutcome>(id, (account) => account.settle(request)),
    void: (id, request) => ask<ledger.Voided>(id, (account) => account.void(request)),
    grant: (id, request) => ask<ledger.Granted>(id, (account) => account.grant(request)),
    renew: (id, request) => ask<ledger.Granted>(id, (account) => account.renew(request)),
    balance: (id) => ask<ledger.Balance>(id, (account) => account.balance()),
    statement: (id, request) => ask<ledger.Statement>(id, (account) => account.statement(request)),
    mirror: (id) => ask<void>(id, (account) => account.mirror()),
    invariants: (id) => ask<ledger.Invariant[]>(id, (account) => account.invariants()),
  };
}
