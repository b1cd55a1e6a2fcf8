import { ApiError } from '../../lib/errors.ts';
import { quoted } from '../../lib/text.ts';
import { HOUR_MS } from '../../lib/time.ts';
import {
  type FeedMessage,
  type FeedPorts,
  feedMessage,
  type RefreshableFeed,
  type RefreshState,
  readRefreshState,
  writeRefreshState,
} from './feed.ts';
import { FeedError } from './feed-error.ts';
import { isMergeDue, mergeFeeds } from './merged-feeds.ts';

/** When a feed is due for refresh, milliseconds since the epoch; 0 for immediately. */
export const nextRefreshAt = (
  { fetchedAt }: RefreshState,
  { refreshEveryHours }: RefreshableFeed,
): number => (fetchedAt ? Date.parse(fetchedAt) + refreshEveryHours * HOUR_MS : 0);

/** Refreshes one feed and saves its state. A FeedError is saved in the state, not thrown. */
export async function refreshAndSave(
  feed: RefreshableFeed,
  { blobs, clock }: Pick<FeedPorts, 'blobs' | 'clock'>,
): Promise<RefreshState> {
  const stored = await readRefreshState(blobs, feed.name);
  const triedAt = new Date(clock.now()).toISOString();
  const before = { ...stored, firstTriedAt: stored.firstTriedAt ?? stored.triedAt ?? triedAt };
  // Before the attempt, because a failure of the service itself saves nothing.
  if (stored.firstTriedAt === null) await writeRefreshState(blobs, feed.name, before);
  let after: RefreshState;
  try {
    const { failure: lastError = null, ...taken } = await feed.fetchAndStore(before);
    const isRead = lastError === null && !taken.resume;
    const fetchedAt = isRead ? triedAt : before.fetchedAt;
    after = { ...before, ...taken, fetchedAt, lastError, triedAt };
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    after = { ...before, lastError: error.message, triedAt };
  }
  await writeRefreshState(blobs, feed.name, after);
  return after;
}

/** Merges the stored feeds if one has changed, and notifies the readers. */
async function mergeIfChanged(ports: FeedPorts): Promise<void> {
  if (await mergeFeeds(ports)) await ports.onMerged();
}

/**
 * Refreshes one feed on the operator's request, with effect from the next lookup.
 * @throws ApiError NOT_FOUND for an unknown name, UPSTREAM_ERROR if the feed's file is unusable
 */
export async function refreshFeed(name: string, ports: FeedPorts): Promise<RefreshState> {
  const feed = ports.all.find((each) => each.name === name);
  if (!feed) throw new ApiError('NOT_FOUND', `There is no feed named ${quoted(name)}.`);
  await ports.withRoom(async () => {
    await refreshAndSave(feed, ports);
    await mergeIfChanged(ports);
  });
  const state = await readRefreshState(ports.blobs, name);
  if (state.lastError !== null)
    throw new ApiError(
      'UPSTREAM_ERROR',
      `The feed ${quoted(name)} was not refreshed: ${state.lastError}.`,
    );
  return state;
}

/**
 * All feeds on a refresh schedule, with their states. Times are ISO 8601; `dueAt` is null for a
 * feed that was never loaded, which is due immediately.
 */
export function listFeeds({ all, blobs, clock }: FeedPorts) {
  return Promise.all(
    all.map(async (feed) => {
      const state = await readRefreshState(blobs, feed.name);
      const at = nextRefreshAt(state, feed);
      const { asOf, rows, fetchedAt, lastError, triedAt } = state;
      return {
        name: feed.name,
        asOf,
        rows,
        fetchedAt,
        dueAt: fetchedAt && new Date(at).toISOString(),
        isDue: at <= clock.now(),
        lastFailure: lastError === null ? null : { message: lastError, at: triedAt },
      };
    }),
  );
}

/** How long each feed has been due, in milliseconds; 0 if it is not due. */
export const feedsOverdue = ({ all, blobs, clock }: FeedPorts) =>
  Promise.all(
    all.map(async (feed) => {
      const state = await readRefreshState(blobs, feed.name);
      // A feed that was never loaded is due since its first attempt.
      const tried = state.firstTriedAt ?? state.triedAt;
      const since = nextRefreshAt(state, feed) || (tried ? Date.parse(tried) : clock.now());
      return { name: feed.name, overdueMs: Math.max(0, clock.now() - since) };
    }),
  );

/**
 * Queues every feed that is due, and the merge if it was missed. A feed whose state cannot be read
 * is queued too: its message reads the state again, and the other feeds do not wait another hour.
 */
export async function sendDueFeeds(ports: FeedPorts): Promise<void> {
  const { all, blobs, clock } = ports;
  const now = clock.now();
  const inDoubt = (cause: unknown) => {
    ports.warn('whether a feed is due cannot be read', cause);
    return true;
  };
  const messages: FeedMessage[] = [];
  for (const feed of all) {
    const isDue = readRefreshState(blobs, feed.name).then(
      (state) => nextRefreshAt(state, feed) <= now,
    );
    if (await isDue.catch(inDoubt)) messages.push({ step: 'refresh', feed: feed.name });
  }
  if (await isMergeDue(ports).catch(inDoubt)) messages.push({ step: 'join' });
  if (messages.length > 0) await ports.send(messages);
}

/** Delay before a failed message is retried. A few retries suffice: cron queues feeds hourly. */
const RETRY_DELAY_SECONDS = 60;

async function handleFeedMessage(message: FeedMessage, ports: FeedPorts): Promise<void> {
  if (message.step === 'join') return mergeIfChanged(ports);
  const feed = ports.all.find(({ name }) => name === message.feed);
  if (!feed) return;
  const before = await readRefreshState(ports.blobs, feed.name);
  if (nextRefreshAt(before, feed) > ports.clock.now()) return;
  const state = await refreshAndSave(feed, ports);
  if (state.lastError !== null) return;
  if (state.resume !== null) return ports.send([message]);
  // Queued behind the refreshes sent with this one: the first merge covers all of them, and the
  // other merge messages find nothing to do.
  if (state.ranges) await ports.send([{ step: 'join' }]);
}

/** Handles feed messages one at a time, because each may need most of the memory. */
export async function handleFeedMessages(messages: readonly Message[], ports: FeedPorts) {
  for (const message of messages) {
    const parsed = feedMessage.safeParse(message.body);
    if (!parsed.success) {
      ports.warn('a feed message cannot be read', parsed.error);
      message.ack();
      continue;
    }
    try {
      await ports.withRoom(() => handleFeedMessage(parsed.data, ports));
      message.ack();
    } catch (cause) {
      ports.warn('a feed message failed', cause);
      message.retry({ delaySeconds: RETRY_DELAY_SECONDS });
    }
  }
}
