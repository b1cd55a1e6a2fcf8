import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { callService, DevService, freePort } from '../test/node/dev-service.ts';
import { CookieBrowser } from '../test/support/cookie-browser.ts';
import {
  checkAiSdk,
  checkInspector,
  checkMcpRemote,
  checkPostman,
  type RunningService,
} from './conformance/outside-clients.ts';

// Runs the protocol's conformance suite against the service as started by `npm run dev`: all server
// scenarios of both revisions with an API key, and the authorization scenarios with a user who
// signs in and consents. Then runs third-party programs against the service.

const SUITE = resolve(
  'scripts/conformance/node_modules/@modelcontextprotocol/conformance/dist/index.js',
);
const UNSUPPORTED = resolve('scripts/conformance/unsupported.yaml');
const REVISIONS = ['2025-11-25', '2026-07-28'];
const DEMO = { email: 'owner@example.com', password: 'demo-password-1' };

/** Proxy that adds an API key, because the suite sends none. */
async function withKey(port: number, key: string): Promise<{ port: number; close(): void }> {
  const proxy = createServer((incoming, reply) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${key}` };
    const { method, url: path } = incoming;
    const outgoing = request({ host: 'localhost', port, path, method, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(reply);
    });
    outgoing.on('error', () => reply.writeHead(502).end());
    incoming.pipe(outgoing);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return { port: (proxy.address() as { port: number }).port, close: () => proxy.close() };
}

/** Runs the suite once. @param onLine receives its output, line by line */
async function run(
  args: readonly string[],
  cwd: string,
  onLine: (line: string) => void = () => undefined,
): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [SUITE, ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let read = 0;
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      for (let end = output.indexOf('\n', read); end >= 0; end = output.indexOf('\n', read)) {
        onLine(output.slice(read, end));
        read = end + 1;
      }
    });
  const [code] = await once(child, 'exit');
  return { code: Number(code ?? 1), output };
}

/** Failed and passed checks in a folder of results, by scenario. */
function told(folder: string): string[] {
  return readdirSync(folder)
    .sort()
    .map((scenario) => {
      const text = readFileSync(join(folder, scenario, 'checks.json'), 'utf8');
      const checks = JSON.parse(text) as { status: string }[];
      const of = (status: string) => checks.filter((check) => check.status === status).length;
      const name = scenario.replace(/-\d{4}-\d\d-\d\dT.*$/, '').replace(/^server-/, '');
      return `  ${name}: ${of('SUCCESS')} passed, ${of('FAILURE')} not`;
    });
}

async function checkServer(url: string, revision: string, dir: string): Promise<boolean> {
  const results = join(dir, revision);
  const args = ['server', '--url', url, '--requirements', revision, '-o', results];
  const { code, output } = await run([...args, '--expected-failures', UNSUPPORTED], dir);
  console.log(`server, ${revision}\n${told(results).join('\n')}`);
  if (code !== 0) console.error(output.slice(output.indexOf('=== SUMMARY')));
  return code === 0;
}

const CLIENTS: readonly [name: string, check: (service: RunningService) => Promise<void>][] = [
  ['inspector, strict', checkInspector],
  ['mcp-remote, signed in, 16 calls at once with an expired token', checkMcpRemote],
  ['AI SDK, signed in, 16 calls at once with an expired token', checkAiSdk],
  ['newman, every request of the Postman collection', checkPostman],
];

async function checkClients(running: RunningService): Promise<boolean> {
  let passed = true;
  for (const [name, check] of CLIENTS)
    try {
      await check(running);
      console.log(`${name}: works`);
    } catch (error) {
      passed = false;
      console.error(`${name}: does not work\n${error}`);
    }
  return passed;
}

/** Signs a user in, who consents at the URL that the suite prints. */
async function checkAuthorization(port: number, dir: string): Promise<boolean> {
  const origin = `http://localhost:${port}`;
  const callback = await freePort();
  const { body: client } = await callService(port, '/oauth/register', {
    body: {
      client_name: 'Conformance suite',
      redirect_uris: [`http://127.0.0.1:${callback}/callback`],
      token_endpoint_auth_method: 'none',
    },
  });
  const browser = new CookieBrowser(origin);
  await browser.signIn(DEMO.email, DEMO.password);
  const results = join(dir, 'authorization');
  const args = ['authorization', '--url', origin, '--client-id', client.client_id];
  const rest = ['--resource', `${origin}/mcp`, '-p', String(callback), '-o', results];
  let allowed: Promise<unknown> = Promise.resolve();
  const { code, output } = await run([...args, ...rest], dir, (line) => {
    if (!line.startsWith(`${origin}/oauth/authorize?`)) return;
    allowed = browser.decide(line.trim(), 'allow').then((to) => fetch(to));
  });
  await allowed;
  console.log(`authorization\n${told(results).join('\n')}`);
  if (code !== 0) console.error(output);
  return code === 0;
}

/** `--clients` skips the suite. */
const withSuite = !process.argv.includes('--clients');
const dir = mkdtempSync(join(tmpdir(), 'lookup-agents-'));
const port = await freePort();
const stateDir = join(dir, 'state');
const service = new DevService({ PORT: String(port), STATE_DIR: stateDir });
let passed = true;
try {
  await service.ready();
  const keyOf = (mode: string) => service.keys.find((key) => key.startsWith(`sk_${mode}_`)) ?? '';
  if (withSuite) {
    const proxy = await withKey(port, keyOf('test'));
    for (const revision of REVISIONS)
      passed = (await checkServer(`http://localhost:${proxy.port}/mcp`, revision, dir)) && passed;
    proxy.close();
    passed = (await checkAuthorization(port, dir)) && passed;
  }
  const browser = new CookieBrowser(`http://localhost:${port}`);
  await browser.signIn(DEMO.email, DEMO.password);
  const keys = { liveKey: keyOf('live'), testKey: keyOf('test') };
  const running = { origin: browser.origin, ...keys, browser, dir, stateDir };
  passed = (await checkClients(running)) && passed;
} finally {
  await service.stop();
  rmSync(dir, { recursive: true, force: true });
}
console.log(passed ? 'All agree.' : 'Something above is not as it should be.');
process.exit(passed ? 0 : 1);
