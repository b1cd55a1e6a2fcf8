import type { AccountSize, Member, Organization, UsageRow } from '../core/account/account.ts';
import type { Invariant, Posting } from '../core/account/ledger.ts';
import { sumSegments } from '../store/history.ts';
import { AccountObject, nameOf } from './account-object.ts';
import { applySegment, HistoryConflict, keepUsage, rememberLine } from './apply-history.ts';
import { InvalidCall } from './calls.ts';
import { bookInvariants, historyInvariants, storedInvariants } from './invariants.ts';
import { postingOf } from './lines.ts';
import { newAccount } from './state.ts';
import type { Archive } from './tables.ts';

/** Point-in-time recovery of one object, as the platform has it; workerd alone has none. */
export interface PointInTime {
  current(): Promise<string>;
  /** @throws Error for a time the platform does not remember: it keeps thirty days */
  bookmarkAt(time: number): Promise<string>;
  /** The object's next instance begins with what was there then. */
  restoreNext(bookmark: string): Promise<unknown>;
}

/** What bringing an account up to its archive did. */
export interface CaughtUp {
  /** Segments read, and lines of them the account did not have. */
  segments: number;
  lines: number;
}

/** What an account without archive is rebuilt from, besides its segments. */
export interface AccountSeed {
  organization: Organization;
  members: Member[];
}

/** Segments read for the receipts of a rebuilt account: a million lines, the youngest. */
const RECALLED_SEGMENTS = 500;

/** In place of a name that had a text to be forgotten. */
const ERASED = 'erased';

/** Segments of one listing. */
const LISTED = 1_000;

/**
 * An account that can be lost or be set back. Money is what its lines say: an account that is
 * behind its archive repeats the archived lines and loses none. What was ended stays ended.
 */
export class RestorableAccount extends AccountObject {
  protected pointInTime: PointInTime = {
    current: () => this.ctx.storage.getCurrentBookmark(),
    bookmarkAt: (time) => this.ctx.storage.getBookmarkForTime(time),
    restoreNext: (bookmark) => this.ctx.storage.onNextSessionRestoreBookmark(bookmark),
  };

  /** Moves every line to the history now, for a reader who cannot wait for the alarm. */
  async ship(): Promise<void> {
    await this.run(() => undefined);
    await this.shipping.run(true);
  }

  /** Lines that are not in the history, newest first. @param before exclusive; null for all */
  async unshipped(
    before: number | null,
    limit: number,
  ): Promise<{ lines: Posting[]; shippedSeq: number }> {
    return this.run((book) => ({
      lines: this.tables.linesBefore(before ?? Number.MAX_SAFE_INTEGER, limit).map(postingOf),
      shippedSeq: book.account.shipped.seq,
    }));
  }

  /**
   * Every rule the account must keep, against memory, disk and history. Slow; for tests and for
   * reconciling.
   */
  async invariants(): Promise<Invariant[]> {
    const inMemory = await this.run(bookInvariants);
    const stored = storedInvariants(this.book, this.ctx.storage.sql);
    const shipped = { ...this.book.account.shipped };
    const found = await sumSegments(this.db, nameOf(this.ctx)).catch(() => null);
    return [...inMemory, ...stored, ...historyInvariants(shipped, found, this.shipping.failures)];
  }

  async size(): Promise<AccountSize> {
    const { databaseSize } = this.ctx.storage.sql;
    return this.run(({ account: { posted, shipped } }) => ({
      databaseBytes: databaseSize,
      unarchivedLines: posted.seq - shipped.seq,
      oldestUnarchivedAt: this.tables.linesAfter(shipped.seq, 1)[0]?.at ?? null,
    }));
  }

  /** Everything an archive has, as it is now. */
  async export(): Promise<Archive> {
    await this.run(() => undefined);
    return this.tables.archive();
  }

  async archive(): Promise<void> {
    await this.archiving.run();
  }

  async forgetText(forms: readonly string[]): Promise<void> {
    const has = (name: string) => forms.some((form) => name.toLowerCase().includes(form));
    await this.run((book) => {
      const { organization } = book;
      if (organization && has(organization.name))
        book.putOrganization({ ...organization, name: ERASED });
      for (const key of book.apiKeys.values())
        if (has(key.name)) book.putKey({ ...key, name: ERASED });
      // An invitation's is named by whom it is for.
      for (const room of book.rooms.values()) if (has(room.id)) book.dropRoom(room);
    });
  }

  async bookmark(): Promise<string> {
    return this.pointInTime.current();
  }

  /**
   * Archives everything, then ends this instance; the next begins with the state of that time, and
   * is behind its archive. Never returns.
   * @throws RangeError when not everything could be archived, or there is nothing of that time
   */
  async rewind(to: number): Promise<void> {
    await this.#alone(async () => {
      await this.ship();
      await this.archiving.run();
      const { posted, shipped, archiveDueAt } = this.book.account;
      if (posted.seq > shipped.seq || archiveDueAt !== null)
        throw new InvalidCall('the account could not be archived: its history cannot be reached');
      const bookmark = await this.pointInTime.bookmarkAt(to).catch((cause) => {
        throw new InvalidCall(`the platform has no state of that time: ${cause.message}`);
      });
      await this.pointInTime.restoreNext(bookmark);
    });
    this.ctx.abort('restored to an earlier time');
  }

  /**
   * Brings the account up to its archive. No other call comes between.
   * @param recorded usage of the days since, as D1 has it
   * @throws RangeError when the account has gone on by itself meanwhile
   */
  async catchUp(recorded: readonly UsageRow[]): Promise<CaughtUp> {
    return this.#alone(() => this.#catchUp(recorded));
  }

  /**
   * Makes a lost account again: from its archive and the segments since, or from its segments and
   * the directory alone.
   * @throws RangeError when it is not lost, or there is nothing to make it from
   */
  async rebuild(seed: AccountSeed | null, recorded: readonly UsageRow[]): Promise<CaughtUp> {
    return this.#alone(async () => {
      if (this.book.organization) throw new InvalidCall('the account is there');
      const archive = (await this.archives.read<Archive>(nameOf(this.ctx))) ?? archiveOf(seed);
      if (!archive) throw new InvalidCall('there is neither an archive nor a directory entry');
      this.ctx.storage.transactionSync(() => this.tables.restore(archive));
      this.load();
      const caughtUp = await this.#catchUp(recorded);
      await this.#recall();
      return caughtUp;
    });
  }

  /** Keeps other calls out meanwhile. A refusal is thrown after, as it would end the object. */
  async #alone<T>(work: () => Promise<T>): Promise<T> {
    const outcome = await this.ctx.blockConcurrencyWhile(() =>
      work().then(
        (value) => ({ value }),
        (cause: unknown) => ({ cause }),
      ),
    );
    if ('cause' in outcome) throw outcome.cause;
    return outcome.value;
  }

  async #catchUp(recorded: readonly UsageRow[]): Promise<CaughtUp> {
    let [segments, lines] = [0, 0];
    for (;;) {
      const { seq } = this.book.account.shipped;
      const [next] = await this.segments.list(nameOf(this.ctx), seq, 1);
      if (!next) break;
      const archived = await this.segments.read(next.object);
      lines += await this.#applySegment(archived);
      segments += 1;
    }
    const archive = await this.archives.read<Archive>(nameOf(this.ctx));
    await this.amend((book) => {
      keepUsage(book, recorded);
      if (archive) this.#merge(archive);
    });
    await this.run(() => undefined);
    return { segments, lines };
  }

  async #applySegment(archived: readonly Posting[]): Promise<number> {
    const { shipped } = this.book.account;
    const own = this.tables.linesAfter(shipped.seq, archived.length).map(postingOf);
    try {
      return await this.amend((book) => applySegment(book, own, archived));
    } catch (cause) {
      if (cause instanceof HistoryConflict) throw new InvalidCall(cause.message);
      throw cause;
    }
  }

  /** Takes over what no line tells of: people, keys, the plan, ids of operations. */
  #merge({ organization, members, apiKeys, account, calls }: Archive): void {
    const { book } = this;
    if (organization) book.putOrganization(organization);
    const known = new Set(members.map(({ id }) => id));
    for (const id of book.members.keys()) if (!known.has(id)) book.dropMember(id);
    for (const member of members) book.putMember(member);
    for (const key of apiKeys) book.putKey(key);
    const state = book.touch('plan');
    state.subscription = account.subscription;
    state.next = account.next;
    for (const [id, record, expiresAt] of calls)
      if (expiresAt === null && book.call(id)?.record.kind !== 'voided')
        book.remember(id, record, null);
  }

  /** Reads the youngest segments for receipts and settles that still count. */
  async #recall(): Promise<void> {
    const organizationId = nameOf(this.ctx);
    let youngest: string[] = [];
    for (let seq = 0; ; ) {
      const page = await this.segments.list(organizationId, seq, LISTED);
      youngest = [...youngest, ...page.map(({ object }) => object)].slice(-RECALLED_SEGMENTS);
      seq = page.at(-1)?.lastSeq ?? seq;
      if (page.length < LISTED) break;
    }
    for (const object of youngest) {
      const lines = await this.segments.read(object);
      await this.run((book) => {
        for (const line of lines) rememberLine(book, line);
      });
    }
    const waiting = this.tables.linesAfter(this.book.account.shipped.seq, Number.MAX_SAFE_INTEGER);
    await this.run((book) => {
      for (const line of waiting) rememberLine(book, line);
    });
  }
}

function archiveOf(seed: AccountSeed | null): Archive | null {
  if (!seed) return null;
  const none = { apiKeys: [], holds: [], rooms: [], lines: [], calls: [], usage: [], keyUsage: [] };
  return { account: newAccount(), ...seed, ...none };
}
