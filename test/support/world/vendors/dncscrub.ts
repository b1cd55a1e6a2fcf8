import { parsePhoneNumber } from '../../../../src/domain/phone/number.ts';
import { dncScrub, dncScrubLitigators } from '../../../../src/vendors/dncscrub/scrub.ts';
import type { FakeVendor } from '../fake-vendor.ts';

const KEY = 'dncscrub login of the tests';

/** What is known of numbers; one that is not listed is clean. */
const KNOWN = new Map<string, object>([
  ['4155552690', { ResultCode: 'D', Reason: 'National (USA) 2003-06-28' }],
  ['4155552691', { ResultCode: 'D', Reason: 'Litigator' }],
  [
    '4155552692',
    {
      ...{ ResultCode: 'W', Reason: ';;;W', LineType: 'Wireless', IsWirelessOrVoIP: '1' },
      CarrierInfo: '5820;WIRELESS;"Verizon Wireless:Verizon Wireless"',
    },
  ],
  ['4155552693', { ResultCode: 'W', Reason: 'State (CA)' }],
]);
/** Named by the litigator list alone. */
const LITIGATOR = '4155552694';

/** The scrub at one host, the litigators at the other. */
function answer(request: Request, { host, pathname, searchParams }: URL): Response {
  if (request.headers.get('loginId') !== KEY) return new Response('Forbidden', { status: 403 });
  const Phone = searchParams.get('phoneList') ?? '';
  if (!/^\d{10}$/.test(Phone)) return new Response('phoneList', { status: 400 });
  if (host === 'dataapi.dncscrub.com' && pathname === '/v1.5/Scrub/litigator')
    return Response.json([{ Phone, IsLitigator: Phone === LITIGATOR }]);
  if (pathname !== '/app/main/rpc/scrub') return new Response('not found', { status: 404 });
  // Without them it answers in another form.
  if (searchParams.get('output') !== 'json' || searchParams.get('version') !== '5')
    return new Response(`${Phone},C,,`, { headers: { 'Content-Type': 'text/plain' } });
  const clean = {
    ...{ Phone, ResultCode: 'C', Reason: '', CarrierInfo: '', LineType: 'Landline' },
    IsWirelessOrVoIP: '0',
  };
  return Response.json([{ ...clean, ...KNOWN.get(Phone) }]);
}

const UNKNOWN = { listed: null, asOf: null };

export const dncscrubVendor: FakeVendor = {
  hosts: ['www.dncscrub.com', 'dataapi.dncscrub.com'],
  vars: { DNCSCRUB_KEY: KEY },
  onlyAdds: true,
  answer,
  cases: [
    {
      source: dncScrub,
      finds: parsePhoneNumber('+14155552690'),
      fact: {
        doNotCall: { listed: true },
        litigator: UNKNOWN,
        reassigned: { ...UNKNOWN, disconnectedAt: null },
      },
      none: {
        query: parsePhoneNumber('+14155552699'),
        fact: { doNotCall: { listed: false }, litigator: UNKNOWN },
      },
      refusals: [
        // A row about another number.
        [() => Response.json([{ Phone: '2025550100', ResultCode: 'C' }]), 'SERVICE_UNAVAILABLE'],
        [() => new Response('', { status: 401 }), 'SERVICE_UNAVAILABLE'],
      ],
      partial: [
        [
          [{ Phone: '(415) 555-2690', ResultCode: 'D', Reason: 'Litigator' }],
          { doNotCall: UNKNOWN, litigator: { listed: true }, line: null },
        ],
        [
          [{ Phone: '4155552690', ResultCode: 'Y', CarrierInfo: 'BANDWIDTH.COM' }],
          { line: { lineType: 'VOIP', carrier: 'BANDWIDTH.COM' } },
        ],
        // Forms of the vendor's documentation.
        [
          [
            {
              ...{ Phone: '4155552690', ResultCode: 'D', LineType: 'AllOther' },
              ...{ Reason: 'National (USA) 2003-06-01;;;', IsWirelessOrVoIP: '0' },
              CarrierInfo: '9740;RBOC;"AT&T California:AT&T California"',
            },
          ],
          {
            doNotCall: { listed: true },
            line: { lineType: 'LANDLINE', carrier: 'AT&T California' },
          },
        ],
        [
          [
            {
              ...{ Phone: '4155552690', ResultCode: 'W', LineType: 'Wireless', Reason: ';;;W' },
              CarrierInfo: '5820;WIRELESS;" Verizon Wireless:Verizon Wireless "',
            },
          ],
          {
            doNotCall: { listed: false },
            line: { lineType: 'MOBILE', carrier: 'Verizon Wireless' },
          },
        ],
        ...(['L', 'F', 'G', 'E', 'R', 'Y'] as const).map(
          (ResultCode) =>
            [[{ Phone: '4155552690', ResultCode }], { doNotCall: { listed: false } }] as const,
        ),
        ...(['X', 'O', 'H', 'V', 'P', 'B', 'I', 'M', 'S', 'T', '?'] as const).map(
          (ResultCode) => [[{ Phone: '4155552690', ResultCode }], { doNotCall: UNKNOWN }] as const,
        ),
        [
          [{ Phone: '4155552690', ResultCode: 'H', Reason: 'National (USA) 2003-06-01;;;' }],
          { doNotCall: { listed: true } },
        ],
        // Its own flag contradicts the type.
        ...['Y', '1', 1, true].map(
          (IsWirelessOrVoIP) =>
            [
              [{ Phone: 4155552690, ResultCode: 'D', LineType: 'Landline', IsWirelessOrVoIP }],
              { line: null },
            ] as const,
        ),
        [
          [{ Phone: '4155552690', ResultCode: 'D', LineType: 'Landline', IsWirelessOrVoIP: '0' }],
          { line: { lineType: 'LANDLINE' } },
        ],
      ],
    },
    {
      source: dncScrubLitigators,
      finds: parsePhoneNumber(`+1${LITIGATOR}`),
      fact: { doNotCall: UNKNOWN, litigator: { listed: true } },
      none: {
        query: parsePhoneNumber('+14155552699'),
        fact: { doNotCall: UNKNOWN, litigator: { listed: false } },
      },
      refusals: [
        [() => Response.json([{ Phone: '2025550100', IsLitigator: true }]), 'SERVICE_UNAVAILABLE'],
        [() => new Response('', { status: 401 }), 'SERVICE_UNAVAILABLE'],
      ],
      partial: [],
    },
  ],
};
