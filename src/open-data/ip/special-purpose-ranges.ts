import { type IpAddress, parseIpAddress } from '../../domain/ip/address.ts';
import { type AddressRange, compareU32s, parseCidr } from '../../domain/ip/address-range.ts';

/** Last-updated date of the registry pages this table was written from. */
export const SPECIAL_PURPOSE_AS_OF = '2025-10-09';

export interface SpecialPurpose {
  prefix: string;
  name: string;
  /** The document that reserves it. */
  rfc: string;
  /** The registries' column "Globally Reachable"; null where they say "N/A". */
  globallyReachable: boolean | null;
}

const range = (
  prefix: string,
  name: string,
  rfc: string,
  globallyReachable: boolean | null = false,
): SpecialPurpose => ({
  prefix,
  name,
  rfc,
  globallyReachable,
});

/**
 * IANA IPv4 and IPv6 Special-Purpose Address Registries (RFC 6890, RFC 8190), with multicast and
 * the address space that is not in use from the IPv4 and IPv6 address space registries. IPv4-mapped
 * IPv6 is read as IPv4 before it gets here.
 */
export const SPECIAL_PURPOSE_RANGES: readonly SpecialPurpose[] = [
  range('0.0.0.0/8', 'This network', 'RFC 791'),
  range('10.0.0.0/8', 'Private use', 'RFC 1918'),
  range('100.64.0.0/10', 'Shared address space (carrier-grade NAT)', 'RFC 6598'),
  range('127.0.0.0/8', 'Loopback', 'RFC 1122'),
  range('169.254.0.0/16', 'Link-local', 'RFC 3927'),
  range('172.16.0.0/12', 'Private use', 'RFC 1918'),
  range('192.0.0.0/24', 'IETF protocol assignments', 'RFC 6890'),
  range('192.0.0.9/32', 'Port Control Protocol anycast', 'RFC 7723', true),
  range('192.0.0.10/32', 'TURN anycast', 'RFC 8155', true),
  range('192.0.2.0/24', 'Documentation (TEST-NET-1)', 'RFC 5737'),
  range('192.31.196.0/24', 'AS112', 'RFC 7535', true),
  range('192.52.193.0/24', 'Automatic multicast tunneling', 'RFC 7450', true),
  range('192.88.99.0/24', 'Deprecated 6to4 relay anycast', 'RFC 7526'),
  range('192.168.0.0/16', 'Private use', 'RFC 1918'),
  range('192.175.48.0/24', 'AS112 direct delegation', 'RFC 7534', true),
  range('198.18.0.0/15', 'Benchmarking', 'RFC 2544'),
  range('198.51.100.0/24', 'Documentation (TEST-NET-2)', 'RFC 5737'),
  range('203.0.113.0/24', 'Documentation (TEST-NET-3)', 'RFC 5737'),
  range('224.0.0.0/4', 'Multicast', 'RFC 5771'),
  range('240.0.0.0/4', 'Reserved (class E)', 'RFC 1112'),
  range('255.255.255.255/32', 'Limited broadcast', 'RFC 919'),

  range('::/3', 'Reserved by the IETF', 'RFC 4291'),
  range('::/128', 'Unspecified address', 'RFC 4291'),
  range('::1/128', 'Loopback', 'RFC 4291'),
  range('64:ff9b::/96', 'IPv4-IPv6 translation', 'RFC 6052', true),
  range('64:ff9b:1::/48', 'IPv4-IPv6 translation, local use', 'RFC 8215'),
  range('100::/64', 'Discard-only', 'RFC 6666'),
  range('100:0:0:1::/64', 'Dummy prefix', 'RFC 9780'),
  range('2001::/23', 'IETF protocol assignments', 'RFC 2928'),
  range('2001::/32', 'Teredo', 'RFC 4380', null),
  range('2001:1::1/128', 'Port Control Protocol anycast', 'RFC 7723', true),
  range('2001:1::2/128', 'TURN anycast', 'RFC 8155', true),
  range('2001:1::3/128', 'DNS-SD service registration anycast', 'RFC 9665', true),
  range('2001:2::/48', 'Benchmarking', 'RFC 5180'),
  range('2001:3::/32', 'Automatic multicast tunneling', 'RFC 7450', true),
  range('2001:4:112::/48', 'AS112', 'RFC 7535', true),
  range('2001:10::/28', 'Deprecated ORCHID', 'RFC 4843'),
  range('2001:20::/28', 'ORCHIDv2', 'RFC 7343', true),
  range('2001:30::/28', 'Drone remote identification tags', 'RFC 9374', true),
  range('2001:db8::/32', 'Documentation', 'RFC 3849'),
  range('2002::/16', '6to4', 'RFC 3056', null),
  range('2620:4f:8000::/48', 'AS112 direct delegation', 'RFC 7534', true),
  range('3fff::/20', 'Documentation', 'RFC 9637'),
  range('4000::/2', 'Reserved by the IETF', 'RFC 4291'),
  range('5f00::/16', 'Segment routing (SRv6) identifiers', 'RFC 9602'),
  range('8000::/1', 'Reserved by the IETF', 'RFC 4291'),
  range('fc00::/7', 'Unique local', 'RFC 4193'),
  range('fe80::/10', 'Link-local', 'RFC 4291'),
  range('fec0::/10', 'Deprecated site-local', 'RFC 3879'),
  range('ff00::/8', 'Multicast', 'RFC 4291'),
];

const prefixLength = ({ prefix }: SpecialPurpose): number => Number(prefix.split('/')[1]);

/** Longest prefix first, so that the first that matches is the most specific. */
const rangesOfVersion = (version: 4 | 6) =>
  [...SPECIAL_PURPOSE_RANGES]
    .sort((a, b) => prefixLength(b) - prefixLength(a))
    .map((special) => ({ special, range: parseCidr(special.prefix) as AddressRange }))
    .filter(({ range: { version: of } }) => of === version);

const RANGES_BY_VERSION = { 4: rangesOfVersion(4), 6: rangesOfVersion(6) };

/** @returns the most specific special purpose of the address, or null for ordinary addresses. */
export function specialPurposeOf(address: IpAddress): SpecialPurpose | null {
  const found = RANGES_BY_VERSION[address.version].find(
    ({ range: { first, last } }) =>
      compareU32s(first, address.words) <= 0 && compareU32s(address.words, last) <= 0,
  );
  return found?.special ?? null;
}

/**
 * Whether an address, as text, belongs to the public Internet: in use, and reserved for nothing by
 * the IANA special-purpose registries. Ranges that carry an IPv4 address inside (6to4, Teredo,
 * NAT64) are in those registries and so are refused whole: a translator on the way would turn them
 * into unchecked addresses.
 * @param version the family the text must be of: an IPv4-mapped IPv6 address is of neither
 */
export function isPublicAddress(text: string, version: 4 | 6): boolean {
  try {
    const address = parseIpAddress(text);
    return address.version === version && specialPurposeOf(address) === null;
  } catch {
    return false;
  }
}
