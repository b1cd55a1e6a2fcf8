import * as z from 'zod';
import type { PostAddress, ProfileAddress } from '../../core/social/address.ts';
import {
  engagementRate,
  type PostFact,
  type ProfileFact,
  postInState,
  profileInState,
} from '../../core/social/facts.ts';
import { count, flag, part, text, unixSeconds } from '../upstream/fields.ts';
import { fromUpstream } from '../upstream/from-upstream.ts';
import { EMBED_PAGES } from './client.ts';
import { dataInPage } from './page-data.ts';

const HOST = 'www.tiktok.com';
const STATE = '__FRONTITY_CONNECT_STATE__';
const MAX_PAGE_BYTES = 4_194_304;

const own = {
  label: 'social_page',
  name: 'embed_pages',
  idempotent: true,
  optIn: 'SOCIAL_PAGES',
} as const;

const user = z.object({
  uniqueId: z.string(),
  nickname: text,
  followerCount: count,
  followingCount: count,
  heartCount: count,
  videoCount: count,
  verified: flag,
  privateAccount: flag,
  signature: text,
});
const video = z.object({
  itemInfos: z.object({
    id: text,
    text,
    createTime: unixSeconds,
    playCount: count,
    diggCount: count,
    commentCount: count,
    shareCount: count,
  }),
  authorInfos: part({ uniqueId: text, nickName: text }),
});

/** The entry of a page's data that is about the page itself. */
const entryOf = (page: string, path: string): unknown => {
  const { source } = z
    .object({ source: z.object({ data: z.record(z.string(), z.unknown()) }) })
    .parse(dataInPage(page, STATE));
  return new Map(Object.entries(source.data)).get(path);
};

/** What an entry says where there is nothing to show. */
const isNothing = (entry: unknown): boolean =>
  z.object({ isError: z.literal(true) }).safeParse(entry).success ||
  z.object({ errorStatus: z.literal(404) }).safeParse(entry).success;

/** An account by the page that shows its newest videos elsewhere; the counts are rounded. */
export const tiktokPage = fromUpstream<ProfileAddress, ProfileFact>(EMBED_PAGES, {
  ...own,
  async ask({ handle }, call) {
    const path = `/embed/@${handle}`;
    const page = await call({
      host: HOST,
      path,
      reply: 'text',
      maxBytes: MAX_PAGE_BYTES,
      schema: z.string(),
    });
    const entry = page === null ? null : entryOf(page, path);
    if (entry === null || isNothing(entry)) return null;
    const { userInfo } = z.object({ userInfo: user }).parse(entry);
    const { heartCount, videoCount, followerCount } = userInfo;
    return {
      ...profileInState(userInfo.privateAccount === true ? 'private' : 'live'),
      displayName: userInfo.nickname,
      followers: followerCount,
      following: userInfo.followingCount,
      posts: videoCount,
      rounded: true,
      verified: userInfo.verified,
      private: userInfo.privateAccount,
      bio: userInfo.signature,
      engagementRate: engagementRate(heartCount, videoCount, followerCount),
    };
  },
});

/** A video by the page that shows it elsewhere. */
export const tiktokVideoPage = fromUpstream<PostAddress, PostFact>(EMBED_PAGES, {
  ...own,
  async ask({ id }, call) {
    const path = `/embed/v2/${id}`;
    const page = await call({
      host: HOST,
      path,
      reply: 'text',
      maxBytes: MAX_PAGE_BYTES,
      schema: z.string(),
    });
    const entry = page === null ? null : entryOf(page, path);
    if (entry === null || isNothing(entry)) return null;
    const { itemInfos, authorInfos } = z.object({ videoData: video }).parse(entry).videoData;
    return {
      ...postInState('live'),
      authorHandle: authorInfos?.uniqueId ?? null,
      authorName: authorInfos?.nickName ?? null,
      caption: itemInfos.text,
      likes: itemInfos.diggCount,
      views: itemInfos.playCount,
      comments: itemInfos.commentCount,
      shares: itemInfos.shareCount,
      postedAt: itemInfos.createTime,
    };
  },
});
