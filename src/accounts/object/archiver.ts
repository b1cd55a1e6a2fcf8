import { HOUR_MS } from '../../lib/time.ts';
import type { UsageRow } from '../../lookup/account/account.ts';
import type { LedgerEntry } from '../../lookup/account/ledger.ts';
import type { Clock } from '../../lookup/world.ts';
import type { Journal } from '../ledger/account-state.ts';
import type { AccountRow } from '../ledger/records.ts';
import type { LedgerSegment } from '../ledger/store-history.ts';
import { segmentKey } from '../ledger/store-segments.ts';

export const SEGMENT_ENTRIES = 2_000;

/** Archive delay: entries wait this long to be batched, and a backup at most as long. */
export const ARCHIVE_AFTER_MS = HOUR_MS;

/**
 * Undo window: younger entries are not archived, as they may still be reversed. Longer than a
 * Worker lives after its reply.
 */
export const UNDO_WINDOW_MS = 120_000;

/** Segments per alarm; the next alarm archives the rest. */
const SEGMENTS_PER_RUN = 10;

const BACKOFF_START_MS = 5_000;
const BACKOFF_MAX_MS = 300_000;

/** Exponential backoff after this many failures in a row. */
export const archiveBackoffMs = (failures: number): number =>
  Math.min(BACKOFF_MAX_MS, BACKOFF_START_MS * 2 ** Math.min(failures - 1, 10));

/** Message of the error with which a rewound account ends its instance and all calls to it. */
export const REWOUND = 'restored to an earlier time';

/** An account that is behind its archive must not write over it. */
export const BEHIND = 'the history is ahead of the account';

/** Entries of the next segment. */
export interface ArchiveBatch {
  entries: LedgerEntry[];
  usage: UsageRow[];
}

/** `settled` leaves out the youngest entries, which may still be undone. */
export type ArchiveExtent = 'settled' | 'all';

interface EntryArchiverPorts {
  organizationId: string;
  clock: Clock;
  /** Fixes durably which entries go next: a retry gets the same ones. Null when there are none. */
  next(extent: ArchiveExtent): Promise<ArchiveBatch | null>;
  /** Whether the history has other entries than `segment` that the account lacks. */
  isBehind(segment: ReturnType<typeof segmentIndexRow>): Promise<boolean>;
  /** @returns SHA-256 of the segment */
  putSegment(object: string, entries: readonly LedgerEntry[]): Promise<string>;
  record(segment: LedgerSegment | null, batch: ArchiveBatch): Promise<void>;
  /** Records durably that these are archived, and drops them. */
  markArchived(batch: ArchiveBatch): Promise<void>;
  /** Number of entries not archived yet. */
  pending(): number;
}

/** Index row of a segment, without its hash; null without entries. */
export function segmentIndexRow(
  organizationId: string,
  entries: readonly LedgerEntry[],
): Omit<LedgerSegment, 'sha256'> | null {
  const [first, last] = [entries[0], entries.at(-1)];
  if (!first || !last) return null;
  return {
    firstSeq: first.seq,
    lastSeq: last.seq,
    firstAt: first.at,
    lastAt: last.at,
    amount: entries.reduce((sum, entry) => sum + entry.amount, 0),
    held: entries.reduce((sum, entry) => sum + entry.held, 0),
    object: segmentKey(organizationId, first.seq, last.seq),
  };
}

/**
 * Archives ledger entries from the account to the history, oldest first. Safe to stop between any
 * two steps: a retry writes the same segment under the same name, its index row and usage are
 * upserted, and the entries stay in the account until all of that is written.
 */
export class EntryArchiver {
  readonly #ports: EntryArchiverPorts;
  #running: Promise<void> = Promise.resolve();
  /** Failed attempts in a row. */
  failures = 0;
  /** When the oldest pending entry is due, or a failed attempt is retried. */
  dueAt = Infinity;

  /** @param oldestAt when the oldest pending entry was posted; null when none is pending */
  constructor(ports: EntryArchiverPorts, oldestAt: number | null) {
    this.#ports = ports;
    if (oldestAt !== null) this.dueAt = oldestAt + ARCHIVE_AFTER_MS;
  }

  /** Schedules the entries posted since the last run. */
  plan(now: number): void {
    const waiting = this.#ports.pending();
    if (waiting === 0) return;
    if (this.dueAt === Infinity) this.dueAt = now + ARCHIVE_AFTER_MS;
    if (waiting >= SEGMENT_ENTRIES && this.failures === 0)
      this.dueAt = Math.min(this.dueAt, now + UNDO_WINDOW_MS);
  }

  /** One run after another: two at once would archive the same entries twice. */
  run(extent: ArchiveExtent): Promise<void> {
    this.#running = this.#running.then(() => this.#run(extent));
    return this.#running;
  }

  async #run(extent: ArchiveExtent): Promise<void> {
    const { clock } = this.#ports;
    try {
      await this.#archiveAll(extent);
      this.failures = 0;
      this.dueAt = Infinity;
      this.plan(clock.now());
    } catch {
      // The alarm's own retries stop after six; archiving must be retried for ever.
      this.failures += 1;
      this.dueAt = clock.now() + archiveBackoffMs(this.failures);
    }
  }

  async #archiveAll(extent: ArchiveExtent): Promise<void> {
    const { organizationId, next, isBehind, putSegment, record, markArchived } = this.#ports;
    for (let segments = 0; segments < SEGMENTS_PER_RUN; segments++) {
      const batch = await next(extent);
      if (!batch) return;
      const segment = segmentIndexRow(organizationId, batch.entries);
      if (await isBehind(segment)) throw new Error(BEHIND);
      const sha256 = segment && (await putSegment(segment.object, batch.entries));
      await record(segment && { ...segment, sha256 }, batch);
      await markArchived(batch);
    }
  }
}

/** Backup delay after changes without a ledger entry: short, but enough to batch several. */
const BACKUP_SOON_MS = 5_000;

interface BackupPorts {
  clock: Clock;
  /** The account row; changes to it are written by the next commit. */
  change<T>(apply: (account: AccountRow) => T): Promise<T>;
  /** Writes the account's committed rows to the archive. */
  put(): Promise<void>;
}

/** Keeps an account's backup at most an hour old: the most a lost account may lose. */
export class BackupScheduler {
  readonly #ports: BackupPorts;
  /** Changes since the last backup began, and whether some have no ledger entry. */
  #changed = { any: false, withoutEntry: false };

  constructor(ports: BackupPorts) {
    this.#ports = ports;
  }

  /** Schedules the backup of changes about to be written. */
  plan(journal: Journal, account: AccountRow, now: number): void {
    if (!journal.hasChangesWithoutEntry && journal.entries.length + journal.holds.size === 0)
      return;
    this.#changed.any = true;
    this.#changed.withoutEntry ||= journal.hasChangesWithoutEntry;
    const dueAt = now + (journal.hasChangesWithoutEntry ? BACKUP_SOON_MS : ARCHIVE_AFTER_MS);
    account.archiveDueAt = Math.min(account.archiveDueAt ?? Infinity, dueAt);
  }

  /** Backs up now. Schedules another for changes made meanwhile, or after a failure. */
  async run(): Promise<void> {
    const { change, put, clock } = this.#ports;
    await change(() => undefined);
    this.#changed = { any: false, withoutEntry: false };
    const archived = await put().then(
      () => true,
      () => false,
    );
    await change((account) => {
      const { any, withoutEntry } = this.#changed;
      const wait = withoutEntry || !archived ? BACKUP_SOON_MS : ARCHIVE_AFTER_MS;
      account.archiveDueAt = archived && !any ? null : clock.now() + wait;
    });
  }
}
