import * as z from 'zod';
import type { PostFact } from '../../core/social/facts.ts';
import type { VendorCall } from '../upstream/from-upstream.ts';

/** What the feed of a channel tells of one of its last fifteen videos. */
export type FeedEntry = Pick<PostFact, 'likes' | 'views' | 'postedAt'>;

const MAX_BYTES = 1_048_576;

/** The entry of a video; null where the feed has none. */
const entryOf = (feed: string, id: string): string | null => {
  const at = feed.indexOf(`<yt:videoId>${id}</yt:videoId>`);
  if (at < 0) return null;
  const end = feed.indexOf('</entry>', at);
  return feed.slice(at, end < 0 ? undefined : end);
};

const figureIn = (entry: string, pattern: RegExp): number | null => {
  const figure = Number(pattern.exec(entry)?.[1] ?? Number.NaN);
  return Number.isSafeInteger(figure) ? figure : null;
};

/** The id of the channel an author's address names; null where it names it otherwise. */
export const channelOf = (address: string | null): string | null =>
  /\/channel\/(UC[\w-]{22})(?:[/?#]|$)/.exec(address ?? '')?.[1] ?? null;

/**
 * Views, likes and date of a recent video, by the feed of its channel, which needs no key. Null:
 * the feed does not go back so far.
 */
export async function readChannelFeed(
  channel: string,
  id: string,
  call: VendorCall,
): Promise<FeedEntry | null> {
  const feed = await call({
    host: 'www.youtube.com',
    path: '/feeds/videos.xml',
    query: { channel_id: channel },
    reply: 'text',
    maxBytes: MAX_BYTES,
    schema: z.string().refine((text) => text.includes('<feed')),
    statuses: { 404: 'none' },
  });
  const entry = feed && entryOf(feed, id);
  if (!entry) return null;
  const at = Date.parse(/<published>([^<]{10,40})<\/published>/.exec(entry)?.[1] ?? '');
  return {
    likes: figureIn(entry, /<media:starRating[^<>]*?\scount="(\d{1,15})"/),
    views: figureIn(entry, /<media:statistics[^<>]*?\sviews="(\d{1,15})"/),
    postedAt: Number.isNaN(at) ? null : new Date(at).toISOString(),
  };
}
