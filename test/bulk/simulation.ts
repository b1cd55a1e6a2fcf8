import { env } from 'cloudflare:workers';
import { vi } from 'vitest';
import { Account } from '../../src/accounts/object/account.ts';
import { BulkJob } from '../../src/bulk/durable-object.ts';
import { createJob } from '../../src/bulk/job-creation.ts';
import type { JobMessage } from '../../src/bulk/job-state.ts';
import { cancelJob } from '../../src/bulk/jobs.ts';
import { wakeJobs } from '../../src/bulk/maintenance.ts';
import type { BulkPorts } from '../../src/bulk/ports.ts';
import { handleBulkMessages } from '../../src/bulk/queue-consumer.ts';
import { type IncomingJob, type JobTerms, type PlannedJob, planRows } from '../../src/bulk/rows.ts';
import { bucketJobFiles } from '../../src/bulk/store-files.ts';
import { openDatabase } from '../../src/lib/database.ts';
import { objectStubs } from '../../src/lib/durable-objects.ts';
import { ApiError, type ErrorCode } from '../../src/lib/errors.ts';
import type { Accounts } from '../../src/lookup/account/account.ts';
import type { ResultRow } from '../../src/lookup/jobs/files.ts';
import type { RunOrders } from '../../src/lookup/jobs/job.ts';
import type { WebhookEvent } from '../../src/lookup/jobs/webhooks.ts';
import { createBreakers } from '../../src/lookup/pipeline/circuit-breakers.ts';
import type { StoredFact } from '../../src/lookup/pipeline/fact-cache.ts';
import type { World } from '../../src/lookup/world.ts';
import { bucketUploads } from '../../src/uploads/store.ts';
import {
  Chaos,
  ChaosQueue,
  FAILED_LOOKUPS,
  isInjected,
  type Letter,
  messagesOf,
} from '../support/chaos.ts';
import {
  captureMessages,
  chaosBucket,
  chaosDatabase,
  chaosNamespace,
  stopObject,
} from '../support/chaos-bindings.ts';
import { noMetrics } from '../support/no-metrics.ts';
import type { Random } from '../support/random.ts';
import { type WordFact, wordProduct } from './word-product.ts';

/** Refusals after which a caller sends its job again. */
const BUSY: readonly ErrorCode[] = ['IDEMPOTENCY_CONFLICT', 'SERVICE_BUSY'];

/** A vendor whose answers to the same word need not agree, neither on the price nor on success. */
const moodyVendor =
  (random: Random) =>
  async (word: string): Promise<WordFact> => {
    const kind = Number(word.replace(/\D/g, '')) % 10;
    if (kind === 7) throw new ApiError('UPSTREAM_ERROR', 'No such word.');
    if (kind === 8 && random.chance(FAILED_LOOKUPS.wordTimeout))
      throw new ApiError('UPSTREAM_TIMEOUT');
    if (random.chance(FAILED_LOOKUPS.wordInvalid)) throw new ApiError('VALIDATION_FAILED');
    return { price: kind === 9 ? random.below(10) : kind === 0 ? 0 : 2 };
  };

/** Rows as they come off the wire. */
export const arriving = (inputs: readonly string[], terms: JobTerms): IncomingJob => ({
  rows: (async function* () {
    yield* inputs;
  })(),
  terms: () => terms,
});

/** For jobs that no monitor ordered. */
export const NO_RUNS: RunOrders = {
  products: new Map(),
  claim: async () => 'given_up',
  record: async () => undefined,
  notify: async () => null,
};

/** What a well-behaved process reaches. */
export type RealPorts = BulkPorts & { accounts: Accounts };

/**
 * Calls of a job's files that answer at once with an object of more steps, and one to be iterated.
 */
const FILE_OPENERS = ['stage', 'writeRows'];
const FILE_ITERATORS = ['rows'];

export class Simulation {
  readonly chaos: Chaos;
  readonly random: Random;
  readonly organizationId = `org_${crypto.randomUUID()}`;
  readonly real: RealPorts;
  readonly faulty: BulkPorts;
  readonly delivered: WebhookEvent[] = [];
  /** What single lookups would be answered from. */
  readonly cached = new Map<string, StoredFact>();
  files: ResultRow[] = [];
  readonly queue: ChaosQueue<JobMessage>;
  jobId = '';
  /** Every job anyone began to create. */
  readonly prepared: string[] = [];

  readonly #ask: (word: string) => Promise<WordFact>;

  /** @param chaos without faults unless given */
  constructor(chaos = new Chaos(1, {}), ask = moodyVendor(chaos.random)) {
    this.chaos = chaos;
    this.random = chaos.random;
    this.queue = new ChaosQueue(chaos);
    this.#ask = ask;
    this.real = this.#ports();
    const { real } = this;
    const accounts = chaos.crashing(objectStubs(chaosNamespace(chaos, env.ACCOUNT), Account));
    this.faulty = {
      ...real,
      db: openDatabase(chaosDatabase(chaos, env.DB)),
      jobs: chaos.crashing(objectStubs(chaosNamespace(chaos, env.BULK_JOB), BulkJob)),
      files: chaos.crashing(
        bucketJobFiles(chaosBucket(chaos, env.RESULTS)),
        FILE_OPENERS,
        FILE_ITERATORS,
      ),
      accounts,
      webhooks: chaos.crashing(real.webhooks),
      assembleCsv: chaos.crashing({ run: real.assembleCsv }).run,
    };
  }

  get letters(): Letter<JobMessage>[] {
    return this.queue.letters;
  }

  set letters(letters: Letter<JobMessage>[]) {
    this.queue.letters = letters;
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
    const planned = this.random.chance(0.3) ? await this.#plan(inputs, terms) : null;
    for (;;) {
      try {
        const request = { caller, idempotencyKey: 'one', origin: 'https://api.test' };
        const ports = this.random.chance(0.5) ? this.faulty : this.real;
        const job = planned ? await planned() : arriving(inputs, terms);
        const created = await createJob({ ...request, job }, ports);
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
        if (!(isInjected(error) || isBusy)) throw error;
        // Five minutes later the key is free again.
        this.pass(300_000);
      }
    }
  }

  /** Plans the rows of a file as it is priced. @returns opens the job of it */
  async #plan(inputs: readonly string[], terms: JobTerms): Promise<() => Promise<PlannedJob>> {
    const files = bucketUploads(env.RESULTS);
    const upload = { organizationId: this.organizationId, id: `upl_${crypto.randomUUID()}` };
    const written = files.writePlan(upload);
    const { rows } = arriving(inputs, terms);
    const plan = await planRows({ product: this.real.products.get('word')!, rows }, written);
    const tag = await written.end();
    const requestHash = 'of the choice of columns';
    return async () => ({
      terms: { ...terms, requestHash },
      plan: structuredClone(plan),
      rows: (await files.openPlan(upload, tag))!,
    });
  }

  /** Time goes by. */
  pass = (ms: number): void => void vi.setSystemTime(Date.now() + ms);

  /** One thing happens. @returns false when nothing can happen any more by itself */
  async step(): Promise<boolean> {
    if (this.chaos.strikes('object_eviction')) await this.evict();
    if (this.queue.nextAt > Date.now()) return false;
    const batch = this.queue.take(4);
    this.chaos.pass(this.random.below(2_000));
    await this.consume(batch);
    return true;
  }

  /** Nothing can be delivered now: time passes to the next letter or alarm. */
  async idle(): Promise<void> {
    const next = Math.min(this.queue.nextAt, Date.now() + 30_000);
    this.chaos.pass(Math.max(0, next - Date.now()));
    for (const jobId of this.prepared) await this.chaos.alarm(() => this.real.jobs.wake(jobId));
    if (this.random.chance(0.2)) await this.chaos.cron(() => this.#cron());
  }

  /** What cron does hourly for jobs that have not ended. */
  async #cron(): Promise<void> {
    await wakeJobs(this.faulty, 'job_8').catch((cause: unknown) => {
      if (!isInjected(cause)) throw cause;
    });
  }

  /** Delivers a batch, once the last of it is due. */
  async consume(batch: readonly Letter<JobMessage>[]): Promise<void> {
    const dueAt = Math.max(...batch.map(({ at }) => at));
    if (dueAt > Date.now()) vi.useFakeTimers({ toFake: ['Date'], now: dueAt });
    await Promise.all(
      [true, false].map((dead) => {
        const messages = messagesOf(batch.filter((letter) => letter.dead === dead));
        return handleBulkMessages(messages, this.faulty, { areDead: dead });
      }),
    );
  }

  async cancel(): Promise<void> {
    await cancelJob(
      { organizationId: this.organizationId, mode: null, scopes: null, jobId: this.jobId },
      this.faulty,
    ).catch((error: unknown) => {
      if (!isInjected(error)) throw error;
    });
  }

  /** Eleven minutes later the objects of jobs whose creators were killed look after them. */
  async recover(): Promise<void> {
    const { intensity } = this.chaos;
    this.chaos.intensity = 0;
    this.pass(660_000);
    for (const jobId of this.prepared) await this.real.jobs.wake(jobId);
    await this.consume(this.letters.filter(({ body }) => 'turn' in body));
    this.letters = this.letters.filter(({ body }) => !('turn' in body));
    this.chaos.intensity = intensity;
  }

  evict = (): Promise<void> => stopObject(env.BULK_JOB.getByName(this.jobId));

  #ports(): RealPorts {
    const product = wordProduct(this.#ask);
    return {
      products: new Map([['word', product]]),
      db: openDatabase(env.DB),
      jobs: objectStubs(env.BULK_JOB, BulkJob),
      files: bucketJobFiles(env.RESULTS),
      accounts: objectStubs(env.ACCOUNT, Account),
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
          claimCompletion: () => false,
        },
      },
      webhooks: {
        register: async ({ webhookUrl: url }) =>
          url === null ? null : { webhook: { url, sealedSecret: '' }, secret: 'whsec_1' },
        announce: async (event) => {
          if (!this.delivered.some(({ id }) => id === event.id)) this.delivered.push(event);
        },
      },
      runs: NO_RUNS,
      links: { link: async (key, origin) => `${origin}/${key}` },
      assembleCsv: async ({ rows }) => {
        const written: ResultRow[] = [];
        for await (const row of rows) written.push(row);
        this.files = written;
      },
      newId: () => {
        const id = `job_${crypto.randomUUID()}`;
        this.prepared.push(id);
        captureMessages(env.BULK_QUEUE as Queue<JobMessage>, id, this.queue);
        return id;
      },
      warn: () => undefined,
    };
  }
}
