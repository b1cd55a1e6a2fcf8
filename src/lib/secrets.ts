import { fromBase64Url, hmacSha256, toBase64Url } from './bytes.ts';

/** A secret and its version, which everything signed or sealed with it names. */
export interface Secret {
  version: number;
  text: string;
}

/** Rotating secrets of one purpose: the first signs, all of them verify. */
export type Secrets = readonly [Secret, ...Secret[]];

/** How many stored things need a version of a secret; null where it is not known of them. */
export interface VersionCount {
  version: number | null;
  count: number;
}

/** Bounded, as a signature that names no version is verified with every secret. */
const MAX_SECRETS = 3;

const ENTRY = /^v(\d{1,4}):(.+)$/;
const VERSIONED = /^v\d+:/;

/**
 * Reads `v2:new,v1:old`, or one plain secret, which is version 1.
 * @throws RangeError for more than {@link MAX_SECRETS}, one version twice, or a list with an entry
 *   that is not of this form: read as one plain secret it would end everything that was signed
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

/** The secret of a version; null when there is none. */
export const secretOfVersion = (secrets: Secrets, version: number): string | null =>
  secrets.find((secret) => secret.version === version)?.text ?? null;

const encoder = new TextEncoder();

/** A text to sign and its purpose: a signature of one purpose is invalid for every other. */
interface SignedText {
  purpose: string;
  text: string;
  /**
   * Associated data, such as the query a cursor belongs to: signed and not in the token, so the
   * verifier has to know it.
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

/** Constant-time comparison: the time taken leaks nothing about the signature. */
export function isEqualConstantTime(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let index = 0; index < a.length; index++)
    difference |= a.charCodeAt(index) ^ b.charCodeAt(index);
  return difference === 0;
}

/**
 * A text and its HMAC-SHA256, safe in addresses: `<claim>.<signature>`, both base64url. The claim
 * names the version of the secret, so that secrets can be rotated.
 */
export async function signText(
  { text, ...what }: SignedText,
  [{ version, text: secret }]: Secrets,
): Promise<string> {
  const claim = toBase64Url(encoder.encode(`${version}:${text}`));
  return `${claim}.${await signature(secret, what, claim)}`;
}

const CLAIM = /^(\d{1,4}):(.*)$/s;

/** The claim of a token, its signature not verified. Null: it is no token. */
export function readUnverifiedClaim(token: string): { version: number; text: string } | null {
  const [claim = ''] = token.split('.', 1);
  const bytes = fromBase64Url(claim) ?? new Uint8Array();
  const [, version, text] = CLAIM.exec(new TextDecoder().decode(bytes)) ?? [];
  return text === undefined ? null : { version: Number(version), text };
}

/**
 * Verifies a token and returns its text. Texts are compared, not bytes, so a token has one
 * spelling only.
 * @returns null when it was altered, is bound to something else, or its secret is gone
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

/** Bytes of an AES-GCM nonce, random for every seal (NIST SP 800-38D section 8.2.2). */
const IV_BYTES = 12;

/** What a text is sealed under. */
interface Seal {
  secret: string;
  /** The key is derived for it (HKDF, RFC 5869): what signs with the secret never encrypts. */
  purpose: string;
  /** Additional authenticated data: a sealed text moved to other data does not open. */
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

/** Decrypts what {@link sealText} gave. @returns null when it was sealed otherwise */
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
