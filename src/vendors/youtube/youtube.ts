import * as z from 'zod';
import { personSubjects } from '../../domain/person/person.ts';
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
} from '../../domain/social/facts.ts';
import { count, fieldsAt, flag, isoTimestamp, listOf, part, text } from '../../lib/loose-fields.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { fromUpstream, type VendorCall } from '../upstream/vendor-source.ts';

const replyToRefusal = z.object({
  error: z.object({
    message: z.string().catch(''),
    errors: z.array(part({ reason: text })).catch([]),
  }),
});
const IS_QUOTA = /quota|ratelimit/i;

/** YouTube Data API, with a free key of the operator: 10,000 units a day, one per call. */
const OFFICIAL_YOUTUBE: Upstream = {
  name: 'OFFICIAL',
  hosts: ['www.googleapis.com'],
  hostInPath: true,
  adds: "the platform's own free API: channels and videos",
  needs: ['YOUTUBE_KEY'],
  authenticate: (secret) => ({ headers: { 'x-goog-api-key': secret('YOUTUBE_KEY') } }),
  envelope(body, status) {
    const said = status === 400 || status === 403 ? replyToRefusal.safeParse(body) : null;
    if (!said?.success) return undefined;
    const { message, errors } = said.data.error;
    if (errors.some((each) => IS_QUOTA.test(each?.reason ?? ''))) return 'quota';
    return status === 403 || /\bAPI key\b/i.test(message) ? 'key' : undefined;
  },
};

const youtubeSource = { name: 'official_youtube', label: 'social_platform' };

/** The list is absent without a hit; the count of hits is always present. */
const youtubeList = <Item>(item: z.ZodType<Item>) =>
  z.object({ pageInfo: z.object({ totalResults: z.int() }), items: listOf(item).optional() });

const channel = fieldsAt({
  id: ['id', text],
  handle: ['snippet.customUrl', text.transform((handle) => handle?.replace(/^@/, '') ?? null)],
  displayName: ['snippet.title', text],
  followers: ['statistics.subscriberCount', count],
  hidesFollowers: ['statistics.hiddenSubscriberCount', flag],
  posts: ['statistics.videoCount', count],
  bio: ['snippet.description', text],
});

/** Parameter that selects a channel; null for an old custom URL, which only its page resolves. */
function channelSelector(handle: string): Readonly<Record<string, string>> | null {
  if (/^UC[\w-]{22}$/.test(handle)) return { id: handle };
  if (handle.startsWith('user/')) return { forUsername: handle.slice('user/'.length) };
  return handle.startsWith('c/') ? null : { forHandle: `@${handle}` };
}

/** Whether the channel can be selected by its name. */
export const hasChannelName = ({ handle }: SocialProfileAddress): boolean =>
  channelSelector(handle) !== null;

async function readChannel(handle: string, call: VendorCall) {
  const found = await call({
    path: '/youtube/v3/channels',
    query: { part: 'snippet,statistics', ...channelSelector(handle) },
    schema: youtubeList(channel),
  });
  return found?.items?.[0] ?? null;
}

/** Channel; the subscriber count is rounded to three digits. */
export const officialChannel = fromUpstream<SocialProfileAddress, ProfileFact>(OFFICIAL_YOUTUBE, {
  ...youtubeSource,
  async ask({ handle: asked, platform }, call) {
    const found = await readChannel(asked, call);
    if (!found) return null;
    const { id, handle, hidesFollowers, followers, ...shown } = found;
    const names = [id, handle].filter((name) => name !== null);
    return {
      ...profileInState('live'),
      ...shown,
      followers: hidesFollowers ? null : followers,
      rounded: true,
      knownBy: personSubjects({
        profile: names.map((name) => profileUrl({ platform, handle: name })),
      }),
    };
  },
});

const video = fieldsAt({
  channelId: ['snippet.channelId', text],
  authorName: ['snippet.channelTitle', text],
  caption: ['snippet.title', text],
  likes: ['statistics.likeCount', count],
  views: ['statistics.viewCount', count],
  comments: ['statistics.commentCount', count],
  postedAt: ['snippet.publishedAt', isoTimestamp],
});

/** Video with its counts, and the handle of its channel by a second call. */
export const officialVideo = fromUpstream<PostAddress, PostFact>(OFFICIAL_YOUTUBE, {
  ...youtubeSource,
  async ask({ id }, call) {
    const found = await call({
      path: '/youtube/v3/videos',
      query: { part: 'snippet,statistics', id },
      schema: youtubeList(video),
    });
    const one = found?.items?.[0];
    if (!one) return null;
    const { channelId, ...shown } = one;
    const author = channelId && (await readChannel(channelId, call));
    return { ...postInState('live'), ...shown, authorHandle: author ? author.handle : null };
  },
});
