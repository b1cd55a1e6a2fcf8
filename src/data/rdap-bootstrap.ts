import * as z from 'zod';
import type { Registries, RegistryList } from '../core/email/domain-lists.ts';
import type { Blobs, Clock } from '../core/ports.ts';
import { hashText } from '../core/records/text-hash.ts';
import { trimEndOf } from '../core/trim-text.ts';

/** Where cron keeps the newest good copy of IANA's file. */
export const RDAP_BOOTSTRAP_KEY = 'rdap/dns.json';

/** How long an isolate believes what it last read there. */
const BELIEVED_MS = 3_600_000;

/** IANA's file (RFC 9224 section 3); members this service does not use are ignored. */
export const rdapBootstrap = z.object({
  publication: z.string().optional(),
  services: z.array(z.tuple([z.array(z.string()), z.array(z.string())])),
});

/** Suffixes and the base URLs that answer for them (RFC 9224 section 3). */
export type RdapService = readonly [suffixes: readonly string[], urls: readonly string[]];

/**
 * Services of country codes that the compiled bootstrap lacks or has an old address of: from IANA's
 * registry (data.iana.org/rdap/dns.json) as of 2025, and DENIC's and SWITCH's own, which are not
 * listed there.
 */
const COUNTRY_SERVICES: Readonly<Record<string, string>> = {
  'https://ccrdap.twnic.tw/tw/': 'tw',
  'https://rdap.cctld.au/rdap/': 'au',
  'https://rdap.cctld.uz/': 'uz',
  'https://rdap.denic.de/': 'de',
  'https://rdap.dns.pl/': 'pl',
  'https://rdap.hostmaster.ua/': 'ua',
  'https://rdap.identitydigital.services/rdap/': 'ac ag ai bm bz gi io lc me mn mu pr sc sh vc',
  'https://rdap.kenic.or.ke/': 'ke',
  'https://rdap.lbdr.org.lb/': 'lb',
  'https://rdap.mynic.my/rdap/': 'my',
  'https://rdap.nic.ch/': 'ch li',
  'https://rdap.nic.net.ng/': 'ng',
  'https://rdap.nic.sn/whois43/': 'sn',
  'https://rdap.nic.ve/rdap/': 've',
  'https://rdap.nixiregistry.in/rdap/': 'in',
  'https://rdap.nominet.uk/pn/': 'pn',
  'https://rdap.radix.host/rdap/': 'pw',
  'https://rdap.register.si/': 'si',
  'https://rdap.registry.ec/': 'ec',
  'https://rdap.registry.gy/': 'gy',
  'https://rdap.ricta.org.rw/': 'rw',
  'https://rdap.sgnic.sg/rdap/': 'sg',
  'https://rdap.sidn.nl/': 'nl',
  'https://rdap.thains.co.th/': 'th',
  'https://rdap.tonicregistry.to/rdap/': 'to',
  'https://rdap.y.net.ye/': 'ye',
  'https://whois.sr/rdap/': 'sr',
  'https://www.rdap.fj/': 'fj',
};
/** Country codes served at `rdap.nic.<code>`. */
const COUNTRIES_AT_NIC =
  'ad af as ci cm cx ga gs hn ht kn la ly mg ml mr ms mz nf pg sb sd so ss td tl us vi zm';

const countryServices: readonly RdapService[] = [
  ...Object.entries(COUNTRY_SERVICES).map(([url, codes]) => [codes.split(' '), [url]] as const),
  ...COUNTRIES_AT_NIC.split(' ').map((code) => [[code], [`https://rdap.nic.${code}/`]] as const),
];

/**
 * RFC 9224 section 3 asks clients to prefer https; a service without a usable address is left out.
 */
function preferredUrl(urls: readonly string[]): string | null {
  const usable = urls.filter((url) => URL.canParse(url) && /^https?:/i.test(url));
  const url = usable.find((candidate) => /^https:/i.test(candidate)) ?? usable[0];
  return url === undefined ? null : `${trimEndOf(url, '/')}/`;
}

/** A bootstrap registry, read by longest matching suffix, label by label. */
export function indexServices(services: readonly RdapService[]): Registries {
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

/**
 * Opens the compiled bootstrap: UTF-8 lines of a base URL and its suffixes, separated by spaces.
 */
export function createRegistries(bytes: ArrayBuffer): Registries {
  const lines = new TextDecoder().decode(bytes).split('\n');
  const compiled = lines.map((line): RdapService => {
    const [url = '', ...suffixes] = line.split(' ');
    return [suffixes, [url]];
  });
  return indexServices([...compiled, ...countryServices]);
}

/** The compiled bootstrap's version: it changes with the deployment that ships it. */
const COMPILED = 'compiled';

interface Bootstrap {
  version: string;
  registries: Registries;
}

/**
 * Reads the stored bootstrap once an hour; without one, or when it cannot be read, the compiled one
 * answers.
 * @param deps.background keeps a promise running when the request that made it has ended
 */
export function openRegistryList(deps: {
  blobs: Blobs;
  clock: Clock;
  compiled: ArrayBuffer;
  background(work: Promise<unknown>): void;
}): RegistryList {
  let bootstrap: Bootstrap = { version: COMPILED, registries: createRegistries(deps.compiled) };
  let readAt: number | null = null;

  async function reread(): Promise<Bootstrap> {
    readAt = deps.clock.now();
    const bytes = await deps.blobs.read(RDAP_BOOTSTRAP_KEY).catch(() => null);
    if (bytes) {
      const text = new TextDecoder().decode(bytes);
      const { services, publication } = rdapBootstrap.parse(JSON.parse(text));
      bootstrap = {
        version: publication ?? String(hashText(text)),
        registries: indexServices([...countryServices, ...services]),
      };
    }
    return bootstrap;
  }

  /** Only the first reading is waited for. */
  function read(): Bootstrap | Promise<Bootstrap> {
    if (readAt === null) return reread();
    if (deps.clock.now() - readAt >= BELIEVED_MS) deps.background(reread());
    return bootstrap;
  }

  return {
    current() {
      const now = read();
      return now instanceof Promise ? now.then(({ registries }) => registries) : now.registries;
    },
    version() {
      const now = read();
      return now instanceof Promise ? now.then(({ version }) => version) : now.version;
    },
  };
}
