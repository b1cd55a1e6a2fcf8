import { readOrNull, UnusableInput } from '../../lib/inputs.ts';
import { type IpAddress, ipv4Address, ipv6Address, parseIpAddress } from './address.ts';
import { hostMask, prefixLength } from './address-range.ts';

const WORD_BITS = 32;

/** The canonical prefix of this length around an address (RFC 4632; RFC 5952 for IPv6). */
export function cidrOf({ words }: IpAddress, length: number): string {
  const masked = words.map((word, at) => (word & ~hostMask(length - at * WORD_BITS)) >>> 0);
  const { text } = masked.length === 1 ? ipv4Address(masked[0] as number) : ipv6Address(masked);
  return `${text}/${length}`;
}

/** All prefixes that cover an address, longest first: 33 for IPv4, 129 for IPv6. */
export function cidrsCovering(address: IpAddress): string[] {
  const bits = address.words.length * WORD_BITS;
  return Array.from({ length: bits + 1 }, (_, at) => cidrOf(address, bits - at));
}

/**
 * Converts an address or a CIDR prefix to canonical CIDR text. Host bits are cleared.
 * @throws UnusableInput
 */
export function normalizeCidr(text: string): string {
  const [base = '', length, ...rest] = text.split('/');
  const address = parseIpAddress(base.trim());
  const prefix = rest.length > 0 ? null : prefixLength(base, length, address);
  if (prefix === null) throw new UnusableInput('must be an IP address or a CIDR prefix');
  return cidrOf(address, prefix);
}

/** Whether an address is in one of the prefixes, given in {@link normalizeCidr} form. */
export function isInCidrs(text: string | null, cidrs: readonly string[]): boolean {
  const address = readOrNull(() => parseIpAddress(text ?? ''));
  return (
    address !== null && cidrs.some((cidr) => cidr === cidrOf(address, Number(cidr.split('/')[1])))
  );
}
