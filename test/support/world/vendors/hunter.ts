import { parseEmailAddress } from '../../../../src/domain/email/address.ts';
import { hunterAccounts } from '../../../../src/vendors/hunter/discover.ts';
import { hunterProspects } from '../../../../src/vendors/hunter/domain-search.ts';
import { hunterVerification } from '../../../../src/vendors/hunter/email-verifier.ts';
import { hunterEmail, hunterPerson } from '../../../../src/vendors/hunter/work-contact.ts';
import type { FakeVendor } from '../fake-vendor.ts';
import { accountSearchOf, prospectSearchOf } from '../searches.ts';
import { findHunterCompany, hunterCompanyCases } from '../vendor-companies.ts';

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
  ['ada-example', ada],
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

/** What the vendor heard of mailboxes; of any other nothing. */
const MAILBOXES = new Map<string, object>([
  ['ada@example.com', { status: 'valid', accept_all: false, smtp_server: true, smtp_check: true }],
  ['nobody@example.com', { status: 'invalid', accept_all: false, smtp_server: true }],
]);

function verify(email: string | null): Response {
  if (email === null) return error(400, 'wrong_params');
  if (email === 'unlisted@example.com') return error(451, 'claimed_email');
  return found({ email, status: 'unknown', block: false, ...MAILBOXES.get(email) });
}

/** Who somebody is, by address or handle. */
function findPerson(query: URLSearchParams): Response {
  const known = query.get('email') === ada.email || query.get('linkedin_handle') === 'ada';
  if (!known) return error(404, 'not_found');
  return found({
    name: { fullName: 'Ada Example', givenName: 'Ada', familyName: 'Example' },
    email: ada.email,
    geo: { city: 'Berkeley', state: 'California', country: 'United States' },
    employment: {
      domain: 'example.com',
      name: 'Example',
      title: 'CEO',
      role: 'executive',
      seniority: 'Executive',
    },
    linkedin: { handle: 'in/ada' },
  });
}

const published = {
  value: 'ada@example.com',
  type: 'personal',
  first_name: 'Ada',
  last_name: 'Example',
  position: 'CEO',
  seniority: 'executive',
  department: 'executive',
  linkedin: 'https://www.linkedin.com/in/ada',
  phone_number: null,
};

/** Twelve people of one domain, the first of whom leads it. */
function searchDomain(query: URLSearchParams): Response {
  const [limit, offset] = [Number(query.get('limit') ?? 10), Number(query.get('offset') ?? 0)];
  if (limit > 10) return error(400, 'pagination_error');
  if (query.get('domain') !== 'example.com') return found({ organization: null, emails: [] });
  const others = Array.from({ length: 11 }, (_, at) => ({
    ...published,
    value: `${at}@example.com`,
    last_name: `Example ${at}`,
    position: 'Baker',
    linkedin: null,
  }));
  const emails = [published, ...others].slice(offset, offset + limit);
  return found({ organization: 'Example', pattern: '{first}', emails });
}

const account = {
  domain: 'bakery.example',
  organization: 'Example Bakery',
  industry: 'Food',
  headcount: '11-50',
  country: 'US',
  emails_count: { total: 3, personal: 2 },
};

/** A sentence about bread, or filters with an industry it knows. */
async function discover(request: Request): Promise<Response> {
  const asked = (await request.json()) as Record<string, unknown>;
  const { query, industry, limit } = asked as { query?: string; industry?: object; limit: number };
  if (limit > 100 || limit < 1) return error(400, 'pagination_error');
  const knows = query ? query.includes('bread') : JSON.stringify(industry ?? '').includes('Food');
  return Response.json({ data: knows ? [account] : [], meta: { results: knows ? 1 : 0 } });
}

/** API v2, its key demanded in the header. */
function answer(request: Request, { pathname, searchParams }: URL): Response | Promise<Response> {
  if (request.headers.get('X-API-KEY') !== KEY) return error(401, 'authentication_failed');
  if (pathname === '/v2/email-finder') return findEmail(searchParams);
  if (pathname === '/v2/email-verifier') return verify(searchParams.get('email'));
  if (pathname === '/v2/domain-search') return searchDomain(searchParams);
  if (pathname === '/v2/discover' && request.method === 'POST') return discover(request);
  if (pathname === '/v2/people/find') return findPerson(searchParams);
  if (pathname === '/v2/companies/find') {
    const company = findHunterCompany(searchParams);
    return company ? found(company) : error(404, 'not_found');
  }
  return error(404, 'not_found');
}

const refusals = [
  [() => error(429, 'too_many_requests'), 'UPSTREAM_QUOTA_EXHAUSTED'],
  [() => error(402, 'usage_exceeded'), 'UPSTREAM_QUOTA_EXHAUSTED'],
  [() => error(403, 'forbidden'), 'SERVICE_UNAVAILABLE'],
  [() => error(400, 'invalid_domain'), 'UPSTREAM_ERROR'],
  [() => Response.json({ data: { email: 'no address' } }), 'SERVICE_UNAVAILABLE'],
] as const;

const known = {
  fullName: 'Ada Example',
  title: 'CEO',
  company: { name: 'Example', domain: 'example.com' },
  workEmail: { address: 'ada@example.com', verified: true, score: 99 },
  profileUrl: 'https://www.linkedin.com/in/ada',
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
          { data: { ...ada, phone_number: '+1 415 555 0123' } },
          { phones: [{ number: '+1 415 555 0123', type: null }] },
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
    {
      source: hunterVerification,
      finds: parseEmailAddress('ada@example.com'),
      fact: { exists: true, connected: true, catchAll: false, silence: null },
      none: { query: parseEmailAddress('unlisted@example.com'), fact: null },
      // The mail server replied something unexpected: that says nothing of the verifier.
      refusals: [[() => error(222, 'unexpected_response'), 'UPSTREAM_ERROR', true]],
      partial: [
        [{ data: { status: 'invalid' } }, { exists: false, connected: null, catchAll: null }],
        [
          { data: { status: 'accept_all', accept_all: true, smtp_check: true } },
          { exists: null, catchAll: true, silence: 'NOT_SAID' },
        ],
        [
          { data: { status: 'webmail', smtp_server: true, smtp_check: true } },
          { exists: true, silence: null },
        ],
        [
          { data: { status: 'webmail', smtp_check: true, block: true } },
          { exists: null, silence: 'CHECKER_REFUSED' },
        ],
        [
          { data: { status: 'unknown', smtp_server: false, smtp_check: 'no' } },
          { exists: null, connected: false, silence: 'NOT_REACHED' },
        ],
      ],
      mutate: true,
    },
    {
      source: hunterPerson,
      finds: { email: 'ada@example.com' },
      fact: {
        fullName: 'Ada Example',
        title: 'CEO',
        seniority: 'executive',
        departments: ['executive'],
        company: { name: 'Example', domain: 'example.com' },
        workEmail: { address: 'ada@example.com' },
        profileUrl: 'https://www.linkedin.com/in/ada',
        location: { city: 'Berkeley', region: 'California', country: 'United States' },
      },
      none: { query: { vanity: 'nobody' }, fact: null },
      partial: [[{ data: { name: {}, employment: 'none' } }, { fullName: null, title: null }]],
      mutate: true,
    },
    {
      source: hunterProspects,
      finds: prospectSearchOf({ companyDomain: 'example.com', title: 'ceo' }),
      fact: {
        rows: [{ id: 'network:ada', fullName: 'Ada Example', title: 'CEO', hasEmail: true }],
      },
      none: { query: prospectSearchOf({ companyDomain: 'nobody.example' }), fact: null },
      partial: [
        [{ data: { emails: [{ value: 'info@example.com' }] } }, { rows: [], nextCursor: null }],
        [
          { data: { emails: [{ first_name: 'Ada', position: 'CEO' }] } },
          { rows: [{ hasEmail: null }] },
        ],
      ],
    },
    {
      source: hunterAccounts,
      finds: accountSearchOf({ keywords: 'bread', location: 'us', employeesMin: 20 }),
      fact: {
        rows: [{ name: 'Example Bakery', domain: 'bakery.example', country: 'United States' }],
        nextCursor: null,
        total: 1,
      },
      none: { query: accountSearchOf({ industry: 'Nothing' }), fact: null },
      partial: [
        [
          { data: [{ domain: 'bakery.example', organization: null, country: 'US' }, {}] },
          { rows: [{ name: null, domain: 'bakery.example', country: 'United States' }] },
        ],
        // What contradicts the filters is left out: a sentence is understood, not obeyed.
        [
          {
            data: [
              { ...account, country: 'FR' },
              { ...account, headcount: '1-10' },
            ],
          },
          { rows: [] },
        ],
      ],
    },
    ...hunterCompanyCases,
  ],
};
