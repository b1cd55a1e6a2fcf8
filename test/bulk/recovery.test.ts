import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { abandonJob, createJob } from '../../src/bulk/job-creation.ts';
import { isLivingJob, purgeJobs, relistJob, wakeJobs } from '../../src/bulk/maintenance.ts';
import type { BulkPorts } from '../../src/bulk/ports.ts';
import { handleBulkMessages } from '../../src/bulk/queue-consumer.ts';
import { deleteIdempotencyClaim } from '../../src/bulk/store.ts';
import { openDatabase } from '../../src/lib/database.ts';
import { ApiError } from '../../src/lib/errors.ts';
import type { JobOrder } from '../../src/lookup/jobs/job.ts';
import { factKey, hashInput } from '../../src/lookup/pipeline/answer.ts';
import { dataVersionOf } from '../../src/lookup/pipeline/fact-cache.ts';
import { steppedDatabase } from '../support/chaos-bindings.ts';
import { begin, words } from './one-job.ts';
import { arriving, Simulation } from './simulation.ts';
import { jobStage } from './support.ts';

afterEach(() => void vi.useRealTimers());

const cheap = async () => ({ price: 2 });
const terms = { type: 'word', webhookUrl: null };

/** An organization with credits whose job is still to be created. */
async function customer(credits: number) {
  const simulation = new Simulation(undefined, cheap);
  const { organizationId, real } = simulation;
  if (credits > 0)
    await real.accounts.grant(organizationId, { id: 'first', amount: credits, note: null });
  const create = (
    inputs: string[],
    ports: BulkPorts = real,
    { mode = 'live', key = null as string | null } = {},
  ) => {
    const caller = {
      keyId: 'key_1',
      organizationId,
      userId: 'user_1',
      mode: mode as 'live',
      region: 'weur',
    } as const;
    const request = { caller, idempotencyKey: key, origin: 'https://api.test' };
    return createJob({ ...request, job: arriving(inputs, terms) }, ports);
  };
  return { simulation, organizationId, real, create };
}

const jobRows = async (organizationId: string) =>
  (
    await env.DB.prepare('SELECT * FROM bulk_jobs WHERE organization_id = ?')
      .bind(organizationId)
      .all()
  ).results;

describe('a commit in doubt', () => {
  it('recovers: the job runs though its creator never heard that it exists', async () => {
    const { simulation, organizationId, real, create } = await customer(100);
    let isLost = false;
    // D1 has it, the reply is lost, and so is every answer after it.
    const db = openDatabase(
      steppedDatabase(env.DB, async (kind, work) => {
        const outcome = isLost ? null : await work();
        isLost ||= kind === 'batch';
        if (isLost) throw new Error('D1_ERROR: the connection was lost');
        return outcome as typeof outcome & object;
      }),
    );
    const refusal = await create(words(3), { ...real, db }, { key: 'mine' }).catch(
      (error) => error,
    );
    expect(refusal).toMatchObject({ code: 'SERVICE_BUSY', status: 503 });
    expect(await jobRows(organizationId)).toMatchObject([{ status: 'processing' }]);
    // The same key finds the job, and nothing was given back that it needs.
    expect(await create(words(3), real, { key: 'mine' })).toMatchObject({ kind: 'replayed' });
    expect(await real.accounts.balance(organizationId)).toEqual({ available: 94, held: 6 });

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    await wakeJobs(real, 'job_5');
    expect(simulation.letters).toMatchObject([{ body: { turn: 1 } }]);
    while (simulation.letters.length > 0) await simulation.consume(simulation.letters.splice(0));
    expect(await jobRows(organizationId)).toMatchObject([{ status: 'completed', succeeded: 3 }]);
    expect(await real.accounts.balance(organizationId)).toEqual({ available: 94, held: 0 });
  });

  it('gives everything back ten minutes later when D1 never had it', async () => {
    const { simulation, organizationId, real, create } = await customer(100);
    const db = openDatabase(
      steppedDatabase(env.DB, (kind, work) => {
        if (kind === 'batch') throw new Error('D1_ERROR: the connection was lost');
        return work();
      }),
    );
    await expect(create(words(3), { ...real, db })).rejects.toMatchObject({ code: 'SERVICE_BUSY' });
    expect((await real.accounts.balance(organizationId)).held).toBe(6);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 });
    await real.jobs.wake(simulation.prepared[0] as string);
    await simulation.consume(simulation.letters.splice(0));
    expect(await real.accounts.balance(organizationId)).toEqual({ available: 100, held: 0 });
    expect(await real.jobs.state(simulation.prepared[0] as string)).toBeNull();
  });
});

it('an Idempotency-Key is free again whose job was undone while it was committed', async () => {
  const { organizationId, real, create } = await customer(100);
  // Recovery saw no row, and undoes the job in the moment that D1 gets it.
  const start = async (id: string) => {
    const caller = { keyId: 'key_1', organizationId, mode: 'live' } as JobOrder['caller'];
    await abandonJob({ id, caller }, real);
    return real.jobs.start(id);
  };
  const jobs = new Proxy(real.jobs, {
    get: (all, name) => (name === 'start' ? start : Reflect.get(all, name)),
  });
  await expect(create(words(3), { ...real, jobs }, { key: 'mine' })).rejects.toMatchObject({
    code: 'SERVICE_BUSY',
  });
  expect(await jobRows(organizationId)).toEqual([]);
  expect(await create(words(3), real, { key: 'mine' })).toMatchObject({ kind: 'created' });
});

it('the Idempotency-Key of a job that was created stays, whoever undoes a job late', async () => {
  const { organizationId, real, create } = await customer(100);
  await create(words(3), real, { key: 'mine' });
  const [row] = await jobRows(organizationId);
  await deleteIdempotencyClaim(real.db, organizationId, `${row?.id}`);
  expect(await create(words(3), real, { key: 'mine' })).toMatchObject({ kind: 'replayed' });
  expect(await jobRows(organizationId)).toHaveLength(1);
});

it('a job that runs is neither undone nor prepared anew', async () => {
  const job = await begin(words(2), 9, cheap);
  const { jobId, real, organizationId, deliver, state, balance } = job;
  const { order } = (await real.jobs.ordered(jobId))!;
  await real.jobs.abandon(jobId);
  await real.jobs.prepare(order, []);
  expect(await state()).toMatchObject({ status: 'processing', total: 2 });
  await deliver();
  expect(await jobRows(organizationId)).toMatchObject([{ status: 'completed', succeeded: 2 }]);
  expect(await balance()).toEqual({ available: 5, held: 0 });
});

it('a job that is cancelled before its creator has started it ends, and gives all back', async () => {
  const { simulation, organizationId, real, create } = await customer(100);
  const start = async (id: string) => {
    await real.jobs.cancel(id);
    return real.jobs.start(id);
  };
  const jobs = new Proxy(real.jobs, {
    get: (all, name) => (name === 'start' ? start : Reflect.get(all, name)),
  });
  await create(words(3), { ...real, jobs });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
  await wakeJobs(real, '');
  while (simulation.letters.length > 0) await simulation.consume(simulation.letters.splice(0));
  expect(await jobRows(organizationId)).toMatchObject([{ status: 'cancelled', credits: 0 }]);
  expect(await real.accounts.balance(organizationId)).toEqual({ available: 100, held: 0 });
});

describe('waking jobs', () => {
  it('leaves one alone that may still be on the way', async () => {
    const young = await begin(words(2), 9, cheap);
    await young.real.jobs.forget(young.jobId);
    await wakeJobs(young.real, '');
    expect(await jobRows(young.organizationId)).toMatchObject([{ status: 'processing' }]);
    expect(await young.balance()).toEqual({ available: 5, held: 4 });
  });

  it('keeps and lists a job for its own organization alone', async () => {
    const { jobId, real, organizationId } = await begin(words(2), 9, cheap);
    const [own, other] = [
      { id: jobId, organizationId },
      { id: jobId, organizationId: 'org_other' },
    ];
    expect(await isLivingJob(own, real)).toBe(true);
    expect(await isLivingJob(other, real)).toBe(false);
    await env.DB.prepare('DELETE FROM bulk_jobs WHERE id = ?').bind(jobId).run();
    expect(await relistJob(other, real)).toBe(false);
    expect(await jobRows(organizationId)).toEqual([]);
    expect(await relistJob(own, real)).toBe(true);
    expect(await jobRows(organizationId)).toMatchObject([{ id: jobId, status: 'processing' }]);
  });

  it('goes on past one whose object cannot be reached, and ends one whose object is gone', async () => {
    const jobs = [await begin(words(1), 9, cheap), await begin(words(1), 9, cheap)] as const;
    const [broken, lost] = jobs;
    const third = await begin(words(1), 9, cheap);
    await lost.real.jobs.forget(lost.jobId);
    third.simulation.letters = [];
    const wake = async (jobId: string) => {
      if (jobId === broken.jobId) throw new Error('out');
      return jobId === third.jobId ? third.real.jobs.wake(jobId) : broken.real.jobs.wake(jobId);
    };
    const warnings: string[] = [];
    const ports = { ...broken.real, jobs: { ...broken.real.jobs, wake } as BulkPorts['jobs'] };
    const cron = () =>
      wakeJobs({ ...ports, warn: (message) => void warnings.push(message) }, third.jobId);
    const claims = () =>
      runInDurableObject(env.ACCOUNT.getByName(lost.organizationId), (_, { storage }) =>
        storage.sql
          .exec("SELECT id FROM rooms WHERE body LIKE '%' || ? || '%'", lost.jobId)
          .toArray(),
      );
    expect(await claims()).toHaveLength(1);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_400_000 });
    // Its creation may still be under way.
    await cron();
    expect(await jobRows(lost.organizationId)).toMatchObject([{ status: 'processing' }]);
    expect((await lost.balance()).held).toBeGreaterThan(0);
    third.simulation.letters = [];
    vi.setSystemTime(Date.now() + 300_000);
    await cron();
    expect(await claims()).toEqual([]);
    expect(warnings.length).toBeGreaterThan(0);
    expect(third.simulation.letters).toMatchObject([{ body: { chunk: 0 } }]);
    expect(await jobRows(lost.organizationId)).toMatchObject([{ status: 'failed' }]);
    expect(await lost.balance()).toEqual({ available: 9, held: 0 });
  });

  it('records the end of one again that a database has lost that was set back', async () => {
    const { jobId, real, deliver, organizationId } = await begin(words(2), 9, cheap);
    await deliver();
    const [ended] = await jobRows(organizationId);
    expect(ended).toMatchObject({ status: 'completed', succeeded: 2, has_files: 1 });
    const before = `UPDATE bulk_jobs SET status = 'processing', succeeded = 0, credits = 0,
      has_files = 0, ended_at = NULL WHERE id = ?`;
    await env.DB.prepare(before).bind(jobId).run();
    await wakeJobs(real, '');
    expect(await jobRows(organizationId)).toEqual([ended]);
  });

  it('announces the end of one whose object is gone, once, to the endpoint that it names', async () => {
    const lost = await begin(words(2), 9, cheap);
    const { jobId, real, organizationId, simulation } = lost;
    const named = 'UPDATE bulk_jobs SET webhook_url = NULL, webhook_endpoint_id = ? WHERE id = ?';
    await env.DB.prepare(named).bind('we_1', jobId).run();
    await real.jobs.forget(jobId);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_700_000 });
    const told: unknown[] = [];
    const announce: BulkPorts['webhooks']['announce'] = async (event, receiver) => {
      told.push(receiver);
      await real.webhooks.announce(event, receiver);
    };
    const ports = { ...real, webhooks: { ...real.webhooks, announce } };
    // The process stops after the announcement, before the end is on record.
    const stopping: typeof announce = async (...args) => {
      await announce(...args);
      throw new Error('stopped');
    };
    await wakeJobs({ ...ports, webhooks: { ...ports.webhooks, announce: stopping } }, '');
    expect(await jobRows(organizationId)).toMatchObject([{ status: 'processing' }]);
    await wakeJobs(ports, '');
    await wakeJobs(ports, '');
    expect(told).toEqual(Array(2).fill({ endpointId: 'we_1', url: null }));
    expect(simulation.delivered).toMatchObject([
      {
        ...{ id: `${jobId}:end`, type: 'bulk_job.failed', organizationId, mode: 'live' },
        data: { job_id: jobId, status: 'failed', processed: 0, results_url: null },
      },
    ]);
  });
});

describe('a settlement that can never be made', () => {
  it.each([
    [
      'voided',
      async (job: Awaited<ReturnType<typeof begin>>) => {
        await job.real.accounts.void(job.organizationId, { id: job.jobId });
      },
    ],
    [
      'of a hold that was closed',
      async (job: Awaited<ReturnType<typeof begin>>) => {
        const end = { id: 'early', holdId: job.jobId, items: [], final: true };
        await job.real.accounts.settle(job.organizationId, end);
      },
    ],
  ])('%s: its rows fail and the job ends', async (_, spoil) => {
    const job = await begin([...words(3), ' '], 100, cheap);
    await spoil(job);
    await job.deliver();
    expect(await job.state()).toMatchObject({
      status: 'failed',
      credits: 0,
      endedAt: expect.any(Number),
      counts: { failed: 3, skipped: 1 },
    });
    expect((await job.rows())[0]).toMatchObject({
      errorCode: 'INTERNAL_ERROR',
      errorMessage: expect.stringContaining('credits held'),
    });
    expect(await job.balance()).toEqual({ available: 100, held: 0 });
  });
});

it('the credits of a job stay set aside for as long as it may take', async () => {
  const job = await begin(words(10), 20, cheap);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6 * 86_400_000 - 1_000 });
  expect(await job.balance()).toEqual({ available: 0, held: 20 });
  await job.deliver();
  expect(await job.state()).toMatchObject({ status: 'completed', credits: 20 });
});

describe('an outage of our own stores', () => {
  it('of half a minute fails no row', async () => {
    const job = await begin(words(250), 1_000, cheap);
    const startedAt = Date.now();
    const readRows: BulkPorts['files']['readRows'] = async (...args) => {
      if (Date.now() < startedAt + 30_000) throw new Error('out');
      return job.real.files.readRows(...args);
    };
    const ports = { ...job.real, files: { ...job.real.files, readRows } };
    for (let round = 0; round < 60 && (await job.state()).endedAt === null; round++) {
      const letters = job.simulation.letters.splice(0);
      const now = Math.max(Date.now(), ...letters.map(({ at }) => at));
      vi.useFakeTimers({ toFake: ['Date'], now });
      const messages = letters.map(({ body }) => ({ body, ack: () => {} }));
      await handleBulkMessages(messages as never, ports);
    }
    expect(await job.state()).toMatchObject({
      status: 'completed',
      counts: { succeeded: 250, failed: 0 },
    });
  });

  it('inside a row is waited for by the hour; a fault of the program is not', async () => {
    let failure: Error = new ApiError('INTERNAL_ERROR', undefined, {
      cause: new Error('D1_ERROR'),
    });
    const job = await begin(words(2), 100, async () => {
      throw failure;
    });
    for (let attempt = 0; attempt < 12; attempt++)
      await job.simulation.consume(job.simulation.letters.splice(0));
    expect(await job.state()).toMatchObject({ status: 'processing', counts: { failed: 0 } });
    failure = new TypeError('x is not a function');
    await job.deliver();
    expect(await job.state()).toMatchObject({ status: 'failed', counts: { failed: 2 } });
  });
});

it('a job that ends leaves a newer fact alone, and replaces none', async () => {
  const job = await begin(words(2), 100, cheap);
  const product = job.real.products.get('word')!;
  const caller = { organizationId: job.organizationId, userId: 'user_1', keyId: 'key_1' } as never;
  const keyOf = async (word: string) =>
    factKey(
      { product, caller },
      await hashInput({ product, input: { word } }, job.real.pipeline.world),
    );
  const { simulation } = job;
  for (;;) {
    const letters = simulation.letters.splice(0);
    if (letters.some(({ body }) => 'turn' in body)) simulation.letters.push(...letters);
    if (letters.some(({ body }) => 'turn' in body)) break;
    await simulation.consume(letters);
  }
  const now = Date.now() + 1_000;
  const tables = await dataVersionOf(product, simulation.real.pipeline.world);
  const newer = {
    fact: { price: 7 },
    foundAt: now,
    endsAt: now + 86_400_000,
    consulted: [],
    tables,
  };
  simulation.cached.set(await keyOf('word0'), newer);
  await job.deliver();
  expect(simulation.cached.get(await keyOf('word0'))).toEqual(newer);
  expect(simulation.cached.get(await keyOf('word1'))).toMatchObject({ fact: { price: 2 } });
});

describe('a job that is refused', () => {
  it('for its price leaves nothing at all', async () => {
    const { simulation, organizationId, real, create } = await customer(5);
    expect(await create(words(3))).toMatchObject({ kind: 'refused' });
    const [jobId] = simulation.prepared as [string];
    const kept = await runInDurableObject(env.BULK_JOB.getByName(jobId), async (_, state) => ({
      rows: (await state.storage.list()).size,
      tables: state.storage.sql
        .exec(`SELECT name FROM sqlite_master WHERE name NOT LIKE '_cf%' ESCAPE ''`)
        .toArray(),
      alarm: await state.storage.getAlarm(),
    }));
    expect(kept).toEqual({ rows: 0, tables: [], alarm: null });
    expect((await env.RESULTS.list({ prefix: `bulk/${jobId}/` })).objects).toEqual([]);
    expect(await jobRows(organizationId)).toEqual([]);
    // The hold was refused, so there was nothing to void: its id is as free as before.
    const hold = { id: jobId, amount: 1, userId: 'u', keyId: null, lifetimeMs: 60_000, note: null };
    expect(await real.accounts.hold(organizationId, hold)).toMatchObject({ ok: true });
  });

  it('is the twenty-first of those that run, however many are sent at once', async () => {
    const { organizationId, real, create } = await customer(1_000);
    const outcomes = await Promise.allSettled(Array.from({ length: 24 }, () => create(words(1))));
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(4);
    for (const { reason } of refused as PromiseRejectedResult[])
      expect(reason).toMatchObject({ code: 'INPUT_LIMIT_EXCEEDED', status: 400 });
    expect((await real.accounts.balance(organizationId)).held).toBe(40);
  }, 30_000);
});

it('an Idempotency-Key of a live job says nothing of test jobs', async () => {
  const { create } = await customer(100);
  const live = await create(words(2), undefined, { key: 'same' });
  const test = await create(words(2), undefined, { key: 'same', mode: 'test' });
  expect([live.kind, test.kind]).toEqual(['created', 'created']);
  expect(await create(words(2), undefined, { key: 'same', mode: 'test' })).toMatchObject({
    kind: 'replayed',
    jobId: test.kind === 'created' && test.jobId,
  });
});

it('a job without answers for single lookups is closed when its end is notified', async () => {
  const { simulation, create } = await customer(0);
  await create(words(2), undefined, { mode: 'test' });
  const deliver = () => simulation.consume(simulation.letters.splice(0));
  await deliver();
  expect(simulation.letters).toMatchObject([{ body: { turn: 1 } }]);
  await deliver();
  expect(simulation.letters).toEqual([]);
  expect(await jobStage(simulation.prepared[0] as string)).toBe('closed');
  expect(simulation.delivered).toHaveLength(1);
});

it('rows without work never leave the creating call, and are read in their order', async () => {
  const inputs = [
    ' ',
    'word0',
    ...words(2_500).map(() => 'word0'),
    'word1',
    ...words(1_200).map(() => ''),
  ];
  const job = await begin(inputs, 100, cheap);
  expect(job.simulation.letters).toHaveLength(2);
  await job.deliver();
  expect(await job.state()).toMatchObject({
    status: 'completed',
    credits: 4,
    counts: { succeeded: 2, failed: 0, skipped: 1_201, duplicates: 2_500 },
  });
  expect(job.simulation.files.map(({ input }) => input)).toEqual(inputs.map((text) => text.trim()));
  expect((await job.rows()).map(({ input }) => input)).toEqual(
    inputs.slice(0, 1_000).map((text) => text.trim()),
  );
  const empty = await begin(Array(3_000).fill(''), 0, cheap);
  expect(empty.simulation.letters).toMatchObject([{ body: { turn: 1 } }]);
  await empty.deliver();
  expect(await empty.state()).toMatchObject({ status: 'completed', counts: { skipped: 3_000 } });
});

describe('work on a whole job', () => {
  it('begins with the first of its messages that comes, however long all of them waited', async () => {
    const job = await begin(words(2), 10, cheap);
    await job.simulation.consume(job.simulation.letters.splice(0));
    for (const seconds of [21, 41, 81]) await job.wait(seconds);
    const [first, ...others] = job.simulation.letters.splice(0);
    expect([first, ...others]).toHaveLength(4);
    await job.simulation.consume([first!]);
    expect((await job.state()).status).toBe('completed');
    await job.simulation.consume(others);
    await job.deliver();
    expect(await jobStage(job.jobId)).toBe('closed');
    expect(job.simulation.delivered.map(({ type }) => type)).toEqual(['bulk_job.completed']);
  });

  it("is one consumer's at a time, and a doubled chain ends", async () => {
    const job = await begin(words(1_200), 3_000, cheap);
    let turn = 0;
    while (turn === 0) {
      const letters = job.simulation.letters.splice(0);
      const whole = letters.find(({ body }) => 'turn' in body);
      if (whole && 'turn' in whole.body) turn = whole.body.turn;
      else await job.simulation.consume(letters);
    }
    expect(await job.real.jobs.acquire(job.jobId, turn)).toMatchObject({ stage: 'concluding' });
    expect(await job.real.jobs.acquire(job.jobId, turn)).toBeNull();
    // Slow, and alive.
    await job.wait(15);
    await job.real.jobs.heartbeat(job.jobId, { jobId: job.jobId, turn });
    await job.wait(15);
    expect(job.simulation.letters).toEqual([]);
    // Silent: the next turn is offered, and the slow one is no longer heard.
    await job.wait(21);
    expect(job.simulation.letters).toMatchObject([{ body: { turn: turn + 1 } }]);
    expect(await job.real.jobs.end(job.jobId, turn, { hasFiles: true })).toBeNull();
    job.simulation.letters.push(
      { ...job.simulation.letters[0]! },
      { ...job.simulation.letters[0]! },
    );
    let most = 0;
    while (job.simulation.letters.length > 0) {
      await job.simulation.consume(job.simulation.letters.splice(0));
      most = Math.max(most, job.simulation.letters.length);
    }
    expect(most).toBe(1);
    expect(job.simulation.delivered.map(({ type }) => type)).toEqual(['bulk_job.completed']);
  });
});

describe('tidying', () => {
  it('deletes what names a job 400 days after it ended, and no job before', async () => {
    const { organizationId, real, create } = await customer(10);
    await create([' ']);
    const running = (await jobRows(organizationId))[0]!;
    const columns = Object.keys(running);
    const ended = (id: string, days: number, tidied: boolean) => {
      const at = Date.now() - days * 86_400_000;
      const values = { ...running, id, ended_at: at, tidied_at: tidied ? at : null };
      return env.DB.prepare(
        `INSERT INTO bulk_jobs (${columns}) VALUES (${columns.map(() => '?')})`,
      ).bind(...columns.map((column) => values[column as keyof typeof values]));
    };
    await env.DB.batch([
      ended(`job_gone_${organizationId}`, 401, true),
      ended(`job_kept_${organizationId}`, 399, true),
      ended(`job_full_${organizationId}`, 401, false),
    ]);
    const removeJob = async () => Promise.reject(new Error('out'));
    await purgeJobs({ ...real, files: { ...real.files, removeJob } });
    const left = (await jobRows(organizationId)).map(({ id }) => id);
    expect(left.sort()).toEqual(
      [running.id, `job_full_${organizationId}`, `job_kept_${organizationId}`].sort(),
    );
  });

  it('goes on past a job that cannot be tidied, and past fifty', async () => {
    const { organizationId, real, create } = await customer(10);
    const first = await create([' ']);
    const row = (await jobRows(organizationId))[0]!;
    const columns = Object.keys(row);
    const copy = env.DB.prepare(
      `INSERT INTO bulk_jobs (${columns}) VALUES (${columns.map(() => '?')})`,
    );
    const old = Date.now() - 31 * 86_400_000;
    await env.DB.batch(
      Array.from({ length: 250 }, (_, index) => {
        const values = { ...row, id: `job_old_${organizationId}_${index}`, ended_at: old + index };
        return copy.bind(...columns.map((column) => values[column as keyof typeof values]));
      }),
    );
    const removeJob = async (id: string) => {
      if (id.endsWith('_3')) throw new Error('out');
    };
    await purgeJobs({ ...real, files: { ...real.files, removeJob } });
    const left = await env.DB.prepare(
      'SELECT id FROM bulk_jobs WHERE organization_id = ? AND ended_at IS NOT NULL AND tidied_at IS NULL',
    )
      .bind(organizationId)
      .all();
    expect(left.results).toEqual([{ id: `job_old_${organizationId}_3` }]);
    expect(first.kind).toBe('created');
  }, 30_000);
});
