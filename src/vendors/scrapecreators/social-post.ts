import * as z from 'zod';
import type { PostAddress } from '../../domain/social/address.ts';
import { type PostFact, postInState } from '../../domain/social/facts.ts';
import type { Platform } from '../../domain/social/platforms.ts';
import { alike } from '../../lib/alike.ts';
import { count, part, parts, text, unixSeconds } from '../../lib/loose-fields.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';
import { lenientDate, readSocialPage, SCRAPE_TIMEOUT_MS, SCRAPECREATORS } from './client.ts';

type PartialPost = Partial<Omit<PostFact, 'state' | 'rounded'>>;

/** The path that reads the posts of one platform, and how its replies are read. */
interface PostPage {
  path: string;
  schema: z.ZodType<PartialPost>;
}

const total = part({ count });
const person = part({ name: text });

const tiktok = z
  .object({
    aweme_detail: z.object({
      author: part({ unique_id: text, nickname: text }),
      statistics: part({
        ...alike(count, 'digg_count', 'play_count', 'comment_count', 'share_count'),
      }),
      desc: text,
      create_time: unixSeconds,
    }),
  })
  .transform(
    ({ aweme_detail: { author, statistics, desc, create_time } }): PartialPost => ({
      authorHandle: author?.unique_id ?? null,
      authorName: author?.nickname ?? null,
      caption: desc,
      likes: statistics?.digg_count ?? null,
      views: statistics?.play_count ?? null,
      comments: statistics?.comment_count ?? null,
      shares: statistics?.share_count ?? null,
      postedAt: create_time,
    }),
  );

const instagram = z
  .object({
    data: z.object({
      xdt_shortcode_media: z.object({
        owner: part({ username: text, full_name: text }),
        edge_media_preview_like: total,
        video_play_count: count,
        edge_media_to_caption: part({ edges: parts({ node: part({ text }) }) }),
        edge_media_to_parent_comment: total,
        taken_at_timestamp: unixSeconds,
      }),
    }),
  })
  .transform(
    ({ data: { xdt_shortcode_media: post } }): PartialPost => ({
      authorHandle: post.owner?.username ?? null,
      authorName: post.owner?.full_name ?? null,
      caption: post.edge_media_to_caption?.edges[0]?.node?.text ?? null,
      likes: post.edge_media_preview_like?.count ?? null,
      views: post.video_play_count,
      comments: post.edge_media_to_parent_comment?.count ?? null,
      postedAt: post.taken_at_timestamp,
    }),
  );

const youtube = z
  .object({
    channel: part({ handle: text, title: text }),
    likeCountInt: count,
    viewCountInt: count,
    title: text,
    commentCountInt: count,
    publishDate: lenientDate,
  })
  .transform(
    (page): PartialPost => ({
      authorHandle: page.channel?.handle?.replace(/^@/, '') ?? null,
      authorName: page.channel?.title ?? null,
      caption: page.title,
      likes: page.likeCountInt,
      views: page.viewCountInt,
      comments: page.commentCountInt,
      postedAt: page.publishDate,
    }),
  );

const names = part({ screen_name: text, name: text });

const twitter = z
  .object({
    core: part({ user_results: part({ result: part({ legacy: names, core: names }) }) }),
    legacy: z.object({
      favorite_count: count,
      full_text: text,
      reply_count: count,
      retweet_count: count,
      created_at: lenientDate,
    }),
    views: total,
  })
  .transform(({ core, legacy, views }): PartialPost => {
    const author = core?.user_results?.result;
    return {
      authorHandle: author?.legacy?.screen_name ?? author?.core?.screen_name ?? null,
      authorName: author?.legacy?.name ?? author?.core?.name ?? null,
      caption: legacy.full_text,
      likes: legacy.favorite_count,
      views: views?.count ?? null,
      comments: legacy.reply_count,
      shares: legacy.retweet_count,
      postedAt: legacy.created_at,
    };
  });

const facebook = z
  .object({
    like_count: count,
    view_count: count,
    description: text,
    author: person,
    comment_count: count,
    share_count: count,
    creation_time: lenientDate,
  })
  .transform(
    (page): PartialPost => ({
      authorName: page.author?.name ?? null,
      caption: page.description,
      likes: page.like_count,
      views: page.view_count,
      comments: page.comment_count,
      shares: page.share_count,
      postedAt: page.creation_time,
    }),
  );

const threads = z
  .object({
    post: z.object({
      user: part({ username: text, full_name: text }),
      like_count: count,
      view_counts: count,
      caption: part({ text }),
      text_post_app_info: part({ direct_reply_count: count, repost_count: count }),
      repost_count: count,
      taken_at: unixSeconds,
    }),
  })
  .transform(
    ({ post }): PartialPost => ({
      authorHandle: post.user?.username ?? null,
      authorName: post.user?.full_name ?? null,
      caption: post.caption?.text ?? null,
      likes: post.like_count,
      views: post.view_counts,
      comments: post.text_post_app_info?.direct_reply_count ?? null,
      shares: post.text_post_app_info?.repost_count ?? post.repost_count,
      postedAt: post.taken_at,
    }),
  );

const truthsocial = z
  .object({
    account: part({ username: text, display_name: text }),
    favourites_count: count,
    text,
    replies_count: count,
    reblogs_count: count,
    created_at: lenientDate,
  })
  .transform(
    (page): PartialPost => ({
      authorHandle: page.account?.username ?? null,
      authorName: page.account?.display_name ?? null,
      caption: page.text,
      likes: page.favourites_count,
      comments: page.replies_count,
      shares: page.reblogs_count,
      postedAt: page.created_at,
    }),
  );

const pinterest = z
  .object({
    pinner: part({ username: text, fullName: text }),
    totalReactionCount: count,
    title: text,
    description: text,
    aggregatedPinData: part({ commentCount: count, aggregatedStats: part({ saves: count }) }),
    aggregatedStats: part({ saves: count }),
    createdAt: lenientDate,
  })
  .transform(
    (page): PartialPost => ({
      authorHandle: page.pinner?.username ?? null,
      authorName: page.pinner?.fullName ?? null,
      caption: page.title ?? page.description,
      likes: page.totalReactionCount,
      comments: page.aggregatedPinData?.commentCount ?? null,
      shares: (page.aggregatedPinData?.aggregatedStats ?? page.aggregatedStats)?.saves ?? null,
      postedAt: page.createdAt,
    }),
  );

const linkedin = z
  .object({
    likeCount: count,
    description: text,
    headline: text,
    author: person,
    commentCount: count,
    datePublished: lenientDate,
  })
  .transform(
    (page): PartialPost => ({
      authorName: page.author?.name ?? null,
      caption: page.description ?? page.headline,
      likes: page.likeCount,
      comments: page.commentCount,
      postedAt: page.datePublished,
    }),
  );

/** One row a platform. */
const POST_PAGES: ReadonlyMap<Platform, PostPage> = new Map<Platform, PostPage>([
  ['tiktok', { path: '/v2/tiktok/video', schema: tiktok }],
  ['instagram', { path: '/v1/instagram/post', schema: instagram }],
  ['youtube', { path: '/v1/youtube/video', schema: youtube }],
  ['twitter', { path: '/v1/twitter/tweet', schema: twitter }],
  ['facebook', { path: '/v1/facebook/post', schema: facebook }],
  ['threads', { path: '/v1/threads/post', schema: threads }],
  ['truthsocial', { path: '/v1/truthsocial/post', schema: truthsocial }],
  ['pinterest', { path: '/v1/pinterest/pin', schema: pinterest }],
  ['network', { path: '/v1/linkedin/post', schema: linkedin }],
]);

/** Platforms whose posts the vendor reads. */
export const SCRAPED_POSTS: ReadonlySet<Platform> = new Set(POST_PAGES.keys());

/** The public page of a post. */
export const scrapedPost = fromUpstream<PostAddress, PostFact>(SCRAPECREATORS, {
  name: 'scrapecreators',
  label: 'social_page',
  metered: 'calls',
  timeoutMs: SCRAPE_TIMEOUT_MS,
  async ask({ platform, url }, call) {
    const page = POST_PAGES.get(platform);
    if (!page) return null;
    const found = await readSocialPage(call, {
      path: page.path,
      query: { url },
      // A page without author, text and counts is no post.
      schema: page.schema.refine(
        ({ authorName, authorHandle, caption, likes }) =>
          (authorName ?? authorHandle ?? caption ?? likes ?? null) !== null,
      ),
    });
    if (!found) return null;
    if ('hidden' in found) return postInState(found.hidden);
    return { ...postInState('live'), ...found.page };
  },
});
