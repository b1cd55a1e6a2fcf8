import { DurableObject } from 'cloudflare:workers';
import { type Database, openDatabase } from '../../lib/database.ts';
import type {
  CreditWatchSettings,
  CreditWork,
  TopUpFailure,
} from '../../lookup/account/credit-watch.ts';
import type { LoggedRequest } from '../../lookup/account/request-log.ts';
import type { Clock } from '../../lookup/world.ts';
import { Windows } from '../keys/access-check.ts';
import { AccountState } from '../ledger/account-state.ts';
import * as watch from '../ledger/credit-watch.ts';
import { applyExpiry } from '../ledger/expiry.ts';
import { InvalidCall, publicEntry } from '../ledger/records.ts';
import { findLastSegment, type LedgerSegment, recordSegment } from '../ledger/store-history.ts';
import {
  type AccountArchives,
  bucketArchives,
  bucketSegments,
  type SegmentStore,
} from '../ledger/store-segments.ts';
import { RequestChunks } from '../requests/request-chunks.ts';
import { bucketRequestLogs, type RequestChunk } from '../requests/store-requests.ts';
import {
  type ArchiveBatch,
  type ArchiveExtent,
  BackupScheduler,
  BEHIND,
  EntryArchiver,
  SEGMENT_ENTRIES,
  UNDO_WINDOW_MS,
} from './archiver.ts';
import {
  hasExpiringRows,
  PURGE_INTERVAL_MS,
  PURGE_PAUSE_MS,
  PURGE_START,
  purgeBatch,
} from './receipt-table.ts';
import { replayPendingEntries } from './replay.ts';
import { RunningCalls } from './running-calls.ts';
import { AccountTables } from './tables.ts';

interface GroupCommitPorts {
  /** Writes the whole group in one transaction, synchronously. */
  write: () => void;
  /** Resolves when the written group is durable. */
  durable: () => Promise<void>;
  /** Called when the group could not be written: memory is ahead of the disk and unusable. */
  abandon: (cause: unknown) => void;
}

/**
 * Group commit, one at a time: calls that arrive during a commit form the next group. A lone call
 * commits at once, and the busier the object, the larger the group. Measured against a timer of 0
 * ms, this batches as well under load and answers a lone call four times faster.
 */
export class GroupCommit {
  readonly #ports: GroupCommitPorts;
  #previous: Promise<void> = Promise.resolve();
  #forming: Promise<void> | null = null;

  constructor(ports: GroupCommitPorts) {
    this.#ports = ports;
  }

  /** Joins the forming group. Resolves when it is written, rejects when that failed. */
  join(): Promise<void> {
    this.#forming ??= this.#commit();
    return this.#forming;
  }

  async #commit(): Promise<void> {
    try {
      await this.#previous;
      this.#forming = null;
      this.#ports.write();
      this.#previous = this.#ports.durable();
    } catch (cause) {
      this.#ports.abandon(cause);
      throw cause;
    }
  }
}

/** Delay before counts that no call has written are saved; short, as the object is awake. */
const SAVE_AFTER_MS = 250;

/** @throws Error when the object was not opened by an organization's id */
export function organizationIdOf({ id }: DurableObjectState): string {
  if (id.name === undefined) throw new Error('an account must be opened by its organization id');
  return id.name;
}

interface AccountEnv {
  DB: D1Database;
  HISTORY: R2Bucket;
  /** Has a second copy of each segment. */
  DATA: R2Bucket;
  /** Receives the accounts with notices to send or a purchase to make. */
  CREDIT_QUEUE: Queue<CreditMessage>;
}

/** An account has credit work, delivered at least once; the account has what is left to do. */
export interface CreditMessage {
  organizationId: string;
}

/** Base of the Account object: clock, tables, alarm, group commit and archiver. */
export class AccountObject extends DurableObject<AccountEnv> {
  protected readonly clock: Clock = { now: () => Date.now() };
  protected readonly db: Database;
  protected readonly tables: AccountTables;
  protected readonly segments: SegmentStore;
  protected readonly archives: AccountArchives;
  readonly #requestChunks: RequestChunks;
  readonly #runningCalls = new RunningCalls();
  protected state!: AccountState;
  protected windows!: Windows;
  #commits!: GroupCommit;
  protected entryArchiver!: EntryArchiver;
  protected readonly backups: BackupScheduler;
  /** Time the alarm is set to, as far as this instance has set it. */
  #alarmAt: number | null = null;
  #purgePosition = PURGE_START;
  #saving: ReturnType<typeof setTimeout> | null = null;
  /** No call for a while: windows can be written with exact counts. */
  #isQuiet = false;

  constructor(ctx: DurableObjectState, env: AccountEnv) {
    super(ctx, env);
    this.db = openDatabase(env.DB);
    this.tables = new AccountTables(ctx.storage.sql);
    this.segments = bucketSegments(env.HISTORY, env.DATA);
    this.archives = bucketArchives(env.HISTORY);
    this.#requestChunks = new RequestChunks(ctx.storage.sql, bucketRequestLogs(env.HISTORY));
    this.backups = new BackupScheduler({
      clock: this.clock,
      change: (apply) =>
        this.run((state) => {
          if (state.usage.changed) state.saveUsage();
          return apply(state.touch());
        }),
      put: () => this.putBackup(),
    });
    this.load();
    this.restartCommits();
  }

  /** For work that keeps other calls out: commits begun before it would be waited for in vain. */
  protected restartCommits(): void {
    this.#commits = new GroupCommit({
      write: () => this.#write(),
      durable: () => this.ctx.storage.sync(),
      // Memory is ahead of the disk: the next call starts a new instance from the disk.
      abandon: (cause) => this.ctx.abort(`the account could not be written: ${cause}`),
    });
  }

  /** Loads the committed state into memory. */
  protected load(): void {
    this.state = new AccountState(this.tables.load(), this.tables);
    this.windows = new Windows(this.state.account.windows);
    this.entryArchiver = this.#openArchiver(
      replayPendingEntries(this.state, this.tables, this.clock.now()),
    );
  }

  /**
   * Writes the committed rows to the archive. Those of an account without an organization are not
   * written: a lost one would replace the backup that it is rebuilt from.
   * @param claimsAt as in {@link AccountTables.backup}
   * @throws Error for an account that was set back and has not caught up yet
   */
  protected async putBackup(claimsAt?: number): Promise<void> {
    if (!this.state.organization) return;
    if ((await this.missedBackups()) > 0 || (await this.#lacksSegments(null).catch(() => false)))
      throw new Error(BEHIND);
    // Written before the backup: an account that was set back before it has a lower number.
    const number = (this.state.account.backups ?? 0) + 1;
    await this.run((state) => void Object.assign(state.touch(), { backups: number }));
    await this.archives.put(organizationIdOf(this.ctx), this.tables.backup(claimsAt), number);
  }

  /** Archived backups that the account does not know of, as it was lost or set back. */
  protected missedBackups = (): Promise<number> =>
    this.archives.missed(organizationIdOf(this.ctx), this.state.account.backups ?? 0);

  /** @param pending a segment that may be recorded already, but is not marked as archived yet */
  protected async isBehind(pending: Pick<LedgerSegment, 'object' | 'lastAt'> | null) {
    return (await this.missedBackups()) > 0 || this.#lacksSegments(pending);
  }

  async #lacksSegments(pending: Pick<LedgerSegment, 'object' | 'lastAt'> | null): Promise<boolean> {
    const last = await findLastSegment(this.db, organizationIdOf(this.ctx));
    const isAhead = last !== null && last.lastSeq > this.state.account.shipped.seq;
    return isAhead && (last.object !== pending?.object || last.lastAt !== pending.lastAt);
  }

  /** Appends to the request log, without a commit: losing the last requests loses no money. */
  async logRequests(requests: readonly LoggedRequest[]): Promise<void> {
    if (!this.state.organization?.active) return;
    this.#requestChunks.append(requests, this.clock.now());
    this.#setAlarm();
  }

  async pendingRequests(): Promise<RequestChunk[]> {
    return this.#requestChunks.all();
  }

  async dropRequests(): Promise<void> {
    this.#requestChunks.clear();
  }

  async awaitCancellation(name: string, startedAt: number): Promise<boolean> {
    return this.#runningCalls.awaitCancellation(name, startedAt);
  }

  async cancelCall(name: string, sentAt: number): Promise<void> {
    return this.#runningCalls.cancel(name, sentAt);
  }

  async setCreditWatch(settings: CreditWatchSettings): Promise<void> {
    return this.run((state) => watch.setCreditWatch(state, settings));
  }

  async creditWork(): Promise<CreditWork> {
    return this.run(watch.creditWork);
  }

  async endTopUp(id: string, failure: TopUpFailure | 'dropped' | null): Promise<void> {
    return this.run((state) => watch.endTopUp(state, id, failure));
  }

  async endCreditNotice(id: string): Promise<void> {
    return this.run((state) => watch.endCreditNotice(state, id));
  }

  /** Alarm: expires holds and lots, archives entries and state, purges, sends credit work. */
  override async alarm(): Promise<void> {
    this.#alarmAt = null;
    await this.run(() => undefined);
    if (this.entryArchiver.dueAt <= this.clock.now()) await this.entryArchiver.run('settled');
    if ((this.state.account.archiveDueAt ?? Infinity) <= this.clock.now()) await this.backups.run();
    // The next alarm retries a failure.
    if (this.#requestChunks.dueAt <= this.clock.now())
      await this.#requestChunks
        .archive(organizationIdOf(this.ctx), this.clock.now())
        .catch(() => undefined);
    if ((this.state.account.credits?.dueAt ?? Infinity) <= this.clock.now()) {
      const message = { organizationId: organizationIdOf(this.ctx) };
      await this.env.CREDIT_QUEUE.send(message).catch(() => undefined);
      await this.run(watch.deferCreditWork);
    }
    await this.run((state) => this.#purge(state));
    this.#setAlarm();
  }

  /** Applies one call in memory and returns once its group is on disk. */
  protected async run<T>(apply: (state: AccountState) => T): Promise<T> {
    const outcome = this.#apply(apply);
    if (this.state.dirty || this.state.isUsed) watch.watchCredits(this.state);
    // The answer may include changes of an earlier call in this group, so reads wait for it too.
    if (this.state.dirty) await this.#commits.join();
    return outcome;
  }

  /** Like {@link run}, but nothing that falls due is applied first. */
  protected async amend<T>(apply: (state: AccountState) => T): Promise<T> {
    const outcome = this.#apply(apply, (state, now) => {
      state.now = Math.max(state.now, now);
      state.nextDueAt = Math.max(state.nextDueAt, state.now);
    });
    await this.#commits.join();
    return outcome;
  }

  #apply<T>(apply: (state: AccountState) => T, prepare = applyExpiry): T {
    try {
      prepare(this.state, this.clock.now());
      return apply(this.state);
    } catch (cause) {
      // A rule that failed half way leaves inconsistent memory, which must not be used.
      if (!(cause instanceof InvalidCall)) this.ctx.abort(`the account broke: ${cause}`);
      throw cause;
    }
  }

  #write(): void {
    const state = this.state;
    if (!state.dirty) return;
    const now = this.clock.now();
    const { account } = state;
    const journal = state.takeJournal();
    if (journal.hasExpiringRows) account.sweepDueAt ??= now + PURGE_INTERVAL_MS;
    this.backups.plan(journal, account, now);
    account.windows = this.#isQuiet ? this.windows.kept(now) : this.windows.keptAtMost(now);
    account.unposted = state.unposted.saved();
    this.#isQuiet = false;
    this.entryArchiver.plan(now);
    const { past } = state.lots;
    // Atomic without a transaction: the runtime writes all of one turn together, and a failure
    // aborts the object, which drops them.
    this.tables.write(journal, { ...account, past, lots: [...state.lots.all()] });
    this.#setAlarm();
    if (this.#saving !== null && this.#countedIsSaved(now)) this.#stopSaving();
  }

  /** Schedules a save of counts that are only in memory, unless a call writes them first. */
  protected saveSoon(): void {
    this.#saving ??= setTimeout(() => {
      this.#saving = null;
      if (this.#countedIsSaved(this.clock.now())) return;
      this.#isQuiet = true;
      this.state.touch();
      this.#commits.join().catch(() => undefined);
    }, SAVE_AFTER_MS);
  }

  /** Whether the account row has all counts in memory. */
  #countedIsSaved(now: number): boolean {
    const { account, unposted } = this.state;
    if (unposted.saved() !== account.unposted) return false;
    return JSON.stringify(this.windows.kept(now)) === JSON.stringify(account.windows);
  }

  /** Stops the timer: it keeps the object awake, which is billed above the rows of a charge. */
  #stopSaving(): void {
    if (this.#saving !== null) clearTimeout(this.#saving);
    this.#saving = null;
  }

  /** Sets the one alarm to whatever is due first. A needless alarm does no harm. */
  #setAlarm(): void {
    const dueAt = Math.min(
      this.state.nextDueAt,
      this.entryArchiver.dueAt,
      this.#requestChunks.dueAt,
      this.state.account.archiveDueAt ?? Infinity,
      this.state.account.sweepDueAt ?? Infinity,
      this.state.account.credits?.dueAt ?? Infinity,
    );
    if (dueAt === Infinity || dueAt === this.#alarmAt) return;
    this.#alarmAt = dueAt;
    // A new instance starts with a due time of 0, which an alarm may not have.
    void this.ctx.storage.setAlarm(Math.max(1, dueAt));
  }

  #openArchiver(oldestAt: number | null): EntryArchiver {
    const { ctx } = this;
    return new EntryArchiver(
      {
        get organizationId() {
          return organizationIdOf(ctx);
        },
        clock: this.clock,
        next: (extent) => this.#nextArchiveBatch(extent),
        isBehind: (segment) => this.isBehind(segment),
        putSegment: (object, entries) => this.segments.put(object, entries),
        record: (segment, { entries, usage }) =>
          recordSegment(this.db, organizationIdOf(ctx), segment, entries, usage),
        markArchived: ({ entries, usage }) =>
          this.run((state) => state.markArchived(entries, usage)),
        pending: () => {
          const { posted, shipped } = this.state.account;
          return posted.seq - shipped.seq;
        },
      },
      oldestAt,
    );
  }

  async #nextArchiveBatch(extent: ArchiveExtent): Promise<ArchiveBatch | null> {
    const { account, usage } = this.state;
    const { seq } = account.shipped;
    if (account.shippingTo === null) {
      const settledAt = this.clock.now() - UNDO_WINDOW_MS;
      const last = this.tables
        .entriesAfter(seq, SEGMENT_ENTRIES)
        .findLast(({ at }) => extent === 'all' || at <= settledAt);
      await this.run((state) => {
        state.touch().shippingTo = last?.seq ?? null;
        if (usage.changed) state.saveUsage();
      });
    }
    const entries = this.tables.entriesAfter(seq, SEGMENT_ENTRIES, account.shippingTo ?? seq);
    const batch = { entries: entries.map(publicEntry), usage: this.tables.pendingUsage() };
    return batch.entries.length + batch.usage.length > 0 ? batch : null;
  }

  #purge(state: AccountState): void {
    const { sweepDueAt } = state.account;
    if (sweepDueAt === null || state.now < sweepDueAt) return;
    const { sql } = this.ctx.storage;
    const position = purgeBatch(sql, this.#purgePosition, state.now);
    this.#purgePosition = position ?? PURGE_START;
    const pause = position ? PURGE_PAUSE_MS : hasExpiringRows(sql) ? PURGE_INTERVAL_MS : null;
    state.touch().sweepDueAt = pause === null ? null : state.now + pause;
  }
}
