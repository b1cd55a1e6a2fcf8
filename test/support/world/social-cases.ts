import { scrapedAudience } from '../../../src/vendors/scrapecreators/audience.ts';
import { scrapedSocialSearch } from '../../../src/vendors/scrapecreators/search.ts';
import { scrapedPost } from '../../../src/vendors/scrapecreators/social-post.ts';
import { scrapedSocialProfile } from '../../../src/vendors/scrapecreators/social-profile.ts';
import { scrapedTranscript } from '../../../src/vendors/scrapecreators/transcript.ts';
import type { VendorCase } from './fake-vendor.ts';
import { AWEME, CLIP_URL, REEL_URL, TWEET_URL, VIDEO_URL } from './social-replies.ts';

const profile = (platform: string, handle: string) => ({ platform, handle });
const post = (platform: string, url: string) => ({ platform, url, id: '', author: null });
const search = (platform: string, text: string) => ({
  filters: { platform, text },
  query: text,
  limit: 100,
  cursor: null,
});

/** Sources of the vendor that read social platforms. */
export const socialCases = (refusals: VendorCase['refusals']): readonly VendorCase[] => {
  const of = (each: VendorCase): VendorCase => ({ ...each, ...(refusals && { refusals }) });
  return [
    of({
      source: scrapedSocialProfile,
      finds: profile('instagram', 'ada.bakes'),
      fact: {
        state: 'live',
        displayName: 'Ada Bakes',
        followers: 1_000,
        posts: 2,
        business: true,
        engagementRate: 0.02,
      },
      none: { query: profile('instagram', 'nobody'), fact: null },
      partial: [
        [
          { data: { user: { full_name: 'Ada', is_private: true } } },
          { state: 'private', followers: null },
        ],
        [{ account_status: 'age-restricted' }, { state: 'gated' }],
        [{ success: false, message: 'This account is private' }, { state: 'private' }],
        [{ success: false, errorStatus: 404, message: 'Account not found' }, null],
        [{ data: { accountDoesNotExist: true } }, null],
      ],
      mutate: true,
    }),
    {
      source: scrapedSocialProfile,
      finds: profile('facebook', 'adabakes'),
      fact: { business: true },
      partial: [
        [{ name: 'Ada Bakes', category: null }, { business: false }],
        [{ name: 'Ada Bakes' }, { business: null }],
      ],
    },
    {
      source: scrapedSocialProfile,
      finds: profile('youtube', 'adabakes'),
      fact: { posts: 1_234 },
      partial: [
        [{ name: 'Ada Bakes', videoCountText: '1.2K videos' }, { posts: null }],
        [{ name: 'Ada Bakes', videoCountText: '23 Feb 2024, 14:52' }, { posts: null }],
        [{ name: 'Ada Bakes', subscriberCount: 1e300 }, { followers: null }],
      ],
    },
    ...(
      [
        ['tiktok', 'ada.bakes', { state: 'private', posts: 10, engagementRate: 0.4 }],
        ['youtube', 'adabakes', { followers: 1_200, posts: 1_234, verified: null }],
        ['facebook', 'adabakes', { followers: 77, business: true }],
        ['twitter', 'ada', { displayName: 'Ada', followers: 5 }],
        ['snapchat', 'adabakes', { followers: 2_708_400, verified: true }],
        ['truthsocial', 'adabakes', { bio: 'Bread & &lt;cake&gt;.\nFresh\ndaily, by Ada' }],
        ['instagram', 'private.ada', { state: 'private', private: true, displayName: null }],
      ] as const
    ).map(([platform, handle, fact]) => ({
      source: scrapedSocialProfile,
      finds: profile(platform, handle),
      fact,
    })),
    of({
      source: scrapedPost,
      finds: post('youtube', VIDEO_URL),
      fact: {
        authorHandle: 'adabakes',
        likes: 40,
        views: 900,
        comments: 3,
        postedAt: '2024-03-02T16:00:00.000Z',
      },
      none: { query: post('youtube', `${VIDEO_URL}x`), fact: null },
      mutate: true,
    }),
    {
      source: scrapedPost,
      finds: post('twitter', TWEET_URL),
      fact: {
        ...{ authorHandle: 'ada', views: 321, shares: 2, postedAt: '2023-02-23T14:52:10.000Z' },
        caption: 'Bread <3 & AT&T; &amp;',
      },
    },
    {
      source: scrapedPost,
      finds: post('instagram', REEL_URL),
      fact: { authorHandle: 'ada.bakes', views: 555 },
    },
    {
      source: scrapedSocialSearch,
      finds: search('reddit', 'bread'),
      fact: { rows: [{ id: 'b', caption: 'Bread & cake' }] },
    },
    {
      source: scrapedSocialSearch,
      finds: search('youtube', 'bread'),
      fact: { rows: [{ authorHandle: 'adabakes' }] },
      partial: [
        [
          {
            videos: [
              { id: 'aaaaaaaaaaa', channel: { handle: 'channel/UCoRR6OLuIZ2-5VxtnQIaN2w' } },
            ],
          },
          { rows: [{ authorHandle: null }] },
        ],
      ],
    },
    {
      source: scrapedPost,
      finds: post('tiktok', CLIP_URL),
      fact: { authorHandle: 'ada.bakes', postedAt: '2023-11-14T22:13:20.000Z' },
    },
    of({
      source: scrapedTranscript,
      finds: post('youtube', VIDEO_URL),
      fact: { text: 'Good morning today we bake', language: 'English' },
      none: { query: post('twitter', TWEET_URL), fact: null },
      partial: [
        [
          { transcript: [{ text: 'a ', startMs: '0', endMs: '1500' }, { text: 'b' }] },
          {
            text: 'a b',
            segments: [
              { start: 0, end: 1.5, text: 'a', speaker: null },
              { start: null, end: null, text: 'b', speaker: null },
            ],
          },
        ],
      ],
    }),
    {
      source: scrapedTranscript,
      finds: post('tiktok', CLIP_URL),
      fact: { text: 'Good morning today we bake', language: 'en' },
      partial: [[{ success: true, transcriptNotAvailable: true }, null]],
    },
    {
      source: scrapedTranscript,
      finds: post('instagram', REEL_URL),
      fact: { text: 'Good evening' },
    },
    of({
      source: scrapedAudience,
      finds: 'ada.bakes',
      fact: {
        countries: [
          { country: 'Mexico', code: 'MX', count: 83, share: 0.1596 },
          { country: 'Canada', share: 0.8404 },
        ],
      },
      none: { query: 'nobody', fact: null },
    }),
    of({
      source: scrapedSocialSearch,
      finds: search('tiktok', 'bread'),
      fact: { rows: [{ url: CLIP_URL, authorHandle: 'ada.bakes', likes: 90, views: 1_000 }] },
      none: { query: search('reddit', 'nothing'), fact: null },
      // Rows come bare, too.
      partial: [
        [{ search_item_list: [AWEME] }, { rows: [{ url: CLIP_URL, likes: 90 }] }],
        // A page without rows ends nothing while the reply says where the search goes on.
        [
          { search_item_list: [], cursor: 10, has_more: 1 },
          { rows: [], total: null },
        ],
        [{ search_item_list: [], cursor: 10, has_more: 0 }, null],
        [{ search_item_list: [] }, null],
        // The start of the search, not its next page.
        [{ search_item_list: [], cursor: 0 }, null],
        [{ search_item_list: [AWEME], cursor: '0' }, { nextCursor: null }],
      ],
    }),
    {
      source: scrapedSocialSearch,
      finds: search('youtube', 'bread'),
      fact: { rows: [{ url: VIDEO_URL, postedAt: '2 years ago', views: 900 }], nextCursor: null },
    },
  ];
};
