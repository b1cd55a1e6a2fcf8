import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { Account } from '../../../src/accounts/object/account.ts';
import { objectStubs } from '../../../src/lib/durable-objects.ts';
import {
  AGENT_SCOPES,
  type AgentPrincipal,
  type Principal,
  type SessionPrincipal,
} from '../../../src/lookup/account/principal.ts';
import { families } from '../../../src/products/index.ts';
import { keyOf, order, orderedOf, paidAccount, restart } from '../ledger/support.ts';

const accounts = objectStubs(env.ACCOUNT, Account);
const TYPES = families.flatMap(({ products }) => products.map(({ type }) => type));

const agent = (id: string, fields: Partial<AgentPrincipal> = {}): AgentPrincipal => ({
  kind: 'agent',
  id,
  region: 'weur',
  mode: 'live',
  grantId: 'grant-1',
  userId: 'ann',
  scopes: ['lookup', 'account:read'],
  ...fields,
});

const session = (id: string, userId = 'ann'): SessionPrincipal => ({
  kind: 'session',
  id,
  region: 'weur',
  mode: 'live',
  userId,
});

const codeOf = async (principal: Principal, resource?: string) =>
  (await accounts.admit({ ...principal, ...(resource && { resource }) }, 'standard', null)).code;

describe('a key, an agent and a session', () => {
  it('become the same caller, of one user, whose receipts serve all three', async () => {
    const { id } = await paidAccount(100);
    const callers = [keyOf(id, 'ann'), agent(id), session(id)];
    const bought: number[] = [];
    const names: string[] = [];
    for (const principal of callers) {
      const call = { ...principal, resource: 'phone' };
      const admission = await accounts.admit(call, 'standard', order());
      bought.push(orderedOf(admission).credits);
      if (admission.code !== 'ADMITTED') throw new Error(admission.code);
      const { keyId, ...caller } = admission.caller;
      names.push(keyId);
      expect(caller).toEqual({ organizationId: id, region: 'weur', userId: 'ann', mode: 'live' });
    }
    expect(bought).toEqual([10, 0, 0]);
    expect(names).toEqual(['key-ann', 'agent_grant-1', 'dashboard']);
  });

  it('are counted apart, in windows of their own and in the usage of their own name', async () => {
    const { id } = await paidAccount(100);
    const left = async (principal: Principal) => {
      const call = { ...principal, resource: 'phone' };
      const admission = await accounts.admit(call, 'standard', order());
      return admission.code === 'ADMITTED' ? admission.window?.remaining : admission.code;
    };
    const others = [agent(id), agent(id, { grantId: 'grant-2' }), session(id), session(id, 'bob')];
    for (const principal of others) expect(await left(principal)).toBe(199);
    expect(await left(agent(id))).toBe(198);
    const view = await accounts.view(id);
    const usage = Object.fromEntries(
      (view?.usage ?? []).map(({ keyId, lookups, credits }) => [keyId, [lookups, credits]]),
    );
    expect(usage).toEqual({
      'agent_grant-1': [2, 10],
      'agent_grant-2': [1, 0],
      dashboard: [2, 10],
    });
  });

  it('end with the membership of their user', async () => {
    const account = await paidAccount(100);
    const { id } = account;
    expect(await codeOf(agent(id), 'phone')).toBe('ADMITTED');
    await accounts.removeMember(id, 'ann');
    await restart(account);
    const refused = { code: 'UNAUTHORIZED', problem: 'not_a_member' };
    for (const principal of [agent(id), session(id), agent(id, { userId: 'eve' })])
      expect(await accounts.admit(principal, 'standard', null)).toEqual(refused);
    expect(await codeOf(keyOf(id, 'ann'), 'phone')).toBe('UNAUTHORIZED');
    expect(await codeOf(session(id, 'bob'))).toBe('ADMITTED');
  });

  it('are nobody in an organization that is not there', async () => {
    const { code } = await accounts.admit(session('org_nobody'), 'standard', null);
    expect(code).toBe('UNAUTHORIZED');
  });
});

describe('the table of scopes', () => {
  it('lets an agent reach what its rows name, and nothing else', async () => {
    const { id } = await paidAccount(100);
    const all = [...TYPES, 'account', undefined];
    const reached = async (scopes: string[]) => {
      const codes = await Promise.all(all.map((each) => codeOf(agent(id, { scopes }), each)));
      return all.filter((_, at) => codes[at] === 'ADMITTED');
    };
    for (const [scope, resources] of AGENT_SCOPES)
      expect((await reached([scope])).sort()).toEqual([...resources].sort());
    expect((await reached([...AGENT_SCOPES.keys()])).length).toBe(4);
    expect(await reached([])).toEqual([]);
    expect(await codeOf(agent(id, { scopes: [] }), 'connection')).toBe('ADMITTED');
  });

  it('refuses an agent before the plan is looked at, counting nothing', async () => {
    const { id } = await paidAccount(100);
    const admission = await accounts.admit(agent(id), 'standard', null);
    expect(admission).toMatchObject({
      code: 'INSUFFICIENT_SCOPE',
      limit: 'agent',
      window: { remaining: 200 },
    });
  });
});
