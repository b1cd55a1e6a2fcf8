import { registrableDomain } from '../../domain/web/domain-name.ts';
import { ApiError } from '../../lib/errors.ts';
import type { DnsType } from '../../lookup/outbound.ts';
import type { Source } from '../../lookup/source.ts';
import type { World } from '../../lookup/world.ts';
import { isPublicAddress } from '../ip/special-purpose-ranges.ts';
import technologies from './domain-technologies.json' with { type: 'json' };
import { mailProviderOf } from './mail-providers.ts';

/** SPF policy: who may send mail for a domain (RFC 7208). */
interface SpfPolicy {
  /** Result for all other senders; null if the record ends without `all`. */
  all: 'pass' | 'fail' | 'softfail' | 'neutral' | null;
  includes: string[];
}

/** DMARC policy: how a domain wants unauthenticated mail in its name handled (RFC 7489). */
interface DmarcPolicy {
  policy: 'none' | 'quarantine' | 'reject';
  /** Published by the registrable domain, not by the domain itself. */
  inherited: boolean;
}

const QUALIFIERS = { '+': 'pass', '-': 'fail', '~': 'softfail', '?': 'neutral' } as const;

/** One tag of a DMARC record (RFC 7489, section 6.3), and the valid values of the tags read. */
const POLICY_TAG = /^(sp|p|rua)\s{0,9}=\s{0,9}(.*)/is;
const POLICY = /^(none|quarantine|reject)\b/i;
const REPORT_URI = /^[a-z][a-z\d+.-]{0,30}:[^\s!]/i;

/** Limit of includes read from a record; a zone with more is an attack or a mistake. */
const MAX_INCLUDES = 30;

/**
 * @returns null if there is no SPF record, or more than one, which receivers also reject (RFC 7208
 * section 4.5)
 */
export function readSpf(texts: readonly string[]): SpfPolicy | null {
  const records = texts.filter((text) => /^v=spf1(?: |$)/i.test(text));
  const [record] = records;
  if (record === undefined || records.length > 1) return null;
  const terms = record.toLowerCase().split(/\s+/).slice(1);
  const all = terms.map((term) => /^([+~?-]?)all$/.exec(term)).find(Boolean);
  const qualifier = (all?.[1] || '+') as keyof typeof QUALIFIERS;
  const includes = terms.flatMap(
    (term) => /^(?:[+~?-]?include:|redirect=)(.+)$/.exec(term)?.[1] ?? [],
  );
  return { all: all ? QUALIFIERS[qualifier] : null, includes: includes.slice(0, MAX_INCLUDES) };
}

/**
 * @param inherited reads the policy for subdomains, `sp`, if the record has one
 * @returns null if there is no usable DMARC record (RFC 7489 section 6.6.3). A record with a
 * missing or invalid policy counts as `none` if it has a valid report address.
 */
export function readDmarc(texts: readonly string[], inherited: boolean): DmarcPolicy | null {
  const records = texts.filter((text) => /^v=DMARC1\s*(?:;|$)/i.test(text));
  const [record] = records;
  if (record === undefined || records.length > 1) return null;
  const tags = record.split(';').map((tag) => POLICY_TAG.exec(tag.trim()));
  const tag = (name: string) =>
    tags.find((found) => found?.[1]?.toLowerCase() === name)?.[2]?.toLowerCase();
  const policyOf = (text: string | undefined) => POLICY.exec(text ?? '')?.[1] ?? null;
  const [own, below] = [policyOf(tag('p')), policyOf(tag('sp') ?? tag('p'))];
  const isReported = tag('rua')
    ?.split(',')
    .some((uri) => REPORT_URI.test(uri.trim()));
  const policy = own && below ? (inherited ? below : own) : isReported ? 'none' : null;
  return policy === null ? null : { policy: policy as DmarcPolicy['policy'], inherited };
}

/** Mark of a service in a domain's DNS: an SPF include, or a TXT record that proves ownership. */
interface TechnologyMark {
  name: string;
  /** Suffix of an SPF include. */
  include?: string;
  /** Prefix of a TXT record. */
  proof?: string;
}

const MARKS = technologies as readonly TechnologyMark[];

/** Names of the services with a mark in these TXT records or SPF includes, in table order. */
function technologiesOf(texts: readonly string[], includes: readonly string[]): string[] {
  const proofs = texts.map((text) => text.toLowerCase());
  const shown = MARKS.filter(
    ({ include, proof }) =>
      (include !== undefined &&
        includes.some((name) => name === include || name.endsWith(`.${include}`))) ||
      (proof !== undefined && proofs.some((text) => text.startsWith(proof))),
  );
  return shown.map(({ name }) => name);
}

/**
 * Whether a mail host's addresses are public. NOT_PUBLIC: at least one is reserved (loopback,
 * private, documentation). UNCHECKED: not queried, or DNS did not answer; never probed.
 */
export type MailHostReach = 'PUBLIC' | 'NOT_PUBLIC' | 'NO_ADDRESS' | 'UNCHECKED';

/** Limit of hosts whose addresses are queried, preferred first: two DNS queries each. */
export const MAX_RESOLVED_HOSTS = 4;

type AskAddresses = (host: string, type: 'A' | 'AAAA') => Promise<string[] | null>;

/** @param a null, like `aaaa`, if the query was not answered */
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
 * Reach of every host, in order. Hosts of known providers count as public without a query, because
 * only the provider can name hosts below its domain.
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

interface MailExchanger {
  host: string;
  preference: number;
  reach: MailHostReach;
}

export interface MailDns {
  /** False for NXDOMAIN. */
  exists: boolean;
  /** Count of MX records, usable or not: with any, the domain's own address takes no mail. */
  listed: number;
  /** Preferred first; without hosts that cannot be reached from the internet by name. */
  exchangers: MailExchanger[];
  /** The domain declares that it accepts no mail (RFC 7505). */
  nullMx: boolean;
  /** Whether the domain has addresses of this IP version; null if the query was not answered. */
  ipv4: boolean | null;
  ipv6: boolean | null;
  /** Reach of the domain's own addresses, which receive the mail if there is no MX record. */
  ownReach: MailHostReach;
  spf: SpfPolicy | null;
  dmarc: DmarcPolicy | null;
  /** Whether all queries for SPF, DMARC and technologies were answered. */
  policiesKnown: boolean;
  technologies: string[];
}

/** Limit of exchangers considered; mail servers do not try more either. */
export const MAX_EXCHANGERS = 10;

type ListedExchanger = Omit<MailExchanger, 'reach'>;

/** Parses `10 mx.example.`; the root as the only host is the null MX. */
function readExchanger(record: string): ListedExchanger | null {
  const [, preference, host] = /^(\d+)\s+(\S+)$/.exec(record.trim()) ?? [];
  return host === undefined
    ? null
    : { preference: Number(preference), host: host.toLowerCase().replace(/\.$/, '') };
}

/** False for a single label (localhost) or an IPv4 address: unreachable by name (RFC 5321 5.1). */
const isReachableName = ({ host }: ListedExchanger): boolean =>
  host.includes('.') && !/^[\d.]+$/.test(host);

/** Records of an optional query; null if it was not answered, which marks the fact as partial. */
async function queryOptional(name: string, type: DnsType, world: World): Promise<string[] | null> {
  try {
    return (await world.outbound.resolver.resolve(name, type)).records;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    world.markPartial?.();
    return null;
  }
}

/** DMARC record of the domain, otherwise of its registrable domain. */
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
 * @throws ApiError SERVICE_UNAVAILABLE if it is unknown whether a domain without MX records has an
 * address: such a domain's host itself takes mail (RFC 5321 section 5.1)
 */
function requireAddresses(exchangers: number, ipv4: boolean | null, ipv6: boolean | null): void {
  if (exchangers === 0 && !ipv4 && !ipv6 && (ipv4 === null || ipv6 === null)) {
    throw new ApiError(
      'SERVICE_UNAVAILABLE',
      'A DNS query failed, so it is unknown whether the domain can receive mail.',
      { aboutInput: true },
    );
  }
}

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

/** Mail servers and mail policies of a domain, from DNS. */
export const mailDns: Source<string, MailDns> = {
  name: 'mail_dns',
  label: 'dns_mail_records',
  kind: 'open',
  reads: 'io',
  idempotent: true,
  available: () => true,
  ask: queryMailDns,
};

/** Whether a server on the public internet may accept mail for the domain. */
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
 * Whether a mailbox checker inside the operator's network may connect to the domain's mail servers.
 * It connects to hosts that DNS names, so each must be known to be public or to have no address.
 */
export function isSafeToProbe({ listed, exchangers, ownReach }: MailDns): boolean {
  if (listed === 0) return ownReach === 'PUBLIC';
  return (
    exchangers.length === listed &&
    exchangers.every(({ reach }) => reach === 'PUBLIC' || reach === 'NO_ADDRESS')
  );
}
