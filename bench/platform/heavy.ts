// The entry points with the largest work: platform operations of each, and the isolate's peak
// memory.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { PART_BYTES } from '../../scripts/operator/file-parts.ts';
import { PUBLISHED } from '../feeds/publishers.ts';
import type { Inspector } from '../support/inspector.ts';
import { profileCpu } from '../support/profile-cpu.ts';
import { type Goals, table } from '../support/report.ts';
import { ADMIN_TOKEN, type Service } from '../support/service.ts';
import { watchHeap } from '../support/watch-heap.ts';
import { age, runCron, type Taken, take } from './counted.ts';
import { LIMITS, MEMORY_GOAL_MB } from './limits.ts';
import { phoneNumber } from './lookups.ts';
import { costOfAMillion, PRICES, type Priced } from './prices.ts';

const ROWS = Number(process.env.BENCH_ROWS ?? 100_000);
const FULL_ROWS = 100_000;
const JOB_GOAL_USD = 0.35;
const LOOK_EVERY_MS = 250;
const POLL_MS = 1_000;
/** The largest feed takes half of this on a loaded machine; feeds are read one after another. */
const FEED_WITHIN_MS = 180_000;
const FEEDS_SETTLE_MS = 15_000;
/** Size limit of a job's body (README, "Limits"). */
const BODY_BYTES = 32 * 1_048_576;

/**
 * Serves the publishers' files at their real sizes, by path.
 * @param others origins where everything else is published
 */
export async function servePublishers(
  others: readonly string[],
): Promise<{ url: string; stop(): void }> {
  const files = new Map<string, string | Uint8Array>();
  for (const [address, file] of PUBLISHED) {
    const { pathname, search } = new URL(address);
    files.set(pathname + search, await file());
  }
  const server = createServer(async ({ url = '' }, response) => {
    const file = files.get(url);
    if (file !== undefined) return void response.end(file);
    const answers = await Promise.all(others.map((origin) => fetch(origin + url)));
    const other = answers.find(({ ok }) => ok) ?? (answers[0] as Response);
    response.writeHead(other.status).end(Buffer.from(await other.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function runJob(service: Service): Promise<void> {
  const { organization, keys } = await service.newKeys(1);
  const key = keys[0] as string;
  const inputs = Array.from({ length: ROWS }, (_, row) => phoneNumber(row));
  const body = { type: 'phone_validation', inputs };
  const { job_id: id } = await service.ask('POST', '/v1/bulk/jobs', key, body);
  for (;;) {
    await sleep(POLL_MS);
    const job = await service.ask('GET', `/v1/bulk/jobs/${id}`, key);
    if (job.completed_at === null) continue;
    if (job.succeeded !== ROWS) throw new Error(`the job ended otherwise: ${JSON.stringify(job)}`);
    // Deleting the rows also costs operations.
    return void (await age(service, organization));
  }
}

/** Creates a job with a body of the largest size, whose rows are not numbers. */
async function createLargeJob(service: Service): Promise<void> {
  const { keys } = await service.newKeys(1);
  const row = 'x'.repeat(340);
  const inputs = Array.from(
    { length: Math.floor(BODY_BYTES / (row.length + 12)) },
    (_, at) => `${at} ${row}`,
  );
  await service.ask('POST', '/v1/bulk/jobs', keys[0] as string, {
    type: 'phone_validation',
    inputs,
  });
}

async function importPart(service: Service): Promise<void> {
  const lines = ['phone_number,name\n'];
  for (let at = 0, length = 0; length < PART_BYTES - 100; at++) {
    const line = `+1${201 + (at % 350) * 2}${2_000_000 + Math.floor(at / 350) * 7},CALLER ${at}\n`;
    length += line.length;
    lines.push(line);
  }
  const response = await fetch(`${service.origin}/admin/records/caller_names?mode=replace`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'text/csv' },
    body: lines.join(''),
  });
  if (!response.ok) throw new Error(`the import: ${await response.text()}`);
  await response.arrayBuffer();
}

async function refreshFeeds(service: Service): Promise<void> {
  await runCron(service);
  for (let left = Infinity, since = performance.now(); left > 0; ) {
    await sleep(POLL_MS);
    const { feeds } = await service.ask('GET', '/admin/feeds', ADMIN_TOKEN);
    const due = (feeds as { due: boolean }[]).filter((feed) => feed.due);
    if (due.length < left) since = performance.now();
    left = due.length;
    if (performance.now() > since + FEED_WITHIN_MS)
      throw new Error(`still due: ${JSON.stringify(due)}`);
  }
  // The join follows the last feed; complaint files follow one another.
  await sleep(FEEDS_SETTLE_MS);
}

const STEPS: readonly [string, (service: Service) => Promise<void>][] = [
  ['all feeds at their real sizes, by cron', refreshFeeds],
  [`a phone job of ${ROWS.toLocaleString('en')} rows`, runJob],
  ['a 32 MiB part of an import', importPart],
  // Last, because its rows continue to be processed.
  ['creating a job with a body of 32 MiB', createLargeJob],
];

/**
 * Steps that run in one invocation, so the step's CPU is the invocation's. Collections are left
 * out, because the watcher requests them.
 */
const IN_ONE_INVOCATION: ReadonlySet<unknown> = new Set([createLargeJob, importPart]);

/** Rows for the invocations of a step, each with the maxima of one run. */
function described({ seen }: Taken): string[][] {
  return Object.entries(seen)
    .filter(([, { most }]) => most.subrequests > 10 || most.d1Queries > 5)
    .map(([kind, { runs, most, mostOpen, mostMs }]) => [
      kind,
      ...[runs, most.d1Queries, most.subrequests, mostOpen, most.objectRowsWritten].map(String),
      (mostMs / 1_000).toFixed(1),
    ]);
}

const jobCost = ({ totals }: Taken, cpuMs: number): [Priced, number][] =>
  [...costOfAMillion({ ...totals, cpuMs })].map(([name, cost]) => [
    name,
    (cost / 1e6) * (FULL_ROWS / ROWS),
  ]);

export async function reportHeavy(
  service: Service,
  inspector: Inspector,
  goals: Goals,
): Promise<void> {
  const told: string[] = [];
  for (const [name, step] of STEPS) {
    await take(service);
    const stop = await watchHeap(inspector, LOOK_EVERY_MS);
    const profiled = await profileCpu(inspector);
    let failure: Error | null = null;
    await step(service).catch((error: Error) => {
      failure = error;
    });
    const { workMs } = await profiled();
    const { atRest, most } = await stop();
    const taken = await take(service);
    if (failure) console.error(failure);
    console.log(`\n### ${name}\n\nThe most in one run of each entry point that does much.\n`);
    const columns = ['runs', 'D1 queries', 'subrequests', 'open at once', 'object rows', 's'];
    console.log(table(['', ...columns], described(taken)));
    if (failure) told.push(goals.miss(`${name}: ${(failure as Error).message}`));
    for (const limit of taken.broken) told.push(goals.miss(`${name}: ${limit}`));
    for (const [kind, { mostMs }] of Object.entries(taken.seen))
      if (/^(queue|cron)/.test(kind) && mostMs > LIMITS.wallMs.most)
        told.push(goals.miss(`${kind} ran for ${mostMs} ms (${LIMITS.wallMs.source})`));
    if (IN_ONE_INVOCATION.has(step))
      told.push(goals.check(`${name}: ms of CPU`, workMs, LIMITS.cpuMs.most, false));
    const what = `${name}: MB held at most (${atRest.toFixed(0)} at rest)`;
    told.push(goals.check(what, most, MEMORY_GOAL_MB, false));
    if (step === runJob && !failure) {
      const costs = jobCost(taken, workMs).filter(([, cost]) => cost >= 0.0005);
      const cost = costs.reduce((sum, [, one]) => sum + one, 0);
      const parts = costs.map(([part, one]) => `${part} ${one.toFixed(3)}`).join(', ');
      told.push(
        goals.check(`USD for a phone job of 100,000 rows (${parts})`, cost, JOB_GOAL_USD, false),
      );
    }
  }
  console.log(`\n${told.join('\n')}`);
  console.log(
    `\nPrices: ${Object.values(PRICES)
      .map(({ source }) => source)
      .join('; ')}.`,
  );
}
