// Bulk jobs from POST to the end: rows a second, and the Worker's memory, over the size of the job; a page of results
// at the start of each job against one at its end; single lookups beside a job against idle ones; a one-row job behind
// the largest of another organization; and what a body of 32 MiB adds to the memory. On the direct socket of the built bundle, with
// storage on disk; the queue is the local runtime's, which gives out one batch at a time.
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { unstable_getMiniflareWorkerOptions } from 'wrangler';
import { directoryBlobs } from '../scripts/data/directory-blobs.ts';
import { publishTables } from '../scripts/dev/publish-tables.ts';
import { bucketBlobs } from '../src/store/blobs.ts';
import { median } from './support/load.ts';
import { migrate } from './support/migrate.ts';
import { buildService, startWorker } from './support/start-worker.ts';

const ADMIN_TOKEN = 'admin_bench';
const SIZES = (process.env.BENCH_ROWS ?? '1000,10000,100000').split(',').map(Number);
const TYPES = (process.env.BENCH_TYPES ?? 'phone_validation,ip_lookup').split(',');
const POLL_MS = 50;
const PAGE_ROUNDS = 20;

const rowsOf: Record<string, (index: number) => string> = {
  // Valid numbers of area code 212, each once.
  phone_validation: (index) =>
    `+1212${200 + Math.floor(index / 10_000)}${String(index % 10_000).padStart(4, '0')}`,
  // Spread over the unicast space, so that the blocks of the address table are read as a real list would have them read.
  ip_lookup: (index) => {
    const address = (0x01000000 + ((index * 2_654_435_761) % 0xde000000)) >>> 0;
    return [24, 16, 8, 0].map((shift) => (address >>> shift) & 255).join('.');
  },
};

const { modules } = buildService();
const { workerOptions } = unstable_getMiniflareWorkerOptions('./wrangler.toml');
const bindings = { ADMIN_TOKEN, KEY_SECRET: randomUUID(), LINK_SECRET: randomUUID() };
const worker = await startWorker({
  ...workerOptions,
  name: 'service',
  modulesRoot: '.',
  modules,
  bindings,
} as never);

async function ask(method: string, path: string, token: string, body?: unknown) {
  const response = await fetch(`${worker.origin}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: replies of several shapes
  const reply = (await response.json()) as any;
  if (!reply.success) throw new Error(`${method} ${path}: ${JSON.stringify(reply)}`);
  return reply.data;
}

/** Memory of the runtime's process and the most it ever had, in MiB. */
function memory(): { now: number; peak: number } {
  const pids = execFileSync('pgrep', ['-P', String(process.pid), '-f', 'workerd'])
    .toString()
    .trim()
    .split('\n');
  const read = (pid: string, field: string) =>
    Number(
      new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1],
    ) / 1_024;
  return {
    now: Math.max(...pids.map((pid) => read(pid, 'VmRSS'))),
    peak: Math.max(...pids.map((pid) => read(pid, 'VmHWM'))),
  };
}

async function run(
  token: string,
  type: string,
  count: number,
): Promise<{ jobId: string; acceptedMs: number; rate: number; peak: number }> {
  const inputs = Array.from({ length: count }, (_, index) =>
    (rowsOf[type] as (index: number) => string)(index),
  );
  const startedAt = performance.now();
  const { job_id: jobId } = await ask('POST', '/v1/bulk/jobs', token, { type, inputs });
  const acceptedMs = performance.now() - startedAt;
  for (;;) {
    const job = await ask('GET', `/v1/bulk/jobs/${jobId}`, token);
    if (job.completed_at !== null) {
      if (job.succeeded !== count) throw new Error(`${type}: ${JSON.stringify(job)}`);
      return {
        jobId,
        acceptedMs,
        rate: count / ((performance.now() - startedAt) / 1_000),
        peak: memory().peak,
      };
    }
    await sleep(POLL_MS);
  }
}

/** Each run has an organization of its own, so that nothing is cached or paid before. */
async function newKey(): Promise<string> {
  const { organization } = await ask('POST', '/admin/organizations', ADMIN_TOKEN, {
    name: 'Bench',
    owner_email: 'bench@example.com',
  });
  await ask('PUT', `/admin/organizations/${organization.id}/subscription`, ADMIN_TOKEN, {
    plan: 'enterprise',
    status: 'active',
  });
  const key = { user_email: 'bench@example.com', name: 'bench', mode: 'live' };
  return (await ask('POST', `/admin/organizations/${organization.id}/api-keys`, ADMIN_TOKEN, key))
    .key;
}

/** Milliseconds of uncached single lookups, one after another, until told to stop. */
async function singles(token: string, first: number, goesOn: (made: number) => boolean) {
  const times: number[] = [];
  while (goesOn(times.length)) {
    const startedAt = performance.now();
    const phone_number = `+1213${200_0000 + first + times.length}`;
    await ask('POST', '/v1/phone', token, { phone_number });
    times.push(performance.now() - startedAt);
    await sleep(20);
  }
  return times.sort((a, b) => a - b);
}

const p95 = (times: readonly number[]): string =>
  (times[Math.floor(times.length * 0.95)] ?? Number.NaN).toFixed(1);

/** Single lookups of one organization, and its one-row job, beside a large job of another. */
async function beside(rows: number): Promise<string> {
  const [busy, other] = [await newKey(), await newKey()];
  const idle = await singles(other, 0, (made) => made < 200);
  let isRunning = true;
  const job = run(busy, 'phone_validation', rows).finally(() => {
    isRunning = false;
  });
  const measured = singles(other, 1_000, () => isRunning);
  await sleep(1_500);
  const startedAt = performance.now();
  await run(other, 'phone_validation', 1);
  const small = performance.now() - startedAt;
  const during = await measured;
  await job;
  return `single lookups p95 ${p95(idle)} ms idle, ${p95(during)} ms beside a job of ${rows} rows; a one-row job behind it ends in ${small.toFixed(0)} ms`;
}

/** What reading a body of 32 MiB adds to the memory at its peak, in MiB; its rows are no numbers. */
async function largeBody(): Promise<string> {
  const rows = Array.from({ length: 95_000 }, (_, row) => `${row} ${'x'.repeat(335)}`);
  const body = { inputs: rows, type: 'phone_validation' };
  const before = memory();
  const { job_id: id } = await ask('POST', '/v1/bulk/jobs', await newKey(), body);
  const { peak } = memory();
  return `${id}: a body of ${(JSON.stringify(body).length / 2 ** 20).toFixed(1)} MiB adds ${(peak - before.now).toFixed(0)} MiB at the peak`;
}

/** Medians of a page at the start and one at the end, read in turns, so that whatever else runs meets both. */
async function pagesMs(
  token: string,
  jobId: string,
  offsets: readonly number[],
): Promise<number[]> {
  const times = offsets.map((): number[] => []);
  for (let round = 0; round < PAGE_ROUNDS; round++) {
    for (const [index, offset] of offsets.entries()) {
      const startedAt = performance.now();
      await ask('GET', `/v1/bulk/jobs/${jobId}/results?limit=100&offset=${offset}`, token);
      times[index]!.push(performance.now() - startedAt);
    }
  }
  return times.map(median);
}

try {
  await migrate(worker.miniflare as never);
  const data = bucketBlobs((await worker.miniflare.getR2Bucket('DATA')) as never);
  const patient = {
    ...data,
    // On a busy machine the runtime closes the connection that the tables come through.
    write: (...args: Parameters<typeof data.write>) =>
      data.write(...args).catch(() => data.write(...args)),
  };
  await publishTables(directoryBlobs('compiled'), patient);
  console.log(`memory at rest ${memory().now.toFixed(0)} MiB`);
  for (const type of TYPES) {
    await run(await newKey(), type, 500);
    for (const size of SIZES) {
      const token = await newKey();
      const { jobId, acceptedMs, rate, peak } = await run(token, type, size);
      const [first = 0, last = 0] = await pagesMs(token, jobId, [0, size - 100]);
      const pages = `page at 0 ${first.toFixed(1)} ms, at the end ${last.toFixed(1)} ms`;
      console.log(
        `${type}, ${size} rows: accepted in ${acceptedMs.toFixed(0)} ms, ${rate.toFixed(0)} rows/s, peak ${peak.toFixed(0)} MiB, ${pages}`,
      );
    }
  }
  console.log(await beside(SIZES.at(-1) ?? 0));
  console.log(await largeBody());
} finally {
  await worker.stop();
}
