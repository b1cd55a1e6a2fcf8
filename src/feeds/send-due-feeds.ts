import { isOverlayBehind } from './join-feeds.ts';
import type { FeedMessage } from './messages.ts';
import type { FeedPorts } from './ports.ts';
import { dueAt } from './refresh-feed.ts';
import { readState } from './refreshed-states.ts';

/** Asks for every feed whose time has come, and for the join when it was missed. */
export async function sendDueFeeds(ports: FeedPorts): Promise<void> {
  const now = ports.clock.now();
  const messages: FeedMessage[] = [];
  for (const feed of ports.all)
    if (dueAt(await readState(ports.blobs, feed.name), feed) <= now)
      messages.push({ step: 'refresh', feed: feed.name });
  if (await isOverlayBehind(ports)) messages.push({ step: 'join' });
  if (messages.length > 0) await ports.send(messages);
}
