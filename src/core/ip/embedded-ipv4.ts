import { type IpAddress, ipv4Address } from './address.ts';

/** How an IPv6 address carries an IPv4 one. */
export const EMBEDDINGS = ['6to4', 'teredo', 'nat64'] as const;
export type Embedding = (typeof EMBEDDINGS)[number];

export interface EmbeddedIpv4 {
  embedding: Embedding;
  address: IpAddress;
}

const SIX_TO_FOUR = 0x2002;
const TEREDO = 0x2001_0000;
/** 64:ff9b::/96, and 64:ff9b:1::/48 which differs in its third group. */
const NAT64 = 0x0064_ff9b;
const NAT64_LOCAL = 0x0001;

/**
 * The IPv4 address that stands behind an IPv6 one: of a 6to4 site (RFC 3056), of a Teredo client's
 * NAT (RFC 4380 section 4, its bits inverted), or of the host that a NAT64 translates (RFC 6052
 * section 2.2; 64:ff9b:1::/48 of RFC 8215 as one /48 prefix, or its first /96).
 * @returns null where there is none
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
  if (first !== NAT64) return null;
  const isLocal = second >>> 16 === NAT64_LOCAL;
  if (third === 0 && (second === 0 || second === NAT64_LOCAL << 16))
    return carries('nat64', fourth);
  // Of a /48 prefix: 16 bits before and 16 behind the octet that is zero, then only zeros.
  const isWholePrefix = isLocal && third >>> 24 === 0 && (third & 0xff) === 0 && fourth === 0;
  return isWholePrefix ? carries('nat64', (second << 16) | ((third >>> 8) & 0xffff)) : null;
}
