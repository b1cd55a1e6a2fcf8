import { fromBase64Url, toBase64Url } from '../core/base64url.ts';
import { type Secrets, secretOf } from '../core/secrets.ts';

const encoder = new TextEncoder();
/** Of AES-GCM, drawn afresh for every seal (NIST SP 800-38D section 8.2.2). */
const IV_BYTES = 12;

/** A key of its own, so that what signs links never encrypts (RFC 5869). */
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

/** Bound to the address: a sealed secret moved to another receiver does not open. */
const cipher = (iv: Uint8Array<ArrayBuffer>, url: string) => ({
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
    cipher(iv, url),
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
  const linkSecret = secretOf(linkSecrets, Number(version));
  const [iv, sealed] = parts.map(fromBase64Url);
  if (linkSecret === null || !iv || !sealed) return null;
  try {
    return new TextDecoder().decode(
      await crypto.subtle.decrypt(cipher(iv, url), await sealingKey(linkSecret), sealed),
    );
  } catch {
    return null;
  }
}
