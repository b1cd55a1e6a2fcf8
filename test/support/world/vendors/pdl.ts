import { parseIpAddress } from '../../../../src/domain/ip/address.ts';
import { pdlAccounts } from '../../../../src/vendors/pdl/company-search.ts';
import { pdlIp } from '../../../../src/vendors/pdl/ip.ts';
import { pdlById, pdlContact, pdlPerson } from '../../../../src/vendors/pdl/person.ts';
import { pdlProspects } from '../../../../src/vendors/pdl/person-search.ts';
import { pdlProfile } from '../../../../src/vendors/pdl/profile.ts';
import type { FakeVendor } from '../fake-vendor.ts';
import { accountSearchOf, prospectSearchOf } from '../searches.ts';
import { enrichCompany, pdlCompanyCases } from '../vendor-companies.ts';

const KEY = 'pdl key of the tests';

/** Somebody as the vendor replies with `titlecase`. */
export const ADA = {
  id: 'qEnOZ5Oh0poWnQ1luFBfVw_0000',
  full_name: 'Ada Example',
  first_name: 'Ada',
  last_name: 'Example',
  linkedin_url: 'linkedin.com/in/ada-example',
  work_email: 'ada@example.com',
  personal_emails: ['ada@mail.example'],
  mobile_phone: '+14155552671',
  phone_numbers: ['+14155552671', '+12125550199'],
  emails: [
    { address: 'ada@example.com', type: 'current_professional' },
    { address: 'ada@mail.example', type: 'personal' },
  ],
  job_title: 'Chief Executive Officer',
  job_title_role: 'operations',
  job_title_levels: ['cxo'],
  job_company_name: 'Example',
  job_company_website: 'example.com',
  job_company_industry: 'Computer Software',
  job_company_location_locality: 'Berkeley',
  job_company_location_region: 'California',
  job_company_location_country: 'United States',
  job_start_date: '2022-03',
  job_last_verified: '2026-05-01',
  location_locality: 'Berkeley',
  location_region: 'California',
  location_country: 'United States',
  skills: ['Mathematics'],
  experience: [
    {
      company: { name: 'Example' },
      title: { name: 'Chief Executive Officer' },
      location_names: ['Berkeley, California, United States'],
      start_date: '2022-03',
      end_date: null,
    },
    { company: { name: 'Before Inc' }, title: true, start_date: '2018', end_date: '2022-02' },
  ],
  education: [{ school: { name: 'Example University' }, degrees: ['Bachelors'], end_date: '2014' }],
};

/** Somebody whom consumer databases know, too. */
const GRACE = {
  ...ADA,
  id: 'gRaCe5Oh0poWnQ1luFBfVw_0000',
  full_name: 'Grace Example',
  first_name: 'Grace',
  linkedin_url: 'linkedin.com/in/grace-example',
  emails: [{ address: 'grace@example.com', type: 'personal' }],
};

const PEOPLE = [ADA, GRACE];

const refused = (status: number, type: string, message = type) =>
  Response.json({ status, error: { type, message } }, { status });
const notFound = () => refused(404, 'not_found');

function enrich({ searchParams }: URL): Response {
  const [emails, profiles] = [searchParams.getAll('email'), searchParams.getAll('profile')];
  const [name, company] = [searchParams.get('name'), searchParams.get('company')];
  if (!emails.length && !profiles.length && !(name && company))
    return refused(400, 'invalid_request_error');
  const person = PEOPLE.find(
    (one) =>
      one.emails.some(({ address }) => emails.includes(address)) ||
      profiles.includes(one.linkedin_url) ||
      (one.full_name === name &&
        [one.job_company_name, one.job_company_website].includes(`${company}`)),
  );
  const required = searchParams.get('required');
  if (!person || (required && !(required in person))) return notFound();
  return Response.json({ status: 200, likelihood: 8, data: person });
}

const HOSTING = '198.51.100.32';
const NETWORK = {
  ip: {
    address: '198.51.100.30',
    location: {
      locality: 'Berkeley',
      region: 'California',
      country: 'United States',
      postal_code: '94704',
    },
  },
  company: { name: 'example', display_name: 'Example', website: 'example.com', confidence: 'high' },
  person: { job_title_role: 'engineering' },
};

/** Of addresses of hosts, proxies and mobile networks it says that it cannot. */
function enrichIp(ip: string | null): Response {
  if (ip === HOSTING) return refused(400, 'invalid_request_error', 'Cannot Enrich IP: Hosting');
  return ip === NETWORK.ip.address ? Response.json({ status: 200, data: NETWORK }) : notFound();
}

function retrieve(id: string): Response {
  const data = PEOPLE.find((one) => one.id === id);
  return data ? Response.json({ status: 200, billed: true, data }) : notFound();
}

/** Statements the vendor has rows for, by a part of them; what it withholds is true. */
const SEARCHES = new Map<string, readonly object[]>([
  [
    "(inferred_revenue='$10M-$25M' OR inferred_revenue='$25M-$50M')",
    [
      {
        name: 'example',
        display_name: 'Example',
        website: 'example.com',
        industry: 'Computer Software',
        size: '51-200',
        inferred_revenue: '$10M-$25M',
        linkedin_url: 'linkedin.com/company/example',
        location: { country: 'United States' },
        technologies: true,
      },
    ],
  ],
  ["job_title LIKE '%chief executive officer%'", [{ ...ADA, work_email: true, emails: true }]],
]);

/** Rows after the one that a scroll token names; each statement has to be a whole one. */
async function search(request: Request): Promise<Response> {
  const { sql, size, scroll_token } = (await request.json()) as Record<string, unknown>;
  if (typeof sql !== 'string' || !/^SELECT \* FROM (person|company) WHERE ./.test(sql))
    return refused(400, 'invalid_request_error');
  if (typeof size !== 'number' || size < 1 || size > 100)
    return refused(400, 'invalid_request_error');
  const [, all = []] = [...SEARCHES].find(([part]) => sql.includes(part)) ?? [];
  const from = Number(scroll_token ?? 0);
  const data = all.slice(from, from + size);
  if (data.length === 0) return notFound();
  const next = from + size < all.length ? String(from + size) : null;
  return Response.json({ status: 200, data, total: all.length, scroll_token: next });
}

/** `GET /v5/person/enrich` and the searches, with their key in a header. */
function answer(request: Request, url: URL): Response | Promise<Response> {
  if (request.headers.get('X-Api-Key') !== KEY) return refused(401, 'authentication_error');
  if (url.pathname === '/v5/person/enrich') return enrich(url);
  if (url.pathname === '/v5/company/enrich') {
    const company = enrichCompany(url);
    return company ? Response.json(company) : notFound();
  }
  if (url.pathname.startsWith('/v5/person/retrieve/'))
    return retrieve(decodeURIComponent(url.pathname.slice('/v5/person/retrieve/'.length)));
  if (url.pathname === '/v5/ip/enrich') return enrichIp(url.searchParams.get('ip'));
  if (/^\/v5\/(person|company)\/search$/.test(url.pathname)) return search(request);
  return Response.json({ message: 'no Route matched with those values' }, { status: 404 });
}

const known = {
  id: ADA.id,
  fullName: 'Ada Example',
  title: 'Chief Executive Officer',
  seniority: 'cxo',
  departments: ['operations'],
  workEmail: { address: 'ada@example.com', verified: null, score: 80 },
  personalEmails: ['ada@mail.example'],
  profileUrl: 'https://www.linkedin.com/in/ada-example',
  phones: [
    { number: '+14155552671', type: 'MOBILE' },
    { number: '+12125550199', type: null },
  ],
  roleStarted: '2022-03',
};

const refusals = [
  [() => refused(402, 'payment_required'), 'UPSTREAM_QUOTA_EXHAUSTED'],
  [() => refused(400, 'invalid_request_error'), 'UPSTREAM_ERROR'],
  [() => Response.json({ message: 'no Route' }, { status: 404 }), 'SERVICE_UNAVAILABLE'],
] as const;

export const pdlVendor: FakeVendor = {
  hosts: ['api.peopledatalabs.com'],
  vars: { PDL_KEY: KEY },
  answer,
  cases: [
    {
      source: pdlContact,
      finds: { vanity: 'ada-example' },
      fact: known,
      none: { query: { emails: ['nobody@example.com'] }, fact: null },
      refusals,
      partial: [
        // What the plan does not include: true or false in place of a text or a list.
        [
          {
            likelihood: 4,
            data: {
              id: 'x',
              work_email: true,
              mobile_phone: false,
              phone_numbers: true,
              emails: true,
            },
          },
          { workEmail: null, phones: [], personalEmails: [], fullName: null, likelihood: 40 },
        ],
        [{ data: { id: 'x', job_title_levels: ['', 'CXO'] } }, { seniority: 'cxo' }],
        [
          { data: { id: 'x', emails: ADA.emails } },
          { workEmail: { address: 'ada@example.com', verified: null, score: null } },
        ],
      ],
      mutate: true,
    },
    {
      source: pdlPerson('mobile_phone'),
      finds: { emails: ['ada@mail.example', 'ada@example.com'] },
      fact: known,
      none: { query: { name: 'Nobody', company: 'Example' }, fact: null },
    },
    {
      source: pdlById,
      finds: ADA.id,
      fact: { ...known, workEmail: { address: 'ada@example.com', verified: null, score: null } },
      none: { query: 'nobody_0000', fact: null },
      mutate: true,
    },
    {
      source: pdlIp,
      finds: parseIpAddress('198.51.100.30'),
      fact: {
        network: null,
        companyName: 'Example',
        companyDomain: 'example.com',
        email: null,
        city: 'Berkeley',
        countryCode: 'US',
        zip: '94704',
      },
      none: { query: parseIpAddress('198.51.100.31'), fact: null },
      refusals: [...refusals, [() => Response.json({ data: { a: {} } }), 'SERVICE_UNAVAILABLE']],
      partial: [
        [
          { data: { ip: '198.51.100.30', company: { name: 'a', website: true } } },
          { companyName: 'a', companyDomain: null, city: null },
        ],
        [{ data: { ip: '198.51.100.30', company: true } }, null],
        [
          {
            data: {
              ip: { address: '198.51.100.30' },
              company: { name: 'a', domain: 'a.example', confidence: 'Very High' },
            },
          },
          { companyDomain: 'a.example', confidence: 'very high' },
        ],
        [{ data: { ip: 7, company: { name: 'a' } } }, { companyName: 'a', city: null }],
      ],
    },
    {
      source: pdlIp,
      finds: parseIpAddress('198.51.100.30'),
      fact: { companyName: 'Example' },
      none: { query: parseIpAddress(HOSTING), fact: null },
    },
    {
      source: pdlProspects,
      finds: prospectSearchOf({ title: 'chief executive officer', location: 'us' }),
      fact: {
        total: 1,
        nextCursor: null,
        rows: [{ id: ADA.id, fullName: 'Ada Example', hasEmail: true, hasPhone: true }],
      },
      none: { query: prospectSearchOf({ company: "o'nobody" }), fact: null },
      refusals,
      partial: [
        [
          { data: [{ id: 'x', emails: false }, { full_name: 'No Id' }] },
          { rows: [{ id: 'x', hasEmail: false, hasPhone: null }] },
        ],
        [{ data: [] }, null],
      ],
    },
    {
      source: pdlAccounts,
      finds: accountSearchOf({ keywords: 'software', revenueMin: 12e6, revenueMax: 30e6 }),
      fact: {
        rows: [
          {
            name: 'Example',
            domain: 'example.com',
            employeeBand: '51-200',
            revenueBand: '$10M-$25M',
            country: 'United States',
            technologies: [],
            networkUrl: 'https://www.linkedin.com/company/example',
          },
        ],
      },
      none: { query: accountSearchOf({ industry: 'nothing' }), fact: null },
      refusals,
      partial: [
        [
          { data: [{ website: 'no-name.example' }, { name: 'a', size: 12 }] },
          { rows: [{ name: 'a', employeeBand: null }] },
        ],
      ],
    },
    {
      source: pdlProfile,
      finds: 'ada-example',
      fact: {
        name: 'Ada Example',
        title: 'Chief Executive Officer',
        company: 'Example',
        location: 'Berkeley, California, United States',
        roles: [
          { title: 'Chief Executive Officer', company: 'Example', endedAt: null },
          { title: null, company: 'Before Inc', endedAt: '2022-02' },
        ],
        education: [{ school: 'Example University', degrees: ['Bachelors'], endedAt: '2014' }],
        skills: ['Mathematics'],
        knownBy: [
          { kind: 'email', text: 'ada@example.com' },
          { kind: 'email', text: 'ada@mail.example' },
          { kind: 'phone_number', text: '+14155552671' },
          { kind: 'phone_number', text: '+12125550199' },
        ],
      },
      none: { query: 'nobody-at-all', fact: null },
      refusals,
      mutate: true,
    },
    ...pdlCompanyCases(refusals),
  ],
};
