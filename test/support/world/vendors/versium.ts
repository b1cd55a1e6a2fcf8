import { versiumContact, versiumEmailOwner } from '../../../../src/vendors/versium/contact.ts';
import type { FakeVendor } from '../fake-vendor.ts';

const KEY = 'versium key of the tests';

const row = {
  'First Name': 'Heidi',
  'Last Name': 'Example',
  'Postal Address': '2 Main St',
  City: 'Berkeley',
  State: 'CA',
  Zip: '94704',
  Country: 'US',
};
const phones = {
  Phone: '4155550162',
  'Line Type': 'Mobile',
  'Alt Phone 1': '4155550163',
  'Alt Line Type 1': 'Landline',
};
const reply = (match_counts: object, fields: object | null) => ({
  versium: {
    version: '2.0',
    match_counts,
    num_matches: fields ? 1 : 0,
    num_results: fields ? 1 : 0,
    results: fields ? [{ ...row, ...fields }] : [],
  },
});
const refused = (status: number, error: string) =>
  Response.json({ versium: { version: '2.0', errors: [error] } }, { status });

/** `/v2/contact`: Heidi Example is found; each output that is asked for is in the row. */
function answer(request: Request, { pathname, searchParams }: URL): Response {
  if (request.headers.get('x-versium-api-key') !== KEY) return refused(401, 'Unauthorized');
  if (pathname !== '/v2/contact') return refused(404, 'not found');
  const outputs = searchParams.getAll('output[]');
  const known = ['phone_multiple', 'email', 'address'];
  if (outputs.length === 0 || outputs.some((output) => !known.includes(output)))
    return refused(400, 'output');
  const has = (...names: string[]) => names.every((name) => searchParams.get(name));
  const isWhere = has('city', 'state') || has('zip');
  if (!has('email') && !(isWhere && (has('first', 'last') || has('address'))))
    return refused(400, 'missing a required input');
  if (searchParams.get('first') !== 'Heidi' && searchParams.get('email') !== 'heidi@example.com')
    return Response.json(reply({}, null));
  const counts = Object.fromEntries(outputs.map((output) => [output, 1]));
  return Response.json(
    reply(counts, {
      ...(outputs.includes('phone_multiple') && phones),
      ...(outputs.includes('email') && { 'Email Address': 'heidi@example.com' }),
    }),
  );
}

const query = {
  firstName: 'Heidi',
  lastName: 'Example',
  line1: '2 Main St',
  city: 'Berkeley',
  state: 'CA',
  zip: '94704',
  wants: 'phone',
};
const numbers = [
  { e164: '+14155550162', type: 'MOBILE', connected: null, lastReportedAt: null },
  { e164: '+14155550163', type: 'LANDLINE' },
];
const refusals = [
  [() => refused(402, 'No credits'), 'UPSTREAM_QUOTA_EXHAUSTED'],
  [() => refused(200, 'Insufficient credits'), 'UPSTREAM_QUOTA_EXHAUSTED'],
  [() => refused(200, 'Something else'), 'SERVICE_UNAVAILABLE'],
  [() => refused(403, 'No API access'), 'SERVICE_UNAVAILABLE'],
  // A match is counted, and nothing of it can be read.
  [() => Response.json({ versium: { num_matches: 1, results: [] } }), 'SERVICE_UNAVAILABLE'],
] as const;

export const versiumVendor: FakeVendor = {
  hosts: ['api.versium.com'],
  vars: { VERSIUM_KEY: KEY },
  answer,
  cases: [
    {
      source: versiumContact,
      finds: query,
      fact: { fullName: 'Heidi Example', phones: numbers, emails: [] },
      none: { query: { ...query, firstName: 'Nobody' }, fact: null },
      refusals,
      partial: [
        [
          reply({ phone_multiple: 1 }, { Phone: '4155550162', 'Line Type': 'Unknown', City: 7 }),
          { phones: [{ e164: '+14155550162', type: null }], address: { city: null } },
        ],
        [
          { versium: { results: [{ Phone: '4155550162' }] } },
          { phones: [{ e164: '+14155550162', type: null }] },
        ],
        [{ versium: { results: [] } }, null],
        [
          reply({ phone_multiple: 1 }, { ...phones, Country: 'USA', Zip: '0' }),
          { address: { country: 'US', zip: null, city: 'Berkeley' } },
        ],
        // Up to five further numbers.
        [
          reply(
            { phone_multiple: 1 },
            { 'Alt Phone 5': '4155550167', 'Alt Line Type 5': 'Mobile' },
          ),
          { phones: [{ e164: '+14155550167', type: 'MOBILE' }] },
        ],
        [{ versium: { match_counts: [], num_matches: 0, num_results: 0, results: [] } }, null],
        // The row was matched for something else.
        [reply({ phone_multiple: 0 }, {}), null],
      ],
      mutate: true,
    },
    {
      source: versiumContact,
      finds: { ...query, wants: 'email' },
      fact: { emails: [{ address: 'heidi@example.com' }], phones: [] },
      none: { query: { ...query, wants: 'email', firstName: 'Nobody' }, fact: null },
      refusals,
    },
    {
      source: versiumEmailOwner,
      finds: 'heidi@example.com',
      fact: {
        fullName: 'Heidi Example',
        phones: numbers,
        address: { line1: '2 Main St', city: 'Berkeley', state: 'CA', zip: '94704', country: 'US' },
      },
      none: { query: 'nobody@example.com', fact: null },
      refusals,
      partial: [
        [
          reply({ address: 1 }, { 'Individual Level Match': 'Yes' }),
          { fullName: 'Heidi Example', phones: [] },
        ],
        // Another member of the owner's household.
        [reply({ address: 1 }, { 'Individual Level Match': 'No' }), null],
        [
          reply(
            { address: 1 },
            { 'Email Address': 'heidi@example.com', 'Alt Email 1': 'h@b.test' },
          ),
          { emails: [{ address: 'heidi@example.com' }, { address: 'h@b.test' }] },
        ],
      ],
      mutate: true,
    },
  ],
};
