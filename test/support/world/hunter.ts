import { parseEmailAddress } from '../../../src/core/email/address.ts';
import { hunterEmail } from '../../../src/sources/hunter/email-finder.ts';
import { hunterVerification } from '../../../src/sources/hunter/email-verifier.ts';
import type { FakeVendor } from './fake-vendor.ts';

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

/** API v2, its key demanded in the header. */
function answer(request: Request, { pathname, searchParams }: URL): Response {
  if (request.headers.get('X-API-KEY') !== KEY) return error(401, 'authentication_failed');
  if (pathname === '/v2/email-finder') return findEmail(searchParams);
  if (pathname === '/v2/email-verifier') return verify(searchParams.get('email'));
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
    {
      source: hunterVerification,
      finds: parseEmailAddress('ada@example.com'),
      fact: { exists: true, connected: true, catchAll: false, silence: null },
      none: { query: parseEmailAddress('unlisted@example.com'), fact: null },
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
  ],
};
