import * as z from 'zod';
import type { PostAddress, SocialProfileAddress } from '../../domain/social/address.ts';
import {
  engagementRate,
  type PostFact,
  type ProfileFact,
  postInState,
  profileInState,
} from '../../domain/social/facts.ts';
import {
  count,
  fieldsAt,
  fieldsBelow,
  flag,
  partAt,
  text,
  unixSeconds,
} from '../../lib/loose-fields.ts';
import { embeddedState } from '../../web-reader/html/embedded-data.ts';
import { fromUpstream, type VendorCall } from '../upstream/vendor-source.ts';
import { EMBED_PAGES } from './client.ts';

const HOST = 'www.tiktok.com';
const STATE_SCRIPT_ID = '__FRONTITY_CONNECT_STATE__';
const MAX_PAGE_BYTES = 4_194_304;

const tiktokSource = { label: 'social_page', optIn: 'SOCIAL_PAGES' };

const account = fieldsBelow('userInfo', {
  uniqueId: ['uniqueId', z.string()],
  displayName: ['nickname', text],
  followers: ['followerCount', count],
  following: ['followingCount', count],
  posts: ['videoCount', count],
  verified: ['verified', flag],
  private: ['privateAccount', flag],
  bio: ['signature', text],
  hearts: ['heartCount', count],
});
const video = fieldsAt(
  {
    authorHandle: ['authorInfos.uniqueId', text],
    authorName: ['authorInfos.nickName', text],
    caption: ['itemInfos.text', text],
    likes: ['itemInfos.diggCount', count],
    views: ['itemInfos.playCount', count],
    comments: ['itemInfos.commentCount', count],
    shares: ['itemInfos.shareCount', count],
    postedAt: ['itemInfos.createTime', unixSeconds],
  },
  'itemInfos',
);

/** Removed, or never existed; other errors are failures. */
const absent = z.object({ errorStatus: z.union([z.literal(400), z.literal(404)]) });

/** Entry of a page's data about the page itself; null if the account or video does not exist. */
async function readEntry(call: VendorCall, path: string): Promise<unknown> {
  const schema = z.string();
  const page = await call({ host: HOST, path, reply: 'text', maxBytes: MAX_PAGE_BYTES, schema });
  if (page === null) return null;
  const { source } = z
    .object({ source: z.object({ data: z.record(z.string(), z.unknown()) }) })
    .parse(embeddedState(page, STATE_SCRIPT_ID));
  const entry = new Map(Object.entries(source.data)).get(path);
  return absent.safeParse(entry).success ? null : entry;
}

/** Account from its embed page, which shows its newest videos; the counts are rounded. */
export const tiktokPage = fromUpstream<SocialProfileAddress, ProfileFact>(EMBED_PAGES, {
  ...tiktokSource,
  async ask({ handle }, call) {
    const entry = await readEntry(call, `/embed/@${handle}`);
    if (entry === null) return null;
    const { uniqueId, hearts, ...shown } = account.parse(entry);
    if (uniqueId.toLowerCase() !== handle.toLowerCase()) return null;
    return {
      ...profileInState(shown.private === true ? 'private' : 'live'),
      ...shown,
      rounded: true,
      engagementRate: engagementRate(hearts, shown.posts, shown.followers),
    };
  },
});

export const tiktokVideoPage = fromUpstream<PostAddress, PostFact>(EMBED_PAGES, {
  ...tiktokSource,
  async ask({ id }, call) {
    const entry = await readEntry(call, `/embed/v2/${id}`);
    return entry === null
      ? null
      : { ...postInState('live'), ...partAt('videoData', video).parse(entry) };
  },
});
