import * as z from 'zod';
import { profileUrl, type SocialProfileAddress } from '../../domain/social/address.ts';
import { engagementRate, type ProfileFact, profileInState } from '../../domain/social/facts.ts';
import type { Platform } from '../../domain/social/platforms.ts';
import { alike } from '../../lib/alike.ts';
import { count, flag, number, part, parts, text } from '../../lib/loose-fields.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';
import { readSocialPage, SCRAPE_TIMEOUT_MS, SCRAPECREATORS } from './client.ts';

type PartialProfile = Partial<Omit<ProfileFact, 'state' | 'rounded'>>;

/** How the profiles of one platform are asked for, and how their replies are read. */
interface ProfilePage {
  path: string;
  query?(address: SocialProfileAddress): Readonly<Record<string, string>>;
  schema: z.ZodType<PartialProfile>;
}

const total = part({ count });

/** Digits of a text such as `1,234 videos`. */
const digitsOf = (written: string | null): number | null => {
  const digits = written?.replace(/\D/g, '') ?? '';
  return digits === '' || digits.length > 15 ? null : Number(digits);
};

const sum = (one: number | null | undefined, other: number | null | undefined): number | null =>
  one == null && other == null ? null : (one ?? 0) + (other ?? 0);

const reactions = parts({
  node: part({
    edge_liked_by: total,
    edge_media_preview_like: total,
    edge_media_to_comment: total,
  }),
});

/** Likes and comments of the posts shown, and how many have counts. */
function timeline(edges: z.output<typeof reactions>) {
  const totals = edges.flatMap(({ node }) => {
    const likes = node?.edge_liked_by?.count ?? node?.edge_media_preview_like?.count;
    return sum(likes, node?.edge_media_to_comment?.count) ?? [];
  });
  return { posts: totals.length, reactions: totals.reduce((all, one) => all + one, 0) };
}

const instagram = z
  .object({
    data: z.object({
      user: z.object({
        full_name: text,
        edge_followed_by: total,
        edge_follow: total,
        edge_owner_to_timeline_media: part({ count, edges: reactions }),
        ...alike(flag, 'is_verified', 'is_private', 'is_business_account'),
        biography: text,
      }),
    }),
  })
  .transform(({ data: { user } }): PartialProfile => {
    const shown = timeline(user.edge_owner_to_timeline_media?.edges ?? []);
    const followers = user.edge_followed_by?.count ?? null;
    return {
      displayName: user.full_name,
      followers,
      following: user.edge_follow?.count ?? null,
      posts: user.edge_owner_to_timeline_media?.count ?? null,
      verified: user.is_verified,
      private: user.is_private,
      business: user.is_business_account,
      bio: user.biography,
      engagementRate: engagementRate(shown.reactions, shown.posts, followers),
    };
  });

const tiktok = z
  .object({
    user: z.object({
      nickname: text,
      verified: flag,
      privateAccount: flag,
      signature: text,
      commerceUserInfo: part({ commerceUser: flag }),
    }),
    stats: part({
      ...alike(count, 'followerCount', 'followingCount', 'heartCount', 'videoCount'),
    }),
  })
  .transform(
    ({ user, stats }): PartialProfile => ({
      displayName: user.nickname,
      followers: stats?.followerCount ?? null,
      following: stats?.followingCount ?? null,
      posts: stats?.videoCount ?? null,
      verified: user.verified,
      private: user.privateAccount,
      business: user.commerceUserInfo?.commerceUser ?? null,
      bio: user.signature,
      engagementRate: engagementRate(
        stats?.heartCount ?? null,
        stats?.videoCount ?? null,
        stats?.followerCount ?? null,
      ),
    }),
  );

const youtube = z
  .object({ name: text, subscriberCount: count, videoCountText: text, description: text })
  .transform(
    (page): PartialProfile => ({
      displayName: page.name,
      followers: page.subscriberCount,
      posts: digitsOf(page.videoCountText),
      bio: page.description,
    }),
  );

const twitter = z
  .object({
    is_blue_verified: flag,
    legacy: z.object({
      name: text,
      ...alike(count, 'followers_count', 'friends_count', 'statuses_count'),
      description: text,
    }),
  })
  .transform(
    ({ is_blue_verified, legacy }): PartialProfile => ({
      displayName: legacy.name,
      followers: legacy.followers_count,
      following: legacy.friends_count,
      posts: legacy.statuses_count,
      verified: is_blue_verified,
      bio: legacy.description,
    }),
  );

const facebook = z
  .object({ name: text, followerCount: count, isPrivate: flag, pageIntro: text, category: text })
  .transform(
    (page): PartialProfile => ({
      displayName: page.name,
      followers: page.followerCount,
      private: page.isPrivate,
      bio: page.pageIntro,
      business: page.category !== null,
    }),
  );

const threads = z
  .object({
    full_name: text,
    follower_count: count,
    is_verified: flag,
    text_post_app_is_private: flag,
    biography: text,
  })
  .transform(
    (page): PartialProfile => ({
      displayName: page.full_name,
      followers: page.follower_count,
      verified: page.is_verified,
      private: page.text_post_app_is_private,
      bio: page.biography,
    }),
  );

const twitch = z
  .object({ displayName: text, followers: count, isPartner: flag, description: text })
  .transform(
    (page): PartialProfile => ({
      displayName: page.displayName,
      followers: page.followers,
      verified: page.isPartner,
      bio: page.description,
    }),
  );

const snapchat = z
  .object({
    userProfile: z.object({ title: text, subscriberCount: count, badge: number, bio: text }),
  })
  .transform(
    ({ userProfile: page }): PartialProfile => ({
      displayName: page.title,
      followers: page.subscriberCount,
      verified: page.badge === null ? null : page.badge === 1,
      bio: page.bio,
    }),
  );

const truthsocial = z
  .object({
    display_name: text,
    ...alike(count, 'followers_count', 'following_count', 'statuses_count'),
    verified: flag,
    locked: flag,
    note: text,
  })
  .transform(
    (page): PartialProfile => ({
      displayName: page.display_name,
      followers: page.followers_count,
      following: page.following_count,
      posts: page.statuses_count,
      verified: page.verified,
      private: page.locked,
      bio: page.note?.replace(/<[^<>]*>/g, '').trim() || null,
    }),
  );

/** Queries a channel by its id or its old address where it has no handle. */
function channel(address: SocialProfileAddress): Record<string, string> {
  const { handle } = address;
  if (/^UC[\w-]{22}$/.test(handle)) return { channelId: handle };
  return handle.includes('/') ? { url: profileUrl(address) } : { handle };
}

/** One row a platform; catalogue of the vendor's profile paths. */
const PROFILE_PAGES: ReadonlyMap<Platform, ProfilePage> = new Map<Platform, ProfilePage>([
  ['instagram', { path: '/v1/instagram/profile', schema: instagram }],
  ['tiktok', { path: '/v1/tiktok/profile', schema: tiktok }],
  ['youtube', { path: '/v1/youtube/channel', query: channel, schema: youtube }],
  ['twitter', { path: '/v1/twitter/profile', schema: twitter }],
  [
    'facebook',
    {
      path: '/v1/facebook/profile',
      query: (address) => ({ url: profileUrl(address) }),
      schema: facebook,
    },
  ],
  ['threads', { path: '/v1/threads/profile', schema: threads }],
  ['twitch', { path: '/v1/twitch/profile', schema: twitch }],
  ['snapchat', { path: '/v1/snapchat/profile', schema: snapchat }],
  ['truthsocial', { path: '/v1/truthsocial/profile', schema: truthsocial }],
]);

/** Platforms whose profiles the vendor reads. */
export const SCRAPED_PROFILES: ReadonlySet<Platform> = new Set(PROFILE_PAGES.keys());

/** The public page of an account. */
export const scrapedSocialProfile = fromUpstream<SocialProfileAddress, ProfileFact>(
  SCRAPECREATORS,
  {
    name: 'scrapecreators',
    label: 'social_page',
    metered: 'calls',
    timeoutMs: SCRAPE_TIMEOUT_MS,
    async ask(address, call) {
      const page = PROFILE_PAGES.get(address.platform);
      if (!page) return null;
      const { path, query = ({ handle }) => ({ handle }), schema } = page;
      const found = await readSocialPage(call, {
        path,
        query: query(address),
        // A page without name, counts and text is no profile.
        schema: schema.refine(
          ({ displayName, followers, posts, bio }) =>
            (displayName ?? followers ?? posts ?? bio ?? null) !== null,
        ),
      });
      if (!found) return null;
      if ('hidden' in found) return profileInState(found.hidden);
      const state = found.page.private === true ? 'private' : 'live';
      return { ...profileInState(state), ...found.page };
    },
  },
);
