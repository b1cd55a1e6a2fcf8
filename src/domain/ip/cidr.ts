import { UnusableInput } from '../../lib/inputs.ts';
import { type IpAddress, ipv4Address, ipv6Address, parseIpAddress } from './address.ts';
import { hostMask } from './address-range.ts';

const WORD_BITS = 32;

/** The prefix of this length that covers an address, canonical (RFC 4632; RFC 5952 for IPv6). */
export function cidrOf({ words }: IpAddress, length: number): string {
  const masked = words.map((word, at) => (word & ~hostMask(length - at * WORD_BITS)) >>> 0);
  const { text } = masked.length === 1 ? ipv4Address(masked[0] as number) : ipv6Address(masked);
  return `${text}/${length}`;
}

/** Every prefix that covers an address, the longest first: 33 for IPv4, 129 for IPv6. */
export function cidrsCovering(address: IpAddress): string[] {
  const bits = address.words.length * WORD_BITS;
  return Array.from({ length: bits + 1 }, (_, at) => cidrOf(address, bits - at));
}

/**
 * An address or a prefix in CIDR form, as canonical CIDR text. Bits past the prefix are cleared.
 * @throws UnusableInput
 */
export function normalizeCidr(text: string): string {
  const [base = '', length, ...rest] = text.split('/');
  const address = parseIpAddress(base.trim());
  const bits = address.words.length * WORD_BITS;
  const prefix =
    length === undefined ? bits : /^\d{1,3}$/.test(length) ? Number(length) : Number.NaN;
  if (rest.length > 0 || !(prefix <= bits))
    throw new UnusableInput(`must be an address or a prefix of at most ${bits} bits`);
  return cidrOf(address, prefix);
}

/** Whether an address lies in one of these prefixes, spelled by {@link normalizeCidr}. */
export function isInCidrs(text: string | null, cidrs: readonly string[]): boolean {
  if (text === null) return false;
  try {
    const address = parseIpAddress(text);
    return cidrs.some((cidr) => cidr === cidrOf(address, Number(cidr.split('/')[1])));
  } catch {
    return false;
  }
}
