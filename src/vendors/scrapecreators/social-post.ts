import type * as z from 'zod';
import type { PostAddress } from '../../domain/social/address.ts';
import { type PostFact, postInState } from '../../domain/social/facts.ts';
import type { Platform } from '../../domain/social/platforms.ts';
import {
  count,
  dateOrSeconds,
  fieldsAt,
  fieldsBelow,
  text,
  textOrNumber,
  unixSeconds,
} from '../../lib/loose-fields.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';
import { bareHandle, escapedText, readSocialPage, SCRAPECREATORS } from './client.ts';

type PartialPost = Partial<Omit<PostFact, 'state' | 'rounded'>> & { id?: string | null };

/** Digits, or the eleven characters of a video id. */
const ID_FORMS = [/^\d{6,20}$/, /^[\w-]{11}$/];

/** Path that reads the posts of one platform, and the schema of its replies. */
interface PostPage {
  path: string;
  schema: z.ZodType<PartialPost>;
}

const tiktok = fieldsBelow<PartialPost>('aweme_detail', {
  id: ['aweme_id', textOrNumber],
  authorHandle: ['author.unique_id', text],
  authorName: ['author.nickname', text],
  caption: ['desc', text],
  likes: ['statistics.digg_count', count],
  views: ['statistics.play_count', count],
  comments: ['statistics.comment_count', count],
  shares: ['statistics.share_count', count],
  postedAt: ['create_time', unixSeconds],
});

const instagram = fieldsBelow<PartialPost>('data.xdt_shortcode_media', {
  authorHandle: ['owner.username', text],
  authorName: ['owner.full_name', text],
  caption: ['edge_media_to_caption.edges.0.node.text', text],
  likes: ['edge_media_preview_like.count', count],
  views: ['video_play_count', 'video_view_count', count],
  comments: ['edge_media_to_parent_comment.count', count],
  postedAt: ['taken_at_timestamp', unixSeconds],
});

const youtube = fieldsAt<PartialPost>({
  id: ['id', textOrNumber],
  authorHandle: ['channel.handle', bareHandle],
  authorName: ['channel.title', text],
  caption: ['title', text],
  likes: ['likeCountInt', count],
  views: ['viewCountInt', count],
  comments: ['commentCountInt', count],
  postedAt: ['publishDate', dateOrSeconds],
});

const AUTHOR = 'core.user_results.result';

const twitter = fieldsAt<PartialPost>(
  {
    id: ['rest_id', 'legacy.id_str', textOrNumber],
    authorHandle: [`${AUTHOR}.legacy.screen_name`, `${AUTHOR}.core.screen_name`, text],
    authorName: [`${AUTHOR}.legacy.name`, `${AUTHOR}.core.name`, text],
    caption: ['legacy.full_text', escapedText],
    likes: ['legacy.favorite_count', count],
    views: ['views.count', count],
    comments: ['legacy.reply_count', count],
    shares: ['legacy.retweet_count', count],
    postedAt: ['legacy.created_at', dateOrSeconds],
  },
  'legacy',
);

const facebook = fieldsAt<PartialPost>({
  authorName: ['author.name', text],
  caption: ['description', text],
  likes: ['like_count', count],
  views: ['view_count', count],
  comments: ['comment_count', count],
  shares: ['share_count', count],
  postedAt: ['creation_time', dateOrSeconds],
});

const threads = fieldsBelow<PartialPost>('post', {
  authorHandle: ['user.username', text],
  authorName: ['user.full_name', text],
  caption: ['caption.text', text],
  likes: ['like_count', count],
  views: ['view_counts', count],
  comments: ['text_post_app_info.direct_reply_count', count],
  shares: ['text_post_app_info.repost_count', 'repost_count', count],
  postedAt: ['taken_at', unixSeconds],
});

const truthsocial = fieldsAt<PartialPost>({
  id: ['id', textOrNumber],
  authorHandle: ['account.username', text],
  authorName: ['account.display_name', text],
  caption: ['text', escapedText],
  likes: ['favourites_count', count],
  comments: ['replies_count', count],
  shares: ['reblogs_count', count],
  postedAt: ['created_at', dateOrSeconds],
});

const pinterest = fieldsAt<PartialPost>({
  authorHandle: ['pinner.username', text],
  authorName: ['pinner.fullName', text],
  caption: ['title', 'description', text],
  likes: ['totalReactionCount', count],
  comments: ['aggregatedPinData.commentCount', count],
  shares: ['aggregatedPinData.aggregatedStats.saves', 'aggregatedStats.saves', count],
  postedAt: ['createdAt', dateOrSeconds],
});

const linkedin = fieldsAt<PartialPost>({
  authorName: ['author.name', text],
  caption: ['description', 'headline', text],
  likes: ['likeCount', count],
  comments: ['commentCount', count],
  postedAt: ['datePublished', dateOrSeconds],
});

const POST_PAGES: Readonly<Partial<Record<Platform, PostPage>>> = {
  tiktok: { path: '/v2/tiktok/video', schema: tiktok },
  instagram: { path: '/v1/instagram/post', schema: instagram },
  youtube: { path: '/v1/youtube/video', schema: youtube },
  twitter: { path: '/v1/twitter/tweet', schema: twitter },
  facebook: { path: '/v1/facebook/post', schema: facebook },
  threads: { path: '/v1/threads/post', schema: threads },
  truthsocial: { path: '/v1/truthsocial/post', schema: truthsocial },
  pinterest: { path: '/v1/pinterest/pin', schema: pinterest },
  network: { path: '/v1/linkedin/post', schema: linkedin },
};

export const SCRAPED_POSTS: ReadonlySet<Platform> = new Set(Object.keys(POST_PAGES) as Platform[]);

/** Whether two ids belong to different posts; ids of other forms may mean the same post. */
const isOtherId = (asked: string, own: string | null | undefined): boolean =>
  ID_FORMS.some((form) => form.test(asked) && form.test(own ?? '')) && asked !== own;

export const scrapedPost = fromUpstream<PostAddress, PostFact>(SCRAPECREATORS, {
  label: 'social_page',
  async ask({ platform, id, url }, call) {
    const page = POST_PAGES[platform];
    if (!page) return null;
    const found = await readSocialPage(call, {
      path: page.path,
      query: { url },
      // A page without author, text and counts is not a post.
      schema: page.schema.refine(
        ({ authorName, authorHandle, caption, likes }) =>
          (authorName ?? authorHandle ?? caption ?? likes ?? null) !== null,
      ),
    });
    if (!found) return null;
    if ('hidden' in found) return postInState(found.hidden);
    const { id: own, ...shown } = found.page;
    return isOtherId(id, own) ? null : { ...postInState('live'), ...shown };
  },
});
