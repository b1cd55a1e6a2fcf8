import type { FeedTag } from '../core/ip-address.ts';
import type { Blobs } from '../core/ports.ts';
import { OVERLAY_COLUMNS } from '../data/overlay-entries.ts';
import { type RangeTable, RangeTableWriter } from '../data/range-writer.ts';
import { tableObjects } from '../data/table-index.ts';
import { overlayKeys } from '../data/table-pointers.ts';
import type { Feed } from '../sources/feeds/feed.ts';
import { flattenRanges, type TaggedRange } from './flatten-ranges.ts';
import { readRanges } from './stored-ranges.ts';

async function taggedRanges(blobs: Blobs, feeds: readonly Feed[]): Promise<TaggedRange[]> {
  const tagged: TaggedRange[] = [];
  for (const { name, kind, operator } of feeds) {
    const tags = new Map<string, FeedTag>();
    for (const range of (await readRanges(blobs, name)) ?? []) {
      const key = `${range.region}\t${range.service}`;
      let tag = tags.get(key);
      if (!tag) {
        tag = { feed: name, kind, operator, region: range.region, service: range.service };
        tags.set(key, tag);
      }
      tagged.push({ range, tag });
    }
  }
  return tagged;
}

function writeTable(
  tagged: readonly TaggedRange[],
  version: 4 | 6,
  baseOffset: number,
): RangeTable {
  const words = version === 4 ? 1 : 4;
  const writer = new RangeTableWriter(words, OVERLAY_COLUMNS, baseOffset);
  const ofVersion = tagged.filter(({ range }) => range.version === version);
  for (const { start, tags } of flattenRanges(ofVersion, words)) writer.add(start, [tags]);
  return writer.finish();
}

/** Joins the stored ranges of these feeds into one table under a new version. The pointer is the caller's to flip. */
export async function rebuildOverlay(
  blobs: Blobs,
  feeds: readonly Feed[],
  version: string,
): Promise<void> {
  const tagged = await taggedRanges(blobs, feeds);
  const v4 = writeTable(tagged, 4, 0);
  const v6 = writeTable(tagged, 6, v4.end);
  const keys = overlayKeys(version);
  const { blocks, index } = tableObjects(v4, v6);
  await blobs.write(keys.blocks, blocks);
  await blobs.write(keys.index, index);
}
