import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { callService, DevService, freePort, START_TIMEOUT_MS } from './dev-service.ts';

/** `MONITOR_NUMBERS=10000` in the environment for a run of the largest size. */
const NUMBERS = Number(process.env.MONITOR_NUMBERS || 1_000);

/** Longest a run may take on a machine that does other work too. */
const RUN_MS = 60_000 + NUMBERS * 30;

/** One number in ten is put on the Do Not Call registry between the two runs. */
const LISTED_EVERY = 10;

const number = (index: number) =>
  `+1212${200 + Math.floor(index / 10_000)}${String(index % 10_000).padStart(4, '0')}`;
const numbers = Array.from({ length: NUMBERS }, (_, index) => number(index));
const listed = numbers.filter((_, index) => index % LISTED_EVERY === 0);

const stateDir = await mkdtemp(join(tmpdir(), 'lookup-monitors-'));
let service: DevService | null = null;

/** Events by the delivery they came in. */
const told = new Map<string, string[]>();
const receiver = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { id, data } = JSON.parse(Buffer.concat(chunks).toString());
  told.set(
    id,
    data.events.map((event: { id: string }) => event.id),
  );
  response.writeHead(204).end();
}).listen(0, '127.0.0.1');
await once(receiver, 'listening');
const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;

afterAll(async () => {
  if (service) await service.kill();
  receiver.close();
  await rm(stateDir, { recursive: true, force: true });
});

it(
  'ends a run that was killed half way with every event once, each recheck paid once',
  async () => {
    const port = await freePort();
    const start = async () => {
      service = new DevService({
        ...{ PORT: String(port), STATE_DIR: stateDir, FETCH_ALLOW_HOSTS: host },
      });
      await service.ready();
      return service.keys[0] as string;
    };
    const owner = await start();
    const api = async (method: string, path: string, body?: unknown) => {
      const reply = await callService(port, `/v1${path}`, { token: owner, method, body });
      expect(reply.body, `${method} ${path}`).toMatchObject({ success: true });
      return reply.body.data;
    };
    const balance = async () => (await api('GET', '/account')).tokens.total_available;
    const list = async (rows: readonly string[], coverage: string) => {
      const response = await fetch(
        `http://localhost:${port}/admin/records/do_not_call?mode=replace&coverage=${coverage}`,
        {
          method: 'PUT',
          headers: { Authorization: 'Bearer admin_local', 'Content-Type': 'text/csv' },
          body: `phone_number\n${rows.join('\n')}\n`,
        },
      );
      expect(response.status).toBe(200);
    };
    const ended = async (path: string, deadline = Date.now() + RUN_MS) => {
      let monitor = await api('GET', path);
      while ((monitor.run_id !== null || monitor.last_run_at === null) && Date.now() < deadline) {
        await sleep(100);
        monitor = await api('GET', path);
      }
      return monitor;
    };

    await list(['+12129999999'], '212');
    const before = await balance();
    const { id } = await api('POST', '/number-monitors', {
      ...{ name: 'All', frequency: 'daily', webhook_url: `http://${host}/` },
      numbers: numbers.map((phone_number) => ({ phone_number })),
    });
    const path = `/number-monitors/${id}`;
    await api('POST', `${path}/run`);
    expect(await ended(path)).toMatchObject({ last_outcome: 'completed', number_count: NUMBERS });
    expect(await balance()).toBe(before - NUMBERS);

    await list(listed, '212');
    const { run_id } = await api('POST', `${path}/run`);
    const refused = await callService(port, `/v1${path}/run`, { token: owner, method: 'POST' });
    expect(refused.status).toBe(409);
    // Its price is set aside, and chunks are on their way.
    const deadline = Date.now() + RUN_MS;
    while ((await balance()) > before - 2 * NUMBERS && Date.now() < deadline) await sleep(5);
    expect(await api('GET', path)).toMatchObject({ run_id });
    await sleep(50);
    await (service as unknown as DevService).kill();
    await start();
    expect(await ended(path)).toMatchObject({ last_outcome: 'completed', run_id: null });

    const seen: Record<string, unknown>[] = [];
    for (let cursor = ''; ; ) {
      const page = await api('GET', `${path}/events?limit=1000${cursor && `&cursor=${cursor}`}`);
      seen.push(...page.events);
      if (!page.pagination.has_more) break;
      cursor = page.pagination.next_cursor;
    }
    expect(seen.map(({ phone_number }) => phone_number).sort()).toEqual([...listed].sort());
    for (const { changes } of seen)
      expect(changes).toEqual({ dncListed: { from: false, to: true } });
    expect([...told.keys()].every((event) => event.startsWith(`${run_id}:`))).toBe(true);
    expect([...told.values()].flat().sort()).toEqual(seen.map((event) => event.id).sort());

    expect(await balance()).toBe(before - 2 * NUMBERS);
    const reconciled = await callService(port, '/admin/organizations/org_demo/reconcile', {
      ...{ token: 'admin_local', body: {} },
    });
    expect(reconciled.body).toMatchObject({ success: true, data: { balanced: true } });
  },
  2 * START_TIMEOUT_MS + 3 * RUN_MS,
);
