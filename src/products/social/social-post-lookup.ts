import * as z from 'zod';
import { type PostAddress, postKey, readPostAddress } from '../../domain/social/address.ts';
import { type PostFact, pageExists, postInState } from '../../domain/social/facts.ts';
import { lookupField } from '../../lib/inputs.ts';
import { field, fieldsOf } from '../../lookup/answer-fields.ts';
import { defineProduct, inSandbox, type SandboxCase } from '../../lookup/product.ts';
import { mapInput } from '../../lookup/source-adapters.ts';
import { blueskyPost } from '../../vendors/bluesky/bluesky.ts';
import { tiktokVideoPage } from '../../vendors/embed-pages/tiktok.ts';
import { embeddedPost, OEMBED_PLATFORMS } from '../../vendors/oembed/embeds.ts';
import { SCRAPED_POSTS, scrapedPost } from '../../vendors/scrapecreators/social-post.ts';
import { officialVideo } from '../../vendors/youtube/youtube.ts';
import { authorSubjects, describePageState, pageStateField, roundedCountsField } from './fields.ts';
import { byPlatform, requirePlatform } from './platform-sources.ts';

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
  'network',
] as const;

type SupportedPost = PostAddress & { platform: (typeof POST_PLATFORMS)[number] };

const headline = {
  author_handle: field.textOrNull('Account that posted it, without @.'),
  likes: field.countOrNull(
    'Number of likes, or of reactions of any kind; null if the source does not say.',
  ),
  views: field.countOrNull(
    'Number of views; null if the platform does not count them or the source does not say.',
  ),
};

const postClassification = z.object({
  matched: field.boolean('Whether the post was found and is visible.'),
  exists: field.boolean('Whether the post exists, even if it is not visible to everyone.'),
  platform: field.enum(POST_PLATFORMS, 'The platform.'),
  ...headline,
});

const details = {
  caption: field.textOrNull('Text of the post, or title of the video.'),
  author_name: field.textOrNull('Display name of the author.'),
  comments: field.countOrNull('Number of comments or replies.'),
  shares: field.countOrNull('Number of shares, reposts or saves.'),
  posted_at: field.textOrNull('When it was posted, ISO 8601.'),
};

const postInsights = z.object({
  social_post_lookup_result: field.object('Details of the post.', {
    url: field.text('URL of the post.'),
    post_state: pageStateField,
    ...details,
    rounded_counts: roundedCountsField,
  }),
});

/** Whether the post is visible to everyone; a post that exists may be hidden. */
const isLivePost = (fact: PostFact | null): boolean => fact?.state === 'live';

const readPost = (text: string): SupportedPost =>
  requirePlatform(readPostAddress(text), POST_PLATFORMS);

const sources = byPlatform<PostAddress, PostFact>(
  { source: blueskyPost, platforms: new Set(['bluesky']) },
  { source: officialVideo, platforms: new Set(['youtube']) },
  { source: scrapedPost, platforms: SCRAPED_POSTS },
  { source: tiktokVideoPage, platforms: new Set(['tiktok']) },
  { source: embeddedPost, platforms: OEMBED_PLATFORMS },
);

const known: PostFact = {
  ...postInState('live'),
  authorHandle: 'ada.example',
  authorName: 'Ada Example',
  caption: 'Fresh bread today.',
  likes: 42,
  views: 1_200,
  comments: 3,
  shares: 7,
  postedAt: '2024-03-02T08:00:00.000Z',
};

const at = (author: string) => `https://bsky.app/profile/${author}.example/post/3ksandbox`;

/** Posts of handles in a reserved domain (RFC 2606). */
const sandbox: readonly SandboxCase<PostFact | null>[] = [
  inSandbox.answer(at('ada'), 'a post with every field', known),
  inSandbox.answer(at('gated'), 'a post for those who sign in, not charged', postInState('gated')),
  inSandbox.answer(at('nobody'), 'no such post, not charged', null),
  ...inSandbox.refusals(at('broke'), at('busy'), at('slow')),
];

export const socialPostLookup = defineProduct({
  path: '/social-post-lookup',
  summary: 'A post, video or pin of one of ten platforms: author, text and counts',
  tier: 'live',
  input: z.object({
    url: lookupField(readPost, {
      description:
        'Full URL of the post, video or pin. Mobile hosts, short URLs and tracking parameters are accepted.',
      examples: ['https://bsky.app/profile/ada.example.com/post/3kabcdefghijk'],
      format: 'uri',
    }),
  }),
  subject: ({ url }) => url.url,
  cacheKey: ({ url }) => postKey(url),
  sources: mapInput(({ url }: { url: SupportedPost }) => url, sources),
  people: {
    inputSubjects: ({ url }) => authorSubjects(url, url.author),
    factSubjects: (fact, { url }) => authorSubjects(url, fact?.authorHandle),
    emptyFact: null,
  },
  price: {
    upTo: 5,
    // Not its state, and not an author whom the URL names.
    paidFor: [...Object.keys(headline), ...Object.keys(details)],
    isPaid: isLivePost,
  },
  classification: {
    schema: postClassification,
    from: (fact, { url }) => ({
      matched: isLivePost(fact),
      exists: fact !== null && pageExists(fact.state),
      platform: url.platform,
      ...fieldsOf(headline, fact),
    }),
  },
  insights: {
    schema: postInsights,
    from: (fact, { url }) => ({
      social_post_lookup_result: {
        url: url.url,
        post_state: describePageState(fact),
        ...fieldsOf(details, fact),
        rounded_counts: fact?.rounded ?? false,
      },
    }),
  },
  bulk: 'social_post_lookup',
  factVersion: 4,
  sandbox,
  example: { url: 'https://bsky.app/profile/ada.example.com/post/3kabcdefghijk' },
});
