import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { hashApiKey, readBearerKey } from '../../src/access/api-key.ts';
import { addMember } from '../../src/accounts/add-member.ts';
import { createApiKey } from '../../src/accounts/create-api-key.ts';
import { grantCredits } from '../../src/accounts/grant-credits.ts';
import { readAccount } from '../../src/accounts/read-account.ts';
import { readLedger } from '../../src/accounts/read-ledger.ts';
import { reconcile } from '../../src/accounts/reconcile.ts';
import { revokeApiKey } from '../../src/accounts/revoke-api-key.ts';
import { insertPostings } from '../../src/store/postings.ts';
import { createPorts, KEY_SECRET, newOrganization } from './support.ts';

const keyOf = (organizationId: string, changes = {}) => ({
  organizationId,
  userEmail: 'owner@example.com',
  name: 'first',
  mode: 'live' as const,
  expiresAt: null,
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
    const { key, stored } = await createApiKey(keyOf(await newOrganization(ports)), ports);
    expect(await readBearerKey(`Bearer ${key}`, KEY_SECRET)).toBe(key);
    expect(stored).toMatchObject({
      hash: await hashApiKey(key),
      last4: key.slice(-4),
      revokedAt: null,
    });
    const row = await env.DB.prepare('SELECT * FROM api_keys WHERE id = ?').bind(stored.id).first();
    expect(JSON.stringify(row)).not.toContain(key.slice(0, -4));
  });

  it('need a user of the organization, an expiry to come and a secret', async () => {
    const { ports } = createPorts();
    const organizationId = await newOrganization(ports);
    const refused = (changes: object, code: string, reached = ports) =>
      expect(createApiKey(keyOf(organizationId, changes), reached)).rejects.toMatchObject({ code });
    await refused({ userEmail: 'stranger@example.com' }, 'INVALID_INPUT');
    await refused({ expiresAt: Date.now() - 1 }, 'INVALID_INPUT');
    await refused({ organizationId: 'org_nobody' }, 'NOT_FOUND');
    await refused({}, 'SERVICE_UNAVAILABLE', { ...ports, createKey: null });
  });

  it('are forgotten by their gate after the record says they are revoked, and keep the first time', async () => {
    const { ports } = createPorts();
    const { stored } = await createApiKey(keyOf(await newOrganization(ports)), ports);
    const seen: unknown[] = [];
    const gate = {
      forget: async (hashes: readonly string[]) => {
        seen.push(
          hashes,
          await env.DB.prepare('SELECT revoked_at FROM api_keys WHERE id = ?')
            .bind(stored.id)
            .first('revoked_at'),
        );
      },
    };
    const first = await revokeApiKey(stored.id, { ...ports, gate });
    expect(seen).toEqual([[stored.hash], first.revokedAt]);
    expect(
      await revokeApiKey(stored.id, { ...ports, clock: { now: () => Date.now() + 5_000 } }),
    ).toEqual(first);
    await expect(revokeApiKey('key_nobody', ports)).rejects.toMatchObject({ code: 'NOT_FOUND' });
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
    const invariants = await reconcile(organizationId, ports);
    expect(invariants.length).toBeGreaterThan(3);
    expect(invariants.filter(({ holds }) => !holds)).toEqual([]);
  });

  it('are listed newest first, page by page', async () => {
    const { ports } = createPorts();
    const organizationId = await newOrganization(ports);
    const line = {
      kind: 'grant',
      amount: 1,
      held: 0,
      ref: 'r',
      holdId: null,
      product: null,
      inputHash: null,
      userId: null,
      keyId: null,
      note: null,
    } as const;
    const lines = Array.from({ length: 25 }, (_, index) => ({
      ...line,
      id: `grant:${index}`,
      seq: index + 1,
      at: 1_000 + index,
      balanceAfter: index + 1,
    }));
    await insertPostings(ports.db, organizationId, lines);
    const seen: number[] = [];
    let cursor: string | null = null;
    do {
      const page = await readLedger({ organizationId, limit: 10, cursor }, ports);
      seen.push(...page.postings.map(({ seq }) => seq));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual(Array.from({ length: 25 }, (_, index) => 25 - index));
    await expect(
      readLedger({ organizationId, limit: 10, cursor: 'x' }, ports),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await expect(
      readLedger({ organizationId: 'org_nobody', limit: 10, cursor: null }, ports),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('readAccount', () => {
  it('tells the user of the key, the organization, no subscription and the credits', async () => {
    const { ports } = createPorts();
    const organizationId = await newOrganization(ports);
    const { stored } = await createApiKey(keyOf(organizationId), ports);
    await grantCredits({ organizationId, id: 'a', amount: 70, note: null }, ports);
    const caller = {
      keyId: stored.id,
      organizationId,
      userId: stored.userId,
      mode: 'live' as const,
    };
    const account = await readAccount(caller, ports);
    expect(account).toMatchObject({
      user: { email: 'owner@example.com' },
      organization: { id: organizationId, name: 'Example Ltd', active: true },
      subscription: null,
      statement: { purchased: 70, totalAvailable: 70, key: { lookups: 0, credits: 0 } },
    });
  });
});
