import { ApiError } from '../core/errors.ts';
import { quoted } from '../core/one-line.ts';
import { FeedError } from '../sources/feeds/feed-error.ts';
import { joinFeeds } from './join-feeds.ts';
import type { FeedPorts, Refreshable } from './ports.ts';
import { type RefreshedState, readState, writeState } from './refreshed-states.ts';

const HOUR_MS = 3_600_000;

/** When a feed is to be refreshed next, milliseconds since the epoch; 0 for at once. */
export const dueAt = ({ fetchedAt }: RefreshedState, { refreshEveryHours }: Refreshable): number =>
  fetchedAt ? Date.parse(fetchedAt) + refreshEveryHours * HOUR_MS : 0;

/**
 * Refreshes one feed and saves its state. Never throws for what the publisher did: the state says
 * it.
 */
export async function refresh(
  feed: Refreshable,
  { blobs, clock }: Pick<FeedPorts, 'blobs' | 'clock'>,
): Promise<RefreshedState> {
  const before = await readState(blobs, feed.name);
  const triedAt = new Date(clock.now()).toISOString();
  let after: RefreshedState;
  try {
    const { failure: lastError = null, ...taken } = await feed.take(before);
    const isRead = lastError === null && !taken.resume;
    const fetchedAt = isRead ? triedAt : before.fetchedAt;
    after = { ...before, ...taken, fetchedAt, lastError, triedAt };
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    after = { ...before, lastError: error.message, triedAt };
  }
  await writeState(blobs, feed.name, after);
  return after;
}

/** Joins what is stored, when it has changed, and tells whoever reads it. */
export async function join(ports: FeedPorts): Promise<void> {
  if (await joinFeeds(ports)) await ports.onJoined();
}

/**
 * Refreshes one feed by hand; what it brought counts from the next lookup on.
 * @throws ApiError NOT_FOUND for an unknown name, UPSTREAM_ERROR when its file cannot be used
 */
export async function refreshFeed(name: string, ports: FeedPorts): Promise<RefreshedState> {
  const feed = ports.all.find((each) => each.name === name);
  if (!feed) throw new ApiError('NOT_FOUND', `There is no feed named ${quoted(name)}.`);
  const state = await refresh(feed, ports);
  await join(ports);
  if (state.lastError !== null)
    throw new ApiError(
      'UPSTREAM_ERROR',
      `The feed ${quoted(name)} was not refreshed: ${state.lastError}.`,
    );
  return state;
}
