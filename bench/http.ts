// POST /v1/phone, uncached and cached, and lookups in batches of 100, on the direct socket of the
// built bundle. Compared with a bare Hono route, a route with only the one object call that no
// billed lookup can avoid, and Express 5 + ioredis + Redis doing equal work. Every target is up for
// the whole run and the rounds alternate, so that the ratios come from one run of one machine.
// Sample records are imported on both sides.
import { hasRedis, REDIS_MISSING, startPeer } from './http/start-peer.ts';
import { load, type Measured, median } from './support/load.ts';
import { Goals, table } from './support/report.ts';
import { startService } from './support/service.ts';
import { bundleEntry, startWorker } from './support/start-worker.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
/** Each key may call 200 times in 10 seconds; this many keys keep the load below that. */
const KEYS = 700;

const BATCH = 100;

const KINDS = ['uncached', 'cached'] as const;
/** Goals: the least ratio of the service's rate to that of each peer. */
const SHARES: readonly [of: string, goals: Readonly<Record<(typeof KINDS)[number], number>>][] = [
  ['one object call', { uncached: 0.8, cached: 0.8 }],
  ['Express + Redis, always', { uncached: 0.8, cached: 0.9 }],
  ['Express + Redis, everysec', { uncached: 0.5, cached: 0.5 }],
];

/** Goals for batched lookups per second, relative to Express + Redis with `always`. */
const BATCH_SHARES = [
  ['Express + Redis, always, uncached', 3],
  ['Express + Redis, always, in pipelines', 1],
] as const;

interface Target {
  name: string;
  run(): Promise<Measured>;
}

/**
 * Valid London numbers, 10,000,000 before they repeat. Tables alone answer them; a number of the US
 * or Canada would be asked of a public database.
 */
function numbers() {
  let next = 0;
  return () => {
    const line = next++;
    return `+44207${String(line % 10_000_000).padStart(7, '0')}`;
  };
}

function caller(keys: readonly string[], phoneNumber: () => string) {
  let turn = 0;
  return () => ({
    headers: { authorization: `Bearer ${keys[turn++ % keys.length]}` },
    body: JSON.stringify({ phone_number: phoneNumber() }),
  });
}

function batchCaller(keys: readonly string[], phoneNumber: () => string) {
  let turn = 0;
  return () => ({
    headers: { authorization: `Bearer ${keys[turn++ % keys.length]}` },
    body: JSON.stringify({
      requests: Array.from({ length: BATCH }, () => ({
        type: 'phone',
        phone_number: phoneNumber(),
      })),
    }),
  });
}

const minimal = await startWorker({
  name: 'minimal',
  modules: await bundleEntry('bench/http/minimal-worker.ts'),
  durableObjects: { ACCOUNT: { className: 'Account', useSQLite: true } },
} as never);
const service = await startService();
const { keys } = await service.newKeys(KEYS);
const peers = hasRedis()
  ? { always: await startPeer(keys, 'always'), everysec: await startPeer(keys, 'everysec') }
  : null;

const route = (name: string, origin: string, path: string, phoneNumber: () => string): Target => {
  const next = caller(keys, phoneNumber);
  return { name, run: () => load(origin, path, SECONDS, next) };
};
const inBatches = (name: string, origin: string): Target => {
  const next = batchCaller(keys, numbers());
  const isAnswer = (body: string) => body.split('"status":200').length === BATCH + 1;
  return {
    name,
    async run() {
      const measured = await load(origin, '/v1/batch', SECONDS, next, isAnswer);
      return { ...measured, rate: measured.rate * BATCH };
    },
  };
};
const one = () => '+442079460100';
const kindsOf = (name: string, origin: string, paths: { uncached: string; cached: string }) => [
  route(`${name}, uncached`, origin, paths.uncached, numbers()),
  route(`${name}, cached`, origin, paths.cached, one),
];
const phone = { uncached: '/v1/phone', cached: '/v1/phone' };
const calls = { uncached: '/call/written', cached: '/call/read' };
const targets: Target[] = [
  route('bare Hono route', minimal.origin, '/bare', one),
  ...kindsOf('one object call', minimal.origin, calls),
  ...kindsOf('POST /v1/phone', service.origin, phone),
  inBatches('POST /v1/batch, lookups', service.origin),
  ...(peers ? [inBatches('Express + Redis, always, in pipelines', peers.always.origin)] : []),
  ...(peers ? kindsOf('Express + Redis, always', peers.always.origin, phone) : []),
  ...(peers ? kindsOf('Express + Redis, everysec', peers.everysec.origin, phone) : []),
];

const rounds = new Map<string, Measured[]>(targets.map(({ name }) => [name, []]));
try {
  for (const target of targets) await target.run();
  for (let round = 0; round < ROUNDS; round++) {
    for (const target of targets) rounds.get(target.name)!.push(await target.run());
  }
} finally {
  const running = [minimal, service, ...Object.values(peers ?? {})];
  await Promise.all(running.map((each) => each.stop()));
}

const goals = new Goals();
const rate = (name: string) => median(rounds.get(name)!.map((measured) => measured.rate));
const rows = [...rounds].map(([name, measured]) => [
  name,
  rate(name).toFixed(0),
  String(median(measured.map(({ p50Ms }) => p50Ms))),
  String(median(measured.map(({ p99Ms }) => p99Ms))),
]);
console.log(
  `Calls a second and milliseconds, medians of ${ROUNDS} alternating rounds of ${SECONDS} s.\n`,
);
console.log(table(['', '/s', 'p50 ms', 'p99 ms'], rows));
console.log('');
for (const [name, measured] of rounds) {
  const refused = measured.reduce((sum, m) => sum + m.refused, 0);
  if (refused > 0) console.log(goals.miss(`${name}: ${refused} refused, not a measurement`));
}
if (!peers) console.log(`- ${REDIS_MISSING}: not compared with Express + Redis`);
for (const kind of KINDS) {
  for (const [of, least] of SHARES) {
    if (!rounds.has(`${of}, ${kind}`)) continue;
    const share = rate(`POST /v1/phone, ${kind}`) / rate(`${of}, ${kind}`);
    console.log(goals.check(`POST /v1/phone, ${kind}, of ${of}`, share, least[kind], true));
  }
}
for (const [of, least] of BATCH_SHARES) {
  if (!rounds.has(of)) continue;
  const share = rate('POST /v1/batch, lookups') / rate(of);
  console.log(goals.check(`POST /v1/batch, lookups, of ${of}`, share, least, true));
}
goals.conclude();
