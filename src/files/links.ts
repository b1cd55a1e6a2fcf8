import { ApiError } from '../lib/errors.ts';
import { type Secrets, signText, verifySignedText } from '../lib/secrets.ts';
import type { FileLinks } from '../lookup/jobs/files.ts';
import type { Clock } from '../lookup/world.ts';

const PURPOSE = 'file link';

/** Grant of a link: one object, until a time in Unix seconds. */
interface LinkGrant {
  key: string;
  expiresAt: number;
}

/** Encodes a signed grant as one path segment. */
export const createLinkToken = ({ key, expiresAt }: LinkGrant, secrets: Secrets): Promise<string> =>
  signText({ purpose: PURPOSE, text: `${expiresAt}:${key}` }, secrets);

const GRANT = /^(\d{1,15}):(.+)$/s;

/**
 * Verifies and parses a token. Tokens are compared as text, not as bytes, so each has only
 * one spelling.
 * @returns null when it was altered, or signed with another or a removed secret; the caller checks
 * the expiry
 */
export async function readLinkToken(token: string, secrets: Secrets): Promise<LinkGrant | null> {
  const claim = await verifySignedText(token, { purpose: PURPOSE }, secrets);
  const [, expiresAt, key] = GRANT.exec(claim ?? '') ?? [];
  return key === undefined ? null : { expiresAt: Number(expiresAt), key };
}

/** Lifetime of results_url and full_results_url (specification, "Limits"). */
export const LINK_SECONDS = 3_600;

export interface FileLinkPorts {
  clock: Clock;
  /** LINK_SECRET; null when not set, and then no link can be made or resolved. */
  linkSecrets: Secrets | null;
}

function requireLinkSecrets({ linkSecrets }: FileLinkPorts): Secrets {
  if (linkSecrets === null)
    throw new ApiError('SERVICE_UNAVAILABLE', 'File links are not available on this service.', {
      cause: 'LINK_SECRET is not set',
    });
  return linkSecrets;
}

const nowSeconds = (clock: Clock): number => Math.floor(clock.now() / 1_000);

/** Makes links that need no API key. A link's holder can read that one file for an hour. */
export const createFileLinks = (ports: FileLinkPorts): FileLinks => ({
  async link(key, origin) {
    const claim = { key, expiresAt: nowSeconds(ports.clock) + LINK_SECONDS };
    return `${origin}/files/${await createLinkToken(claim, requireLinkSecrets(ports))}`;
  },
});

/**
 * Resolves a link to its object.
 * @throws ApiError INSUFFICIENT_SCOPE (403) for an expired or altered link: of the table's two
 * codes with that status, it is the one about the reach of a credential; SERVICE_UNAVAILABLE
 * without a LINK_SECRET
 */
export async function resolveFileLink(token: string, ports: FileLinkPorts): Promise<string> {
  const claim = await readLinkToken(token, requireLinkSecrets(ports));
  if (!claim) throw new ApiError('INSUFFICIENT_SCOPE', 'This link is invalid or was altered.');
  if (nowSeconds(ports.clock) >= claim.expiresAt) {
    throw new ApiError(
      'INSUFFICIENT_SCOPE',
      'This link has expired. Fetch the job again for a new one.',
    );
  }
  return claim.key;
}
