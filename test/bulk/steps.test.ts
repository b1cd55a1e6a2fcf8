import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { attemptChunk, finishChunk } from '../../src/bulk/chunks.ts';
import { createJob } from '../../src/bulk/job-creation.ts';
import { cancelJob } from '../../src/bulk/jobs.ts';
import type { BulkPorts } from '../../src/bulk/ports.ts';
import { handleBulkMessages } from '../../src/bulk/queue-consumer.ts';
import type { Consumer } from '../../src/bulk/row-lookups.ts';
import { recordJobStatus } from '../../src/bulk/store.ts';
import { openDatabase } from '../../src/lib/database.ts';
import { messagesOf } from '../support/chaos.ts';
import { steppedDatabase } from '../support/chaos-bindings.ts';
import { begin, words } from './one-job.ts';
import { arriving, Simulation } from './simulation.ts';

afterEach(() => void vi.useRealTimers());

const DAY = 86_400_000;

type Job = Awaited<ReturnType<typeof begin>>;

const consumer: Consumer = {
  ioLimiter: (run) => run(),
  cpuLimiter: (run) => run(),
  yieldToEventLoop: async () => undefined,
  endsAt: Infinity,
};

const out = async (): Promise<never> => {
  throw new Error('out');
};

/** A job whose vendor asks for another price each time, and one chunk of it at work. */
async function atWork() {
  let price = 1;
  const job = await begin(words(3), 100, async () => ({ price: ++price }));
  const work = (await job.real.jobs.begin(job.jobId, 0, 0))!;
  const product = job.real.products.get('word')!;
  return {
    job,
    draft: () => attemptChunk(work, product, job.real, consumer),
    finish: (draft: Awaited<ReturnType<typeof attemptChunk>>, ports: Partial<BulkPorts> = {}) =>
      finishChunk(draft, work, product, { ...job.real, ...ports }, consumer),
  };
}

/** Delivers what is there, once, to a consumer with other ports. */
async function consume({ simulation, real }: Job, ports: Partial<BulkPorts>): Promise<void> {
  await handleBulkMessages(messagesOf(simulation.letters.splice(0)), { ...real, ...ports });
}

describe('two consumers of one chunk', () => {
  it('pay and report the draft that was written first', async () => {
    const { job, draft, finish } = await atWork();
    const first = await draft();
    expect(await draft()).toEqual(first);
    await finish(first);
    expect((await job.state()).credits).toBe(2 + 3 + 4);
    expect(await job.balance()).toEqual({ available: 91, held: 0 });
  });

  it('count what was reported first, whatever the second would have', async () => {
    const { job, draft, finish } = await atWork();
    const first = await draft();
    const unheard = async (...report: Parameters<typeof job.real.jobs.finish>) => {
      await job.real.jobs.finish(...report);
      return out();
    };
    await expect(finish(first, { jobs: { ...job.real.jobs, finish: unheard } })).rejects.toThrow(
      'out',
    );
    const failed = { state: 'failed', code: 'VALIDATION_FAILED', message: 'No such word.' };
    const other = [{ ...first[0], ...failed }, ...first.slice(1)] as typeof first;
    await finish(other);
    expect(await job.state()).toMatchObject({ credits: 9, counts: { succeeded: 3, failed: 0 } });
    expect((await job.rows()).map(({ status }) => status)).toEqual(Array(3).fill('completed'));
  });

  it('pay once where the first dies before it has reported', async () => {
    const { job, draft, finish } = await atWork();
    const found = await draft();
    const jobs = { ...job.real.jobs, finish: out };
    await expect(finish(found, { jobs })).rejects.toThrow('out');
    await finish(found);
    expect((await job.state()).credits).toBe(9);
    const statement = await job.real.accounts.statement(job.organizationId, null);
    expect(statement.usage.allTime).toEqual({ lookups: 3, credits: 9 });
  });

  it('are needed where the first is silent', async () => {
    const { job } = await atWork();
    job.simulation.letters = [];
    await job.wait(19);
    expect(job.simulation.letters).toEqual([]);
    await job.wait(2);
    expect(job.simulation.letters).toMatchObject([{ body: { chunk: 0 } }]);
  });

  it('are told apart: what the first reports late does not concern the second', async () => {
    const { job } = await atWork();
    const { jobId, simulation, real } = job;
    simulation.letters = [];
    await job.wait(21);
    const late = { jobId, chunk: 0, lease: 0 };
    const [letter] = simulation.letters.splice(0);
    const next = letter?.body as typeof late;
    expect(await real.jobs.begin(jobId, 0, next.lease)).not.toBeNull();
    await real.jobs.fail(jobId, late);
    expect(simulation.letters).toEqual([]);
    expect(await real.jobs.begin(jobId, 0, late.lease)).toBeNull();
    await job.wait(15);
    await real.jobs.heartbeat(jobId, late);
    await job.wait(6);
    expect(simulation.letters).toMatchObject([{ body: { chunk: 0, lease: next.lease + 1 } }]);
    await real.jobs.fail(jobId, next);
    expect(simulation.letters).toHaveLength(1);
  });
});

it('keeps equal payments of a chunk as one', async () => {
  const job = await begin(words(100), 1_000, async () => ({ price: 2 }));
  await job.deliver();
  const [chunk] = await job.real.jobs.finished(job.jobId, 0, 1);
  expect(chunk?.payments).toMatchObject([[100, { creditsUsed: 2, left: 800 }]]);
});

describe('the end of a job', () => {
  const cheap = async () => ({ price: 2 });
  const ended = ({ jobId }: Job) =>
    env.DB.prepare('SELECT ended_at FROM bulk_jobs WHERE id = ?').bind(jobId).first('ended_at');

  it('is recorded when it is announced, and announced again where that failed', async () => {
    const job = await begin(words(3), 100, cheap);
    await consume(job, {});
    const told: unknown[] = [];
    let isOut = true;
    const announce: BulkPorts['webhooks']['announce'] = async ({ type }) => {
      told.push([type, (await ended(job)) !== null]);
      if (isOut) throw new Error('out');
    };
    const webhooks = { ...job.real.webhooks, announce };
    await consume(job, { webhooks });
    isOut = false;
    expect(job.simulation.letters).toHaveLength(1);
    await consume(job, { webhooks });
    expect(told).toEqual(Array(2).fill(['bulk_job.completed', true]));
  });

  it('is not before its files are written', async () => {
    const job = await begin(words(3), 100, cheap);
    await consume(job, {});
    await consume(job, { assembleCsv: out });
    expect(await job.state()).toMatchObject({ status: 'processing', endedAt: null });
    await consume(job, {});
    expect(await job.state()).toMatchObject({ status: 'completed', hasFiles: true });
    expect(job.simulation.files).toHaveLength(3);
  });

  it('leaves its hold a day to be settled', async () => {
    const job = await begin(words(3), 100, cheap);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6.9 * DAY });
    expect(await job.balance()).toEqual({ available: 94, held: 6 });
  });

  it('gives the credits back at once where nothing had begun', async () => {
    const job = await begin(words(3), 100, cheap);
    const named = {
      organizationId: job.organizationId,
      mode: null,
      scopes: null,
      jobId: job.jobId,
    };
    await cancelJob(named, job.real);
    expect(await job.balance()).toEqual({ available: 100, held: 0 });
  });
});

describe("a job's object", () => {
  it('forgets what a rule that broke half way has changed', async () => {
    const { job } = await atWork();
    const counts = { succeeded: 99, failed: 0, skipped: 0, duplicates: 0 };
    const outcome = { attempt: 0, payments: [], counts, credits: 1_000 };
    const broken = job.real.jobs.finish(job.jobId, 0, outcome);
    await expect(broken).rejects.toThrow('do not add up');
    expect(await job.state()).toMatchObject({ credits: 0, counts: { succeeded: 0 } });
  });

  it('sets its alarm again when it is woken, though it believes that it is set', async () => {
    const job = await begin(words(3), 100, async () => ({ price: 2 }));
    const alarmOf = () => runInDurableObject(job.object(), (_, { storage }) => storage.getAlarm());
    await runInDurableObject(job.object(), (_, { storage }) => storage.deleteAlarm());
    expect(await alarmOf()).toBeNull();
    await job.real.jobs.wake(job.jobId);
    expect(await alarmOf()).not.toBeNull();
  });
});

it('a job that may exist keeps its key and its credits while its creator may be at work', async () => {
  const simulation = new Simulation(undefined, async () => ({ price: 2 }));
  const { organizationId, real, prepared } = simulation;
  await real.accounts.grant(organizationId, { id: 'first', amount: 100, note: null });
  const create = (ports: BulkPorts) => {
    const caller = { keyId: 'key_1', organizationId, userId: 'user_1' } as const;
    return createJob(
      {
        caller: { ...caller, mode: 'live', region: 'weur' },
        job: arriving(words(3), { type: 'word', webhookUrl: null }),
        idempotencyKey: 'mine',
        origin: 'https://api.test',
      },
      ports,
    );
  };
  const db = openDatabase(
    steppedDatabase(env.DB, async (kind, work) => {
      if (kind === 'batch') throw new Error('D1_ERROR: the connection was lost');
      return work();
    }),
  );
  await expect(create({ ...real, db })).rejects.toMatchObject({ code: 'SERVICE_BUSY' });
  await expect(create(real)).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
  await real.jobs.wake(prepared[0] as string);
  await simulation.consume(simulation.letters.splice(0));
  expect(await real.accounts.balance(organizationId)).toEqual({ available: 94, held: 6 });
});

it('a pause that is recorded late leaves the end of its job', async () => {
  const { jobId, real, state, deliver } = await begin(words(1), 100, async () => ({ price: 1 }));
  const db = real.db;
  const status = async () =>
    (await env.DB.prepare('SELECT status FROM bulk_jobs WHERE id = ?').bind(jobId).first())?.status;
  const paused = { id: jobId, status: 'paused_insufficient_credits' } as const;
  await recordJobStatus(db, paused);
  expect(await status()).toBe('paused_insufficient_credits');
  await deliver();
  expect((await state()).endedAt).not.toBeNull();
  await recordJobStatus(db, paused);
  expect(await status()).toBe('completed');
});
