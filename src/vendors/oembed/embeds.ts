import { decodeHTML } from 'entities';
import * as z from 'zod';
import {
  type PostAddress,
  profileUrl,
  type SocialProfileAddress,
} from '../../domain/social/address.ts';
import {
  type PostFact,
  type ProfileFact,
  postInState,
  profileInState,
  type SocialPageState,
} from '../../domain/social/facts.ts';
import type { Platform } from '../../domain/social/platforms.ts';
import { text } from '../../lib/loose-fields.ts';
import { parseTime } from '../../lib/time.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { fromUpstream, type VendorCall } from '../upstream/vendor-source.ts';

/** oEmbed data (oembed.com) of one post: author and text, no counts. */
const OEMBED: Upstream = {
  name: 'OEMBED',
  hosts: ['www.youtube.com', 'www.tiktok.com', 'publish.twitter.com', 'www.pinterest.com'],
  hostInPath: true,
  statuses: { 404: 'none' },
};

/** One video in a channel's feed of its last fifteen. */
type ChannelFeedEntry = Pick<PostFact, 'likes' | 'views' | 'postedAt'>;

const MAX_BYTES = 1_048_576;

/** Entry of a video; null if the feed has none. */
const findFeedEntry = (feed: string, id: string): string | null => {
  const at = feed.indexOf(`<yt:videoId>${id}</yt:videoId>`);
  if (at < 0) return null;
  const end = feed.indexOf('</entry>', at);
  return feed.slice(at, end < 0 ? undefined : end);
};

const figureIn = (entry: string, pattern: RegExp): number | null => {
  const figure = Number(pattern.exec(entry)?.[1] ?? Number.NaN);
  return Number.isSafeInteger(figure) ? figure : null;
};

/** Channel id in an author's URL; null if the URL has another form. */
const channelIdOf = (address: string | null): string | null =>
  /\/channel\/(UC[\w-]{22})(?:[/?#]|$)/.exec(address ?? '')?.[1] ?? null;

/**
 * Views, likes and date of a recent video, from the feed of its channel, which needs no key. Null
 * if the feed does not go back that far.
 */
async function readChannelFeed(
  channel: string,
  id: string,
  call: VendorCall,
): Promise<ChannelFeedEntry | null> {
  const feed = await call({
    host: 'www.youtube.com',
    path: '/feeds/videos.xml',
    query: { channel_id: channel },
    reply: 'text',
    maxBytes: MAX_BYTES,
    schema: z.string().refine((text) => text.includes('<feed')),
    statuses: { 404: 'none' },
  });
  const entry = feed && findFeedEntry(feed, id);
  if (!entry) return null;
  const at = parseTime(/<published>([^<]{10,40})<\/published>/.exec(entry)?.[1] ?? '');
  return {
    likes: figureIn(entry, /<media:starRating[^<>]*?\scount="(\d{1,15})"/),
    views: figureIn(entry, /<media:statistics[^<>]*?\sviews="(\d{1,15})"/),
    postedAt: Number.isNaN(at) ? null : new Date(at).toISOString(),
  };
}

/** Text of an embed's first paragraph: line breaks kept, links as shown. Linear. */
function embeddedText(html: string): string | null {
  const opened = /<p(?:\s[^<>]*)?>/i.exec(html);
  if (!opened) return null;
  const from = opened.index + opened[0].length;
  const to = html.indexOf('</p>', from);
  const inner = html.slice(from, to < 0 ? undefined : to);
  const plain = inner.replace(/<br\s?\/?>/gi, '\n').replace(/<[^<>]*>/g, '');
  return decodeHTML(plain).trim() || null;
}

const embed = z
  .object({ title: text, author_name: text, author_url: text, author_unique_id: text, html: text })
  .refine(({ author_name, title, html }) => (author_name ?? title ?? html) !== null);
/** Whether a refusal is the platform's: a word or JSON. A page of markup comes from a proxy. */
const isPlatformRefusal = (body: unknown): boolean =>
  typeof body === 'string' && !body.includes('<');

type Embed = z.output<typeof embed>;

interface OembedEndpoint {
  host: string;
  path: string;
  query?: Readonly<Record<string, string>>;
  /** Meaning of its refusal statuses: nothing there, or not public. */
  refusals: Readonly<Partial<Record<number, SocialPageState | 'none'>>>;
  caption(reply: Embed): string | null;
}

const OEMBED_ENDPOINTS: Readonly<Partial<Record<Platform, OembedEndpoint>>> = {
  youtube: {
    host: 'www.youtube.com',
    path: '/oembed',
    query: { format: 'json' },
    refusals: { 400: 'none', 404: 'none', 401: 'private', 403: 'private' },
    caption: ({ title }) => title,
  },
  tiktok: {
    host: 'www.tiktok.com',
    path: '/oembed',
    refusals: { 400: 'none', 404: 'none' },
    caption: ({ title }) => title,
  },
  twitter: {
    host: 'publish.twitter.com',
    path: '/oembed',
    query: { omit_script: '1', dnt: '1' },
    refusals: { 404: 'none', 403: 'private' },
    caption: ({ html }) => html && embeddedText(html),
  },
  pinterest: {
    host: 'www.pinterest.com',
    path: '/oembed.json',
    refusals: { 404: 'none' },
    caption: ({ title }) => title,
  },
};

/** Platforms that name the author of a post. */
export const OEMBED_PLATFORMS: ReadonlySet<Platform> = new Set(
  Object.keys(OEMBED_ENDPOINTS) as Platform[],
);

/** Author's id, otherwise the last segment of the author's URL without `@`. */
const authorHandle = ({ author_unique_id: id, author_url: address }: Embed): string | null => {
  if (id !== null) return id;
  const [, handle] = /^https?:\/\/[^/?#]{1,100}\/@?([^/?#]{1,100})\/?$/.exec(address ?? '') ?? [];
  return handle ?? null;
};

/** @returns only the state if the platform shows nothing */
async function callOembed(
  endpoint: OembedEndpoint,
  url: string,
  call: VendorCall,
): Promise<{ embed: Embed } | { state: SocialPageState } | null> {
  let refusal: SocialPageState | 'none' | null = null;
  const reply = await call({
    host: endpoint.host,
    path: endpoint.path,
    query: { ...endpoint.query, url },
    reply: 'text',
    envelope(body, status) {
      refusal = isPlatformRefusal(body) ? (endpoint.refusals[status] ?? null) : null;
      return refusal ? 'answer' : undefined;
    },
    schema: z.string(),
  });
  if (reply === null || refusal === 'none') return null;
  return refusal ? { state: refusal } : { embed: embed.parse(JSON.parse(reply)) };
}

/** Author and text of a post, for platforms that publish both without a key. */
export const embeddedPost = fromUpstream<PostAddress, PostFact>(OEMBED, {
  label: 'social_embed',
  async ask({ platform, id, url }, call, { markPartial }) {
    const endpoint = OEMBED_ENDPOINTS[platform];
    const found = endpoint && (await callOembed(endpoint, url, call));
    if (!endpoint || !found) return null;
    if ('state' in found) return postInState(found.state);
    const channel = platform === 'youtube' ? channelIdOf(found.embed.author_url) : null;
    // Optional addition: without it, the counts are unknown.
    const video =
      channel && (await readChannelFeed(channel, id, call).catch(() => markPartial?.()));
    return {
      ...postInState('live'),
      authorHandle: channel === null ? authorHandle(found.embed) : null,
      authorName: found.embed.author_name,
      caption: endpoint.caption(found.embed),
      ...video,
    };
  },
});

/** Existence and name of a profile. */
export const embeddedProfile = fromUpstream<SocialProfileAddress, ProfileFact>(OEMBED, {
  label: 'social_embed',
  async ask(address, call) {
    const endpoint = OEMBED_ENDPOINTS[address.platform];
    const found = endpoint && (await callOembed(endpoint, profileUrl(address), call));
    if (!found) return null;
    if ('state' in found) return profileInState(found.state);
    return { ...profileInState('live'), displayName: found.embed.author_name };
  },
});
