import { readOrNull } from '../../lib/inputs.ts';
import { type IpAddress, parseIpAddress } from './address.ts';

/** First and last address of a prefix, as words (see `IpAddress`). */
export interface AddressRange {
  version: 4 | 6;
  /** Length in bits; of IPv4-mapped addresses, of the IPv4 prefix. */
  prefix: number;
  first: readonly number[];
  last: readonly number[];
}

const GROUP = /^[\da-f]{1,4}$/i;

/** The 16-bit groups on one side of `::`; NaN for an invalid group. */
const ipv6Groups = (text: string): number[] =>
  text === ''
    ? []
    : text.split(':').map((group) => (GROUP.test(group) ? Number.parseInt(group, 16) : Number.NaN));

/**
 * Fast path for plain IPv6 addresses, of which lists have hundreds of thousands: skips the
 * canonical text, which is most of the cost of the general parser.
 * @returns null for other spellings and for a first group of zero, left to the general parser
 */
function plainIpv6(text: string): number[] | null {
  const [head = '', tail, more] = text.split('::', 3);
  if (head === '' || more !== undefined) return null;
  const groups = ipv6Groups(head);
  if (tail !== undefined) {
    const last = ipv6Groups(tail);
    const zeros = 8 - groups.length - last.length;
    if (zeros < 1) return null;
    groups.push(...new Array<number>(zeros).fill(0), ...last);
  }
  if (groups.length !== 8 || groups[0] === 0 || groups.some(Number.isNaN)) return null;
  return [0, 2, 4, 6].map(
    (at) => (((groups[at] as number) << 16) | (groups[at + 1] as number)) >>> 0,
  );
}

function parseBaseAddress(text: string): Pick<IpAddress, 'version' | 'words'> {
  const words = plainIpv6(text);
  return words ? { version: 6, words } : parseIpAddress(text);
}

/** Bits before the IPv4 address in an IPv4-mapped IPv6 address (RFC 4291 section 2.5.5.2). */
const MAPPED_BITS = 96;

/**
 * Length of a prefix in the bits of its parsed address.
 * @param base the address as written
 * @param length as written; undefined for the whole address
 * @returns null when it is too long, or ends before the IPv4 address of a mapped one
 */
export function prefixLength(
  base: string,
  length: string | undefined,
  { words }: Pick<IpAddress, 'words'>,
): number | null {
  const bits = words.length * 32;
  if (length === undefined) return bits;
  if (!/^\d{1,3}$/.test(length)) return null;
  const isMapped = words.length === 1 && base.includes(':');
  const prefix = Number(length) - (isMapped ? MAPPED_BITS : 0);
  return prefix > bits || prefix < (isMapped ? 1 : 0) ? null : prefix;
}

/**
 * Parses a CIDR prefix (RFC 4632, RFC 4291 section 2.3), or a single address. Host bits are
 * cleared.
 * @returns null when it is neither
 */
export function parseCidr(text: string): AddressRange | null {
  const [base = '', length, ...rest] = text.split('/');
  if (rest.length > 0) return null;
  const address = readOrNull(() => parseBaseAddress(base));
  const prefix = address && prefixLength(base, length, address);
  if (!address || prefix === null) return null;
  const { version, words } = address;
  const hosts = words.map((_, word) => hostMask(prefix - word * 32));
  return {
    version,
    prefix,
    first: words.map((word, position) => (word & ~(hosts[position] as number)) >>> 0),
    last: words.map((word, position) => (word | (hosts[position] as number)) >>> 0),
  };
}

/** Mask of the host bits of one word whose first `prefix` bits belong to the prefix. */
export function hostMask(prefix: number): number {
  if (prefix <= 0) return 0xffff_ffff;
  return prefix >= 32 ? 0 : 0xffff_ffff >>> prefix;
}

/** Negative, zero or positive when `a` is below, equal to or above `b`. */
export function compareU32s(a: readonly number[], b: readonly number[]): number {
  for (let word = 0; word < a.length; word++) {
    const difference = (a[word] as number) - (b[word] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}
