import type { KeyMode } from '../core/caller.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 62^32 possibilities, about 190 bits. */
const RANDOM_CHARS = 32;
/** 62^8 possibilities: a guess passes the edge once in 2·10^14, and then meets no stored hash. */
const CHECKSUM_CHARS = 8;
const KEY_FORMAT = new RegExp(
  `^sk_(live|test)_([0-9A-Za-z]{${RANDOM_CHARS}})([0-9A-Za-z]{${CHECKSUM_CHARS}})$`,
);

const encoder = new TextEncoder();
const signingKeys = new Map<string, CryptoKey>();

async function hmac(secret: string, text: string): Promise<Uint8Array> {
  let key = signingKeys.get(secret);
  if (!key) {
    key = await crypto.subtle.importKey(
      'raw',
      encoder.encode(secret),
      { name: 'HMAC', hash: 'SHA-256' },
      false,
      ['sign'],
    );
    signingKeys.set(secret, key);
  }
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text)));
}

/** Base 62, one byte a character; bytes of 248 and above are skipped so that every character is equally likely. */
function base62(bytes: Uint8Array, chars: number): string {
  const unbiased = [...bytes].filter((byte) => byte < 248).map((byte) => ALPHABET[byte % 62]);
  if (unbiased.length < chars) throw new RangeError('not enough bytes');
  return unbiased.slice(0, chars).join('');
}

/** A checksum needs no uniformity, only that it cannot be made without the secret. */
async function checksum(secret: string, body: string): Promise<string> {
  const digest = await hmac(secret, `checksum:${body}`);
  return Array.from(digest.subarray(0, CHECKSUM_CHARS), (byte) => ALPHABET[byte % 62]).join('');
}

async function assemble(secret: string, mode: KeyMode, random: string): Promise<string> {
  const body = `sk_${mode}_${random}`;
  return body + (await checksum(secret, body));
}

/** A new key; shown once, never stored. */
export function createApiKey(secret: string, mode: KeyMode): Promise<string> {
  return assemble(
    secret,
    mode,
    base62(crypto.getRandomValues(new Uint8Array(RANDOM_CHARS * 2)), RANDOM_CHARS),
  );
}

/** The same key for the same secret and label on every machine: the local demo keys. */
export async function deriveApiKey(secret: string, mode: KeyMode, label: string): Promise<string> {
  const bytes = await Promise.all([0, 1].map((round) => hmac(secret, `derive:${label}:${round}`)));
  return assemble(
    secret,
    mode,
    base62(Uint8Array.from(bytes.flatMap((part) => [...part])), RANDOM_CHARS),
  );
}

/** SHA-256 of the key, hex: how a key is stored, and the name of its KeyGate object. */
export async function hashApiKey(key: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', encoder.encode(key));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Reads `Authorization: Bearer <key>` (RFC 6750; the scheme is case-insensitive) and checks the keyed
 * checksum, so that a forged key is refused before any storage is touched.
 * @returns the key, or null when it is missing, malformed or forged
 */
export async function readBearerKey(header: string | null, secret: string): Promise<string | null> {
  const key = /^bearer +(\S+)$/i.exec(header ?? '')?.[1];
  const parts = key && KEY_FORMAT.exec(key);
  if (!parts) return null;
  const body = key.slice(0, -CHECKSUM_CHARS);
  return (await checksum(secret, body)) === parts[3] ? key : null;
}
