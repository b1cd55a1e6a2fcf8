import { parseIpAddress } from '../../core/ip/address.ts';
import { specialPurposeOf } from '../../data/special-purpose-ranges.ts';

/**
 * Whether an address, as text, belongs to the public Internet: in use, and reserved for nothing by
 * the IANA special-purpose registries. Ranges that carry an IPv4 address inside (6to4, Teredo,
 * NAT64) are in those registries and so are refused whole: a translator on the way would turn them
 * into addresses nobody checked.
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
