/**
 * Replies in the shapes registries really send; names are of documentation domains or of the
 * registries' own.
 */

const event = (eventAction: string, eventDate: string) => ({ eventAction, eventDate });
const registrar = (name: string) => ({
  objectClassName: 'entity',
  handle: '292',
  roles: ['registrar'],
  publicIds: [{ type: 'IANA Registrar ID', identifier: '292' }],
  vcardArray: [
    'vcard',
    [
      ['version', {}, 'text', '4.0'],
      ['fn', {}, 'text', name],
    ],
  ],
  entities: [
    {
      objectClassName: 'entity',
      roles: ['abuse'],
      vcardArray: [
        'vcard',
        [
          ['version', {}, 'text', '4.0'],
          ['fn', {}, 'text', ''],
        ],
      ],
    },
  ],
});

/** The .com registry. */
export const verisign = {
  objectClassName: 'domain',
  handle: '2336799_DOMAIN_COM-VRSN',
  ldhName: 'EXAMPLE.COM',
  links: [
    {
      value: 'https://rdap.verisign.com/com/v1/domain/EXAMPLE.COM',
      rel: 'self',
      href: 'https://rdap.verisign.com/com/v1/domain/EXAMPLE.COM',
      type: 'application/rdap+json',
    },
    {
      value: 'https://rdap.registrar.test/domain/EXAMPLE.COM',
      rel: 'related',
      href: 'https://rdap.registrar.test/domain/EXAMPLE.COM',
      type: 'application/rdap+json',
    },
  ],
  status: ['client delete prohibited', 'client transfer prohibited', 'client update prohibited'],
  entities: [registrar('RESERVED-Internet Assigned Numbers Authority')],
  events: [
    event('registration', '1995-08-14T04:00:00Z'),
    event('expiration', '2027-08-13T04:00:00Z'),
    event('last changed', '2026-08-14T07:01:39Z'),
    event('last update of RDAP database', '2026-10-31T23:59:12Z'),
  ],
  secureDNS: {
    delegationSigned: true,
    dsData: [
      {
        keyTag: 370,
        algorithm: 13,
        digestType: 2,
        digest: 'BE74359954660069D5C63D200C39F5603827D7DD02B56F120EE9F3A86764247C',
      },
    ],
  },
  nameservers: [
    { objectClassName: 'nameserver', ldhName: 'A.IANA-SERVERS.NET' },
    { objectClassName: 'nameserver', ldhName: 'B.IANA-SERVERS.NET' },
  ],
  rdapConformance: ['rdap_level_0', 'icann_rdap_technical_implementation_guide_0'],
  notices: [
    { title: 'Terms of Use', description: ['Service subject to Terms of Use.'], links: [] },
  ],
};

/** The .org registry: nested objects, EPP extensions, organization in the card. */
export const pir = {
  rdapConformance: ['rdap_level_0', 'redacted'],
  objectClassName: 'domain',
  handle: 'e1f4c0d5-LROR',
  ldhName: 'example.org',
  nameservers: [
    { objectClassName: 'nameserver', ldhName: 'a.iana-servers.net', status: ['active'] },
    { objectClassName: 'nameserver', ldhName: 'a.iana-servers.net.', status: ['active'] },
  ],
  secureDNS: { delegationSigned: true },
  entities: [
    {
      objectClassName: 'entity',
      roles: ['registrant'],
      vcardArray: [
        'vcard',
        [
          ['version', {}, 'text', '4.0'],
          ['fn', {}, 'text', ''],
        ],
      ],
    },
    {
      objectClassName: 'entity',
      handle: '376',
      roles: ['registrar'],
      vcardArray: [
        'vcard',
        [
          ['version', {}, 'text', '4.0'],
          ['fn', {}, 'text', ''],
          ['org', {}, 'text', 'ICANN'],
        ],
      ],
    },
  ],
  events: [
    event('registration', '1995-08-31T04:00:00.131Z'),
    event('expiration', '2027-08-30T04:00:00.131Z'),
    event('last changed', '2026-08-01T00:00:00Z'),
  ],
  status: ['server delete prohibited'],
};

/**
 * A country-code registry without registrar card or expiry, time with offset, one-letter-case
 * events.
 */
export const ccTld = {
  objectClassName: 'domain',
  ldhName: 'example.cz',
  events: [event('Registration', '1996-01-01T01:00:00+01:00')],
  entities: [{ objectClassName: 'entity', handle: 'REG-EXAMPLE', roles: ['registrar'] }],
};

export const notFoundJson = {
  errorCode: 404,
  title: 'Not Found',
  description: ['Domain not found.'],
  rdapConformance: ['rdap_level_0'],
};
export const reservedJson = {
  errorCode: 404,
  title: 'Not Found',
  description: ['The domain is reserved by the registry.'],
};

/** Of rdap.org, for a top-level domain whose registry has no service. */
export const noServiceJson = {
  rdapConformance: ['rdap_level_0'],
  lang: 'en',
  errorCode: 404,
  title: 'No RDAP service is available for this resource',
};

interface WhoisCase {
  name: string;
  domain: string;
  reply: string;
  expected: {
    registered: boolean;
    createdAt?: string | null;
    expiresAt?: string | null;
    registrar?: string | null;
    nameservers?: string[];
    status?: string[];
  };
}

/** Registries' WHOIS replies, one of each shape. */
export const WHOIS_CASES: readonly WhoisCase[] = [
  {
    name: 'ICANN shape (.io)',
    domain: 'example.io',
    reply: `Domain Name: example.io\r\nRegistry Domain ID: 123-DONUTS\r\nRegistrar WHOIS Server: whois.registrar.test\r\nUpdated Date: 2026-02-03T10:11:12Z\r\nCreation Date: 2011-05-06T07:08:09Z\r\nRegistry Expiry Date: 2027-05-06T07:08:09Z\r\nRegistrar: Example Registrar, Inc.\r\nRegistrar IANA ID: 292\r\nDomain Status: clientTransferProhibited https://icann.org/epp#clientTransferProhibited\r\nDomain Status: clientUpdateProhibited https://icann.org/epp#clientUpdateProhibited\r\nRegistrant Organization: Example\r\nName Server: ns1.example.net\r\nName Server: NS2.EXAMPLE.NET\r\nDNSSEC: unsigned\r\n>>> Last update of WHOIS database: 2026-11-01T00:00:00Z <<<\r\n\r\nAccess is rate limited; too many queries will be blocked.\r\n`,
    expected: {
      registered: true,
      createdAt: '2011-05-06T07:08:09.000Z',
      expiresAt: '2027-05-06T07:08:09.000Z',
      registrar: 'Example Registrar, Inc.',
      nameservers: ['ns1.example.net', 'ns2.example.net'],
      status: ['clientTransferProhibited', 'clientUpdateProhibited'],
    },
  },
  {
    name: '.io absent',
    domain: 'missing.io',
    reply:
      'Domain not found.\r\n>>> Last update of WHOIS database: 2026-11-01T00:00:00Z <<<\r\n\r\nTerms of Use: Access to WHOIS information is provided to assist. Too many queries will be blocked.\r\n',
    expected: { registered: false },
  },
  {
    name: '.co absent',
    domain: 'missing.co',
    reply: 'No Data Found\r\n>>> Last update of Whois Database: 2026-11-01T00:00:00Z <<<\r\n',
    expected: { registered: false },
  },
  {
    name: '.us absent',
    domain: 'missing.us',
    reply:
      'No Data Found\nURL of the ICANN Whois Inaccuracy Complaint Form: https://www.icann.org/wicf/\n',
    expected: { registered: false },
  },
  {
    name: '.cn',
    domain: 'example.cn',
    reply:
      'Domain Name: example.cn\nROID: 20030312s10001s00082127-cn\nDomain Status: clientTransferProhibited\nRegistrant: Example\nRegistrant Contact Email: dns@example.cn\nSponsoring Registrar: Example Registrar Co., Ltd.\nName Server: ns1.example.cn\nName Server: ns2.example.cn\nRegistration Time: 2003-03-17 12:20:05\nExpiration Time: 2027-03-17 12:48:36\nDNSSEC: unsigned\n',
    expected: {
      registered: true,
      createdAt: '2003-03-17T12:20:05.000Z',
      expiresAt: '2027-03-17T12:48:36.000Z',
      registrar: 'Example Registrar Co., Ltd.',
      nameservers: ['ns1.example.cn', 'ns2.example.cn'],
    },
  },
  {
    name: '.cn absent',
    domain: 'missing.cn',
    reply: 'No matching record.\n',
    expected: { registered: false },
  },
  {
    name: '.de',
    domain: 'example.de',
    reply:
      '% Restricted rights.\n%\n% Terms and Conditions of Use\n% The above data may only be used ... not found or available elsewhere\n%\n\nDomain: example.de\nDomain-Ace: example.de\nNserver: ns1.example.de 192.0.2.1\nNserver: ns2.example.net\nStatus: connect\nChanged: 2018-03-12T21:44:25+01:00\n',
    expected: {
      registered: true,
      createdAt: null,
      expiresAt: null,
      registrar: null,
      nameservers: ['ns1.example.de', 'ns2.example.net'],
      status: ['connect'],
    },
  },
  {
    name: '.de free',
    domain: 'missing.de',
    reply: '% Restricted rights.\n\nDomain: missing.de\nStatus: free\n',
    expected: { registered: false },
  },
  {
    name: '.nl',
    domain: 'example.nl',
    reply:
      'Domain name: example.nl\nStatus:      active\n\nRegistrar:\n   Example Hosting B.V.\n   Main Street 1\n   1012AB AMSTERDAM\n   Netherlands\n\nAbuse Contact:\n   abuse@example.nl\n\nCreation Date: 1999-05-27\n\nUpdated Date: 2025-12-30\n\nDNSSEC:      yes\n\nDomain nameservers:\n   ns1.example.nl          192.0.2.1\n   ns2.example.nl\n\nRecord maintained by: SIDN BV\n\nCopyright notice\nNo part of this publication may be reproduced.\n',
    expected: {
      registered: true,
      createdAt: '1999-05-27T00:00:00.000Z',
      registrar: 'Example Hosting B.V.',
      nameservers: ['ns1.example.nl', 'ns2.example.nl'],
      status: ['active'],
    },
  },
  {
    name: '.nl free',
    domain: 'missing.nl',
    reply: 'missing.nl is free\n',
    expected: { registered: false },
  },
  {
    name: '.be',
    domain: 'example.be',
    reply:
      '% .be Whois Server 6.1\n%\n% The WHOIS service offered by DNS Belgium is provided for information purposes only.\n\nDomain:\texample.be\nStatus:\tNOT AVAILABLE\nRegistered:\tTue Dec 12 2000\n\nRegistrant:\n\tNot shown, please visit www.dnsbelgium.be for webbased whois.\n\nRegistrar:\n\tName:\t Example Registrar\n\tWebsite: https://registrar.test\n\nNameservers:\n\tns1.example.be (192.0.2.1)\n\tns2.example.net\n\nKeys:\n\nFlags:\n\tclientTransferProhibited\n',
    expected: {
      registered: true,
      createdAt: '2000-12-12T00:00:00.000Z',
      registrar: 'Example Registrar',
      nameservers: ['ns1.example.be', 'ns2.example.net'],
      status: ['NOT AVAILABLE'],
    },
  },
  {
    name: '.be free',
    domain: 'missing.be',
    reply: '% .be Whois Server 6.1\n\nDomain:\tmissing.be\nStatus:\tAVAILABLE\n',
    expected: { registered: false },
  },
  {
    name: '.eu',
    domain: 'example.eu',
    reply:
      '% The WHOIS service offered by EURid.\n% of the database is not found to be correct\n\nDomain: example.eu\nScript: LATIN\n\nRegistrant:\n        NOT DISCLOSED!\n        Visit www.eurid.eu for the web-based WHOIS.\n\nTechnical:\n        Organisation: Example\n\nRegistrar:\n        Name: Example Registrar\n        Website: https://registrar.test\n\nName servers:\n        ns1.example.eu (192.0.2.1)\n        ns2.example.net\n\nPlease visit www.eurid.eu for more info.\n',
    expected: {
      registered: true,
      createdAt: null,
      registrar: 'Example Registrar',
      nameservers: ['ns1.example.eu', 'ns2.example.net'],
    },
  },
  {
    name: '.eu free',
    domain: 'missing.eu',
    reply: 'Domain: missing.eu\nScript: LATIN\nStatus: AVAILABLE\n',
    expected: { registered: false },
  },
  {
    name: '.it',
    domain: 'example.it',
    reply:
      '\n*********************************************************************\n* Please note that the following result could be a subgroup of      *\n*********************************************************************\n\nDomain:             example.it\nStatus:             ok\nSigned:             no\nCreated:            1999-12-10 00:00:00\nLast Update:        2026-05-07 01:03:23\nExpire Date:        2027-04-21\n\nRegistrant\n  Organization:     Example S.r.l.\n  Created:          2011-04-01 10:00:00\n\nRegistrar\n  Organization:     Example Registrar S.p.a.\n  Name:             EXAMPLE-REG\n  Web:              https://registrar.test\n\nNameservers\n  ns1.example.it\n  ns2.example.it\n',
    expected: {
      registered: true,
      createdAt: '1999-12-10T00:00:00.000Z',
      expiresAt: '2027-04-21T00:00:00.000Z',
      registrar: 'Example Registrar S.p.a.',
      nameservers: ['ns1.example.it', 'ns2.example.it'],
      status: ['ok'],
    },
  },
  {
    name: '.it free',
    domain: 'missing.it',
    reply: 'Domain:             missing.it\nStatus:             AVAILABLE\n',
    expected: { registered: false },
  },
  {
    name: '.ru',
    domain: 'example.ru',
    reply:
      '% TCI Whois Service. Terms of use:\n% https://tcinet.ru/documents/whois_ru_rf.pdf\n\ndomain:        EXAMPLE.RU\nnserver:       ns1.example.ru. 192.0.2.1\nnserver:       ns2.example.ru.\nstate:         REGISTERED, DELEGATED, VERIFIED\norg:           Example LLC\nregistrar:     EXAMPLE-RU\ncreated:       1997-09-23T09:45:07Z\npaid-till:     2027-09-30T21:00:00Z\nfree-date:     2027-11-01\nsource:        TCI\n\nLast updated on 2026-11-01T00:01:30Z\n',
    expected: {
      registered: true,
      createdAt: '1997-09-23T09:45:07.000Z',
      expiresAt: '2027-09-30T21:00:00.000Z',
      registrar: 'EXAMPLE-RU',
      nameservers: ['ns1.example.ru', 'ns2.example.ru'],
      status: ['REGISTERED, DELEGATED, VERIFIED'],
    },
  },
  {
    name: '.ru absent',
    domain: 'missing.ru',
    reply:
      '% TCI Whois Service.\n\nNo entries found for the selected source(s).\n\nLast updated on 2026-11-01T00:01:30Z\n',
    expected: { registered: false },
  },
  {
    name: '.jp',
    domain: 'example.co.jp',
    reply:
      '[ JPRS database provides information on network administration. Its use is    ]\n[ restricted to network administration purposes.                              ]\nDomain Information:\na. [Domain Name]                EXAMPLE.CO.JP\ng. [Organization]               Example Corporation\np. [Name Server]                ns1.example.co.jp\np. [Name Server]                ns2.example.co.jp\ns. [Signing Key]                \n[State]                         Connected (2027/03/31)\n[Registered Date]               2001/03/22\n[Connected Date]                2001/04/01\n[Last Update]                   2026/04/01 01:03:05 (JST)\n',
    expected: {
      registered: true,
      createdAt: '2001-03-22T00:00:00.000Z',
      nameservers: ['ns1.example.co.jp', 'ns2.example.co.jp'],
      status: ['Connected (2027/03/31)'],
    },
  },
  {
    name: '.jp absent',
    domain: 'missing.jp',
    reply:
      '[ JPRS database provides information on network administration. Its use is    ]\n[ restricted to network administration purposes.                              ]\n\nNo match!!\n\nWith JPRS WHOIS, you can query the following domain name information sponsored by JPRS.\n',
    expected: { registered: false },
  },
  {
    name: '.kr',
    domain: 'example.kr',
    reply:
      'query : example.kr\n\n\n# KOREAN(UTF8)\n\n도메인이름                  : example.kr\n등록일                      : 1999. 07. 28.\n\n# ENGLISH\n\nDomain Name                 : example.kr\nRegistrant                  : Example\nRegistered Date             : 1999. 07. 28.\nLast Updated Date           : 2010. 10. 04.\nExpiration Date             : 2027. 07. 28.\nPublishes                   : Y\nAuthorized Agency           : Example(http://registrar.test)\nDNSSEC                      : unsigned\n\nPrimary Name Server\n   Host Name                : ns1.example.kr\n\nSecondary Name Server\n   Host Name                : ns2.example.kr\n',
    expected: {
      registered: true,
      createdAt: '1999-07-28T00:00:00.000Z',
      expiresAt: '2027-07-28T00:00:00.000Z',
      registrar: 'Example',
      nameservers: ['ns1.example.kr', 'ns2.example.kr'],
    },
  },
  {
    name: '.kr absent',
    domain: 'missing.kr',
    reply:
      "query : missing.kr\n\n# ENGLISH\n\nThe requested domain was not found in the Registry or Registrar's WHOIS Server.\n",
    expected: { registered: false },
  },
  {
    name: '.pl',
    domain: 'example.pl',
    reply:
      '\nDOMAIN NAME:           example.pl\nregistrant type:       organization\nnameservers:           ns1.example.pl. [192.0.2.1]\n                       ns2.example.pl.\ncreated:               1997.11.20 13:00:00\nlast modified:         2026.10.01 09:10:11\nrenewal date:          2027.11.19 13:00:00\n\nREGISTRAR:\nExample sp. z o.o.\nul. Przykladowa 1\n\nWHOIS database responses: https://dns.pl/en/whois\n',
    expected: {
      registered: true,
      createdAt: '1997-11-20T13:00:00.000Z',
      expiresAt: '2027-11-19T13:00:00.000Z',
      registrar: 'Example sp. z o.o.',
    },
  },
  {
    name: '.pl absent',
    domain: 'missing.pl',
    reply: 'No information available about domain name missing.pl in the Registry NASK database.\n',
    expected: { registered: false },
  },
  {
    name: '.edu',
    domain: 'example.edu',
    reply:
      'This Registry database contains ONLY .EDU domains.\nThe data in the EDUCAUSE Whois database is provided\nby EDUCAUSE for information purposes.\n\n--------------------------\n\nDomain Name: EXAMPLE.EDU\n\nRegistrant:\n\tExample University\n\t1 Campus Way\n\nName Servers:\n\tNS1.EXAMPLE.EDU\n\tNS2.EXAMPLE.EDU\n\nDomain record activated:    11-Jan-1985\nDomain record last updated: 01-Jul-2026\nDomain expires:             31-Jul-2027\n\n',
    expected: {
      registered: true,
      createdAt: '1985-01-11T00:00:00.000Z',
      expiresAt: '2027-07-31T00:00:00.000Z',
      nameservers: ['ns1.example.edu', 'ns2.example.edu'],
    },
  },
  {
    name: '.edu absent',
    domain: 'missing.edu',
    reply:
      'This Registry database contains ONLY .EDU domains.\n\n--------------------------\n\nNO MATCH: missing.edu\n',
    expected: { registered: false },
  },
  {
    name: '.com.tr',
    domain: 'example.com.tr',
    reply:
      '** Domain Name: example.com.tr\nDomain Status: Active\nFrozen Status: -\n\n** Registrant:\n   Hidden upon user request\n\n** Registrar:\nNIC Handle\t\t: exr\nOrganization Name\t: Example Registrar, Inc.\nAddress\t\t: Somewhere\n\n** Domain Servers:\nns1.example.com.tr\nns2.example.com.tr\n\n** Additional Info:\nCreated on..............: 2001-Aug-23.\nExpires on..............: 2027-Aug-22.\n\n** Whois Server:\nLast Update Time: 2026-11-01T00:00:00+03:00\n',
    expected: {
      registered: true,
      createdAt: '2001-08-23T00:00:00.000Z',
      expiresAt: '2027-08-22T00:00:00.000Z',
      registrar: 'Example Registrar, Inc.',
      nameservers: ['ns1.example.com.tr', 'ns2.example.com.tr'],
      status: ['Active'],
    },
  },
  {
    name: '.at absent',
    domain: 'missing.at',
    reply: '% Copyright (c)2026 by NIC.AT (1)\n%\n% Restricted rights.\n%\n% nothing found\n',
    expected: { registered: false },
  },
  {
    name: '.se absent',
    domain: 'missing.se',
    reply:
      '# Copyright (c) 1997- The Swedish Internet Foundation.\n# All rights reserved.\n#\n"missing.se" not found.\n',
    expected: { registered: false },
  },
  {
    name: '.ch absent',
    domain: 'missing.ch',
    reply: 'We do not have an entry in our database matching your query.\n',
    expected: { registered: false },
  },
  {
    name: '.mx absent',
    domain: 'missing.mx',
    reply: 'No_Se_Encontro_El_Objeto/Object_Not_Found\n',
    expected: { registered: false },
  },
  {
    name: '.rs absent',
    domain: 'missing.rs',
    reply: '%ERROR:103: Domain is not registered\n',
    expected: { registered: false },
  },
  {
    name: '.hk',
    domain: 'example.hk',
    reply:
      'Domain Name:  EXAMPLE.HK\n\nBundled Domain Name:\n\nDomain Status: Active\n\nRegistrar Name: Example Registrar Limited\n\nDomain Name Commencement Date: 01-12-1999\n\nExpiry Date: 31-12-2027\n\nName Servers Information:\n\nNS1.EXAMPLE.HK\n',
    expected: {
      registered: true,
      createdAt: '1999-12-01T00:00:00.000Z',
      expiresAt: '2027-12-31T00:00:00.000Z',
      registrar: 'Example Registrar Limited',
    },
  },
  {
    name: '.hk absent',
    domain: 'missing.hk',
    reply: 'The domain has not been registered.\n',
    expected: { registered: false },
  },
  {
    name: 'a reserved name',
    domain: 'com.io',
    reply: 'The queried name is reserved by the registry.\n',
    expected: { registered: false, status: ['reserved'] },
  },
];
