import {
  scrapedGoogleAds,
  scrapedLinkedinAds,
  scrapedMetaAds,
  scrapedTiktokAds,
} from '../../../src/vendors/scrapecreators/ad-libraries.ts';
import { scrapedLinkPage } from '../../../src/vendors/scrapecreators/link-page.ts';
import type { VendorCase } from './fake-vendor.ts';

const metaAd = {
  ad_archive_id: '4711',
  page_name: 'Example Company',
  is_active: true,
  start_date: 1_767_225_600,
  end_date: null,
  publisher_platform: ['FACEBOOK', 'INSTAGRAM'],
  snapshot: {
    title: 'Sale',
    body: { text: 'All examples &amp; more' },
    link_url: 'https://example.com/',
    display_format: 'IMAGE',
  },
};

const search = (company: string | null, keyword: string | null = null) => ({
  filters: { company, keyword },
  query: 'test',
  limit: 100,
  cursor: null,
});

/** Replies of the vendor about pages of links and ads, by path and what is asked. */
export const MORE_PAGES = new Map<string, object>([
  [
    '/v1/linktree https://linktr.ee/example',
    {
      username: 'example',
      description: 'Bread and cakes',
      email_address: 'Hello@Company.example',
      links: [
        { title: 'Shop', url: 'https://shop.example.org/' },
        { title: null, url: 'https://www.instagram.com/example_bakery' },
        { title: 'Own', url: 'https://linktr.ee/other' },
      ],
    },
  ],
  [
    '/v1/linkme https://link.me/example',
    {
      profile: {
        username: 'example',
        bio: 'Bread',
        webLinks: [{ title: 'Shop', links: [{ linkValue: 'https://shop.example.org/' }] }],
      },
    },
  ],
  [
    '/v1/facebook/adLibrary/search/companies example company',
    {
      searchResults: [
        { page_id: '1', name: 'Example Holding' },
        { page_id: '2', name: 'Example Company', verification: 'BLUE_VERIFIED' },
      ],
    },
  ],
  [
    '/v1/facebook/adLibrary/search/companies veldora',
    {
      searchResults: [
        { page_id: '1', name: 'Veldora', verification: 'NOT_VERIFIED', page_alias: 'veldoraband' },
        {
          page_id: '2',
          name: 'VLD Air Lines',
          verification: 'BLUE_VERIFIED',
          ig_username: 'veldora',
        },
      ],
    },
  ],
  ['/v1/facebook/adLibrary/company/ads 2', { results: [metaAd], cursor: 'more' }],
  ['/v1/facebook/adLibrary/search/ads shoes', { searchResults: [metaAd], cursor: null }],
  [
    '/v1/google/company/ads example.com',
    {
      ads: [
        {
          creativeId: 'CR1',
          advertiserName: 'Example Company',
          format: 'TEXT',
          adUrl: 'https://ads.example.org/CR1',
          firstShown: '2026-01-01',
          lastShown: '2026-02-01T00:00:00.000Z',
        },
      ],
      number_of_ads_estimate: 40,
    },
  ],
  [
    '/v1/tiktok/ad-library/search example company',
    {
      ads: [
        {
          id: 12,
          url: 'https://ads.example.org/12',
          name: 'Example Company',
          first_shown_date: 1_767_225_600_000,
          last_shown_date: 'soon',
        },
      ],
      total: 1,
    },
  ],
  [
    '/v1/linkedin/ads/search example company',
    {
      ads: [
        {
          id: '9',
          headline: 'Join us',
          description: 'We hire',
          adType: 'IMAGE',
          advertiser: 'Example Company',
          destinationUrl: 'https://example.com/jobs',
          startDate: '2026-01-01',
          endDate: null,
        },
      ],
      totalAds: 1,
      paginationToken: 'next',
    },
  ],
]);

/** The sources that read them. */
export const MORE_CASES: readonly VendorCase[] = [
  {
    source: scrapedLinkPage,
    finds: 'https://linktr.ee/example',
    fact: {
      page: {
        platform: 'linktree',
        username: 'example',
        bio: 'Bread and cakes',
        links: [{ title: 'Shop', url: 'https://shop.example.org/' }],
        socials: { instagram: 'https://www.instagram.com/example_bakery' },
        emails: ['hello@company.example'],
      },
    },
    none: { query: 'https://linktr.ee/nobody', fact: null },
    partial: [
      [
        {
          profile: {
            username: 4,
            webLinks: [{ title: 'A', links: [{ linkValue: 'https://a.test/' }] }],
          },
        },
        { page: { links: [{ title: 'A', url: 'https://a.test/' }] } },
      ],
      [
        { handle: '@example', links: [{ text: 'Shop', url: 'https://a.test/' }] },
        { page: { username: 'example', links: [{ title: 'Shop', url: 'https://a.test/' }] } },
      ],
      // Accounts, pictures and addresses as the vendor's reference has them.
      [
        {
          ...{ id: 15_278_008, username: 'example', timezone: 'America/New_York' },
          ...{ description: null, website: null, whatsapp: '', snapchat: null },
          profilePictureUrl: 'https://ugc.example.org/picture.jpg',
          links: [{ id: 1, type: 'SPOTIFY_ALBUM', title: 'Shop', url: 'https://a.test/' }],
          instagram: 'https://instagram.com/example_bakery',
          youtube: 'https://www.youtube.com/@example_bakery',
          email_address: 'hello@company.example',
        },
        {
          page: {
            avatarUrl: 'https://ugc.example.org/picture.jpg',
            links: [{ title: 'Shop', url: 'https://a.test/' }],
            socials: {
              instagram: 'https://www.instagram.com/example_bakery',
              youtube: 'https://www.youtube.com/@example_bakery',
            },
            emails: ['hello@company.example'],
          },
        },
      ],
      [
        {
          profile: {
            infoLinks: [{ title: 'Email', links: [{ linkValue: 'ada@company.example' }] }],
            webLinks: [{ title: 'A', links: [{ linkValue: 'https://a.test/' }] }],
          },
        },
        { page: { emails: ['ada@company.example'] } },
      ],
      [{ links: [] }, null],
      [{ links: [{ title: 'Shops', url: null }] }, null],
      [{ account_status: 'private' }, null],
    ],
    mutate: 'list',
  },
  {
    source: scrapedMetaAds,
    finds: search('example company'),
    fact: {
      total: null,
      rows: [
        {
          id: '4711',
          advertiser: 'Example Company',
          title: 'Sale',
          text: 'All examples & more',
          format: 'image',
          snapshotUrl: 'https://www.facebook.com/ads/library/?id=4711',
          startedAt: '2026-01-01T00:00:00.000Z',
          endedAt: null,
          active: true,
          placements: ['facebook', 'instagram'],
        },
      ],
    },
    none: { query: search('nobody at all'), fact: null },
  },
  {
    source: scrapedMetaAds,
    finds: search(null, 'shoes'),
    fact: { nextCursor: null, rows: [{ id: '4711' }] },
    none: { query: search(null, 'nothing'), fact: null },
    partial: [
      [
        { searchResults: [{ ad_archive_id: 5, snapshot: 'x' }, { page_name: 'no id' }] },
        { rows: [{ id: '5', title: null, placements: [] }] },
      ],
      [{ searchResults: [] }, null],
      [{ searchResults: [metaAd], searchResultsCount: 2450 }, { total: 2450 }],
      // An ad made from a catalogue has the names of its fields for words, and words on its cards.
      [
        {
          searchResults: [
            {
              ...metaAd,
              snapshot: {
                title: '{{product.name}}',
                body: { text: '{{product.brand}}' },
                link_url: null,
                cards: [{ title: 'Maps', body: 'Made for you', link_url: 'https://maps.example/' }],
              },
            },
            { ...metaAd, snapshot: { title: ' {{product.name}} ', body: { text: 'Now {{x}}' } } },
          ],
        },
        {
          rows: [
            { title: 'Maps', text: 'Made for you', destinationUrl: 'https://maps.example/' },
            { title: null, text: 'Now {{x}}' },
          ],
        },
      ],
    ],
    mutate: 'list',
  },
  {
    source: scrapedGoogleAds,
    finds: search('example.com'),
    fact: {
      total: 40,
      rows: [
        {
          id: 'CR1',
          format: 'text',
          startedAt: '2026-01-01T00:00:00.000Z',
          endedAt: '2026-02-01T00:00:00.000Z',
          active: null,
        },
      ],
    },
    none: { query: search('nobody.example.org'), fact: null },
    partial: [
      // Without details, an ad is no more than its ids.
      [
        { ads: [{ advertiserId: 'AR01614014350098432001', creativeId: 'CR08567627846124568577' }] },
        {
          rows: [
            {
              snapshotUrl:
                'https://adstransparency.google.com/advertiser/AR01614014350098432001/creative/CR08567627846124568577',
            },
          ],
        },
      ],
      [{ ads: [{ advertiserId: 'x', creativeId: 'CR1' }] }, { rows: [{ snapshotUrl: null }] }],
    ],
    mutate: 'list',
  },
  {
    source: scrapedTiktokAds,
    finds: search('example company'),
    fact: { rows: [{ id: '12', startedAt: '2026-01-01T00:00:00.000Z', endedAt: null }] },
    none: { query: search('nobody at all'), fact: null },
    partial: [
      [
        { ads: [{ id: 1, name: 'Example Company' }], has_more: false, cursor: 'last' },
        { nextCursor: null },
      ],
      [
        { ads: [{ id: 1, name: 'Example Company' }], has_more: true, cursor: 'next' },
        { rows: [{ id: '1' }] },
      ],
    ],
    mutate: 'list',
  },
  {
    source: scrapedLinkedinAds,
    finds: search('example company'),
    fact: { rows: [{ id: '9', title: 'Join us' }] },
    none: { query: search('nobody at all'), fact: null },
    partial: [
      [
        {
          ads: [{ id: '9', advertiser: 'Example Company' }],
          ...{ paginationToken: '756412693-1754569518292', isLastPage: true },
        },
        { nextCursor: null },
      ],
    ],
    mutate: 'list',
  },
];
