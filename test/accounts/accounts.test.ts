import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { changeApiKey, issueApiKey } from '../../src/accounts/api-keys.ts';
import { grantCredits, readLedger } from '../../src/accounts/credits.ts';
import { createKeyReader, hashApiKey } from '../../src/accounts/keys/api-key.ts';
import { Account } from '../../src/accounts/object/account.ts';
import {
  addMember,
  createOrganization,
  listOrganizations,
} from '../../src/accounts/organizations.ts';
import { reconcileAccount, reconcileDueAccounts } from '../../src/accounts/reconciliation.ts';
import { objectStubs } from '../../src/lib/durable-objects.ts';
import { parseSecrets } from '../../src/lib/secrets.ts';
import { brokenOnce } from '../support/chaos-bindings.ts';
import { noMetrics } from '../support/no-metrics.ts';
import { createPorts, KEY_SECRET, newOrganization } from './support.ts';

const keyOf = (organizationId: string, changes = {}) => ({
  organizationId,
  userEmail: 'owner@example.com',
  name: 'first',
  mode: 'live' as const,
  expiresAt: null,
  scopes: null,
  ipAllow: null,
  creditsPerDay: null,
  ...changes,
});

describe('members', () => {
  it('are added once, to organizations that exist', async () => {
    const { ports } = createPorts();
    const organizationId = await newOrganization(ports);
    const user = await addMember({ organizationId, email: 'teammate@example.com' }, ports);
    expect(await addMember({ organizationId, email: 'teammate@example.com' }, ports)).toEqual(user);
    await expect(
      addMember({ organizationId: 'org_nobody', email: 'a@example.com' }, ports),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('API keys', () => {
  it('are stored as a hash only', async () => {
    const { ports } = createPorts();
    const organizationId = await newOrganization(ports);
    const { key, stored } = await issueApiKey(keyOf(organizationId), ports);
    const read = await createKeyReader(parseSecrets(KEY_SECRET))(`Bearer ${key}`);
    expect(read).toMatchObject({ ok: true, key: { hash: stored.hash, region: 'oc' } });
    expect(stored).toMatchObject({
      hash: await hashApiKey(key),
      last4: key.slice(-4),
      revokedAt: null,
    });
    const view = await ports.accounts.view(organizationId);
    expect(view?.keys).toEqual([stored]);
    expect(JSON.stringify(view)).not.toContain(key.slice(8, -4));
  });

  it('need a user of the organization, an expiry to come and a secret', async () => {
    const { ports } = createPorts();
    const organizationId = await newOrganization(ports);
    const refused = (changes: object, code: string, reached = ports) =>
      expect(issueApiKey(keyOf(organizationId, changes), reached)).rejects.toMatchObject({ code });
    await refused({ userEmail: 'stranger@example.com' }, 'INVALID_INPUT');
    await refused({ expiresAt: Date.now() - 1 }, 'INVALID_INPUT');
    await refused({ organizationId: 'org_nobody' }, 'NOT_FOUND');
    await refused({}, 'SERVICE_UNAVAILABLE', { ...ports, keySecret: null });
  });

  it('are revoked once, and keep the first time', async () => {
    const { ports } = createPorts();
    const { stored } = await issueApiKey(keyOf(await newOrganization(ports)), ports);
    const revoke = (id: string) => changeApiKey({ id, by: null }, { revoked: true }, ports);
    const first = await revoke(stored.id);
    expect(await revoke(stored.id)).toEqual(first);
    for (const id of ['key_nobody', 'key_nobody_1', stored.id.replace(/.$/, '!')])
      await expect(revoke(id)).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
  });
});

describe('credits', () => {
  it('are granted once per id', async () => {
    const { ports } = createPorts();
    const grant = {
      organizationId: await newOrganization(ports),
      id: 'invoice 7',
      amount: 500,
      note: 'paid',
    };
    expect(await grantCredits(grant, ports)).toEqual({ granted: 500, balance: 500 });
    expect(await grantCredits(grant, ports)).toEqual({ granted: 0, balance: 500 });
    await expect(
      grantCredits({ ...grant, organizationId: 'org_nobody' }, ports),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('add up', async () => {
    const { ports } = createPorts();
    const organizationId = await newOrganization(ports);
    await grantCredits({ organizationId, id: 'a', amount: 500, note: null }, ports);
    const invariants = await reconcileAccount(organizationId, ports);
    expect(invariants.length).toBeGreaterThan(3);
    expect(invariants.filter(({ holds }) => !holds)).toEqual([]);
  });

  it('are listed by a cursor of this listing only, for an organization that exists', async () => {
    const { ports } = createPorts();
    const organizationId = await newOrganization(ports);
    await expect(
      readLedger({ organizationId, limit: 10, cursor: 'x' }, ports),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await expect(
      readLedger({ organizationId: 'org_nobody', limit: 10, cursor: null }, ports),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('refuse an id that was used for another amount', async () => {
    const { ports } = createPorts();
    const grant = { organizationId: await newOrganization(ports), id: 'invoice 8', note: null };
    await grantCredits({ ...grant, amount: 500 }, ports);
    await expect(grantCredits({ ...grant, amount: 600 }, ports)).rejects.toMatchObject({
      code: 'IDEMPOTENCY_CONFLICT',
      status: 409,
    });
  });
});

describe('a call to an account', () => {
  const payment = { userId: 'somebody', keyId: null, note: null };
  const hold = { ...payment, id: 'lookup', amount: 30, lifetimeMs: 60_000 };

  it.each(['before', 'after'] as const)(
    'that broke %s it was done is made once more, and pays once',
    async (when) => {
      const { ports } = createPorts();
      const organizationId = await newOrganization(ports);
      const broken = () => objectStubs(brokenOnce(env.ACCOUNT, when), Account);
      const grant = { id: 'invoice 9', amount: 100, note: null };
      expect(await broken().grant(organizationId, grant)).toMatchObject({ kind: 'applied' });
      expect(await broken().hold(organizationId, hold)).toMatchObject({ ok: true });
      expect(await ports.accounts.balance(organizationId)).toEqual({ available: 70, held: 30 });
      expect((await reconcileAccount(organizationId, ports)).filter(({ holds }) => !holds)).toEqual(
        [],
      );
    },
  );
});

describe('organizations', () => {
  it('are listed newest first with balance and plan, and found by name, owner or id', async () => {
    const { ports } = createPorts();
    const name = `Needle ${crypto.randomUUID()}`;
    const request = { name, ownerEmail: 'needle@example.com', region: 'apac' } as const;
    const { organization } = await createOrganization(request, ports);
    await grantCredits({ organizationId: organization.id, id: 'a', amount: 7, note: null }, ports);
    const find = async (query: string) =>
      (await listOrganizations({ query, limit: 10, cursor: null }, ports)).organizations;
    for (const query of [name.toUpperCase(), organization.id]) {
      expect(await find(query)).toMatchObject([
        { listed: { region: 'apac' }, view: { statement: { totalAvailable: 7 } } },
      ]);
    }
    expect((await find('needle@')).length).toBeGreaterThan(0);
    expect(await find('100%_')).toEqual([]);
    const seen: string[] = [];
    for (let cursor: string | null = null; ; ) {
      const page = await listOrganizations({ query: null, limit: 2, cursor }, ports);
      seen.push(...page.organizations.map(({ listed }) => listed.id));
      cursor = page.nextCursor;
      if (cursor === null) break;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toContain(organization.id);
  });

  it('are reconciled once a day, whatever becomes of the others', async () => {
    const { ports } = createPorts();
    const good = await newOrganization(ports);
    const bad = await newOrganization(ports);
    const reported: Record<string, unknown>[] = [];
    const accounts = {
      ...ports.accounts,
      invariants: async (id: string) => {
        if (id === bad) throw new Error('out of reach');
        return [{ name: 'a rule', holds: id !== good, difference: 1 }];
      },
    };
    const report = (_: string, fields: Record<string, unknown>) => void reported.push(fields);
    await reconcileDueAccounts({ ...ports, accounts, metrics: noMetrics }, report);
    expect(reported).toContainEqual({ organization: good, broken: ['a rule'] });
    expect(reported).toContainEqual(expect.objectContaining({ organization: bad }));
    reported.length = 0;
    await reconcileDueAccounts({ ...ports, accounts, metrics: noMetrics }, report);
    expect(reported.map(({ organization }) => organization)).toEqual([bad]);
  });
});
