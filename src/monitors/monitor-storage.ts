import { DurableObject } from 'cloudflare:workers';
import { EVENTS_KEPT_MS, MAX_EVENTS, type RunState } from '../core/monitors/monitor.ts';
import type { Clock } from '../core/ports.ts';
import { isEarlier, moveEarlier } from './earlier-members.ts';
import { MonitorTables } from './member-tables.ts';
import { MonitorBook, type MonitorRecord, type RunMessage } from './monitor-book.ts';

/** A fault in the rules must not set an alarm that fires without pause. */
const MIN_ALARM_MS = 1_000;

const KEY = 'monitor';

export interface MonitorEnv {
  MONITOR_QUEUE: Queue<RunMessage>;
  /** Read by monitors of earlier versions. */
  DB: D1Database;
}

const newId = () => crypto.randomUUID();

/** A monitor's record and tables on the object's disk, its alarm, and its messages to the queue. */
export abstract class MonitorStorage extends DurableObject<MonitorEnv> {
  protected readonly clock: Clock = { now: () => Date.now() };
  protected readonly tables: MonitorTables;
  protected book: MonitorBook | null = null;
  protected alarmAt = Infinity;
  #written = '';

  constructor(ctx: DurableObjectState, env: MonitorEnv) {
    super(ctx, env);
    this.tables = new MonitorTables(ctx.storage.sql);
    const record = ctx.storage.kv.get<MonitorRecord>(KEY);
    if (isEarlier(record)) void ctx.blockConcurrencyWhile(() => this.adopt(record));
    else if (record) {
      this.book = new MonitorBook(record, newId);
      this.#written = JSON.stringify(record);
    }
  }

  /** Begins a monitor without members. Nothing is written before {@link run}. */
  protected open(record: MonitorRecord): void {
    this.tables.open();
    this.book = new MonitorBook(record, newId);
  }

  /** Begins a monitor whose members may lie where earlier versions kept them. */
  protected async adopt(record: MonitorRecord): Promise<void> {
    this.tables.open();
    const owner = await moveEarlier(record.id, this.tables, this.ctx.storage, this.env.DB);
    const organizationId = owner ?? record.organizationId;
    const { memberCount } = this.tables;
    this.open({ ...record, organizationId, unlistedSince: null, memberCount });
    await this.run(() => undefined);
  }

  /**
   * Applies one event and writes what changed, as one transaction, then sends. A message that could
   * not be sent is found by the sweep. @returns null when there is no monitor
   */
  protected async run(apply: (book: MonitorBook, now: number) => void): Promise<RunState | null> {
    const { book } = this;
    if (!book) return null;
    try {
      this.ctx.storage.transactionSync(() => {
        apply(book, this.clock.now());
        this.#write(book.record);
      });
    } catch (cause) {
      this.ctx.abort(`the monitor broke: ${cause}`);
      throw cause;
    }
    const messages = book.outbox.splice(0);
    this.#setAlarm(book);
    for (const { body, delayMs } of messages)
      await this.env.MONITOR_QUEUE.send(body, {
        delaySeconds: Math.ceil(delayMs / 1_000),
      }).catch(() => undefined);
    return book.state;
  }

  /** Deletes the events that are too old or too many. */
  protected trim(now: number): void {
    this.tables.deleteEvents(now - EVENTS_KEPT_MS, MAX_EVENTS);
  }

  protected async clear(): Promise<void> {
    this.book = null;
    this.#written = '';
    this.alarmAt = Infinity;
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }

  override async alarm(): Promise<void> {
    this.alarmAt = Infinity;
    await this.run((book, now) => {
      this.trim(now);
      book.sweep(now);
    });
  }

  #write(record: MonitorRecord): void {
    if (JSON.stringify(record) === this.#written) return;
    record.version += 1;
    this.ctx.storage.kv.put(KEY, record);
    this.#written = JSON.stringify(record);
  }

  /**
   * For what the book does next, or for the oldest event to go. An alarm that comes too early finds
   * nothing overdue and is set anew.
   */
  #setAlarm(book: MonitorBook): void {
    const dueAt = Math.min(book.nextDueAt, this.tables.oldestEventAt + EVENTS_KEPT_MS + 1);
    if (dueAt >= this.alarmAt) return;
    this.alarmAt = Math.max(dueAt, this.clock.now() + MIN_ALARM_MS);
    void this.ctx.storage.setAlarm(this.alarmAt);
  }
}
