import {
  scrapedLinkedinCompany,
  scrapedLinkedinProfile,
} from '../../../../src/vendors/scrapecreators/linkedin.ts';
import { scrapedWebSearch } from '../../../../src/vendors/scrapecreators/search.ts';
import type { FakeVendor } from '../fake-vendor.ts';
import { MORE_CASES, MORE_PAGES } from '../scrapecreators-pages.ts';
import { inUnitedStates } from '../search-query.ts';
import { socialCases } from '../social-cases.ts';
import { SOCIAL_REPLIES } from '../social-replies.ts';

const KEY = 'scrapecreators key of the tests';

const billed = { success: true, credits_remaining: 1_000, credits_charged: 1 };

const company = {
  name: 'Example Company',
  description: 'We make examples.',
  employeeCount: 120,
  website: 'https://company.example',
  industry: 'Software Development',
  size: '51-200 employees',
  founded: 2006,
  headquarters: 'Ottawa, ON',
  type: 'Privately Held',
  specialties: ['examples', 'samples'],
  funding: {
    numberOfRounds: 3,
    lastRound: { type: 'Series B', date: '2021-05-01', amount: '$9M' },
  },
};
const profile = {
  name: 'Ada Example',
  location: 'Berkeley, California',
  followers: 512,
  about: '*** ****',
  experience: [
    { name: '******', url: null, location: null, member: { startDate: '2024', endDate: null } },
    { name: 'Example Company', location: 'Ottawa', member: { startDate: '2022-03' } },
    { name: 'Before Inc', member: { startDate: '2018', endDate: '2022' } },
  ],
  education: [{ name: 'Example University', member: { startDate: '2010', endDate: '2014' } }],
};

/** Replies by path and the query that names the page. */
const PAGES = new Map<string, object>([
  ...MORE_PAGES,
  ...SOCIAL_REPLIES,
  [
    '/v1/google/search example domain',
    {
      results: [
        { url: 'https://example.com/', title: 'Example Domain', description: 'text' },
        { url: 'https://www.example.org/', title: 'Example' },
      ],
    },
  ],
  ['/v1/google/search nothing of the kind', { results: [] }],
  ['/v1/linkedin/company https://www.linkedin.com/company/example-company', company],
  ['/v1/linkedin/profile https://www.linkedin.com/in/ada-example', profile],
  [
    '/v1/linkedin/profile https://www.linkedin.com/in/private-example',
    { account_status: 'private' },
  ],
]);

const notFound = () =>
  Response.json(
    { success: true, credits_remaining: 1_000, data: { accountDoesNotExist: true } },
    { status: 404 },
  );

/** Parameters that name what is asked for, by path; the first that fits. */
const NAMING: readonly (readonly [path: RegExp, ...names: string[]])[] = [
  [/^\/v1\/(?:facebook|linkedin)\/profile$/, 'url'],
  [/^\/v1\/youtube\/channel$/, 'handle', 'channelId', 'url'],
  [/\/(?:profile|audience)$/, 'handle'],
  [/^\/v1\/facebook\/adLibrary\/company\/ads$/, 'pageId'],
  [/^\/v1\/google\/company\/ads$/, 'domain'],
  [/^\/v1\/linkedin\/ads\/search$/, 'company', 'keyword'],
  [/\/search(?:\/\w+)?$/, 'query'],
  [/./, 'url'],
];

function namedBy(pathname: string, asked: URLSearchParams): string | null {
  const [, ...names] = NAMING.find(([path]) => path.test(pathname)) ?? [];
  return names.map((name) => asked.get(name)).find((value) => value !== null) ?? null;
}

/** Every path: a missing key is an error of the vendor's own, a wrong one 401. */
function answer(request: Request, { pathname, searchParams }: URL): Response {
  const key = request.headers.get('x-api-key');
  if (key === null) return Response.json({ success: false, error: 'internal' }, { status: 500 });
  if (key !== KEY)
    return Response.json({ success: false, message: 'Invalid API key' }, { status: 401 });
  const asked = namedBy(pathname, searchParams);
  if (asked === null)
    return Response.json({ success: false, error: 'missing_parameter' }, { status: 400 });
  if (asked?.endsWith('/gated-example'))
    return Response.json(
      { success: false, error: 'forbidden', errorStatus: 403, message: 'Sign in to see this page' },
      { status: 403 },
    );
  const found = PAGES.get(`${pathname} ${asked}`);
  return found ? Response.json({ ...billed, ...found }) : notFound();
}

const say = (status: number, body: object) => () => Response.json(body, { status });
const refusals = [
  [say(402, { success: false, message: 'Out of credits' }), 'UPSTREAM_QUOTA_EXHAUSTED'],
  [say(200, { success: false, message: 'Not enough credits' }), 'UPSTREAM_QUOTA_EXHAUSTED'],
  [say(200, { success: false, message: 'Something else' }), 'SERVICE_UNAVAILABLE'],
  [say(500, { success: false, error: 'internal' }), 'SERVICE_UNAVAILABLE'],
  [say(403, { success: false, message: 'Your API key is disabled' }), 'SERVICE_UNAVAILABLE'],
  [say(403, {}), 'SERVICE_UNAVAILABLE'],
  [say(404, { message: 'Route GET /v1/linkedin/profiles not found' }), 'SERVICE_UNAVAILABLE'],
  [
    () => new Response('<html>', { status: 404, headers: { 'Content-Type': 'text/html' } }),
    'SERVICE_UNAVAILABLE',
  ],
] as const;

export const scrapeCreatorsVendor: FakeVendor = {
  hosts: ['api.scrapecreators.com'],
  vars: { SCRAPECREATORS_KEY: KEY },
  answer,
  cases: [
    {
      source: scrapedWebSearch,
      finds: inUnitedStates('example domain'),
      fact: {
        organic: [
          { position: 1, title: 'Example Domain', link: 'https://example.com/', snippet: 'text' },
          { position: 2, title: 'Example', link: 'https://www.example.org/' },
        ],
      },
      none: { query: inUnitedStates('nothing of the kind'), fact: { organic: [] } },
      refusals,
      partial: [[{ success: true, results: [{ url: 4 }, { title: 'x' }] }, { organic: [] }]],
      mutate: true,
    },
    {
      source: scrapedLinkedinCompany,
      finds: 'example-company',
      fact: {
        name: { value: 'Example Company', source: 'scrapecreators', asOf: null },
        size: { value: '51-200 employees' },
        founded: { value: 2006 },
        employeesOnPlatform: { value: 120 },
        fundingRounds: { value: 3 },
        lastRoundDate: { value: '2021-05-01' },
        ipoStatus: { value: 'private' },
        networkUrl: { value: 'https://www.linkedin.com/company/example-company' },
      },
      none: { query: 'nobody-at-all', fact: null },
      refusals,
      partial: [
        [
          {
            name: 'Bare',
            founded: 'long ago',
            specialties: 'one',
            funding: [],
            type: 'Public Company',
          },
          { name: { value: 'Bare' }, ipoStatus: { value: 'public' } },
        ],
        [
          { name: 'Bare', specialties: ['and so on', 'Retail', 'and Shipping'] },
          { specialties: { value: ['and so on', 'Retail', 'Shipping'] } },
        ],
      ],
      mutate: true,
    },
    {
      source: scrapedLinkedinProfile,
      finds: 'ada-example',
      fact: {
        name: 'Ada Example',
        title: null,
        company: 'Example Company',
        followers: 512,
        about: null,
        roles: [{ company: 'Example Company', endedAt: null }, { company: 'Before Inc' }],
        education: [{ school: 'Example University', endedAt: '2014' }],
      },
      none: { query: 'private-example', fact: null },
      refusals,
      partial: [
        [
          { name: 'Ada', experience: {}, followers: '12' },
          { followers: 12, roles: [] },
        ],
        // Years come as numbers: a role that has ended is not the present one.
        [
          {
            name: 'Ada',
            experience: [
              { name: 'Before Inc', member: { startDate: 2018, endDate: 2022 } },
              { name: 'Example Company', member: { startDate: 2022 } },
            ],
          },
          { company: 'Example Company', roles: [{ startedAt: '2018', endedAt: '2022' }, {}] },
        ],
        [{ success: false, message: 'This profile is private or not publicly available' }, null],
        [{ success: true, message: 'This profile is not publicly available' }, null],
      ],
      mutate: true,
    },
    ...MORE_CASES,
    ...socialCases(refusals),
  ],
};
