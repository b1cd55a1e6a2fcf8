import { ApiError } from '../../lib/errors.ts';
import type { Outbound } from '../../lookup/outbound.ts';
import type { Source } from '../../lookup/source.ts';
import type { World } from '../../lookup/world.ts';
import { type Registration, type RegistrationQuery, unregistered } from './registration-fact.ts';
import { backOff, countQuery, getCached, refuseWhileBlocked } from './registry-cache.ts';
import { contentLines, readWhoisLine } from './whois-fields.ts';
import {
  IANA_WHOIS_HOST,
  type WhoisRegistry,
  WITHOUT_WHOIS,
  whoisRegistry,
} from './whois-hosts.ts';
import { readWhoisReply } from './whois-reply.ts';

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
const referrals = new WeakMap<Outbound, Map<string, Referral>>();
/** Twice the root zone, for what callers take for a top-level domain. */
const MAX_REFERRALS = 3_000;

/**
 * A host on the public Internet by its name: not an address, not a single label, not a local zone.
 */
const PUBLIC_HOST =
  /^(?!.*\.(?:local|localhost|internal|arpa|\d+)$)[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+$/;

/** What IANA says of a top-level domain: one referral, never a chain of them. */
async function findReferral(tld: string, timeoutMs: number, world: World): Promise<Referral> {
  const known = referrals.get(world.outbound) ?? new Map<string, Referral>();
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
  if (known.size < MAX_REFERRALS) known.set(tld, found);
  return found;
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
  const reading = readWhoisReply(reply, address.host, world.clock.now());
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

/**
 * A registry's record of a name over TCP port 43 (RFC 3912). Null: the registry has no WHOIS
 * server.
 */
export const whois: Source<RegistrationQuery, Registration> = {
  name: 'whois',
  label: 'domain registry',
  kind: 'open',
  available: () => true,
  ask: (query, world) => getCached('whois', query, world, () => queryWhois(query, world)),
};
