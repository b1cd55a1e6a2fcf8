import { DAY_MS } from '../../lib/time.ts';
import type { Blobs } from '../../lookup/world.ts';
import { compareKeysAt, type KeyWidth, rowWidth, type SortedRows } from '../ranges/rows.ts';
import { fetchRangeFeed } from './download.ts';
import {
  type FeedBlobs,
  type RangeDeps,
  type RefreshableFeed,
  type RefreshResult,
  type RefreshState,
  rangesKey,
  type StoredRanges,
  writeRefreshState,
} from './feed.ts';
import { FeedError } from './feed-error.ts';
import type { RangeFeed, RangeList } from './range-list.ts';
import { contentHash, writeObject } from './stored-object.ts';

/** Rows per read: with twenty feeds, under 3 MB in total. */
const BLOCK_ROWS = 4_096;

interface PreparedRanges {
  described: StoredRanges;
  rows: readonly [SortedRows, SortedRows];
}

const bytesOf = (words: Uint32Array): Uint8Array =>
  new Uint8Array(words.buffer, words.byteOffset, words.byteLength);

function* rowBytes([v4, v6]: PreparedRanges['rows']): Generator<Uint8Array> {
  for (const block of v4.blocks()) yield bytesOf(block);
  for (const block of v6.blocks()) yield bytesOf(block);
}

/** Sorts the ranges of a feed and derives their version from the content. Consumes the list. */
export async function prepareRanges(list: RangeList): Promise<PreparedRanges> {
  const rows = [list.v4.sorted(), list.v6.sorted()] as const;
  const described = { v4: rows[0].count, v6: rows[1].count, labels: list.labels };
  const version = await contentHash(JSON.stringify(described), rowBytes(rows));
  return { described: { version, ...described }, rows };
}

const byteLength = (rows: number, keyWords: KeyWidth): number => rows * rowWidth(keyWords) * 4;

/** Whether the last bytes of stored ranges exist. False if unsure: storing again is safe. */
async function areRangesStored(blobs: Blobs, feed: string, { version, v4, v6 }: StoredRanges) {
  const last = { offset: byteLength(v4, 1) + byteLength(v6, 4) - 4, length: 4 };
  const read = await blobs.read(rangesKey(feed, version), last).catch(() => null);
  return read?.byteLength === last.length;
}

/** Stores the rows under a key with their version. */
export async function storeRanges(
  blobs: FeedBlobs,
  feed: string,
  { described, rows }: PreparedRanges,
): Promise<void> {
  await writeObject(blobs, rangesKey(feed, described.version), async (writer) => {
    for (const bytes of rowBytes(rows)) await writer.write(bytes);
  });
}

/**
 * Cursor over the stored ranges of one feed and IP version. Reads byte ranges instead of one
 * stream: an invocation may hold six connections, and more feeds than that are read at once.
 */
export class RangeCursor {
  readonly #blobs: Blobs;
  readonly #key: string;
  readonly #keyWords: KeyWidth;
  readonly #endByte: number;
  #nextByte: number;
  /** Rows of the current block; `at` is the position of the current row in it. */
  rows: Uint32Array = new Uint32Array(0);
  at = 0;

  constructor(blobs: Blobs, feed: string, ranges: StoredRanges, keyWords: KeyWidth) {
    const v4Bytes = byteLength(ranges.v4, 1);
    this.#blobs = blobs;
    this.#key = rangesKey(feed, ranges.version);
    this.#keyWords = keyWords;
    this.#nextByte = keyWords === 1 ? 0 : v4Bytes;
    this.#endByte = keyWords === 1 ? v4Bytes : v4Bytes + byteLength(ranges.v6, 4);
  }

  /** True if no row is left. Call {@link read} once before the first row. */
  get isAtEnd(): boolean {
    return this.at === this.rows.length && this.#nextByte === this.#endByte;
  }

  /** Moves to the next row. @returns a promise only if rows must be read */
  advance(): Promise<void> | undefined {
    this.at += rowWidth(this.#keyWords);
    return this.at === this.rows.length && this.#nextByte < this.#endByte ? this.read() : undefined;
  }

  /** Reads the next block. @throws Error if the object is missing, short or out of order */
  async read(): Promise<void> {
    const stride = rowWidth(this.#keyWords);
    const length = Math.min(BLOCK_ROWS * stride * 4, this.#endByte - this.#nextByte);
    if (length === 0) return;
    const bytes = await this.#blobs.read(this.#key, { offset: this.#nextByte, length });
    if (bytes?.byteLength !== length)
      throw new Error(`${this.#key} lacks bytes ${this.#nextByte}+${length}`);
    const before = this.rows;
    this.rows = new Uint32Array(bytes);
    if (
      before.length > 0 &&
      compareKeysAt(before, before.length - stride, this.rows, 0, this.#keyWords) > 0
    )
      throw new Error(`${this.#key} is out of order`);
    this.#nextByte += length;
    this.at = 0;
  }
}

/** How long after the last good file a much shorter one is rejected; some are read weekly. */
const LOSS_REJECTED_MS = 14 * DAY_MS;

/**
 * Rejects a file with less than half the entries of the last good one: it is more likely broken
 * than right. After two weeks the list has shrunk for good. @throws FeedError
 */
export function requireNoLoss(rows: number, before: RefreshState, now: number): void {
  const isRecent = now - Date.parse(before.fetchedAt ?? '') <= LOSS_REJECTED_MS;
  if (rows < before.rows / 2 && isRecent)
    throw new FeedError(`the file has ${rows} entries, the last good one ${before.rows}`);
}

type StoredVersions = Pick<RefreshState, 'ranges' | 'retired'>;

/**
 * Stores new ranges beside the old ones. The state lists the new version as retired before it is
 * written, so that the next refresh removes a version that was never completed. Unchanged ranges
 * are stored again only if their object is missing, which would block the merge of all feeds.
 */
async function replaceRanges(
  feed: string,
  before: RefreshState,
  prepared: PreparedRanges,
  { blobs }: RangeDeps,
): Promise<StoredVersions> {
  const { version } = prepared.described;
  const current = before.ranges?.version;
  if (version === current) {
    const isThere = await areRangesStored(blobs, feed, prepared.described);
    if (!isThere) await storeRanges(blobs, feed, prepared);
    return { ranges: prepared.described, retired: before.retired };
  }
  await blobs.remove(before.retired.map((retired) => rangesKey(feed, retired)));
  await writeRefreshState(blobs, feed, { ...before, retired: [version] });
  await storeRanges(blobs, feed, prepared);
  return { ranges: prepared.described, retired: current ? [current] : [] };
}

/** Feed that stores a published list of ranges, sorted for the merge. */
export function refreshableRangeFeed(feed: RangeFeed, deps: RangeDeps): RefreshableFeed {
  const { name, refreshEveryHours } = feed;
  return {
    name,
    refreshEveryHours,
    async fetchAndStore(before): Promise<RefreshResult> {
      const { ranges, asOf } = await fetchRangeFeed(feed, deps);
      const { rows } = ranges;
      requireNoLoss(rows, before, deps.clock.now());
      const stored = await replaceRanges(name, before, await prepareRanges(ranges), deps);
      return { asOf: asOf ?? new Date(deps.clock.now()).toISOString(), rows, ...stored };
    },
  };
}
