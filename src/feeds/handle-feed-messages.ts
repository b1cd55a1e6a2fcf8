import { type FeedMessage, feedMessage } from './messages.ts';
import type { FeedPorts } from './ports.ts';
import { dueAt, join, refresh } from './refresh-feed.ts';
import { readState } from './refreshed-states.ts';

/** Cron asks again every hour, so a message that keeps failing is only tried a few times. */
const RETRY_DELAY_SECONDS = 60;

async function handle(message: FeedMessage, ports: FeedPorts): Promise<void> {
  if (message.step === 'join') return join(ports);
  const feed = ports.all.find(({ name }) => name === message.feed);
  if (!feed) return;
  const before = await readState(ports.blobs, feed.name);
  if (dueAt(before, feed) > ports.clock.now()) return;
  const state = await refresh(feed, ports);
  if (state.lastError !== null) return;
  if (state.resume !== null) return ports.send([message]);
  // Behind the refreshes sent with this one: the first join does the work of all, the others find
  // nothing to do.
  if (state.ranges) await ports.send([{ step: 'join' }]);
}

/**
 * Works through messages of the queue of feeds, one at a time: each may take most of the memory.
 */
export async function handleFeedMessages(
  messages: readonly Message[],
  ports: FeedPorts,
): Promise<void> {
  for (const message of messages) {
    const parsed = feedMessage.safeParse(message.body);
    if (!parsed.success) {
      ports.warn('a feed message cannot be read', parsed.error);
      message.ack();
      continue;
    }
    try {
      await handle(parsed.data, ports);
      message.ack();
    } catch (cause) {
      ports.warn('a feed message failed', cause);
      message.retry({ delaySeconds: RETRY_DELAY_SECONDS });
    }
  }
}
