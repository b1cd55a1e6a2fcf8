import type { DnsType } from '../../../src/lookup/outbound.ts';
import { PAGES, type Site } from './pages.ts';

/** Records as a zone file has them; TXT without its quotes. */
export type DnsRecords = Partial<Record<DnsType, string[]>>;

/** What a registry keeps of a name. */
export interface Registered {
  createdAt: string;
  expiresAt: string;
  registrar: string;
  nameservers: string[];
  status: string[];
}

/** One name of the fake Internet: what DNS, its registry and its web server say of it. */
export interface Name {
  /** SERVFAIL: its name servers are broken. SLOW: they take longer than anybody waits. */
  dns?: DnsRecords | 'SERVFAIL' | 'SLOW';
  registered?: Registered;
  /** Host of another registry that keeps the name, which this name's own registry redirects to. */
  movedTo?: string;
  site?: Site;
}

/**
 * The fetcher refuses documentation addresses, so these look public. Nothing ever connects to them.
 */
const IPV4 = ['93.184.215.14'];
const IPV6 = ['2606:2800:21f:cb07:6820:80da:af6b:8b2c'];

const registered = (createdAt: string): Registered => ({
  createdAt,
  expiresAt: '2031-08-13T04:00:00Z',
  registrar: 'Example Registrar, Inc.',
  nameservers: ['ns1.example.net', 'ns2.example.net'],
  status: ['client transfer prohibited'],
});

/**
 * Everything there is. A name that is not here, nor above one that is, does not exist. Reserved
 * names (RFC 2606) and samples of country codes.
 */
export const NAMES: Readonly<Record<string, Name>> = {
  // A company with everything in order.
  'example.com': {
    dns: {
      A: IPV4,
      AAAA: IPV6,
      MX: ['20 mx2.example.com.', '10 mx1.example.com.'],
      TXT: [
        `v=spf1 ${'ip4:192.0.2.0/24 '.repeat(15)}include:_spf.example.net -all`,
        'google-site-verification=a"b\\c',
      ],
      NS: ['ns1.example.net.', 'ns2.example.net.'],
    },
    registered: registered('1995-08-14T04:00:00Z'),
    site: PAGES.company,
  },
  '_dmarc.example.com': { dns: { TXT: ['v=DMARC1; p=reject; rua=mailto:dmarc@example.com'] } },
  'www.example.com': { dns: { CNAME: ['example.com.'] }, site: PAGES.company },
  'mx1.example.com': { dns: { A: IPV4 } },

  // Hosted mail, a registry that hands over to another, a site in an old charset.
  'example.net': {
    dns: { A: IPV4, MX: ['1 aspmx.l.google.com.'], TXT: ['v=spf1 include:_spf.google.com ~all'] },
    movedTo: 'rdap.registrar.example',
    registered: registered('1995-08-31T04:00:00Z'),
    site: PAGES.oldCharset,
  },
  // States that it takes no mail (RFC 7505); its site moved.
  'example.org': {
    dns: { A: IPV4, MX: ['0 .'] },
    registered: registered('1995-08-31T04:00:00Z'),
    site: PAGES.moved,
  },

  // Hosts pages of links.
  'linktr.ee': { dns: { A: IPV4 }, site: PAGES.links },

  // Recordings.
  'media.example': { dns: { A: IPV4 }, site: PAGES.media },

  // Mail through an alias.
  'alias.example': { dns: { CNAME: ['example.com.'] } },
  // Mail to the web address; a domain of this year's summer.
  'young.example': { dns: { A: IPV4 }, registered: registered('2026-08-01T00:00:00Z') },
  'nowhere.example': { dns: { TXT: ['a name without mail or address'] } },
  'catchall.example': { dns: { MX: ['10 mx.catchall.example.'] } },
  'servfail.example': { dns: 'SERVFAIL' },
  'slow.example': { dns: 'SLOW' },

  // Sites that misbehave.
  'gone.example': { dns: { A: IPV4 }, site: PAGES.gone },
  'hostile.example': { dns: { A: IPV4 }, site: PAGES.hostile },
  'report.example': { dns: { A: IPV4 }, site: PAGES.report },
  'circle.example': { dns: { A: IPV4 }, site: PAGES.circle },
  'closed.example': { dns: { A: IPV4 }, site: PAGES.closed },
  // What a caller must not be able to reach through the service.
  'inside.example': { dns: { A: ['10.0.0.1'] } },
  'half-inside.example': { dns: { A: IPV4, AAAA: ['fd00::1'] } },

  // Registries without RDAP.
  'example.io': { dns: { A: IPV4 }, registered: registered('2011-05-06T07:08:09Z') },
};

/** Whether anything is at, or below, a name (RFC 8020). */
export const exists = (name: string): boolean =>
  name in NAMES || Object.keys(NAMES).some((other) => other.endsWith(`.${name}`));
