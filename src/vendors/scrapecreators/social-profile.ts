import type * as z from 'zod';
import { personSubjects } from '../../domain/person/person.ts';
import { profileUrl, type SocialProfileAddress } from '../../domain/social/address.ts';
import { engagementRate, type ProfileFact, profileInState } from '../../domain/social/facts.ts';
import type { Platform } from '../../domain/social/platforms.ts';
import {
  count,
  fieldsAt,
  fieldsBelow,
  flag,
  held,
  number,
  part,
  parts,
  text,
} from '../../lib/loose-fields.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';
import { bareHandle, escapedText, readSocialPage, SCRAPECREATORS } from './client.ts';

type PartialProfile = Partial<Omit<ProfileFact, 'state' | 'rounded'>> & {
  /** Handle that the page itself states, or the id of a channel. */
  own?: string | null;
  /** Address of a channel by its handle. */
  page?: string | null;
};

/** Path and parameters for the profiles of one platform, and the schema of its replies. */
interface ProfilePage {
  path: string;
  query?(address: SocialProfileAddress): Readonly<Record<string, string>>;
  schema: z.ZodType<PartialProfile>;
}

const total = part({ count });

/** Figure of a text such as `1,234 videos`; null for a rounded one such as `1.2K videos`. */
const figureOf = text.transform((written): number | null => {
  const [, figure] = /^(\d[\d.,]*)(?:\svideos?)?$/i.exec(written ?? '') ?? [];
  return count.parse(figure?.replace(/[.,]/g, ''));
});

const sum = (one: number | null | undefined, other: number | null | undefined): number | null =>
  one == null && other == null ? null : (one ?? 0) + (other ?? 0);

/** Sum of the likes and comments of the posts shown, and how many of them have counts. */
const timeline = parts({
  node: part({
    edge_liked_by: total,
    edge_media_preview_like: total,
    edge_media_to_comment: total,
  }),
}).transform((edges) => {
  const totals = edges.flatMap(({ node }) => {
    const likes = node?.edge_liked_by?.count ?? node?.edge_media_preview_like?.count;
    return sum(likes, node?.edge_media_to_comment?.count) ?? [];
  });
  return { posts: totals.length, reactions: totals.reduce((all, one) => all + one, 0) };
});

const instagram = fieldsBelow('data.user', {
  own: ['username', bareHandle],
  displayName: ['full_name', text],
  followers: ['edge_followed_by.count', count],
  following: ['edge_follow.count', count],
  posts: ['edge_owner_to_timeline_media.count', count],
  verified: ['is_verified', flag],
  private: ['is_private', flag],
  business: ['is_business_account', flag],
  bio: ['biography', text],
  shown: ['edge_owner_to_timeline_media.edges', timeline],
}).transform(
  ({ shown, ...page }): PartialProfile => ({
    ...page,
    engagementRate: engagementRate(shown.reactions, shown.posts, page.followers),
  }),
);

const tiktok = fieldsAt(
  {
    own: ['user.uniqueId', bareHandle],
    displayName: ['user.nickname', text],
    followers: ['stats.followerCount', count],
    following: ['stats.followingCount', count],
    posts: ['stats.videoCount', count],
    verified: ['user.verified', flag],
    private: ['user.privateAccount', flag],
    business: ['user.commerceUserInfo.commerceUser', flag],
    bio: ['user.signature', text],
    hearts: ['stats.heartCount', count],
  },
  'user',
).transform(
  ({ hearts, ...page }): PartialProfile => ({
    ...page,
    engagementRate: engagementRate(hearts, page.posts, page.followers),
  }),
);

const youtube = fieldsAt<PartialProfile>({
  own: ['channelId', text],
  page: ['channel', text],
  displayName: ['name', text],
  followers: ['subscriberCount', count],
  posts: ['videoCountText', figureOf],
  bio: ['description', text],
});

const twitter = fieldsAt<PartialProfile>(
  {
    own: ['legacy.screen_name', 'core.screen_name', bareHandle],
    displayName: ['legacy.name', 'core.name', text],
    followers: ['legacy.followers_count', count],
    following: ['legacy.friends_count', count],
    posts: ['legacy.statuses_count', count],
    verified: ['is_blue_verified', flag],
    bio: ['legacy.description', escapedText],
  },
  'legacy',
);

const facebook = fieldsAt<PartialProfile>({
  displayName: ['name', text],
  followers: ['followerCount', count],
  private: ['isPrivate', flag],
  bio: ['pageIntro', text],
  business: ['category', held],
});

const threads = fieldsAt<PartialProfile>({
  own: ['username', bareHandle],
  displayName: ['full_name', text],
  followers: ['follower_count', count],
  verified: ['is_verified', flag],
  private: ['text_post_app_is_private', flag],
  bio: ['biography', text],
});

const twitch = fieldsAt<PartialProfile>({
  own: ['handle', 'login', bareHandle],
  displayName: ['displayName', text],
  followers: ['followers', count],
  verified: ['isPartner', flag],
  bio: ['description', text],
});

const snapchat = fieldsBelow<PartialProfile>('userProfile', {
  own: ['username', bareHandle],
  displayName: ['title', text],
  followers: ['subscriberCount', count],
  verified: ['badge', number.transform((badge) => (badge === null ? null : badge === 1))],
  bio: ['bio', text],
});

/** Text of a note in HTML, with its line breaks; entities stay escaped. */
const plainNote = (note: string): string =>
  note.replace(/<br\s?\/?>|<\/p><p>/gi, '\n').replace(/<[^<>]*>/g, '');

const truthsocial = fieldsAt<PartialProfile>({
  own: ['username', bareHandle],
  displayName: ['display_name', text],
  followers: ['followers_count', count],
  following: ['following_count', count],
  posts: ['statuses_count', count],
  verified: ['verified', flag],
  private: ['locked', flag],
  bio: ['note', text.transform((note) => escapedText.parse(note && plainNote(note)))],
});

const CHANNEL_ID = /^UC[\w-]{22}$/;

/**
 * Whether a page belongs to the requested account, ignoring case. A channel is compared by its
 * permanent id only: a former name still leads to it, as on Facebook but on no other platform.
 */
const isOfAccount = ({ platform, handle }: SocialProfileAddress, own: string | null | undefined) =>
  !own ||
  (platform === 'youtube' && !CHANNEL_ID.test(handle)) ||
  own.toLowerCase() === handle.toLowerCase();

/** Selects a channel by its id, by its handle, or by its old URL if it has no handle. */
function channel(address: SocialProfileAddress): Record<string, string> {
  const { handle } = address;
  if (CHANNEL_ID.test(handle)) return { channelId: handle };
  return handle.includes('/') ? { url: profileUrl(address) } : { handle };
}

/** Vendor's profile path of each platform. */
const PROFILE_PAGES: Readonly<Partial<Record<Platform, ProfilePage>>> = {
  instagram: { path: '/v1/instagram/profile', schema: instagram },
  tiktok: { path: '/v1/tiktok/profile', schema: tiktok },
  youtube: { path: '/v1/youtube/channel', query: channel, schema: youtube },
  twitter: { path: '/v1/twitter/profile', schema: twitter },
  facebook: {
    path: '/v1/facebook/profile',
    query: (address) => ({ url: profileUrl(address) }),
    schema: facebook,
  },
  threads: { path: '/v1/threads/profile', schema: threads },
  twitch: { path: '/v1/twitch/profile', schema: twitch },
  snapchat: { path: '/v1/snapchat/profile', schema: snapchat },
  truthsocial: { path: '/v1/truthsocial/profile', schema: truthsocial },
};

/** Platforms whose profiles the vendor reads. */
export const SCRAPED_PROFILES: ReadonlySet<Platform> = new Set(
  Object.keys(PROFILE_PAGES) as Platform[],
);

/** Public page of an account. */
export const scrapedSocialProfile = fromUpstream<SocialProfileAddress, ProfileFact>(
  SCRAPECREATORS,
  {
    label: 'social_page',
    async ask(address, call) {
      const page = PROFILE_PAGES[address.platform];
      if (!page) return null;
      const { path, query = ({ handle }) => ({ handle }), schema } = page;
      const found = await readSocialPage(call, {
        path,
        query: query(address),
        // A page without name, counts and text is not a profile.
        schema: schema.refine(
          ({ displayName, followers, posts, bio }) =>
            (displayName ?? followers ?? posts ?? bio ?? null) !== null,
        ),
      });
      if (!found) return null;
      if ('hidden' in found) return profileInState(found.hidden);
      const { own, page: channelPage, ...shown } = found.page;
      if (!isOfAccount(address, own)) return null;
      return {
        ...profileInState(shown.private === true ? 'private' : 'live'),
        ...shown,
        knownBy: personSubjects({
          profile: [channelPage, own && profileUrl({ ...address, handle: own })],
        }),
      };
    },
  },
);
