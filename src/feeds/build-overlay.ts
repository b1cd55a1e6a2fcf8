import type { FeedTag } from '../core/ip/address.ts';
import { OVERLAY_COLUMNS, tagsEntry } from '../data/overlay-entries.ts';
import type { Entry } from '../data/ranges/block.ts';
import type { KeyWords } from '../data/ranges/rows.ts';
import { type RangeTable, RangeTableWriter } from '../data/ranges/writer.ts';
import { tableObjects } from '../data/table-index.ts';
import { overlayKeys } from '../data/table-pointers.ts';
import type { Feed } from '../sources/feeds/feed.ts';
import { type ByteWriter, writingTo } from './byte-writer.ts';
import type { FeedBlobs } from './ports.ts';
import type { StoredRanges } from './refreshed-states.ts';
import { RangeCursor } from './stored-ranges.ts';
import { sweepRanges } from './sweep-ranges.ts';

/** A feed and its ranges. */
export interface LoadedFeed {
  feed: Feed;
  ranges: StoredRanges;
}

/**
 * An address has a handful of tags. More than this would not fit one entry's text, and the rest is
 * left out.
 */
const MAX_TAGS = 100;
/** Sets of tags kept to be shared; a few thousand occur. */
const MAX_SHARED = 20_000;

const orderOf = ({ feed, region, service }: FeedTag): string =>
  `${feed}\t${region ?? ''}\t${service ?? ''}`;

/** Numbers every tag of the feeds, in the order an answer lists them. */
function numberTags(loaded: readonly LoadedFeed[]) {
  const all = loaded.map(({ feed: { name, kind, operator }, ranges }) =>
    ranges.labels.map((label): FeedTag => ({ feed: name, kind, operator, ...label })),
  );
  const sorted = all
    .flat()
    .map((tag) => ({ tag, order: orderOf(tag) }))
    .sort((a, b) => (a.order < b.order ? -1 : 1))
    .map(({ tag }) => tag);
  const numbers = new Map(sorted.map((tag, number) => [tag, number]));
  return {
    tags: sorted,
    byLabel: all.map((tags) => tags.map((tag) => numbers.get(tag) as number)),
  };
}

/** Equal sets of tags share one entry, which the table writer needs to see that they are equal. */
function entrySharer(tags: readonly FeedTag[]): (set: readonly number[]) => Entry | null {
  const shared = new Map<string, Entry>();
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
export async function buildOverlay(
  blobs: FeedBlobs,
  loaded: readonly LoadedFeed[],
  version: string,
): Promise<void> {
  const { tags, byLabel } = numberTags(loaded);
  const entryOf = entrySharer(tags);

  async function writeTable(
    keyWords: KeyWords,
    offset: number,
    out: ByteWriter,
  ): Promise<RangeTable> {
    const table = new RangeTableWriter(keyWords, OVERLAY_COLUMNS, offset);
    const cursors = loaded.map(({ feed, ranges }, at) => ({
      cursor: new RangeCursor(blobs, feed.name, ranges, keyWords),
      tags: byLabel[at] as readonly number[],
    }));
    const writeAll = async (blocks: readonly Uint8Array[]) => {
      for (const block of blocks) await out.write(block);
    };
    await sweepRanges(cursors, keyWords, (start, set) => {
      table.add(start, [entryOf(set)]);
      const blocks = table.take();
      return blocks.length > 0 ? writeAll(blocks) : undefined;
    });
    const finished = table.finish();
    await writeAll(finished.blocks);
    return { ...finished, blocks: [] };
  }

  const keys = overlayKeys(version);
  const index = await writingTo(blobs, keys.blocks, async (out) => {
    const v4 = await writeTable(1, 0, out);
    const v6 = await writeTable(4, v4.end, out);
    return tableObjects(v4, v6).index;
  });
  await blobs.write(keys.index, index);
}
