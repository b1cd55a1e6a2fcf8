import { ApiError } from '../lib/errors.ts';
import { type Secrets, signText, verifySignedText } from '../lib/secrets.ts';
import type { FileLinks } from '../lookup/jobs/files.ts';
import type { Clock } from '../lookup/world.ts';

const PURPOSE = 'file link';

/** What a link grants: one object, until a moment in Unix seconds. */
interface LinkGrant {
  key: string;
  expiresAt: number;
}

/** A claim signed, as one step of a path. */
export const createLinkToken = ({ key, expiresAt }: LinkGrant, secrets: Secrets): Promise<string> =>
  signText({ purpose: PURPOSE, text: `${expiresAt}:${key}` }, secrets);

const GRANT = /^(\d{1,15}):(.+)$/s;

/**
 * Reads a token after checking its signature. Texts are compared, not bytes, so a token has one
 * spelling only.
 * @returns null when it was altered or signed with another secret, or one that is gone; expiry is
 * for the caller to judge
 */
export async function readLinkToken(token: string, secrets: Secrets): Promise<LinkGrant | null> {
  const claim = await verifySignedText(token, { purpose: PURPOSE }, secrets);
  const [, expiresAt, key] = GRANT.exec(claim ?? '') ?? [];
  return key === undefined ? null : { expiresAt: Number(expiresAt), key };
}

/** Specification, "Limits": results_url and full_results_url. */
export const LINK_SECONDS = 3_600;

export interface FileLinkPorts {
  clock: Clock;
  /** LINK_SECRET; null and no link can be made or followed. */
  linkSecrets: Secrets | null;
}

function requireLinkSecrets({ linkSecrets }: FileLinkPorts): Secrets {
  if (linkSecrets === null)
    throw new ApiError('SERVICE_UNAVAILABLE', 'This service has no links to files.', {
      cause: 'LINK_SECRET is not set',
    });
  return linkSecrets;
}

const nowSeconds = (clock: Clock): number => Math.floor(clock.now() / 1_000);

/** Makes links that need no API key. Who has one can read that one file for an hour. */
export const createFileLinks = (ports: FileLinkPorts): FileLinks => ({
  async link(key, origin) {
    const claim = { key, expiresAt: nowSeconds(ports.clock) + LINK_SECONDS };
    return `${origin}/files/${await createLinkToken(claim, requireLinkSecrets(ports))}`;
  },
});

/**
 * The object a link leads to.
 * @throws ApiError INSUFFICIENT_SCOPE (403) for an expired or altered link: of the table's two
 * codes with that status it is the one about what a credential reaches; SERVICE_UNAVAILABLE without
 * a LINK_SECRET
 */
export async function resolveFileLink(token: string, ports: FileLinkPorts): Promise<string> {
  const claim = await readLinkToken(token, requireLinkSecrets(ports));
  if (!claim)
    throw new ApiError('INSUFFICIENT_SCOPE', 'This link is not one of ours, or was altered.');
  if (nowSeconds(ports.clock) >= claim.expiresAt) {
    throw new ApiError(
      'INSUFFICIENT_SCOPE',
      'This link has expired; fetch the job again for a fresh one.',
    );
  }
  return claim.key;
}
