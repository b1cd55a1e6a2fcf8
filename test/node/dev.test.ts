import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RANGE_FEEDS } from '../../src/open-data/feeds/range-feeds.ts';
import { callService, DevService, freePort, START_TIMEOUT_MS, untilFree } from './dev-service.ts';
import { ServedWorld } from './serve-world.ts';

const MINUTE_MS = 60_000;
/** `npm run dev` itself, from nothing, as the first start of a machine is. */
const NOT_PREPARED = { PREPARED_STATE: '' };

let stateDir: string;
let port: number;
let service: DevService;
let world: ServedWorld;

const call = async (path: string, token: string | undefined, body?: unknown) =>
  (await callService(port, path, { token, body })).body;

beforeAll(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'lookup-dev-'));
  port = await freePort();
  world = await ServedWorld.start();
  service = new DevService({
    ...{ ...NOT_PREPARED, PORT: String(port), STATE_DIR: stateDir },
    FEED_BASE_URL: world.vars.FEED_BASE_URL as string,
  });
  await service.ready();
}, START_TIMEOUT_MS);

afterAll(async () => {
  await service.stop();
  world.stop();
  await rm(stateDir, { recursive: true, force: true });
});

describe('npm run dev', () => {
  it('says where it is, the demo keys, and a command that works as pasted', async () => {
    expect(service.output.match(/Ready on/g)).toHaveLength(1);
    expect(service.output).toContain(`\nReady on http://localhost:${port}\n`);
    expect(service.keys.map((key) => key.slice(0, 8))).toEqual([
      'sk_live_',
      'sk_live_',
      'sk_test_',
    ]);
    const command = /^ *(curl .*)$/m.exec(service.output)?.[1] as string;
    const shell = spawn('sh', ['-c', command], { stdio: ['ignore', 'pipe', 'inherit'] });
    let answer = '';
    for await (const chunk of shell.stdout) answer += chunk;
    expect(JSON.parse(answer)).toMatchObject({
      success: true,
      data: { request: { type: 'phone' }, metadata: { credits_used: 1 } },
    });
  });

  it(
    'fetches every list of addresses from its publisher within the first minute',
    async () => {
      const names = RANGE_FEEDS.map(({ name }) => name).sort();
      const fetched = async () =>
        ((await call('/admin/feeds', 'admin_local')).data.feeds as { name: string; rows: number }[])
          .filter(({ name, rows }) => rows > 0 && names.includes(name))
          .map(({ name }) => name)
          .sort();
      await expect.poll(fetched, { timeout: MINUTE_MS, interval: 500 }).toEqual(names);
      // The tables are read again after a minute at most; what joins them follows the last list.
      expect(service.output).toContain('Feeds are being fetched');
    },
    2 * MINUTE_MS,
  );

  it('tells each step and how long it took', () => {
    const steps = service.output.match(/^\[\d\/5\] .*: done in \d+\.\d s$/gm) ?? [];
    expect(steps.map((line) => line.slice(1, 4))).toEqual(['1/5', '2/5', '3/5', '4/5', '5/5']);
    expect(service.output.indexOf('[5/5]')).toBeLessThan(service.output.indexOf('Ready on'));
  });

  it('answers health, lookups, the account and the operator over a real socket', async () => {
    const [owner, teammate, test] = service.keys;
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
    const reconciled = await call(
      `/admin/organizations/${data.organization.id}/reconcile`,
      'admin_local',
      {},
    );
    expect(reconciled).toMatchObject({ success: true, data: { balanced: true } });
  });

  it('says so when the port is taken', async () => {
    const second = new DevService({ ...NOT_PREPARED, PORT: String(port), STATE_DIR: stateDir });
    const [code] = await once(second.child, 'exit');
    expect(code).toBe(1);
    expect(second.output).toMatch(new RegExp(`port ${port} is taken; set PORT .* STATE_DIR`));
  });

  it('stops whole, and starts again with the same keys and credits granted once', async () => {
    const before = service.keys;
    const { data } = await call('/v1/account', before[0]);
    expect(service.output).not.toMatch(/uncaught/i);
    await service.stop();
    // npm ends before the service it started does.
    await untilFree(port);
    service = new DevService({ ...NOT_PREPARED, PORT: String(port), STATE_DIR: stateDir });
    await service.ready();
    expect(service.keys).toEqual(before);
    expect((await call('/v1/account', before[0])).data.tokens).toEqual(data.tokens);
    expect(service.output).not.toMatch(/uncaught/i);
  });
});
