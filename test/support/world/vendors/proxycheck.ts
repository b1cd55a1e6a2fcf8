import { parseIpAddress } from '../../../../src/domain/ip/address.ts';
import { addressReputation } from '../../../../src/vendors/proxycheck/reputation.ts';
import type { FakeVendor } from '../fake-vendor.ts';

const KEY = 'proxycheck key of the tests';

const clean = {
  proxy: false,
  vpn: false,
  tor: false,
  hosting: false,
  compromised: false,
  anonymous: false,
  risk: 0,
  confidence: 100,
};

/** Addresses of which something was seen. */
const SEEN = new Map<string, object>([
  [
    '198.51.100.20',
    { detections: { ...clean, vpn: true, risk: 66 }, operator: { name: 'Example VPN' } },
  ],
  ['2001:db8::20', { detections: { ...clean, proxy: true, risk: 90 } }],
]);

const said = (status: string, http: number) =>
  Response.json({ status, message: 'in words' }, { status: http });

/** `GET /v3/{ip}` with a key and a pinned version. */
function answer(_: Request, { pathname, searchParams }: URL): Response {
  if (searchParams.get('key') !== KEY) return said('denied', 401);
  if (!/^\d\d-[A-Z][a-z]+-\d{4}$/.test(searchParams.get('ver') ?? '')) return said('error', 400);
  const ip = decodeURIComponent(pathname.slice('/v3/'.length));
  const network = { asn: 'AS64496', provider: 'Example Broadband', type: 'Residential' };
  const found = { network, detections: clean, operator: null, ...SEEN.get(ip) };
  return Response.json({ status: 'ok', [ip]: found, query_time: 3 });
}

export const proxycheckVendor: FakeVendor = {
  hosts: ['proxycheck.io'],
  vars: { PROXYCHECK_KEY: KEY },
  onlyAdds: true,
  answer,
  cases: [
    {
      source: addressReputation,
      finds: parseIpAddress('198.51.100.20'),
      fact: { vpn: true, tor: false, proxy: false, risk: 66, operator: 'Example VPN' },
      refusals: [
        [() => said('denied', 200), 'UPSTREAM_QUOTA_EXHAUSTED'],
        [() => said('denied', 429), 'UPSTREAM_QUOTA_EXHAUSTED'],
        [() => said('error', 200), 'SERVICE_UNAVAILABLE'],
        [
          () => Response.json({ '198.51.100.20': { detections: { vpn: 'yes', risk: 400 } } }),
          'SERVICE_UNAVAILABLE',
        ],
        // About another address than the one asked for.
        [
          () => Response.json({ status: 'ok', '192.0.2.1': { detections: clean } }),
          'SERVICE_UNAVAILABLE',
        ],
      ],
      partial: [
        [
          {
            status: 'warning',
            '198.51.100.20': { detections: { vpn: 'yes', tor: true, risk: 400 } },
          },
          { vpn: null, tor: true, proxy: null, risk: null, operator: null },
        ],
      ],
      mutate: true,
    },
    {
      source: addressReputation,
      finds: parseIpAddress('2001:db8::20'),
      fact: { proxy: true, risk: 90 },
    },
  ],
};
