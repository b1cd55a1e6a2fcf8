/** How to ask a registry over WHOIS (RFC 3912): the host, and the query where it is more than the name. */
export interface WhoisRegistry {
  host: string;
  query?: (domain: string) => string;
}

/** Names IANA itself keeps the WHOIS referrals at. */
export const IANA_WHOIS_HOST = 'whois.iana.org';

/**
 * Registries asked directly: often looked up and without RDAP in the compiled bootstrap, or with a query
 * language of their own. Hosts from IANA's root zone database; every other registry is found by asking IANA.
 */
export const WHOIS_REGISTRIES: Readonly<Record<string, WhoisRegistry>> = {
  ac: { host: 'whois.nic.ac' },
  ai: { host: 'whois.nic.ai' },
  at: { host: 'whois.nic.at' },
  au: { host: 'whois.auda.org.au' },
  be: { host: 'whois.dns.be' },
  ch: { host: 'whois.nic.ch' },
  cn: { host: 'whois.cnnic.cn' },
  co: { host: 'whois.registry.co' },
  // DENIC answers the status alone unless asked for the domain type.
  de: { host: 'whois.denic.de', query: (domain) => `-T dn,ace ${domain}` },
  dk: { host: 'whois.punktum.dk' },
  edu: { host: 'whois.educause.edu' },
  eu: { host: 'whois.eu' },
  in: { host: 'whois.nixiregistry.in' },
  io: { host: 'whois.nic.io' },
  it: { host: 'whois.nic.it' },
  // JPRS answers in Japanese unless the query ends in /e.
  jp: { host: 'whois.jprs.jp', query: (domain) => `${domain}/e` },
  kr: { host: 'whois.kr' },
  me: { host: 'whois.nic.me' },
  mx: { host: 'whois.mx' },
  nl: { host: 'whois.domain-registry.nl' },
  nz: { host: 'whois.irs.net.nz' },
  pl: { host: 'whois.dns.pl' },
  ru: { host: 'whois.tcinet.ru' },
  se: { host: 'whois.iis.se' },
  sh: { host: 'whois.nic.sh' },
  us: { host: 'whois.nic.us' },
};
