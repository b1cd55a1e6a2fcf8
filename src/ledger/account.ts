import { DurableObject } from 'cloudflare:workers';
import { checkAccess } from '../access/admit.ts';
import { Windows } from '../access/windows.ts';
import type * as account from '../core/account.ts';
import type * as ledger from '../core/ledger.ts';
import type { Clock } from '../core/ports.ts';
import type { AdmittedClaim, ReplayClaim } from '../core/replays.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { recordSegment, sumSegments } from '../store/history.ts';
import { bucketSegments, type SegmentFiles } from '../store/segments.ts';
import { advance } from './advance.ts';
import {
  checkClaim,
  checkGrant,
  checkHold,
  checkId,
  checkOrder,
  checkSettle,
  checkSettlement,
  checkSubscription,
} from './arguments.ts';
import { Book } from './book.ts';
import { InvalidCall } from './calls.ts';
import { claimReplay, isClaimed, releaseClaim } from './claim.ts';
import { type Granted, type GrantRequest, grant } from './grant.ts';
import { GroupCommit } from './group-commit.ts';
import { hold } from './hold.ts';
import { bookInvariants, historyInvariants, storedInvariants } from './invariants.ts';
import { postingOf } from './lines.ts';
import { placeOrder, settleOrder, voidOrder } from './order.ts';
import { replay } from './replay.ts';
import { settle } from './settle.ts';
import { SEGMENT_LINES, SHIP_AFTER_MS, type Shipment, shipBackoffMs, shipLines } from './ship.ts';
import { balance, statement } from './statement.ts';
import { subscribe } from './subscribe.ts';
import {
  hasExpiringRows,
  SWEEP_INTERVAL_MS,
  SWEEP_PAUSE_MS,
  SWEEP_START,
  sweepBatch,
} from './sweep.ts';
import { AccountTables } from './tables.ts';
import { voidCall } from './void.ts';

/** Lines that somebody may still want to undo are not shipped; longer than a Worker lives after its reply. */
const SETTLED_AFTER_MS = 120_000;

/** Counts that no call has written are written after this long; an idle object lives at least ten seconds. */
const SAVE_AFTER_MS = 5_000;

interface AccountEnv {
  DB: D1Database;
  HISTORY: R2Bucket;
}

/**
 * One organization, named by its id: who may call for it, how often, and its credits. The rules live in
 * the files beside this one; this object gives them a clock, a disk, an alarm and one call at a time.
 */
export class Account extends DurableObject<AccountEnv> {
  readonly #clock: Clock = { now: () => Date.now() };
  readonly #db: Database;
  readonly #segments: SegmentFiles;
  readonly #tables: AccountTables;
  readonly #book: Book;
  readonly #windows: Windows;
  readonly #commits: GroupCommit;
  /** What the alarm is set to, as far as this instance knows. */
  #alarmAt: number | null = null;
  /** When the oldest line that waits has waited long enough, or a failed attempt is made again. */
  #shipDueAt = Infinity;
  #shipFailures = 0;
  #shipping: Promise<void> | null = null;
  #sweepPosition = SWEEP_START;
  #saving: ReturnType<typeof setTimeout> | null = null;
  /** Nobody has called for a while: windows can be written as they are. */
  #isQuiet = false;

  constructor(ctx: DurableObjectState, env: AccountEnv) {
    super(ctx, env);
    this.#db = openDatabase(env.DB);
    this.#segments = bucketSegments(env.HISTORY);
    this.#tables = new AccountTables(ctx.storage.sql);
    this.#book = new Book(this.#tables.load(), this.#tables);
    this.#windows = new Windows(this.#book.account.windows);
    const oldest = replay(this.#book, this.#tables, this.#clock.now());
    if (oldest !== null) this.#shipDueAt = oldest + SHIP_AFTER_MS;
    this.#commits = new GroupCommit({
      write: () => this.#write(),
      durable: () => ctx.storage.sync(),
      // Memory is ahead of the disk: the next call starts a new instance from what the disk has.
      abandon: (cause) => ctx.abort(`the account could not be written: ${cause}`),
    });
  }

  async admit(
    key: account.ApiKey,
    kind: account.CallKind,
    order: account.LookupOrder | null,
  ): Promise<account.Admission> {
    if (order) checkOrder(order);
    return this.#run(() => this.#admit(key, kind, order));
  }

  async readOwn(
    key: account.ApiKey,
  ): Promise<{ admission: account.Admission; account: account.OwnAccount | null }> {
    return this.#run((book) => {
      const admission = this.#admit(key, 'account', null);
      const { organization } = book;
      if (admission.code !== 'ADMITTED' || !organization) return { admission, account: null };
      const { userId, keyId } = admission.caller;
      const email = book.members.get(userId)?.email ?? null;
      const { subscription } = book.account;
      return {
        admission,
        account: { organization, email, subscription, statement: statement(book, keyId) },
      };
    });
  }

  async claimReplay(
    key: account.ApiKey,
    kind: account.CallKind,
    claim: ReplayClaim,
  ): Promise<AdmittedClaim> {
    checkClaim(claim);
    return this.#run((book) => {
      const isRepeat = isClaimed(book, claim.name) && !claim.lost;
      const admission = this.#admit(key, isRepeat ? kind : 'uncounted', null);
      if (admission.code !== 'ADMITTED') return { admission, outcome: null };
      return { admission, outcome: claimReplay(book, claim, admission.caller.userId) };
    });
  }

  async releaseReplay(name: string, lookupId: string): Promise<void> {
    checkId(name);
    return this.#run((book) => releaseClaim(book, name, lookupId));
  }

  async settleLookup(settlement: account.LookupSettlement): Promise<void> {
    checkSettlement(settlement);
    return this.#run((book) => settleOrder(book, settlement));
  }

  async voidLookup(id: string): Promise<void> {
    checkId(id);
    return this.#run((book) => voidOrder(book, id));
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

  async balance(): Promise<ledger.Balance> {
    return this.#run(balance);
  }

  async open(organization: account.Organization, owner: account.Member): Promise<void> {
    await this.#run((book) => {
      if (book.organization) return;
      book.putOrganization(organization);
      book.putMember(owner);
    });
  }

  async addMember(member: account.Member): Promise<account.Member> {
    return this.#run((book) => {
      const known = [...book.members.values()].find(({ email }) => email === member.email);
      if (!known) book.putMember(member);
      return known ?? member;
    });
  }

  async addKey(key: account.KeyRecord): Promise<void> {
    await this.#run((book) => book.putKey(key));
  }

  async revokeKey(keyId: string): Promise<account.KeyRecord | null> {
    return this.#run((book) => {
      const key = [...book.apiKeys.values()].find(({ id }) => id === keyId);
      if (!key) return null;
      if (key.revokedAt !== null) return key;
      const revoked = { ...key, revokedAt: book.now };
      book.putKey(revoked);
      return revoked;
    });
  }

  async subscribe(
    request: account.SubscriptionRequest,
  ): Promise<account.Applied<account.Subscription>> {
    checkSubscription(request);
    return this.#run((book) => subscribe(book, request));
  }

  async grant(request: GrantRequest): Promise<account.Applied<Granted>> {
    checkGrant(request);
    return this.#run((book) => grant(book, request));
  }

  async statement(keyId: string | null): Promise<ledger.Statement> {
    return this.#run((book) => statement(book, keyId));
  }

  async view(): Promise<account.AccountView | null> {
    return this.#run((book) => {
      const { organization, account: state } = book;
      if (!organization) return null;
      return {
        organization,
        members: [...book.members.values()],
        keys: [...book.apiKeys.values()],
        subscription: state.subscription,
        nextSubscription: state.next,
        statement: statement(book, null),
        lastUsedAt: state.lastUsedAt,
        usage: book.usage.newest(this.#tables.unshippedUsage()),
      };
    });
  }

  /** Lines that are not in the history, newest first. @param before exclusive; null for all */
  async unshipped(
    before: number | null,
    limit: number,
  ): Promise<{ lines: ledger.Posting[]; shippedSeq: number }> {
    return this.#run((book) => ({
      lines: this.#tables.linesBefore(before ?? Number.MAX_SAFE_INTEGER, limit).map(postingOf),
      shippedSeq: book.account.shipped.seq,
    }));
  }

  /** Moves every line to the history now, for a reader who cannot wait for the alarm. */
  async ship(): Promise<void> {
    await this.#run(() => undefined);
    await this.#ship(true);
  }

  /** Every rule the account must keep, against memory, disk and history. Slow; for tests and for reconciling. */
  async invariants(): Promise<ledger.Invariant[]> {
    const inMemory = await this.#run(bookInvariants);
    const stored = storedInvariants(this.#book, this.ctx.storage.sql);
    const shipped = { ...this.#book.account.shipped };
    const found = await sumSegments(this.#db, this.#organizationId).catch(() => null);
    return [...inMemory, ...stored, ...historyInvariants(shipped, found, this.#shipFailures)];
  }

  /** Whatever is due: holds and lots that end, the history, the sweep. */
  override async alarm(): Promise<void> {
    this.#alarmAt = null;
    await this.#run(() => undefined);
    if (this.#shipDueAt <= this.#clock.now()) await this.#ship(false);
    await this.#run((book) => this.#sweep(book));
    this.#setAlarm();
  }

  get #organizationId(): string {
    const { name } = this.ctx.id;
    if (name === undefined) throw new Error('an account must be opened by its organization id');
    return name;
  }

  /** Who, may they, is there room, and what does it cost. */
  #admit(
    key: account.ApiKey,
    kind: account.CallKind,
    order: account.LookupOrder | null,
  ): account.Admission {
    const book = this.#book;
    const { organization, apiKeys, account: state } = book;
    const { subscription } = state;
    const records = { organization, apiKeys, subscription, windows: this.#windows };
    const access = checkAccess(key, kind, records, book.now);
    if (access.code === 'UPGRADE_REQUIRED')
      return { ...access, status: subscription?.status ?? null };
    if (access.code !== 'ADMITTED') return access;
    const { caller, window, mustBeWritten } = access;
    state.lastUsedAt = book.now;
    if (mustBeWritten) book.touch();
    this.#saveSoon();
    const admitted = { code: 'ADMITTED', caller, window } as const;
    if (!order) return { ...admitted, available: book.available, order: null };
    const outcome = placeOrder(book, order, caller);
    switch (outcome.kind) {
      case 'ordered':
        return { ...admitted, available: book.available, order: outcome.ordered };
      case 'short': {
        const { required } = outcome;
        return {
          code: 'INSUFFICIENT_CREDITS',
          caller,
          window,
          required,
          available: book.available,
        };
      }
      case 'busy':
        return { code: 'SERVICE_BUSY', caller, window };
    }
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
      // A rule that broke half way leaves memory that belongs to no account.
      if (!(cause instanceof InvalidCall)) this.ctx.abort(`the account broke: ${cause}`);
      throw cause;
    }
  }

  #write(): void {
    const book = this.#book;
    if (!book.dirty) return;
    const now = this.#clock.now();
    const { account: state } = book;
    const journal = book.takeJournal();
    if (journal.hasExpiringRows) state.sweepDueAt ??= now + SWEEP_INTERVAL_MS;
    state.windows = this.#windows.kept(now, this.#isQuiet);
    state.unposted = book.unposted.saved();
    this.#isQuiet = false;
    this.#shipWhenDue(now);
    this.ctx.storage.transactionSync(() => {
      const { past } = book.lots;
      this.#tables.write(journal, { ...state, past, lots: [...book.lots.all()] });
      this.#setAlarm();
    });
  }

  /** What was only counted, in memory, is written when no call has done so for a while. */
  #saveSoon(): void {
    this.#saving ??= setTimeout(() => {
      this.#saving = null;
      const { account: state, unposted } = this.#book;
      const counted = [this.#windows.kept(this.#clock.now(), true), unposted.saved()];
      if (JSON.stringify(counted) === JSON.stringify([state.windows, state.unposted])) return;
      this.#isQuiet = true;
      this.#book.touch();
      this.#commits.join().catch(() => undefined);
    }, SAVE_AFTER_MS);
  }

  #shipWhenDue(now: number): void {
    const { posted, shipped } = this.#book.account;
    const waiting = posted.seq - shipped.seq;
    if (waiting === 0) return;
    if (this.#shipDueAt === Infinity) this.#shipDueAt = now + SHIP_AFTER_MS;
    if (waiting >= SEGMENT_LINES && this.#shipFailures === 0)
      this.#shipDueAt = Math.min(this.#shipDueAt, now + SETTLED_AFTER_MS);
  }

  /** One alarm serves everything: it is set to whatever is due first. One that comes for nothing does no harm. */
  #setAlarm(): void {
    const dueAt = Math.min(
      this.#book.nextDueAt,
      this.#shipDueAt,
      this.#book.account.sweepDueAt ?? Infinity,
    );
    if (dueAt === Infinity || dueAt === this.#alarmAt) return;
    this.#alarmAt = dueAt;
    void this.ctx.storage.setAlarm(dueAt);
  }

  /** One at a time: two would count the same lines twice. */
  #ship(everything: boolean): Promise<void> {
    this.#shipping ??= this.#shipNow(everything).finally(() => {
      this.#shipping = null;
    });
    return this.#shipping;
  }

  async #shipNow(everything: boolean): Promise<void> {
    const organizationId = this.#organizationId;
    try {
      await shipLines({
        organizationId,
        next: () => this.#nextShipment(everything),
        putSegment: (object, lines) => this.#segments.put(object, lines),
        record: (segment, { lines, usage }) =>
          recordSegment(this.#db, organizationId, segment, lines, usage),
        mark: ({ lines, usage }) => this.#run((book) => book.markShipped(lines, usage)),
      });
      this.#shipFailures = 0;
      this.#shipDueAt = Infinity;
      this.#shipWhenDue(this.#clock.now());
    } catch {
      // The alarm's own retries give up after six; a history that is behind must never give up.
      this.#shipFailures += 1;
      this.#shipDueAt = this.#clock.now() + shipBackoffMs(this.#shipFailures);
    }
  }

  async #nextShipment(everything: boolean): Promise<Shipment | null> {
    const { account: state, usage } = this.#book;
    const { seq } = state.shipped;
    if (state.shippingTo === null) {
      const settledAt = this.#clock.now() - SETTLED_AFTER_MS;
      const last = this.#tables
        .linesAfter(seq, SEGMENT_LINES)
        .findLast(({ at }) => everything || at <= settledAt);
      await this.#run((book) => {
        book.touch().shippingTo = last?.seq ?? null;
        if (usage.changed) book.saveUsage();
      });
    }
    const lines = this.#tables.linesAfter(seq, SEGMENT_LINES, state.shippingTo ?? seq);
    const shipment = { lines: lines.map(postingOf), usage: this.#tables.unshippedUsage() };
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
