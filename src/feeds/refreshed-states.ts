import * as z from 'zod';
import type { Blobs } from '../core/ports.ts';

/** Raised when the form of stored ranges or states changes. */
const LAYOUT = 1;

const version = z.string().regex(/^[0-9a-f]{16}$/);

/** Where the last good ranges of a feed are: IPv4 rows, then IPv6 rows (range-rows.ts). */
export const storedRanges = z.object({
  /** Hash of the rows and labels: the same content has the same version. */
  version,
  v4: z.int().min(0),
  v6: z.int().min(0),
  labels: z.array(z.object({ region: z.string().nullable(), service: z.string().nullable() })),
});
export type StoredRanges = z.infer<typeof storedRanges>;

/** What is known of one feed. Each has an object of its own, so that feeds are refreshed apart. */
const refreshedState = z.object({
  /**
   * Date or time of the content, as the publisher states it, else when it was fetched; null while
   * never loaded.
   */
  asOf: z.string().nullable(),
  rows: z.int().min(0),
  /** When it was last read to its end. */
  fetchedAt: z.iso.datetime().nullable(),
  /** Why the last attempt failed; null after a success. */
  lastError: z.string().nullable(),
  triedAt: z.iso.datetime().nullable(),
  /** Where the next reading goes on; null when the last one reached the end. */
  resume: z.string().nullable(),
  ranges: storedRanges.nullable(),
  /** Versions of its ranges that are no longer used, or were never finished. */
  retired: z.array(version),
});
export type RefreshedState = z.infer<typeof refreshedState>;

const stateKey = (feed: string): string => `feeds/${LAYOUT}/${feed}/state.json`;

export const rangesKey = (feed: string, name: string): string =>
  `feeds/${LAYOUT}/${feed}/${name}.bin`;

/** A feed that was never tried. */
const UNTRIED: RefreshedState = {
  ...{ asOf: null, rows: 0, fetchedAt: null, lastError: null, triedAt: null },
  ...{ resume: null, ranges: null, retired: [] },
};

export async function readState(blobs: Blobs, feed: string): Promise<RefreshedState> {
  const bytes = await blobs.read(stateKey(feed));
  return bytes ? refreshedState.parse(JSON.parse(new TextDecoder().decode(bytes))) : UNTRIED;
}

export const writeState = (blobs: Blobs, feed: string, state: RefreshedState): Promise<void> =>
  blobs.write(stateKey(feed), JSON.stringify(state));
