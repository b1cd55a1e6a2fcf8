import ipaddr from 'ipaddr.js';
import type * as z from 'zod';
import { lookupField, UnusableInput } from '../../lib/inputs.ts';

/** An address in canonical form, and as numbers for range lookups. */
export interface IpAddress {
  version: 4 | 6;
  /** Dotted decimal, or RFC 5952 for IPv6. */
  text: string;
  /** Most significant first: one unsigned 32-bit word for IPv4, four for IPv6. */
  words: readonly number[];
}

/** Kind of a network operator, derived from its AS number or registered name. */
export type AsnClass =
  | 'isp'
  | 'mobile'
  | 'hosting'
  | 'vpn'
  | 'cdn'
  | 'public_dns'
  | 'transit'
  | 'education'
  | 'government'
  | 'business'
  | 'infrastructure'
  | 'platform';

export type FeedKind = 'cloud' | 'cdn' | 'tor' | 'vpn' | 'datacenter' | 'relay' | 'crawler';

export interface FeedTag {
  feed: string;
  kind: FeedKind;
  /** Publisher or operator of the listed range, for example "AWS" or "Google". */
  operator: string;
  /** Cloud region as the provider writes it. */
  region: string | null;
  /** Cloud service, or the crawler's name. */
  service: string | null;
}

/** Row of one address: the compiled table merged with the loaded feeds. */
export interface AddressRow {
  /** Length of the longest prefix around the address with the same values in all tables. */
  prefixLength: number;
  asn: number | null;
  asnName: string | null;
  /** Country that holds over half of the network's announced space by delegation. */
  asnCountry: string | null;
  asnClass: AsnClass | null;
  /**
   * Rule that set the class: `asn` (listed number), `brand` (well-known name), `name:<rule>` (a
   * word in the registered name, or all of it) or `spread` (small blocks scattered over countries
   * are rented out, addresses in several towns of one country are access lines).
   */
  classRule: string | null;
  /** Well-known brand of a curated network, for example "Amazon Web Services". */
  operator: string | null;
  /** ISO 3166-1 alpha-2. */
  countryCode: string | null;
  /** The country to which the registries delegated the range. */
  registeredCountry: string | null;
  region: string | null;
  city: string | null;
  /** Part of the city, if the source has it. */
  district: string | null;
  /** Postcode of the place nearest to the city's point, if a free source has the country's. */
  zip: string | null;
  latitude: number | null;
  longitude: number | null;
  tags: readonly FeedTag[];
  /** Names of the feeds in this row, and of those that are not loaded or are stale. */
  checkedFeeds: readonly string[];
  missingFeeds: readonly string[];
  /** Feed name → ISO 8601 date or time of its content. */
  feedsAsOf: Readonly<Record<string, string>>;
}

const DOT = 46;
const ZERO = 48;
const MAX_IPV4_CHARS = 15;

/** Four decimal octets without leading zeros, or null. */
function parseIpv4(text: string): number | null {
  if (text.length > MAX_IPV4_CHARS) return null;
  let value = 0;
  let octet = -1;
  let dots = 0;
  for (let position = 0; position < text.length; position++) {
    const code = text.charCodeAt(position);
    if (code === DOT) {
      if (octet < 0 || ++dots > 3) return null;
      value = value * 256 + octet;
      octet = -1;
      continue;
    }
    const digit = code - ZERO;
    if (digit < 0 || digit > 9 || octet === 0) return null;
    octet = octet < 0 ? digit : octet * 10 + digit;
    if (octet > 255) return null;
  }
  return dots === 3 && octet >= 0 ? value * 256 + octet : null;
}

/** An IPv4 address from its number, 0..2^32-1. */
export function ipv4Address(value: number): IpAddress {
  return {
    version: 4,
    text: `${value >>> 24}.${(value >>> 16) & 255}.${(value >>> 8) & 255}.${value & 255}`,
    words: [value],
  };
}

/** Additions to an address that are not part of it. */
const SURPLUS: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/\/\d{1,3}$/, 'the length of a prefix'],
  [/(?<=^[\d.]{7,15}|\]):\d{1,5}$/, 'a port'],
  [/^\[|\]$/g, 'brackets'],
  [/(?<=^[^%]{0,60})%.*$/, 'a zone'],
  [/(?<=^|\.)0+(?=\d)/g, 'leading zeros'],
];

/** Names the parts to remove to make a text an address; '' if that would not make it one. */
function surplusOf(text: string): string {
  const surplus: string[] = [];
  let rest = text;
  for (const [pattern, what] of SURPLUS) {
    const without = rest.replace(pattern, '');
    if (without === rest) continue;
    surplus.push(what);
    rest = without;
  }
  const isAddress = parseIpv4(rest) !== null || ipaddr.IPv6.isValid(rest);
  return isAddress && surplus.length > 0 ? `, without ${surplus.join(' and ')}` : '';
}

/**
 * Parses one IPv4 or IPv6 address. An IPv4-mapped IPv6 address (RFC 4291 section 2.5.5.2) becomes
 * the IPv4 address. Only strict dotted decimal is accepted as IPv4, because programs disagree about
 * the host of "127.1", "0x7f.0.0.1" and "010.0.0.1" (RFC 6943 section 3.1.1). Zone IDs, prefixes
 * and ports are rejected.
 * @throws UnusableInput
 */
export function parseIpAddress(text: string): IpAddress {
  const value = parseIpv4(text);
  // Strictly parsed text is already canonical.
  if (value !== null) return { version: 4, text, words: [value] };
  const hexadecimal = withHexadecimalTail(text);
  if (hexadecimal === null || hexadecimal.includes('%') || !ipaddr.IPv6.isValid(hexadecimal)) {
    throw new UnusableInput(`must be an IPv4 or IPv6 address${surplusOf(text)}`);
  }
  const parsed = ipaddr.IPv6.parse(hexadecimal);
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = parsed.parts;
  if (parsed.isIPv4MappedAddress()) return ipv4Address(((g << 16) | h) >>> 0);
  const words = [(a << 16) | b, (c << 16) | d, (e << 16) | f, (g << 16) | h].map(
    (word) => word >>> 0,
  );
  return { version: 6, text: parsed.toRFC5952String(), words };
}

/**
 * Ranges within a network or without a host: RFC 1918, RFC 6598, RFC 4193, RFC 3927, RFC 4291,
 * loopback, and the unspecified, broadcast and multicast addresses of RFC 6890 and RFC 5771.
 */
const INNER: readonly string[] = [
  ...['private', 'carrierGradeNat', 'uniqueLocal', 'linkLocal', 'loopback'],
  ...['unspecified', 'broadcast', 'multicast'],
];

export const isInnerAddress = ({ text }: IpAddress): boolean =>
  INNER.includes(ipaddr.parse(text).range());

export function ipv6Address(words: readonly number[]): IpAddress {
  const parts = words.flatMap((word) => [word >>> 16, word & 0xffff]);
  return { version: 6, text: new ipaddr.IPv6(parts).toRFC5952String(), words };
}

/** Reverse DNS name of an address (RFC 1035, section 3.5; RFC 3596, section 2.5). */
export function reverseNameOf({ version, text, words }: IpAddress): string {
  if (version === 4) return `${text.split('.').reverse().join('.')}.in-addr.arpa`;
  const digits = words.map((word) => word.toString(16).padStart(8, '0')).join('');
  return `${[...digits].reverse().join('.')}.ip6.arpa`;
}

/**
 * Converts a dotted decimal tail of an IPv6 address (RFC 4291 section 2.2) to hexadecimal, since
 * ipaddr.js parses it leniently, and after a bare "::" as IPv4-mapped.
 * @returns null when the tail is not strict, or the text has no colon
 */
function withHexadecimalTail(text: string): string | null {
  const tailAt = text.lastIndexOf(':') + 1;
  if (tailAt === 0 || !text.includes('.')) return tailAt === 0 ? null : text;
  const value = parseIpv4(text.slice(tailAt));
  return value === null
    ? null
    : `${text.slice(0, tailAt)}${Math.floor(value / 0x1_0000).toString(16)}:${(value % 0x1_0000).toString(16)}`;
}

/** The input field of the address products. */
export const ipAddress = lookupField(parseIpAddress, {
  description:
    'IPv4 or IPv6 address. An IPv4-mapped IPv6 address is looked up as IPv4; for a 6to4, Teredo or ' +
    'NAT64 address, the answer is about the embedded IPv4 address.',
  examples: ['8.8.8.8', '2606:4700:4700::1111'],
}) satisfies z.ZodType<IpAddress>;

/** Ways in which an IPv6 address contains an IPv4 address. */
export const EMBEDDINGS = ['6to4', 'teredo', 'nat64'] as const;
type Embedding = (typeof EMBEDDINGS)[number];

export interface EmbeddedIpv4 {
  embedding: Embedding;
  address: IpAddress;
}

const SIX_TO_FOUR = 0x2002;
const TEREDO = 0x2001_0000;
/** 64:ff9b::/96. Addresses in 64:ff9b:1::/48 are defined by each network alone (RFC 8215). */
const NAT64 = 0x0064_ff9b;

/**
 * The IPv4 address embedded in an IPv6 address: of a 6to4 site (RFC 3056), of a Teredo client's NAT
 * (RFC 4380 section 4, bits inverted), or of the host that a NAT64 translates (RFC 6052 section
 * 2.2).
 * @returns null when there is none
 */
export function embeddedIpv4({ version, words }: IpAddress): EmbeddedIpv4 | null {
  if (version === 4) return null;
  const [first, second, third, fourth] = words as [number, number, number, number];
  const carries = (embedding: Embedding, value: number): EmbeddedIpv4 => ({
    embedding,
    address: ipv4Address(value >>> 0),
  });
  if (first >>> 16 === SIX_TO_FOUR) return carries('6to4', (first << 16) | (second >>> 16));
  if (first === TEREDO) return carries('teredo', ~fourth);
  return first === NAT64 && second === 0 && third === 0 ? carries('nat64', fourth) : null;
}

/** Answer of a reputation service about an address; null when unknown. */
export interface AddressReputation {
  proxy: boolean | null;
  vpn: boolean | null;
  tor: boolean | null;
  hosting: boolean | null;
  compromised: boolean | null;
  /** 0 to 100, higher is riskier. */
  risk: number | null;
  /** Operator of the service behind the address, such as a VPN's brand. */
  operator: string | null;
  /** Time of the request, ISO 8601. */
  at: string;
}
