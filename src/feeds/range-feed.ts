import type { Feed } from '../sources/feeds/feed.ts';
import { FeedError } from '../sources/feeds/feed-error.ts';
import { fetchFeed } from './fetch-feed.ts';
import type { RangeDeps, Refreshable, Taken } from './ports.ts';
import { type RefreshedState, rangesKey, writeState } from './refreshed-states.ts';
import { areStored, type PreparedRanges, prepareRanges, storeRanges } from './stored-ranges.ts';

/**
 * A file that lost more than this share of its entries at once is more likely broken than right.
 */
const MIN_SHARE_OF_LAST = 0.5;

type Stored = Pick<RefreshedState, 'ranges' | 'retired'>;

/**
 * Stores new ranges beside the old ones. The state names a version before it is written, so that
 * one that was never finished is found and removed by the next refresh. The same ranges are stored
 * again only where they were lost, which would stop the join of all feeds until they change.
 */
async function replaceRanges(
  feed: string,
  before: RefreshedState,
  prepared: PreparedRanges,
  { blobs }: RangeDeps,
): Promise<Stored> {
  const { version } = prepared.described;
  const current = before.ranges?.version;
  if (version === current) {
    const isThere = await areStored(blobs, feed, prepared.described);
    if (!isThere) await storeRanges(blobs, feed, prepared);
    return { ranges: prepared.described, retired: before.retired };
  }
  await blobs.remove(before.retired.map((retired) => rangesKey(feed, retired)));
  await writeState(blobs, feed, { ...before, retired: [version] });
  await storeRanges(blobs, feed, prepared);
  return { ranges: prepared.described, retired: current ? [current] : [] };
}

/** A published list of ranges, stored sorted for the join. */
export function rangeFeed(feed: Feed, deps: RangeDeps): Refreshable {
  const { name, refreshEveryHours } = feed;
  return {
    name,
    refreshEveryHours,
    async take(before): Promise<Taken> {
      const { ranges, asOf } = await fetchFeed(feed, deps);
      const { rows } = ranges;
      if (rows < before.rows * MIN_SHARE_OF_LAST)
        throw new FeedError(`the file has ${rows} entries, the last good one ${before.rows}`);
      const stored = await replaceRanges(name, before, await prepareRanges(ranges), deps);
      return { asOf: asOf ?? new Date(deps.clock.now()).toISOString(), rows, ...stored };
    },
  };
}
