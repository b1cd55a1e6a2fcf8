import * as z from 'zod';
import type { PostAddress } from '../../../core/social/address.ts';
import { isThere, type PostFact } from '../../../core/social/facts.ts';
import { figure, pageState, roundedCounts, stateOf, words } from '../sentences.ts';

const POST_PLATFORMS = [
  'instagram',
  'tiktok',
  'youtube',
  'twitter',
  'facebook',
  'threads',
  'bluesky',
  'truthsocial',
  'pinterest',
  'linkedin',
] as const;

/** A post of a platform this product knows. */
export type LookedUpPost = PostAddress & { platform: (typeof POST_PLATFORMS)[number] };

export const isOfPostPlatform = (post: PostAddress): post is LookedUpPost =>
  (POST_PLATFORMS as readonly string[]).includes(post.platform);

/** What was asked for, and what was found; null where nothing was. */
export interface FoundPost {
  post: LookedUpPost;
  fact: PostFact | null;
}

/** Whether there is something to tell: of a post that is there and hidden there is not. */
export const isSeen = ({ fact }: FoundPost): boolean => fact?.state === 'live';

export const postClassification = z.object({
  matched: z.boolean().describe('The post was found and can be seen.'),
  exists: z.boolean().describe('The post is there, whether everybody sees it or not.'),
  platform: z.enum(POST_PLATFORMS).describe('The platform.'),
  author_handle: words('Account that posted it, without @.'),
  likes: figure('Likes, or reactions of every kind; null where the source does not tell.'),
  views: figure('Views; null where the platform counts none or the source does not tell.'),
});

export const postInsights = z.object({
  social_post_lookup_result: z
    .object({
      url: z.string().describe('Address of the post.'),
      post_state: pageState,
      caption: words('Text of the post, or title of the video.'),
      author_name: words('Name the author shows.'),
      comments: figure('Comments or replies.'),
      shares: figure('Shares, reposts or saves.'),
      posted_at: words('When it was posted, ISO 8601.'),
      rounded_counts: roundedCounts,
    })
    .describe('The post in detail.'),
});

/** The classification section. */
export const classifyPost = (found: FoundPost): z.input<typeof postClassification> => ({
  matched: isSeen(found),
  exists: found.fact !== null && isThere(found.fact.state),
  platform: found.post.platform,
  author_handle: found.fact?.authorHandle ?? null,
  likes: found.fact?.likes ?? null,
  views: found.fact?.views ?? null,
});

/** The insights section. */
export const describePost = ({ post, fact }: FoundPost): z.input<typeof postInsights> => ({
  social_post_lookup_result: {
    url: post.url,
    post_state: stateOf(fact),
    caption: fact?.caption ?? null,
    author_name: fact?.authorName ?? null,
    comments: fact?.comments ?? null,
    shares: fact?.shares ?? null,
    posted_at: fact?.postedAt ?? null,
    rounded_counts: fact?.rounded ?? false,
  },
});
