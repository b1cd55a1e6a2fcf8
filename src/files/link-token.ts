import { fromBase64Url, toBase64Url } from '../core/base64url.ts';
import { type Secrets, secretOf } from '../core/secrets.ts';
import { sameText, signText } from '../core/signature.ts';

const encoder = new TextEncoder();

/** The tag keeps this signature from standing for anything else signed with the same secret. */
const signature = (secret: string, claim: string): Promise<string> =>
  signText(secret, `file link:${claim}`);

/** What a link grants: one object, until a moment in Unix seconds. */
export interface LinkClaim {
  key: string;
  expiresAt: number;
}

/**
 * A claim and its HMAC-SHA256, as one step of a path: `<claim>.<signature>`, both base64url. The
 * claim names the version of the secret.
 */
export async function createLinkToken(
  { key, expiresAt }: LinkClaim,
  [{ version, text }]: Secrets,
): Promise<string> {
  const claim = toBase64Url(encoder.encode(`${version}:${expiresAt}:${key}`));
  return `${claim}.${await signature(text, claim)}`;
}

const CLAIM = /^(\d{1,4}):(\d{1,15}):(.+)$/s;

/**
 * Reads a token after checking its signature. Texts are compared, not bytes, so a token has one
 * spelling only.
 * @returns null when it was altered or signed with another secret, or one that is gone; expiry is
 * for the caller to judge
 */
export async function readLinkToken(token: string, secrets: Secrets): Promise<LinkClaim | null> {
  const [claim = ''] = token.split('.', 1);
  const [, version, expiresAt, key] =
    CLAIM.exec(new TextDecoder().decode(fromBase64Url(claim) ?? new Uint8Array())) ?? [];
  const secret = secretOf(secrets, Number(version));
  if (secret === null || key === undefined) return null;
  if (!sameText(`${claim}.${await signature(secret, claim)}`, token)) return null;
  return { expiresAt: Number(expiresAt), key };
}
