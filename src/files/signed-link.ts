import { ApiError } from '../core/errors.ts';
import type { FileLinks } from '../core/jobs/files.ts';
import type { Clock } from '../core/ports.ts';
import type { Secrets } from '../core/secrets.ts';
import { createLinkToken, readLinkToken } from './link-token.ts';

/** Specification, "Limits": results_url and full_results_url. */
export const LINK_SECONDS = 3_600;

/** What the verbs about links reach. */
export interface LinkPorts {
  clock: Clock;
  /** LINK_SECRET; null and no link can be made or followed. */
  linkSecrets: Secrets | null;
}

function requireSecrets({ linkSecrets }: LinkPorts): Secrets {
  if (linkSecrets === null)
    throw new ApiError(
      'SERVICE_UNAVAILABLE',
      'LINK_SECRET is not set: there are no links to files.',
    );
  return linkSecrets;
}

const nowSeconds = (clock: Clock): number => Math.floor(clock.now() / 1_000);

/** Makes links that need no API key. Who has one can read that one file for an hour. */
export const createFileLinks = (ports: LinkPorts): FileLinks => ({
  async link(key, origin) {
    const claim = { key, expiresAt: nowSeconds(ports.clock) + LINK_SECONDS };
    return `${origin}/files/${await createLinkToken(claim, requireSecrets(ports))}`;
  },
});

/**
 * The object a link leads to.
 * @throws ApiError INSUFFICIENT_SCOPE (403) for an expired or altered link: of the table's two
 * codes with that status it is the one about what a credential reaches; SERVICE_UNAVAILABLE without
 * a LINK_SECRET
 */
export async function followLink(token: string, ports: LinkPorts): Promise<string> {
  const claim = await readLinkToken(token, requireSecrets(ports));
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
