import { isOverlayBehind } from './join-feeds.ts';
import type { FeedMessage } from './messages.ts';
import type { FeedPorts } from './ports.ts';
import { dueAt } from './refresh-feed.ts';
import { readState } from './refreshed-states.ts';

/**
 * Asks for every feed whose time has come, and for the join when it was missed. What cannot be read
 * is asked for too: its message reads it again, and the other feeds lose no hour by it.
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
    const isDue = readState(blobs, feed.name).then((state) => dueAt(state, feed) <= now);
    if (await isDue.catch(inDoubt)) messages.push({ step: 'refresh', feed: feed.name });
  }
  if (await isOverlayBehind(ports).catch(inDoubt)) messages.push({ step: 'join' });
  if (messages.length > 0) await ports.send(messages);
}
