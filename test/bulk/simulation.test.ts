import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { PaidLookup, RowPayment } from '../../src/bulk/job-state.ts';
import {
  type ResultRecord,
  readChunkResults,
  readResults,
  unpackPayments,
} from '../../src/bulk/results.ts';
import { factKey, hashInput } from '../../src/lookup/pipeline/answer.ts';
import { dataVersionOf } from '../../src/lookup/pipeline/fact-cache.ts';
import type { Chaos } from '../support/chaos.ts';
import { simulate } from '../support/simulate.ts';
import { Simulation } from './simulation.ts';
import { jobStage } from './support.ts';

/**
 * Steps after which nothing is killed or lost any more; a job that has not ended long after that
 * never will.
 */
const WILD_STEPS = 60;
const MAX_STEPS = 3_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

function inputsOf({ random }: Simulation): string[] {
  return Array.from({ length: 1 + random.below(420) }, (_, index) => {
    if (random.chance(0.03)) return ' ';
    if (random.chance(0.03)) return '?!';
    return random.chance(0.05) ? `Word${random.below(index + 1)}` : `word${index}`;
  });
}

/** Ended, announced, and nothing left to remember. */
async function hasClosed({ real, jobId }: Simulation): Promise<boolean> {
  const ended = (await real.jobs.state(jobId))?.endedAt;
  if (!ended) return false;
  const row = await env.DB.prepare('SELECT ended_at FROM bulk_jobs WHERE id = ?')
    .bind(jobId)
    .first();
  return row?.ended_at !== null && (await jobStage(jobId)) === 'closed';
}

const wordKey = async ({ real, organizationId }: Simulation, word: string) => {
  const product = real.products.get('word')!;
  const caller = {
    organizationId,
    userId: 'user_1',
    keyId: 'key_1',
    mode: 'live',
    region: 'weur',
  } as const;
  return factKey(
    { product, caller },
    await hashInput({ product, input: { word } }, real.pipeline.world),
  );
};

/** Somebody looks one word up afresh while the job runs. */
async function bypass(simulation: Simulation, word: string): Promise<void> {
  const now = Date.now();
  const fact = { price: 1 };
  const tables = await dataVersionOf(
    simulation.real.products.get('word')!,
    simulation.real.pipeline.world,
  );
  const stored = {
    fact,
    foundAt: now,
    endsAt: now + 7 * 86_400_000,
    consulted: ['afresh'],
    tables,
  };
  simulation.cached.set(await wordKey(simulation, word), stored);
}

async function run(chaos: Chaos): Promise<void> {
  chaos.begin();
  const simulation = new Simulation(chaos);
  const { random } = chaos;
  const { real, organizationId } = simulation;
  const inputs = inputsOf(simulation);
  const granted = 2 * inputs.length + random.below(50);
  await real.accounts.grant(organizationId, { id: 'first', amount: granted, note: null });
  chaos.intensity = 3;
  const jobId = (await simulation.create(inputs)) as string;
  chaos.intensity = 0.5 + 2 * random.next();
  expect(jobId).not.toBeNull();
  const cancelAt = random.chance(0.4) ? random.below(15) : Infinity;
  const bypassAt = random.below(25);
  let bypassed = false;
  let grants = 0;
  for (let step = 0; !(await hasClosed(simulation)); step++) {
    if (step > MAX_STEPS)
      throw new Error(`the job never ended: ${JSON.stringify(await real.jobs.state(jobId))}`);
    if (step > WILD_STEPS) chaos.intensity = 0;
    bypassed ||= step === bypassAt;
    const [going] = await Promise.all([
      simulation.step(),
      step === cancelAt && simulation.cancel(),
      step === bypassAt && bypass(simulation, 'word0'),
    ]);
    if (going) continue;
    if (
      (await real.jobs.state(jobId))?.status === 'paused_insufficient_credits' &&
      random.chance(0.5)
    ) {
      await real.accounts.grant(organizationId, {
        id: `more ${++grants}`,
        amount: 1 + random.below(400),
        note: null,
      });
    }
    await simulation.idle();
  }
  await simulation.recover();
  await check(simulation, inputs, { granted, grants, bypassed });
  chaos.intensity = 1;
  if (chaos.strikes('queue_after_deletion')) await replayAfterDeletion(simulation);
}

/** Messages of a job that has been deleted bring nothing of it back, and spend nothing. */
async function replayAfterDeletion(simulation: Simulation): Promise<void> {
  const { chaos, real, jobId, organizationId, queue } = simulation;
  chaos.intensity = 0;
  const before = await real.accounts.statement(organizationId, null);
  await real.files.removeJob(jobId);
  await real.jobs.forget(jobId);
  await simulation.consume(queue.past);
  await simulation.consume(queue.past.map((letter) => ({ ...letter, dead: true })));
  expect(await real.jobs.wake(jobId)).toBe(false);
  expect(await real.accounts.statement(organizationId, null)).toEqual(before);
  const stored = await runInDurableObject(env.BULK_JOB.getByName(jobId), (_, { storage }) =>
    storage.sql.exec(`SELECT name FROM sqlite_master WHERE name IN ('job', 'chunks')`).toArray(),
  );
  expect(stored).toEqual([]);
  expect((await env.RESULTS.list({ prefix: `bulk/${jobId}/` })).objects).toEqual([]);
}

async function check(
  simulation: Simulation,
  inputs: string[],
  { granted, grants, bypassed }: { granted: number; grants: number; bypassed: boolean },
) {
  const { real, organizationId, jobId, files, delivered, cached } = simulation;
  const state = (await real.jobs.state(jobId))!;
  const chunks = await real.jobs.finished(jobId, 0, 10_000);
  const records: ResultRecord[] = [];
  const payments: RowPayment[] = [];
  for (const chunk of chunks) {
    const order = { id: jobId, createdAt: state.createdAt };
    const rows = await readChunkResults(order, chunk, real.files);
    const paid = unpackPayments(chunk.payments);
    records.push(...rows);
    payments.push(...rows.map((_, index) => paid[index] ?? null));
  }

  // Every row once, in the order it was sent.
  const sent = chunks
    .flatMap(({ place }) => inputs.slice(place.row, place.row + place.rows))
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
  const statement = await real.accounts.statement(organizationId, 'key_1');
  expect(statement.usage.allTime).toEqual({ lookups: counts.succeeded, credits: taken });
  expect(statement.held).toBe(0);
  for (const { status, credits, data } of records) {
    if (status === 'completed')
      expect([data?.classification.price, data?.metadata.credits_used]).toEqual([credits, credits]);
    else expect([credits, data]).toEqual([0, null]);
  }
  if (grants === 0) expect(statement.totalAvailable).toBe(granted - taken);
  for (const { name, holds } of await real.accounts.invariants(organizationId))
    expect(holds, name).toBe(true);

  // The files and the pages are the rows.
  const shown = ({ input, status, credits, errorMessage, data, isGood }: ResultRecord) => ({
    input,
    status,
    credits,
    errorMessage,
    data,
    isGood,
  });
  const written = files.map(({ cells: _, repeated: __, ...row }) => row);
  const unlooked = (text: string) => ({
    ...{ input: text.trim(), status: 'cancelled', credits: 0, data: null, isGood: false },
    errorMessage: 'The job was cancelled before this row was looked up.',
  });
  const all: object[] = inputs.map(unlooked);
  let next = 0;
  for (const { place } of chunks)
    for (let row = place.row; row < place.row + place.rows; row++)
      all[row] = shown(records[next++] as ResultRecord);
  expect(written).toEqual(chunks.length > 0 ? all : []);
  // A repeated row has the answer of the row it repeats, where that has one.
  const answers = records.flatMap(({ data, isGood }) =>
    data ? [{ classification: data.classification, isGood }] : [],
  );
  for (const { status, repeated } of files) {
    if (status !== 'duplicate') expect(repeated).toBeUndefined();
    if (repeated) expect(answers).toContainEqual(repeated);
  }
  const page = await readResults(
    { mode: null, scopes: null, organizationId, jobId, limit: 1_000, offset: 0, cursor: null },
    real,
  );
  expect(page.rows).toEqual(records);

  // No row was given up, and none lost the credits that were set aside for it.
  expect(records.filter(({ errorCode }) => errorCode === 'INTERNAL_ERROR')).toEqual([]);

  // What was found is what single lookups are answered from now, unless somebody has a newer
  // answer.
  for (const [at, { status, input, data, startedAt }] of records.entries()) {
    if (status !== 'completed') continue;
    const { windowEndsAt } = payments[at] as PaidLookup;
    const stored = cached.get(await wordKey(simulation, input.toLowerCase()))!;
    if (stored.consulted?.[0] === 'afresh') continue;
    const price = data?.classification.price;
    const endsAt = Math.min(windowEndsAt, startedAt + 7 * 86_400_000);
    expect(stored).toMatchObject({ fact: { price }, endsAt, consulted: ['words'] });
  }
  const afresh = [...cached.values()].filter(({ consulted }) => consulted?.[0] === 'afresh');
  expect(afresh.length).toBeLessThanOrEqual(1);
  // The clock decides which is newer.
  if (bypassed && !simulation.chaos.injected.has('clock_backward')) expect(afresh).toHaveLength(1);

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
  // The room of the job is free again, and that of killed creators, once cron looks.
  simulation.pass(2 * 3_600_000);
  for (const { id } of await real.accounts.reconcileQuotas(organizationId, ['jobs'], [])) {
    expect(id).not.toBe(jobId);
    expect(await real.jobs.state(id)).toBeNull();
  }
  // Creators that were killed have left nothing.
  for (const other of simulation.prepared)
    if (other !== jobId) expect(await real.jobs.state(other)).toBeNull();
  const jobs = await env.DB.prepare(
    'SELECT count(*) AS count FROM bulk_jobs WHERE organization_id = ?',
  )
    .bind(organizationId)
    .first();
  expect(jobs).toEqual({ count: 1 });
}

simulate(
  'ends every row once whatever is killed, lost or repeated',
  { faults: 'bulk', fixed: 20, fresh: 4, perTest: 10 },
  run,
);
