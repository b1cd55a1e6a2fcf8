import type { Blobs } from '../core/ports.ts';
import {
  type FeedState,
  OVERLAY_POINTER_KEY,
  type OverlayPointer,
  overlayKeys,
  overlayPointer,
} from '../data/table-pointers.ts';
import type { Feed } from '../sources/feeds/feed.ts';
import { buildOverlay, type LoadedFeed } from './build-overlay.ts';
import { contentHash } from './content-hash.ts';
import type { RangeDeps } from './ports.ts';
import { readState } from './refreshed-states.ts';

/**
 * Feeds may go on changing while they are joined; what then still changes is the next message's.
 */
const MAX_ROUNDS = 3;

/** What the joined table is to be made of. */
interface Target {
  /** Names the table by everything in it; null while no feed is loaded. */
  version: string | null;
  loaded: LoadedFeed[];
  states: Record<string, FeedState>;
}

export async function readOverlayPointer(blobs: Blobs): Promise<OverlayPointer> {
  const bytes = await blobs.read(OVERLAY_POINTER_KEY);
  return bytes
    ? overlayPointer.parse(JSON.parse(new TextDecoder().decode(bytes)))
    : { version: null, previous: null, feeds: {} };
}

async function readTarget(blobs: Blobs, feeds: readonly Feed[]): Promise<Target> {
  const read = await Promise.all(
    feeds.map(async (feed) => ({ feed, state: await readState(blobs, feed.name) })),
  );
  const loaded: LoadedFeed[] = [];
  const states: Record<string, FeedState> = {};
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

const isNamed = (pointer: OverlayPointer, { version, states }: Target): boolean =>
  pointer.version === version && JSON.stringify(pointer.feeds) === JSON.stringify(states);

/** Whether the joined table, or what it says of its feeds, is behind what is stored. */
export async function isOverlayBehind({ blobs, feeds }: RangeDeps): Promise<boolean> {
  const [pointer, target] = await Promise.all([
    readOverlayPointer(blobs),
    readTarget(blobs, feeds),
  ]);
  return !isNamed(pointer, target);
}

/** Builds the target's table when it is not the current one, and names it current. */
async function publish(pointer: OverlayPointer, target: Target, { blobs }: RangeDeps) {
  const { version, loaded, states } = target;
  if (pointer.version === version) {
    const next: OverlayPointer = { ...pointer, feeds: states };
    return blobs.write(OVERLAY_POINTER_KEY, JSON.stringify(next));
  }
  if (version) await buildOverlay(blobs, loaded, version);
  // Readers may believe the old pointer for a minute, so only the version before that one goes; and
  // it goes before
  // the pointer that still names it, so that nothing is left when this ends in between.
  const { previous } = pointer;
  if (previous && previous !== version) await blobs.remove(Object.values(overlayKeys(previous)));
  const next: OverlayPointer = { version, previous: pointer.version, feeds: states };
  await blobs.write(OVERLAY_POINTER_KEY, JSON.stringify(next));
}

/**
 * Joins the stored ranges of all feeds into one table, when they are newer than it, and names it
 * current. Two at once
 * end right: whoever names the older table sees the newer ranges afterwards and goes on.
 * @returns whether anything changed
 */
export async function joinFeeds(deps: RangeDeps): Promise<boolean> {
  let changed = false;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const target = await readTarget(deps.blobs, deps.feeds);
    const pointer = await readOverlayPointer(deps.blobs);
    if (isNamed(pointer, target)) break;
    await publish(pointer, target, deps);
    changed = true;
  }
  return changed;
}
