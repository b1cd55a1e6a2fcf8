import { ApiError } from '../core/errors.ts';
import type { Blobs, Clock } from '../core/ports.ts';
import {
  type FeedState,
  OVERLAY_POINTER_KEY,
  type OverlayPointer,
  overlayKeys,
  overlayPointer,
} from '../data/table-pointers.ts';
import { type Feed, FeedError } from '../sources/feeds/feed.ts';
import { FEEDS } from '../sources/feeds/feeds.ts';
import { type FeedNetwork, fetchFeed } from './fetch-feed.ts';
import { rebuildOverlay } from './rebuild-overlay.ts';
import { storeRanges } from './stored-ranges.ts';

/** A file that lost more than this share of its entries at once is more likely broken than right. */
const MIN_SHARE_OF_LAST = 0.5;

export interface FeedDeps extends FeedNetwork {
  blobs: Blobs;
  clock: Clock;
  feeds?: readonly Feed[];
}

export interface RefreshedFeed {
  name: string;
  asOf: string | null;
  rows: number;
  /** Why nothing new was taken; the last good content stays. */
  error: string | null;
}

const HOUR_MS = 3_600_000;

/** The state of every feed. */
export async function readFeedStates(blobs: Blobs): Promise<OverlayPointer> {
  const bytes = await blobs.read(OVERLAY_POINTER_KEY);
  return bytes
    ? overlayPointer.parse(JSON.parse(new TextDecoder().decode(bytes)))
    : { version: null, previous: null, feeds: {} };
}

/** Fetches, checks and stores one feed. Never throws for what the publisher did: the state says it. */
async function take(feed: Feed, before: FeedState | undefined, deps: FeedDeps): Promise<FeedState> {
  const now = new Date(deps.clock.now()).toISOString();
  try {
    const { ranges, asOf } = feed.parse(await fetchFeed(feed, deps));
    if (before && ranges.rows < before.rows * MIN_SHARE_OF_LAST) {
      throw new FeedError(`the file has ${ranges.rows} entries, the last good one ${before.rows}`);
    }
    await storeRanges(deps.blobs, feed.name, ranges.ranges);
    return { asOf: asOf ?? now, rows: ranges.rows, fetchedAt: now, lastError: null, triedAt: now };
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    const kept = before ?? { asOf: null, rows: 0, fetchedAt: null };
    return { ...kept, lastError: error.message, triedAt: now };
  }
}

/** Refreshes these feeds, then joins all loaded feeds into one table and names it current. */
async function refresh(chosen: readonly Feed[], deps: FeedDeps): Promise<RefreshedFeed[]> {
  const pointer = await readFeedStates(deps.blobs);
  const states = { ...pointer.feeds };
  for (const feed of chosen) states[feed.name] = await take(feed, states[feed.name], deps);
  const refreshed = chosen.map(({ name }) => {
    const { asOf, rows, lastError } = states[name] as FeedState;
    return { name, asOf, rows, error: lastError };
  });
  if (refreshed.every(({ error }) => error !== null)) {
    await deps.blobs.write(OVERLAY_POINTER_KEY, JSON.stringify({ ...pointer, feeds: states }));
    return refreshed;
  }
  const loaded = (deps.feeds ?? FEEDS).filter(({ name }) => states[name]?.fetchedAt);
  const version = String(deps.clock.now());
  await rebuildOverlay(deps.blobs, loaded, version);
  const next: OverlayPointer = { version, previous: pointer.version, feeds: states };
  await deps.blobs.write(OVERLAY_POINTER_KEY, JSON.stringify(next));
  // Readers may believe the old pointer for a minute, so only the version before that one goes.
  if (pointer.previous && pointer.previous !== version) {
    const { blocks, index } = overlayKeys(pointer.previous);
    await deps.blobs.remove([blocks, index]);
  }
  return refreshed;
}

/** Refreshes one feed by hand. @throws ApiError NOT_FOUND for an unknown name, UPSTREAM_ERROR when its file cannot be used */
export async function refreshFeed(name: string, deps: FeedDeps): Promise<RefreshedFeed> {
  const feed = (deps.feeds ?? FEEDS).find((each) => each.name === name);
  if (!feed) throw new ApiError('NOT_FOUND', `There is no feed named ${name}.`);
  const [refreshed] = (await refresh([feed], deps)) as [RefreshedFeed];
  if (refreshed.error !== null)
    throw new ApiError('UPSTREAM_ERROR', `The feed ${name} was not refreshed: ${refreshed.error}.`);
  return refreshed;
}

/** Refreshes every feed whose time has come; a feed that failed is tried again at the next call. */
export async function refreshDueFeeds(deps: FeedDeps): Promise<RefreshedFeed[]> {
  const { feeds } = await readFeedStates(deps.blobs);
  const isDue = ({ name, refreshEveryHours }: Feed): boolean => {
    const fetchedAt = feeds[name]?.fetchedAt;
    return !fetchedAt || deps.clock.now() - Date.parse(fetchedAt) >= refreshEveryHours * HOUR_MS;
  };
  const due = (deps.feeds ?? FEEDS).filter(isDue);
  return due.length === 0 ? [] : refresh(due, deps);
}
