// Platform use of the built bundle behind counting bindings: operations of each kind of lookup,
// documented limits, waits between regions, memory of the isolate, and cost at list prices. Starts
// from an empty installation, in front of the tests' fake Internet. Fails when a limit or a goal is
// exceeded.
//
// BENCH_ONLY=waits,costs,heavy and BENCH_KINDS=phone,ip select parts; BENCH_LOOKUPS, BENCH_ROWS and
// BENCH_WAIT_ROUNDS shorten the run.
import { exchange } from '../scripts/operator/exchange.ts';
import { ServedWorld } from '../test/node/serve-world.ts';
import { reportCosts } from './platform/costs.ts';
import { reportHeavy, servePublishers } from './platform/heavy.ts';
import { MEMORY_GOAL_MB } from './platform/limits.ts';
import { kinds } from './platform/lookups.ts';
import { startCounting } from './platform/start-counting.ts';
import { reportWaits } from './platform/waits.ts';
import { freePort } from './support/free-port.ts';
import { openInspector } from './support/inspector.ts';
import { Goals } from './support/report.ts';
import { ADMIN_TOKEN } from './support/service.ts';

const asked = (process.env.BENCH_ONLY ?? 'waits,costs,heavy').split(',');

// A heap above this size ends the process, so a printed figure below 100 MB was not reached by a
// late collection.
process.env.MINIFLARE_WORKERD_V8_FLAGS ??= `--max-old-space-size=${MEMORY_GOAL_MB}`;

const world = await ServedWorld.start();
const publishers = await servePublishers(
  ['FEED_BASE_URL', 'RDAP_BOOTSTRAP_URL'].map((name) => new URL(world.vars[name]!).origin),
);
/**
 * Each sample list covers only its own numbers, and a scrub outside of every list is refused. A
 * list that no other product reads covers all remaining numbers.
 */
async function coverEveryNumber({ origin }: { origin: string }): Promise<void> {
  await exchange(
    { method: 'PUT', path: '/records/litigators?source=bench&coverage=all' },
    { baseUrl: origin, token: ADMIN_TOKEN },
    { contentType: 'text/csv', body: 'phone_number\n+12025550103\n' },
  );
}

const inspectorPort = await freePort();
const goals = new Goals();
try {
  const vars = { ...world.vars, FEED_BASE_URL: publishers.url };
  const service = await startCounting(vars, inspectorPort);
  await coverEveryNumber(service);
  const inspector = await openInspector(inspectorPort);
  const named = process.env.BENCH_KINDS?.split(',');
  const all = kinds(world.address('example.com')).filter(
    ({ name }) => !named || named.includes(name.replace(', cached', '')),
  );
  console.log('## The platform');
  try {
    if (asked.includes('waits')) await reportWaits(service, all, goals);
    if (asked.includes('costs')) await reportCosts(service, inspector, all, goals);
    if (asked.includes('heavy')) await reportHeavy(service, inspector, goals);
  } finally {
    inspector.close();
    await service.stop();
  }
} finally {
  world.stop();
  publishers.stop();
}
goals.conclude();
