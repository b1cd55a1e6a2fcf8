import { pdlContact, pdlPerson } from '../../../src/sources/pdl/person.ts';
import type { FakeVendor } from './vendors.ts';

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
  mobile_phone: '+14155550123',
  phone_numbers: ['+14155550123', '+12125550199'],
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
};

const PEOPLE = [ADA];

const refused = (status: number, type: string) =>
  Response.json({ status, error: { type, message: type } }, { status });
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

/** `GET /v5/person/enrich` with its key in a header. */
function answer(request: Request, url: URL): Response {
  if (request.headers.get('X-Api-Key') !== KEY) return refused(401, 'authentication_error');
  if (url.pathname === '/v5/person/enrich') return enrich(url);
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
  profileUrl: 'https://linkedin.com/in/ada-example',
  phones: [
    { number: '+14155550123', type: 'MOBILE' },
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
  ],
};
