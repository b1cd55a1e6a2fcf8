// POST /v1/phone, uncached and cached, on the direct socket of the built bundle: against a bare Hono route, against
// a route with only the unavoidable hops, and against Express 5 + ioredis + Redis doing the same work. Every target
// is up for the whole run and the rounds alternate, so that the ratios come from one run of one machine.
import { randomUUID } from 'node:crypto';
import { unstable_getMiniflareWorkerOptions } from 'wrangler';
import { startPeer } from './http/start-peer.ts';
import { load, type Measured, median } from './support/load.ts';
import { buildService, bundleEntry, startWorker } from './support/start-worker.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
/** Each key may call 200 times in 10 seconds, so the load is spread over enough of them. */
const KEYS = 400;
const ADMIN_TOKEN = 'admin_bench';

interface Target {
  name: string;
  run(): Promise<Measured>;
}

/** Valid numbers of area code 212, each once: 2,000,000 of them before they repeat. */
function numbers(exchange: number) {
  let next = 0;
  return () => {
    const line = next++;
    return `+1212${exchange + Math.floor(line / 10_000)}${String(line % 10_000).padStart(4, '0')}`;
  };
}

function caller(keys: readonly string[], phoneNumber: () => string) {
  let turn = 0;
  return () => ({
    headers: { authorization: `Bearer ${keys[turn++ % keys.length]}` },
    body: JSON.stringify({ phone_number: phoneNumber() }),
  });
}

async function startService() {
  const { modules } = buildService();
  const { workerOptions } = unstable_getMiniflareWorkerOptions('./wrangler.toml');
  const bindings = { ADMIN_TOKEN, KEY_SECRET: randomUUID() };
  const worker = await startWorker({
    ...workerOptions,
    name: 'service',
    modulesRoot: '.',
    modules,
    bindings,
  } as never);
  return { worker, keys: await prepare(worker.origin, worker.miniflare) };
}

async function operate(origin: string, method: string, path: string, body: unknown) {
  const response = await fetch(`${origin}/admin${path}`, {
    method,
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  // biome-ignore lint/suspicious/noExplicitAny: replies of several shapes
  const reply = (await response.json()) as any;
  if (!reply.success) throw new Error(`${method} ${path}: ${JSON.stringify(reply)}`);
  return reply.data;
}

async function prepare(
  origin: string,
  miniflare: { getD1Database(name: string): Promise<unknown> },
): Promise<string[]> {
  const { migrate } = await import('./support/migrate.ts');
  await migrate(miniflare as never);
  const { organization } = await operate(origin, 'POST', '/organizations', {
    name: 'Bench',
    owner_email: 'owner@example.com',
  });
  await operate(origin, 'PUT', `/organizations/${organization.id}/subscription`, {
    plan: 'enterprise',
    status: 'active',
    tokens_per_month: 100_000_000,
  });
  const keys: string[] = [];
  for (let i = 0; i < KEYS; i++) {
    keys.push(
      (
        await operate(origin, 'POST', `/organizations/${organization.id}/api-keys`, {
          user_email: 'owner@example.com',
          name: `${i}`,
          mode: 'live',
        })
      ).key,
    );
  }
  return keys;
}

const minimal = await startWorker({
  name: 'minimal',
  modules: await bundleEntry('bench/http/minimal-worker.ts'),
  kvNamespaces: ['CACHE'],
  durableObjects: {
    GATE: { className: 'Gate', useSQLite: true },
    ACCOUNT: { className: 'Account', useSQLite: true },
  },
} as never);
const service = await startService();
const peer = await startPeer(service.keys);

const route = (
  name: string,
  origin: string,
  path: string,
  keys: readonly string[],
  phoneNumber: () => string,
): Target => {
  const next = caller(keys, phoneNumber);
  return { name, run: () => load(origin, path, SECONDS, next) };
};
const one = () => '+12125550100';
const targets: Target[] = [
  route('bare Hono route', minimal.origin, '/bare', service.keys, one),
  route('unavoidable hops, uncached', minimal.origin, '/hops', service.keys, numbers(200)),
  route('POST /v1/phone, uncached', service.worker.origin, '/v1/phone', service.keys, numbers(200)),
  route('Express + Redis, uncached', peer.origin, '/v1/phone', service.keys, numbers(200)),
  route('unavoidable hops, cached', minimal.origin, '/hops', service.keys, one),
  route('POST /v1/phone, cached', service.worker.origin, '/v1/phone', service.keys, one),
  route('Express + Redis, cached', peer.origin, '/v1/phone', service.keys, one),
];

const rounds = new Map<string, Measured[]>(targets.map(({ name }) => [name, []]));
try {
  for (const target of targets) await target.run();
  for (let round = 0; round < ROUNDS; round++) {
    for (const target of targets) rounds.get(target.name)!.push(await target.run());
  }
} finally {
  await Promise.all([minimal.stop(), service.worker.stop(), peer.stop()]);
}

const rate = (name: string) => median(rounds.get(name)!.map((measured) => measured.rate));
for (const [name, measured] of rounds) {
  const figures = `${rate(name).toFixed(0)}/s, p50 ${median(measured.map((m) => m.p50Ms))} ms, p99 ${median(measured.map((m) => m.p99Ms))} ms`;
  const refused = measured.reduce((sum, m) => sum + m.refused, 0);
  console.log(
    `${name}: ${figures}${refused > 0 ? ` (${refused} refused: not a measurement)` : ''}`,
  );
}
const ratio = (a: string, b: string) =>
  console.log(`${a} / ${b}: ${(rate(a) / rate(b)).toFixed(2)}`);
for (const kind of ['uncached', 'cached']) {
  ratio(`POST /v1/phone, ${kind}`, 'bare Hono route');
  ratio(`POST /v1/phone, ${kind}`, `unavoidable hops, ${kind}`);
  ratio(`POST /v1/phone, ${kind}`, `Express + Redis, ${kind}`);
}
