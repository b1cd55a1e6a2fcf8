import {
  createExecutionContext,
  createMessageBatch,
  getQueueResult,
  runInDurableObject,
} from 'cloudflare:test';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { attemptChunk, finishChunk } from '../../src/bulk/chunks.ts';
import type { BulkJob } from '../../src/bulk/durable-object.ts';
import { cancelJob } from '../../src/bulk/jobs.ts';
import { wakeJobs } from '../../src/bulk/maintenance.ts';
import { handleBulkMessages } from '../../src/bulk/queue-consumer.ts';
import type { Consumer } from '../../src/bulk/row-lookups.ts';
import { findJobRow } from '../../src/bulk/store.ts';
import worker from '../../src/index.ts';
import { ApiError } from '../../src/lib/errors.ts';
import { begin, words } from './one-job.ts';

afterEach(() => void vi.useRealTimers());

it('is on disk before a message that tells of it is sent', async () => {
  const job = await begin(words(3), 100, async () => ({ price: 2 }));
  const told = await runInDurableObject(job.object(), async (instance: BulkJob, { storage }) => {
    const disk = () => JSON.stringify(storage.sql.exec('SELECT * FROM chunks').toArray());
    const before = disk();
    const changed: boolean[] = [];
    const queue = { sendBatch: async () => void changed.push(disk() !== before) };
    Object.assign(instance, { queue });
    await instance.retry(0, 0, 1_000);
    return changed;
  });
  expect(told).toEqual([true]);
});

it('is read in pages while it runs, and no row is skipped', async () => {
  const inputs = words(450);
  const job = await begin(inputs, 900, async () => ({ price: 2 }));
  const late = job.simulation.letters.splice(1, 1);
  await job.deliver();
  const read: string[] = [];
  let cursor: string | null = null;
  const follow = async () => {
    for (;;) {
      const page = await job.page(70, cursor);
      read.push(...page.rows.map(({ input }) => input));
      cursor = page.nextCursor;
      if (cursor === null || !page.isComplete) return page;
    }
  };
  expect(await follow()).toMatchObject({ isComplete: false, nextCursor: 'row_100' });
  expect(read).toEqual(inputs.slice(0, 100));
  expect(await follow()).toMatchObject({ isComplete: false, nextCursor: 'row_100', rows: [] });
  job.simulation.letters.push(...late);
  await job.deliver();
  expect(await follow()).toMatchObject({ isComplete: true, nextCursor: null });
  expect(read).toEqual(inputs);
});

describe('a source that is out', () => {
  it('is asked again after a while, for the rows it owes only', async () => {
    let out = true;
    const asked: string[] = [];
    const job = await begin(words(20), 100, async (word) => {
      asked.push(word);
      if (out && word.endsWith('5'))
        throw new ApiError('UPSTREAM_QUOTA_EXHAUSTED', undefined, { retryAfterSeconds: 30 });
      return { price: 2 };
    });
    await job.simulation.consume(job.simulation.letters.splice(0));
    expect(job.simulation.letters).toMatchObject([{ body: { chunk: 0 }, delaySeconds: 30 }]);
    expect(await job.state()).toMatchObject({ status: 'processing', counts: { succeeded: 0 } });
    expect(await job.rows()).toEqual([]);
    // Another consumer of the same message asks for the same attempt.
    await job.real.jobs.retry(job.jobId, 0, 0, 1_000);
    expect(job.simulation.letters).toHaveLength(1);
    out = false;
    await job.deliver();
    expect(await job.state()).toMatchObject({
      status: 'completed',
      credits: 40,
      counts: { succeeded: 20 },
    });
    expect(asked).toHaveLength(22);
    expect(await job.balance()).toEqual({ available: 60, held: 0 });
  });

  it('is not asked before its time by a message that was sent twice', async () => {
    const asked: number[] = [];
    const job = await begin(['never'], 100, async () => {
      asked.push(Date.now());
      throw new ApiError('UPSTREAM_TIMEOUT');
    });
    const doubled = structuredClone(job.simulation.letters);
    await job.simulation.consume(job.simulation.letters.splice(0));
    for (let copy = 0; copy < 3; copy++) await job.simulation.consume(doubled);
    expect(asked).toHaveLength(1);
    await job.deliver();
    expect(asked.map((at) => Math.round((at - (asked[0] ?? 0)) / 1_000))).toEqual([0, 5, 20, 65]);
  });

  it('costs its rows nothing when it stays out, and the job still ends', async () => {
    let asked = 0;
    const job = await begin([...words(5), 'never'], 100, async (word) => {
      if (word !== 'never') return { price: 2 };
      asked += 1;
      throw new ApiError('UPSTREAM_TIMEOUT');
    });
    await job.deliver();
    expect(asked).toBe(4);
    expect(await job.state()).toMatchObject({
      status: 'completed',
      credits: 10,
      counts: { succeeded: 5, failed: 1 },
    });
    expect((await job.rows())[5]).toMatchObject({
      status: 'failed',
      credits: 0,
      errorCode: 'UPSTREAM_TIMEOUT',
    });
    expect(await job.balance()).toEqual({ available: 90, held: 0 });
  });

  it('is not asked once more for what it may have billed', async () => {
    let asked = 0;
    const job = await begin(['paid'], 100, async () => {
      asked += 1;
      throw new ApiError('UPSTREAM_TIMEOUT', undefined, { maybeBilled: true });
    });
    await job.deliver();
    expect(asked).toBe(1);
    expect(await job.balance()).toEqual({ available: 100, held: 0 });
  });

  it('fails the job when nothing came of it', async () => {
    const job = await begin(words(3), 100, async () => {
      throw new ApiError('SERVICE_UNAVAILABLE');
    });
    await job.deliver();
    expect(await job.state()).toMatchObject({
      status: 'failed',
      credits: 0,
      counts: { failed: 3 },
    });
    expect(job.simulation.delivered.map(({ type }) => type)).toEqual(['bulk_job.failed']);
    expect(await job.balance()).toEqual({ available: 100, held: 0 });
  });
});

describe('a job that costs more than was held', () => {
  const dear = async () => ({ price: 9 });

  it('waits for credits, and goes on by itself when they are there', async () => {
    let asked = 0;
    const job = await begin(words(150), 310, async () => {
      asked += 1;
      return { price: 9 };
    });
    await job.deliver();
    expect(await job.state()).toMatchObject({
      status: 'paused_insufficient_credits',
      endedAt: null,
      credits: 0,
    });
    expect(job.simulation.delivered).toMatchObject([
      { type: 'bulk_job.paused', data: { status: 'paused_insufficient_credits' } },
    ]);
    await job.wait(11);
    await job.deliver();
    expect((await job.state()).status).toBe('paused_insufficient_credits');
    await job.real.accounts.grant(job.organizationId, { id: 'more', amount: 2_000, note: null });
    await job.wait(11);
    await job.deliver();
    expect(await job.state()).toMatchObject({
      status: 'completed',
      credits: 1_350,
      counts: { succeeded: 150 },
    });
    expect(await job.balance()).toEqual({ available: 960, held: 0 });
    // What was found while nobody could pay was not looked up again.
    expect(asked).toBe(150);
    expect(job.simulation.delivered.map(({ type }) => type)).toEqual([
      'bulk_job.paused',
      'bulk_job.completed',
    ]);
  });

  it('leaves answers that end seven days after they were found, though they were paid later', async () => {
    const job = await begin(words(2), 10, dear);
    await job.deliver();
    const foundAt = (await job.state()).createdAt;
    await job.wait(5 * 86_400);
    await job.real.accounts.grant(job.organizationId, { id: 'more', amount: 2_000, note: null });
    await job.wait(301);
    await job.deliver();
    expect((await job.state()).status).toBe('completed');
    const ends = [...job.simulation.cached.values()].map(({ endsAt }) => endsAt);
    expect(ends).toHaveLength(2);
    for (const end of ends) expect(end - foundAt).toBeLessThan(7 * 86_400_000 + 60_000);
  });

  it('has the pause in its row once cron has woken it, and its end of the pause too', async () => {
    const job = await begin(words(150), 310, dear);
    const { db } = job.real;
    const listed = async () =>
      (await findJobRow(db, { ...job, mode: null, scopes: null }, job.jobId))?.status;
    await job.deliver();
    await wakeJobs(job.real, 'job_5');
    expect(await listed()).toBe('paused_insufficient_credits');
    await job.real.accounts.grant(job.organizationId, { id: 'more', amount: 2_000, note: null });
    await job.wait(11);
    await job.simulation.consume(job.simulation.letters.splice(0, 1));
    expect((await job.state()).status).toBe('processing');
    await wakeJobs(job.real, 'job_5');
    expect(await listed()).toBe('processing');
    await job.deliver();
    expect(await listed()).toBe('completed');
  });

  it('looks nothing up for a message that was on its way when it was paused', async () => {
    let asked = 0;
    const job = await begin(words(150), 310, async () => {
      asked += 1;
      return { price: 9 };
    });
    const [first, second] = job.simulation.letters.splice(0);
    await job.simulation.consume([first!]);
    expect((await job.state()).status).toBe('paused_insufficient_credits');
    await job.simulation.consume([second!]);
    expect(asked).toBe(100);
    await job.real.accounts.grant(job.organizationId, { id: 'more', amount: 2_000, note: null });
    await job.wait(11);
    await job.deliver();
    expect(await job.state()).toMatchObject({ status: 'completed', credits: 1_350 });
    expect(asked).toBe(150);
  });

  it('pays from the free balance when that reaches', async () => {
    const job = await begin(words(10), 100, dear);
    await job.deliver();
    expect(await job.state()).toMatchObject({ status: 'completed', credits: 90 });
    expect(await job.balance()).toEqual({ available: 10, held: 0 });
  });

  it('can be cancelled while it waits, and then takes nothing', async () => {
    const job = await begin(words(150), 310, dear);
    await job.deliver();
    expect(
      await cancelJob(
        { organizationId: job.organizationId, mode: null, scopes: null, jobId: job.jobId },
        job.real,
      ),
    ).toMatchObject({ status: 'cancelled' });
    await job.deliver();
    const state = await job.state();
    expect(state).toMatchObject({ status: 'cancelled', credits: 0, counts: { succeeded: 0 } });
    expect(state.endedAt).not.toBeNull();
    for (const row of await job.rows())
      expect(row).toMatchObject({
        status: 'failed',
        errorCode: 'INSUFFICIENT_CREDITS',
        data: null,
      });
    expect(await job.balance()).toEqual({ available: 310, held: 0 });
  });

  it('is unpaid for good once one run has said so, whatever another run of the chunk tries later', async () => {
    const job = await begin(words(50), 110, dear);
    const work = (await job.real.jobs.begin(job.jobId, 0, 0))!;
    const product = job.real.products.get('word')!;
    const consumer: Consumer = {
      ioLimiter: (run) => run(),
      cpuLimiter: (run) => run(),
      yieldToEventLoop: async () => undefined,
      endsAt: Infinity,
    };
    const draft = await attemptChunk(work, product, job.real, consumer);
    const finish = (tried: typeof work) => finishChunk(draft, tried, product, job.real, consumer);
    expect(await finish(work)).toBe(false);
    expect(await finish({ ...work, lastChance: true })).toBe(true);
    await job.real.accounts.grant(job.organizationId, { id: 'late', amount: 1_000, note: null });
    expect(await finish(work)).toBe(true);
    await job.deliver();
    expect(await job.state()).toMatchObject({
      status: 'failed',
      credits: 0,
      counts: { failed: 50 },
    });
    expect(await job.balance()).toEqual({ available: 1_110, held: 0 });
  });

  it('is unpaid for good also where that run died before it reported', async () => {
    const job = await begin(words(50), 110, dear);
    const work = { ...(await job.real.jobs.begin(job.jobId, 0, 0))!, lastChance: true };
    const product = job.real.products.get('word')!;
    const consumer = { yieldToEventLoop: async () => undefined };
    const unlimited: Consumer = {
      ...consumer,
      ioLimiter: (run) => run(),
      cpuLimiter: (run) => run(),
      endsAt: Infinity,
    };
    const draft = await attemptChunk(work, product, job.real, unlimited);
    const finish = () => Promise.reject(new Error('out'));
    const jobs = { ...job.real.jobs, finish };
    const dying = finishChunk(draft, work, product, { ...job.real, jobs }, consumer);
    await expect(dying).rejects.toThrow('out');
    expect(await finishChunk(draft, work, product, job.real, consumer)).toBe(true);
    expect(await job.state()).toMatchObject({ credits: 0, counts: { succeeded: 0, failed: 50 } });
    await job.deliver();
    expect(await job.balance()).toEqual({ available: 110, held: 0 });
  });

  it('can be cancelled while some of its rows wait for their source as well', async () => {
    const job = await begin(words(150), 310, async (word) => {
      if (word === 'word120') throw new ApiError('UPSTREAM_TIMEOUT');
      return { price: 9 };
    });
    const [first, second] = job.simulation.letters.splice(0);
    await job.simulation.consume([second!]);
    await job.simulation.consume([first!]);
    expect((await job.state()).status).toBe('paused_insufficient_credits');
    // The retry arrives while nobody may look anything up.
    await job.deliver();
    await cancelJob(
      { organizationId: job.organizationId, mode: null, scopes: null, jobId: job.jobId },
      job.real,
    );
    await job.deliver();
    expect(await job.state()).toMatchObject({
      status: 'cancelled',
      endedAt: expect.any(Number),
      counts: { failed: 150 },
    });
    expect(await job.balance()).toEqual({ available: 310, held: 0 });
  });

  it('ends when nobody pays for six days', async () => {
    const job = await begin(words(150), 310, dear);
    await job.deliver();
    await job.wait(6 * 86_400);
    await job.deliver();
    expect(await job.state()).toMatchObject({
      status: 'failed',
      credits: 0,
      counts: { failed: 150 },
    });
    expect(await job.balance()).toEqual({ available: 310, held: 0 });
  });
});

describe('messages', () => {
  const cheap = async () => ({ price: 2 });

  it('are few while the queue is so long that they wait, and as many as before afterwards', async () => {
    const job = await begin(words(4_000), 8_000, cheap);
    const sent = async () => {
      await job.simulation.consume(job.simulation.letters.splice(0));
      return job.simulation.letters.length;
    };
    expect(job.simulation.letters).toHaveLength(10);
    await job.wait(5);
    expect(await sent()).toBe(10);
    await job.wait(15);
    expect(await sent()).toBe(2);
    await job.wait(5);
    expect(await sent()).toBe(2);
    expect(await sent()).toBeGreaterThanOrEqual(10);
  });

  it('that are lost are found by the alarm, also after the object was evicted', async () => {
    const job = await begin(words(300), 1_000, cheap);
    expect(job.simulation.letters).toHaveLength(3);
    job.simulation.letters = [];
    await job.wait(19);
    expect(job.simulation.letters).toEqual([]);
    await job.simulation.evict();
    await job.wait(2);
    expect(job.simulation.letters.map(({ body }) => body)).toEqual(
      [0, 1, 2].map((chunk) => ({ jobId: job.jobId, chunk, lease: 0 })),
    );
    job.simulation.letters = [];
    // Each time it is borne twice as long.
    await job.wait(39);
    expect(job.simulation.letters).toEqual([]);
    await job.wait(2);
    await job.deliver();
    expect(await job.state()).toMatchObject({ status: 'completed', counts: { succeeded: 300 } });
  });

  it('are never retried by the queue: the object sends their chunk again, each time later', async () => {
    const job = await begin(words(150), 1_000, cheap);
    const files = { ...job.real.files, readRows: () => Promise.reject(new Error('out')) };
    const delays: number[] = [];
    for (let death = 1; death <= 12; death++) {
      const letter = job.simulation.letters.find(
        ({ body }) => 'chunk' in body && body.chunk === 1,
      )!;
      job.simulation.letters = job.simulation.letters.filter((other) => other !== letter);
      vi.useFakeTimers({ toFake: ['Date'], now: Math.max(Date.now(), letter.at) });
      await handleBulkMessages([{ body: letter.body, ack: () => {} }] as never, {
        ...job.real,
        files,
      });
      delays.push(job.simulation.letters.at(-1)?.delaySeconds as number);
    }
    expect(delays).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600, 600]);
    // Twelve failures later the store is back.
    await job.deliver();
    expect(await job.state()).toMatchObject({ status: 'completed', counts: { succeeded: 150 } });
  });

  it('of a chunk that did nothing but fail for hours end its rows, each as what it is', async () => {
    let asked = 0;
    const job = await begin(
      [...words(100), 'again', 'again', ' ', ...words(10, 'more')],
      1_000,
      async () => {
        asked += 1;
        return { price: 2 };
      },
    );
    const letters = job.simulation.letters.splice(0);
    await job.simulation.consume(letters.slice(0, 1));
    await job.real.jobs.begin(job.jobId, 1, 0);
    // A dead letter returns the chunk to its job.
    await handleBulkMessages([{ body: letters[1]?.body, ack: () => {} }] as never, job.real, {
      areDead: true,
    });
    await job.wait(6 * 3_600);
    asked = 0;
    await job.deliver();
    expect(asked).toBe(0);
    expect(await job.state()).toMatchObject({
      status: 'completed',
      credits: 200,
      counts: { succeeded: 100, failed: 11, skipped: 1, duplicates: 1 },
    });
    expect((await job.rows())[112]).toMatchObject({
      status: 'failed',
      errorCode: 'INTERNAL_ERROR',
    });
    expect(await job.balance()).toEqual({ available: 800, held: 0 });
  });

  it('that are doubled while somebody is at work do nothing', async () => {
    let asked = 0;
    const job = await begin(words(5), 100, async () => {
      asked += 1;
      await new Promise((resolve) => setTimeout(resolve, 20));
      return { price: 2 };
    });
    const [letter] = job.simulation.letters.splice(0);
    await Promise.all([job.simulation.consume([letter!]), job.simulation.consume([letter!])]);
    expect(asked).toBe(5);
  });

  it('of one batch look up six rows at once, no more', async () => {
    let running = 0;
    let most = 0;
    const job = await begin(words(300), 1_000, async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 1));
      running -= 1;
      return { price: 2 };
    });
    await job.deliver();
    expect(most).toBe(6);
  });

  it('whose rows take longer than a consumer may run go on with the next one, without losing a try', async () => {
    const asked = new Map<string, number>();
    vi.useFakeTimers({ toFake: ['Date'] });
    const job = await begin(words(20), 100, async (word) => {
      asked.set(word, (asked.get(word) ?? 0) + 1);
      vi.setSystemTime(Date.now() + 60_000);
      return { price: 2 };
    });
    let rounds = 0;
    for (; (await job.state()).endedAt === null; rounds++)
      await job.simulation.consume(job.simulation.letters.splice(0));
    // Six rows at once, none begun after four minutes.
    expect(rounds).toBeGreaterThan(3);
    expect([...asked.values()]).toEqual(Array.from({ length: 20 }, () => 1));
    expect(await job.state()).toMatchObject({
      status: 'completed',
      credits: 40,
      counts: { succeeded: 20 },
    });
  });

  it('nobody can read are put away', async () => {
    const messages = [
      { step: 'dance' },
      null,
      { jobId: 'job_nobody_knows', chunk: 3 },
      { jobId: 'job_nobody_knows', turn: 1 },
    ];
    const batch = createMessageBatch(
      'lookup-api-bulk',
      messages.map((body, index) => ({ id: `${index}`, timestamp: new Date(), attempts: 1, body })),
    );
    const context = createExecutionContext();
    await worker.queue(batch as never);
    const { explicitAcks, retryMessages } = await getQueueResult(batch, context);
    expect([explicitAcks, retryMessages]).toEqual([['0', '1', '2', '3'], []]);
  });
});
