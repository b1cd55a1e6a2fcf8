import * as z from 'zod';
import { lookedUp, UnusableInput } from '../../../core/inputs.ts';
import { defineProduct, forcedRefusals, type SandboxCase } from '../../../core/lookup/product.ts';
import { personSubjects } from '../../../core/people/suppression.ts';
import { type PostAddress, profileUrl, readPostAddress } from '../../../core/social/address.ts';
import { type PostFact, postInState } from '../../../core/social/facts.ts';
import { blueskyPost } from '../../../sources/bluesky/post.ts';
import { tiktokVideoPage } from '../../../sources/embed-pages/tiktok.ts';
import { EMBEDDED, embeddedPost } from '../../../sources/oembed/embeds.ts';
import { SCRAPED_POSTS, scrapedPost } from '../../../sources/scrapecreators/social-post.ts';
import { byPlatform } from '../by-platform.ts';
import {
  classifyPost,
  describePost,
  isOfPostPlatform,
  isSeen,
  type LookedUpPost,
  postClassification,
  postInsights,
} from './sections.ts';

const PRICE = 5;

function readPost(text: string): LookedUpPost {
  const post = readPostAddress(text);
  if (!isOfPostPlatform(post)) throw new UnusableInput('is not of a platform this product knows');
  return post;
}

const sources = byPlatform<PostAddress, PostFact>(
  { source: blueskyPost, of: new Set(['bluesky']) },
  { source: scrapedPost, of: SCRAPED_POSTS },
  { source: tiktokVideoPage, of: new Set(['tiktok']) },
  { source: embeddedPost, of: EMBEDDED },
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
  { subject: at('ada'), shows: 'a post with every field', fact: known },
  {
    subject: at('gated'),
    shows: 'a post for those who sign in, not charged',
    fact: postInState('gated'),
  },
  { subject: at('nobody'), shows: 'no such post, not charged', fact: null },
  ...forcedRefusals(at('broke'), at('busy'), at('slow')),
];

const authors = ({ platform, author }: PostAddress, found: string | null) =>
  [author, found].flatMap((handle) => (handle ? [profileUrl({ platform, handle })] : []));

/** What does this post say, who wrote it, and how was it received? */
export const socialPostLookup = defineProduct({
  path: '/social-post-lookup',
  type: 'social_post_lookup',
  summary: 'A post, video or pin of one of ten platforms: author, text and counts',
  tier: 'live',
  input: z.object({
    url: lookedUp(readPost, {
      description:
        'Full address of the post, video or pin. Mobile hosts, short addresses and tracking parameters do not matter.',
      examples: ['https://bsky.app/profile/ada.example.com/post/3kabcdefghijk'],
      format: 'uri',
    }),
  }),
  subject: ({ url }) => url.url,
  sources: { ...sources, resolve: ({ url }, ask) => sources.resolve(url, ask) },
  people: {
    asked: ({ url }) => personSubjects({ profile: authors(url, null) }),
    found: () => [],
    nobody: null,
  },
  conclude: (fact, { url }) => ({ post: url, fact }),
  price: { upTo: PRICE, charge: (found) => (isSeen(found) ? PRICE : 0) },
  classification: { schema: postClassification, from: classifyPost },
  insights: { schema: postInsights, from: describePost },
  bulk: 'social_post_lookup',
  factVersion: 1,
  sandbox,
  example: { url: 'https://bsky.app/profile/ada.example.com/post/3kabcdefghijk' },
});
