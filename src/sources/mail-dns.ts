import { ApiError } from '../core/errors.ts';
import type { Source } from '../core/lookup/source.ts';
import type { DnsType } from '../core/network.ts';
import type { World } from '../core/ports.ts';
import { registrableDomain } from '../core/web/domain-name.ts';
import { technologiesOf } from '../data/domain-technologies.ts';
import { type DmarcPolicy, readDmarc, readSpf, type SpfPolicy } from './mail-policy.ts';
import { findReach, type Reach, reachOf } from './mail-reach.ts';

export interface MailExchanger {
  host: string;
  preference: number;
  reach: Reach;
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
  ownReach: Reach;
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
async function askOptional(name: string, type: DnsType, world: World): Promise<string[] | null> {
  try {
    return (await world.network.resolver.resolve(name, type)).records;
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
  const own = await askOptional(`_dmarc.${domain}`, 'TXT', world);
  const dmarc = own && readDmarc(own, false);
  const above = registrableDomain(domain)?.name;
  if (dmarc || above === undefined || above === domain) return { dmarc, known: own !== null };
  const inherited = await askOptional(`_dmarc.${above}`, 'TXT', world);
  return {
    dmarc: inherited && readDmarc(inherited, true),
    known: own !== null && inherited !== null,
  };
}

const nothing: MailDns = {
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
async function askExchangers(domain: string, world: World) {
  const { rcode, records } = await world.network.resolver.resolve(domain, 'MX');
  const listed = records
    .flatMap((record) => readExchanger(record) ?? [])
    .sort((one, other) => one.preference - other.preference);
  const usable = listed.filter(isReachableName).slice(0, MAX_EXCHANGERS);
  const reaches = await findReach(
    usable.map(({ host }) => host),
    (host, type) => askOptional(host, type, world),
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

async function askDns(domain: string, world: World): Promise<MailDns> {
  const [mail, a, aaaa, texts, { dmarc, known }] = await Promise.all([
    askExchangers(domain, world),
    askOptional(domain, 'A', world),
    askOptional(domain, 'AAAA', world),
    askOptional(domain, 'TXT', world),
    findDmarc(domain, world),
  ]);
  if (!mail.exists) return nothing;
  const [ipv4, ipv6] = [a && a.length > 0, aaaa && aaaa.length > 0];
  requireAddresses(mail.listed, ipv4, ipv6);
  const spf = readSpf(texts ?? []);
  return {
    ...mail,
    ipv4,
    ipv6,
    ownReach: reachOf(a, aaaa),
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
  ask: askDns,
};
