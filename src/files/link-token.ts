import { fromBase64Url, toBase64Url } from '../core/base64url.ts';

const encoder = new TextEncoder();

/** The tag keeps this signature from standing for anything else signed with the same secret. */
async function signature(secret: string, claim: string): Promise<string> {
  const key = await crypto.subtle.importKey(
    'raw',
    encoder.encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  return toBase64Url(
    new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(`file link:${claim}`))),
  );
}

/** Looks at every character always, so that the time taken says nothing about the signature. */
function sameText(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let index = 0; index < a.length; index++)
    difference |= a.charCodeAt(index) ^ b.charCodeAt(index);
  return difference === 0;
}

/** What a link grants: one object, until a moment in Unix seconds. */
export interface LinkClaim {
  key: string;
  expiresAt: number;
}

/** A claim and its HMAC-SHA256, as one step of a path: `<claim>.<signature>`, both base64url. */
export async function createLinkToken(
  { key, expiresAt }: LinkClaim,
  secret: string,
): Promise<string> {
  const claim = toBase64Url(encoder.encode(`${expiresAt}:${key}`));
  return `${claim}.${await signature(secret, claim)}`;
}

/**
 * Reads a token after checking its signature. Texts are compared, not bytes, so a token has one spelling only.
 * @returns null when it was altered or signed with another secret; expiry is for the caller to judge
 */
export async function readLinkToken(token: string, secret: string): Promise<LinkClaim | null> {
  const [claim = ''] = token.split('.', 1);
  const expected = await signature(secret, claim);
  if (!sameText(`${claim}.${expected}`, token)) return null;
  const match = /^(\d{1,15}):(.+)$/s.exec(
    new TextDecoder().decode(fromBase64Url(claim) ?? new Uint8Array()),
  );
  return match ? { expiresAt: Number(match[1]), key: match[2] as string } : null;
}
