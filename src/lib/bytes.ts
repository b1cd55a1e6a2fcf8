import { trimEndOf } from './text.ts';

/** base64 (RFC 4648 section 4), padded. */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** base64url (RFC 4648 section 5) without padding: for addresses and headers. */
export const toBase64Url = (bytes: Uint8Array): string =>
  trimEndOf(toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_'), '=');

/**
 * Decodes base64url. Lenient about the unused bits of the last character: where only one spelling
 * may count, compare texts, not bytes.
 * @returns null for what is no base64url
 */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return null;
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
    char.charCodeAt(0),
  );
}

/** The bytes of all pieces, one after another. */
export function concatBytes(pieces: readonly ArrayBufferView[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const { buffer, byteOffset, byteLength } of pieces) {
    whole.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += byteLength;
  }
  return whole;
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Hexadecimal in lower case. */
export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += HEX[byte];
  return text;
}

const encoder = new TextEncoder();

/** SHA-256 (FIPS 180-4) of bytes, or of a text in UTF-8. */
export async function sha256(data: string | BufferSource): Promise<Uint8Array> {
  const bytes = typeof data === 'string' ? encoder.encode(data) : data;
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

/** SHA-256 in hex. @param length of the digest that is kept, in bytes */
export const sha256Hex = async (data: string | BufferSource, length = 32): Promise<string> =>
  toHex((await sha256(data)).subarray(0, length));

const asBytes = (data: string | Uint8Array) =>
  (typeof data === 'string' ? encoder.encode(data) : data) as Uint8Array<ArrayBuffer>;

/** HMAC-SHA256 (RFC 2104); texts in UTF-8. */
export async function hmacSha256(secret: string | Uint8Array, data: string | Uint8Array) {
  const name = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', asBytes(secret), name, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, asBytes(data)));
}

/** Words of a block, of a digest and of the schedule; bytes of a block. */
const [BLOCK_WORDS, ROUNDS, BLOCK_BYTES] = [16, 64, 64];
/** Behind the text: a one bit, and its length in the last eight bytes. */
const PADDING_BYTES = 9;

/** First 32 bits of the fractions of roots of the first primes (FIPS 180-4, 4.2.2 and 5.3.3). */
function fractionsOfRoots(count: number, root: (prime: number) => number): Int32Array {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < count; candidate++)
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  return Int32Array.from(primes, (prime) => ((root(prime) % 1) * 2 ** 32) | 0);
}

const ROUND_CONSTANTS = fractionsOfRoots(ROUNDS, Math.cbrt);
const INITIAL_DIGEST = fractionsOfRoots(8, Math.sqrt);
const schedule = new Int32Array(ROUNDS);

type Words = Int32Array & Record<0 | 1 | 2 | 3 | 4 | 5 | 6 | 7, number>;

/** FIPS 180-4, 6.2.2. @param digest of eight words, changed in place */
function compressBlock(digest: Words): void {
  for (let t = BLOCK_WORDS; t < ROUNDS; t++) {
    const early = schedule[t - 15] as number;
    const late = schedule[t - 2] as number;
    const sigma0 =
      ((early >>> 7) | (early << 25)) ^ ((early >>> 18) | (early << 14)) ^ (early >>> 3);
    const sigma1 = ((late >>> 17) | (late << 15)) ^ ((late >>> 19) | (late << 13)) ^ (late >>> 10);
    const before = ((schedule[t - 7] as number) + (schedule[t - 16] as number)) | 0;
    schedule[t] = (sigma0 + sigma1 + before) | 0;
  }
  // Each by its index: destructuring goes through the iterator of the array.
  let a = digest[0];
  let b = digest[1];
  let c = digest[2];
  let d = digest[3];
  let e = digest[4];
  let f = digest[5];
  let g = digest[6];
  let h = digest[7];
  for (let t = 0; t < ROUNDS; t++) {
    const sum1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const sum0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const word = ((ROUND_CONSTANTS[t] as number) + (schedule[t] as number)) | 0;
    const first = (((h + sum1) | 0) + (g ^ (e & (f ^ g))) + word) | 0;
    const second = (sum0 + ((a & b) | (c & (a | b)))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  digest[0] += a;
  digest[1] += b;
  digest[2] += c;
  digest[3] += d;
  digest[4] += e;
  digest[5] += f;
  digest[6] += g;
  digest[7] += h;
}

const hexOfWord = (word: number): string =>
  `${HEX[word >>> 24]}${HEX[(word >>> 16) & 0xff]}${HEX[(word >>> 8) & 0xff]}${HEX[word & 0xff]}`;

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}

/**
 * SHA-256 (FIPS 180-4) of a short text in UTF-8, in hex: a microsecond for 55 bytes, where
 * SubtleCrypto takes four and a promise. Longer ones are {@link sha256Hex}'s.
 * @param length of the digest that is kept, in bytes
 */
export function shortSha256Hex(text: string, length = 32): string {
  // A text of ASCII is its own UTF-8, one byte a character.
  const bytes = isAscii(text)
    ? text
    : Array.from(encoder.encode(text), (byte) => String.fromCharCode(byte)).join('');
  const size = bytes.length;
  const blocks = Math.ceil((size + PADDING_BYTES) / BLOCK_BYTES);
  const digest = INITIAL_DIGEST.slice() as Words;
  const byteAt = (at: number): number =>
    at < size ? bytes.charCodeAt(at) : at === size ? 0x80 : 0;
  for (let block = 0; block < blocks; block++) {
    for (let word = 0; word < BLOCK_WORDS; word++) {
      const at = block * BLOCK_BYTES + word * 4;
      schedule[word] =
        (byteAt(at) << 24) | (byteAt(at + 1) << 16) | (byteAt(at + 2) << 8) | byteAt(at + 3);
    }
    // No text has as many as 2^32 bits.
    if (block === blocks - 1) schedule[BLOCK_WORDS - 1] = size * 8;
    compressBlock(digest);
  }
  let hex = '';
  for (let at = 0; at * 4 < length; at++) hex += hexOfWord(digest[at] as number);
  return hex.slice(0, 2 * length);
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
 * A 53-bit hash of a text, a safe integer (cyrb53, public domain). Not for secrets. Among ten
 * million texts the chance that any two share a hash is half a percent.
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
