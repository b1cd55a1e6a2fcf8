import { parsePhoneNumber } from '../../../../src/domain/phone/number.ts';
import {
  enformionCaller,
  enformionContact,
  enformionEmailOwner,
} from '../../../../src/vendors/enformion/person.ts';
import type { FakeVendor } from '../fake-vendor.ts';

const NAME = 'enformion name of the tests';
const PASSWORD = 'enformion password of the tests';

const person = {
  name: { firstName: 'Grace', lastName: 'Example' },
  addresses: [
    {
      street: '9 Old Road',
      city: 'Oakland',
      state: 'CA',
      zip: '94601',
      lastReportedDate: '2/1/2019',
    },
    {
      ...{ street: '1 Main St', unit: '', city: 'Berkeley', state: 'CA', zip: '94704' },
      lastReportedDate: '1/1/2026',
    },
  ],
  phones: [
    {
      ...{ number: '(415) 555-0160', type: 'LandLine/Services', isConnected: false },
      lastReportedDate: '12/31/2025',
    },
    {
      ...{ number: '(415) 555-0161', type: 'mobile', isConnected: true },
      lastReportedDate: '1/1/2020',
    },
  ],
  emails: [
    { email: 'grace@work.example.com', isValidated: true, isBusiness: true },
    { email: 'Grace@Example.com', isValidated: true, isBusiness: false },
  ],
};
const envelope = { message: '', pagination: { totalResults: 0 }, isError: false };
const found = { ...envelope, person, error: { inputErrors: [], warnings: [] } };
const nobody = { ...envelope, person: null, message: 'No strong matches' };

/** A number of hers that is not kept for fiction: those are never asked about. */
const ASSIGNED = '4155552661';
const [, address] = person.addresses;
const [, phone] = person.phones;
/** By a number or an address it says one of each, and not the one asked for. */
const foundByPhone = {
  ...found,
  person: { name: person.name, age: '52', address, email: 'Grace@Example.com' },
};
const foundByEmail = { ...found, person: { name: person.name, age: '52', address, phone } };

const refused = (status: number, error: object) =>
  Response.json({ ...envelope, person: null, isError: true, error }, { status });

/**
 * `/Contact/Enrich`, `/Email/Enrich` and `/Phone/Enrich`: Grace Example of Berkeley is found by
 * each.
 */
async function answer(request: Request, { pathname }: URL): Promise<Response> {
  const { headers } = request;
  if (headers.get('galaxy-ap-name') !== NAME || headers.get('galaxy-ap-password') !== PASSWORD)
    return refused(401, { inputErrors: [], message: 'Unauthorized' });
  const searchType = headers.get('galaxy-search-type');
  const body = (await request.json()) as Record<string, unknown>;
  if (pathname === '/Email/Enrich' && searchType === 'DevAPIEmailID')
    return Response.json(body.Email === 'grace@example.com' ? foundByEmail : nobody);
  if (pathname === '/Phone/Enrich' && searchType === 'DevAPICallerID')
    return Response.json(body.Phone === ASSIGNED ? foundByPhone : nobody);
  if (pathname !== '/Contact/Enrich' || searchType !== 'DevAPIContactEnrich')
    return refused(400, { inputErrors: ['search type'] });
  const { addressLine1, addressLine2 } = body.Address as Record<string, string>;
  if (!body.FirstName || !addressLine1 || !/^[^,]+, [A-Z]{2}$/.test(addressLine2 ?? ''))
    return refused(400, { inputErrors: ['two criteria at least'] });
  return Response.json(body.FirstName === 'Grace' ? found : nobody);
}

const query = {
  firstName: 'Grace',
  lastName: 'Example',
  line1: '1 Main St',
  city: 'Berkeley',
  state: 'CA',
  zip: '94704',
  wants: 'phone',
};
const fact = {
  fullName: 'Grace Example',
  address: { line1: '1 Main St', city: 'Berkeley', state: 'CA', zip: '94704', country: 'US' },
  phones: [
    { e164: '+14155550161', type: 'MOBILE', connected: true, lastReportedAt: '2020-01-01' },
    { e164: '+14155550160', type: 'LANDLINE', connected: false, lastReportedAt: '2025-12-31' },
  ],
  emails: [{ address: 'grace@example.com' }, { address: 'grace@work.example.com' }],
};
const refusals = [
  [() => refused(401, { inputErrors: ['Invalid access profile'] }), 'SERVICE_UNAVAILABLE'],
  [() => refused(200, { inputErrors: ['Address'] }), 'UPSTREAM_ERROR'],
  [() => refused(200, { inputErrors: [], message: 'Failure' }), 'UPSTREAM_ERROR'],
  [() => refused(200, { inputErrors: [], message: 'No credits left' }), 'UPSTREAM_QUOTA_EXHAUSTED'],
  [() => Response.json({ ...found, person: 'Grace' }), 'SERVICE_UNAVAILABLE'],
  [() => Response.json({ ...found, person: { ...person, phones: 'none' } }), 'SERVICE_UNAVAILABLE'],
] as const;
const partial = [
  // Nothing but the word for it.
  [{ message: 'No strong matches' }, null],
  [
    { person: { name: { firstName: 'Grace' }, phones: [{ number: '4155550161' }] } },
    { fullName: 'Grace', phones: [{ e164: '+14155550161' }] },
  ],
  [{ isError: false, message: 'No strong matches' }, null],
  [
    {
      person: {
        name: { firstName: 'Grace' },
        phones: [null, { number: '4155550161' }],
        emails: [{ email: 'grace@example.com' }, null],
      },
    },
    { phones: [{ e164: '+14155550161' }], emails: [{ address: 'grace@example.com' }] },
  ],
  // Toll-free, whatever it is called.
  [
    {
      person: {
        name: { firstName: 'Grace' },
        phones: [{ number: '(800) 227-5273', type: 'mobile' }],
      },
    },
    { phones: [{ e164: '+18002275273', type: null }] },
  ],
  [
    {
      isError: false,
      person: { name: { firstName: 'Grace' }, phones: [{ number: '4155550161' }] },
    },
    {
      fullName: 'Grace',
      phones: [{ e164: '+14155550161', type: null, connected: null, lastReportedAt: null }],
      emails: [],
    },
  ],
] as const;

export const enformionVendor: FakeVendor = {
  hosts: ['devapi.enformion.com'],
  vars: { ENFORMION_NAME: NAME, ENFORMION_PASSWORD: PASSWORD },
  answer,
  cases: [
    {
      source: enformionContact,
      finds: query,
      fact,
      none: { query: { ...query, firstName: 'Nobody' }, fact: null },
      refusals,
      // A number that is none is no number, and who wants one finds nobody.
      partial: [...partial, [{ isError: false, person: { phones: [{ number: '***' }] } }, null]],
    },
    {
      source: enformionEmailOwner,
      finds: 'grace@example.com',
      fact: { ...fact, phones: [fact.phones[0]], emails: [] },
      none: { query: 'nobody@example.com', fact: null },
      refusals,
      partial: [
        ...partial,
        [found, fact],
        [{ isError: false, person: { name: {} } }, null],
        [{ person: { ...person, emails: [{ email: 'other@example.com' }] } }, null],
      ],
    },
    {
      source: enformionCaller,
      finds: parsePhoneNumber(`+1${ASSIGNED}`),
      fact: {
        fullName: 'Grace Example',
        email: 'grace@example.com',
        phoneType: null,
        address: { line1: '1 Main St', line2: null, zip: '94704', zip4: null },
      },
      none: { query: parsePhoneNumber('+14155550199'), fact: null },
      refusals,
      partial: [
        [
          {
            person: {
              name: { firstName: 'Grace' },
              addresses: [{ street: '1 Elm', unit: 'Apt 4', zip: '75219-1111' }],
            },
          },
          { address: { line1: '1 Elm', line2: 'Apt 4', zip: '75219', zip4: '1111' } },
        ],
        [
          {
            person: {
              ...person,
              phones: [...person.phones, { number: ASSIGNED, type: 'mobile', isConnected: true }],
            },
          },
          { email: 'grace@example.com', phoneType: 'MOBILE', address: { line1: '1 Main St' } },
        ],
        // The number asked for is the one it says.
        [
          { person: { ...foundByPhone.person, phone: { number: ASSIGNED, type: 'Wireless' } } },
          { fullName: 'Grace Example', phoneType: 'MOBILE' },
        ],
        // Another's: the number asked for is none of the person's.
        [{ person: { ...person, phones: [{ number: '3056721234' }] } }, null],
        [{ person: { ...person, phones: [] } }, { fullName: 'Grace Example', phoneType: null }],
      ],
    },
  ],
};
