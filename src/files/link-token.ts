import type { Secrets } from '../core/secrets.ts';
import { openSigned, signText } from '../core/signed-text.ts';

const PURPOSE = 'file link';

/** What a link grants: one object, until a moment in Unix seconds. */
export interface LinkClaim {
  key: string;
  expiresAt: number;
}

/** A claim signed, as one step of a path. */
export const createLinkToken = ({ key, expiresAt }: LinkClaim, secrets: Secrets): Promise<string> =>
  signText({ purpose: PURPOSE, text: `${expiresAt}:${key}` }, secrets);

const CLAIM = /^(\d{1,15}):(.+)$/s;

/**
 * Reads a token after checking its signature. Texts are compared, not bytes, so a token has one
 * spelling only.
 * @returns null when it was altered or signed with another secret, or one that is gone; expiry is
 * for the caller to judge
 */
export async function readLinkToken(token: string, secrets: Secrets): Promise<LinkClaim | null> {
  const claim = await openSigned(token, { purpose: PURPOSE }, secrets);
  const [, expiresAt, key] = CLAIM.exec(claim ?? '') ?? [];
  return key === undefined ? null : { expiresAt: Number(expiresAt), key };
}
