import {
  concatBytes,
  fromBase64Url,
  hmacSha256,
  toBase64,
  toBase64Url,
  toHex,
} from '../lib/bytes.ts';
import { type Secrets, secretOfVersion } from '../lib/secrets.ts';
import { trimEndOf } from '../lib/text.ts';

const encoder = new TextEncoder();
/** Bytes of an AES-GCM nonce, random for every seal (NIST SP 800-38D section 8.2.2). */
const IV_BYTES = 12;

/** Derives the sealing key (HKDF, RFC 5869), so that the key that signs links never encrypts. */
async function sealingKey(linkSecret: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', encoder.encode(linkSecret), 'HKDF', false, [
    'deriveKey',
  ]);
  const derivation = {
    name: 'HKDF',
    hash: 'SHA-256',
    salt: new Uint8Array(),
    info: encoder.encode('webhook secrets'),
  };
  return crypto.subtle.deriveKey(derivation, material, { name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
}

/**
 * Additional authenticated data: a sealed secret moved to another receiver's address does not open.
 */
const sealCipher = (iv: Uint8Array<ArrayBuffer>, url: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: encoder.encode(url),
});

/**
 * Encrypts a receiver's secret for storage. A hash would do to check a secret, but signing needs
 * the secret itself for as long as the job, the monitor or the delivery lives; so it is stored, and
 * readable only with the LINK_SECRET whose version stands in front.
 */
export async function sealSecret(
  { secret, url }: { secret: string; url: string },
  [{ version, text }]: Secrets,
  randomBytes: (count: number) => Uint8Array<ArrayBuffer>,
): Promise<string> {
  const iv = randomBytes(IV_BYTES);
  const sealed = await crypto.subtle.encrypt(
    sealCipher(iv, url),
    await sealingKey(text),
    encoder.encode(secret),
  );
  return `${version}.${toBase64Url(iv)}.${toBase64Url(new Uint8Array(sealed))}`;
}

/** @returns null when it was not sealed for this address with a LINK_SECRET that is still there */
export async function openSecret(
  { sealedSecret, url }: { sealedSecret: string; url: string },
  linkSecrets: Secrets,
): Promise<string | null> {
  const [version, ...parts] = sealedSecret.split('.');
  const linkSecret = secretOfVersion(linkSecrets, Number(version));
  const [iv, sealed] = parts.map(fromBase64Url);
  if (linkSecret === null || !iv || !sealed) return null;
  try {
    return new TextDecoder().decode(
      await crypto.subtle.decrypt(sealCipher(iv, url), await sealingKey(linkSecret), sealed),
    );
  } catch {
    return null;
  }
}

/** Of every receiver's secret, as Standard Webhooks has it. */
export const SECRET_PREFIX = 'whsec_';

/** Keyed with the whole secret as text, prefix included: `sha256=` and 64 hex digits. */
const hexSignature = async (secret: string, bytes: Uint8Array): Promise<string> =>
  `sha256=${toHex(await hmacSha256(secret, bytes))}`;

/**
 * Keyed with the bytes that the secret's base64 stands for. Secrets of receivers registered before
 * are base64url.
 */
async function standardSignature(secret: string, bytes: Uint8Array): Promise<string> {
  const text = secret.slice(SECRET_PREFIX.length).replaceAll('+', '-').replaceAll('/', '_');
  const key = fromBase64Url(trimEndOf(text, '=')) ?? secret;
  return `v1,${toBase64(await hmacSha256(key, bytes))}`;
}

/**
 * The headers that sign a delivery: over the raw body, as the specification has it; over
 * `<timestamp>.<body>`, so that a receiver can refuse what was sent long ago; and those of Standard
 * Webhooks 1.0 (standardwebhooks.com), which the field's libraries verify.
 * @param secrets while one is replaced: Standard Webhooks' header is signed with all of them, the
 * others with the first
 * @param eventId the same for every attempt of one event
 * @param now milliseconds since the epoch
 */
export async function signatureHeaders(
  [secret, ...others]: readonly [string, ...string[]],
  { eventId, body, now }: { eventId: string; body: Uint8Array; now: number },
): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(now / 1_000));
  const stamped = concatBytes([encoder.encode(`${timestamp}.`), body]);
  const named = concatBytes([encoder.encode(`${eventId}.`), stamped]);
  const signatures = await Promise.all(
    [secret, ...others].map((each) => standardSignature(each, named)),
  );
  return {
    'X-Service-Signature': await hexSignature(secret, body),
    'X-Service-Timestamp': timestamp,
    'X-Service-Signature-V2': await hexSignature(secret, stamped),
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
