import * as z from 'zod';
import type { PostAddress, SocialProfileAddress } from '../../domain/social/address.ts';
import {
  engagementRate,
  type PostFact,
  type ProfileFact,
  postInState,
  profileInState,
} from '../../domain/social/facts.ts';
import { alike } from '../../lib/alike.ts';
import { count, flag, part, text, unixSeconds } from '../../lib/loose-fields.ts';
import { embeddedState } from '../../web-reader/html/embedded-data.ts';
import { fromUpstream, type VendorCall } from '../upstream/vendor-source.ts';
import { EMBED_PAGES } from './client.ts';

const HOST = 'www.tiktok.com';
const STATE_SCRIPT_ID = '__FRONTITY_CONNECT_STATE__';
const MAX_PAGE_BYTES = 4_194_304;

const tiktokSource = { label: 'social_page', optIn: 'SOCIAL_PAGES' };

const user = z.object({
  uniqueId: z.string(),
  nickname: text,
  ...alike(count, 'followerCount', 'followingCount', 'heartCount', 'videoCount'),
  verified: flag,
  privateAccount: flag,
  signature: text,
});
const video = z.object({
  itemInfos: z.object({
    id: text,
    text,
    createTime: unixSeconds,
    ...alike(count, 'playCount', 'diggCount', 'commentCount', 'shareCount'),
  }),
  authorInfos: part({ uniqueId: text, nickName: text }),
});

const failed = z.union([
  z.object({ isError: z.literal(true) }),
  z.object({ errorStatus: z.literal(404) }),
]);

/** The entry of a page's data that is about the page itself; null where there is nothing. */
async function readEntry(call: VendorCall, path: string): Promise<unknown> {
  const schema = z.string();
  const page = await call({ host: HOST, path, reply: 'text', maxBytes: MAX_PAGE_BYTES, schema });
  if (page === null) return null;
  const { source } = z
    .object({ source: z.object({ data: z.record(z.string(), z.unknown()) }) })
    .parse(embeddedState(page, STATE_SCRIPT_ID));
  const entry = new Map(Object.entries(source.data)).get(path);
  return failed.safeParse(entry).success ? null : entry;
}

/** An account by the page that shows its newest videos elsewhere; the counts are rounded. */
export const tiktokPage = fromUpstream<SocialProfileAddress, ProfileFact>(EMBED_PAGES, {
  ...tiktokSource,
  async ask({ handle }, call) {
    const entry = await readEntry(call, `/embed/@${handle}`);
    if (entry === null) return null;
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
  ...tiktokSource,
  async ask({ id }, call) {
    const entry = await readEntry(call, `/embed/v2/${id}`);
    if (entry === null) return null;
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
