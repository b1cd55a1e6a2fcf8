import type { Clock } from '../core/ports.ts';
import type { Journal } from './journal.ts';
import type { Account } from './state.ts';

/** The state is archived this long after a line, as segments are. */
const ARCHIVE_AFTER_MS = 3_600_000;

/** And this long after what no line tells of: several such changes come together. */
const ARCHIVE_SOON_MS = 5_000;

interface ArchivingPorts {
  clock: Clock;
  /** The account's hot row; what is changed in it is written by the next commit. */
  change<T>(apply: (state: Account) => T): Promise<T>;
  /** Writes the account as it lies on disk. */
  put(): Promise<void>;
}

/** Keeps an account's state in the archive no older than the hour a lost account may cost. */
export class Archiving {
  readonly #ports: ArchivingPorts;
  /** Writes since the archive was last read off, and those of them that no line tells of. */
  #changed = { any: false, untold: false };

  constructor(ports: ArchivingPorts) {
    this.#ports = ports;
  }

  /** Sets when what is about to be written is due. */
  plan(journal: Journal, state: Account, now: number): void {
    if (!journal.tellsNoLine && journal.lines.length + journal.holds.size === 0) return;
    this.#changed.any = true;
    this.#changed.untold ||= journal.tellsNoLine;
    const dueAt = now + (journal.tellsNoLine ? ARCHIVE_SOON_MS : ARCHIVE_AFTER_MS);
    state.archiveDueAt = Math.min(state.archiveDueAt ?? Infinity, dueAt);
  }

  /** What changes meanwhile is due again; a failure is tried again. */
  async run(): Promise<void> {
    const { change, put, clock } = this.#ports;
    await change(() => undefined);
    this.#changed = { any: false, untold: false };
    const archived = await put().then(
      () => true,
      () => false,
    );
    await change((state) => {
      const { any, untold } = this.#changed;
      const wait = untold || !archived ? ARCHIVE_SOON_MS : ARCHIVE_AFTER_MS;
      state.archiveDueAt = archived && !any ? null : clock.now() + wait;
    });
  }
}
