import type { UsageRow } from '../core/account/account.ts';
import type { Posting } from '../core/account/ledger.ts';
import type { Clock } from '../core/ports.ts';
import type { Segment } from '../store/history.ts';
import { segmentObject } from '../store/segments.ts';

/** Lines of one segment. */
export const SEGMENT_LINES = 2_000;

/** Lines wait this long for company. */
export const SHIP_AFTER_MS = 3_600_000;

/**
 * Lines that somebody may still want to undo are not shipped; longer than a Worker lives after its
 * reply.
 */
export const SETTLED_AFTER_MS = 120_000;

/** Segments of one alarm; what is left comes with the next one. */
const SEGMENTS_PER_RUN = 10;

const BACKOFF_START_MS = 5_000;
const BACKOFF_MAX_MS = 300_000;

/** How long to wait after so many failures in a row. */
export const shipBackoffMs = (failures: number): number =>
  Math.min(BACKOFF_MAX_MS, BACKOFF_START_MS * 2 ** Math.min(failures - 1, 10));

/** Lines, and where they are to lie. */
export interface Shipment {
  lines: Posting[];
  /** Figures to go with them. */
  usage: UsageRow[];
}

export interface ShipPorts {
  organizationId: string;
  clock: Clock;
  /** Fixes, durably, which lines go next: after a failure the same ones. Null when none have to. */
  next(everything: boolean): Promise<Shipment | null>;
  /** Last line of the history's index; 0 for none. */
  lastShipped(): Promise<number>;
  /** @returns SHA-256 of the segment */
  putSegment(object: string, lines: readonly Posting[]): Promise<string>;
  record(segment: Segment | null, shipment: Shipment): Promise<void>;
  /** Remembers, durably, that these are in the history, and drops them. */
  mark(shipment: Shipment): Promise<void>;
  /** Lines that are not in the history. */
  waiting(): number;
}

/** The index row of a segment, its hash aside. */
export function segmentOf(
  organizationId: string,
  lines: readonly Posting[],
): Omit<Segment, 'sha256'> | null {
  const [first, last] = [lines[0], lines.at(-1)];
  if (!first || !last) return null;
  return {
    firstSeq: first.seq,
    lastSeq: last.seq,
    firstAt: first.at,
    lastAt: last.at,
    amount: lines.reduce((sum, line) => sum + line.amount, 0),
    held: lines.reduce((sum, line) => sum + line.held, 0),
    object: segmentObject(organizationId, first.seq, last.seq),
  };
}

/**
 * Moves ledger lines from the account to the history, oldest first. It may die between any two
 * steps: the same segment is then written again under the same name, its index row and usage
 * replace themselves, and the lines stay in the account until all of that is there.
 */
export class Shipping {
  readonly #ports: ShipPorts;
  #running: Promise<void> | null = null;
  /** Attempts that failed in a row. */
  failures = 0;
  /** When the oldest line that waits has waited long enough, or a failed attempt is made again. */
  dueAt = Infinity;

  /** @param oldestAt when the oldest line that waits was posted; null when none does */
  constructor(ports: ShipPorts, oldestAt: number | null) {
    this.#ports = ports;
    if (oldestAt !== null) this.dueAt = oldestAt + SHIP_AFTER_MS;
  }

  /** Sets when lines that have been posted meanwhile are due. */
  plan(now: number): void {
    const waiting = this.#ports.waiting();
    if (waiting === 0) return;
    if (this.dueAt === Infinity) this.dueAt = now + SHIP_AFTER_MS;
    if (waiting >= SEGMENT_LINES && this.failures === 0)
      this.dueAt = Math.min(this.dueAt, now + SETTLED_AFTER_MS);
  }

  /**
   * One run at a time: two would count the same lines twice.
   * @param everything the youngest lines too
   */
  run(everything: boolean): Promise<void> {
    this.#running ??= this.#run(everything).finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #run(everything: boolean): Promise<void> {
    const { clock } = this.#ports;
    try {
      await this.#shipAll(everything);
      this.failures = 0;
      this.dueAt = Infinity;
      this.plan(clock.now());
    } catch {
      // The alarm's own retries give up after six; a history that is behind must never give up.
      this.failures += 1;
      this.dueAt = clock.now() + shipBackoffMs(this.failures);
    }
  }

  async #shipAll(everything: boolean): Promise<void> {
    const { organizationId, next, lastShipped, putSegment, record, mark } = this.#ports;
    for (let segments = 0; segments < SEGMENTS_PER_RUN; segments++) {
      const shipment = await next(everything);
      if (!shipment) return;
      const segment = segmentOf(organizationId, shipment.lines);
      if (segment && (await lastShipped()) > segment.lastSeq)
        throw new Error('the history is ahead of the account');
      const sha256 = segment && (await putSegment(segment.object, shipment.lines));
      await record(segment && { ...segment, sha256 }, shipment);
      await mark(shipment);
    }
  }
}
