import type { Blobs, Clock } from '../core/ports.ts';
import { RDAP_BOOTSTRAP_KEY, rdapBootstrap } from '../data/rdap-bootstrap.ts';
import { FeedError } from '../sources/feeds/feed-error.ts';
import { type FeedNetwork, fetchText } from './fetch-feed.ts';
import type { Refreshable } from './ports.ts';

/** IANA's registry of RDAP services for domains (RFC 9224). */
const ADDRESS = 'https://data.iana.org/rdap/dns.json';

/** IANA lists well over a thousand suffixes; far fewer is not IANA's file. */
const MIN_SUFFIXES = 500;

export interface BootstrapDeps extends FeedNetwork {
  blobs: Blobs;
  clock: Clock;
}

function parse(text: string) {
  try {
    return rdapBootstrap.parse(JSON.parse(text));
  } catch (cause) {
    throw new FeedError('the file is not an RDAP bootstrap', { cause });
  }
}

/** IANA changes it a few times a week. */
export const rdapBootstrapFeed = (deps: BootstrapDeps): Refreshable => ({
  name: 'rdap_bootstrap',
  refreshEveryHours: 24,
  async take() {
    const { services, publication } = parse(await fetchText(ADDRESS, deps));
    const rows = services.reduce((sum, [suffixes]) => sum + suffixes.length, 0);
    if (rows < MIN_SUFFIXES) throw new FeedError(`the file lists only ${rows} suffixes`);
    await deps.blobs.write(RDAP_BOOTSTRAP_KEY, JSON.stringify({ publication, services }));
    return { asOf: publication ?? new Date(deps.clock.now()).toISOString(), rows };
  },
});
