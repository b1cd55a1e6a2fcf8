import type { AddressRow } from '../../../core/ip/address.ts';
import { parseIpAddress } from '../../../core/ip/address.ts';
import { forcedRefusals, type SandboxCase } from '../../../core/lookup/product.ts';
import { specialPurposeOf } from '../../../data/special-purpose-ranges.ts';
import type { IpFact } from '../fact.ts';

/** Date of the sandbox's invented tables. */
const AS_OF = '2026-01-01';
/** AS numbers for documentation (RFC 5398). */
const ACCESS_ASN = 64_496;
const HOSTING_ASN = 64_497;

const home: AddressRow = {
  asn: ACCESS_ASN,
  asnName: 'Example Broadband',
  asnClass: 'isp',
  classRule: 'asn',
  operator: 'Example Broadband',
  countryCode: 'US',
  region: 'California',
  city: 'Berkeley',
  latitude: 37.87,
  longitude: -122.27,
  tags: [],
  checkedFeeds: ['asn', 'country', 'city', 'tor_exits', 'x4bnet_vpn'],
  missingFeeds: [],
  feedsAsOf: { asn: AS_OF, country: AS_OF, city: AS_OF, tor_exits: AS_OF, x4bnet_vpn: AS_OF },
};

const server: AddressRow = {
  ...home,
  asn: HOSTING_ASN,
  asnName: 'Example Hosting',
  asnClass: 'hosting',
  operator: 'Example Hosting',
  countryCode: 'NL',
  ...{ region: null, city: null, latitude: null, longitude: null },
  tags: [{ feed: 'tor_exits', kind: 'tor', operator: 'Tor', region: null, service: null }],
};

const bogon = (text: string): IpFact => ({
  special: specialPurposeOf(parseIpAddress(text)),
  row: null,
});

/** Addresses kept for documentation, which no visitor can have. */
export const ipSandbox: readonly SandboxCase<IpFact>[] = [
  { subject: '203.0.113.10', shows: 'a residential address', fact: { special: null, row: home } },
  {
    subject: '203.0.113.11',
    shows: 'a Tor exit on a hosting network',
    fact: { special: null, row: server },
  },
  {
    subject: '203.0.113.12',
    shows: 'a reserved address of which nothing is known',
    fact: bogon('203.0.113.12'),
  },
  {
    subject: '2001:db8::10',
    shows: 'a residential IPv6 address, located to its country',
    fact: {
      special: null,
      row: { ...home, region: null, city: null, latitude: null, longitude: null },
    },
  },
  ...forcedRefusals('203.0.113.13', '203.0.113.14', '203.0.113.15'),
];
