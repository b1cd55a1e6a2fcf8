import { ApiError } from '../core/errors.ts';
import type { Blobs, Clock } from '../core/ports.ts';
import { RDAP_BOOTSTRAP_KEY, rdapBootstrap } from '../data/rdap-bootstrap.ts';
import { FeedError } from '../sources/feeds/feed.ts';
import { type FeedNetwork, fetchText } from './fetch-feed.ts';
import type { RefreshedFeed } from './refresh-feed.ts';

export const RDAP_BOOTSTRAP_FEED = 'rdap_bootstrap';

/** IANA's registry of RDAP services for domains (RFC 9224). */
const ADDRESS = 'https://data.iana.org/rdap/dns.json';

/** IANA changes it a few times a week. */
const REFRESH_EVERY_MS = 24 * 3_600_000;

/** IANA lists well over a thousand suffixes; far fewer is not IANA's file. */
const MIN_SUFFIXES = 500;

export interface BootstrapDeps extends FeedNetwork {
  blobs: Blobs;
  clock: Clock;
}

/** What is stored: the file, and when it was fetched. */
const stored = rdapBootstrap.extend({ fetchedAt: rdapBootstrap.shape.publication });

/** Fetches, checks and stores the bootstrap. @throws ApiError UPSTREAM_ERROR when the file cannot be used; the last good one stays */
export async function refreshRdapBootstrap(deps: BootstrapDeps): Promise<RefreshedFeed> {
  const now = new Date(deps.clock.now()).toISOString();
  try {
    const { services, publication } = parse(await fetchText(ADDRESS, deps));
    const rows = services.reduce((sum, [suffixes]) => sum + suffixes.length, 0);
    if (rows < MIN_SUFFIXES) throw new FeedError(`the file lists only ${rows} suffixes`);
    await deps.blobs.write(
      RDAP_BOOTSTRAP_KEY,
      JSON.stringify({ fetchedAt: now, publication, services }),
    );
    return { name: RDAP_BOOTSTRAP_FEED, asOf: publication ?? now, rows, error: null };
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    throw new ApiError(
      'UPSTREAM_ERROR',
      `The feed ${RDAP_BOOTSTRAP_FEED} was not refreshed: ${error.message}.`,
    );
  }
}

function parse(text: string) {
  try {
    return rdapBootstrap.parse(JSON.parse(text));
  } catch (cause) {
    throw new FeedError('the file is not an RDAP bootstrap', { cause });
  }
}

/** Refreshes it when the stored copy is a day old; the next run tries again after a failure. */
export async function refreshDueRdapBootstrap(deps: BootstrapDeps): Promise<void> {
  const bytes = await deps.blobs.read(RDAP_BOOTSTRAP_KEY);
  const fetchedAt = bytes
    ? stored.parse(JSON.parse(new TextDecoder().decode(bytes))).fetchedAt
    : undefined;
  if (fetchedAt && deps.clock.now() - Date.parse(fetchedAt) < REFRESH_EVERY_MS) return;
  await refreshRdapBootstrap(deps);
}
