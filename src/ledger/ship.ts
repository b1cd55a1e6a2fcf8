import type { UsageRow } from '../core/account.ts';
import type { Posting } from '../core/ledger.ts';
import type { Segment } from '../store/history.ts';
import { segmentObject } from '../store/segments.ts';

/** Lines of one segment. */
export const SEGMENT_LINES = 2_000;

/** Lines wait this long for company. */
export const SHIP_AFTER_MS = 3_600_000;

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

interface ShipPorts {
  organizationId: string;
  /** Fixes, durably, which lines go next: after a failure the same ones. Null when none have to. */
  next(): Promise<Shipment | null>;
  putSegment(object: string, lines: readonly Posting[]): Promise<void>;
  record(segment: Segment | null, shipment: Shipment): Promise<void>;
  /** Remembers, durably, that these are in the history, and drops them. */
  mark(shipment: Shipment): Promise<void>;
}

function segmentOf(organizationId: string, lines: readonly Posting[]): Segment | null {
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
 * Moves ledger lines from the account to the history, oldest first. It may die between any two steps: the
 * same segment is then written again under the same name, its index row and usage replace themselves, and
 * the lines stay in the account until all of that is there.
 */
export async function shipLines(ports: ShipPorts): Promise<void> {
  for (let segments = 0; segments < SEGMENTS_PER_RUN; segments++) {
    const shipment = await ports.next();
    if (!shipment) return;
    const segment = segmentOf(ports.organizationId, shipment.lines);
    if (segment) await ports.putSegment(segment.object, shipment.lines);
    await ports.record(segment, shipment);
    await ports.mark(shipment);
  }
}
