import { DurableObject } from 'cloudflare:workers';
import type * as ledger from '../core/ledger.ts';
import type { Clock } from '../core/ports.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { insertPostings, sumPostings } from '../store/postings.ts';
import { advance } from './advance.ts';
import {
  checkGrant,
  checkHold,
  checkId,
  checkLookup,
  checkRenewal,
  checkSettle,
} from './arguments.ts';
import { Book } from './book.ts';
import { InvalidCall } from './calls.ts';
import { charge } from './charge.ts';
import { grant, renew } from './grant.ts';
import { GroupCommit } from './group-commit.ts';
import { hold } from './hold.ts';
import { bookInvariants, mirrorInvariants, storedInvariants } from './invariants.ts';
import { MIRROR_DELAY_MS, mirrorBackoffMs, mirrorPostings } from './mirror.ts';
import { settle } from './settle.ts';
import { balance, statement } from './statement.ts';
import {
  hasMortalRows,
  SWEEP_INTERVAL_MS,
  SWEEP_PAUSE_MS,
  SWEEP_START,
  sweepBatch,
} from './sweep.ts';
import { AccountTables } from './tables.ts';
import { voidCall } from './void.ts';

/**
 * One organization's credits, named by the organization's id. The rules live in the files beside this one;
 * this object gives them a clock, a disk, an alarm and one call at a time.
 */
export class CreditAccount extends DurableObject<{ DB: D1Database }> {
  readonly #clock: Clock = { now: () => Date.now() };
  readonly #db: Database;
  readonly #tables: AccountTables;
  readonly #book: Book;
  readonly #commits: GroupCommit;
  /** What the alarm is set to, as far as this instance knows. */
  #alarmAt: number | null = null;
  #mirrorDueAt: number;
  #mirrorFailures = 0;
  #mirroring: Promise<void> | null = null;
  #sweepPosition = SWEEP_START;

  constructor(ctx: DurableObjectState, env: { DB: D1Database }) {
    super(ctx, env);
    this.#db = openDatabase(env.DB);
    this.#tables = new AccountTables(ctx.storage.sql);
    this.#book = new Book(this.#tables.load(), this.#tables);
    this.#mirrorDueAt = this.#unmirrored > 0 ? this.#clock.now() + MIRROR_DELAY_MS : Infinity;
    this.#commits = new GroupCommit({
      write: () => this.#write(),
      durable: () => ctx.storage.sync(),
      // Memory is ahead of the disk: the next call starts a new instance from what the disk has.
      abandon: (cause) => ctx.abort(`the ledger could not be written: ${cause}`),
    });
  }

  async charge(request: ledger.ChargeRequest): Promise<ledger.ChargeOutcome> {
    checkLookup(request);
    return this.#run((book) => charge(book, request));
  }

  async hold(request: ledger.HoldRequest): Promise<ledger.HoldOutcome> {
    checkHold(request);
    return this.#run((book) => hold(book, request));
  }

  async settle(request: ledger.SettleRequest): Promise<ledger.SettleOutcome> {
    checkSettle(request);
    return this.#run((book) => settle(book, request));
  }

  async void(request: { id: string }): Promise<ledger.Voided> {
    checkId(request.id);
    return this.#run((book) => voidCall(book, request.id));
  }

  async grant(request: ledger.GrantRequest): Promise<ledger.Granted> {
    checkGrant(request);
    return this.#run((book) => grant(book, request));
  }

  async renew(request: ledger.RenewRequest): Promise<ledger.Granted> {
    checkRenewal(request, this.#clock.now());
    return this.#run((book) => renew(book, request));
  }

  async balance(): Promise<ledger.Balance> {
    return this.#run(balance);
  }

  async statement(request: { keyId: string | null }): Promise<ledger.Statement> {
    return this.#run((book) => statement(book, request.keyId));
  }

  /** Copies every line to D1 now, for a reader who cannot wait for the alarm. */
  async mirror(): Promise<void> {
    await this.#run(() => undefined);
    if (this.#unmirrored > 0) await this.#mirror();
  }

  /** Every rule the ledger must keep, against memory, disk and mirror. Slow; for tests and for reconciling. */
  async invariants(): Promise<ledger.Invariant[]> {
    const inMemory = await this.#run(bookInvariants);
    const stored = storedInvariants(this.#book, this.ctx.storage.sql);
    const mirrored = { ...this.#book.account.mirrored };
    const inD1 = await sumPostings(this.#db, this.#organizationId, mirrored.seq).catch(() => null);
    return [...inMemory, ...stored, ...mirrorInvariants(mirrored, inD1, this.#mirrorFailures)];
  }

  /** Whatever is due: holds and lots that end, the mirror, the sweep. */
  override async alarm(): Promise<void> {
    this.#alarmAt = null;
    await this.#run(() => undefined);
    if (this.#mirrorDueAt <= this.#clock.now()) await this.#mirror();
    await this.#run((book) => this.#sweep(book));
    this.#setAlarm();
  }

  get #organizationId(): string {
    const { name } = this.ctx.id;
    if (name === undefined)
      throw new Error('a credit account must be opened by its organization id');
    return name;
  }

  get #unmirrored(): number {
    const { posted, mirrored } = this.#book.account;
    return posted.seq - mirrored.seq;
  }

  /** Applies one call to memory and answers once its group is on disk. */
  async #run<T>(apply: (book: Book) => T): Promise<T> {
    const outcome = this.#apply(apply);
    // What an earlier call of this group changed may be in the answer, so reads wait for it too.
    if (this.#book.dirty) await this.#commits.join();
    return outcome;
  }

  #apply<T>(apply: (book: Book) => T): T {
    try {
      advance(this.#book, this.#clock.now());
      return apply(this.#book);
    } catch (cause) {
      // A rule that broke half way leaves memory that belongs to no ledger.
      if (!(cause instanceof InvalidCall)) this.ctx.abort(`the ledger broke: ${cause}`);
      throw cause;
    }
  }

  #write(): void {
    const book = this.#book;
    if (!book.dirty) return;
    const now = this.#clock.now();
    if (this.#mirrorDueAt === Infinity && this.#unmirrored > 0)
      this.#mirrorDueAt = now + MIRROR_DELAY_MS;
    const journal = book.takeJournal();
    if (journal.hasMortalRows) book.account.sweepDueAt ??= now + SWEEP_INTERVAL_MS;
    this.ctx.storage.transactionSync(() => {
      this.#tables.write(journal, book.account);
      this.#setAlarm();
    });
  }

  /** One alarm serves everything: it is set to whatever is due first. One that comes for nothing does no harm. */
  #setAlarm(): void {
    const dueAt = Math.min(
      this.#book.nextDueAt,
      this.#mirrorDueAt,
      this.#book.account.sweepDueAt ?? Infinity,
    );
    if (dueAt === Infinity || dueAt === this.#alarmAt) return;
    this.#alarmAt = dueAt;
    void this.ctx.storage.setAlarm(dueAt);
  }

  /** One at a time: two would count the same lines twice. */
  #mirror(): Promise<void> {
    this.#mirroring ??= this.#copyToMirror().finally(() => {
      this.#mirroring = null;
    });
    return this.#mirroring;
  }

  async #copyToMirror(): Promise<void> {
    try {
      const complete = await mirrorPostings({
        next: (limit) => this.#tables.postingsAfter(this.#book.account.mirrored.seq, limit),
        insert: (lines) => insertPostings(this.#db, this.#organizationId, lines),
        mark: (lines) => this.#run((book) => book.markMirrored(lines)),
      });
      this.#mirrorFailures = 0;
      // Lines may have been written since the last batch was read.
      this.#mirrorDueAt = complete && this.#unmirrored === 0 ? Infinity : this.#clock.now();
    } catch {
      // The alarm's own retries give up after six; a mirror that is behind must never give up.
      this.#mirrorFailures += 1;
      this.#mirrorDueAt = this.#clock.now() + mirrorBackoffMs(this.#mirrorFailures);
    }
  }

  #sweep(book: Book): void {
    const { sweepDueAt, mirrored } = book.account;
    if (sweepDueAt === null || book.now < sweepDueAt) return;
    const { sql } = this.ctx.storage;
    const position = sweepBatch(sql, this.#sweepPosition, book.now, mirrored.seq);
    this.#sweepPosition = position ?? SWEEP_START;
    const pause = position ? SWEEP_PAUSE_MS : hasMortalRows(sql) ? SWEEP_INTERVAL_MS : null;
    book.touch().sweepDueAt = pause === null ? null : book.now + pause;
  }
}
