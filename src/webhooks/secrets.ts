import { concatBytes, fromBase64Url, hmacSha256, toBase64, toHex } from '../lib/bytes.ts';
import { openVersioned, type Secrets, sealVersioned } from '../lib/secrets.ts';
import { trimEndOf } from '../lib/text.ts';

const encoder = new TextEncoder();
/** @param url binds the secret to its receiver: copied to another URL, it does not decrypt */
const sealOf = (url: string) => ({ purpose: 'webhook secrets', bound: url });

/**
 * Encrypts a receiver's secret for storage. A hash would not do, because signing needs the secret
 * itself as long as the job, monitor or delivery exists. It can be decrypted only with the
 * LINK_SECRET whose version is its prefix.
 */
export const sealSecret = (
  { secret, url }: { secret: string; url: string },
  linkSecrets: Secrets,
  randomBytes: (count: number) => Uint8Array<ArrayBuffer>,
): Promise<string> => sealVersioned(secret, sealOf(url), linkSecrets, randomBytes);

/** @returns null unless it was encrypted for this URL with a LINK_SECRET that still exists */
export const openSecret = (
  { sealedSecret, url }: { sealedSecret: string; url: string },
  linkSecrets: Secrets,
): Promise<string | null> => openVersioned(sealedSecret, sealOf(url), linkSecrets);

/** Prefix of secrets in Standard Webhooks. */
export const SECRET_PREFIX = 'whsec_';

/** `sha256=` and 64 hex digits; keyed with the secret's text, including its prefix. */
const hexSignature = async (secret: string, bytes: Uint8Array): Promise<string> =>
  `sha256=${toHex(await hmacSha256(secret, bytes))}`;

/**
 * Keyed with the bytes encoded by the secret's base64. Secrets of older receivers are base64url.
 */
async function standardSignature(secret: string, bytes: Uint8Array): Promise<string> {
  const text = secret.slice(SECRET_PREFIX.length).replaceAll('+', '-').replaceAll('/', '_');
  const key = fromBase64Url(trimEndOf(text, '=')) ?? secret;
  return `v1,${toBase64(await hmacSha256(key, bytes))}`;
}

/**
 * Signature headers of a delivery: over the raw body, as in the specification; over
 * `<timestamp>.<body>`, so that a receiver can refuse old requests; and those of Standard Webhooks
 * 1.0 (standardwebhooks.com), which common libraries verify.
 * @param secrets during a rotation, all of them sign the header of Standard Webhooks, and the first
 * signs the others
 * @param eventId equal for all attempts of one event
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
