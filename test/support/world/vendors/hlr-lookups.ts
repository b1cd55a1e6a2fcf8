import { parsePhoneNumber } from '../../../../src/domain/phone/number.ts';
import {
  liveLine,
  liveRouting,
  portedRouting,
} from '../../../../src/vendors/hlr-lookups/routing.ts';
import type { FakeVendor } from '../fake-vendor.ts';

const KEY = 'hlr key of the tests';
const SECRET = 'hlr secret of the tests';
/** How old a signed request may be, in seconds. */
const MAX_AGE = 300;

const utf8 = new TextEncoder();
const ROOT = '/api/v2';

const networks = {
  id: 'f94ef092cb53',
  mccmnc: '310260',
  mcc: '310',
  mnc: '260',
  original_network_name: 'Example Wireless:6006 - SVR/2',
  original_country_name: 'United States',
  original_country_code: 'US',
  original_country_prefix: '+1',
  is_ported: true,
  ported_network_name: 'Example Mobile',
  ported_country_name: 'United States',
  ported_country_code: 'US',
  timestamp: '2026-08-07 19:16:17.676+0300',
};
const live = {
  ...networks,
  connectivity_status: 'CONNECTED',
  imsi: '***************',
  is_roaming: false,
  roaming_network_name: null,
  roaming_country_name: null,
  processing_status: 'COMPLETED',
  error_code: null,
  data_source: 'LIVE_HLR',
};
const ported = { ...networks, query_status: 'OK', extra: 'LRN:4154250000' };

/** Numbers whose reply differs from {@link live} or {@link ported}. */
const OTHERS = new Map<string, object>([
  ['+447911120001', { connectivity_status: 'Absent' }],
  ['+447911120002', { connectivity_status: 'INVALID_MSISDN', is_ported: false }],
  ['+447911120003', { connectivity_status: 'UNDETERMINED', processing_status: 'REJECTED' }],
  ['+447911120005', { connectivity_status: 'UNDETERMINED' }],
  [
    '+447911120006',
    {
      mccmnc: null,
      mcc: null,
      mnc: null,
      original_network_name: null,
      is_ported: null,
      ported_network_name: null,
    },
  ],
  ['+447911120004', { query_status: 'FAILED', is_ported: null }],
]);

const refused = (status: number, message: string) =>
  Response.json({ success: false, errors: [{ code: status, message }] }, { status });

async function isSigned(request: Request, path: string, body: string): Promise<boolean> {
  const { headers, method } = request;
  const stamp = headers.get('X-Digest-Timestamp') ?? '';
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', utf8.encode(SECRET), algorithm, false, [
    'verify',
  ]);
  const hex = headers.get('X-Digest-Signature') ?? '';
  const signature = new Uint8Array(
    (hex.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16)),
  );
  const signed = utf8.encode(`${path.slice(ROOT.length)}${stamp}${method}${body}`);
  const fresh = Math.abs(Date.now() / 1_000 - Number(stamp)) < MAX_AGE;
  const known = headers.get('X-Digest-Key') === KEY;
  return known && fresh && crypto.subtle.verify('HMAC', key, signature, signed);
}

/** `POST /api/v2/hlr-lookup` and `/mnp-lookup`, each signed. */
async function answer(request: Request, { pathname }: URL): Promise<Response> {
  const body = await request.text();
  if (!(await isSigned(request, pathname, body))) return refused(401, 'Invalid signature');
  const { msisdn } = JSON.parse(body) as { msisdn?: string };
  if (!msisdn?.startsWith('+')) return refused(400, 'msisdn');
  const reply = pathname === `${ROOT}/hlr-lookup` ? live : ported;
  return Response.json({ ...reply, msisdn, ...OTHERS.get(msisdn) });
}

const query = parsePhoneNumber('+447911120123');
const outOfCredit = () => refused(200, 'Insufficient credits');
const refusals = [
  [outOfCredit, 'UPSTREAM_QUOTA_EXHAUSTED'],
  [() => refused(402, 'Payment required'), 'UPSTREAM_QUOTA_EXHAUSTED'],
  [() => refused(200, 'Something else'), 'SERVICE_UNAVAILABLE'],
] as const;
const known = {
  id: 'f94ef092cb53',
  ported: true,
  mcc: '310',
  mnc: '260',
  original: { name: 'Example Wireless', country: 'United States', countryCode: 'US' },
  portedTo: { name: 'Example Mobile' },
  at: '2026-08-07T16:16:17.676Z',
};

export const hlrLookupsVendor: FakeVendor = {
  hosts: ['www.hlr-lookups.com'],
  vars: { HLR_LOOKUPS_KEY: KEY, HLR_LOOKUPS_SECRET: SECRET },
  answer,
  cases: [
    {
      source: liveRouting,
      finds: query,
      fact: { ...known, connectivity: 'CONNECTED', source: 'LIVE_HLR', imsi: null, roaming: false },
      refusals: [
        ...refusals,
        [() => Response.json({ ...live, processing_status: 'FAILED' }), 'UPSTREAM_ERROR'],
      ],
      partial: [
        [{ connectivity_status: 'ABSENT' }, { connectivity: 'ABSENT', ported: null, mcc: null }],
        [
          { ...live, mcc: 310, mnc: true, imsi: '310260123456789' },
          { mcc: '310', imsi: '310260123456789' },
        ],
        // One whose subscriber is hidden names nobody.
        [{ ...live, imsi: '26203XXXXXXXXXX' }, { imsi: null }],
      ],
      mutate: true,
    },
    {
      source: liveLine,
      finds: query,
      fact: {
        ...{ carrier: 'Example Mobile', lineType: 'MOBILE', mcc: '310', mnc: '260' },
        ...{ ported: true, status: 'ACTIVE', statusFlag: 'CONNECTED' },
      },
      refusals,
      partial: [
        [{ connectivity_status: 'INVALID_MSISDN' }, { status: 'UNASSIGNED', lineType: null }],
      ],
      mutate: true,
    },
    {
      source: portedRouting,
      finds: query,
      fact: { ...known, answered: true, connectivity: null },
      none: { query: parsePhoneNumber('+447911120004'), fact: { answered: false, ported: null } },
      refusals,
      partial: [
        [
          { query_status: 'OK', is_ported: 'yes' },
          { answered: true, ported: null },
        ],
      ],
      mutate: true,
    },
  ],
};
