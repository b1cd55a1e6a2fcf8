import type { FeedTag } from '../../domain/ip/address.ts';
import { compareU32s } from '../../domain/ip/address-range.ts';
import type { ObjectWriter } from '../../lib/r2.ts';
import { type Blobs, readJsonBlob } from '../../lookup/world.ts';
import { MERGED_FEEDS_COLUMNS, tagsEntry } from '../ip/entries.ts';
import {
  MERGED_FEEDS_POINTER_KEY,
  type MergedFeedState,
  type MergedFeedsPointer,
  mergedFeedsKeys,
  mergedFeedsPointer,
} from '../ip/pointers.ts';
import type { RangeEntry } from '../ranges/block.ts';
import { compareKeysAt, type KeyWidth } from '../ranges/rows.ts';
import { joinIndexes, RangeTableWriter, type WrittenRangeTable } from '../ranges/writer.ts';
import { type FeedBlobs, type RangeDeps, readRefreshState, type StoredRanges } from './feed.ts';
import type { RangeFeed } from './range-list.ts';
import { contentHash, writeObject } from './stored-object.ts';
import { RangeCursor } from './stored-ranges.ts';

/** Cursor over one feed's ranges in ascending order, with the tag numbers of its labels. */
interface TaggedCursor {
  cursor: RangeCursor;
  /** Tag number by label index. */
  tags: readonly number[];
}

/** Tag in force at the merge position, and the last address that it is known to cover. */
interface OpenTag {
  tag: number;
  last: readonly number[];
}

type Emit = (start: readonly number[], tags: readonly number[]) => Promise<void> | undefined;

/** Next address; null after the last address. */
function successor(words: readonly number[]): number[] | null {
  const next = [...words];
  for (let word = next.length - 1; word >= 0; word--) {
    if (next[word] !== 0xffff_ffff) {
      next[word] = (next[word] as number) + 1;
      return next;
    }
    next[word] = 0;
  }
  return null;
}

const keyAt = (rows: Uint32Array, at: number, keyWords: KeyWidth): number[] =>
  keyWords === 1 ? [rows[at] as number] : [rows[at]!, rows[at + 1]!, rows[at + 2]!, rows[at + 3]!];

/** Cursor whose next range has the lowest start; null if all cursors are at their end. */
function lowestCursor(cursors: readonly TaggedCursor[], keyWords: KeyWidth): TaggedCursor | null {
  let found: TaggedCursor | null = null;
  for (const each of cursors) {
    const { cursor } = each;
    if (cursor.isAtEnd) continue;
    if (
      !found ||
      compareKeysAt(cursor.rows, cursor.at, found.cursor.rows, found.cursor.at, keyWords) < 0
    )
      found = each;
  }
  return found;
}

/** Tags in force at the merge position, ascending. Few at once, so a list beats a heap. */
class OpenTags {
  readonly open: OpenTag[] = [];

  /** Opens the tag up to `last`. If it is already open, keeps the later end. */
  add(tag: number, last: readonly number[]): void {
    let at = this.open.length;
    while (at > 0 && (this.open[at - 1] as OpenTag).tag >= tag) at--;
    const known = this.open[at];
    if (known?.tag !== tag) this.open.splice(at, 0, { tag, last });
    else if (compareU32s(last, known.last) > 0) known.last = last;
  }

  /** Lowest end of the open tags; null if none is open. */
  firstEnd(): readonly number[] | null {
    let first: readonly number[] | null = null;
    for (const { last } of this.open) if (!first || compareU32s(last, first) < 0) first = last;
    return first;
  }

  endAt(last: readonly number[]): void {
    for (let at = this.open.length - 1; at >= 0; at--)
      if (compareU32s((this.open[at] as OpenTag).last, last) === 0) this.open.splice(at, 1);
  }

  get tags(): number[] {
    return this.open.map(({ tag }) => tag);
  }
}

/**
 * Merges sorted ranges, which may overlap, into consecutive intervals over the whole address space.
 * Emits the first address of each interval and the tags in force from there. Keeps in memory one
 * block per cursor and the tags open at one address.
 */
export async function mergeRanges(
  cursors: readonly TaggedCursor[],
  keyWords: KeyWidth,
  emit: Emit,
): Promise<void> {
  const open = new OpenTags();
  let position = new Array<number>(keyWords).fill(0);
  const moveTo = (next: number[]): Promise<void> | undefined => {
    if (compareU32s(next, position) === 0) return;
    const emitted = emit(position, open.tags);
    position = next;
    return emitted;
  };
  await Promise.all(cursors.map(({ cursor }) => cursor.read()));
  for (;;) {
    const next = lowestCursor(cursors, keyWords);
    const end = open.firstEnd();
    const first = next && keyAt(next.cursor.rows, next.cursor.at, keyWords);
    if (end && (!first || compareU32s(end, first) < 0)) {
      const at = successor(end);
      if (!at) break;
      const moved = moveTo(at);
      if (moved) await moved;
      open.endAt(end);
    } else if (next && first) {
      const { cursor, tags } = next;
      const moved = moveTo(first);
      if (moved) await moved;
      const label = cursor.rows[cursor.at + keyWords * 2] as number;
      open.add(tags[label] as number, keyAt(cursor.rows, cursor.at + keyWords, keyWords));
      const read = cursor.advance();
      if (read) await read;
    } else break;
  }
  await emit(position, open.tags);
}

interface LoadedFeed {
  feed: RangeFeed;
  ranges: StoredRanges;
}

/** Tags per address. An address has a handful; more do not fit one entry and are dropped. */
const MAX_TAGS = 100;
/** Limit of interned tag sets; a few thousand occur. */
const MAX_SHARED = 20_000;

const tagSortKey = ({ feed, region, service }: FeedTag): string =>
  `${feed}\t${region ?? ''}\t${service ?? ''}`;

/** Numbers all tags of the feeds in the order in which an answer lists them. */
function numberTags(loaded: readonly LoadedFeed[]) {
  const all = loaded.map(({ feed: { name, kind, operator }, ranges }) =>
    ranges.labels.map((label): FeedTag => ({ feed: name, kind, operator, ...label })),
  );
  const sorted = all
    .flat()
    .map((tag) => ({ tag, order: tagSortKey(tag) }))
    .sort((a, b) => (a.order < b.order ? -1 : 1))
    .map(({ tag }) => tag);
  const numbers = new Map(sorted.map((tag, number) => [tag, number]));
  return {
    tags: sorted,
    byLabel: all.map((tags) => tags.map((tag) => numbers.get(tag) as number)),
  };
}

/** Interns tag sets: equal sets share one entry, because the table writer compares by identity. */
function entryInterner(tags: readonly FeedTag[]): (set: readonly number[]) => RangeEntry | null {
  const shared = new Map<string, RangeEntry>();
  return (set) => {
    if (set.length === 0) return null;
    const key = set.join(',');
    const known = shared.get(key);
    if (known) return known;
    const entry = tagsEntry(set.slice(0, MAX_TAGS).map((number) => tags[number] as FeedTag));
    if (shared.size === MAX_SHARED) shared.clear();
    shared.set(key, entry);
    return entry;
  };
}

/** Builds the merged table of this version from stored ranges. The caller switches the pointer. */
async function buildMergedTable(blobs: FeedBlobs, loaded: readonly LoadedFeed[], version: string) {
  const { tags, byLabel } = numberTags(loaded);
  const entryOf = entryInterner(tags);

  async function writeTable(
    keyWords: KeyWidth,
    offset: number,
    out: ObjectWriter,
  ): Promise<WrittenRangeTable> {
    const table = new RangeTableWriter(keyWords, MERGED_FEEDS_COLUMNS, offset);
    const cursors = loaded.map(({ feed, ranges }, at) => ({
      cursor: new RangeCursor(blobs, feed.name, ranges, keyWords),
      tags: byLabel[at] as readonly number[],
    }));
    const writeAll = async (blocks: readonly Uint8Array[]) => {
      for (const block of blocks) await out.write(block);
    };
    await mergeRanges(cursors, keyWords, (start, set) => {
      table.add(start, [entryOf(set)]);
      const blocks = table.take();
      return blocks.length > 0 ? writeAll(blocks) : undefined;
    });
    const finished = table.finish();
    await writeAll(finished.blocks);
    return { ...finished, blocks: [] };
  }

  const keys = mergedFeedsKeys(version);
  const index = await writeObject(blobs, keys.blocks, async (out) => {
    const v4 = await writeTable(1, 0, out);
    const v6 = await writeTable(4, v4.end, out);
    return joinIndexes(v4, v6).index;
  });
  await blobs.write(keys.index, index);
}

/** Merge rounds per call. Feeds may change meanwhile; later changes wait for the next message. */
const MAX_ROUNDS = 3;

/** Inputs of the merged table, as currently stored. */
interface MergeTarget {
  /** Hash of all inputs of the table; null if no feed is loaded. */
  version: string | null;
  loaded: LoadedFeed[];
  states: Record<string, MergedFeedState>;
}

export async function readMergedFeedsPointer(blobs: Blobs): Promise<MergedFeedsPointer> {
  const pointer = await readJsonBlob(blobs, MERGED_FEEDS_POINTER_KEY, mergedFeedsPointer);
  return pointer ?? { version: null, previous: null, feeds: {} };
}

async function readMergeTarget(blobs: Blobs, feeds: readonly RangeFeed[]): Promise<MergeTarget> {
  const read = await Promise.all(
    feeds.map(async (feed) => ({ feed, state: await readRefreshState(blobs, feed.name) })),
  );
  const loaded: LoadedFeed[] = [];
  const states: Record<string, MergedFeedState> = {};
  for (const { feed, state } of read) {
    const { ranges, asOf, fetchedAt } = state;
    if (!ranges || asOf === null || fetchedAt === null) continue;
    loaded.push({ feed, ranges });
    states[feed.name] = { asOf, fetchedAt };
  }
  const parts = loaded.map(({ feed: { name, kind, operator }, ranges }) =>
    [name, kind, operator, ranges.version].join('\t'),
  );
  return {
    version: loaded.length > 0 ? await contentHash(parts.join('\n')) : null,
    loaded,
    states,
  };
}

const isPublished = (pointer: MergedFeedsPointer, { version, states }: MergeTarget): boolean =>
  pointer.version === version && JSON.stringify(pointer.feeds) === JSON.stringify(states);

/** Whether the merged table, or the feed states in its pointer, are behind the stored feeds. */
export async function isMergeDue({ blobs, feeds }: RangeDeps): Promise<boolean> {
  const [pointer, target] = await Promise.all([
    readMergedFeedsPointer(blobs),
    readMergeTarget(blobs, feeds),
  ]);
  return !isPublished(pointer, target);
}

/** Builds the target's table if it is not the current one, and switches the pointer to it. */
async function publishMergedTable(
  pointer: MergedFeedsPointer,
  target: MergeTarget,
  { blobs }: RangeDeps,
) {
  const { version, loaded, states } = target;
  if (pointer.version === version) {
    const next: MergedFeedsPointer = { ...pointer, feeds: states };
    return blobs.write(MERGED_FEEDS_POINTER_KEY, JSON.stringify(next));
  }
  if (version) await buildMergedTable(blobs, loaded, version);
  // Readers may use a cached pointer for a minute, so only the version before the current one is
  // removed. It is removed before the pointer that names it is overwritten, so that an interrupted
  // run leaves no orphan.
  const { previous } = pointer;
  if (previous && previous !== version)
    await blobs.remove(Object.values(mergedFeedsKeys(previous)));
  const next: MergedFeedsPointer = { version, previous: pointer.version, feeds: states };
  await blobs.write(MERGED_FEEDS_POINTER_KEY, JSON.stringify(next));
}

/**
 * Merges the stored ranges of all feeds into one table if they are newer than it, and switches the
 * pointer to it. Concurrent runs are safe: the run that wrote the older table finds the newer
 * ranges in its next round and merges again.
 * @returns whether anything changed
 */
export async function mergeFeeds(deps: RangeDeps): Promise<boolean> {
  let changed = false;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const target = await readMergeTarget(deps.blobs, deps.feeds);
    const pointer = await readMergedFeedsPointer(deps.blobs);
    if (isPublished(pointer, target)) break;
    await publishMergedTable(pointer, target, deps);
    changed = true;
  }
  return changed;
}
