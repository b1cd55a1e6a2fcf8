import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it, vi } from 'vitest';
import { endConnection, readConnections } from '../../src/accounts/agent-connections.ts';
import type { AgentConsents } from '../../src/accounts/agent-consent.ts';
import {
  createOAuthRecords,
  MAX_PURGED_ROWS,
  StaleRecord,
} from '../../src/accounts/oauth-records.ts';
import { Account } from '../../src/accounts/object/account.ts';
import { ADDRESS_LIMITS, limitAttempts } from '../../src/accounts/sign-in/attempt-limits.ts';
import { CLIENT_SECONDS, UNUSED_SECONDS } from '../../src/agents/oauth/clients.ts';
import { openTokenRequest } from '../../src/agents/oauth/refresh-tokens.ts';
import { authorizationServer, serverEnvironment } from '../../src/agents/oauth/server.ts';
import { createAgents } from '../../src/feature-services.ts';
import { openDatabase } from '../../src/lib/database.ts';
import { objectStubs } from '../../src/lib/durable-objects.ts';
import { QUOTAS } from '../../src/lookup/account/quotas.ts';
import { appServices } from '../../src/services.ts';
import { call, createOrganization } from '../support/api.ts';
import { send } from '../support/deployment.ts';
import { rpc, tool } from './support.ts';

const ORIGIN = 'https://api.test';
const REDIRECT = 'https://client.example/callback';
const VERIFIER = 'a-verifier-that-is-at-least-forty-three-characters-long';

const db = openDatabase(env.DB);
const clock = { now: () => Date.now() };
const accounts = objectStubs(env.ACCOUNT, Account);
const agents = createAgents({
  ...{
    db,
    clock,
    accounts,
    fetcher: {} as never,
    allowHosts: [],
    publicUrl: undefined,
    log: () => undefined,
  },
});

const toBase64Url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const challengeOf = async (verifier: string): Promise<string> =>
  toBase64Url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier)));

const register = (fields: Record<string, unknown> = {}) =>
  call('POST', '/oauth/register', {
    body: {
      client_name: 'An agent',
      redirect_uris: [REDIRECT],
      token_endpoint_auth_method: 'none',
      ...fields,
    },
  });

const queryOf = async (clientId: string, fields: Record<string, string | null> = {}) => {
  const asked = new Map<string, string | null>(
    Object.entries({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: REDIRECT,
      code_challenge: await challengeOf(VERIFIER),
      code_challenge_method: 'S256',
      state: 'state-1',
      resource: `${ORIGIN}/mcp`,
      ...fields,
    }),
  );
  const given = [...asked].filter((entry): entry is [string, string] => entry[1] !== null);
  return `?${new URLSearchParams(given)}`;
};

const requestOf = async (clientId: string, fields: Record<string, string | null> = {}) => ({
  query: await queryOf(clientId, fields),
  ...{ origin: ORIGIN, address: '192.0.2.1' },
});

const token = (fields: Record<string, string>) =>
  call('POST', '/oauth/token', {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });

const phone = (accessToken: string) =>
  call('POST', '/v1/phone', { token: accessToken, body: { phone_number: '+14155552123' } });

interface LoggedEntry {
  path: string;
  key: { name: string | null };
  credits: number;
}

interface Agent {
  clientId: string;
  organizationId: string;
  userId: string;
  consents: AgentConsents;
  /** Lets the agent in. */
  allow(fields?: Record<string, string | null>): Promise<URL>;
  code(fields?: Record<string, string | null>): Promise<string>;
  exchange(code: string, fields?: Record<string, string>): ReturnType<typeof token>;
  refresh(refreshToken: string, fields?: Record<string, string>): ReturnType<typeof token>;
}

async function newAgent(options?: { paid: boolean }): Promise<Agent & { owner: string }> {
  const { id, owner } = await createOrganization(options);
  const view = await accounts.view(id);
  const userId = view?.members.find(({ role }) => role === 'owner')?.id as string;
  const { client_id: clientId } = (await register()).body;
  const consents = await agents.consents();
  const who = {
    ...{ userId, organization: { id, region: view?.organization.region as 'weur' } },
    creditsPerDay: null,
  };
  const allow = async (fields = {}) => {
    const outcome = await consents.allow(await requestOf(clientId, fields), who);
    if (outcome.kind !== 'returned') throw new Error(JSON.stringify(outcome));
    return new URL(outcome.to);
  };
  const exchange = (code: string, fields = {}) =>
    token({
      grant_type: 'authorization_code',
      client_id: clientId,
      code,
      redirect_uri: REDIRECT,
      code_verifier: VERIFIER,
      ...fields,
    });
  return {
    ...{ clientId, organizationId: id, userId, owner, consents, allow, exchange },
    code: async (fields) => (await allow(fields)).searchParams.get('code') as string,
    refresh: (refresh_token, fields) =>
      token({ grant_type: 'refresh_token', client_id: clientId, refresh_token, ...fields }),
  };
}

/** An access token, and what came with it. */
async function signIn(agent: Agent, fields?: Record<string, string | null>) {
  const { body } = await agent.exchange(await agent.code(fields));
  expect(body).toMatchObject({ token_type: 'bearer', access_token: expect.any(String) });
  return body as { access_token: string; refresh_token: string; scope: string };
}

/** Fills the windows of a kind that have begun. */
const fill = (kind: string, count: number) =>
  env.DB.prepare('UPDATE attempts SET count = ? WHERE kind = ?').bind(count, kind).run();

const emptyWindows = () => env.DB.exec('DELETE FROM attempts');

/** Moves the last refresh into the past, as its record says when it was. */
const passMinute = async ({ userId }: Agent, ms = 61_000): Promise<void> => {
  await env.DB.prepare(
    `UPDATE oauth_records SET value = json_set(value, '$.replacedAt', value ->> '$.replacedAt' - ?1)
     WHERE key LIKE ?2 AND value ->> '$.replacedAt' IS NOT NULL`,
  )
    .bind(ms, `grant:${userId}:%`)
    .run();
};

describe('discovery', () => {
  it('answers HEAD of its metadata as GET, without the body', async () => {
    const path = '/.well-known/oauth-authorization-server';
    const reply = await send(path, { method: 'HEAD' });
    expect([reply.status, await reply.text()]).toEqual([200, '']);
  });

  it('leads from the address of the tools to where one signs in', async () => {
    const resource = await call('GET', '/.well-known/oauth-protected-resource/mcp');
    expect(resource.body).toMatchObject({
      resource: `${ORIGIN}/mcp`,
      authorization_servers: [ORIGIN],
      scopes_supported: ['lookup', 'account:read'],
    });
    const server = await call('GET', '/.well-known/oauth-authorization-server');
    expect(server.body).toMatchObject({
      issuer: ORIGIN,
      authorization_endpoint: `${ORIGIN}/oauth/authorize`,
      token_endpoint: `${ORIGIN}/oauth/token`,
      registration_endpoint: `${ORIGIN}/oauth/register`,
      revocation_endpoint: expect.any(String),
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      scopes_supported: ['lookup', 'account:read'],
    });
  });
});

describe('registration', () => {
  it('drops grant types that are not there, and redirects that could not be sent to', async () => {
    const { status, body } = await register({
      grant_types: ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code'],
      response_types: ['code', 'token'],
      redirect_uris: [REDIRECT, 'evil://take', 'http://client.example/callback'],
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      grant_types: ['authorization_code'],
      response_types: ['code'],
      redirect_uris: [REDIRECT],
    });
    const only = await register({ grant_types: ['password'] });
    expect(only.body.grant_types).toEqual(['authorization_code', 'refresh_token']);
  });

  it.each([
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'vscode://publisher.extension/callback',
    'windsurf://oauth',
  ])('takes %s of an editor, exactly as it was registered', async (redirect_uri) => {
    const { consents, userId, organizationId } = await newAgent();
    const { status, body } = await register({ redirect_uris: [redirect_uri] });
    expect([status, body.redirect_uris]).toEqual([201, [redirect_uri]]);
    const request = await requestOf(body.client_id, { redirect_uri });
    const scheme = redirect_uri.split('//')[0];
    expect(await consents.read(request)).toMatchObject({
      kind: 'asked',
      asked: { redirectOrigin: expect.stringContaining(`${scheme}//`), isLoopback: true },
    });
    const who = {
      userId,
      organization: { id: organizationId, region: 'weur' as const },
      creditsPerDay: null,
    };
    const { to } = (await consents.allow(request, who)) as { to: string };
    expect(to.startsWith(`${redirect_uri}?`)).toBe(true);
    const code = new URL(to).searchParams.get('code') as string;
    const { client_id } = body;
    const exchange = { grant_type: 'authorization_code', client_id, code, redirect_uri };
    const { body: signedIn } = await token({ ...exchange, code_verifier: VERIFIER });
    expect((await phone(signedIn.access_token)).status).toBe(200);
    for (const other of [`${redirect_uri}/x`, `${redirect_uri}?x=1`, redirect_uri.toUpperCase()])
      expect((await consents.read(await requestOf(client_id, { redirect_uri: other }))).kind).toBe(
        'refused',
      );
  });

  it.each([
    [['evil://take'], 'its scheme is not https'],
    [['javascript:alert(1)'], 'its scheme is not https'],
    [['file:///etc/passwd'], 'its scheme is not https'],
    [['cursor://x/y#z'], 'it has a fragment'],
    [['https://user@client.example/callback'], 'it has a user name'],
    [['https://client.example/callback#'], 'it has a fragment'],
    [['data:,x'], 'its scheme is not https'],
    [['http://client.example/callback'], 'http is allowed for loopback addresses only'],
    [['nowhere'], 'it is not an absolute URI'],
    [[], 'at least one'],
    [[7], 'a list with at least one URI'],
    [undefined, 'a list with at least one URI'],
    ['https://client.example/callback', 'a list with at least one URI'],
  ])('refuses %j, alone, with the reason', async (redirect_uris, reason) => {
    const { status, body } = await register({ redirect_uris });
    expect([status, body.client_id, body.error]).toEqual([400, undefined, 'invalid_redirect_uri']);
    expect(body.error_description).toContain(reason);
  });

  it('sends nobody to a scheme that was registered before it was refused', async () => {
    const { consents, clientId } = await newAgent();
    await env.DB.prepare(
      `UPDATE oauth_records SET value = json_set(value, '$.redirectUris', json('["evil://take"]'))
       WHERE key = ?`,
    )
      .bind(`client:${clientId}`)
      .run();
    const request = await requestOf(clientId, { redirect_uri: 'evil://take' });
    expect((await consents.read(request)).kind).toBe('refused');
  });

  it.each([
    ['https://api.example', [], true],
    ['http://localhost:8787', [], false],
    ['http://localhost:8787', ['127.0.0.1:9999'], true],
  ] as const)('at %s with %j says %s of documents', async (at, allowHosts, wanted) => {
    const service = createAgents({
      ...{ db, clock, accounts, fetcher: {} as never, allowHosts: [...allowHosts] },
      ...{ publicUrl: undefined, log: () => undefined },
    });
    const [, routes] = service.routes({} as never);
    const context = { waitUntil: () => undefined, passThroughOnException: () => undefined };
    const path = `${at}/.well-known/oauth-authorization-server`;
    const reply = await routes.request(path, {}, {}, context as never);
    expect(await reply.json()).toMatchObject({ client_id_metadata_document_supported: wanted });
  });
});

describe('an agent that was let in', () => {
  it('reaches four paths and five tools, as the user, paid by the organization', async () => {
    const agent = await newAgent();
    const url = await agent.allow();
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ state: 'state-1', iss: ORIGIN });
    const { access_token, scope } = await signIn(agent);
    expect(scope).toBe('lookup account:read');
    const first = await phone(access_token);
    expect(first.body.data.metadata).toMatchObject({ credits_used: 1, credits_remaining: 999 });
    const mine = await phone(agent.owner);
    expect(mine.body.data.metadata).toMatchObject({ credits_used: 0, cache_hit: true });
    const account = await call('GET', '/v1/account', { token: access_token });
    expect(account.body.data).toMatchObject({
      user: { email: 'owner@example.com' },
      api_key: { id: '', total_lookups: null },
    });
    const { said } = await tool('confirm_connection', {}, { token: access_token });
    expect(said).toMatchObject({ signed_in_by: 'oauth', scopes: ['lookup', 'account:read'] });
    const listed = await rpc('tools/list', {}, { token: access_token });
    expect(listed.body.result.tools.map(({ name }: { name: string }) => name)).toEqual([
      ...['validate_phone', 'verify_email', 'ip_lookup', 'get_account', 'confirm_connection'],
    ]);
    for (const name of ['validate_phone', 'get_account'])
      expect(
        (await tool(name, { phone_number: '+14155552123' }, { token: access_token })).result
          .isError,
      ).toBeFalsy();
    const refused = { error: { code: 'INSUFFICIENT_SCOPE' } };
    for (const [name, args] of [
      ['bulk_verify', { type: 'phone_validation', inputs: ['+14155552123'] }],
      ['domain_age', { domain: 'example.com' }],
      ['find_lookups', { query: 'age of a domain' }],
      ['lookup', { name: 'phone', arguments: { phone_number: '+14155552123' } }],
    ] as const)
      expect((await tool(name, args, { token: access_token })).said).toMatchObject(refused);
    for (const [method, path] of [
      ['POST', '/v1/domain-age'],
      ['POST', '/v1/bulk/jobs'],
      ['GET', '/v1/bulk/jobs'],
      ['GET', '/v1/products'],
      ['GET', '/v1/number-monitors'],
      ['GET', '/v1/nowhere'],
    ] as const) {
      const { status, body } = await call(method, path, {
        token: access_token,
        body: method === 'POST' ? {} : undefined,
      });
      expect([path, status, body]).toMatchObject([path, 403, refused]);
    }
    const log = await call('GET', '/v1/requests?product=phone', { token: agent.owner });
    const seen = log.body.data.requests.map(({ path, key, credits }: LoggedEntry) => [
      ...[path, key.name, credits],
    ]);
    expect(seen).toEqual([
      ...[['/mcp', 'An agent', 0]],
      ...[['/v1/phone', 'live key', 0]],
      ...[['/v1/phone', 'An agent', 1]],
    ]);
  });

  it('is held to the scopes that were allowed', async () => {
    const agent = await newAgent();
    const { access_token } = await signIn(agent, { scope: 'account:read nonsense' });
    expect((await phone(access_token)).body.error.code).toBe('INSUFFICIENT_SCOPE');
    expect((await call('GET', '/v1/account', { token: access_token })).status).toBe(200);
  });

  it('stays when its client is let in on another machine, and is disconnected alone', async () => {
    const agent = await newAgent();
    const first = await signIn(agent);
    const second = await signIn(agent);
    for (const { access_token } of [first, second])
      expect((await phone(access_token)).status).toBe(200);
    expect((await agent.refresh(first.refresh_token)).status).toBe(200);
    const ports = { db, clock, accounts };
    const grants = (await readConnections({ ...agent, role: 'owner' }, ports)).map(
      (one) => one.grantId,
    );
    const grantId = first.refresh_token.split(':')[1] as string;
    expect(grants).toHaveLength(2);
    await endConnection({ organizationId: agent.organizationId, grantId }, ports);
    expect((await phone(first.access_token)).status).toBe(401);
    expect((await phone(second.access_token)).status).toBe(200);
  });

  it('is out with the next call once it is disconnected', async () => {
    const agent = await newAgent();
    const { access_token, refresh_token } = await signIn(agent);
    const ports = { db, clock, accounts };
    const [connection, ...others] = await readConnections({ ...agent, role: 'owner' }, ports);
    expect(others).toEqual([]);
    expect(connection).toMatchObject({ clientName: 'An agent', clientDomain: null });
    const grantId = connection?.grantId as string;
    const elsewhere = endConnection({ organizationId: 'org_other', grantId }, ports);
    await expect(elsewhere).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await phone(access_token)).status).toBe(200);
    await endConnection({ organizationId: agent.organizationId, grantId }, ports);
    expect((await phone(access_token)).body.error.code).toBe('UNAUTHORIZED');
    expect((await tool('get_account', {}, { token: access_token })).reply.status).toBe(401);
    expect((await agent.refresh(refresh_token)).body.error).toBe('invalid_grant');
    expect(await readConnections({ ...agent, role: 'owner' }, ports)).toEqual([]);
  });

  it('is out once it is disconnected, though it was refreshing its token at that moment', async () => {
    const agent = await newAgent();
    const { refresh_token } = await signIn(agent);
    const refreshed = (await agent.refresh(refresh_token)).body;
    const ports = { db, clock, accounts };
    const [connection] = await readConnections({ ...agent, role: 'owner' }, ports);
    const form = new URLSearchParams({
      ...{ grant_type: 'refresh_token', client_id: agent.clientId },
      refresh_token: refreshed.refresh_token,
    });
    const request = await openTokenRequest(`${form}`, ports as never);
    const asked = new Request(`${ORIGIN}/oauth/token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: request.body,
    });
    const reply = await authorizationServer(ORIGIN).fetch(
      asked,
      serverEnvironment(request.records),
      createExecutionContext(),
    );
    expect(reply.status).toBe(200);
    const { grantId } = connection as { grantId: string };
    await endConnection({ organizationId: agent.organizationId, grantId }, ports);
    const given = await request.finish(reply).catch((error: unknown) => {
      if (error instanceof StaleRecord) return null;
      throw error;
    });
    if (given === null) return;
    const { access_token } = (await given.json()) as { access_token: string };
    expect((await phone(access_token)).status).toBe(401);
  });

  describe('of a hundred at a time', () => {
    const full = { code: 'INPUT_LIMIT_EXCEEDED', message: expect.stringContaining('100') };
    const ports = { db, clock, accounts };
    const grantsOf = async (agent: Agent) =>
      (await readConnections({ ...agent, role: 'owner' }, ports)).map(({ grantId }) => grantId);

    const records = async ({ userId }: Agent) => {
      const rows = env.DB.prepare('SELECT count(*) AS n FROM oauth_records WHERE key LIKE ?');
      return (await rows.bind(`grant:${userId}:%`).first<{ n: number }>())?.n;
    };

    /** The last of so many agents that there is one place left. */
    async function lastButOne() {
      const agent = await newAgent();
      const token = await signIn(agent);
      for (let n = 0; n < QUOTAS.agents.ceiling.most - 2; n++)
        await accounts.claimQuota(agent.organizationId, {
          ...{ kind: 'agents', mode: 'live', id: `other ${n}` },
        });
      const who = { userId: agent.userId, organization: { id: agent.organizationId } } as never;
      /** Lets another client of the same user in. */
      const another = async () =>
        agent.consents.allow(await requestOf((await register()).body.client_id), who);
      return { agent, token, another };
    }

    it('is refused as one more, which leaves nothing and ends none', async () => {
      const { agent, token, another } = await lastButOne();
      await another();
      const before = await grantsOf(agent);
      expect(before).toHaveLength(2);
      const kept = await records(agent);
      await expect(another()).rejects.toMatchObject(full);
      // Nor does the same agent, let in anew, end what it has.
      await expect(agent.allow()).rejects.toMatchObject(full);
      expect(await grantsOf(agent)).toEqual(before);
      expect(await records(agent)).toBe(kept);
      expect((await phone(token.access_token)).status).toBe(200);
    });

    const ENDS: Readonly<
      Record<string, (agent: Agent, token: { refresh_token: string }) => Promise<unknown>>
    > = {
      'is disconnected': async (agent) => {
        const [grantId = ''] = await grantsOf(agent);
        await endConnection({ organizationId: agent.organizationId, grantId }, ports);
      },
      'gives its token back': ({ clientId }, { refresh_token }) =>
        token({ client_id: clientId, token: refresh_token }),
      'uses a token that was replaced': async (agent, { refresh_token }) => {
        await agent.refresh(refresh_token);
        await passMinute(agent);
        await agent.refresh(refresh_token);
      },
      'uses a code twice': async (agent) => {
        const code = await agent.code();
        await agent.exchange(code);
        await agent.exchange(code);
        await accounts.releaseQuota(agent.organizationId, { kind: 'agents', id: 'other 0' });
      },
    };

    it.each(Object.entries(ENDS))('gives its room to another once it %s', async (_, end) => {
      const { agent, token: given, another } = await lastButOne();
      await end(agent, given);
      await another();
      await another();
      await expect(agent.allow()).rejects.toMatchObject(full);
    });
  });

  it('is out with the next call once its user has left', async () => {
    const agent = await newAgent();
    const { access_token } = await signIn(agent);
    await accounts.removeMember(agent.organizationId, agent.userId);
    const { status, body } = await phone(access_token);
    expect([status, body.error.code]).toEqual([401, 'UNAUTHORIZED']);
    expect(body.error.message).toContain('member');
  });

  it.each([
    ['its user has left', (id: string, user: string) => accounts.removeMember(id, user)],
    ['its organization is closed', (id: string) => accounts.close(id)],
  ] as const)(
    'is given nothing new once %s, neither by a code nor by refreshing',
    async (_, end) => {
      const agent = await newAgent();
      const { access_token, refresh_token } = await signIn(agent);
      const code = await agent.code();
      await end(agent.organizationId, agent.userId);
      expect((await phone(access_token)).status).toBe(401);
      const ended = { status: 400, body: { error: 'invalid_grant' } };
      expect(await agent.refresh(refresh_token)).toMatchObject(ended);
      expect(await agent.exchange(code)).toMatchObject(ended);
      expect(await readConnections({ ...agent, role: 'owner' }, { db, clock })).toEqual([]);
    },
  );

  it('can give its token back', async () => {
    const agent = await newAgent();
    const { access_token, refresh_token } = await signIn(agent);
    const { body: metadata } = await call('GET', '/.well-known/oauth-authorization-server');
    const path = new URL(metadata.revocation_endpoint).pathname;
    const revoke = (fields: Record<string, string>) =>
      call('POST', path, {
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(fields).toString(),
      });
    const other = (await register()).body.client_id;
    await revoke({ client_id: other, token: refresh_token });
    expect((await phone(access_token)).status).toBe(200);
    expect((await revoke({ client_id: agent.clientId, token: refresh_token })).status).toBe(200);
    expect((await phone(access_token)).status).toBe(401);
  });
});

describe('an agent that refreshes', () => {
  it('may refresh many times at once: every call is served, and all get one successor', async () => {
    const agent = await newAgent();
    const first = await signIn(agent);
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => agent.refresh(first.refresh_token)),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const tokens = replies.map(({ body }) => body.refresh_token);
    expect(new Set(tokens).size).toBe(1);
    expect(tokens[0]).not.toBe(first.refresh_token);
    const access = replies.map(({ body }) => body.access_token);
    expect(new Set(access).size).toBe(8);
    for (const each of access) expect((await phone(each)).status).toBe(200);
    await passMinute(agent);
    const { status, body } = await agent.refresh(tokens[0]);
    expect(status).toBe(200);
    expect((await phone(body.access_token)).status).toBe(200);
  });

  it('may send the replaced token again within a minute, as where a reply was lost', async () => {
    const agent = await newAgent();
    const { refresh_token } = await signIn(agent);
    const lost = await agent.refresh(refresh_token);
    await passMinute(agent, 59_000);
    const again = await agent.refresh(refresh_token);
    expect([again.status, again.body.refresh_token]).toEqual([200, lost.body.refresh_token]);
    expect((await agent.refresh(again.body.refresh_token)).status).toBe(200);
  });

  it('may mix the replaced token and its successor within the minute: the successor stays', async () => {
    const agent = await newAgent();
    const first = await signIn(agent);
    const { body: second } = await agent.refresh(first.refresh_token);
    for (let time = 0; time < 8; time++) {
      const known = time % 2 ? first : second;
      const { status, body } = await agent.refresh(known.refresh_token);
      expect([status, body.refresh_token]).toEqual([200, second.refresh_token]);
      expect((await phone(body.access_token)).status).toBe(200);
    }
    await passMinute(agent);
    const { body: third } = await agent.refresh(second.refresh_token);
    expect(third.refresh_token).not.toBe(second.refresh_token);
    expect((await agent.refresh(second.refresh_token)).body.refresh_token).toBe(
      third.refresh_token,
    );
  });
});

describe('a client known by its document', () => {
  const ID = 'https://client.example/agent.json';
  const good = { client_id: ID, client_name: 'Published agent', redirect_uris: [REDIRECT] };

  /** A service that finds this at the address of every document. */
  const finding = (body: unknown, status = 200) => {
    const asked: string[] = [];
    const fetcher = {
      fetch: async (url: string, { maxRedirects }: { maxRedirects: number }) => {
        asked.push(`${url} ${maxRedirects}`);
        const reply = new Response(typeof body === 'string' ? body : JSON.stringify(body));
        return { url, status, headers: reply.headers, body: reply.body };
      },
    } as never;
    const service = createAgents({
      ...{ db, clock, accounts, fetcher, allowHosts: [] },
      ...{ publicUrl: undefined, log: () => undefined },
    });
    return { asked, service };
  };

  const reading = async (body: unknown, status = 200, address = '192.0.2.1') => {
    const { asked, service } = finding(body, status);
    await env.DB.exec(`DELETE FROM oauth_records WHERE key LIKE 'document:%'`);
    const consents = await service.consents();
    const result = await consents.read({ query: await queryOf(ID), origin: ORIGIN, address });
    return { result, asked };
  };

  it('is fetched for the consent page alone; a sign-in goes on without it', async () => {
    const { asked, service } = finding(good);
    const { userId, organizationId } = await newAgent();
    const consents = await service.consents();
    const request = { query: await queryOf(ID), origin: ORIGIN, address: '192.0.2.1' };
    const who = {
      userId,
      organization: { id: organizationId, region: 'weur' as const },
      creditsPerDay: null,
    };
    const allowed = await consents.allow(request, who);
    const code = new URL((allowed as { to: string }).to).searchParams.get('code') as string;
    await env.DB.exec(`DELETE FROM oauth_records WHERE key LIKE 'document:%'`);
    expect(asked).toHaveLength(1);
    const fields = { client_id: ID, redirect_uri: REDIRECT, code_verifier: VERIFIER };
    const elsewhere = { ...fields, redirect_uri: 'https://client.example/other' };
    const exchange = { grant_type: 'authorization_code', code };
    expect((await token({ ...exchange, ...elsewhere })).body.error).toBe('invalid_grant');
    const { body } = await token({ ...exchange, ...fields });
    expect((await phone(body.access_token)).status).toBe(200);
    const { refresh_token } = body;
    const renewed = await token({ grant_type: 'refresh_token', client_id: ID, refresh_token });
    expect(renewed.status).toBe(200);
    const next = { client_id: ID, refresh_token: renewed.body.refresh_token };
    const parallel = await Promise.all(
      Array.from({ length: 6 }, () => token({ grant_type: 'refresh_token', ...next })),
    );
    expect(parallel.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(new Set(parallel.map(({ body: { refresh_token: each } }) => each)).size).toBe(1);
    const other = { client_id: `${ID}2`, refresh_token: renewed.body.refresh_token };
    const refused = await token({ grant_type: 'refresh_token', ...other });
    expect([refused.status, refused.body.error]).toEqual([401, 'invalid_client']);
  });

  it('is fetched for nobody who has not signed in', async () => {
    const asked: string[] = [];
    const { fetcher } = appServices.pipeline.world.outbound;
    const spy = vi.spyOn(fetcher, 'fetch').mockImplementation(async (url) => {
      asked.push(url);
      throw new Error('not reached');
    });
    for (let client = 0; client < 5; client++) {
      const client_id = `https://flood.example/${client}.json`;
      for (const fields of [
        { grant_type: 'refresh_token', refresh_token: 'user:grant:secret' },
        { grant_type: 'authorization_code', code: 'user:grant:secret', redirect_uri: REDIRECT },
        { token: 'user:grant:secret' },
      ]) {
        const { status, body } = await token({ client_id, ...(fields as Record<string, string>) });
        expect([status, body.error]).toEqual([401, 'invalid_client']);
      }
      const path = `/oauth/authorize${await queryOf(client_id)}`;
      const page = await send(path, { redirect: 'manual' });
      expect(page.headers.get('Location') ?? '').toContain('/app/sign-in');
    }
    expect(asked).toEqual([]);
    spy.mockRestore();
    const kept = `SELECT count(*) AS n FROM oauth_records WHERE key LIKE '%flood.example%'`;
    expect((await env.DB.prepare(kept).first())?.n).toBe(0);
  });

  it('is fetched so often an hour from an address, a /48 and everywhere', async () => {
    await emptyWindows();
    await reading(good, 200, '2001:db8:5:1::1');
    for (const [kind, full, address] of [
      ['address', ADDRESS_LIMITS['agent document'].most, '2001:db8:5:1::2'],
      ['site', 4 * ADDRESS_LIMITS['agent document'].most, '2001:db8:5:2::1'],
      ['all', ADDRESS_LIMITS['agent document'].ofAll, '192.0.2.55'],
    ] as const) {
      await fill(`agent document by ${kind}`, full);
      const { result, asked } = await reading(good, 200, address);
      expect(result, kind).toMatchObject({
        kind: 'refused',
        retryAfterSeconds: expect.any(Number),
      });
      expect(asked).toEqual([]);
      await fill(`agent document by ${kind}`, 1);
    }
    await emptyWindows();
  });

  it('is fetched guarded, following nothing, and named by its domain', async () => {
    const { result, asked } = await reading(good);
    expect(result).toMatchObject({
      kind: 'asked',
      asked: { clientName: 'Published agent', clientDomain: 'client.example' },
    });
    expect(asked).toEqual([`${ID} 0`]);
  });

  it.each([
    'https://client.example/',
    'http://client.example/agent.json',
    'https://user@client.example/agent.json',
    'https://client.example/agent.json#part',
    'https://client.example/a/../agent.json',
    `https://client.example/${'a'.repeat(2_100)}`,
  ])('is not looked for at %s', async (address) => {
    const { asked, service } = finding({ ...good, client_id: address });
    const consents = await service.consents();
    const query = await queryOf(address);
    const result = await consents.read({ query, origin: ORIGIN, address: '192.0.2.1' });
    expect([result.kind, asked]).toEqual(['refused', []]);
  });

  it.each([
    ['of another address', { ...good, client_id: `${ID}2` }, 200],
    ['without a name', { ...good, client_name: ' ' }, 200],
    ['without this redirect', { ...good, redirect_uris: ['https://other.example/'] }, 200],
    ['with a secret', { ...good, client_secret: 'x' }, 200],
    ['that signs its requests', { ...good, token_endpoint_auth_method: 'private_key_jwt' }, 200],
    ['that is no JSON', 'hello', 200],
    ['that is not there', good, 404],
  ])('is nobody by a document %s', async (_, body, status) => {
    expect((await reading(body, status)).result.kind).toBe('refused');
  });
});

describe('the records', () => {
  it('are written by one of two who have read the same, and end when they said', async () => {
    let now = 1_000_000;
    const open = () => createOAuthRecords(db, () => now);
    const [first, second, third] = [open(), open(), open()];
    await first.put('grant:u:g', '1', { expirationTtl: 60 });
    for (const records of [second, third]) expect(await records.get('grant:u:g')).toBe(1);
    await second.put('grant:u:g', '2', { expirationTtl: 60 });
    await expect(third.put('grant:u:g', '3')).rejects.toThrow(StaleRecord);
    await expect(third.delete('grant:u:g')).rejects.toThrow(StaleRecord);
    expect(await open().get('grant:u:g')).toBe(2);
    const listed = await open().list({ prefix: 'grant:u:' });
    expect(listed).toMatchObject({ keys: [{ name: 'grant:u:g' }], list_complete: true });
    now += 60_000;
    const [late, later] = [open(), open()];
    for (const records of [late, later]) expect(await records.get('grant:u:g')).toBeNull();
    expect((await open().list({ prefix: 'grant:u:' })).keys).toEqual([]);
    await late.put('grant:u:g', '4');
    await expect(later.put('grant:u:g', '5')).rejects.toThrow(StaleRecord);
  });
});

describe('an attacker', () => {
  it('gets no token for a code without its verifier, redirect, client or resource', async () => {
    const agent = await newAgent();
    const code = await agent.code();
    const other = (await register({ redirect_uris: ['https://other.example/'] })).body.client_id;
    for (const fields of [
      { code_verifier: `${VERIFIER}x` },
      { code_verifier: '' },
      { redirect_uri: 'https://evil.example/callback' },
      { redirect_uri: `${REDIRECT}?x=1` },
      { client_id: other },
      { client_id: 'nobody' },
      { resource: 'https://elsewhere.example/mcp' },
      { code: `${code}x` },
      { grant_type: 'password' },
    ]) {
      const { status, body } = await agent.exchange(code, fields as never);
      expect([400, 401], JSON.stringify(fields)).toContain(status);
      expect(body.access_token, JSON.stringify(fields)).toBeUndefined();
    }
    expect((await agent.exchange(code)).status).toBe(200);
  });

  it('ends the sign-in by using a code twice', async () => {
    const agent = await newAgent();
    const code = await agent.code();
    const { body } = await agent.exchange(code);
    expect((await phone(body.access_token)).status).toBe(200);
    expect((await agent.exchange(code)).body.error).toBe('invalid_grant');
    expect((await phone(body.access_token)).status).toBe(401);
  });

  it('gets one token at most by using a code many times at once', async () => {
    const agent = await newAgent();
    const code = await agent.code();
    const replies = await Promise.all(Array.from({ length: 8 }, () => agent.exchange(code)));
    expect(replies.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    expect(new Set(replies.map(({ status }) => status)).has(500)).toBe(false);
  });

  it('ends the sign-in by using a replaced refresh token after its minute', async () => {
    const agent = await newAgent();
    const first = await signIn(agent);
    const { body: second } = await agent.refresh(first.refresh_token);
    await passMinute(agent);
    expect((await phone(second.access_token)).status).toBe(200);
    expect((await agent.refresh(first.refresh_token)).body.error).toBe('invalid_grant');
    expect((await phone(second.access_token)).status).toBe(401);
    expect((await agent.refresh(second.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('ends the sign-in by using any refresh token of its family, however old', async () => {
    for (const stolen of [0, 1, 2]) {
      const agent = await newAgent();
      const family = [(await signIn(agent)).refresh_token];
      for (let time = 0; time < 4; time++) {
        family.push((await agent.refresh(family.at(-1) as string)).body.refresh_token);
        await passMinute(agent);
      }
      const { body: last } = await agent.refresh(family.at(-1) as string);
      expect((await phone(last.access_token)).status).toBe(200);
      expect((await agent.refresh(family[stolen] as string)).body.error).toBe('invalid_grant');
      expect((await phone(last.access_token)).status, `token ${stolen}`).toBe(401);
      expect((await agent.refresh(last.refresh_token)).body.error).toBe('invalid_grant');
    }
  });

  it('ends nothing by a refresh token that was never issued', async () => {
    const agent = await newAgent();
    const { access_token, refresh_token } = await signIn(agent);
    const [bare, tag] = refresh_token.split('.') as [string, string];
    const made = `${bare.slice(0, -4)}abcd`;
    for (const forged of [made, `${made}.${tag}`, `${bare}x.${tag}`, `${bare}.${tag}.${tag}`])
      expect((await agent.refresh(forged)).body.error, forged).toBe('invalid_grant');
    expect((await phone(access_token)).status).toBe(200);
    expect((await agent.refresh(refresh_token)).status).toBe(200);
  });

  it('refreshes one sign-in 600 times an hour, and no more', async () => {
    const agent = await newAgent();
    const { refresh_token } = await signIn(agent);
    const grantId = refresh_token.split(':')[1] as string;
    await limitAttempts('refresh by grant', grantId, { db, clock });
    await fill('refresh by grant', 600);
    const { status, headers, body } = await agent.refresh(refresh_token);
    expect([status, body.error]).toEqual([429, 'temporarily_unavailable']);
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
  });

  it('cannot refresh for another client, or widen what was allowed', async () => {
    const agent = await newAgent();
    const { refresh_token } = await signIn(agent, { scope: 'account:read' });
    const other = (await register()).body.client_id;
    const stolen = await agent.refresh(refresh_token, { client_id: other });
    expect(stolen.body.access_token).toBeUndefined();
    const wider = await agent.refresh(refresh_token, { scope: 'account:read lookup' });
    expect(wider.body.scope ?? '').not.toContain('lookup');
  });

  it('is never sent anywhere by a request whose client or redirect is not known', async () => {
    const { consents, clientId } = await newAgent();
    for (const fields of [
      { client_id: 'nobody' },
      { redirect_uri: 'https://evil.example/' },
      { redirect_uri: `${REDIRECT}/deeper` },
      { redirect_uri: null },
      { client_id: 'https://169.254.169.254/client.json' },
      { client_id: 'http://client.example/client.json' },
    ]) {
      const reading = await consents.read(await requestOf(clientId, fields));
      expect(reading.kind, JSON.stringify(fields)).toBe('refused');
    }
  });

  it('says what is wrong with a request, and what to do, in words of this service', async () => {
    const { consents, clientId } = await newAgent();
    const told = async (fields: Record<string, string | null>) => {
      const reading = await consents.read(await requestOf(clientId, fields));
      if (reading.kind === 'refused') return reading.message;
      const { why, to } = reading as Extract<typeof reading, { kind: 'failed' }>;
      expect(new URL(to).searchParams.get('error_description')).toBe(why);
      return why;
    };
    const unknown = expect.stringMatching(/does not know the agent.*connect it again/);
    expect(await told({ client_id: null })).toEqual(unknown);
    expect(await told({ client_id: 'unknown' })).toEqual(unknown);
    const document = 'https://169.254.169.254/client.json';
    expect(await told({ client_id: document })).toContain('169.254.169.254 cannot be read');
    for (const redirect_uri of [null, 'https://elsewhere.example/', 'javascript:alert(1)'])
      expect(await told({ redirect_uri })).toMatch(/an address that it has not registered.*maker/);
    expect(await told({ response_type: null })).toContain('response_type=code');
    expect(await told({ response_type: 'token' })).toContain('response_type=code');
    expect(await told({ code_challenge: null, code_challenge_method: null })).toContain('PKCE');
    expect(await told({ code_challenge_method: 'plain' })).toContain('PKCE');
    expect(await told({ scope: 'admin' })).toContain('lookup and account:read');
    expect(await told({ resource: 'https://elsewhere.example/mcp' })).toContain(`${ORIGIN}/mcp`);
  });

  it('sends nobody anywhere by asking for what is not offered: a page names the client', async () => {
    const { consents, clientId } = await newAgent();
    const who = {
      userId: 'user_x',
      organization: { id: 'org_x', region: 'weur' as const },
      creditsPerDay: null,
    };
    for (const [fields, error] of [
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ code_challenge: null, code_challenge_method: null }, 'invalid_request'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
      [{ scope: 'admin' }, 'invalid_scope'],
    ] as const) {
      const request = await requestOf(clientId, fields);
      for (const reading of [
        await consents.read(request),
        await consents.deny(request),
        await consents.allow(request, who),
      ]) {
        expect(reading, JSON.stringify(fields)).toMatchObject({
          kind: 'failed',
          client: { clientName: 'An agent', redirectOrigin: 'https://client.example' },
        });
        const to = new URL((reading as { to: string }).to);
        expect(to.origin + to.pathname).toBe(REDIRECT);
        expect(Object.fromEntries(to.searchParams)).toMatchObject({
          error,
          state: 'state-1',
          iss: ORIGIN,
        });
      }
    }
  });

  it('cannot leave out the challenge with a secret in its place', async () => {
    const { consents } = await newAgent();
    const secret = { token_endpoint_auth_method: 'client_secret_basic' };
    const { client_id } = (await register(secret)).body;
    const fields = { code_challenge: null, code_challenge_method: null };
    const reading = await consents.read(await requestOf(client_id, fields));
    expect((reading as { to: string }).to).toContain('error=invalid_request');
  });

  const registerFrom = (address: string) =>
    call('POST', '/oauth/register', {
      body: { client_name: 'x', redirect_uris: [REDIRECT] },
      headers: { 'CF-Connecting-IP': address },
    });

  it('registers fifty clients an hour from one address, and no more', async () => {
    await emptyWindows();
    const replies = await Promise.all(Array.from({ length: 51 }, () => registerFrom('192.0.2.9')));
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused.length).toBe(1);
    expect(Number(refused[0]?.headers.get('Retry-After'))).toBeGreaterThan(0);
  });

  it('registers no more from a whole /48 than four addresses may, nor than all may', async () => {
    await emptyWindows();
    expect((await registerFrom('2001:db8:1:1::1')).status).toBe(201);
    await fill('agent registration by site', 200);
    expect((await registerFrom('2001:db8:1:2::1')).status).toBe(429);
    expect((await registerFrom('2001:db8:2:2::1')).status).toBe(201);
    await fill('agent registration by all', ADDRESS_LIMITS['agent registration'].ofAll);
    expect((await registerFrom('192.0.2.77')).status).toBe(429);
    const rows = env.DB.prepare(`SELECT kind FROM attempts WHERE kind LIKE '%by address'`);
    // What is refused by a wider window leaves no row of its own.
    expect((await rows.all()).results.length).toBe(2);
    await emptyWindows();
  });

  it('fills the database with nothing: what it registers ends before more can be made', async () => {
    const { client_id } = (await register()).body;
    const left = async () => {
      const row = env.DB.prepare('SELECT expires_at FROM oauth_records WHERE key = ?');
      const { expires_at } = (await row.bind(`client:${client_id}`).first()) as {
        expires_at: number;
      };
      return expires_at - Date.now();
    };
    expect(await left()).toBeLessThanOrEqual(UNUSED_SECONDS * 1_000);
    const { consents, userId, organizationId } = await newAgent();
    const who = {
      userId,
      organization: { id: organizationId, region: 'weur' as const },
      creditsPerDay: null,
    };
    await consents.allow(await requestOf(client_id), who);
    expect(await left()).toBeGreaterThan((CLIENT_SECONDS - 60) * 1_000);
    const large = { client_name: 'x', redirect_uris: [REDIRECT], contacts: ['x'.repeat(5_200)] };
    expect((await register(large)).status).toBe(413);
    const hourly =
      ADDRESS_LIMITS['agent registration'].ofAll + ADDRESS_LIMITS['agent document'].ofAll;
    // Windows are not aligned with cron's hours.
    expect(MAX_PURGED_ROWS).toBeGreaterThan(2 * hourly);
    const now = clock.now();
    const many = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 6000)`;
    const rows = `SELECT 'document:' || i, '{}', 1, 1 FROM n`;
    const into = 'INSERT INTO oauth_records (key, value, version, expires_at)';
    await env.DB.prepare(`${into} ${many} ${rows}`).run();
    await agents.purge();
    const ended = env.DB.prepare('SELECT count(*) AS n FROM oauth_records WHERE expires_at <= ?');
    expect((await ended.bind(now).first())?.n).toBe(0);
  });

  it('registers nothing that leads into scripts, secrets or nowhere', async () => {
    for (const fields of [
      { redirect_uris: ['javascript:alert(1)'] },
      { redirect_uris: ['http://client.example/callback'] },
      { redirect_uris: [] },
      { client_name: 'x'.repeat(20_000) },
      { client_name: ['An agent'] },
    ])
      expect(
        (await register(fields)).status,
        JSON.stringify(fields).slice(0, 80),
      ).toBeGreaterThanOrEqual(400);
  });

  it('sends no more than a form to where tokens are given', async () => {
    const body = `grant_type=refresh_token&refresh_token=${'x'.repeat(17_000)}`;
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const reply = await send('/oauth/token', { method: 'POST', headers, body });
    expect([reply.status, await reply.json()]).toMatchObject([413, { error: 'invalid_request' }]);
  });
});
