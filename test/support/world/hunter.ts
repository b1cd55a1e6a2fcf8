import { hunterEmail } from '../../../src/sources/hunter/email-finder.ts';
import type { FakeVendor } from './vendors.ts';

const KEY = 'hunter key of the tests';

const ada = {
  first_name: 'Ada',
  last_name: 'Example',
  email: 'ada@example.com',
  score: 99,
  domain: 'example.com',
  accept_all: false,
  position: 'CEO',
  linkedin_url: 'https://linkedin.com/in/ada',
  company: 'Example',
  sources: [],
  verification: { date: '2026-04-12', status: 'valid' },
};
const nobody = { ...ada, email: null, score: null, verification: { date: null, status: null } };

const error = (status: number, id: string) =>
  Response.json({ errors: [{ id, code: status, details: 'in words' }] }, { status });

/** People by vanity name, or by domain and folded name. */
const PEOPLE = new Map<string, object>([
  ['ada', ada],
  ['example.com ada example', ada],
]);

/** How often a search that takes long was asked for; it is ready the second time. */
const asked = new Map<string, number>();

function slow(name: string): Response {
  const times = (asked.get(name) ?? 0) + 1;
  asked.set(name, times);
  return times % 2 === 1 ? Response.json({ data: null }, { status: 202 }) : found(ada);
}

const found = (data: object) => Response.json({ data, meta: { params: {} } });

function findEmail(query: URLSearchParams): Response {
  const seconds = Number(query.get('max_duration') ?? 10);
  if (seconds < 3 || seconds > 20) return error(400, 'invalid_max_duration');
  const handle = query.get('linkedin_handle');
  const words = [query.get('domain'), query.get('first_name'), query.get('last_name')];
  if (handle === null && words.some((word) => !word)) return error(400, 'wrong_params');
  const name = handle ?? words.join(' ').toLowerCase();
  if (name === 'slow') return slow(name);
  if (name === 'unlisted') return error(451, 'claimed_email');
  return found(PEOPLE.get(name) ?? nobody);
}

/** API v2, its key demanded in the header. */
function answer(request: Request, { pathname, searchParams }: URL): Response {
  if (request.headers.get('X-API-KEY') !== KEY) return error(401, 'authentication_failed');
  if (pathname === '/v2/email-finder') return findEmail(searchParams);
  return error(404, 'not_found');
}

const refusals = [
  [() => error(429, 'too_many_requests'), 'UPSTREAM_QUOTA_EXHAUSTED'],
  [() => error(402, 'usage_exceeded'), 'UPSTREAM_QUOTA_EXHAUSTED'],
  [() => error(403, 'forbidden'), 'SERVICE_UNAVAILABLE'],
  [() => error(400, 'invalid_domain'), 'UPSTREAM_ERROR'],
  [() => Response.json({ data: { email: 'no address' } }), 'UPSTREAM_ERROR'],
] as const;

const known = {
  fullName: 'Ada Example',
  title: 'CEO',
  company: { name: 'Example', domain: 'example.com' },
  workEmail: { address: 'ada@example.com', verified: true, score: 99 },
  profileUrl: 'https://linkedin.com/in/ada',
  asOf: '2026-04-12',
};

export const hunterVendor: FakeVendor = {
  hosts: ['api.hunter.io'],
  vars: { HUNTER_KEY: KEY },
  answer,
  cases: [
    {
      source: hunterEmail,
      finds: { firstName: 'Ada', lastName: 'Example', domain: 'example.com' },
      fact: known,
      none: { query: { firstName: 'No', lastName: 'Body', domain: 'example.com' }, fact: null },
      refusals,
      partial: [
        [{ data: { email: null } }, null],
        [
          { data: { email: 'ada@example.com', score: 'high', verification: [], position: '***' } },
          {
            title: null,
            fullName: null,
            workEmail: { address: 'ada@example.com', verified: null, score: null },
          },
        ],
        [
          { data: { ...ada, verification: { status: 'accept_all' } } },
          { workEmail: { verified: false }, asOf: null },
        ],
      ],
    },
    {
      source: hunterEmail,
      finds: { vanity: 'slow' },
      fact: known,
      none: { query: { vanity: 'unlisted' }, fact: null },
    },
  ],
};
