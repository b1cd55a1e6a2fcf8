import type { FeedTag } from '../../domain/ip/address.ts';
import type { Blobs } from '../../lookup/world.ts';
import { MERGED_FEEDS_COLUMNS, tagsEntry } from '../ip/entries.ts';
import {
  MERGED_FEEDS_POINTER_KEY,
  type MergedFeedState,
  type MergedFeedsPointer,
  mergedFeedsKeys,
  mergedFeedsPointer,
} from '../ip/pointers.ts';
import type { RangeEntry } from '../ranges/block.ts';
import type { KeyWidth } from '../ranges/rows.ts';
import { joinIndexes, RangeTableWriter, type WrittenRangeTable } from '../ranges/writer.ts';
import { type FeedBlobs, type RangeDeps, readRefreshState, type StoredRanges } from './feed.ts';
import type { RangeFeed } from './range-list.ts';
import { mergeRanges } from './range-merge.ts';
import { contentHash, type ObjectWriter, writeObject } from './stored-object.ts';
import { RangeCursor } from './stored-ranges.ts';

/** A feed and its ranges. */
interface LoadedFeed {
  feed: RangeFeed;
  ranges: StoredRanges;
}

/**
 * An address has a handful of tags. More than this would not fit one entry's text, and the rest is
 * left out.
 */
const MAX_TAGS = 100;
/** Sets of tags kept to be shared; a few thousand occur. */
const MAX_SHARED = 20_000;

const tagSortKey = ({ feed, region, service }: FeedTag): string =>
  `${feed}\t${region ?? ''}\t${service ?? ''}`;

/** Numbers every tag of the feeds, in the order an answer lists them. */
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

/** Equal sets of tags share one entry, which the table writer needs to see that they are equal. */
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

/**
 * Joins the feeds' stored ranges into one table under this version. The pointer is the caller's to
 * flip.
 */
async function buildMergedTable(
  blobs: FeedBlobs,
  loaded: readonly LoadedFeed[],
  version: string,
): Promise<void> {
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

/**
 * Feeds may go on changing while they are joined; what then still changes is the next message's.
 */
const MAX_ROUNDS = 3;

/** What the joined table is to be made of. */
interface MergeTarget {
  /** Names the table by everything in it; null while no feed is loaded. */
  version: string | null;
  loaded: LoadedFeed[];
  states: Record<string, MergedFeedState>;
}

export async function readMergedFeedsPointer(blobs: Blobs): Promise<MergedFeedsPointer> {
  const bytes = await blobs.read(MERGED_FEEDS_POINTER_KEY);
  return bytes
    ? mergedFeedsPointer.parse(JSON.parse(new TextDecoder().decode(bytes)))
    : { version: null, previous: null, feeds: {} };
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

/** Whether the joined table, or what it says of its feeds, is behind what is stored. */
export async function isMergeDue({ blobs, feeds }: RangeDeps): Promise<boolean> {
  const [pointer, target] = await Promise.all([
    readMergedFeedsPointer(blobs),
    readMergeTarget(blobs, feeds),
  ]);
  return !isPublished(pointer, target);
}

/** Builds the target's table when it is not the current one, and flips the pointer to it. */
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
  // Readers may believe the old pointer for a minute, so only the version before that one goes; and
  // it goes before the pointer that still names it, so that nothing is left when this ends in
  // between.
  const { previous } = pointer;
  if (previous && previous !== version)
    await blobs.remove(Object.values(mergedFeedsKeys(previous)));
  const next: MergedFeedsPointer = { version, previous: pointer.version, feeds: states };
  await blobs.write(MERGED_FEEDS_POINTER_KEY, JSON.stringify(next));
}

/**
 * Joins the stored ranges of all feeds into one table, when they are newer than it, and flips the
 * pointer to it. Safe when two run at once: the one that wrote the older table finds the newer
 * ranges afterwards and merges again.
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
