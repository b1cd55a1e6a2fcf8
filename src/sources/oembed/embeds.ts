import { decodeHTML } from 'entities';
import * as z from 'zod';
import { type PostAddress, type ProfileAddress, profileUrl } from '../../core/social/address.ts';
import {
  type PageState,
  type PostFact,
  type ProfileFact,
  postInState,
  profileInState,
} from '../../core/social/facts.ts';
import type { Platform } from '../../core/social/platforms.ts';
import { text } from '../upstream/fields.ts';
import { fromUpstream, type VendorCall } from '../upstream/from-upstream.ts';
import { channelOf, readChannelFeed } from './channel-feed.ts';
import { OEMBED } from './client.ts';

/**
 * The text of the first paragraph of an embed: lines for breaks, links as they are shown. Linear.
 */
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
/**
 * A refusal in a word or in JSON is the platform's own; a page of markup is somebody's in between.
 */
const isWord = (body: unknown): boolean => typeof body === 'string' && !body.includes('<');

type Embed = z.output<typeof embed>;

/** How one platform is asked. */
interface Door {
  host: string;
  path: string;
  query?: Readonly<Record<string, string>>;
  /** What the statuses of its refusals mean: nothing there, or not for everybody. */
  refusals: ReadonlyMap<number, PageState | 'none'>;
  caption(reply: Embed): string | null;
}

const DOORS: ReadonlyMap<Platform, Door> = new Map<Platform, Door>([
  [
    'youtube',
    {
      host: 'www.youtube.com',
      path: '/oembed',
      query: { format: 'json' },
      refusals: new Map([
        [400, 'none'],
        [404, 'none'],
        [401, 'private'],
        [403, 'private'],
      ]),
      caption: ({ title }) => title,
    },
  ],
  [
    'tiktok',
    {
      host: 'www.tiktok.com',
      path: '/oembed',
      refusals: new Map([
        [400, 'none'],
        [404, 'none'],
      ]),
      caption: ({ title }) => title,
    },
  ],
  [
    'twitter',
    {
      host: 'publish.twitter.com',
      path: '/oembed',
      query: { omit_script: '1', dnt: '1' },
      refusals: new Map([
        [404, 'none'],
        [403, 'private'],
      ]),
      caption: ({ html }) => html && embeddedText(html),
    },
  ],
  [
    'pinterest',
    {
      host: 'www.pinterest.com',
      path: '/oembed.json',
      refusals: new Map([[404, 'none']]),
      caption: ({ title }) => title,
    },
  ],
]);

/** Platforms that say who wrote a post. */
export const EMBEDDED: ReadonlySet<Platform> = new Set(DOORS.keys());

/** The last step of the author's address, without `@`. */
const handleOf = ({ author_unique_id: id, author_url: address }: Embed): string | null => {
  if (id !== null) return id;
  const [, handle] = /^https?:\/\/[^/?#]{1,100}\/@?([^/?#]{1,100})\/?$/.exec(address ?? '') ?? [];
  return handle ?? null;
};

/** @returns the state alone where the platform shows nothing */
async function askDoor(
  door: Door,
  url: string,
  call: VendorCall,
): Promise<{ embed: Embed } | { state: PageState } | null> {
  let refusal: PageState | 'none' | null = null;
  const reply = await call({
    host: door.host,
    path: door.path,
    query: { ...door.query, url },
    reply: 'text',
    envelope(body, status) {
      refusal = isWord(body) ? (door.refusals.get(status) ?? null) : null;
      return refusal ? 'answer' : undefined;
    },
    schema: z.string(),
  });
  if (reply === null || refusal === 'none') return null;
  return refusal ? { state: refusal } : { embed: embed.parse(JSON.parse(reply)) };
}

/** Author and text of a post, for platforms that tell so much without a key. */
export const embeddedPost = fromUpstream<PostAddress, PostFact>(OEMBED, {
  name: 'oembed',
  label: 'social_embed',
  idempotent: true,
  async ask({ platform, id, url }, call) {
    const door = DOORS.get(platform);
    const found = door && (await askDoor(door, url, call));
    if (!door || !found) return null;
    if ('state' in found) return postInState(found.state);
    const channel = platform === 'youtube' ? channelOf(found.embed.author_url) : null;
    // It only adds to the answer: without it, the counts are not known.
    const told = channel && (await readChannelFeed(channel, id, call).catch(() => null));
    return {
      ...postInState('live'),
      authorHandle: channel === null ? handleOf(found.embed) : null,
      authorName: found.embed.author_name,
      caption: door.caption(found.embed),
      ...told,
    };
  },
});

/** That a profile is there, and its name. */
export const embeddedProfile = fromUpstream<ProfileAddress, ProfileFact>(OEMBED, {
  name: 'oembed',
  label: 'social_embed',
  idempotent: true,
  async ask(address, call) {
    const door = DOORS.get(address.platform);
    const found = door && (await askDoor(door, profileUrl(address), call));
    if (!found) return null;
    if ('state' in found) return profileInState(found.state);
    return { ...profileInState('live'), displayName: found.embed.author_name };
  },
});
