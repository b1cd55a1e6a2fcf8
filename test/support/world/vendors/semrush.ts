import { semrushAudience } from '../../../../src/vendors/semrush/audience.ts';
import {
  semrushLinks,
  semrushPage,
  semrushTraffic,
} from '../../../../src/vendors/semrush/domain-metrics.ts';
import { semrushFeatures, semrushKeyword } from '../../../../src/vendors/semrush/keyword.ts';
import type { FakeVendor } from '../fake-vendor.ts';

const KEY = 'semrush key of the tests';

const LINKS = 'ascore;total;domains_num;ips_num;ipclassc_num;nofollows_num';

const RANK =
  'Domain;Rank;Organic Keywords;Organic Traffic;Organic Cost;Adwords Keywords;Adwords Traffic;Adwords Cost';
const SUMMARY =
  'target;rank;visits;users;pages_per_visit;time_on_site;bounce_rate;direct;referral;social;search;paid;mail';

/** Reports by what they are, and of what. */
const REPORTS = new Map([
  [
    'domain_rank semrush.example',
    `${RANK}\r\nsemrush.example;1200;8000;150000;90000.5;20;50000;700\r\n`,
  ],
  ['domain_rank ads.example', `${RANK}\r\nads.example;0;0;0;0;3;12;5\r\n`],
  ['domain_rank zeros.example', `${RANK}\r\nzeros.example;0;0;0;0;0;0;0\r\n`],
  ['backlinks_overview semrush.example', `${LINKS}\n55;9000;300;250;200;1500\n`],
  ['backlinks_overview unlinked.example', `${LINKS}\n0;0;0;0;0;0\n`],
  ['backlinks_overview https://zeros.example/', `${LINKS}\n0;0;0;0;0;0\n`],
  ['backlinks_overview https://semrush.example/', `${LINKS}\n48;400;90;80;70;10\n`],
  [
    'phrase_this seo',
    'Keyword;Search Volume;CPC;Competition;Number of Results;Trends;Intents;Keyword Difficulty Index\nseo;110000;14.82;0.5;678000000;0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.8,0.8,0.8;1,0;77.6\n',
  ],
  ['phrase_organic seo', 'Domain;SERP Features by Keyword\nexample.com;52,21,999\n'],
  [
    'summary semrush.example',
    `${SUMMARY}\nsemrush.example;21400;482000;310500;3.4;212;0.41;1;2;3;4;5;\n`,
  ],
  ['summary silent.example', `${SUMMARY}\nsilent.example;n/a;n/a;n/a;;;;;;;;;\n`],
  ['summary zeros.example', `${SUMMARY}\nzeros.example;0;0;0;0;0;0;0;0;0;0;0;0\n`],
  ['summary unranked.example', `${SUMMARY}\nunranked.example;0;5;;;;;;;;;;\n`],
  ['geo silent.example', 'geo;traffic;traffic_share;users\nde;n/a;n/a;n/a\n'],
  [
    'geo semrush.example',
    'geo;traffic;traffic_share;users\nus;284000;0.589;180000\ngb;61000;0.127;\n',
  ],
  [
    'age_and_sex_distribution semrush.example',
    'age;female_users;male_users;female_share;male_share\n25-34;528;589;0.17;0.19\n',
  ],
  ['income_distribution semrush.example', 'income_type;users;users_share\nmiddle;161400;0.52\n'],
  [
    'sources semrush.example',
    'from_target;channel;traffic_type;traffic;traffic_share\n"a;b.example";search;organic;210000;0.436\n',
  ],
  ['destinations semrush.example', 'to_target;traffic;traffic_share\nbakery.example;4100;0.009\n'],
]);

const say = (text: string) => new Response(text, { headers: { 'Content-Type': 'text/plain' } });
const error = (text: string) => () => say(`ERROR ${text}\n`);

/** Path of a report, and what it needs besides the key: of what it is first. */
const PARAMETERS = new Map([
  ['domain_rank', ['/', 'domain', 'database', 'export_columns']],
  ['phrase_this', ['/', 'phrase', 'database', 'export_columns']],
  ['phrase_organic', ['/', 'phrase', 'database', 'export_columns']],
  ['backlinks_overview', ['/analytics/v1/', 'target', 'target_type', 'export_columns']],
]);

/** Every refusal is text behind HTTP 200. */
function answer(_: Request, { pathname, searchParams: asked }: URL): Response {
  if (asked.get('key') !== KEY) return say('ERROR 120 :: WRONG KEY - ID PAIR');
  const trend = /^\/analytics\/ta\/api\/v3\/(\w+)$/.exec(pathname)?.[1];
  const what = trend ?? asked.get('type') ?? '';
  const [place, ...needs] = trend
    ? [pathname, trend === 'summary' ? 'targets' : 'target']
    : (PARAMETERS.get(what) ?? ['']);
  if (place !== pathname) return say('ERROR 40 :: MANDATORY PARAMETER "action" NOT SET OR EMPTY');
  const missing = needs.find((name) => !asked.get(name));
  if (missing) return say(`ERROR 41 :: MANDATORY PARAMETER "${missing}" NOT SET OR EMPTY`);
  if (trend && !/^\d{4}-\d\d-01$/.test(asked.get('display_date') ?? ''))
    return say('ERROR 43 :: INVALID PARAMETER "display_date"');
  return say(REPORTS.get(`${what} ${asked.get(needs[0] ?? '')}`) ?? 'ERROR 50 :: NOTHING FOUND');
}

const refusals = [
  [error('132 :: API UNITS BALANCE IS ZERO'), 'UPSTREAM_QUOTA_EXHAUSTED'],
  [error('131 :: LIMIT EXCEEDED'), 'UPSTREAM_QUOTA_EXHAUSTED'],
  [error('429 :: TOO MANY REQUESTS'), 'UPSTREAM_QUOTA_EXHAUSTED'],
  [error('130 :: API DISABLED'), 'SERVICE_UNAVAILABLE'],
  [error('402 :: PAYMENT'), 'SERVICE_UNAVAILABLE'],
  [error('500 :: INTERNAL'), 'SERVICE_UNAVAILABLE'],
  [error('41 :: MANDATORY PARAMETER NOT SET'), 'UPSTREAM_ERROR'],
] as const;

/** A report that ends within its last line. */
const cutShort = (report: string) => [() => say(report), 'SERVICE_UNAVAILABLE'] as const;

const none = { query: 'nobody.example', fact: null };
const audience = (report: string, ...rows: readonly object[]) => ({
  source: semrushAudience,
  finds: { domain: 'semrush.example', report },
  fact: { rows },
  none: { query: { domain: 'nobody.example', report }, fact: null },
  refusals: [
    ...refusals,
    ...(report === 'geo' ? [cutShort('geo;traffic;traffic_share;users\nus;2;0.5;1\ngb;61')] : []),
  ],
});

export const semrushVendor: FakeVendor = {
  hosts: ['api.semrush.com'],
  vars: { SEMRUSH_KEY: KEY },
  answer,
  cases: [
    {
      source: semrushTraffic,
      finds: 'semrush.example',
      fact: {
        searchRank: 1_200,
        organicKeywords: 8_000,
        organicTraffic: 150_000,
        organicTrafficValueUsd: 90_000.5,
        runsPaidAds: true,
        paidKeywords: 20,
        paidTraffic: 50_000,
        paidShare: 0.25,
        authorityScore: null,
      },
      none,
      refusals: [...refusals, cutShort(`${RANK}\r\nsemrush.example;1200;8000;15`)],
      partial: [
        [
          'Rank;Organic Keywords;Organic Traffic\n;n/a;12\n',
          { searchRank: null, organicKeywords: null, organicTraffic: 12, runsPaidAds: null },
        ],
      ],
    },
    {
      source: semrushLinks,
      finds: 'semrush.example',
      fact: {
        authorityScore: 55,
        domainStrength: 35,
        totalBacklinks: 9_000,
        referringDomains: 300,
        referringIps: 250,
        referringSubnets: 200,
        nofollowBacklinks: 1_500,
        trustScore: null,
      },
      none: { query: 'unlinked.example', fact: null },
      refusals: [...refusals, cutShort(`${LINKS}\n55;90`)],
      partial: [[`${LINKS}\n;9;;;;\n`, { authorityScore: null, totalBacklinks: 9 }]],
    },
    {
      source: semrushPage,
      finds: 'semrush.example',
      fact: { pageAuthority: 48, authorityScore: null },
      none,
      refusals,
    },
    {
      source: semrushKeyword,
      finds: { country: 'US', keyword: 'seo' },
      fact: {
        searchVolume: 110_000,
        cpcUsd: 14.82,
        difficulty: 78,
        intent: 'informational',
        trendChange: 0.6,
      },
      none: { query: { country: 'US', keyword: 'nobody' }, fact: null },
      refusals: [...refusals, cutShort('"Keyword";"Search Volume"\n"seo";"12')],
      partial: [
        [
          'Keyword;Search Volume\nseo;12\n',
          { searchVolume: 12, cpcUsd: null, intent: null, trendChange: null },
        ],
        ['Keyword;Search Volume\n12" tv;12\n', { searchVolume: 12 }],
        // Columns have had two names, in both reports.
        [
          '"Keyword";"Search Volume";"Intent"\n"seo";"12";"3,1"\n',
          { searchVolume: 12, intent: 'transactional' },
        ],
      ],
    },
    {
      source: semrushFeatures,
      finds: { country: 'US', keyword: 'seo' },
      fact: ['ai_overview', 'people_also_ask'],
      none: { query: { country: 'US', keyword: 'nobody' }, fact: null },
      refusals,
      partial: [
        ['"Domain";"Keywords SERP Features"\n"a";"11,52"\n', ['featured_snippet', 'ai_overview']],
      ],
    },
    audience('summary', { target: 'semrush.example', visits: 482_000, mail: null }),
    audience('geo', { geo: 'us', traffic: 284_000, users: 180_000 }, { geo: 'gb', users: null }),
    audience('age_sex', { age: '25-34', female_users: 528, male_share: 0.19 }),
    audience('income', { income_type: 'middle', users: 161_400 }),
    audience('sources', { from_target: 'a;b.example', channel: 'search', traffic_share: 0.436 }),
    audience('destinations', { to_target: 'bakery.example', traffic: 4_100 }),
  ],
};
