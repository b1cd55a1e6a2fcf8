// A run of a number monitor against a plain bulk job over equal numbers: members per second from
// POST to the end, each in an organization of its own, in turns. Runs on the direct socket of the
// built bundle with the sample records imported and storage on disk, on the local runtime's queue.
import { setTimeout as sleep } from 'node:timers/promises';
import { phoneNumber } from './platform/lookups.ts';
import { median } from './support/load.ts';
import { Goals, table } from './support/report.ts';
import { startService } from './support/service.ts';

const MEMBERS = Number(process.env.BENCH_MEMBERS ?? 10_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
/** Keeps the polls below an organization's reads per minute. */
const POLL_MS = 100;

/** Ratio to the rate of the bulk job. */
const RATE_GOAL = 0.8;

const service = await startService();
const { ask } = service;
const numbers = Array.from({ length: MEMBERS }, (_, index) => phoneNumber(index));

const newKey = async (): Promise<string> => (await service.newKeys(1)).keys[0] as string;
const rateSince = (startedAt: number): number =>
  MEMBERS / ((performance.now() - startedAt) / 1_000);

async function bulkRate(): Promise<number> {
  const token = await newKey();
  const startedAt = performance.now();
  const body = { type: 'phone_validation', inputs: numbers };
  const { job_id } = await ask('POST', '/v1/bulk/jobs', token, body);
  for (;;) {
    const job = await ask('GET', `/v1/bulk/jobs/${job_id}`, token);
    if (job.completed_at !== null) return rateSince(startedAt);
    await sleep(POLL_MS);
  }
}

/** @returns the rates of the first (baseline) and the second run */
async function monitorRates(): Promise<[number, number]> {
  const token = await newKey();
  const { id } = await ask('POST', '/v1/number-monitors', token, {
    name: 'Bench',
    frequency: 'daily',
    numbers: numbers.map((phone_number) => ({ phone_number })),
  });
  const run = async (): Promise<number> => {
    const startedAt = performance.now();
    await ask('POST', `/v1/number-monitors/${id}/run`, token);
    for (;;) {
      const monitor = await ask('GET', `/v1/number-monitors/${id}`, token);
      if (monitor.run_id === null) {
        if (monitor.last_outcome !== 'completed') throw new Error(monitor.last_outcome);
        return rateSince(startedAt);
      }
      await sleep(POLL_MS);
    }
  };
  return [await run(), await run()];
}

const goals = new Goals();
try {
  const bulk: number[] = [];
  const first: number[] = [];
  const second: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    bulk.push(await bulkRate());
    const [baseline, again] = await monitorRates();
    first.push(baseline);
    second.push(again);
  }
  const rows = Object.entries({ 'bulk job': bulk, 'first run': first, 'second run': second }).map(
    ([name, rates]) => [name, median(rates).toFixed(0)],
  );
  console.log(`${table(['', `rows a second of ${MEMBERS}`], rows)}\n`);
  console.log(
    goals.check('a run, of the bulk job', median(second) / median(bulk), RATE_GOAL, true),
  );
} finally {
  await service.stop();
}
goals.conclude();
