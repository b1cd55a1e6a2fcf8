import type { Posting } from '../core/ledger.ts';

/** Postings wait this long for company before they go to D1. */
export const MIRROR_DELAY_MS = 5_000;

/** Lines of one D1 statement: about 150 KB of its 2 MB. */
export const MIRROR_BATCH = 500;

/** Batches of one alarm; what is left comes with the next one. */
export const MIRROR_BATCHES = 20;

const BACKOFF_START_MS = 5_000;
const BACKOFF_MAX_MS = 300_000;

/** How long to wait after so many failures in a row. */
export const mirrorBackoffMs = (failures: number): number =>
  Math.min(BACKOFF_MAX_MS, BACKOFF_START_MS * 2 ** Math.min(failures - 1, 10));

interface MirrorPorts {
  /** The oldest lines that are not marked as mirrored. */
  next: (limit: number) => Posting[];
  /** Puts lines into D1; lines that are there already change nothing. */
  insert: (lines: Posting[]) => Promise<void>;
  /** Remembers, durably, that these lines are in D1. */
  mark: (lines: Posting[]) => Promise<void>;
}

/**
 * Copies ledger lines to D1 in order. Between insert and mark it may die at any point: the same lines are
 * then inserted again, by id, which changes nothing.
 * @returns whether everything there was has been copied
 */
export async function mirrorPostings({ next, insert, mark }: MirrorPorts): Promise<boolean> {
  for (let batch = 0; batch < MIRROR_BATCHES; batch++) {
    const lines = next(MIRROR_BATCH);
    if (lines.length === 0) return true;
    await insert(lines);
    await mark(lines);
  }
  return false;
}
