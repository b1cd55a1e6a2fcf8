import { DurableObject } from 'cloudflare:workers';
import { Windows } from '../access/windows.ts';
import type { Clock } from '../core/ports.ts';
import { type AccountArchives, bucketArchives } from '../store/account-archives.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { lastSegment, recordSegment } from '../store/history.ts';
import { bucketSegments, type SegmentStore } from '../store/segments.ts';
import { advance } from './advance.ts';
import { Archiving } from './archiving.ts';
import { Book } from './book.ts';
import { InvalidCall } from './calls.ts';
import { GroupCommit } from './group-commit.ts';
import { postingOf } from './lines.ts';
import { replay } from './replay.ts';
import { SEGMENT_LINES, SETTLED_AFTER_MS, type Shipment, Shipping } from './ship.ts';
import {
  hasExpiringRows,
  SWEEP_INTERVAL_MS,
  SWEEP_PAUSE_MS,
  SWEEP_START,
  sweepBatch,
} from './sweep.ts';
import { AccountTables } from './tables.ts';

/**
 * Counts that no call has written are written after this long: soon, as the object is awake
 * meanwhile.
 */
const SAVE_AFTER_MS = 250;

/** @throws Error when the object was not opened by an organization's id */
export function nameOf({ id }: DurableObjectState): string {
  if (id.name === undefined) throw new Error('an account must be opened by its organization id');
  return id.name;
}

export interface AccountEnv {
  DB: D1Database;
  HISTORY: R2Bucket;
  /** Has a copy of each segment. */
  DATA: R2Bucket;
}

/**
 * What an account is made of, whatever it is asked: a clock, a disk, an alarm, one call at a time,
 * and a history that follows.
 */
export class AccountObject extends DurableObject<AccountEnv> {
  protected readonly clock: Clock = { now: () => Date.now() };
  protected readonly db: Database;
  protected readonly tables: AccountTables;
  protected readonly segments: SegmentStore;
  protected readonly archives: AccountArchives;
  protected book!: Book;
  protected windows!: Windows;
  readonly #commits: GroupCommit;
  protected shipping!: Shipping;
  protected readonly archiving: Archiving;
  /** What the alarm is set to, as far as this instance knows. */
  #alarmAt: number | null = null;
  #sweepPosition = SWEEP_START;
  #saving: ReturnType<typeof setTimeout> | null = null;
  /** Nobody has called for a while: windows can be written as they are. */
  #isQuiet = false;

  constructor(ctx: DurableObjectState, env: AccountEnv) {
    super(ctx, env);
    this.db = openDatabase(env.DB);
    this.tables = new AccountTables(ctx.storage.sql);
    this.segments = bucketSegments(env.HISTORY, env.DATA);
    this.archives = bucketArchives(env.HISTORY);
    this.archiving = new Archiving({
      clock: this.clock,
      change: (apply) =>
        this.run((book) => {
          if (book.usage.changed) book.saveUsage();
          return apply(book.touch());
        }),
      put: () => this.archives.put(nameOf(ctx), this.tables.archive()),
    });
    this.load();
    this.#commits = new GroupCommit({
      write: () => this.#write(),
      durable: () => ctx.storage.sync(),
      // Memory is ahead of the disk: the next call starts a new instance from what the disk has.
      abandon: (cause) => ctx.abort(`the account could not be written: ${cause}`),
    });
  }

  /** Takes memory from what is on disk. */
  protected load(): void {
    this.book = new Book(this.tables.load(), this.tables);
    this.windows = new Windows(this.book.account.windows);
    this.shipping = this.#openShipping(replay(this.book, this.tables, this.clock.now()));
  }

  /** Whatever is due: holds and lots that end, the history, the archive, the sweep. */
  override async alarm(): Promise<void> {
    this.#alarmAt = null;
    await this.run(() => undefined);
    if (this.shipping.dueAt <= this.clock.now()) await this.shipping.run(false);
    if ((this.book.account.archiveDueAt ?? Infinity) <= this.clock.now())
      await this.archiving.run();
    await this.run((book) => this.#sweep(book));
    this.#setAlarm();
  }

  /** Applies one call to memory and answers once its group is on disk. */
  protected async run<T>(apply: (book: Book) => T): Promise<T> {
    const outcome = this.#apply(apply);
    // What an earlier call of this group changed may be in the answer, so reads wait for it too.
    if (this.book.dirty) await this.#commits.join();
    return outcome;
  }

  /** The same on the account as it is: nothing falls due before. */
  protected async amend<T>(apply: (book: Book) => T): Promise<T> {
    const outcome = this.#apply(apply, (book, now) => {
      book.now = Math.max(book.now, now);
      book.nextDueAt = Math.max(book.nextDueAt, book.now);
    });
    await this.#commits.join();
    return outcome;
  }

  #apply<T>(apply: (book: Book) => T, prepare = advance): T {
    try {
      prepare(this.book, this.clock.now());
      return apply(this.book);
    } catch (cause) {
      // A rule that broke half way leaves memory that belongs to no account.
      if (!(cause instanceof InvalidCall)) this.ctx.abort(`the account broke: ${cause}`);
      throw cause;
    }
  }

  #write(): void {
    const book = this.book;
    if (!book.dirty) return;
    const now = this.clock.now();
    const { account: state } = book;
    const journal = book.takeJournal();
    if (journal.hasExpiringRows) state.sweepDueAt ??= now + SWEEP_INTERVAL_MS;
    this.archiving.plan(journal, state, now);
    state.windows = this.windows.kept(now, this.#isQuiet);
    state.unposted = book.unposted.saved();
    this.#isQuiet = false;
    this.shipping.plan(now);
    this.ctx.storage.transactionSync(() => {
      const { past } = book.lots;
      this.tables.write(journal, { ...state, past, lots: [...book.lots.all()] });
      this.#setAlarm();
    });
    if (this.#saving !== null && this.#countedIsSaved(now)) this.#stopSaving();
  }

  /** What was only counted, in memory, is written when no call has done so for a while. */
  protected saveSoon(): void {
    this.#saving ??= setTimeout(() => {
      this.#saving = null;
      if (this.#countedIsSaved(this.clock.now())) return;
      this.#isQuiet = true;
      this.book.touch();
      this.#commits.join().catch(() => undefined);
    }, SAVE_AFTER_MS);
  }

  /** Whether the account's row has everything that memory counts. */
  #countedIsSaved(now: number): boolean {
    const { account: state, unposted } = this.book;
    if (unposted.saved() !== state.unposted) return false;
    return JSON.stringify(this.windows.kept(now, true)) === JSON.stringify(state.windows);
  }

  /**
   * A timer keeps the object awake, and that is billed: it costs more than the rows of a charge.
   */
  #stopSaving(): void {
    if (this.#saving !== null) clearTimeout(this.#saving);
    this.#saving = null;
  }

  /**
   * One alarm serves everything: it is set to whatever is due first. One that comes for nothing
   * does no harm.
   */
  #setAlarm(): void {
    const dueAt = Math.min(
      this.book.nextDueAt,
      this.shipping.dueAt,
      this.book.account.archiveDueAt ?? Infinity,
      this.book.account.sweepDueAt ?? Infinity,
    );
    if (dueAt === Infinity || dueAt === this.#alarmAt) return;
    this.#alarmAt = dueAt;
    void this.ctx.storage.setAlarm(dueAt);
  }

  #openShipping(oldestAt: number | null): Shipping {
    const { ctx } = this;
    return new Shipping(
      {
        get organizationId() {
          return nameOf(ctx);
        },
        clock: this.clock,
        next: (everything) => this.#nextShipment(everything),
        lastShipped: async () => (await lastSegment(this.db, nameOf(ctx)))?.lastSeq ?? 0,
        putSegment: (object, lines) => this.segments.put(object, lines),
        record: (segment, { lines, usage }) =>
          recordSegment(this.db, nameOf(ctx), segment, lines, usage),
        mark: ({ lines, usage }) => this.run((book) => book.markShipped(lines, usage)),
        waiting: () => {
          const { posted, shipped } = this.book.account;
          return posted.seq - shipped.seq;
        },
      },
      oldestAt,
    );
  }

  async #nextShipment(everything: boolean): Promise<Shipment | null> {
    const { account: state, usage } = this.book;
    const { seq } = state.shipped;
    if (state.shippingTo === null) {
      const settledAt = this.clock.now() - SETTLED_AFTER_MS;
      const last = this.tables
        .linesAfter(seq, SEGMENT_LINES)
        .findLast(({ at }) => everything || at <= settledAt);
      await this.run((book) => {
        book.touch().shippingTo = last?.seq ?? null;
        if (usage.changed) book.saveUsage();
      });
    }
    const lines = this.tables.linesAfter(seq, SEGMENT_LINES, state.shippingTo ?? seq);
    const shipment = { lines: lines.map(postingOf), usage: this.tables.unshippedUsage() };
    return shipment.lines.length + shipment.usage.length > 0 ? shipment : null;
  }

  #sweep(book: Book): void {
    const { sweepDueAt } = book.account;
    if (sweepDueAt === null || book.now < sweepDueAt) return;
    const { sql } = this.ctx.storage;
    const position = sweepBatch(sql, this.#sweepPosition, book.now);
    this.#sweepPosition = position ?? SWEEP_START;
    const pause = position ? SWEEP_PAUSE_MS : hasExpiringRows(sql) ? SWEEP_INTERVAL_MS : null;
    book.touch().sweepDueAt = pause === null ? null : book.now + pause;
  }
}
