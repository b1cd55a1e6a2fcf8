import * as z from 'zod';
import { readReplyText } from '../../lib/bounded-stream.ts';
import { hash53 } from '../../lib/bytes.ts';
import { mapMaybePromise } from '../../lib/maybe-promise.ts';
import { StaleWhileRevalidate } from '../../lib/stale-while-revalidate.ts';
import { trimEndOf } from '../../lib/text.ts';
import { DAY_MS, HOUR_MS } from '../../lib/time.ts';
import type { Outbound } from '../../lookup/outbound.ts';
import { successful } from '../../lookup/upstream-status.ts';
import type { Blobs, Clock, RdapRegistries, RdapRegistryList, World } from '../../lookup/world.ts';
import { type FeedTransport, fetchText } from '../feeds/download.ts';
import type { RefreshableFeed } from '../feeds/feed.ts';
import { FeedError } from '../feeds/feed-error.ts';
import countryServices from './country-rdap-services.json' with { type: 'json' };

/** Key where cron stores the newest usable copy of IANA's file. */
export const RDAP_BOOTSTRAP_KEY = 'rdap/dns.json';

/** How long an isolate caches the stored copy. */
const STORED_BOOTSTRAP_TTL_MS = HOUR_MS;

/** IANA's file (RFC 9224 section 3); unused members are ignored. */
const rdapBootstrap = z.object({
  publication: z.string().optional(),
  services: z.array(z.tuple([z.array(z.string()), z.array(z.string())])),
});

/** Suffixes and the base URLs that answer for them (RFC 9224 section 3). */
export type RdapService = readonly [suffixes: readonly string[], urls: readonly string[]];

/**
 * Services of country codes that the compiled bootstrap lacks or has with an old address: from
 * IANA's registry (data.iana.org/rdap/dns.json) as of 2025, and those of DENIC and SWITCH, which
 * are not listed there.
 */
const COUNTRY_SERVICES = countryServices as [string[], string[]][];

/** RFC 9224 section 3 asks clients to prefer https. Null if no address is usable. */
function preferredUrl(urls: readonly string[]): string | null {
  const usable = urls.filter((url) => URL.canParse(url) && /^https?:/i.test(url));
  const url = usable.find((candidate) => /^https:/i.test(candidate)) ?? usable[0];
  return url === undefined ? null : `${trimEndOf(url, '/')}/`;
}

/** Indexes a bootstrap registry; the longest matching suffix wins, label by label. */
function indexServices(services: readonly RdapService[]): RdapRegistries {
  const bases = new Map<string, string>();
  for (const [suffixes, urls] of services) {
    const url = preferredUrl(urls);
    if (url !== null) for (const suffix of suffixes) bases.set(suffix.toLowerCase(), url);
  }
  return {
    rdapBase(domain) {
      let suffix = domain;
      while (!bases.has(suffix) && suffix.includes('.'))
        suffix = suffix.slice(suffix.indexOf('.') + 1);
      return bases.get(suffix) ?? null;
    },
  };
}

/** Opens the compiled bootstrap: UTF-8 lines of a base URL and its suffixes, space-separated. */
export function createRegistries(bytes: ArrayBuffer): RdapRegistries {
  const lines = new TextDecoder().decode(bytes).split('\n');
  const compiled = lines.map((line): RdapService => {
    const [url = '', ...suffixes] = line.split(' ');
    return [suffixes, [url]];
  });
  return indexServices([...compiled, ...COUNTRY_SERVICES]);
}

/** Version of the compiled bootstrap, which changes only with a deployment. */
const COMPILED_VERSION = 'compiled';

interface LoadedBootstrap {
  version: string;
  registries: RdapRegistries;
}

/**
 * Reads the stored bootstrap once an hour. If it is missing or unreadable, the previous one is
 * used, otherwise the compiled one.
 * @param deps.background keeps a promise running after the request that started it has ended
 */
export function openRegistryList(deps: {
  blobs: Blobs;
  clock: Clock;
  compiled: ArrayBuffer;
  background(work: Promise<unknown>): void;
}): RdapRegistryList {
  const compiled = { version: COMPILED_VERSION, registries: createRegistries(deps.compiled) };

  async function readStored(): Promise<LoadedBootstrap | null> {
    const bytes = await deps.blobs.read(RDAP_BOOTSTRAP_KEY);
    if (!bytes) return null;
    const text = new TextDecoder().decode(bytes);
    const { services, publication } = rdapBootstrap.parse(JSON.parse(text));
    return {
      version: publication ?? String(hash53(text)),
      registries: indexServices([...COUNTRY_SERVICES, ...services]),
    };
  }

  const bootstrap = new StaleWhileRevalidate<LoadedBootstrap>(
    async (before) => (await readStored().catch(() => null)) ?? before ?? compiled,
    STORED_BOOTSTRAP_TTL_MS,
    deps,
  );
  return {
    current: () => mapMaybePromise(bootstrap.current(), ({ registries }) => registries),
    version: () => mapMaybePromise(bootstrap.current(), ({ version }) => version),
  };
}

/** The registry changes a few times a week; IANA serves it with a freshness of one day. */
const CONFIGURED_BOOTSTRAP_TTL_MS = DAY_MS;
const MAX_BYTES = 4 * 1_024 * 1_024;

const configuredBootstraps = new WeakMap<
  Outbound,
  { url: string; at: number; registries: RdapRegistries }
>();

async function fetchConfiguredBootstrap(
  url: string,
  { outbound }: World,
  signal: AbortSignal,
): Promise<RdapRegistries> {
  const request = new Request(url, { headers: { Accept: 'application/json' }, signal });
  const body = await readReplyText(await successful(await outbound.http(request)), MAX_BYTES);
  return indexServices(rdapBootstrap.parse(JSON.parse(body)).services);
}

/**
 * RDAP services by name: the operator's bootstrap if one is set, read once a day per isolate and
 * kept if a later read fails; otherwise the one that cron stored, or the compiled one.
 */
export async function currentRegistries(
  world: World,
  signal: AbortSignal,
): Promise<RdapRegistries> {
  const url = world.outbound.settings.rdapBootstrapUrl;
  if (url === undefined) return world.registries.current();
  const kept = configuredBootstraps.get(world.outbound);
  const now = world.clock.now();
  if (kept?.url === url && now - kept.at < CONFIGURED_BOOTSTRAP_TTL_MS) return kept.registries;
  try {
    const registries = await fetchConfiguredBootstrap(url, world, signal);
    configuredBootstraps.set(world.outbound, { url, at: now, registries });
    return registries;
  } catch (error) {
    if (kept?.url === url) return kept.registries;
    throw error;
  }
}

/** IANA's registry of RDAP services for domains (RFC 9224). */
const IANA_BOOTSTRAP_URL = 'https://data.iana.org/rdap/dns.json';

/** IANA lists well over a thousand suffixes; a file with far fewer is not IANA's. */
const MIN_SUFFIXES = 500;

interface BootstrapDeps extends FeedTransport {
  blobs: Blobs;
  clock: Clock;
}

function parseBootstrap(text: string) {
  try {
    return rdapBootstrap.parse(JSON.parse(text));
  } catch (cause) {
    throw new FeedError('the file is not an RDAP bootstrap', { cause });
  }
}

/** Feed of IANA's bootstrap, which changes a few times a week. */
export const rdapBootstrapFeed = (deps: BootstrapDeps): RefreshableFeed => ({
  name: 'rdap_bootstrap',
  refreshEveryHours: 24,
  async fetchAndStore() {
    const { services, publication } = parseBootstrap(await fetchText(IANA_BOOTSTRAP_URL, deps));
    const rows = services.reduce((sum, [suffixes]) => sum + suffixes.length, 0);
    if (rows < MIN_SUFFIXES) throw new FeedError(`the file lists only ${rows} suffixes`);
    await deps.blobs.write(RDAP_BOOTSTRAP_KEY, JSON.stringify({ publication, services }));
    return { asOf: publication ?? new Date(deps.clock.now()).toISOString(), rows };
  },
});
