import { fromBase64Url, hmacSha256, toBase64Url } from './bytes.ts';

/** A secret and its version, which is written into everything signed or sealed with it. */
export interface Secret {
  version: number;
  text: string;
}

/** Rotating secrets of one purpose: the first signs, and all of them verify. */
export type Secrets = readonly [Secret, ...Secret[]];

/** Number of stored values that need a version of a secret; version null if unknown. */
export interface VersionCount {
  version: number | null;
  count: number;
}

/** Bounded, because a signature without a version is verified with every secret. */
const MAX_SECRETS = 3;

const ENTRY = /^v(\d{1,4}):(.+)$/;
/** Any spelling of a version, so that a mistyped list is refused and not read as one secret. */
const VERSIONED = /^v\s?\d+\s?[:=]/i;

/**
 * Reads `v2:new,v1:old`, or one plain secret, which is version 1.
 * @throws RangeError for more than {@link MAX_SECRETS}, a repeated version, or a list with a
 *   malformed entry: read as one plain secret, it would invalidate everything that was signed
 */
export function parseSecrets(text: string): Secrets {
  const parts = text.split(',').map((part) => part.trim());
  if (!parts.some((part) => VERSIONED.test(part))) return [{ version: 1, text }];
  const secrets = parts.map((part) => {
    const [, version, secret] = ENTRY.exec(part) ?? [];
    if (version === undefined || secret === undefined)
      throw new RangeError('has an entry that is not of the form v2:secret');
    return { version: Number(version), text: secret };
  });
  if (secrets.length > MAX_SECRETS) throw new RangeError(`has more than ${MAX_SECRETS} secrets`);
  if (new Set(secrets.map(({ version }) => version)).size < secrets.length)
    throw new RangeError('has one version twice');
  return secrets as unknown as Secrets;
}

export const secretOfVersion = (secrets: Secrets, version: number): string | null =>
  secrets.find((secret) => secret.version === version)?.text ?? null;

const encoder = new TextEncoder();

/** A text to sign and its purpose; a signature is valid for one purpose only. */
interface SignedText {
  purpose: string;
  text: string;
  /**
   * Associated data, such as the query of a cursor: signed but not in the token, so the verifier
   * must supply it.
   */
  bound?: string;
}

async function signature(
  secret: string,
  { purpose, bound = '' }: Omit<SignedText, 'text'>,
  claim: string,
): Promise<string> {
  // Claims are base64url, so a line break cannot be part of one.
  return toBase64Url(await hmacSha256(secret, `${purpose}:${claim}${bound && `\n${bound}`}`));
}

/** Compares in constant time, so that timing reveals nothing about the signature. */
export function isEqualConstantTime(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let index = 0; index < a.length; index++)
    difference |= a.charCodeAt(index) ^ b.charCodeAt(index);
  return difference === 0;
}

/**
 * Signs a text with HMAC-SHA256 as a URL-safe token `<claim>.<signature>`, both base64url. The
 * claim contains the version of the secret, so that secrets can be rotated.
 */
export async function signText(
  { text, ...what }: SignedText,
  [{ version, text: secret }]: Secrets,
): Promise<string> {
  const claim = toBase64Url(encoder.encode(`${version}:${text}`));
  return `${claim}.${await signature(secret, what, claim)}`;
}

const CLAIM = /^(\d{1,4}):(.*)$/s;

/** Reads the claim of a token WITHOUT verifying its signature; null if malformed. */
export function readUnverifiedClaim(token: string): { version: number; text: string } | null {
  const [claim = ''] = token.split('.', 1);
  const bytes = fromBase64Url(claim) ?? new Uint8Array();
  const [, version, text] = CLAIM.exec(new TextDecoder().decode(bytes)) ?? [];
  return text === undefined ? null : { version: Number(version), text };
}

/**
 * Verifies a token and returns its text. Compares texts and not bytes, so that each token has
 * exactly one valid spelling.
 * @returns null if it was altered, is bound to other data, or its secret was removed
 */
export async function verifySignedText(
  token: string,
  what: Omit<SignedText, 'text'>,
  secrets: Secrets,
): Promise<string | null> {
  const claim = readUnverifiedClaim(token);
  const secret = claim && secretOfVersion(secrets, claim.version);
  if (claim === null || secret === null) return null;
  const [stated = ''] = token.split('.', 1);
  return isEqualConstantTime(`${stated}.${await signature(secret, what, stated)}`, token)
    ? claim.text
    : null;
}

/** Bytes of an AES-GCM nonce, random for each encryption (NIST SP 800-38D section 8.2.2). */
const IV_BYTES = 12;

/** Parameters of an encryption. */
interface Seal {
  secret: string;
  /** The key is derived for this purpose (HKDF, RFC 5869), so no key both signs and encrypts. */
  purpose: string;
  /** Additional authenticated data: a sealed text copied to another record does not decrypt. */
  bound?: string;
}

async function sealingKey({ secret, purpose }: Seal): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', encoder.encode(secret), 'HKDF', false, [
    'deriveKey',
  ]);
  const info = encoder.encode(purpose);
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}

const sealCipher = (iv: Uint8Array<ArrayBuffer>, { bound }: Seal) => ({
  name: 'AES-GCM',
  iv,
  ...(bound !== undefined && { additionalData: encoder.encode(bound) }),
});

/** Encrypts a text (AES-GCM): `<nonce>.<sealed>`, both base64url. */
export async function sealText(
  text: string,
  seal: Seal,
  randomBytes: (count: number) => Uint8Array<ArrayBuffer>,
): Promise<string> {
  const iv = randomBytes(IV_BYTES);
  const key = await sealingKey(seal);
  const sealed = await crypto.subtle.encrypt(sealCipher(iv, seal), key, encoder.encode(text));
  return `${toBase64Url(iv)}.${toBase64Url(new Uint8Array(sealed))}`;
}

/** As {@link sealText} with the first of the secrets, whose version is the prefix. */
export const sealVersioned = async (
  text: string,
  seal: Omit<Seal, 'secret'>,
  [{ version, text: secret }]: Secrets,
  randomBytes: (count: number) => Uint8Array<ArrayBuffer>,
): Promise<string> => `${version}.${await sealText(text, { ...seal, secret }, randomBytes)}`;

/** Decrypts a text of {@link sealVersioned}; null also if its secret was removed. */
export async function openVersioned(
  sealed: string,
  seal: Omit<Seal, 'secret'>,
  secrets: Secrets,
): Promise<string | null> {
  const [version, ...parts] = sealed.split('.');
  const secret = secretOfVersion(secrets, Number(version));
  return secret && openSealedText(parts.join('.'), { ...seal, secret });
}

/** Decrypts a text of {@link sealText}. @returns null if it was sealed with other parameters */
export async function openSealedText(text: string, seal: Seal): Promise<string | null> {
  const [iv, sealed] = text.split('.').map(fromBase64Url);
  if (!iv || !sealed) return null;
  try {
    const key = await sealingKey(seal);
    return new TextDecoder().decode(await crypto.subtle.decrypt(sealCipher(iv, seal), key, sealed));
  } catch {
    return null;
  }
}
