import { snapchatPage } from '../../../../src/vendors/embed-pages/snapchat.ts';
import { tiktokPage, tiktokVideoPage } from '../../../../src/vendors/embed-pages/tiktok.ts';
import type { FakeVendor } from '../fake-vendor.ts';

const page = (id: string, data: object) =>
  `<!doctype html><html><head><title>x</title></head><body><div></div><script id="${id}" type="application/json">${JSON.stringify(data)}</script></body></html>`;

const html = (body: string, status = 200) =>
  new Response(body, { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } });

const user = {
  uniqueId: 'ada.bakes',
  nickname: 'Ada Bakes',
  followerCount: 12_300,
  followingCount: 50,
  heartCount: 246_000,
  videoCount: 100,
  verified: false,
  privateAccount: false,
  signature: 'Bread.',
};
const video = {
  itemInfos: {
    id: '7000000000000000001',
    text: 'How to bake',
    createTime: '1700000000',
    playCount: 1_000,
    diggCount: 90,
    commentCount: 8,
    shareCount: 7,
  },
  authorInfos: { uniqueId: 'ada.bakes', nickName: 'Ada Bakes' },
};
const frontity = (path: string, entry: object) =>
  page('__FRONTITY_CONNECT_STATE__', { source: { data: { [path]: entry } } });

const snapchat = (userProfile?: object) =>
  page('__NEXT_DATA__', { props: { pageProps: { ...(userProfile && { userProfile }) } } });
const info = {
  username: 'adabakes',
  title: 'Ada Bakes',
  subscriberCount: '2708400',
  bio: 'Bread.',
  badge: 1,
};

/** The pages of both platforms, by path. */
export function answerPages({ pathname }: URL): Response {
  if (pathname === '/@adabakes') return html(snapchat({ publicProfileInfo: info }));
  if (pathname.startsWith('/@')) return html(snapchat());
  if (pathname === '/embed/@ada.bakes') return html(frontity(pathname, { userInfo: user }));
  if (pathname === VIDEO_PATH) return html(frontity(pathname, { videoData: video }));
  return html(frontity(pathname, { isError: true, errorStatus: 404 }));
}

const optIn = 'SOCIAL_PAGES';

const VIDEO_PATH = '/embed/v2/7000000000000000001';
const failed = (errorStatus: number) => () =>
  html(frontity('/embed/@ada.bakes', { isError: true, errorStatus }));

/** Pages that are read only where the operator wants it. */
export const socialPagesVendor: FakeVendor = {
  hosts: ['www.snapchat.com'],
  vars: { SOCIAL_PAGES: '1' },
  answer: (_, url) => answerPages(url),
  cases: [
    {
      source: snapchatPage,
      optIn,
      finds: { platform: 'snapchat', handle: 'adabakes' },
      fact: { displayName: 'Ada Bakes', followers: 2_708_400, verified: true, rounded: true },
      none: { query: { platform: 'snapchat', handle: 'nobody' }, fact: null },
      partial: [
        [
          snapchat({ publicProfileInfo: { title: 7 } }),
          { displayName: null, followers: null, verified: null },
        ],
      ],
    },
    {
      source: tiktokPage,
      optIn,
      finds: { platform: 'tiktok', handle: 'ada.bakes' },
      fact: {
        state: 'live',
        displayName: 'Ada Bakes',
        followers: 12_300,
        posts: 100,
        rounded: true,
        engagementRate: 0.2,
      },
      none: { query: { platform: 'tiktok', handle: 'nobody' }, fact: null },
      partial: [
        [
          frontity('/embed/@ada.bakes', {
            userInfo: { uniqueId: 'Ada.Bakes', privateAccount: true },
          }),
          { state: 'private', private: true, followers: null },
        ],
      ],
      // It could not say: that is no word of the account.
      refusals: [[failed(500), 'SERVICE_UNAVAILABLE', false]],
    },
    {
      source: tiktokVideoPage,
      optIn,
      finds: { platform: 'tiktok', id: '7000000000000000001', author: null, url: '' },
      fact: {
        authorHandle: 'ada.bakes',
        caption: 'How to bake',
        likes: 90,
        views: 1_000,
        postedAt: '2023-11-14T22:13:20.000Z',
      },
      none: { query: { platform: 'tiktok', id: '1', author: null, url: '' }, fact: null },
      // Of a video that was taken down.
      partial: [
        [frontity(VIDEO_PATH, { isError: true, errorCode: 10204, errorStatus: 400 }), null],
      ],
    },
  ],
};
