import type { RefusedCall } from '../../lib/durable-objects.ts';
import type { AccountSize, Member, Organization, UsageRow } from '../../lookup/account/account.ts';
import type { Invariant, LedgerEntry } from '../../lookup/account/ledger.ts';
import { IdentifierSearch } from '../../lookup/identifier-text.ts';
import { limitOwedToHeld } from '../ledger/holds.ts';
import { type CallRecord, InvalidCall, newAccountRow, publicEntry } from '../ledger/records.ts';
import {
  archiveInvariants,
  historyInvariants,
  stateInvariants,
  storedInvariants,
} from '../ledger/statement.ts';
import { sumSegments } from '../ledger/store-history.ts';
import { REWOUND } from './archiver.ts';
import { AccountObject, organizationIdOf } from './durable-account.ts';
import { applySegment, mergeUsage, rememberEntry, skipLostEntries } from './replay.ts';
import type { AccountBackup } from './tables.ts';

/** Point-in-time recovery of one object by the platform; workerd alone has none. */
export interface PointInTimeRecovery {
  current(): Promise<string>;
  /** @throws Error for a time before the platform's retention of thirty days */
  bookmarkAt(time: number): Promise<string>;
  /** The object's next instance starts from the state at the bookmark. */
  restoreNext(bookmark: string): Promise<unknown>;
}

export interface CatchUpResult {
  /** Segments read, and the entries in them that the account lacked. */
  segments: number;
  lines: number;
}

/** What an account without a backup is rebuilt from, besides its segments. */
interface AccountSeed {
  organization: Organization;
  members: Member[];
}

/** Youngest segments read for the receipts of a rebuilt account: a million entries. */
const RECEIPT_SEGMENTS = 500;

/** Replaces a name that contained an erased identifier. */
const ERASED = 'erased';

const SEGMENTS_PER_PAGE = 1_000;

/** Returns a refusal that the operator may cause. */
const orRefusal = <T>(work: Promise<T>): Promise<T | RefusedCall> =>
  work.catch((cause) => {
    if (cause instanceof InvalidCall) return { refusedCall: cause.message };
    throw cause;
  });

/**
 * An account that can be lost or be set back. Its entries determine its credits: an account that is
 * behind its archive replays the archived entries and loses none. What was ended stays ended.
 */
export class RestorableAccount extends AccountObject {
  /** Not retried: the operator repeats these safely, and requests would be logged twice. */
  static readonly once: readonly (keyof RestorableAccount)[] = [
    'logRequests',
    'export',
    'backUp',
    'eraseText',
    'bookmark',
    'rewind',
    'catchUp',
    'rebuild',
  ];

  protected pointInTime: PointInTimeRecovery = {
    current: () => this.ctx.storage.getCurrentBookmark(),
    bookmarkAt: (time) => this.ctx.storage.getBookmarkForTime(time),
    restoreNext: (bookmark) => this.ctx.storage.onNextSessionRestoreBookmark(bookmark),
  };

  /** Archives every entry now, for a reader who cannot wait for the alarm. */
  async archiveEntries(): Promise<void> {
    await this.run(() => undefined);
    await this.entryArchiver.run('all');
  }

  /** Unarchived entries, newest first. @param before exclusive; null for all */
  async pendingEntries(
    before: number | null,
    limit: number,
  ): Promise<{ lines: LedgerEntry[]; shippedSeq: number }> {
    return this.run(({ account: { shipped } }) => ({
      lines: this.tables
        .entriesBefore(before ?? Number.MAX_SAFE_INTEGER, limit, shipped.seq)
        .map(publicEntry),
      shippedSeq: shipped.seq,
    }));
  }

  /** All invariants of the account, over memory, disk and history. Slow; for reconciling. */
  async invariants(): Promise<Invariant[]> {
    const inMemory = await this.run(stateInvariants);
    const stored = storedInvariants(this.state, this.ctx.storage.sql);
    const shipped = { ...this.state.account.shipped };
    const found = await sumSegments(this.db, organizationIdOf(this.ctx)).catch(() => null);
    return [
      ...inMemory,
      ...stored,
      ...historyInvariants(shipped, found, this.entryArchiver.failures),
      ...archiveInvariants(await this.missedBackups().catch(() => null)),
    ];
  }

  async size(): Promise<AccountSize> {
    const { databaseSize } = this.ctx.storage.sql;
    return this.run(({ account: { posted, shipped } }) => ({
      databaseBytes: databaseSize,
      unarchivedLines: posted.seq - shipped.seq,
      oldestUnarchivedAt: this.tables.entriesAfter(shipped.seq, 1)[0]?.at ?? null,
    }));
  }

  /** The present content of a backup, key hashes included. */
  async export(): Promise<AccountBackup> {
    await this.run(() => undefined);
    return this.tables.backup();
  }

  /** Writes a backup now. */
  async backUp(): Promise<void> {
    await this.backups.run();
  }

  /**
   * Erases a person's identifier from the names of keys and organization, and drops the quota
   * claims that contain it.
   */
  async eraseText(identifier: string): Promise<void> {
    const search = new IdentifierSearch(identifier);
    const has = (name: string) => search.contains(name);
    await this.run((state) => {
      const { organization } = state;
      if (organization && has(organization.name))
        state.putOrganization({ ...organization, name: ERASED });
      for (const key of state.apiKeys.values())
        if (has(key.name)) state.putKey({ ...key, name: ERASED });
      // An invitation's claim has the invited address in its id.
      for (const claim of state.quotaClaims.values())
        if (has(claim.id)) state.dropQuotaClaim(claim);
    });
  }

  async bookmark(): Promise<string> {
    return this.pointInTime.current();
  }

  /**
   * Archives everything, then ends this instance; the next one starts from the state of that time
   * and is behind its archive. What an account has that is behind already is dropped. Never
   * returns: calls fail with {@link REWOUND}.
   * @returns the refusal when not everything could be archived, or there is no state of that time
   */
  async rewind(to: number): Promise<RefusedCall | undefined> {
    // Most of it, and an archiving under way, before other calls have to wait.
    await this.archiveEntries();
    const refusal = await orRefusal(
      this.#exclusively(async () => {
        if (!(await this.isBehind(null).catch(() => false))) await this.#archiveAll();
        const bookmark = await this.pointInTime.bookmarkAt(to).catch((cause) => {
          throw new InvalidCall(`the platform has no state of that time: ${cause.message}`);
        });
        await this.pointInTime.restoreNext(bookmark);
        return undefined;
      }),
    );
    if (!refusal) this.ctx.abort(REWOUND);
    return refusal;
  }

  async #archiveAll(): Promise<void> {
    await this.archiveEntries();
    await this.backups.run();
    const { posted, shipped, archiveDueAt } = this.state.account;
    if (posted.seq > shipped.seq || archiveDueAt !== null)
      throw new InvalidCall('the account could not be archived: its history cannot be reached');
    // Regular backups leave them out: a day has up to millions, of use to nothing else.
    await this.putBackup(this.clock.now());
  }

  /**
   * Replays the archive into an account that is behind it, with other calls kept out.
   * @param recorded usage of the days since, from D1
   * @returns the refusal when the account has diverged: it has entries of its own
   */
  async catchUp(recorded: readonly UsageRow[]): Promise<CatchUpResult | RefusedCall> {
    return orRefusal(
      this.#exclusively(async () => {
        const caughtUp = await this.#replaySegments();
        await this.#merge(await this.#readArchive(), recorded);
        return caughtUp;
      }),
    );
  }

  /**
   * Rebuilds a lost account from its backup and the segments since, or from its segments and the
   * directory alone. It stays lost, and this can be repeated, until all of it is there.
   * @returns `lost`: archived lines whose segments are lost; their sums are taken from D1, and one
   * line states the credits they had left
   * @returns the refusal when it is not lost, or there is nothing to rebuild it from
   */
  async rebuild(
    seed: AccountSeed | null,
    recorded: readonly UsageRow[],
  ): Promise<(CatchUpResult & { lost: string[] }) | RefusedCall> {
    return orRefusal(this.#rebuild(seed, recorded));
  }

  async #rebuild(seed: AccountSeed | null, recorded: readonly UsageRow[]) {
    const archive = (await this.#readArchive()) ?? backupFromSeed(seed);
    const caughtUp = await this.#exclusively(async () => {
      if (this.state.organization) throw new InvalidCall('the account is there');
      if (!archive) throw new InvalidCall('there is neither an archive nor a directory entry');
      const lost = { ...archive, organization: null };
      this.ctx.storage.transactionSync(() => this.tables.restore(lost));
      this.load();
      return { ...(await this.#replaySegments()), lost: await this.#skipLostEntries() };
    });
    // Takes longer than the platform lets other calls wait; without its organization, the account
    // refuses them.
    await this.#restoreReceipts();
    await this.#exclusively(() => this.#merge(archive, recorded));
    return caughtUp;
  }

  /** Keeps other calls out. Throws after the block: an error inside would end the object. */
  async #exclusively<T>(work: () => Promise<T>): Promise<T> {
    const outcome = await this.ctx.blockConcurrencyWhile(() => {
      this.restartCommits();
      return work().then(
        (value) => ({ value }),
        (cause: unknown) => ({ cause }),
      );
    });
    if ('cause' in outcome) throw outcome.cause;
    return outcome.value;
  }

  #readArchive(): Promise<AccountBackup | null> {
    return this.archives.read<AccountBackup>(organizationIdOf(this.ctx));
  }

  async #replaySegments(): Promise<CatchUpResult> {
    let [segments, entries] = [0, 0];
    for (;;) {
      const { seq } = this.state.account.shipped;
      const [next] = await this.segments.list(organizationIdOf(this.ctx), seq, 1);
      if (!next) break;
      const archived = await this.segments.read(next.object);
      entries += await this.#applySegment(archived);
      segments += 1;
    }
    return { segments, lines: entries };
  }

  async #applySegment(archived: readonly LedgerEntry[]): Promise<number> {
    const { shipped } = this.state.account;
    const own = this.tables.entriesAfter(shipped.seq, archived.length).map(publicEntry);
    return this.amend((state) => applySegment(state, own, archived));
  }

  /** Continues after entries that D1 lists, but no bucket has; else nothing could be archived. */
  async #skipLostEntries(): Promise<string[]> {
    const listed = await sumSegments(this.db, organizationIdOf(this.ctx));
    const { seq } = this.state.account.shipped;
    if (listed.lastSeq <= seq) return [];
    const pending = this.tables.entriesAfter(listed.lastSeq, Number.MAX_SAFE_INTEGER);
    return [await this.amend((state) => skipLostEntries(state, listed, pending))];
  }

  /** Merges usage and backup into the account, then applies what is due. */
  async #merge(archive: AccountBackup | null, recorded: readonly UsageRow[]): Promise<void> {
    await this.amend((state) => {
      mergeUsage(state, recorded);
      if (archive) this.#mergeBackup(archive);
    });
    await this.run(() => undefined);
  }

  /**
   * Merges from the backup what entries lack: people, keys, quota claims, plan, credit watch,
   * operation ids, claims of Idempotency-Keys, owed credits.
   */
  #mergeBackup({ organization, members, apiKeys, rooms, account, calls }: AccountBackup): void {
    const { state } = this;
    if (organization) state.putOrganization(organization);
    const known = new Set(members.map(({ id }) => id));
    for (const id of state.members.keys()) if (!known.has(id)) state.dropMember(id);
    for (const member of members) state.putMember(member);
    for (const key of apiKeys) state.putKey(key);
    for (const claim of rooms) state.putQuotaClaim(claim);
    const row = state.touch('plan');
    row.subscription = account.subscription;
    row.next = account.next;
    row.owed = account.owed ?? [];
    row.backups = Math.max(row.backups ?? 0, account.backups ?? 0);
    if (account.credits) row.credits = account.credits;
    for (const [id, record, expiresAt] of calls) {
      const known = state.call(id)?.record;
      if (record.kind === 'replay' && known === undefined) state.remember(id, record, expiresAt);
      // Only operations are kept for ever.
      if (expiresAt !== null) continue;
      // Entries have the credits it moved, only the backup its arguments.
      const outcome = known?.kind === 'operation' && { outcome: known.outcome };
      state.remember(id, { ...record, ...outcome } as CallRecord, null);
    }
    limitOwedToHeld(state);
  }

  /** Restores receipts and settles that still count, from the youngest segments. */
  async #restoreReceipts(): Promise<void> {
    const organizationId = organizationIdOf(this.ctx);
    let youngest: string[] = [];
    for (let seq = 0; ; ) {
      const page = await this.segments.list(organizationId, seq, SEGMENTS_PER_PAGE);
      youngest = [...youngest, ...page.map(({ object }) => object)].slice(-RECEIPT_SEGMENTS);
      seq = page.at(-1)?.lastSeq ?? seq;
      if (page.length < SEGMENTS_PER_PAGE) break;
    }
    for (const object of youngest) {
      const entries = await this.segments.read(object);
      await this.amend((state) => {
        for (const entry of entries) rememberEntry(state, entry);
      });
    }
    const waiting = this.tables.entriesAfter(
      this.state.account.shipped.seq,
      Number.MAX_SAFE_INTEGER,
    );
    await this.amend((state) => {
      for (const entry of waiting) rememberEntry(state, entry);
    });
  }
}

function backupFromSeed(seed: AccountSeed | null): AccountBackup | null {
  if (!seed) return null;
  const none = { apiKeys: [], holds: [], rooms: [], lines: [], calls: [], usage: [], keyUsage: [] };
  return { account: newAccountRow(), ...seed, ...none };
}
