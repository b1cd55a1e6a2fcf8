import { isDocumentAddress, readClient } from './client-documents.ts';
import type { OAuthServices, Records } from './ports.ts';

/** What of a grant is looked at here. */
interface KeptGrant {
  refreshTokenId?: string;
  /** Of the refresh token before: worth nothing, and a sign that somebody has a copy. */
  endedTokenId?: string;
  previousRefreshTokenId?: string;
  previousRefreshTokenWrappedKey?: string;
}

/** A refresh token is good once: what the library keeps of the one before is dropped. */
function rotated(value: string): string {
  const {
    previousRefreshTokenId,
    previousRefreshTokenWrappedKey: _,
    ...grant
  } = JSON.parse(value) as KeptGrant;
  return JSON.stringify({
    ...grant,
    ...(previousRefreshTokenId && { endedTokenId: previousRefreshTokenId }),
  });
}

/** The records as the library reads them: clients by their documents too. */
export function keptRecords(records: Records, services: OAuthServices): Records {
  return {
    ...records,
    get: (key) => {
      const clientId = key.startsWith('client:') ? key.slice('client:'.length) : '';
      return isDocumentAddress(clientId)
        ? readClient(clientId, records, services)
        : records.get(key);
    },
    put: (key, value, options) =>
      records.put(key, key.startsWith('grant:') ? rotated(value) : value, options),
  };
}

/** User, grant and secret, as every code and token of the library is made. */
export const partsOf = (token: string): { userId: string; grantId: string } | null => {
  const [userId, grantId, secret, ...rest] = token.split(':');
  if (!userId || !grantId || !secret || rest.length > 0) return null;
  return { userId, grantId };
};

/** SHA-256 in hex, as the library names tokens. */
async function tokenId(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Ends the grant of a refresh token that was used before: two have it, and nobody can say which of
 * them stole it (RFC 9700, section 4.14.2).
 */
export async function endIfReplayed(token: string, services: OAuthServices): Promise<void> {
  const parts = partsOf(token);
  if (!parts) return;
  const { userId, grantId } = parts;
  const grant = (await services.openRecords().get(`grant:${userId}:${grantId}`)) as KeptGrant;
  if (grant?.endedTokenId && grant.endedTokenId === (await tokenId(token)))
    await services.endGrant(userId, grantId);
}

/**
 * Ends the grant of a code or token whose user has left, or whose organization is closed.
 * @returns whether it did
 */
export async function endIfUnheld(token: string, services: OAuthServices): Promise<boolean> {
  const parts = partsOf(token);
  if (!parts || (await services.mayHold(parts))) return false;
  await services.endGrant(parts.userId, parts.grantId);
  return true;
}
