import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Compiling the data for the first time takes most of it. */
const START_TIMEOUT_MS = 110_000;

let stateDir: string;
let port: number;
let service: { child: ChildProcess; output: string };

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: free } = server.address() as AddressInfo;
  server.close();
  return free;
}

/** `npm run dev`, as the README says it, in a process group that can be ended whole. */
function start(env: Record<string, string>): { child: ChildProcess; output: string } {
  const child = spawn('npm', ['run', 'dev'], { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const started = { child, output: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      started.output += chunk.toString();
    });
  }
  return started;
}

async function untilReady(started: { child: ChildProcess; output: string }): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!started.output.includes('curl ')) {
    if (started.child.exitCode !== null || Date.now() > deadline) throw new Error(`npm run dev did not start:\n${started.output}`);
    await sleep(50);
  }
}

async function stop({ child }: { child: ChildProcess }): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  process.kill(-(child.pid as number), 'SIGTERM');
  await once(child, 'exit');
}

const listens = async (): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/health`).then(
    () => true,
    () => false,
  );

// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
async function call(path: string, token: string | undefined, body?: unknown, method = body === undefined ? 'GET' : 'POST'): Promise<any> {
  const response = await fetch(`http://localhost:${port}${path}`, {
    method,
    headers: { ...(token && { Authorization: `Bearer ${token}` }), ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return response.json();
}

const keys = (): string[] => [...new Set(service.output.match(/sk_(?:live|test)_[0-9A-Za-z]+/g))];

beforeAll(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'lookup-dev-'));
  port = await freePort();
  service = start({ PORT: String(port), STATE_DIR: stateDir });
  await untilReady(service);
}, START_TIMEOUT_MS);

afterAll(async () => {
  await stop(service);
  await rm(stateDir, { recursive: true, force: true });
});

describe('npm run dev', () => {
  it('says where it is, the demo keys, and a command that works as pasted', async () => {
    expect(service.output.match(/Ready on/g)).toHaveLength(1);
    expect(service.output).toContain(`\nReady on http://localhost:${port}\n`);
    expect(keys().map((key) => key.slice(0, 8))).toEqual(['sk_live_', 'sk_live_', 'sk_test_']);
    const command = /^ *(curl .*)$/m.exec(service.output)?.[1] as string;
    const shell = spawn('sh', ['-c', command], { stdio: ['ignore', 'pipe', 'inherit'] });
    let answer = '';
    for await (const chunk of shell.stdout) answer += chunk;
    expect(JSON.parse(answer)).toMatchObject({ success: true, data: { request: { type: 'phone' }, metadata: { credits_used: 1 } } });
  });

  it('answers health, lookups, the account and the operator over a real socket', async () => {
    const [owner, teammate, test] = keys();
    expect(await call('/health', undefined)).toEqual({ status: 'ok' });
    expect(await call('/v1/ip', owner, { ip: '8.8.8.8' })).toMatchObject({
      success: true,
      data: { insights: { network: { asn: expect.stringContaining('15169') } } },
    });
    const { data } = await call('/v1/account', teammate);
    expect(data).toMatchObject({
      user: { email: 'teammate@example.com' },
      subscription: { status: 'active', plan: { name: 'starter', tokens_per_month: 20_000 } },
      tokens: { subscription: { total: 20_000 }, purchased: 0 },
    });
    expect((await call('/v1/account', test)).data.user.email).toBe('owner@example.com');
    const reconciled = await call(`/admin/organizations/${data.organization.id}/reconcile`, 'admin_local', {});
    expect(reconciled).toMatchObject({ success: true, data: { balanced: true } });
  });

  it('says so when the port is taken', async () => {
    const second = start({ PORT: String(port), STATE_DIR: join(stateDir, 'second') });
    const [code] = await once(second.child, 'exit');
    expect(code).toBe(1);
    expect(second.output).toContain(`port ${port} is taken`);
  });

  it('stops whole, and starts again with the same keys and credits granted once', async () => {
    const before = keys();
    const { data } = await call('/v1/account', before[0]);
    await stop(service);
    expect(await listens()).toBe(false);
    service = start({ PORT: String(port), STATE_DIR: stateDir });
    await untilReady(service);
    expect(keys()).toEqual(before);
    expect((await call('/v1/account', before[0])).data.tokens).toEqual(data.tokens);
  });
});
