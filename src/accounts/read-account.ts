import type { Caller } from '../core/caller.ts';
import { ApiError } from '../core/errors.ts';
import type { Statement } from '../core/ledger.ts';
import { type AccountRows, findAccount } from '../store/subscriptions.ts';
import type { AccountPorts } from './ports.ts';

export interface Account extends AccountRows {
  statement: Statement;
}

/** The caller's organization, plan, credits and usage: rows from D1, money from the ledger itself. */
export async function readAccount(
  caller: Caller,
  { db, ledger }: Pick<AccountPorts, 'db' | 'ledger'>,
): Promise<Account> {
  const [rows, statement] = await Promise.all([
    findAccount(db, caller.userId),
    ledger.statement(caller.organizationId, { keyId: caller.keyId }),
  ]);
  if (!rows)
    throw new ApiError('INTERNAL_ERROR', undefined, {
      cause: `key ${caller.keyId} belongs to no user`,
    });
  return { ...rows, statement };
}
