import { env } from 'cloudflare:workers';
import { createApiKey } from '../../src/access/api-key.ts';
import { createOrganization } from '../../src/accounts/create-organization.ts';
import type { AccountPorts } from '../../src/accounts/ports.ts';
import { createLedger } from '../../src/ledger/ledger-of-accounts.ts';
import { openDatabase } from '../../src/store/database.ts';

export const KEY_SECRET = 'key secret of the account tests';

/** Real databases and ledgers; of the gate only what it was told to forget. */
export function createPorts() {
  const forgotten: string[] = [];
  const ports: AccountPorts = {
    db: openDatabase(env.DB),
    clock: { now: () => Date.now() },
    ledger: createLedger(env.CREDIT_ACCOUNT),
    gate: {
      forget: async (hashes) => {
        forgotten.push(...hashes);
      },
    },
    createKey: (mode) => createApiKey(KEY_SECRET, mode),
    newId: (prefix) => `${prefix}_${crypto.randomUUID()}`,
  };
  return { ports, forgotten };
}

export const newOrganization = async (ports: AccountPorts): Promise<string> =>
  (await createOrganization({ name: 'Example Ltd', ownerEmail: 'owner@example.com' }, ports))
    .organization.id;
