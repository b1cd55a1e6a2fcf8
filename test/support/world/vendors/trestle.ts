import { parsePhoneNumber } from '../../../../src/domain/phone/number.ts';
import { trestleLine, trestleOwner } from '../../../../src/vendors/trestle/phone.ts';
import type { FakeVendor } from '../fake-vendor.ts';

const KEY = 'trestle key of the tests';

const address = {
  street_line_1: '1 Main St',
  street_line_2: 'Apt 2',
  city: 'Berkeley',
  state_code: 'CA',
  postal_code: '94704',
  zip4: '94704-0001',
  country_code: 'US',
};
const owners = [
  {
    ...{ name: 'Judy Example', firstname: 'Judy', lastname: 'Example', type: 'Person' },
    ...{ age_range: '30-34', emails: ['judy@example.com'], current_addresses: [address] },
  },
  { name: 'Example Bakery', type: 'Business', current_addresses: [] },
];
const found = { is_valid: true, line_type: 'Mobile', owners, error: null, warnings: [] };
const intel = { is_valid: true, line_type: 'Mobile', carrier: 'Example PCS', is_prepaid: false };
const refused = (status: number, errorCode: string) => Response.json({ errorCode }, { status });

/**
 * `/3.0/phone_intel`: numbers that end in 9 are disconnected. `/3.2/phone`: +1 415 555 2680 is Judy
 * Example's; nobody holds another.
 */
function answer(request: Request, { pathname, searchParams }: URL): Response {
  if (request.headers.get('x-api-key') !== KEY) return refused(403, 'INVALID_KEY');
  const phone = searchParams.get('phone') ?? '';
  if (pathname === '/3.0/phone_intel')
    return Response.json({ ...intel, activity_score: phone.endsWith('9') ? 20 : 85 });
  if (pathname !== '/3.2/phone') return refused(404, 'NOT_FOUND');
  return Response.json(phone === '+14155552680' ? found : { ...found, owners: [] });
}

export const trestleVendor: FakeVendor = {
  hosts: ['api.trestleiq.com'],
  vars: { TRESTLE_KEY: KEY },
  onlyAdds: true,
  answer,
  cases: [
    {
      source: trestleOwner,
      finds: parsePhoneNumber('+14155552680'),
      fact: {
        ...{ fullName: 'Judy Example', companyName: 'Example Bakery', secondaryName: null },
        ...{ email: 'judy@example.com', phoneType: 'MOBILE' },
        address: {
          ...{ line1: '1 Main St', line2: 'Apt 2', city: 'Berkeley', state: 'CA' },
          ...{ zip: '94704', zip4: '0001' },
        },
      },
      none: { query: parsePhoneNumber('+14155552681'), fact: null },
      refusals: [
        [() => refused(429, 'QUOTA_EXCEEDED'), 'UPSTREAM_QUOTA_EXHAUSTED'],
        [() => refused(429, 'RATE_LIMIT_EXCEEDED'), 'SERVICE_UNAVAILABLE'],
        [
          () => Response.json({ ...found, owners: [], error: { name: 'InternalError' } }),
          'SERVICE_UNAVAILABLE',
        ],
      ],
      partial: [
        [
          { owners, error: { name: 'PartialError' } },
          { fullName: 'Judy Example', phoneType: null },
        ],
        ...(['0001', '947040001'] as const).map(
          (zip4) =>
            [
              { owners: [{ ...owners[0], current_addresses: [{ ...address, zip4 }] }] },
              { address: { zip4: '0001' } },
            ] as const,
        ),
        // Somebody of elsewhere is not told of, nor somebody without a name.
        [{ owners: [{ ...owners[0], current_addresses: [{ country_code: 'FR' }] }] }, null],
        [{ owners: [{ type: 'Person' }] }, null],
        [{ owners: [{ ...owners[0], current_addresses: [null, { country_code: 'FR' }] }] }, null],
      ],
    },
    {
      source: trestleLine,
      finds: parsePhoneNumber('+14155552671'),
      fact: {
        ...{ carrier: 'Example PCS', lineType: 'MOBILE', prepaid: false },
        ...{ status: 'ACTIVE', statusFlag: 'activity 85' },
      },
      partial: [
        [
          { is_valid: true, activity_score: 30 },
          { status: 'INACTIVE', lineType: null },
        ],
        [
          { is_valid: true, activity_score: 50 },
          { status: null, statusFlag: 'activity 50' },
        ],
        [
          { is_valid: true, activity_score: -1 },
          { status: null, statusFlag: null },
        ],
        [
          { is_valid: false, activity_score: null },
          { status: null, statusFlag: null },
        ],
      ],
      mutate: true,
    },
  ],
};
