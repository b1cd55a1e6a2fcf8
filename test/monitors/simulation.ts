import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { vi } from 'vitest';
import * as z from 'zod';
import { handleMessages } from '../../src/bulk/handle-messages.ts';
import { createJobObjects } from '../../src/bulk/job-objects.ts';
import type { BulkPorts } from '../../src/bulk/ports.ts';
import { createRunJobs } from '../../src/bulk/run-jobs.ts';
import type { Caller } from '../../src/core/account/caller.ts';
import { ApiError } from '../../src/core/errors.ts';
import { lookedUp } from '../../src/core/inputs.ts';
import type { Mail } from '../../src/core/jobs/mail.ts';
import type { WebhookEvent } from '../../src/core/jobs/webhooks.ts';
import { defineProduct } from '../../src/core/lookup/product.ts';
import type { Source } from '../../src/core/lookup/source.ts';
import type { World } from '../../src/core/ports.ts';
import { parseSecrets } from '../../src/core/secrets.ts';
import { createAccounts } from '../../src/ledger/accounts.ts';
import { createMonitor } from '../../src/monitors/create-monitor.ts';
import { handleRunMessages } from '../../src/monitors/handle-run-messages.ts';
import { createMonitorObjects } from '../../src/monitors/monitor-objects.ts';
import type { MonitorPorts } from '../../src/monitors/ports.ts';
import { createRunOrders } from '../../src/monitors/run-orders.ts';
import { wakeMonitors } from '../../src/monitors/tend-monitors.ts';
import { createBreakers } from '../../src/pipeline/breakers.ts';
import { bucketJobFiles } from '../../src/store/bulk-objects.ts';
import { openDatabase } from '../../src/store/database.ts';
import { faultyDatabase, faultyPort, isKilled, Killed, type Random } from '../bulk/simulation.ts';
import { noMetrics } from '../support/no-metrics.ts';

export interface Truth {
  status: 'ACTIVE' | 'INACTIVE' | 'UNKNOWN';
  spam: boolean;
}

const subject = lookedUp((text) => text, { description: 'A number.', examples: ['+1'] });

/** A product at 1 credit whose facts are the test's. Null: the lookup fails. */
function product(type: string, bulk: string, ask: (number: string) => Truth | null) {
  const source: Source<string, Truth> = {
    ...{ name: 'truth', label: 'truth', kind: 'upstream', available: () => true },
    ask(number) {
      const truth = ask(number);
      if (!truth) throw new ApiError('VALIDATION_FAILED', 'No such number.');
      return truth;
    },
  };
  return defineProduct({
    ...{ path: `/${type}` as const, type, summary: type, tier: 'standard', bulk },
    input: z.object({ phone_number: subject }),
    subject: (input) => input.phone_number,
    sources: {
      list: [source as Source<never, Truth>],
      resolve: async (input, askSource) => (await askSource(source, input.phone_number)) as Truth,
    },
    price: { upTo: 1, charge: () => 1 },
    classification: {
      schema: z.object({ number_status: z.string() }),
      from: ({ status }) => ({ number_status: status }),
    },
    insights: { schema: z.object({}), from: () => ({}) },
    risk: {
      base: 0,
      factors: [{ code: 'SPAM', points: 90, applies: ({ spam }: Truth) => spam }],
      confidence: { base: 50, factors: [] },
    },
    factVersion: 1,
    sandbox: [],
    example: { phone_number: '+1' },
  });
}

interface Letter {
  queue: 'bulk' | 'monitors';
  body: { jobId: string } | { monitorId: string };
  /** From when on it may be delivered. */
  at: number;
}

const DAY = 86_400_000;

/** What a killed process leaves in the log says nothing; anything else is a fault. */
const unexpected = (message: string, cause: unknown): void => {
  if (!isKilled(cause)) console.error(message, cause);
};

/**
 * A monitor, its organization, and a world in which processes die, messages and alarms are lost,
 * and time flies.
 */
export class MonitorSimulation {
  readonly organizationId = `org_${crypto.randomUUID()}`;
  readonly caller: Caller = {
    ...{ keyId: 'key_1', organizationId: this.organizationId, userId: 'user_1' },
    ...{ mode: 'live', region: 'weur' },
  };
  readonly accounts = createAccounts(env.ACCOUNT);
  readonly real: MonitorPorts;
  faulty: MonitorPorts;
  readonly delivered: WebhookEvent[] = [];
  readonly mailed: { mail: Mail; id: string }[] = [];
  readonly #realBulk: BulkPorts;
  readonly #faultyBulk: BulkPorts;
  readonly #told = new Set<string>();
  readonly #random: Random;
  /** Probability that a step kills whoever takes it. */
  killing = 0;
  letters: Letter[] = [];
  jobs = new Set<string>();
  monitorId = '';

  constructor(random: Random, truth: (number: string) => Truth | null) {
    this.#random = random;
    const mayKill = () => {
      if (random.chance(this.killing)) throw new Killed('killed');
    };
    const faulty = <T extends object>(port: T): T => faultyPort(port, mayKill);
    const products = new Map([
      ['phone_validation', product('phone', 'phone_validation', truth)],
      ['phone_spam', product('phone_spam', 'phone_spam', truth)],
    ]);
    const clock = { now: () => Date.now() };
    const webhooks: MonitorPorts['webhooks'] = {
      register: async (url) => ({ webhook: { url, sealedSecret: 'x' }, secret: 'whsec_1' }),
      deliver: async (_, event) => {
        if (!this.delivered.some(({ id }) => id === event.id)) this.delivered.push(event);
        return {} as never;
      },
      mail: async (mail, { id }) => {
        if (!this.mailed.some((one) => one.id === id)) this.mailed.push({ mail, id });
        return {} as never;
      },
    };
    const cache = {
      get: async () => null,
      getMany: async () => new Map(),
      put: async () => undefined,
    };
    const bulk = (
      make: <T extends object>(port: T) => T,
      monitors: () => MonitorPorts,
    ): BulkPorts => ({
      products,
      db: openDatabase(env.DB),
      jobs: make(this.#jobObjects()),
      files: make(bucketJobFiles(env.RESULTS)),
      ledger: make(this.accounts),
      rooms: this.accounts,
      pipeline: {
        world: { clock } as World,
        breakers: createBreakers(),
        metrics: noMetrics,
        cache,
      },
      webhooks,
      runs: createRunOrders(products, monitors),
      links: null,
      assembleCsv: async () => ({ rows: 0, bytes: { results: 0, full: 0 } }),
      newId: () => `job_${crypto.randomUUID()}`,
      warn: unexpected,
    });
    const monitors = (
      make: <T extends object>(port: T) => T,
      over: BulkPorts,
      binding: D1Database,
    ) => ({
      ...{ db: openDatabase(binding), clock, products, rooms: this.accounts },
      objects: make(this.#monitorObjects()),
      jobs: createRunJobs(over),
      accounts: make(this.accounts),
      webhooks: make(webhooks),
      linkSecrets: parseSecrets('link secret of the tests'),
      newUuid: () => crypto.randomUUID(),
      warn: unexpected,
    });
    const plain = <T extends object>(port: T): T => port;
    this.#realBulk = bulk(plain, () => this.real);
    this.real = monitors(plain, this.#realBulk, env.DB);
    this.#faultyBulk = bulk(faulty, () => this.faulty);
    this.faulty = monitors(faulty, this.#faultyBulk, faultyDatabase(env.DB, mayKill));
  }

  async open(credits: number): Promise<void> {
    const { id: _, ...organization } = { id: '', name: 'Example Ltd', active: true, createdAt: 0 };
    await this.accounts.open(
      { id: this.organizationId, region: 'weur', ...organization },
      { id: 'user_1', email: 'owner@example.com', role: 'owner', createdAt: 0 },
    );
    await this.plan('active');
    await this.grant(credits);
  }

  async plan(status: 'active' | 'canceled'): Promise<void> {
    const applied = await this.accounts.subscribe(this.organizationId, {
      ...{ operationId: null, plan: 'tiny', status, creditsPerMonth: 1 },
      ...{ periodStart: null, periodEnd: null, trialEnd: null },
    });
    if (applied.kind !== 'applied') throw new Error(applied.message);
  }

  grant = (amount: number) =>
    this.accounts.grant(this.organizationId, { id: crypto.randomUUID(), amount, note: null });

  async create(numbers: readonly string[], spam = false, name = 'Monitor'): Promise<void> {
    const { monitor } = await createMonitor(
      {
        ...{ kind: 'number', caller: this.caller, name, frequency: 'daily' },
        ...{ includeSpamCheck: spam, alertEmail: true, webhookUrl: 'https://example.com/' },
        members: numbers.map((number) => ({ subject: number, label: null })),
        origin: 'https://api.test',
      },
      this.real,
    );
    this.monitorId = monitor.id;
  }

  pass = (ms: number): void => void vi.setSystemTime(Date.now() + ms);

  /**
   * Runs the clock until this moment and on until no run is under way. @throws Error when it never
   * ends
   */
  async until(moment: number, each: () => Promise<void> = async () => undefined): Promise<void> {
    const wildUntil = Date.now() + 2 * DAY;
    for (let step = 0; ; step++) {
      const state = await this.real.objects.state(this.monitorId);
      if (Date.now() >= moment && !state?.runId && this.letters.length === 0) return;
      if (step > 4_000) throw new Error(`a run never ends: ${JSON.stringify(state)}`);
      if (step > 300 || Date.now() > wildUntil) this.killing = 0;
      await each();
      if (!(await this.deliver())) await this.idle(moment);
    }
  }

  /**
   * Delivers some of what is there: in any order, some twice, some never. @returns false when
   * nothing is
   */
  async deliver(): Promise<boolean> {
    const random = this.#random;
    if (random.chance(this.killing)) await this.#evict();
    const here = this.letters.filter(({ at }) => at <= Date.now());
    if (here.length === 0) return false;
    const batch: Letter[] = [];
    for (let size = 1 + random.below(4); size > 0 && here.length > 0; size--) {
      const [letter] = here.splice(random.below(here.length), 1) as [Letter];
      this.letters.splice(this.letters.indexOf(letter), 1);
      if (random.chance(this.killing)) continue;
      if (random.chance(this.killing)) this.letters.push({ ...letter });
      batch.push(letter);
    }
    this.pass(random.below(2_000));
    await this.consume(batch);
    return true;
  }

  async consume(batch: readonly Letter[]): Promise<void> {
    const of = (queue: Letter['queue']) =>
      batch
        .filter((letter) => letter.queue === queue)
        .map(({ body }) => ({ body, ack: () => undefined })) as unknown as Message[];
    await Promise.all([
      handleRunMessages(of('monitors'), this.faulty),
      handleMessages(of('bulk'), false, this.#faultyBulk),
    ]);
  }

  /**
   * Nothing can be delivered: time goes to what is next. Alarms ring, unless they are lost; cron
   * comes hourly.
   */
  async idle(moment: number): Promise<void> {
    const state = await this.real.objects.state(this.monitorId);
    const isBusy = state?.runId || this.letters.length > 0;
    const next = Math.min(
      ...this.letters.map(({ at }) => at),
      isBusy ? Date.now() + 30_000 : (state?.nextRunAt ?? Infinity),
      moment > Date.now() ? moment : Infinity,
    );
    const hour = Math.floor(Date.now() / 3_600_000);
    vi.setSystemTime(Math.max(Date.now(), next));
    const isCron = Math.floor(Date.now() / 3_600_000) !== hour;
    if (this.killing === 0 || this.#random.chance(0.5)) await this.#ring();
    else if (!isBusy && isCron) this.pass(this.#random.below(3_600_000));
    if (isCron) await wakeMonitors(this.faulty).catch(() => undefined);
    for (const job of [...this.jobs])
      if (!(await this.#realBulk.jobs.wake(job))) this.jobs.delete(job);
  }

  /** The monitor's own alarm, when it is due. */
  async #ring(): Promise<void> {
    await this.#tellQueue('MONITOR', this.monitorId);
    await runInDurableObject(env.MONITOR.getByName(this.monitorId), (object) => object.alarm());
  }

  async #evict(): Promise<void> {
    const jobs = [...this.jobs].map((job) => ['BULK_JOB', job] as const);
    for (const [binding, id] of [['MONITOR', this.monitorId] as const, ...jobs]) {
      this.#told.delete(id);
      await evictDurableObject(env[binding].getByName(id)).catch(() => undefined);
      // A heart that still beats may have told the object that is gone now.
      this.#told.delete(id);
    }
  }

  /**
   * Sends of an object go to the letters; an evicted one comes back with the real queue and is told
   * again.
   */
  async #tellQueue(binding: 'MONITOR' | 'BULK_JOB', id: string): Promise<void> {
    if (this.#told.has(id)) return;
    this.#told.add(id);
    const send = async (body: Letter['body'], delaySeconds = 0) => {
      if (this.#random.chance(this.killing)) throw new Killed('the queue is out');
      const queue = binding === 'MONITOR' ? 'monitors' : 'bulk';
      this.letters.push({ queue, body, at: Date.now() + delaySeconds * 1_000 });
    };
    const queue = {
      send: (body: Letter['body'], options?: { delaySeconds?: number }) =>
        send(body, options?.delaySeconds),
      sendBatch: async (all: { body: Letter['body']; delaySeconds?: number }[]) => {
        for (const { body, delaySeconds } of all) await send(body, delaySeconds);
      },
    };
    await runInDurableObject(env[binding].getByName(id) as DurableObjectStub, (object) => {
      Object.defineProperty(object, 'env', {
        value: { MONITOR_QUEUE: queue, BULK_QUEUE: queue },
        configurable: true,
      });
    });
  }

  #telling<T extends object>(
    objects: T,
    binding: 'MONITOR' | 'BULK_JOB',
    seen: (id: string) => void,
  ): T {
    return new Proxy(objects, {
      get:
        (target, name: string) =>
        async (first: unknown, ...rest: unknown[]) => {
          const named = first as string | Record<string, string>;
          const id =
            typeof named === 'string' ? named : (named.monitorId ?? named.jobId ?? named.id ?? '');
          seen(id);
          await this.#tellQueue(binding, id);
          return Reflect.apply(Reflect.get(target, name) as () => unknown, target, [
            first,
            ...rest,
          ]);
        },
    });
  }

  #jobObjects = () =>
    this.#telling(createJobObjects(env.BULK_JOB), 'BULK_JOB', (id) => void this.jobs.add(id));

  #monitorObjects = () =>
    this.#telling(createMonitorObjects(env.MONITOR), 'MONITOR', () => undefined);
}
