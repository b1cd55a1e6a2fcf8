import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { decodeRecords, type ResultRecord } from '../../src/bulk/chunk-record.ts';
import { readResults } from '../../src/bulk/read-results.ts';
import { jobKeys } from '../../src/store/bulk-objects.ts';
import { randomOf, Simulation } from './simulation.ts';

/** `BULK_SEED=123` in the environment of the test's author: put the seed here to run it alone. */
const SEEDS = Array.from({ length: 200 }, (_, index) => index + 1);
const SEEDS_PER_TEST = 20;

/** Steps after which nothing is killed or lost any more; a job that has not ended long after that never will. */
const WILD_STEPS = 60;
const MAX_STEPS = 3_000;

function inputsOf({ random }: Simulation): string[] {
  return Array.from({ length: 1 + random.below(420) }, (_, index) => {
    if (random.chance(0.03)) return ' ';
    if (random.chance(0.03)) return '?!';
    return random.chance(0.05) ? `Word${random.below(index + 1)}` : `word${index}`;
  });
}

/** Ended, announced, and nothing left to remember. */
async function hasClosed({ real, jobId }: Simulation): Promise<boolean> {
  const ended = (await real.jobs.state(jobId))?.endedAt !== null;
  return (
    ended &&
    (await real.jobs.conclusion(jobId)) === null &&
    (await real.jobs.remembering(jobId)) === null
  );
}

async function run(seed: number): Promise<void> {
  const random = randomOf(seed);
  const simulation = new Simulation(random);
  const { real, organizationId } = simulation;
  const inputs = inputsOf(simulation);
  const granted = 2 * inputs.length + random.below(50);
  await real.ledger.grant(organizationId, { id: 'first', amount: granted, note: null });
  simulation.killing = 0.12;
  const jobId = (await simulation.create(inputs)) as string;
  simulation.killing = 0.02 + random.below(10) / 100;
  expect(jobId).not.toBeNull();
  const cancelAt = random.chance(0.4) ? random.below(15) : Infinity;
  let grants = 0;
  for (let step = 0; !(await hasClosed(simulation)); step++) {
    if (step > MAX_STEPS)
      throw new Error(`the job never ended: ${JSON.stringify(await real.jobs.state(jobId))}`);
    if (step > WILD_STEPS) simulation.killing = 0;
    const [going] = await Promise.all([
      simulation.step(),
      step === cancelAt && simulation.cancel(),
    ]);
    if (going) continue;
    if (
      (await real.jobs.state(jobId))?.status === 'paused_insufficient_credits' &&
      random.chance(0.5)
    ) {
      await real.ledger.grant(organizationId, {
        id: `more ${++grants}`,
        amount: 1 + random.below(400),
        note: null,
      });
    }
    await simulation.sweep();
  }
  await simulation.recover();
  await check(simulation, inputs, granted, grants);
}

async function check(
  { real, organizationId, jobId, files, delivered, cached }: Simulation,
  inputs: string[],
  granted: number,
  grants: number,
) {
  const state = (await real.jobs.state(jobId))!;
  const chunks = await real.jobs.doneChunks(jobId, 0, 10_000);
  const records: ResultRecord[] = [];
  for (const chunk of chunks)
    records.push(
      ...decodeRecords<ResultRecord>((await real.files.read(jobKeys.results(jobId, chunk)))!),
    );

  // Every row once, in the order it was sent.
  const sent = chunks
    .flatMap((chunk) => inputs.slice(chunk * 100, chunk * 100 + 100))
    .map((text) => text.trim());
  expect(records.map(({ input }) => input)).toEqual(sent);
  if (state.status !== 'cancelled') expect(sent).toHaveLength(inputs.length);
  expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);

  // The counters are the rows.
  const count = (status: ResultRecord['status']) =>
    records.filter((record) => record.status === status).length;
  const counts = {
    succeeded: count('completed'),
    failed: count('failed'),
    skipped: count('skipped'),
    duplicates: count('duplicate'),
  };
  expect(state.counts).toEqual(counts);

  // Credits taken are what the rows say, each for its own price, and nothing is held any more.
  const taken = records.reduce((sum, { credits }) => sum + credits, 0);
  expect(state.credits).toBe(taken);
  const statement = await real.ledger.statement(organizationId, { keyId: 'key_1' });
  expect(statement.usage.allTime).toEqual({ lookups: counts.succeeded, credits: taken });
  expect(statement.held).toBe(0);
  for (const { status, credits, data } of records) {
    if (status === 'completed')
      expect([data?.classification.price, data?.metadata.credits_used]).toEqual([credits, credits]);
    else expect([credits, data]).toEqual([0, null]);
  }
  if (grants === 0) expect(statement.totalAvailable).toBe(granted - taken);
  for (const { name, holds } of await real.ledger.invariants(organizationId))
    expect(holds, name).toBe(true);

  // The files and the pages are the rows.
  const shown = ({ input, status, credits, errorMessage, data }: ResultRecord) => ({
    input,
    status,
    credits,
    errorMessage,
    data,
  });
  expect(files).toEqual(chunks.length > 0 ? records.map(shown) : []);
  const page = await readResults(
    { organizationId, jobId, limit: 1_000, offset: 0, cursor: null },
    real,
  );
  expect(page.rows).toEqual(records);

  // What was found is in the cache, and no draft is left.
  expect(cached.size).toBe(counts.succeeded);
  expect(await real.files.listDrafts(jobId, 1)).toEqual([]);

  // The end is recorded, and announced once.
  const row = await env.DB.prepare('SELECT status, succeeded, ended_at FROM bulk_jobs WHERE id = ?')
    .bind(jobId)
    .first();
  expect(row).toEqual({
    status: state.status,
    succeeded: counts.succeeded,
    ended_at: state.endedAt,
  });
  const ends = delivered.filter(({ id }) => id === `${jobId}:end`);
  expect(ends.map(({ type, data }) => [type, data.processed])).toEqual([
    [`bulk_job.${state.status}`, records.length],
  ]);
  const jobs = await env.DB.prepare(
    'SELECT count(*) AS count FROM bulk_jobs WHERE organization_id = ?',
  )
    .bind(organizationId)
    .first();
  expect(jobs).toEqual({ count: 1 });
}

for (let first = 0; first < SEEDS.length; first += SEEDS_PER_TEST) {
  const seeds = SEEDS.slice(first, first + SEEDS_PER_TEST);
  it(`ends every row once whatever is killed, lost or repeated: seeds ${seeds[0]} to ${seeds.at(-1)}`, async () => {
    for (const seed of seeds) {
      await run(seed).catch((cause: unknown) => {
        throw new Error(`seed ${seed}: ${(cause as Error).message}`, { cause });
      });
    }
  }, 120_000);
}
