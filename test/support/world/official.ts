import { officialChannel, officialVideo } from '../../../src/sources/official/youtube.ts';
import type { FakeVendor } from './fake-vendor.ts';

const KEY = 'official key of the tests';

const channel = {
  id: 'UCaaaaaaaaaaaaaaaaaaaaaa',
  snippet: { title: 'Ada Bakes', description: 'Bread.', customUrl: '@adabakes' },
  statistics: {
    viewCount: '9',
    subscriberCount: '1230',
    hiddenSubscriberCount: false,
    videoCount: '12',
  },
};
const video = {
  id: 'aaaaaaaaaaa',
  snippet: { title: 'How to bake', channelTitle: 'Ada Bakes', publishedAt: '2024-03-02T08:00:00Z' },
  statistics: { viewCount: '900', likeCount: '40', commentCount: '3' },
};

const error = (status: number, reason: string, message: string) =>
  Response.json({ error: { code: status, message, errors: [{ reason }] } }, { status });
const list = (item?: object) =>
  Response.json({
    pageInfo: { totalResults: item ? 1 : 0, resultsPerPage: 5 },
    ...(item && { items: [item] }),
  });

function answer(request: Request, { pathname, searchParams }: URL): Response {
  if (request.headers.get('x-goog-api-key') !== KEY)
    return error(400, 'badRequest', 'API key not valid. Please pass a valid API key.');
  if (pathname === '/youtube/v3/channels')
    return list(searchParams.get('forHandle') === '@adabakes' ? channel : undefined);
  return list(searchParams.get('id') === video.id ? video : undefined);
}

const refusals = [
  [
    () => error(403, 'quotaExceeded', 'The request cannot be completed.'),
    'UPSTREAM_QUOTA_EXHAUSTED',
  ],
  [() => error(403, 'forbidden', 'Not allowed'), 'SERVICE_UNAVAILABLE'],
] as const;

/** The platform's own interface for developers. */
export const officialVendor: FakeVendor = {
  hosts: ['www.googleapis.com'],
  vars: { YOUTUBE_KEY: KEY },
  answer,
  cases: [
    {
      source: officialChannel,
      finds: { platform: 'youtube', handle: 'adabakes' },
      fact: { displayName: 'Ada Bakes', followers: 1_230, posts: 12, rounded: true },
      none: { query: { platform: 'youtube', handle: 'nobody' }, fact: null },
      refusals,
    },
    {
      source: officialVideo,
      finds: { platform: 'youtube', id: 'aaaaaaaaaaa', author: null, url: '' },
      fact: { caption: 'How to bake', likes: 40, views: 900, postedAt: '2024-03-02T08:00:00.000Z' },
      none: {
        query: { platform: 'youtube', id: 'bbbbbbbbbbb', author: null, url: '' },
        fact: null,
      },
      refusals,
    },
  ],
};
