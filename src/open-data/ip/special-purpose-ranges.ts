import { type IpAddress, parseIpAddress } from '../../domain/ip/address.ts';
import { type AddressRange, compareU32s, parseCidr } from '../../domain/ip/address-range.ts';
import rows from './special-purpose-ranges.json' with { type: 'json' };

/** Last-updated date of the registry pages that this table was made from. */
export const SPECIAL_PURPOSE_AS_OF = '2025-10-09';

export interface SpecialPurpose {
  prefix: string;
  name: string;
  /** Document that reserves the prefix. */
  rfc: string;
  /** Column "Globally Reachable" of the registries; null for "N/A". */
  globallyReachable: boolean | null;
}

/**
 * IANA IPv4 and IPv6 Special-Purpose Address Registries (RFC 6890, RFC 8190), with multicast and
 * the unused address space from the IPv4 and IPv6 address space registries. An IPv4-mapped IPv6
 * address is looked up as IPv4.
 */
export const SPECIAL_PURPOSE_RANGES: readonly SpecialPurpose[] = (
  rows as [string, string, string, boolean | null][]
).map(([prefix, name, rfc, globallyReachable]) => ({ prefix, name, rfc, globallyReachable }));

const prefixLength = ({ prefix }: SpecialPurpose): number => Number(prefix.split('/')[1]);

/** Longest prefix first, so that the first match is the most specific. */
const rangesOfVersion = (version: 4 | 6) =>
  [...SPECIAL_PURPOSE_RANGES]
    .sort((a, b) => prefixLength(b) - prefixLength(a))
    .map((special) => ({ special, range: parseCidr(special.prefix) as AddressRange }))
    .filter(({ range: { version: of } }) => of === version);

const RANGES_BY_VERSION = { 4: rangesOfVersion(4), 6: rangesOfVersion(6) };

/** @returns the most specific special purpose of the address; null for an ordinary address */
export function specialPurposeOf(address: IpAddress): SpecialPurpose | null {
  const found = RANGES_BY_VERSION[address.version].find(
    ({ range: { first, last } }) =>
      compareU32s(first, address.words) <= 0 && compareU32s(address.words, last) <= 0,
  );
  return found?.special ?? null;
}

/**
 * Whether an address, as text, belongs to the public internet: in use, and not reserved by the IANA
 * special-purpose registries. Ranges that embed an IPv4 address (6to4, Teredo, NAT64) are in those
 * registries, so they are refused as a whole: a translator on the path would turn them into
 * unchecked addresses.
 * @param version required IP version; an IPv4-mapped IPv6 address counts as IPv4
 */
export function isPublicAddress(text: string, version: 4 | 6): boolean {
  try {
    const address = parseIpAddress(text);
    return address.version === version && specialPurposeOf(address) === null;
  } catch {
    return false;
  }
}
