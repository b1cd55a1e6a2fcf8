// Bulk jobs from POST to completion: rows per second by job size; a page of results at the start
// and at the end of each job; single lookups beside a job against idle ones; a one-row job of
// another organization behind the largest job. Runs on the direct socket of the built bundle with
// the sample records imported and storage on disk. The local runtime's queue delivers one batch at
// a time.
import { setTimeout as sleep } from 'node:timers/promises';
import { address, phoneNumber } from './platform/lookups.ts';
import { median } from './support/load.ts';
import { Goals, table } from './support/report.ts';
import { startService } from './support/service.ts';

const SIZES = (process.env.BENCH_ROWS ?? '1000,10000,100000').split(',').map(Number);
const TYPES = (process.env.BENCH_TYPES ?? 'phone_validation,ip_lookup').split(',');
const POLL_MS = 50;
const PAGE_ROUNDS = 20;
const IDLE_LOOKUPS = 200;
const LOOKUP_PAUSE_MS = 20;
/** Each key may call 200 times in 10 seconds. */
const SINGLES_KEYS = 4;
/** Long enough for a job to have as many chunks under way as it may. */
const UNDER_WAY_MS = 1_500;

/**
 * Smallest size that the goal applies to; smaller jobs are mostly start and end of the job itself.
 */
const RATE_FROM_ROWS = 10_000;
const RATE_GOAL = 2_000;
/** Multiple of the p95 of idle single lookups. */
const BESIDE_GOAL = 3;

const rowsOf: Record<string, (index: number) => string> = {
  phone_validation: phoneNumber,
  ip_lookup: address,
};

const service = await startService();
const { ask } = service;

/** A key of a new organization for each run, so that nothing is cached or paid before. */
const newKey = async (): Promise<string> => (await service.newKeys(1)).keys[0] as string;

interface Run {
  jobId: string;
  acceptedMs: number;
  rate: number;
}

async function run(token: string, type: string, count: number): Promise<Run> {
  const rowOf = rowsOf[type] as (index: number) => string;
  const inputs = Array.from({ length: count }, (_, index) => rowOf(index));
  const startedAt = performance.now();
  const { job_id: jobId } = await ask('POST', '/v1/bulk/jobs', token, { type, inputs });
  const acceptedMs = performance.now() - startedAt;
  for (;;) {
    const job = await ask('GET', `/v1/bulk/jobs/${jobId}`, token);
    if (job.completed_at !== null) {
      if (job.succeeded !== count) throw new Error(`${type}: ${JSON.stringify(job)}`);
      const rate = count / ((performance.now() - startedAt) / 1_000);
      return { jobId, acceptedMs, rate };
    }
    await sleep(POLL_MS);
  }
}

/** Milliseconds of uncached single lookups, made one after another while `goesOn` holds. */
async function singles(
  tokens: readonly string[],
  first: number,
  goesOn: (made: number) => boolean,
) {
  const times: number[] = [];
  while (goesOn(times.length)) {
    const startedAt = performance.now();
    const phone_number = `+1213${2_000_000 + first + times.length}`;
    const token = tokens[times.length % tokens.length] as string;
    await ask('POST', '/v1/phone', token, { phone_number });
    times.push(performance.now() - startedAt);
    await sleep(LOOKUP_PAUSE_MS);
  }
  return times.sort((a, b) => a - b);
}

const p95 = (times: readonly number[]): number =>
  times[Math.floor(times.length * 0.95)] ?? Number.NaN;

/** Single lookups and a one-row job of one organization, beside a large job of another. */
async function beside(rows: number, goals: Goals): Promise<string> {
  const busy = await newKey();
  const { keys: others } = await service.newKeys(SINGLES_KEYS);
  const other = others[0] as string;
  const idle = p95(await singles(others, 0, (made) => made < IDLE_LOOKUPS));
  let isRunning = true;
  const job = run(busy, 'phone_validation', rows).finally(() => {
    isRunning = false;
  });
  const measured = singles(others, 1_000, () => isRunning);
  await sleep(UNDER_WAY_MS);
  const startedAt = performance.now();
  await run(other, 'phone_validation', 1);
  const smallMs = performance.now() - startedAt;
  const during = p95(await measured);
  await job;
  return [
    `Beside a job of ${rows} rows: single lookups p95 ${idle.toFixed(1)} ms idle, ${during.toFixed(1)} ms during it; a one-row job of another organization ends in ${smallMs.toFixed(0)} ms.\n`,
    goals.check('p95 beside the job, of the idle one', during / idle, BESIDE_GOAL, false),
  ].join('\n');
}

/**
 * Median times of a page at the start and one at the end. They are read in turns, so that other
 * load on the machine affects both.
 */
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

const goals = new Goals();
try {
  const rows: string[][] = [];
  const told: string[] = [];
  for (const type of TYPES) {
    await run(await newKey(), type, 500);
    for (const size of SIZES) {
      const token = await newKey();
      const { jobId, acceptedMs, rate } = await run(token, type, size);
      const pages = await pagesMs(token, jobId, [0, Math.max(0, size - 100)]);
      const figures = [acceptedMs.toFixed(0), rate.toFixed(0), ...pages.map((ms) => ms.toFixed(1))];
      rows.push([type, String(size), ...figures]);
      if (type === 'phone_validation' && size >= RATE_FROM_ROWS)
        told.push(goals.check(`${type}, ${size} rows, rows a second`, rate, RATE_GOAL, true));
    }
  }
  const head = ['', 'rows', 'accepted in ms', 'rows/s', 'first page ms', 'last page ms'];
  console.log(`${table(head, rows)}\n\n${told.join('\n')}\n`);
  console.log(await beside(SIZES.at(-1) ?? 0, goals));
} finally {
  await service.stop();
}
goals.conclude();
