import { env } from 'cloudflare:workers';
import { bucketSegments } from '../../src/accounts/ledger/store-segments.ts';
import { Account } from '../../src/accounts/object/account.ts';
import { createOrganization } from '../../src/accounts/organizations.ts';
import type { AccountPorts } from '../../src/accounts/ports.ts';
import { openDatabase } from '../../src/lib/database.ts';
import { objectStubs } from '../../src/lib/durable-objects.ts';
import { appServices } from '../../src/services.ts';

export const KEY_SECRET = 'key secret of the account tests';

/** Real databases, buckets and accounts. */
export function createPorts(): { ports: AccountPorts } {
  const ports: AccountPorts = {
    db: openDatabase(env.DB),
    clock: { now: () => Date.now() },
    accounts: objectStubs(env.ACCOUNT, Account),
    segments: bucketSegments(env.HISTORY, env.DATA),
    keySecret: { version: 1, text: KEY_SECRET },
    newUserId: () => `user_${crypto.randomUUID()}`,
    resources: [],
    ownedRows: appServices.admin.accounts.ownedRows,
    warn: () => undefined,
  };
  return { ports };
}

export const newOrganization = async (ports: AccountPorts): Promise<string> => {
  const request = { name: 'Example Ltd', ownerEmail: 'owner@example.com', region: 'oc' } as const;
  return (await createOrganization(request, ports)).organization.id;
};
