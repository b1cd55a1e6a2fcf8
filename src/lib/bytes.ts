import { Buffer } from 'node:buffer';

/** A view of bytes, not a copy. */
const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** base64 (RFC 4648 section 4), padded. */
export const toBase64 = (bytes: Uint8Array): string => bufferOf(bytes).toString('base64');

/** User and password as UTF-8 in Base64 (RFC 7617). */
export const basicCredential = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** base64url (RFC 4648 section 5) without padding, safe in URLs and headers. */
export const toBase64Url = (bytes: Uint8Array): string => bufferOf(bytes).toString('base64url');

/** Hexadecimal in lower case. */
export const toHex = (bytes: Uint8Array): string => bufferOf(bytes).toString('hex');

/**
 * Decodes base64url. Lenient about the unused bits of the last character, so several texts can
 * decode to the same bytes: where only one spelling may be valid, compare texts, not bytes.
 * @returns null for text that is not base64url
 */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return null;
  return new Uint8Array(Buffer.from(text, 'base64url'));
}

export function concatBytes(pieces: readonly ArrayBufferView[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const { buffer, byteOffset, byteLength } of pieces) {
    whole.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += byteLength;
  }
  return whole;
}

const encoder = new TextEncoder();

/** SHA-256 (FIPS 180-4) of bytes, or of a text in UTF-8. */
export async function sha256(data: string | BufferSource): Promise<Uint8Array> {
  const bytes = typeof data === 'string' ? encoder.encode(data) : data;
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

/** SHA-256 in hex. @param length bytes of the digest to keep */
export const sha256Hex = async (data: string | BufferSource, length = 32): Promise<string> =>
  toHex((await sha256(data)).subarray(0, length));

/** A digest in the form of a UUID: the same for the same text. */
export const digestUuid = async (text: string): Promise<string> =>
  (await sha256Hex(text, 16)).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

const asBytes = (data: string | Uint8Array) =>
  (typeof data === 'string' ? encoder.encode(data) : data) as Uint8Array<ArrayBuffer>;

/** HMAC-SHA256 (RFC 2104); texts in UTF-8. */
export async function hmacSha256(secret: string | Uint8Array, data: string | Uint8Array) {
  const name = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', asBytes(secret), name, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, asBytes(data)));
}

/** FNV-1a, 32 bits (public domain). Not for secrets. */
export function fnv1a32(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

const SEED_A = 0xdead_beef;
const SEED_B = 0x41c6_ce57;

/**
 * 53-bit hash of a text as a safe integer (cyrb53, public domain). Not for secrets. Among ten
 * million texts, the chance of any collision is half a percent.
 */
export function hash53(text: string): number {
  let a = SEED_A;
  let b = SEED_B;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 2_654_435_761);
    b = Math.imul(b ^ code, 1_597_334_677);
  }
  a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909);
  b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909);
  return (b & 0x1f_ffff) * 0x1_0000_0000 + (a >>> 0);
}
