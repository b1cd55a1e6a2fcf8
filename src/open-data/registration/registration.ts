import { ApiError } from '../../lib/errors.ts';
import { Lru } from '../../lib/lru.ts';
import type { Outbound } from '../../lookup/outbound.ts';
import type { QuerySource, Source, Sources } from '../../lookup/source.ts';
import type { World } from '../../lookup/world.ts';
import { rdap } from './rdap.ts';
import { type Registration, type RegistrationQuery, unregistered } from './registration-fact.ts';
import {
  backOff,
  countQuery,
  getCached,
  refuseWhileBlocked,
  registryUnavailable,
} from './registry-cache.ts';
import { contentLines, readWhoisLine } from './whois-fields.ts';
import whoisHosts from './whois-hosts.json' with { type: 'json' };
import { readWhoisReply } from './whois-reply.ts';

/** IANA's WHOIS server, which refers to those of the registries. */
const IANA_WHOIS_HOST = 'whois.iana.org';

// Hosts from IANA's root zone database (www.iana.org/domains/root/db), and those of second-level
// registries from the list of the whois client (github.com/rfc1036/whois, tld_serv_list).

/** Top-level domains whose registries answer in browsers only, or not at all. */
export const WITHOUT_WHOIS: ReadonlySet<string> = new Set(whoisHosts.without);

/** Query for a name, by host; that of other hosts is the name. */
const QUERIES: ReadonlyMap<string, (domain: string) => string> = new Map([
  // Without the keyword, Verisign also lists hosts that begin with the name.
  ['whois.verisign-grs.com', (domain) => `domain ${domain}`],
  // DENIC returns the status alone unless queried for the domain type.
  ['whois.denic.de', (domain) => `-T dn,ace ${domain}`],
  // JPRS answers in Japanese unless the query ends in /e.
  ['whois.jprs.jp', (domain) => `${domain}/e`],
]);

const HOSTS: ReadonlyMap<string, string> = new Map([
  ...whoisHosts.atNic.map((suffix) => [suffix, `whois.nic.${suffix}`] as const),
  ...Object.entries(whoisHosts.hosts).flatMap(([host, suffixes]) =>
    suffixes.split(' ').map((suffix) => [suffix, host] as const),
  ),
]);

/** WHOIS server of the longest listed suffix of a name; undefined if IANA must be queried. */
export function whoisHost(domain: string): string | undefined {
  for (let dot = domain.indexOf('.'); dot >= 0; dot = domain.indexOf('.', dot + 1)) {
    const host = HOSTS.get(domain.slice(dot + 1));
    if (host !== undefined) return host;
  }
  return undefined;
}

/** RFC 3912 section 2. */
const WHOIS_PORT = 43;
const MAX_BYTES = 64 * 1_024;
/** Wait after a refusal; WHOIS cannot state one. */
const DEFAULT_BACK_OFF_SECONDS = 60;

/** Decodes UTF-8, otherwise the Latin-1 of older registries. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Sends one query to one host. @throws ApiError also during a back-off or above the rate limit */
async function queryWhoisServer(
  address: { host: string; port: number },
  query: string,
  timeoutMs: number,
  world: World,
): Promise<string> {
  refuseWhileBlocked(address.host, world);
  countQuery(address.host, world);
  const limits = { timeoutMs, maxBytes: MAX_BYTES };
  try {
    return decode(await world.outbound.tcp(address, `${query}\r\n`, limits));
  } catch (error) {
    const timedOut = error instanceof ApiError && error.code === 'UPSTREAM_TIMEOUT';
    // Each registry is a separate server, so its silence does not count against the others.
    throw new ApiError(
      timedOut ? 'UPSTREAM_TIMEOUT' : 'SERVICE_UNAVAILABLE',
      'The registry does not answer over WHOIS.',
      { aboutInput: true, cause: error },
    );
  }
}

interface Referral {
  /** False if the root zone has no such top-level domain. */
  exists: boolean;
  host: string | null;
}

/** Cache of referrals by top-level domain; they hardly ever change. */
const referrals = new WeakMap<Outbound, Lru<string, Referral>>();
/** Twice the root zone, to include what callers mistake for a top-level domain. */
const MAX_REFERRALS = 3_000;

/** Name of a host on the public internet: no address, single label or local zone. */
const PUBLIC_HOST =
  /^(?!.*\.(?:local|localhost|internal|arpa|\d+)$)[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+$/;

/** IANA's referral for a top-level domain; further referrals are not followed. */
async function findReferral(tld: string, timeoutMs: number, world: World): Promise<Referral> {
  const known = referrals.get(world.outbound) ?? new Lru<string, Referral>(MAX_REFERRALS);
  referrals.set(world.outbound, known);
  const kept = known.get(tld);
  if (kept) return kept;
  const reply = await queryWhoisServer(
    { host: IANA_WHOIS_HOST, port: WHOIS_PORT },
    tld,
    timeoutMs,
    world,
  );
  const fields = [...contentLines(reply)].flatMap((line) => readWhoisLine(line) ?? []);
  const named = fields.find(({ key }) => key === 'whois' || key === 'refer')?.value.toLowerCase();
  const host = named !== undefined && PUBLIC_HOST.test(named) ? named : null;
  const found = { exists: !/returned 0 objects/i.test(reply), host };
  if (host === null && found.exists && !fields.some(({ key }) => key === 'domain')) {
    throw new ApiError('SERVICE_UNAVAILABLE', 'The list of registries is unavailable.', {
      aboutInput: true,
    });
  }
  return known.set(tld, found);
}

function readAddress(address: string): { host: string; port: number } {
  const [, host = address, port] = /^(.*):(\d+)$/.exec(address) ?? [];
  return {
    host: host.replace(/^\[|\]$/g, ''),
    port: port === undefined ? WHOIS_PORT : Number(port),
  };
}

async function queryWhois(
  { domain, timeoutMs }: RegistrationQuery,
  world: World,
): Promise<Registration | null> {
  let host = world.outbound.settings.whoisHost ?? whoisHost(domain.name);
  if (host === undefined) {
    if (WITHOUT_WHOIS.has(domain.tld)) return null;
    const referral = await findReferral(domain.tld, timeoutMs, world);
    if (!referral.exists) return unregistered('WHOIS', IANA_WHOIS_HOST);
    if (referral.host === null) return null;
    host = referral.host;
  }
  const address = readAddress(host);
  const query = QUERIES.get(address.host)?.(domain.name) ?? domain.name;
  const reply = await queryWhoisServer(address, query, timeoutMs, world);
  const reading = readWhoisReply(reply, address.host, world.clock.now(), domain.name);
  if (reading === 'LIMITED') backOff(address.host, DEFAULT_BACK_OFF_SECONDS, world);
  if (reading === 'OUT_OF_ORDER') throw registryUnavailable('is temporarily unavailable');
  if (reading === 'UNREADABLE')
    throw registryUnavailable('sent a WHOIS reply without information about this name');
  return reading;
}

/** Registry's record of a name over TCP port 43 (RFC 3912). Null if it has no WHOIS server. */
const whois: Source<RegistrationQuery, Registration> = {
  name: 'whois',
  label: 'domain_registry',
  kind: 'open',
  reads: 'io',
  available: () => true,
  ask: (query, world) => getCached('whois', query, world, () => queryWhois(query, world)),
};

/** RDAP failures after which WHOIS is queried; not after a rate limit or a timeout. */
const isOutOfOrder = ({ code }: ApiError): boolean =>
  code === 'SERVICE_UNAVAILABLE' || code === 'UPSTREAM_ERROR';

/**
 * Queries the registry of a name: over RDAP if it has a service that answers, otherwise over WHOIS.
 * @throws ApiError UPSTREAM_ERROR if the registry publishes neither; otherwise the first failure
 */
async function findRegistration(query: RegistrationQuery, ask: QuerySource): Promise<Registration> {
  let first: ApiError | null = null;
  for (const source of [rdap, whois]) {
    const outcome = await ask(source, query);
    if (outcome.kind === 'found') return outcome.fact;
    if (outcome.kind !== 'failed') continue;
    const { failure } = outcome;
    if (first || !isOutOfOrder(failure)) throw first ?? failure;
    first = failure;
  }
  const silent = `The registry of .${query.domain.tld} publishes no registration data.`;
  throw first ?? new ApiError('UPSTREAM_ERROR', silent);
}

/** Registration of a domain, from its registry. */
export const registration: Sources<RegistrationQuery, Registration> = {
  list: [rdap, whois],
  resolve: findRegistration,
};
