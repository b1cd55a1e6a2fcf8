import {
  dataForSeoLinks,
  dataForSeoPage,
  dataForSeoTraffic,
} from '../../../src/vendors/dataforseo/domain-metrics.ts';
import { dataForSeoKeyword } from '../../../src/vendors/dataforseo/keyword.ts';
import { dataForSeoSearch } from '../../../src/vendors/dataforseo/search-results.ts';
import type { VendorCase } from './fake-vendor.ts';
import { inUnitedStates } from './search-query.ts';

const links = {
  target: 'dataforseo.example',
  rank: 55,
  backlinks: 1_200,
  backlinks_spam_score: 12,
  referring_domains: 300,
  referring_main_domains: 280,
  referring_ips: 250,
  referring_subnets: 200,
  broken_backlinks: 4,
  referring_pages_nofollow: 70,
  first_seen: '2019-11-15 12:57:46 +00:00',
  referring_links_tld: { org: 4, com: 900, '': 3 },
  referring_links_types: { image: 40, anchor: 1_100 },
  referring_links_countries: { DE: 1, US: 50 },
};

const page = [
  { type: 'paid', rank_group: 1, title: 'An advertisement', url: 'https://ads.example/' },
  { type: 'organic', rank_group: 2, title: 'Second', url: 'https://second.example/' },
  { type: 'organic', rank_group: 1, title: 'First', url: 'https://first.example/' },
  { type: 'people_also_ask', items: [{ title: 'What is first?' }, { title: 4 }] },
  { type: 'related_searches', items: ['first example', 7] },
  { type: 'local_pack', title: 'A shop', items: null },
];

/** Results by path and what the task asks. */
export const SEO_RESULTS: readonly (readonly [string, object])[] = [
  ['/v3/backlinks/summary/live dataforseo.example', links],
  ['/v3/backlinks/summary/live unlinked.example', { rank: 0, backlinks: 0, referring_domains: 0 }],
  ['/v3/backlinks/summary/live https://dataforseo.example/', { ...links, rank: 41 }],
  [
    '/v3/dataforseo_labs/google/domain_rank_overview/live dataforseo.example',
    {
      items: [
        {
          metrics: {
            organic: { pos_1: 3, etv: 900.4, count: 80, estimated_paid_traffic_cost: 1_234.5 },
            paid: { etv: 100, count: 3 },
          },
        },
      ],
    },
  ],
  ['/v3/dataforseo_labs/google/domain_rank_overview/live unlinked.example', { items: null }],
  [
    '/v3/dataforseo_labs/google/keyword_overview/live bakery',
    {
      items: [
        {
          keyword_info: {
            search_volume: 320,
            cpc: 0.4,
            search_volume_trend: { monthly: 0, quarterly: 22, yearly: -3 },
          },
          keyword_properties: { keyword_difficulty: 11 },
          search_intent_info: { main_intent: 'navigational' },
          serp_info: { serp_item_types: ['organic', 'paid', 'local_pack'] },
        },
      ],
    },
  ],
  ['/v3/serp/google/organic/live/advanced first', { items: page }],
  ['/v3/serp/google/organic/live/advanced nothing', { items: [] }],
];

const reply = (result: object) => ({
  status_code: 20_000,
  tasks: [{ status_code: 20_000, result: [result] }],
});

const none = { query: 'unlinked.example', fact: null };

/** What each source makes of them; the refusals are those of every source of the vendor. */
export const SEO_CASES: readonly VendorCase[] = [
  {
    source: dataForSeoLinks,
    finds: 'dataforseo.example',
    fact: {
      authorityScore: 55,
      domainStrength: 34,
      trustScore: 88,
      totalBacklinks: 1_200,
      referringDomains: 300,
      referringMainDomains: 280,
      spamScore: 12,
      nofollowBacklinks: 70,
      brokenBacklinks: 4,
      firstSeen: '2019-11-15',
      topTlds: ['com', 'org'],
      topCountries: ['US', 'DE'],
      linkTypes: [
        { type: 'anchor', links: 1_100 },
        { type: 'image', links: 40 },
      ],
    },
    none,
    partial: [
      [
        reply({ rank: 5, backlinks: 'many', referring_links_tld: [], first_seen: 4 }),
        { authorityScore: 5, totalBacklinks: null, topTlds: [], firstSeen: null, trustScore: null },
      ],
    ],
    mutate: 'list',
  },
  {
    source: dataForSeoPage,
    finds: 'dataforseo.example',
    fact: { pageAuthority: 41, authorityScore: null },
    none: { query: 'nobody.example', fact: null },
  },
  {
    source: dataForSeoTraffic,
    finds: 'dataforseo.example',
    fact: {
      organicTraffic: 900,
      organicKeywords: 80,
      organicTrafficValueUsd: 1_234.5,
      runsPaidAds: true,
      paidKeywords: 3,
      paidTraffic: 100,
      paidShare: 0.1,
    },
    none,
    partial: [
      [
        reply({ items: [{ metrics: { organic: 'none', paid: { count: 3 } } }] }),
        { organicTraffic: null, runsPaidAds: true, paidShare: null },
      ],
    ],
    mutate: 'list',
  },
  {
    source: dataForSeoKeyword,
    finds: { country: 'US', keyword: 'bakery' },
    fact: {
      searchVolume: 320,
      cpcUsd: 0.4,
      difficulty: 11,
      intent: 'navigational',
      trendChange: 0.22,
      serpFeatures: ['ads', 'local_pack'],
    },
    none: { query: { country: 'US', keyword: 'nobody' }, fact: null },
    partial: [
      [
        reply({ items: [{ keyword_info: { search_volume: -4 }, serp_info: 'no' }] }),
        { searchVolume: null, difficulty: null, serpFeatures: null },
      ],
    ],
    mutate: 'list',
  },
  {
    source: dataForSeoSearch,
    finds: inUnitedStates('first'),
    fact: {
      organic: [
        { position: 1, title: 'First', link: 'https://first.example/' },
        { position: 2, title: 'Second', link: 'https://second.example/' },
      ],
      peopleAlsoAsk: ['What is first?'],
      relatedSearches: ['first example'],
    },
    none: { query: inUnitedStates('nothing'), fact: { organic: [] } },
    partial: [
      [
        reply({
          items: [{}, { type: 'organic', title: 'First', url: 'https://first.example/' }],
        }),
        { organic: [{ position: 1, title: 'First' }], relatedSearches: [] },
      ],
    ],
    mutate: true,
  },
];
