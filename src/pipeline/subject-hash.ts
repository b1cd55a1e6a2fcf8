/** 128 bits: two of a customer's inputs collide once in 10^19 pairs. */
const HASH_BYTES = 16;

const encoder = new TextEncoder();
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/**
 * Names a normalised input in cache keys and receipts: fixed length, and no personal data in clear.
 * Hex.
 */
export async function hashSubject(subject: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', encoder.encode(subject));
  let hex = '';
  for (const byte of new Uint8Array(digest, 0, HASH_BYTES)) hex += HEX[byte];
  return hex;
}
