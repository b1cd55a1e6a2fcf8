import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { freePort } from '../../test/node/dev-service.ts';
import type { CookieBrowser } from '../../test/support/cookie-browser.ts';

// Third-party programs, started as by their users, against a running service. Each check throws on
// failure. `npm ci --prefix scripts/conformance` installs them.

const modules = resolve('scripts/conformance/node_modules');

export interface RunningService {
  origin: string;
  liveKey: string;
  testKey: string;
  /** Browser of a signed-in owner. */
  browser: CookieBrowser;
  /** Temporary folder. */
  dir: string;
  /** State folder of the service. */
  stateDir: string;
}

/** Concurrent calls with an expired token, each of which triggers a refresh. */
const PARALLEL_CALLS = 16;
const NUMBER = { phone_number: '+16502530000' };

/** Output of a program. @throws Error with the output if the program fails */
async function run(file: string, args: readonly string[], dir: string): Promise<string> {
  const child = spawn(process.execPath, [join(modules, file), ...args], { cwd: dir });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${file} ended with ${code}:\n${output.slice(-4_000)}`);
  return output;
}

/**
 * The inspector's strict mode: no listed schema has an error, and no input schema a warning. (It
 * warns of every nullable field of an answer.)
 */
export async function checkInspector({ origin, liveKey, dir }: RunningService): Promise<void> {
  const cli = '@modelcontextprotocol/inspector/clients/launcher/build/index.js';
  const header = ['--header', `Authorization: Bearer ${liveKey}`];
  for (const query of ['', '?tools=all', '?tools=all&output_schemas=1']) {
    const call = ['--method', 'tools/list', '--strict'];
    const target = [`${origin}/mcp${query}`, '--transport', 'http'];
    const output = await run(cli, ['--cli', ...target, ...call, ...header], dir);
    if (!query.includes('output_schemas') && /\b[1-9]\d* (?:error|warning)/.test(output))
      throw new Error(output.slice(-4_000));
  }
}

/** Webhook URL of the examples, which cannot be resolved without a network. */
const EXAMPLE_HOOK = /"https:\/\/[^"]*hook[^"]*"/g;

/** Sends every request of the Postman collection with a test key; none may fail. */
export async function checkPostman({ origin, testKey, dir }: RunningService): Promise<void> {
  // biome-ignore lint/suspicious/noExplicitAny: the collection's format is not ours
  const collection: any = await (await fetch(`${origin}/postman.json`)).json();
  const hooks = createServer((_, reply) => reply.end()).listen(0, '127.0.0.1');
  await once(hooks, 'listening');
  const { port } = hooks.address() as AddressInfo;
  const local = JSON.stringify(`http://localhost:${port}/`);
  for (const { item } of collection.item)
    for (const { request } of item)
      if (request.body) request.body.raw = request.body.raw.replace(EXAMPLE_HOOK, local);
  const script = [
    'pm.test("is answered", () => {',
    '  pm.expect(pm.response.code).to.be.below(500);',
    '  pm.expect([401, 405, 415]).to.not.include(pm.response.code);',
    '  if (pm.response.code >= 400) pm.expect(pm.response.json().error.code).to.be.a("string");',
    '});',
  ];
  collection.event = [{ listen: 'test', script: { type: 'text/javascript', exec: script } }];
  const file = join(dir, 'postman.json');
  writeFileSync(file, JSON.stringify(collection));
  const options = ['--env-var', `api_key=${testKey}`, '--reporters', 'cli', '--color', 'off'];
  try {
    await run('newman/bin/newman.js', ['run', file, ...options], dir);
  } finally {
    hooks.close();
  }
}

/** In-memory store of a client's OAuth state. */
function signInStore(redirectUrl: string) {
  const kept = new Map<string, unknown>();
  let authorizationUrl = '';
  const provider = {
    redirectUrl,
    clientMetadata: {
      client_name: 'AI SDK',
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    isClientInformationDynamicallyRegistered: () => true,
    clientInformation: () => kept.get('client'),
    saveClientInformation: (client: unknown) => void kept.set('client', client),
    authorizationServerInformation: () => kept.get('server'),
    saveAuthorizationServerInformation: (server: unknown) => void kept.set('server', server),
    tokens: () => kept.get('tokens'),
    saveTokens: (tokens: unknown) => void kept.set('tokens', tokens),
    redirectToAuthorization: (url: URL) => {
      authorizationUrl = url.href;
    },
    saveCodeVerifier: (verifier: string) => void kept.set('verifier', verifier),
    codeVerifier: () => kept.get('verifier'),
    state: () => 'state-of-the-client',
    saveState: (state: string) => void kept.set('state', state),
    storedState: () => kept.get('state'),
  };
  return { provider, authorizationUrl: () => authorizationUrl };
}

interface AiSdk {
  auth(provider: unknown, options: object): Promise<string>;
  createMCPClient(config: object): Promise<{
    tools(): Promise<Record<string, { execute(args: object, options: object): Promise<unknown> }>>;
    close(): Promise<void>;
  }>;
}

/** Expires all access tokens in the service's database. */
function expireTokens(stateDir: string): void {
  let expired = 0;
  for (const name of readdirSync(stateDir, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.sqlite')) continue;
    const database = new DatabaseSync(join(stateDir, name), { timeout: 5_000 });
    const table = "SELECT 1 FROM sqlite_master WHERE name = 'oauth_records'";
    const expire = "UPDATE oauth_records SET expires_at = 1 WHERE key LIKE 'token:%'";
    if (database.prepare(table).get()) expired += Number(database.prepare(expire).run().changes);
    database.close();
  }
  if (expired === 0) throw new Error('the service has no access token that could expire');
}

/** The AI SDK signs in, calls, and makes concurrent calls with an expired token. */
export async function checkAiSdk({ origin, browser, stateDir }: RunningService): Promise<void> {
  const entry = pathToFileURL(join(modules, '@ai-sdk/mcp/dist/index.js')).href;
  const { auth, createMCPClient } = (await import(entry)) as AiSdk;
  const { provider, authorizationUrl } = signInStore('http://localhost:9/callback');
  const serverUrl = `${origin}/mcp`;
  const began = await auth(provider, { serverUrl });
  if (began !== 'REDIRECT') throw new Error(`the AI SDK began by ${began}`);
  const to = await browser.decide(authorizationUrl(), 'allow');
  const { code, state, iss } = Object.fromEntries(to.searchParams);
  const back = { authorizationCode: code, callbackState: state, issuer: iss, iss };
  await auth(provider, { serverUrl, ...back });
  const transport = { type: 'http', url: serverUrl, authProvider: provider };
  const client = await createMCPClient({ transport });
  const { validate_phone: phone } = await client.tools();
  if (!phone) throw new Error('the AI SDK lists no validate_phone');
  const call = async () => {
    const result = await phone.execute(NUMBER, { toolCallId: '1', messages: [] });
    if ((result as { isError?: boolean }).isError) throw new Error(JSON.stringify(result));
  };
  await call();
  expireTokens(stateDir);
  await Promise.all(Array.from({ length: PARALLEL_CALLS }, call));
  await call();
  await client.close();
}

/** JSON-RPC over standard input and output. */
function overStdio(child: ChildProcess) {
  const waiting = new Map<number, (message: { error?: unknown; result?: unknown }) => void>();
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
    const message = JSON.parse(line);
    waiting.get(message.id)?.(message);
  });
  let id = 0;
  const send = (message: object) => child.stdin?.write(`${JSON.stringify(message)}\n`);
  const request = async (method: string, params: object) => {
    id += 1;
    const answer = new Promise<{ error?: unknown; result?: unknown }>((resolve) => {
      waiting.set(id, resolve);
    });
    send({ jsonrpc: '2.0', id, method, params });
    const { error, result } = await answer;
    const { isError } = Object(result) as { isError?: boolean };
    if (error || isError) throw new Error(`${method}: ${JSON.stringify(error ?? result)}`);
    return result;
  };
  return { request, send };
}

/** Opens a URL that a program prints before it listens there. */
async function openOnceThere(url: URL): Promise<void> {
  for (let tries = 0; ; tries += 1)
    try {
      await fetch(url);
      return;
    } catch (error) {
      if (tries === 40) throw error;
      await sleep(250);
    }
}

/**
 * Expires the tokens stored by mcp-remote, so that it refreshes once for all calls. Otherwise calls
 * refused within one millisecond would conflict in its temporary files.
 */
function passHour(store: string): void {
  for (const name of readdirSync(store, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('tokens.json')) continue;
    const file = join(store, name);
    const tokens = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...tokens, expires_at: Date.now() - 1_000 }));
  }
}

/** mcp-remote signs in by the browser; its client makes concurrent calls with an expired token. */
export async function checkMcpRemote({
  origin,
  browser,
  dir,
  stateDir,
}: RunningService): Promise<void> {
  const program = join(modules, 'mcp-remote/dist/proxy.js');
  const callback = String(await freePort());
  const store = join(dir, 'mcp-remote');
  const child = spawn(process.execPath, [program, `${origin}/mcp`, callback], {
    cwd: dir,
    env: { ...process.env, MCP_REMOTE_CONFIG_DIR: store },
  });
  let told = '';
  let allowed: Promise<unknown> | undefined;
  child.stderr.on('data', (chunk: Buffer) => {
    told += chunk.toString();
    const url = /^http\S+\/oauth\/authorize\?\S+$/m.exec(told)?.[0];
    if (url) allowed ??= browser.decide(url, 'allow').then(openOnceThere);
    allowed?.catch((error) => {
      told += `the browser: ${error}`;
    });
  });
  const ended = once(child, 'exit').then(() => {
    throw new Error(`mcp-remote ended:\n${told.slice(-4_000)}`);
  });
  try {
    const { request, send } = overStdio(child);
    const work = async () => {
      const clientInfo = { name: 'check', version: '1' };
      await request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
      send({ jsonrpc: '2.0', method: 'notifications/initialized' });
      const call = () => request('tools/call', { name: 'validate_phone', arguments: NUMBER });
      await call();
      expireTokens(stateDir);
      passHour(store);
      await Promise.all(Array.from({ length: PARALLEL_CALLS }, call));
      await call();
    };
    await Promise.race([work(), ended]);
  } catch (error) {
    throw new Error(`${error}\n${told.slice(-4_000)}`);
  } finally {
    ended.catch(() => undefined);
    child.kill();
    await allowed?.catch(() => undefined);
  }
}
