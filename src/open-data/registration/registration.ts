import { ApiError } from '../../lib/errors.ts';
import { Lru } from '../../lib/lru.ts';
import type { Outbound } from '../../lookup/outbound.ts';
import type { QuerySource, Source } from '../../lookup/source.ts';
import type { World } from '../../lookup/world.ts';
import { rdap } from './rdap.ts';
import { type Registration, type RegistrationQuery, unregistered } from './registration-fact.ts';
import { backOff, countQuery, getCached, refuseWhileBlocked } from './registry-cache.ts';
import { contentLines, readWhoisLine } from './whois-fields.ts';
import whoisHosts from './whois-hosts.json' with { type: 'json' };
import { readWhoisReply } from './whois-reply.ts';

/** How to ask a registry over WHOIS (RFC 3912). */
interface WhoisRegistry {
  host: string;
  /** What to send for a name, where it is more than the name. */
  query?: (domain: string) => string;
}

/** Names IANA itself keeps the WHOIS referrals at. */
const IANA_WHOIS_HOST = 'whois.iana.org';

// Hosts as IANA's root zone database gives them (www.iana.org/domains/root/db), with those of
// second-level registries from the list of the whois client (github.com/rfc1036/whois,
// tld_serv_list).

/** Top-level domains whose registries answer in browsers only, or not at all. */
export const WITHOUT_WHOIS: ReadonlySet<string> = new Set(whoisHosts.without);

const QUERIES: ReadonlyMap<string, NonNullable<WhoisRegistry['query']>> = new Map(
  Object.entries<NonNullable<WhoisRegistry['query']>>({
    // Without the keyword Verisign also lists hosts that begin with the name.
    'whois.verisign-grs.com': (domain) => `domain ${domain}`,
    // DENIC answers the status alone unless asked for the domain type.
    'whois.denic.de': (domain) => `-T dn,ace ${domain}`,
    // JPRS answers in Japanese unless the query ends in /e.
    'whois.jprs.jp': (domain) => `${domain}/e`,
  }),
);

const registryAt = (host: string): WhoisRegistry => {
  const query = QUERIES.get(host);
  return query ? { host, query } : { host };
};

const REGISTRIES: ReadonlyMap<string, WhoisRegistry> = new Map([
  ...whoisHosts.atNic.map((suffix) => [suffix, registryAt(`whois.nic.${suffix}`)] as const),
  ...Object.entries(whoisHosts.hosts).flatMap(([host, suffixes]) =>
    suffixes.split(' ').map((suffix) => [suffix, registryAt(host)] as const),
  ),
]);

/** The registry of a name's longest suffix that has one; undefined where IANA must be asked. */
export function whoisRegistry(domain: string): WhoisRegistry | undefined {
  for (let dot = domain.indexOf('.'); dot >= 0; dot = domain.indexOf('.', dot + 1)) {
    const registry = REGISTRIES.get(domain.slice(dot + 1));
    if (registry) return registry;
  }
  return undefined;
}

/** RFC 3912 section 2. */
const WHOIS_PORT = 43;
const MAX_BYTES = 64 * 1_024;
/** Wait after a refusal; WHOIS has no way to name one. */
const DEFAULT_BACK_OFF_SECONDS = 60;

/** UTF-8 where it is, else the Latin-1 of the older registries. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Asks one host once; a host that refuses, or was asked too often, gets a back-off. */
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
    // Every registry is its own server, so its silence does not count against the others.
    throw new ApiError(
      timedOut ? 'UPSTREAM_TIMEOUT' : 'SERVICE_UNAVAILABLE',
      'The registry does not answer over WHOIS.',
      { aboutInput: true, cause: error },
    );
  }
}

interface Referral {
  /** False when the root zone has no such top-level domain. */
  exists: boolean;
  host: string | null;
}

/** Referrals by top-level domain; they hardly ever change. */
const referrals = new WeakMap<Outbound, Lru<string, Referral>>();
/** Twice the root zone, for what callers take for a top-level domain. */
const MAX_REFERRALS = 3_000;

/** A host on the public Internet by its name: no address, single label or local zone. */
const PUBLIC_HOST =
  /^(?!.*\.(?:local|localhost|internal|arpa|\d+)$)[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+$/;

/** What IANA says of a top-level domain: one referral, never a chain of them. */
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
    throw new ApiError('SERVICE_UNAVAILABLE', 'The list of registries cannot be read.', {
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
  const { whoisHost } = world.outbound.settings;
  let registry: WhoisRegistry | undefined =
    whoisHost === undefined ? whoisRegistry(domain.name) : { host: whoisHost };
  if (registry === undefined) {
    if (WITHOUT_WHOIS.has(domain.tld)) return null;
    const { exists, host } = await findReferral(domain.tld, timeoutMs, world);
    if (!exists) return unregistered('WHOIS', IANA_WHOIS_HOST);
    if (host === null) return null;
    registry = { host };
  }
  const address = readAddress(registry.host);
  const query = registry.query?.(domain.name) ?? domain.name;
  const reply = await queryWhoisServer(address, query, timeoutMs, world);
  const reading = readWhoisReply(reply, address.host, world.clock.now(), domain.name);
  if (reading === 'LIMITED') backOff(address.host, DEFAULT_BACK_OFF_SECONDS, world);
  if (reading === 'OUT_OF_ORDER')
    throw new ApiError('SERVICE_UNAVAILABLE', 'The registry is out of order.', {
      aboutInput: true,
    });
  if (reading === 'UNREADABLE')
    throw new ApiError(
      'UPSTREAM_ERROR',
      'The registry sent a WHOIS reply that says nothing of this name.',
    );
  return reading;
}

/** A registry's record of a name over TCP port 43 (RFC 3912). Null: it has no WHOIS server. */
const whois: Source<RegistrationQuery, Registration> = {
  name: 'whois',
  label: 'domain_registry',
  kind: 'open',
  reads: 'io',
  available: () => true,
  ask: (query, world) => getCached('whois', query, world, () => queryWhois(query, world)),
};

export const registrationSources: readonly Source<RegistrationQuery, Registration>[] = [
  rdap,
  whois,
];

/** An RDAP service that is down or none; one that limits or is slow is not asked twice. */
const isOutOfOrder = ({ code }: ApiError): boolean =>
  code === 'SERVICE_UNAVAILABLE' || code === 'UPSTREAM_ERROR';

/**
 * Asks the registry of a name: over RDAP where it has a service that answers, else over WHOIS.
 * @throws ApiError UPSTREAM_ERROR when the registry publishes neither; whatever asking it first
 * failed with
 */
export async function findRegistration(
  query: RegistrationQuery,
  ask: QuerySource,
): Promise<Registration> {
  let first: ApiError | null = null;
  for (const source of registrationSources) {
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
