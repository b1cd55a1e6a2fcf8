import { registrableDomain } from '../../domain/web/domain-name.ts';
import { ApiError } from '../../lib/errors.ts';
import type { DnsType } from '../../lookup/outbound.ts';
import type { Source } from '../../lookup/source.ts';
import type { World } from '../../lookup/world.ts';
import { isPublicAddress } from '../ip/special-purpose-ranges.ts';
import { mailProviderOf } from './mail-providers.ts';
import {
  type DmarcPolicy,
  readDmarc,
  readSpf,
  type SpfPolicy,
  technologiesOf,
} from './txt-records.ts';

/**
 * Where the addresses of a mail host are. NOT_PUBLIC: one at least is reserved (loopback, private,
 * documentation). UNCHECKED: not queried, or DNS did not answer; never taken for public.
 */
export type MailHostReach = 'PUBLIC' | 'NOT_PUBLIC' | 'NO_ADDRESS' | 'UNCHECKED';

/** Hosts whose addresses are asked for, preferred first: two DNS questions each. */
export const MAX_RESOLVED_HOSTS = 4;

type AskAddresses = (host: string, type: 'A' | 'AAAA') => Promise<string[] | null>;

/** @param a null, like `aaaa`, where the question was not answered */
function reachOfAddresses(
  a: readonly string[] | null,
  aaaa: readonly string[] | null,
): MailHostReach {
  const allPublic =
    (a ?? []).every((address) => isPublicAddress(address, 4)) &&
    (aaaa ?? []).every((address) => isPublicAddress(address, 6));
  if (!allPublic) return 'NOT_PUBLIC';
  if (a === null || aaaa === null) return 'UNCHECKED';
  return a.length + aaaa.length > 0 ? 'PUBLIC' : 'NO_ADDRESS';
}

/**
 * The reach of every host, in order. Hosts of known providers are public without a question: only
 * the provider names hosts below its own domain.
 */
async function mailHostReaches(
  hosts: readonly string[],
  ask: AskAddresses,
): Promise<MailHostReach[]> {
  const unknown = hosts.filter((host) => mailProviderOf(host) === null);
  const asked = new Set(unknown.slice(0, MAX_RESOLVED_HOSTS));
  const reach = async (host: string): Promise<MailHostReach> => {
    if (mailProviderOf(host) !== null) return 'PUBLIC';
    if (!asked.has(host)) return 'UNCHECKED';
    return reachOfAddresses(...(await Promise.all([ask(host, 'A'), ask(host, 'AAAA')])));
  };
  return Promise.all(hosts.map(reach));
}

export interface MailExchanger {
  host: string;
  preference: number;
  reach: MailHostReach;
}

/** What DNS says of a domain that is to receive mail. */
export interface MailDns {
  /** False for NXDOMAIN. */
  exists: boolean;
  /** MX records of the domain, usable or not: with any at all, its own address takes no mail. */
  listed: number;
  /** Preferred first; hosts that cannot be reached from the internet by name are left out. */
  exchangers: MailExchanger[];
  /** The domain states that it takes no mail (RFC 7505). */
  nullMx: boolean;
  /** Null where the question was not answered. */
  ipv4: boolean | null;
  ipv6: boolean | null;
  /** Where the domain's own addresses are, to which mail goes without an MX record. */
  ownReach: MailHostReach;
  spf: SpfPolicy | null;
  dmarc: DmarcPolicy | null;
  /** Whether SPF, DMARC and technologies could be read at all. */
  policiesKnown: boolean;
  technologies: string[];
}

/** Exchangers considered; mail servers try no more either. */
export const MAX_EXCHANGERS = 10;

type ListedExchanger = Omit<MailExchanger, 'reach'>;

/** `10 mx.example.`; the root as the only host is the null MX. */
function readExchanger(record: string): ListedExchanger | null {
  const [, preference, host] = /^(\d+)\s+(\S+)$/.exec(record.trim()) ?? [];
  return host === undefined
    ? null
    : { preference: Number(preference), host: host.toLowerCase().replace(/\.$/, '') };
}

/**
 * Names of one label (localhost) and addresses in place of names lead nowhere (RFC 5321 section
 * 5.1).
 */
const isReachableName = ({ host }: ListedExchanger): boolean =>
  host.includes('.') && !/^[\d.]+$/.test(host);

/** Records of a question the answer can do without; null when it was not answered. */
async function queryOptional(name: string, type: DnsType, world: World): Promise<string[] | null> {
  try {
    return (await world.outbound.resolver.resolve(name, type)).records;
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/** The domain's own DMARC record, else that of its registrable domain. */
async function findDmarc(
  domain: string,
  world: World,
): Promise<{ dmarc: DmarcPolicy | null; known: boolean }> {
  const own = await queryOptional(`_dmarc.${domain}`, 'TXT', world);
  const dmarc = own && readDmarc(own, false);
  const above = registrableDomain(domain)?.name;
  if (dmarc || above === undefined || above === domain) return { dmarc, known: own !== null };
  const inherited = await queryOptional(`_dmarc.${above}`, 'TXT', world);
  return {
    dmarc: inherited && readDmarc(inherited, true),
    known: own !== null && inherited !== null,
  };
}

const NO_MAIL_DNS: MailDns = {
  exists: false,
  listed: 0,
  exchangers: [],
  nullMx: false,
  ipv4: false,
  ipv6: false,
  ownReach: 'NO_ADDRESS',
  spf: null,
  dmarc: null,
  policiesKnown: true,
  technologies: [],
};

/**
 * Without an MX record the host itself takes mail (RFC 5321 section 5.1), so whether it has an
 * address must be known.
 */
function requireAddresses(exchangers: number, ipv4: boolean | null, ipv6: boolean | null): void {
  if (exchangers === 0 && !ipv4 && !ipv6 && (ipv4 === null || ipv6 === null)) {
    throw new ApiError(
      'SERVICE_UNAVAILABLE',
      'DNS did not say whether the domain can receive mail.',
      { aboutInput: true },
    );
  }
}

/** The exchangers as the zone lists them, with where their addresses are. */
async function queryExchangers(domain: string, world: World) {
  const { rcode, records } = await world.outbound.resolver.resolve(domain, 'MX');
  const listed = records
    .flatMap((record) => readExchanger(record) ?? [])
    .sort((one, other) => one.preference - other.preference);
  const usable = listed.filter(isReachableName).slice(0, MAX_EXCHANGERS);
  const reaches = await mailHostReaches(
    usable.map(({ host }) => host),
    (host, type) => queryOptional(host, type, world),
  );
  return {
    exists: rcode !== 3,
    listed: listed.length,
    nullMx: listed.length === 1 && listed[0]?.host === '',
    exchangers: usable.map((exchanger, at) => ({
      ...exchanger,
      reach: reaches[at] ?? ('UNCHECKED' as const),
    })),
  };
}

async function queryMailDns(domain: string, world: World): Promise<MailDns> {
  const [mail, a, aaaa, texts, { dmarc, known }] = await Promise.all([
    queryExchangers(domain, world),
    queryOptional(domain, 'A', world),
    queryOptional(domain, 'AAAA', world),
    queryOptional(domain, 'TXT', world),
    findDmarc(domain, world),
  ]);
  if (!mail.exists) return NO_MAIL_DNS;
  const [ipv4, ipv6] = [a && a.length > 0, aaaa && aaaa.length > 0];
  requireAddresses(mail.listed, ipv4, ipv6);
  const spf = readSpf(texts ?? []);
  return {
    ...mail,
    ipv4,
    ipv6,
    ownReach: reachOfAddresses(a, aaaa),
    spf,
    dmarc,
    policiesKnown: texts !== null && known,
    technologies: technologiesOf(texts ?? [], spf?.includes ?? []),
  };
}

/** Where a domain's mail goes and what it says about mail in its name, by DNS. */
export const mailDns: Source<string, MailDns> = {
  name: 'mail_dns',
  label: 'DNS mail records',
  kind: 'open',
  idempotent: true,
  available: () => true,
  ask: queryMailDns,
};

/** Whether a server on the public Internet may take mail for the domain. */
export const acceptsMail = ({
  listed,
  exchangers,
  nullMx,
  ipv4,
  ipv6,
  ownReach,
}: MailDns): boolean => {
  if (nullMx) return false;
  if (listed > 0) return exchangers.some(({ reach }) => reach !== 'NOT_PUBLIC');
  return (ipv4 === true || ipv6 === true) && ownReach !== 'NOT_PUBLIC';
};

/**
 * Whether a checker inside the operator's network may be sent to the domain's mail servers: it
 * connects to what DNS names, so every server must be known to be public, or to have no address at
 * all.
 */
export function isSafeToProbe({ listed, exchangers, ownReach }: MailDns): boolean {
  if (listed === 0) return ownReach === 'PUBLIC';
  return (
    exchangers.length === listed &&
    exchangers.every(({ reach }) => reach === 'PUBLIC' || reach === 'NO_ADDRESS')
  );
}
