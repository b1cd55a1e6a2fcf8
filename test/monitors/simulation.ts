import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { vi } from 'vitest';
import * as z from 'zod';
import { Account } from '../../src/accounts/object/account.ts';
import { BulkJob } from '../../src/bulk/durable-object.ts';
import type { JobMessage } from '../../src/bulk/job-state.ts';
import { createRunJobs } from '../../src/bulk/monitor-runs.ts';
import type { BulkPorts } from '../../src/bulk/ports.ts';
import { handleBulkMessages } from '../../src/bulk/queue-consumer.ts';
import { bucketJobFiles } from '../../src/bulk/store-files.ts';
import { openDatabase } from '../../src/lib/database.ts';
import { objectStubs } from '../../src/lib/durable-objects.ts';
import { ApiError } from '../../src/lib/errors.ts';
import { lookupField } from '../../src/lib/inputs.ts';
import type { Mail } from '../../src/lib/mail.ts';
import { parseSecrets } from '../../src/lib/secrets.ts';
import type { Caller } from '../../src/lookup/account/caller.ts';
import type { WebhookEvent } from '../../src/lookup/jobs/webhooks.ts';
import { createBreakers } from '../../src/lookup/pipeline/circuit-breakers.ts';
import { defineProduct } from '../../src/lookup/product.ts';
import { type IoSource, requireAnswer, type Source } from '../../src/lookup/source.ts';
import type { World } from '../../src/lookup/world.ts';
import { MonitorObject } from '../../src/monitors/durable-object.ts';
import { createMonitor } from '../../src/monitors/lifecycle.ts';
import { wakeMonitors } from '../../src/monitors/maintenance.ts';
import type { MonitorPorts } from '../../src/monitors/ports.ts';
import { handleRunMessages } from '../../src/monitors/queue-consumer.ts';
import { createRunOrders } from '../../src/monitors/runs.ts';
import type { MonitorRecord, RunMessage } from '../../src/monitors/state-machine.ts';
import { announceEvent } from '../../src/webhooks/announcement.ts';
import { deliverOnce, mailDelivery } from '../../src/webhooks/delivery.ts';
import { type Chaos, ChaosQueue, isInjected, messagesOf } from '../support/chaos.ts';
import {
  captureMessages,
  chaosBucket,
  chaosDatabase,
  chaosNamespace,
  stopObject,
  watchedNamespace,
} from '../support/chaos-bindings.ts';
import { noMetrics } from '../support/no-metrics.ts';
import { ok, webhookWorld } from '../webhooks/support.ts';

export interface Truth {
  status: 'ACTIVE' | 'INACTIVE' | 'UNKNOWN';
  spam: boolean;
}

const subject = lookupField((text) => text, { description: 'A number.', examples: ['+1'] });

/** A product at 1 credit whose facts are the test's. Null: the lookup fails. */
function product(type: string, bulk: string, ask: (number: string) => Truth | null) {
  const source: IoSource<string, Truth> = {
    ...{ name: 'truth', label: 'truth', kind: 'upstream', reads: 'io', available: () => true },
    async ask(number) {
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
      resolve: async (input, askSource) =>
        requireAnswer(await askSource(source, input.phone_number)) as Truth,
    },
    price: { upTo: 1, fixed: true, charge: () => 1 },
    classification: {
      schema: z.object({ number_status: z.string() }),
      from: ({ status }) => ({ number_status: status }),
    },
    insights: { schema: z.object({}), from: () => ({}) },
    risk: {
      base: 0,
      factors: { SPAM: [90, ({ spam }: Truth) => spam] },
      confidence: { base: 50, factors: {} },
    },
    factVersion: 1,
    sandbox: [],
    example: { phone_number: '+1' },
  });
}

const DAY = 86_400_000;

/**
 * Calls of a job's files that answer at once with an object of more steps, and one to be iterated.
 */
const FILE_OPENERS = ['stage', 'writeRows'];
const FILE_ITERATORS = ['rows'];

/** What an injected fault leaves in the log says nothing; anything else is a fault. */
const unexpected = (message: string, cause: unknown): void => {
  if (!isInjected(cause)) console.error(message, cause);
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
  readonly accounts = objectStubs(env.ACCOUNT, Account);
  readonly real: MonitorPorts;
  faulty: MonitorPorts;
  readonly delivered: WebhookEvent[] = [];
  readonly mailed: { mail: Mail; id: string }[] = [];
  /** Mails that left; one whose process died before that never does. */
  readonly sent: Mail[] = [];
  readonly #realBulk: BulkPorts;
  readonly #faultyBulk: BulkPorts;
  readonly chaos: Chaos;
  readonly runs: ChaosQueue<RunMessage>;
  readonly chunks: ChaosQueue<JobMessage>;
  jobs = new Set<string>();
  monitorId = '';

  constructor(chaos: Chaos, truth: (number: string) => Truth | null) {
    this.chaos = chaos;
    this.runs = new ChaosQueue(chaos);
    this.chunks = new ChaosQueue(chaos);
    const products = new Map([
      ['phone_validation', product('phone', 'phone_validation', truth)],
      ['phone_spam', product('phone_spam', 'phone_spam', truth)],
    ]);
    const clock = { now: () => Date.now() };
    const { ports: hooks } = webhookWorld(ok, {
      ...{ clock, db: openDatabase(chaosDatabase(chaos, env.DB)), warn: unexpected },
      mails: { send: async (mail) => void this.sent.push(mail) },
    });
    const webhooks: MonitorPorts['webhooks'] = {
      secretOf: async () => null,
      register: async ({ webhookUrl: url }) =>
        url === null ? null : { webhook: { url, sealedSecret: 'x' }, secret: 'whsec_1' },
      announce: async (event, receiver) => {
        await announceEvent(event, receiver, hooks);
        if (!this.delivered.some(({ id }) => id === event.id)) this.delivered.push(event);
      },
      mail: async (mail, event) => {
        await deliverOnce(mailDelivery(mail, event, hooks), hooks);
        const { id } = event;
        if (!this.mailed.some((one) => one.id === id)) this.mailed.push({ mail, id });
      },
    };
    const cache = {
      get: async () => null,
      getMany: async () => new Map(),
      put: async () => undefined,
      claimCompletion: () => false,
    };
    const bulk = (isFaulty: boolean, monitors: () => MonitorPorts): BulkPorts => {
      const over = this.#bindings(isFaulty);
      return {
        ...{ products, db: openDatabase(over.db), jobs: objectStubs(over.jobs, BulkJob) },
        files: bucketJobFiles(over.results),
        accounts: objectStubs(over.accounts, Account),
        pipeline: {
          ...{ world: { clock } as World, breakers: createBreakers(), cache },
          metrics: noMetrics,
        },
        webhooks,
        runs: createRunOrders(products, monitors),
        links: null,
        assembleCsv: async () => undefined,
        newId: () => `job_${crypto.randomUUID()}`,
        warn: unexpected,
      };
    };
    const monitors = (isFaulty: boolean, ports: BulkPorts): MonitorPorts => {
      const over = this.#bindings(isFaulty);
      const crashing = <T extends object>(port: T): T => (isFaulty ? chaos.crashing(port) : port);
      return {
        ...{ db: openDatabase(over.db), clock, products },
        objects: crashing(objectStubs(over.monitors, MonitorObject)),
        jobs: createRunJobs(ports),
        accounts: crashing(objectStubs(over.accounts, Account)),
        webhooks: crashing(webhooks),
        linkSecrets: parseSecrets('link secret of the tests'),
        newUuid: () => crypto.randomUUID(),
        warn: unexpected,
      };
    };
    this.#realBulk = bulk(false, () => this.real);
    this.real = monitors(false, this.#realBulk);
    const faulty = bulk(true, () => this.faulty);
    this.#faultyBulk = {
      ...faulty,
      jobs: chaos.crashing(faulty.jobs),
      files: chaos.crashing(faulty.files, FILE_OPENERS, FILE_ITERATORS),
      accounts: chaos.crashing(faulty.accounts),
    };
    this.faulty = monitors(true, this.#faultyBulk);
  }

  #bindings(isFaulty: boolean) {
    const { chaos } = this;
    const { DB: db, RESULTS: results, ACCOUNT: accounts, MONITOR: monitors } = env;
    const jobs = watchedNamespace(env.BULK_JOB, (job) => {
      this.jobs.add(job);
      captureMessages(env.BULK_QUEUE as Queue<JobMessage>, job, this.chunks);
    });
    if (!isFaulty) return { db, results, accounts, jobs, monitors };
    return {
      db: chaosDatabase(chaos, db),
      results: chaosBucket(chaos, results),
      accounts: chaosNamespace(chaos, accounts),
      jobs: chaosNamespace(chaos, jobs),
      monitors: chaosNamespace(chaos, monitors),
    };
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
    captureMessages(env.MONITOR_QUEUE as Queue<RunMessage>, monitor.id, this.runs);
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
      if (Date.now() >= moment && !state?.runId && this.#nextAt === Infinity) return;
      if (step > 4_000) throw new Error(`a run never ends: ${JSON.stringify(state)}`);
      if (step > 300 || Date.now() > wildUntil) this.chaos.intensity = 0;
      await each();
      if (!(await this.deliver())) await this.idle(moment);
    }
  }

  /** When the next message may be delivered. */
  get #nextAt(): number {
    return Math.min(this.runs.nextAt, this.chunks.nextAt);
  }

  /** Nothing that was sent is ever delivered. */
  loseMessages(): void {
    this.runs.letters = [];
    this.chunks.letters = [];
  }

  /** All that was ever delivered comes again. */
  async replay(): Promise<void> {
    await handleRunMessages(messagesOf(this.runs.past), this.faulty);
    await handleBulkMessages(messagesOf(this.chunks.past), this.#faultyBulk);
  }

  /** Delivers some of what is there. @returns false when nothing is */
  async deliver(): Promise<boolean> {
    if (this.chaos.strikes('object_eviction')) await this.#stopObjects();
    if (this.chaos.strikes('object_old_state')) await this.#age();
    if (this.#nextAt > Date.now()) return false;
    const [runs, chunks] = [this.runs.take(4), this.chunks.take(4)];
    this.chaos.pass(this.chaos.random.below(2_000));
    await Promise.all([
      handleRunMessages(messagesOf(runs), this.faulty),
      handleBulkMessages(messagesOf(chunks), this.#faultyBulk),
    ]);
    return true;
  }

  /**
   * Nothing can be delivered: time goes to what is next. Alarms ring, unless they are lost; cron
   * comes hourly.
   */
  async idle(moment: number): Promise<void> {
    const state = await this.real.objects.state(this.monitorId);
    const isBusy = state?.runId || this.#nextAt < Infinity;
    const next = Math.min(
      this.#nextAt,
      isBusy ? Date.now() + 30_000 : (state?.nextRunAt ?? Infinity),
      moment > Date.now() ? moment : Infinity,
    );
    const hour = Math.floor(Date.now() / 3_600_000);
    this.chaos.pass(Math.max(0, next - Date.now()));
    const isCron = Math.floor(Date.now() / 3_600_000) !== hour;
    await this.chaos.alarm(() => this.#ring());
    const wake = () => wakeMonitors(this.faulty, 'mon_8').catch(() => undefined);
    if (isCron) await this.chaos.cron(wake);
    for (const job of [...this.jobs]) {
      let isKnown = true;
      await this.chaos.alarm(async () => {
        isKnown = await this.#realBulk.jobs.wake(job);
      });
      if (!isKnown) this.jobs.delete(job);
    }
  }

  /** The monitor's own alarm, when it is due. */
  #ring = (): Promise<void> =>
    runInDurableObject(env.MONITOR.getByName(this.monitorId), (object) => object.alarm());

  /** The monitor wakes with the record of an earlier version, which had no copy of its row. */
  async #age(): Promise<void> {
    const stub = env.MONITOR.getByName(this.monitorId);
    await runInDurableObject(stub, (_, { storage: { kv } }) => {
      const { listed: _listed, ...aged } = kv.get('monitor') as MonitorRecord;
      kv.put('monitor', aged);
    });
    await stopObject(stub);
  }

  async #stopObjects(): Promise<void> {
    await stopObject(env.MONITOR.getByName(this.monitorId));
    for (const job of this.jobs) await stopObject(env.BULK_JOB.getByName(job));
  }
}
