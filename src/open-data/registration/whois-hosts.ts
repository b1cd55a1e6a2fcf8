/** How to ask a registry over WHOIS (RFC 3912). */
export interface WhoisRegistry {
  host: string;
  /** What to send for a name, where it is more than the name. */
  query?: (domain: string) => string;
}

/** Names IANA itself keeps the WHOIS referrals at. */
export const IANA_WHOIS_HOST = 'whois.iana.org';

// Hosts as IANA's root zone database gives them (www.iana.org/domains/root/db), with those of
// second-level registries from the list of the whois client (github.com/rfc1036/whois,
// tld_serv_list).

/** Suffixes answered by `whois.nic.<suffix>`. */
const AT_NIC =
  'ac af ag ai ar as asia at aw bh biz bj bm bo bz cat cd ch ci cl cm co coop cr cx cz dm do ' +
  'dz ec fm fo fr ga gd ge gf gh gl gov gs gw hn ht hu im info io ir it jobs ki kn kz la lc li lk ls lv ly md me mg ' +
  'ml mn mobi ms mu museum mw mz name nf pm pr pro pw re sb sc sh sl sm sn so ss st tc tel tf tg tl tm travel tv ' +
  'uk us vc ve vg vi wf xxx yt zm';

/** Suffixes by the host that answers for them. */
const HOSTS: Readonly<Record<string, string>> = {
  'ccwhois.verisign-grs.com': 'cc',
  'kero.yachay.pe': 'pe',
  'net-whois.registry.net.za': 'net.za',
  'org-whois.registry.net.za': 'org.za',
  'web-whois.registry.net.za': 'web.za',
  'whois.aeda.net.ae': 'ae xn--mgbaam7a8h',
  'whois.aero': 'aero',
  'whois.amnic.net': 'am xn--y9a3aq',
  'whois.ati.tn': 'tn',
  'whois.auda.org.au': 'au',
  'whois.ax': 'ax',
  'whois.biz.ua': 'biz.ua',
  'whois.bnnic.bn': 'bn',
  'whois.cctld.by': 'by xn--90ais',
  'whois.cctld.uz': 'uz',
  'whois.cira.ca': 'ca',
  'whois.cmc.iq': 'iq xn--mgbtx2b',
  'whois.cnnic.cn': 'cn xn--fiqs8s xn--fiqz9s',
  'whois.co.ua': 'co.ua',
  'whois.co.ug': 'ug',
  'whois.denic.de': 'de',
  'whois.dnrs.vu': 'vu',
  'whois.dns.be': 'be',
  'whois.dns.hr': 'hr',
  'whois.dns.lu': 'lu',
  'whois.dns.pl': 'pl',
  'whois.dns.pt': 'pt',
  'whois.domain-registry.nl': 'nl',
  'whois.dominio.gq': 'gq',
  'whois.domreg.lt': 'lt',
  'whois.dot.cf': 'cf',
  'whois.dot.ph': 'ph',
  'whois.dot.tk': 'tk',
  'whois.dotpostregistry.net': 'post',
  'whois.educause.edu': 'edu',
  'whois.eu': 'eu xn--e1a4c xn--qxa6a',
  'whois.fi': 'fi',
  'whois.gg': 'gg',
  'whois.hkirc.hk': 'hk xn--j6w193g',
  'whois.iana.org': 'arpa int',
  'whois.id': 'id',
  'whois.iis.nu': 'nu',
  'whois.iis.se': 'se',
  'whois.irs.net.nz': 'nz',
  'whois.isnic.is': 'is',
  'whois.isoc.org.il': 'il',
  'whois.ja.net': 'ac.uk gov.uk',
  'whois.je': 'je',
  'whois.jprs.jp': 'jp',
  'whois.kenic.or.ke': 'ke',
  'whois.kg': 'kg',
  'whois.kr': 'kr xn--3e0b707e',
  'whois.kyregistry.ky': 'ky',
  'whois.marnet.mk': 'mk xn--d1alf',
  'whois.mediaserv.net': 'mq',
  'whois.monic.mo': 'mo',
  'whois.mx': 'mx',
  'whois.mynic.my': 'my xn--mgbx4cd0ab',
  'whois.na-nic.com.na': 'na',
  'whois.nc': 'nc',
  'whois.nic.net.bw': 'bw',
  'whois.nic.net.ng': 'ng',
  'whois.nic.net.sa': 'sa xn--mgberp4a5d4ar',
  'whois.nic.org.uy': 'uy',
  'whois.nixiregistry.in': 'in xn--h2brj9c xn--gecrj9c xn--45brj9c xn--fpcrj9c3d xn--s9brj9c',
  'whois.norid.no': 'no',
  'whois.pknic.net.pk': 'pk',
  'whois.pnina.ps': 'ps xn--ygbi2ammx',
  'whois.pp.ua': 'pp.ua',
  'whois.publicinterestregistry.org': 'org',
  'whois.punktum.dk': 'dk',
  'whois.register.bg': 'bg',
  'whois.register.si': 'si',
  'whois.registre.ma': 'ma',
  'whois.registro.br': 'br',
  'whois.registry.gy': 'gy',
  'whois.registry.hm': 'hm',
  'whois.registry.net.za': 'co.za',
  'whois.registry.om': 'om xn--mgb9awbf',
  'whois.registry.pf': 'pf',
  'whois.registry.qa': 'qa xn--wgbl6a',
  'whois.ricta.org.rw': 'rw',
  'whois.rnids.rs': 'rs xn--90a3ac',
  'whois.rotld.ro': 'ro',
  'whois.sgnic.sg': 'sg xn--yfro4i67o xn--clchc0ea0b2g2a9gcd',
  'whois.sk-nic.sk': 'sk',
  'whois.sx': 'sx',
  'whois.tcinet.ru': 'ru su xn--p1ai',
  'whois.thnic.co.th': 'th xn--o3cw4h',
  'whois.tld.ee': 'ee',
  'whois.tld.sy': 'sy xn--ogbpf8fl',
  'whois.tonic.to': 'to',
  'whois.trabis.gov.tr': 'tr',
  'whois.twnic.net.tw': 'tw xn--kpry57d xn--kprw13d',
  'whois.tznic.or.tz': 'tz',
  'whois.ua': 'ua',
  'whois.verisign-grs.com': 'com net',
  'whois.weare.ie': 'ie',
  'whois.website.ws': 'ws',
  'whois1.nic.bi': 'bi',
  'whois2.afilias-grs.net': 'gi',
  'www.whois.fj': 'fj',
};

/** Top-level domains whose registries answer in browsers only, or not at all. */
export const WITHOUT_WHOIS: ReadonlySet<string> = new Set(
  (
    'ad al ao aq az ba bb bd bf bs bt bv cg ck cu cv cw cy dj eg er es et fk gb gm gn gp gr gt gu jm jo kh km kp ' +
    'kw lb lr mc mh mil mm mp mr mt mv ne ni np nr pa pg pn py sd sj sr sv sz td tj tt va vn ye za zw'
  ).split(' '),
);

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
  ...AT_NIC.split(' ').map((suffix) => [suffix, registryAt(`whois.nic.${suffix}`)] as const),
  ...Object.entries(HOSTS).flatMap(([host, suffixes]) =>
    suffixes.split(' ').map((suffix) => [suffix, registryAt(host)] as const),
  ),
]);

/**
 * The registry of the longest suffix of a name that has one; undefined where IANA must be asked.
 */
export function whoisRegistry(domain: string): WhoisRegistry | undefined {
  for (let dot = domain.indexOf('.'); dot >= 0; dot = domain.indexOf('.', dot + 1)) {
    const registry = REGISTRIES.get(domain.slice(dot + 1));
    if (registry) return registry;
  }
  return undefined;
}
