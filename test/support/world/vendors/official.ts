import { officialMetaAds } from '../../../../src/vendors/meta/ads.ts';
import { officialChannel, officialVideo } from '../../../../src/vendors/youtube/youtube.ts';
import type { FakeVendor } from '../fake-vendor.ts';

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
  snippet: {
    ...{ title: 'How to bake', channelId: 'UCaaaaaaaaaaaaaaaaaaaaaa', channelTitle: 'Ada Bakes' },
    publishedAt: '2024-03-02T08:00:00Z',
  },
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
  if (searchParams.get('part') !== 'snippet,statistics')
    return error(400, 'missingRequiredParameter', "The request specifies no 'part'.");
  if (pathname === '/youtube/v3/channels')
    return list(
      searchParams.get('forHandle') === '@adabakes' || searchParams.get('id') === channel.id
        ? channel
        : undefined,
    );
  return list(searchParams.get('id') === video.id ? video : undefined);
}

const refusals = [
  [
    () => error(403, 'quotaExceeded', 'The request cannot be completed.'),
    'UPSTREAM_QUOTA_EXHAUSTED',
  ],
  [() => error(403, 'forbidden', 'Not allowed'), 'SERVICE_UNAVAILABLE'],
] as const;

const AD_TOKEN = 'ad token of the tests';
const metaError = (code: number, status = 400) =>
  Response.json({ error: { message: 'refused', type: 'OAuthException', code } }, { status });
const metaAd = (id: string, page_name: string) => ({
  ...{ id, page_name, ad_creative_bodies: ['Baked every morning.'] },
  ...{ ad_creative_link_titles: ['Fresh bread'], publisher_platforms: ['FACEBOOK'] },
  ...{ ad_delivery_start_time: '2025-03-01', ad_delivery_stop_time: '2025-04-01' },
});
const NEXT = { cursors: { after: 'page2' }, next: 'https://graph.facebook.com/next' };

/** `GET /ads_archive`: whose ads mention the words, in pages. */
function answerMeta(request: Request, { pathname, searchParams }: URL): Response {
  if (request.headers.get('Authorization') !== `Bearer ${AD_TOKEN}`) return metaError(190, 401);
  const countries = searchParams.get('ad_reached_countries');
  if (!pathname.endsWith('/ads_archive') || countries !== '["ALL"]') return metaError(100);
  const words = searchParams.get('search_terms') ?? '';
  if (words.startsWith('nothing')) return Response.json({ data: [] });
  if (searchParams.get('after') === 'page2')
    return Response.json({ data: [metaAd('3', 'Example Bakery')], paging: { cursors: {} } });
  const data = [metaAd('1', 'Example Bakery'), metaAd('2', 'Who sells to Example Bakery')];
  return Response.json({ data, paging: NEXT });
}

const adSearch = (company: string | null, keyword: string | null = null) => ({
  ...{ filters: { company, keyword }, query: 'test', limit: 100, cursor: null },
});

/** Meta's own library of ads. */
export const officialMetaVendor: FakeVendor = {
  hosts: ['graph.facebook.com'],
  vars: { META_AD_TOKEN: AD_TOKEN },
  answer: answerMeta,
  onlyAdds: true,
  cases: [
    {
      source: officialMetaAds,
      finds: adSearch('example bakery'),
      fact: {
        rows: [
          {
            id: '1',
            advertiser: 'Example Bakery',
            title: 'Fresh bread',
            startedAt: '2025-03-01T00:00:00.000Z',
            placements: ['facebook'],
          },
        ],
      },
      none: { query: adSearch('nothing of the kind'), fact: null },
      refusals: [
        [() => metaError(613), 'UPSTREAM_QUOTA_EXHAUSTED'],
        [() => metaError(2, 500), 'SERVICE_UNAVAILABLE'],
        [() => metaError(10), 'SERVICE_UNAVAILABLE'],
        [() => metaError(100), 'UPSTREAM_ERROR'],
      ],
      partial: [
        [{ data: [] }, null],
        [{ data: [metaAd('9', 'Somebody else')] }, null],
        [
          {
            data: [
              {
                ...metaAd('1', 'Example Bakery'),
                ad_creative_bodies: ['{{product.brand}}', 'Rye today.'],
                ad_creative_link_titles: ['{{product.name}}'],
              },
            ],
          },
          { rows: [{ text: 'Rye today.', title: null }] },
        ],
      ],
      mutate: 'list',
    },
    {
      source: officialMetaAds,
      finds: adSearch(null, 'bread'),
      fact: { rows: [{ id: '1' }, { id: '2' }] },
    },
  ],
};

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
      fact: {
        ...{ authorHandle: 'adabakes', authorName: 'Ada Bakes', caption: 'How to bake' },
        ...{ likes: 40, views: 900, postedAt: '2024-03-02T08:00:00.000Z' },
      },
      none: {
        query: { platform: 'youtube', id: 'bbbbbbbbbbb', author: null, url: '' },
        fact: null,
      },
      refusals,
    },
  ],
};
