import { vi } from 'vitest';
import { type Random, randomOf } from './random.ts';

/**
 * Every fault that can be injected. The names are those of a simulation's row and of its counters.
 */
export const FAULTS = {
  crash: 'a process stops before or after a step',
  queue_loss: 'a message is never delivered',
  queue_replay: 'a message is delivered again',
  queue_delay: 'a message comes minutes late',
  queue_backlog: 'for a while, every message comes minutes late',
  queue_reorder: 'a message overtakes those sent before it',
  queue_partial_batch: 'a part of a batch is handled, and then all of it comes again',
  queue_dead_letter: 'a message goes to the dead letters',
  queue_after_deletion: 'a message comes after its object was deleted',
  queue_send_error: 'a send is refused',
  queue_send_lost_reply: 'a send is done, and its reply is lost',
  kv_stale_read: 'a read shows what was there before the last write',
  kv_read_error: 'a read fails',
  kv_write_error: 'a write fails and changes nothing',
  r2_read_error: 'a read or a listing fails',
  r2_write_error: 'a write or a deletion fails and changes nothing',
  r2_lost_reply: 'a write or a deletion is done, and its reply is lost',
  d1_error: 'a statement or batch fails before it is done',
  d1_lost_reply: 'a statement or batch is committed, and its reply is lost',
  d1_replica_lag: 'a read is answered from an older state than the last write',
  object_error: 'a call of a Durable Object never arrives',
  object_lost_reply: 'a call of a Durable Object is done, and its reply is lost',
  object_eviction: 'a Durable Object is stopped in the middle of a call',
  object_eviction_between: 'a Durable Object is stopped between two calls of one request',
  object_old_state: 'a Durable Object wakes with the state that an older version has written',
  alarm_loss: 'an alarm does not ring',
  alarm_late: 'an alarm rings minutes late',
  alarm_hours_late: 'no alarm rings for up to eight hours',
  alarm_replay: 'an alarm rings twice at once',
  alarm_again: 'an alarm rings again when it is done',
  cron_late: 'cron stays away for up to a day',
  cron_replay: 'cron comes twice at once',
  clock_forward: 'the clock jumps forward by minutes',
  clock_backward: 'the clock jumps back by up to a minute',
  clock_edge: 'a month ends, a leap day begins or summer time changes',
  http_error: 'a request to another service is refused',
  http_lost_reply: 'a request to another service is done, and its reply is lost',
} as const;

export type Fault = keyof typeof FAULTS;

/** Probability of each fault whenever it is possible; the rest never occur. */
export type FaultTable = Readonly<Partial<Record<Fault, number>>>;

/** The faults of every simulation, a line for each store that it uses. */
export const SIMULATION_FAULTS = {
  lookups: {
    ...{ http_error: 0.1 },
    ...{ kv_stale_read: 0.3, kv_read_error: 0.1, kv_write_error: 0.1 },
    ...{ r2_read_error: 0.1, r2_write_error: 0.3, r2_lost_reply: 0.2, crash: 0.05 },
    ...{ object_error: 0.05, object_lost_reply: 0.05, object_eviction: 0.03 },
    ...{ object_eviction_between: 0.03 },
    ...{ clock_forward: 0.1, clock_backward: 0.1 },
  },
  records: { d1_replica_lag: 0.7 },
  bulk: {
    ...{ crash: 0.03 },
    ...{ object_error: 0.02, object_lost_reply: 0.02, object_eviction: 0.01 },
    ...{ object_eviction_between: 0.02, queue_after_deletion: 0.5 },
    ...{ queue_loss: 0.05, queue_replay: 0.1, queue_delay: 0.03, queue_reorder: 0.5 },
    ...{ queue_backlog: 0.02, queue_partial_batch: 0.3, queue_dead_letter: 0.03 },
    ...{ queue_send_error: 0.08, queue_send_lost_reply: 0.08 },
    ...{ r2_read_error: 0.05, r2_write_error: 0.08, r2_lost_reply: 0.08 },
    ...{ d1_error: 0.06, d1_lost_reply: 0.06 },
    ...{ alarm_loss: 0.3, alarm_late: 0.1, alarm_replay: 0.1 },
    ...{ alarm_hours_late: 0.03, alarm_again: 0.1, clock_edge: 0.3 },
    ...{ cron_late: 0.05, cron_replay: 0.2, clock_forward: 0.03, clock_backward: 0.03 },
  },
  monitors: {
    ...{ crash: 0.02 },
    ...{ object_error: 0.02, object_lost_reply: 0.02, object_eviction: 0.01 },
    ...{ object_eviction_between: 0.02, object_old_state: 0.05, queue_after_deletion: 0.5 },
    ...{ queue_loss: 0.04, queue_replay: 0.04, queue_delay: 0.04, queue_reorder: 0.5 },
    ...{ queue_backlog: 0.02, queue_partial_batch: 0.4 },
    ...{ queue_send_error: 0.04, queue_send_lost_reply: 0.05 },
    ...{ r2_read_error: 0.1, r2_write_error: 0.4, r2_lost_reply: 0.4 },
    ...{ d1_error: 0.06, d1_lost_reply: 0.06 },
    ...{ alarm_loss: 0.3, alarm_late: 0.02, alarm_replay: 0.1 },
    ...{ alarm_hours_late: 0.02, alarm_again: 0.1, clock_edge: 0.3 },
    ...{ cron_late: 0.1, cron_replay: 0.2, clock_forward: 0.02, clock_backward: 0.02 },
  },
  accounts: {
    ...{ object_error: 0.05, object_lost_reply: 0.1, object_eviction: 0.05 },
    ...{ object_eviction_between: 0.05, object_old_state: 0.05 },
    ...{ r2_write_error: 0.2, r2_lost_reply: 0.2 },
    ...{ d1_error: 0.1, d1_lost_reply: 0.1 },
    ...{ alarm_loss: 0.2, alarm_late: 0.1, alarm_replay: 0.2 },
    ...{ alarm_hours_late: 0.05, alarm_again: 0.2, clock_edge: 0.02 },
    ...{ clock_forward: 0.1, clock_backward: 0.1 },
  },
  webhooks: {
    ...{ crash: 0.02, http_error: 0.05, http_lost_reply: 0.05 },
    ...{ queue_loss: 0.05, queue_replay: 0.1, queue_delay: 0.05, queue_reorder: 0.5 },
    ...{ queue_partial_batch: 0.3, queue_send_error: 0.05, queue_send_lost_reply: 0.05 },
    ...{ d1_error: 0.02, d1_lost_reply: 0.02 },
    ...{ cron_late: 0.02, cron_replay: 0.1, clock_forward: 0.02, clock_backward: 0.05 },
    ...{ clock_edge: 0.7 },
  },
  billing: {
    ...{ http_error: 0.2, http_lost_reply: 0.3 },
    ...{ object_lost_reply: 0.3, d1_error: 0.05, d1_lost_reply: 0.05 },
    ...{ queue_replay: 0.2, queue_reorder: 0.7, queue_partial_batch: 0.3 },
  },
  topUps: {
    ...{ http_error: 0.2, http_lost_reply: 0.3 },
    ...{ object_lost_reply: 0.3, d1_error: 0.05, d1_lost_reply: 0.05 },
  },
  feeds: {
    ...{ http_error: 0.2 },
    ...{ queue_loss: 0.1, queue_replay: 0.2, queue_delay: 0.1, queue_reorder: 0.3 },
    ...{ queue_send_error: 0.1, queue_send_lost_reply: 0.1 },
    ...{ r2_read_error: 0.05, r2_write_error: 0.1, r2_lost_reply: 0.1 },
    ...{ alarm_loss: 0.1, alarm_late: 0.1, alarm_replay: 0.1 },
  },
} as const satisfies Record<string, FaultTable>;

/** Share of lookups that fail in simulations, by what they look up: no fault of ours. */
export const FAILED_LOOKUPS = { wordInvalid: 0.05, wordTimeout: 0.5, monitored: 0.12 };

const MARK = 'injected fault: ';

/**
 * What an injected fault throws. The message tells it, as an error that crosses RPC loses its
 * class.
 */
export class InjectedFault extends Error {
  constructor(fault: Fault) {
    super(`${MARK}${fault}`);
  }
}

/** Whether an injected fault is at the bottom of this error. */
export const isInjected = (error: unknown): boolean =>
  error instanceof Error && (error.message.includes(MARK) || isInjected(error.cause));

const MINUTE = 60_000;
const MAX_DELAY_MS = 10 * MINUTE;
const MAX_CRON_DELAY_MS = 24 * 60 * MINUTE;
const MAX_ALARM_DELAY_MS = 8 * 60 * MINUTE;
/** How long before an edge of the calendar a simulation begins, at most. */
const BEFORE_EDGE_MS = 3 * MINUTE;

/**
 * Edges of the calendar: the ends of February in a usual year and a leap year, the beginning of its
 * leap day, the end of a year, and the hours at which summer time changes in Europe and America.
 */
const EDGES = [
  ...[Date.UTC(2031, 2, 1), Date.UTC(2032, 1, 29), Date.UTC(2032, 2, 1), Date.UTC(2033, 0, 1)],
  ...[Date.UTC(2031, 2, 30, 1), Date.UTC(2031, 9, 26, 1), Date.UTC(2031, 2, 9, 7)],
];

/**
 * The one source of faults of a simulation: a seeded generator, the table of probabilities, and a
 * counter for each fault that was really injected.
 */
export class Chaos {
  readonly random: Random;
  readonly injected = new Map<Fault, number>();
  /** Steps that a fault could have struck. */
  operations = 0;
  /** Multiplies every probability; 0: nothing fails. */
  intensity = 1;
  readonly #table: FaultTable;
  /** Until when cron stays away, and alarms. */
  #cronAt = 0;
  #alarmAt = 0;

  constructor(seed: number, table: FaultTable) {
    this.random = randomOf(seed);
    this.#table = table;
  }

  /** Whether this fault strikes now; it is counted. */
  strikes(fault: Fault): boolean {
    const probability = (this.#table[fault] ?? 0) * this.intensity;
    if (probability === 0 || !this.random.chance(probability)) return false;
    this.count(fault);
    return true;
  }

  /** A fault that a simulation injects by itself, as one that fast-check has drawn. */
  count(fault: Fault): void {
    this.injected.set(fault, (this.injected.get(fault) ?? 0) + 1);
  }

  /** @throws InjectedFault */
  fail(fault: Fault): void {
    if (this.strikes(fault)) throw new InjectedFault(fault);
  }

  /** A step that may fail before it is done, or lose its reply after. */
  async step<T>(before: Fault, after: Fault | null, work: () => T | Promise<T>): Promise<T> {
    this.operations += 1;
    this.fail(before);
    const outcome = await work();
    if (after) this.fail(after);
    return outcome;
  }

  /** Time goes by, unless the clock jumps. */
  pass(ms: number): void {
    let now = Date.now() + ms;
    if (this.strikes('clock_forward')) now += this.random.below(MAX_DELAY_MS);
    if (this.strikes('clock_backward')) now -= this.random.below(MINUTE);
    vi.setSystemTime(now);
  }

  /** A simulation begins: shortly before an edge of the calendar, or whenever it is. */
  begin(): void {
    if (!this.strikes('clock_edge')) return;
    const edge = EDGES[this.random.below(EDGES.length)] as number;
    vi.setSystemTime(edge - this.random.below(BEFORE_EDGE_MS));
  }

  /** Time goes to the end of the month, or to a second before it. */
  passMonth(): void {
    if (!this.strikes('clock_edge')) return;
    const now = new Date();
    const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1);
    vi.setSystemTime(Math.max(Date.now(), end - this.random.below(1_000)));
  }

  /** An alarm that is due: lost, late, doubled, or as it should be. */
  async alarm(ring: () => Promise<unknown>): Promise<void> {
    this.operations += 1;
    if (this.strikes('alarm_hours_late'))
      this.#alarmAt = Date.now() + this.random.below(MAX_ALARM_DELAY_MS);
    if (this.intensity > 0 && Date.now() < this.#alarmAt) return;
    if (this.strikes('alarm_loss')) return;
    if (this.strikes('alarm_late')) this.pass(this.random.below(MAX_DELAY_MS));
    const rings = this.strikes('alarm_replay') ? [ring(), ring()] : [ring()];
    await Promise.all(rings);
    if (this.strikes('alarm_again')) await ring();
  }

  /** Cron that is due: late, twice at once, or as it should be. */
  async cron(work: () => Promise<unknown>): Promise<void> {
    this.operations += 1;
    if (this.strikes('cron_late')) this.#cronAt = Date.now() + this.random.below(MAX_CRON_DELAY_MS);
    if (this.intensity > 0 && Date.now() < this.#cronAt) return;
    await Promise.all(this.strikes('cron_replay') ? [work(), work()] : [work()]);
  }

  /**
   * The same port, any step of which may be the last of its process. @param openers calls that
   * answer at once with an object of more steps @param plain calls that are left as they are
   */
  crashing<T extends object>(
    port: T,
    openers: readonly string[] = [],
    plain: readonly string[] = [],
  ): T {
    return new Proxy(port, {
      get: (target, name: string) => {
        const step = Reflect.get(target, name) as unknown;
        if (typeof step !== 'function' || plain.includes(name)) return step;
        const call = (args: unknown[]) => Reflect.apply(step, target, args) as unknown;
        if (openers.includes(name))
          return (...args: unknown[]) => this.crashing(call(args) as object, openers, plain);
        return (...args: unknown[]) => this.step('crash', 'crash', () => call(args));
      },
    });
  }
}

/** A message on its way. */
export interface Letter<Body> {
  body: Body;
  /** From when on it may be delivered. */
  at: number;
  delaySeconds: number;
  /** For the consumer of dead letters. */
  dead: boolean;
}

/** A queue that does what a queue may do, and worse. */
export class ChaosQueue<Body> {
  letters: Letter<Body>[] = [];
  /** What was ever delivered. */
  readonly past: Letter<Body>[] = [];
  /** How late every message is, and until when. */
  #backlog = { ms: 0, until: 0 };
  readonly #chaos: Chaos;

  constructor(chaos: Chaos) {
    this.#chaos = chaos;
  }

  /** What a Worker or an object sends to. */
  get binding(): Pick<Queue<Body>, 'send' | 'sendBatch'> {
    const put = (messages: { body: Body; delaySeconds?: number }[]) =>
      this.#chaos.step('queue_send_error', 'queue_send_lost_reply', () => this.#put(messages));
    return {
      send: (body: Body, options?: QueueSendOptions) => put([{ body, ...options }]),
      sendBatch: (messages: Iterable<MessageSendRequest<Body>>) => put([...messages]),
    } as unknown as Pick<Queue<Body>, 'send' | 'sendBatch'>;
  }

  #put(messages: readonly { body: Body; delaySeconds?: number }[]): void {
    const { random } = this.#chaos;
    const now = Date.now();
    if (this.#chaos.strikes('queue_backlog'))
      this.#backlog = { ms: random.below(MAX_DELAY_MS), until: now + random.below(MAX_DELAY_MS) };
    const behind = now < this.#backlog.until ? this.#backlog.ms : 0;
    for (const { body, delaySeconds = 0 } of messages) {
      const late = this.#chaos.strikes('queue_delay') ? random.below(MAX_DELAY_MS) : behind;
      const at = now + delaySeconds * 1_000 + late;
      this.letters.push({ body, at, delaySeconds, dead: false });
    }
  }

  /**
   * The next batch of what may be delivered now; empty when nothing may. What is lost of it is not
   * in it, and what comes again lies in the queue.
   */
  take(most: number): Letter<Body>[] {
    const chaos = this.#chaos;
    const here = this.letters.filter(({ at }) => at <= Date.now());
    const batch: Letter<Body>[] = [];
    for (let size = 1 + chaos.random.below(most); size > 0 && here.length > 0; size--) {
      const isOvertaking = here.length > 1 && chaos.strikes('queue_reorder');
      const place = isOvertaking ? 1 + chaos.random.below(here.length - 1) : 0;
      const [letter] = here.splice(place, 1) as [Letter<Body>];
      this.letters.splice(this.letters.indexOf(letter), 1);
      if (chaos.strikes('queue_loss')) continue;
      this.past.push(letter);
      if (chaos.strikes('queue_replay')) this.letters.push({ ...letter });
      batch.push(chaos.strikes('queue_dead_letter') ? { ...letter, dead: true } : letter);
    }
    if (batch.length < 2 || !chaos.strikes('queue_partial_batch')) return batch;
    this.letters.push(...batch.map((letter) => ({ ...letter })));
    return batch.slice(0, 1 + chaos.random.below(batch.length - 1));
  }

  /** When the next one may be delivered. */
  get nextAt(): number {
    return Math.min(...this.letters.map(({ at }) => at));
  }
}

/** Messages as a consumer is handed them. */
export const messagesOf = (letters: readonly Letter<unknown>[]): Message[] =>
  letters.map(({ body }) => ({ body, ack: () => undefined }) as unknown as Message);
