import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import type { BulkJob } from '../../src/bulk/bulk-job.ts';
import { cancelJob } from '../../src/bulk/cancel-job.ts';
import { createJob } from '../../src/bulk/create-job.ts';
import { handleMessages } from '../../src/bulk/handle-messages.ts';
import { createJobObjects } from '../../src/bulk/jobs-in-objects.ts';
import type { OutgoingMessage } from '../../src/bulk/messages.ts';
import type { BulkPorts } from '../../src/bulk/ports.ts';
import { recoverJob } from '../../src/bulk/recover-job.ts';
import type { JobObjects } from '../../src/core/bulk.ts';
import { ApiError } from '../../src/core/errors.ts';
import type { ResultRow } from '../../src/core/files.ts';
import type { World } from '../../src/core/ports.ts';
import type { WebhookEvent } from '../../src/core/webhooks.ts';
import { createLedger } from '../../src/ledger/ledger-of-accounts.ts';
import { createBreakers } from '../../src/pipeline/breakers.ts';
import { bucketJobFiles } from '../../src/store/bulk-objects.ts';
import { openDatabase } from '../../src/store/database.ts';
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
class Killed extends Error {}

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

/** A queue that does what a queue may do, and worse: it reorders, repeats and loses. */
interface Letter {
  body: unknown;
  attempts: number;
  dead: boolean;
  delaySeconds: number;
}

export class Simulation {
  readonly random: Random;
  readonly organizationId = `org_${crypto.randomUUID()}`;
  readonly real: BulkPorts;
  readonly faulty: BulkPorts;
  readonly delivered: WebhookEvent[] = [];
  readonly cached = new Set<string>();
  files: ResultRow[] = [];
  /** Probability that a step of a consumer kills it. */
  killing = 0;
  letters: Letter[] = [];
  jobId = '';
  /** Every job anyone began to create. */
  readonly prepared: string[] = [];

  readonly #ask: (word: string) => Promise<WordFact>;

  constructor(random: Random, ask: (word: string) => Promise<WordFact> = moodyVendor(random)) {
    this.random = random;
    this.#ask = ask;
    this.real = this.#ports();
    const faulty = <T extends object>(port: T): T =>
      new Proxy(port, {
        get: (target, name) => {
          const step = Reflect.get(target, name) as unknown;
          if (typeof step !== 'function') return step;
          return async (...args: unknown[]) => {
            this.#mayKill();
            const outcome: unknown = await Reflect.apply(step, target, args);
            this.#mayKill();
            return outcome;
          };
        },
      });
    const { jobs, files, ledger, webhooks } = this.real;
    this.faulty = {
      ...this.real,
      ...{
        jobs: faulty(jobs),
        files: faulty(files),
        ledger: faulty(ledger),
        webhooks: faulty(webhooks),
      },
      assembleCsv: faulty({ run: this.real.assembleCsv }).run,
    };
  }

  /** Creates the job, dying on the way as often as the seed wants it. @returns null when the balance is too small */
  async create(inputs: readonly string[]): Promise<string | null> {
    const caller = {
      keyId: 'key_1',
      organizationId: this.organizationId,
      userId: 'user_1',
      mode: 'live',
    } as const;
    const request = {
      caller,
      type: 'word',
      inputs,
      webhookUrl: 'https://example.com/',
      idempotencyKey: 'one',
      origin: 'https://api.test',
    };
    for (;;) {
      try {
        const created = await createJob(request, this.random.chance(0.5) ? this.faulty : this.real);
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
        if (
          !(
            error instanceof Killed ||
            (error instanceof ApiError && error.code === 'IDEMPOTENCY_CONFLICT')
          )
        )
          throw error;
        // Five minutes later the key is free again.
        await env.DB.prepare(
          'UPDATE bulk_claims SET claimed_at = claimed_at - 300000 WHERE organization_id = ?',
        )
          .bind(this.organizationId)
          .run();
      }
    }
  }

  /** One thing happens. @returns false when nothing can happen any more by itself */
  async step(): Promise<boolean> {
    const { random } = this;
    if (random.chance(0.03)) await this.evict();
    if (this.letters.length === 0) return false;
    const batch: Letter[] = [];
    for (let size = 1 + random.below(4); size > 0 && this.letters.length > 0; size--) {
      const [letter] = this.letters.splice(random.below(this.letters.length), 1);
      if (!letter || random.chance(0.05)) continue;
      if (random.chance(0.1)) this.letters.push({ ...letter });
      batch.push(letter);
    }
    await this.consume(batch);
    return true;
  }

  async consume(batch: readonly Letter[]): Promise<void> {
    await Promise.all(
      [true, false].map((dead) => {
        const letters = batch.filter((letter) => letter.dead === dead);
        const messages = letters.map((letter) => ({
          body: letter.body,
          attempts: letter.attempts,
          ack: () => undefined,
          retry: () =>
            void this.letters.push({
              ...letter,
              attempts: letter.attempts + 1,
              dead: letter.dead || letter.attempts >= 3,
            }),
        }));
        return handleMessages(messages as unknown as Message[], dead, this.faulty);
      }),
    );
  }

  async cancel(): Promise<void> {
    await cancelJob({ organizationId: this.organizationId, jobId: this.jobId }, this.faulty).catch(
      (error: unknown) => {
        if (!(error instanceof Killed)) throw error;
      },
    );
  }

  /** Eleven minutes later the objects of jobs whose creators were killed look after them. */
  async recover(): Promise<void> {
    const world = { ...this.real.pipeline.world, clock: { now: () => Date.now() + 660_000 } };
    for (const jobId of this.prepared)
      await recoverJob({ jobId }, { ...this.real, pipeline: { ...this.real.pipeline, world } });
  }

  /** Time passes until everything that is silent counts as lost. */
  sweep = (): Promise<number> => this.real.jobs.sweep(this.jobId);

  evict = (): Promise<void> =>
    evictDurableObject(env.BULK_JOB.getByName(this.jobId)).catch(() => undefined);

  #mayKill(): void {
    if (this.random.chance(this.killing)) throw new Killed('killed');
  }

  /** Sends go to the letters of this simulation; an evicted object comes back with the real queue and is told again. */
  #objects(): JobObjects {
    const objects = createJobObjects(env.BULK_JOB);
    const queue = {
      sendBatch: async (messages: OutgoingMessage[]) => {
        if (this.random.chance(this.killing)) throw new Killed('the queue is out');
        this.letters.push(
          ...messages.map(({ body, delaySeconds = 0 }) => ({
            body,
            attempts: 1,
            dead: false,
            delaySeconds,
          })),
        );
      },
    };
    const told = async (id: string) =>
      runInDurableObject(env.BULK_JOB.getByName(id), (job: BulkJob) => {
        Object.defineProperty(job, 'env', { value: { BULK_QUEUE: queue }, configurable: true });
      });
    return new Proxy(objects, {
      get:
        (target, name: keyof JobObjects) =>
        async (first: string | { id: string }, ...rest: never[]) => {
          await told(typeof first === 'string' ? first : first.id);
          return (target[name] as (...args: unknown[]) => Promise<unknown>)(first, ...rest);
        },
    });
  }

  #ports(): BulkPorts {
    const product = wordProduct(this.#ask);
    const ledger = createLedger(env.CREDIT_ACCOUNT);
    return {
      products: new Map([['word', product]]),
      db: openDatabase(env.DB),
      jobs: this.#objects(),
      files: bucketJobFiles(env.RESULTS),
      ledger,
      pipeline: {
        world: { clock: { now: () => Date.now() } } as World,
        breakers: createBreakers(),
        cache: {
          get: async () => null,
          getMany: async () => new Map(),
          put: async (key) => void this.cached.add(key),
        },
      },
      webhooks: {
        register: async (url) => ({ webhook: { url, sealedSecret: '' }, secret: 'whsec_1' }),
        deliver: async (_, event) => {
          if (!this.delivered.some(({ id }) => id === event.id)) this.delivered.push(event);
          return {} as never;
        },
      },
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
