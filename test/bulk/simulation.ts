import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { vi } from 'vitest';
import type { BulkJob } from '../../src/bulk/bulk-job.ts';
import { cancelJob } from '../../src/bulk/cancel-job.ts';
import { createJob } from '../../src/bulk/create-job.ts';
import { handleMessages } from '../../src/bulk/handle-messages.ts';
import { createJobObjects, type JobObjects } from '../../src/bulk/job-objects.ts';
import type { JobMessage, OutgoingMessage } from '../../src/bulk/job-state.ts';
import type { BulkPorts } from '../../src/bulk/ports.ts';
import type { ArrivingJob, JobTerms } from '../../src/bulk/receive-rows.ts';
import type { Accounts } from '../../src/core/account/account.ts';
import { ApiError, type ErrorCode } from '../../src/core/errors.ts';
import type { ResultRow } from '../../src/core/jobs/files.ts';
import type { RunOrders } from '../../src/core/jobs/runs.ts';
import type { WebhookEvent } from '../../src/core/jobs/webhooks.ts';
import type { World } from '../../src/core/ports.ts';
import { createAccounts } from '../../src/ledger/accounts.ts';
import { createBreakers } from '../../src/pipeline/breakers.ts';
import type { StoredFact } from '../../src/pipeline/fact-cache.ts';
import { bucketJobFiles } from '../../src/store/bulk-objects.ts';
import { openDatabase } from '../../src/store/database.ts';
import { noMetrics } from '../support/no-metrics.ts';
import { type WordFact, wordProduct } from './word-product.ts';

/** A small fast generator with a printable seed (mulberry32). */
export function randomOf(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    chance: (probability: number) => next() < probability,
    below: (limit: number) => Math.floor(next() * limit),
  };
}

export type Random = ReturnType<typeof randomOf>;

/** The process is gone, in front of this step or behind it. */
export class Killed extends Error {}

export const isKilled = (error: unknown): boolean =>
  error instanceof Killed || (error instanceof Error && isKilled(error.cause));

/** Refusals after which a caller sends its job again. */
const BUSY: readonly ErrorCode[] = ['IDEMPOTENCY_CONFLICT', 'SERVICE_BUSY'];

/** A vendor whose answers to the same word need not agree, neither on the price nor on success. */
const moodyVendor =
  (random: Random) =>
  async (word: string): Promise<WordFact> => {
    const kind = Number(word.replace(/\D/g, '')) % 10;
    if (kind === 7) throw new ApiError('UPSTREAM_ERROR', 'No such word.');
    if (kind === 8 && random.chance(0.5)) throw new ApiError('UPSTREAM_TIMEOUT');
    if (random.chance(0.05)) throw new ApiError('VALIDATION_FAILED');
    return { price: kind === 9 ? random.below(10) : kind === 0 ? 0 : 2 };
  };

/** A queue that does what a queue may do, and worse: it delays, reorders, repeats and loses. */
interface Letter {
  body: JobMessage;
  dead: boolean;
  /** From when on it may be delivered. */
  at: number;
  delaySeconds: number;
}

/** Rows as they come off the wire. */
export const arriving = (inputs: readonly string[], terms: JobTerms): ArrivingJob => ({
  rows: (async function* () {
    yield* inputs;
  })(),
  terms: () => terms,
});

/**
 * The database, any of whose statements may fail. @param mayFail called before and after each with
 * its kind
 */
export function faultyDatabase(binding: D1Database, mayFail: (kind: string) => void): D1Database {
  const real = new WeakMap<object, D1PreparedStatement>();
  async function tried<T>(kind: string, work: () => Promise<T>): Promise<T> {
    mayFail(kind);
    const outcome = await work();
    mayFail(kind);
    return outcome;
  }
  function wrapped(statement: D1PreparedStatement): D1PreparedStatement {
    const proxy = new Proxy(statement, {
      get: (target, name: keyof D1PreparedStatement) =>
        name === 'bind'
          ? (...values: unknown[]) => wrapped(target.bind(...values))
          : (...args: never[]) =>
              tried(name, () => (target[name] as (...all: unknown[]) => Promise<unknown>)(...args)),
    });
    real.set(proxy, statement);
    return proxy;
  }
  return {
    prepare: (query: string) => wrapped(binding.prepare(query)),
    batch: (statements: D1PreparedStatement[]) =>
      tried('batch', () =>
        binding.batch(statements.map((one) => real.get(one) as D1PreparedStatement)),
      ),
  } as unknown as D1Database;
}

/** For jobs that no monitor ordered. */
export const NO_RUNS: RunOrders = {
  products: new Map(),
  claim: async () => 'given_up',
  record: async () => undefined,
  tell: async () => null,
};

/** Calls that answer at once with an object whose own calls may fail. */
const OPENERS = ['spool', 'writeRows'];

/**
 * The same port, any step of which may kill whoever takes it. @param mayKill called before and
 * after each
 */
export const faultyPort = <T extends object>(port: T, mayKill: () => void): T =>
  new Proxy(port, {
    get: (target, name: string) => {
      const step = Reflect.get(target, name) as unknown;
      if (typeof step !== 'function' || name === 'rows') return step;
      if (OPENERS.includes(name))
        return (...args: unknown[]) => faultyPort(Reflect.apply(step, target, args), mayKill);
      return async (...args: unknown[]) => {
        mayKill();
        const outcome: unknown = await Reflect.apply(step, target, args);
        mayKill();
        return outcome;
      };
    },
  });

/** What a well-behaved process reaches. */
export type RealPorts = BulkPorts & { ledger: Accounts };

export class Simulation {
  readonly random: Random;
  readonly organizationId = `org_${crypto.randomUUID()}`;
  readonly real: RealPorts;
  readonly faulty: BulkPorts;
  readonly delivered: WebhookEvent[] = [];
  /** What single lookups would be answered from. */
  readonly cached = new Map<string, StoredFact>();
  files: ResultRow[] = [];
  /** Probability that a step of a consumer kills it. */
  killing = 0;
  letters: Letter[] = [];
  jobId = '';
  /** Every job anyone began to create. */
  readonly prepared: string[] = [];

  /** Objects that know this simulation's queue. */
  readonly #told = new Set<string>();
  readonly #ask: (word: string) => Promise<WordFact>;

  constructor(random: Random, ask: (word: string) => Promise<WordFact> = moodyVendor(random)) {
    this.random = random;
    this.#ask = ask;
    this.real = this.#ports();
    const faulty = <T extends object>(port: T): T => faultyPort(port, () => this.#mayKill());
    const { jobs, files, ledger, webhooks } = this.real;
    this.faulty = {
      ...this.real,
      ...{
        db: openDatabase(faultyDatabase(env.DB, () => this.#mayKill())),
        jobs: faulty(jobs),
        files: faulty(files),
        ledger: faulty(ledger),
        webhooks: faulty(webhooks),
      },
      assembleCsv: faulty({ run: this.real.assembleCsv }).run,
    };
  }

  /**
   * Creates the job, dying on the way as often as the seed wants it. @returns null when the balance
   * is too small
   */
  async create(inputs: readonly string[]): Promise<string | null> {
    const caller = {
      keyId: 'key_1',
      organizationId: this.organizationId,
      userId: 'user_1',
      mode: 'live',
      region: 'weur',
    } as const;
    const terms = { type: 'word', webhookUrl: 'https://example.com/' };
    for (;;) {
      try {
        const request = { caller, idempotencyKey: 'one', origin: 'https://api.test' };
        const ports = this.random.chance(0.5) ? this.faulty : this.real;
        const created = await createJob({ ...request, job: arriving(inputs, terms) }, ports);
        if (created.kind === 'refused') {
          // What a killed creator held is missing until it is recovered.
          if (this.prepared.length === 1) return null;
          await this.recover();
          this.prepared.length = 0;
          continue;
        }
        this.jobId = created.jobId;
        return created.jobId;
      } catch (error) {
        const isBusy = error instanceof ApiError && BUSY.includes(error.code);
        if (!(isKilled(error) || isBusy)) throw error;
        // Five minutes later the key is free again.
        this.pass(300_000);
      }
    }
  }

  /** Time goes by. */
  pass = (ms: number): void => void vi.setSystemTime(Date.now() + ms);

  /** One thing happens. @returns false when nothing can happen any more by itself */
  async step(): Promise<boolean> {
    const { random } = this;
    if (random.chance(0.03)) await this.evict();
    const now = Date.now();
    const here = this.letters.filter(({ at }) => at <= now);
    if (here.length === 0) return false;
    const batch: Letter[] = [];
    for (let size = 1 + random.below(4); size > 0 && here.length > 0; size--) {
      const [letter] = here.splice(random.below(here.length), 1);
      if (!letter) continue;
      this.letters.splice(this.letters.indexOf(letter), 1);
      if (random.chance(0.05)) continue;
      if (random.chance(0.1)) this.letters.push({ ...letter });
      if (random.chance(0.03)) letter.dead = true;
      batch.push(letter);
    }
    this.pass(random.below(2_000));
    await this.consume(batch);
    return true;
  }

  /** Nothing can be delivered now: time passes to the next letter or alarm. */
  async idle(): Promise<void> {
    const next = Math.min(...this.letters.map(({ at }) => at), Date.now() + 30_000);
    vi.setSystemTime(Math.max(Date.now(), next));
    for (const jobId of this.prepared) await this.real.jobs.wake(jobId);
  }

  async consume(batch: readonly Letter[]): Promise<void> {
    await Promise.all(
      [true, false].map((dead) => {
        const messages = batch
          .filter((letter) => letter.dead === dead)
          .map(({ body }) => ({ body, ack: () => undefined }));
        return handleMessages(messages as unknown as Message[], dead, this.faulty);
      }),
    );
  }

  async cancel(): Promise<void> {
    await cancelJob(
      { organizationId: this.organizationId, mode: null, jobId: this.jobId },
      this.faulty,
    ).catch((error: unknown) => {
      if (!isKilled(error)) throw error;
    });
  }

  /** Eleven minutes later the objects of jobs whose creators were killed look after them. */
  async recover(): Promise<void> {
    const killing = this.killing;
    this.killing = 0;
    this.pass(660_000);
    for (const jobId of this.prepared) await this.real.jobs.wake(jobId);
    await this.consume(this.letters.filter(({ body }) => 'turn' in body));
    this.letters = this.letters.filter(({ body }) => !('turn' in body));
    this.killing = killing;
  }

  async evict(): Promise<void> {
    this.#told.delete(this.jobId);
    await evictDurableObject(env.BULK_JOB.getByName(this.jobId)).catch(() => undefined);
  }

  #mayKill(): void {
    if (this.random.chance(this.killing)) throw new Killed('killed');
  }

  /**
   * Sends go to the letters of this simulation; an evicted object comes back with the real queue
   * and is told again.
   */
  #objects(): JobObjects {
    const objects = createJobObjects(env.BULK_JOB);
    const queue = {
      sendBatch: async (messages: OutgoingMessage[]) => {
        if (this.random.chance(this.killing)) throw new Killed('the queue is out');
        this.letters.push(
          ...messages.map(({ body, delaySeconds = 0 }) => ({
            body,
            dead: false,
            at: Date.now() + delaySeconds * 1_000,
            delaySeconds,
          })),
        );
      },
    };
    const told = async (id: string) => {
      if (this.#told.has(id)) return;
      this.#told.add(id);
      await runInDurableObject(env.BULK_JOB.getByName(id), (job: BulkJob) => {
        Object.defineProperty(job, 'env', { value: { BULK_QUEUE: queue }, configurable: true });
      });
    };
    return new Proxy(objects, {
      get:
        (target, name: keyof JobObjects) =>
        async (first: string | { id: string } | JobMessage, ...rest: never[]) => {
          const id = typeof first === 'string' ? first : 'id' in first ? first.id : first.jobId;
          await told(id);
          return (target[name] as (...args: unknown[]) => Promise<unknown>)(first, ...rest);
        },
    });
  }

  #ports(): RealPorts {
    const product = wordProduct(this.#ask);
    const ledger = createAccounts(env.ACCOUNT);
    return {
      products: new Map([['word', product]]),
      db: openDatabase(env.DB),
      jobs: this.#objects(),
      files: bucketJobFiles(env.RESULTS),
      ledger,
      rooms: ledger,
      pipeline: {
        world: { clock: { now: () => Date.now() } } as World,
        breakers: createBreakers(),
        metrics: noMetrics,
        cache: {
          get: async (key) => this.cached.get(key) ?? null,
          getMany: async (keys) =>
            new Map(
              keys.flatMap((key) => {
                const stored = this.cached.get(key);
                return stored ? [[key, stored] as const] : [];
              }),
            ),
          put: async (key, stored) => void this.cached.set(key, stored),
        },
      },
      webhooks: {
        register: async (url) => ({ webhook: { url, sealedSecret: '' }, secret: 'whsec_1' }),
        deliver: async (_, event) => {
          if (!this.delivered.some(({ id }) => id === event.id)) this.delivered.push(event);
          return {} as never;
        },
      },
      runs: NO_RUNS,
      links: { link: async (key, origin) => `${origin}/${key}` },
      assembleCsv: async ({ rows }) => {
        const written: ResultRow[] = [];
        for await (const row of rows) written.push(row);
        this.files = written;
        return { rows: written.length, bytes: { results: 0, full: 0 } };
      },
      newId: () => {
        this.prepared.push(`job_${crypto.randomUUID()}`);
        return this.prepared.at(-1) as string;
      },
      warn: () => undefined,
    };
  }
}
