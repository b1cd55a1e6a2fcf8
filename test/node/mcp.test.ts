import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as EarlierTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CookieBrowser } from '../support/cookie-browser.ts';
import { callService, DevService, freePort } from './dev-service.ts';

const REDIRECT = 'http://localhost:9/callback';
const NUMBER = { phone_number: '+16502530000' };

let port: number;
let stateDir: string;
let service: DevService;
let origin: string;

beforeAll(async () => {
  port = await freePort();
  origin = `http://localhost:${port}`;
  stateDir = mkdtempSync(join(tmpdir(), 'lookup-mcp-'));
  service = new DevService({ PORT: String(port), STATE_DIR: stateDir });
  await service.ready();
});
afterAll(async () => {
  await service.stop();
  rmSync(stateDir, { recursive: true, force: true });
});

/** What a client keeps of its sign-in; the person decides at a browser. */
function memory() {
  const kept = new Map<string, unknown>();
  let asked: URL | undefined;
  const provider = {
    redirectUrl: REDIRECT,
    clientMetadata: {
      client_name: 'Official client',
      redirect_uris: [REDIRECT],
      token_endpoint_auth_method: 'none',
    },
    state: () => 'state-of-the-client',
    clientInformation: () => kept.get('client') as never,
    saveClientInformation: (client: unknown) => void kept.set('client', client),
    tokens: () => kept.get('tokens') as never,
    saveTokens: (tokens: unknown) => void kept.set('tokens', tokens),
    redirectToAuthorization: (url: URL) => {
      asked = url;
    },
    saveCodeVerifier: (verifier: string) => void kept.set('verifier', verifier),
    codeVerifier: () => kept.get('verifier') as string,
  };
  return { provider, kept, asked: () => asked as URL };
}

const address = (query = '') => new URL(`${origin}/mcp${query}`);

const newerIn = (mode: 'legacy' | { pin: string }) => (options: object, query?: string) => ({
  client: new Client({ name: 'newer', version: '1' }, { versionNegotiation: { mode } }),
  open: () => new StreamableHTTPClientTransport(address(query), options),
});
const newer = newerIn({ pin: '2026-07-28' });
const earlier = (options: object, query?: string) => ({
  client: new EarlierClient({ name: 'earlier', version: '1' }),
  open: () => new EarlierTransport(address(query), options),
});
const CLIENTS = [
  ['newer', newer, '+16502530001'],
  ['newer, in the earlier era', newerIn('legacy'), '+16502530003'],
  ['earlier', earlier, '+16502530002'],
] as const;

const withKey = (key: string | undefined) => ({
  requestInit: { headers: { Authorization: `Bearer ${key}` } },
});

// biome-ignore lint/suspicious/noExplicitAny: two clients with types of their own
const said = (result: any) => JSON.parse(result.content[0].text);

async function owner(): Promise<CookieBrowser> {
  const browser = new CookieBrowser(origin);
  await browser.signIn('owner@example.com', 'demo-password-1');
  return browser;
}

/** Signs a client in at the browser. */
async function signedIn(make: typeof newer | typeof earlier) {
  const { provider, kept, asked } = memory();
  const { client, open } = make({ authProvider: provider });
  const first = open();
  await expect(client.connect(first as never)).rejects.toThrow();
  const to = await (await owner()).decide(asked().href, 'allow');
  expect(`${to.origin}${to.pathname}`).toBe(REDIRECT);
  expect(to.searchParams.get('state')).toBe('state-of-the-client');
  const code = to.searchParams.get('code') as string;
  // The earlier one does not look at the issuer (RFC 9207).
  await (first as StreamableHTTPClientTransport).finishAuth(code, origin);
  await client.connect(open() as never);
  return { client, kept };
}

describe.each(CLIENTS)('the %s official client', (_, make, fresh) => {
  it('lists and calls tools with an API key: prices, cache and errors are those of HTTP', async () => {
    const [, token] = service.keys;
    const { client, open } = make(withKey(token));
    await client.connect(open() as never);
    const { tools } = await client.listTools();
    expect(tools[0]).toMatchObject({ name: 'validate_phone', annotations: { readOnlyHint: true } });
    const number = { phone_number: fresh };
    const page = readFileSync('docs/agents.md', 'utf8');
    const shown = [...page.matchAll(/^\| `(\w+)` \| [A-Z].* \| [\da-z]/gm)].map(
      (match) => match[1],
    );
    expect(shown).toEqual(tools.map((each) => each.name));
    const found = said(
      await client.callTool({ name: 'find_lookups', arguments: { query: 'age of a domain' } }),
    );
    expect(found.lookups[0].name).toBe('domain_age');
    const result = await client.callTool({ name: 'validate_phone', arguments: number });
    expect(result.structuredContent).toEqual(said(result));
    expect(said(result).metadata).toMatchObject({ credits_used: 1, cache_hit: false });
    const http = await callService(port, '/v1/phone', { token, body: number });
    expect(http.body.data.metadata).toMatchObject({ credits_used: 0, cache_hit: true });
    expect(http.body.data.classification).toEqual(said(result).classification);
    const refused = await client.callTool({ name: 'validate_phone', arguments: {} });
    const { body } = await callService(port, '/v1/phone', { token, body: {} });
    expect(refused.isError).toBe(true);
    expect({ ...said(refused).error, request_id: '' }).toEqual({ ...body.error, request_id: '' });
    await client.close();
  });

  it('checks every answer by its schema, where the address asks for schemas', async () => {
    const [, token] = service.keys;
    const { client, open } = make(withKey(token), '?tools=all&output_schemas=1');
    await client.connect(open() as never);
    const { tools } = await client.listTools();
    expect(tools.length).toBeGreaterThan(40);
    const result = await client.callTool({ name: 'validate_phone', arguments: NUMBER });
    expect(result.isError).toBeFalsy();
    await client.close();
  });

  it('signs in by the address alone, and is out once it is disconnected', async () => {
    const { client, kept } = await signedIn(make);
    const { tools } = await client.listTools();
    expect(tools.map((each) => each.name)).toHaveLength(5);
    const who = said(await client.callTool({ name: 'confirm_connection', arguments: {} }));
    expect(who).toMatchObject({ signed_in_by: 'oauth', user: { email: 'owner@example.com' } });
    const result = await client.callTool({ name: 'validate_phone', arguments: NUMBER });
    expect(said(result).request.input).toBe('+16502530000');
    const { access_token: token } = kept.get('tokens') as { access_token: string };
    const beyond = await callService(port, '/v1/domain-age', { token, body: { domain: 'x.com' } });
    expect([beyond.status, beyond.body.error.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);

    const browser = await owner();
    const page = await browser.visit('/app/connections');
    expect(page.text).toContain('Official client');
    const ended = await browser.submitForm(page, '/app/connections/', {});
    expect(ended.status).toBe(303);
    expect((await callService(port, '/v1/phone', { token, body: NUMBER })).status).toBe(401);
    await expect(client.callTool({ name: 'validate_phone', arguments: NUMBER })).rejects.toThrow();
    await client.close();
  });
});

describe('the consent page', () => {
  async function ask(fields: Record<string, string> = {}): Promise<string> {
    const registered = await callService(port, '/oauth/register', {
      body: {
        client_name: '<b>Bold</b> & "agent"',
        redirect_uris: [REDIRECT],
        token_endpoint_auth_method: 'none',
      },
    });
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: registered.body.client_id,
      redirect_uri: REDIRECT,
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
      state: 's',
      ...fields,
    });
    return `/oauth/authorize?${query}`;
  }

  it('names client, organization, scopes and where it goes, after signing in', async () => {
    const path = await ask();
    const stranger = await new CookieBrowser(origin).open(path);
    expect(stranger.status).toBe(303);
    const signIn = new URL(stranger.location as string, origin);
    expect(signIn.pathname).toBe('/app/sign-in');
    const browser = new CookieBrowser(origin);
    const form = await browser.open(signIn.pathname + signIn.search);
    const credentials = { email: 'owner@example.com', password: 'demo-password-1' };
    const back = await browser.submitForm(form, '/app/sign-in', credentials);
    const reply = await browser.visit(back.location as string);
    const page = reply.text;
    expect(page).toContain('&lt;b&gt;Bold&lt;/b&gt; &amp; &quot;agent&quot;');
    for (const words of ['Demo organization', 'lookup', 'account:read', 'http://localhost:9'])
      expect(page).toContain(words);
    expect(page).toMatch(/<button[^>]*>Allow</);
    expect(page).toMatch(/<button[^>]*>Deny</);
    const policy = reply.headers.get('Content-Security-Policy');
    expect(policy).toContain("form-action 'self' http://localhost:9");
    expect(policy).toContain("frame-ancestors 'none'");
  });

  it('sends a refusal back to the client', async () => {
    const to = await (await owner()).decide(`${origin}${await ask()}`, 'deny');
    expect(Object.fromEntries(to.searchParams)).toMatchObject({
      error: 'access_denied',
      state: 's',
      iss: origin,
    });
    expect(to.searchParams.has('code')).toBe(false);
  });

  it('cannot be answered by another site, another person, or for another organization', async () => {
    const browser = await owner();
    const path = await ask();
    const page = await browser.visit(path);
    const allow = { decision: 'allow' };
    const forged = [
      await browser.submitForm(page, '/oauth/authorize', allow, { Origin: 'https://evil.example' }),
      await browser.submitForm(page, '/oauth/authorize', allow, { 'Sec-Fetch-Site': 'cross-site' }),
      await browser.submitForm(page, '/oauth/authorize', { ...allow, form_token: 'x' }),
      await browser.submitForm(page, '/oauth/authorize', { ...allow, organization: 'org_other' }),
    ];
    const teammate = new CookieBrowser(origin);
    await teammate.signIn('teammate@example.com', 'demo-password-1');
    forged.push(await teammate.submitForm(page, '/oauth/authorize', allow));
    for (const { status, headers } of forged) {
      expect(status).toBe(403);
      expect(headers.get('Location')).toBeNull();
    }
    expect((await browser.submitForm(page, '/oauth/authorize', allow)).status).toBe(302);
  });

  it('leads nowhere for a client or an address that is not known', async () => {
    const browser = await owner();
    for (const fields of [{ client_id: 'nobody' }, { redirect_uri: 'https://evil.example/' }]) {
      const reply = await browser.visit(await ask(fields as never));
      expect(reply.status).toBe(400);
      expect(reply.headers.get('Location')).toBeNull();
    }
  });
});
