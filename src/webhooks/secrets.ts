import { concatBytes, fromBase64Url, hmacSha256, toBase64, toHex } from '../lib/bytes.ts';
import { openSealedText, type Secrets, sealText, secretOfVersion } from '../lib/secrets.ts';
import { trimEndOf } from '../lib/text.ts';

const encoder = new TextEncoder();
/** @param url a sealed secret moved to another receiver's address does not open */
const sealOf = (secret: string, url: string) => ({
  secret,
  purpose: 'webhook secrets',
  bound: url,
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
  return `${version}.${await sealText(secret, sealOf(text, url), randomBytes)}`;
}

/** @returns null when it was not sealed for this address with a LINK_SECRET that is still there */
export async function openSecret(
  { sealedSecret, url }: { sealedSecret: string; url: string },
  linkSecrets: Secrets,
): Promise<string | null> {
  const [version, ...parts] = sealedSecret.split('.');
  const linkSecret = secretOfVersion(linkSecrets, Number(version));
  return linkSecret && openSealedText(parts.join('.'), sealOf(linkSecret, url));
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
