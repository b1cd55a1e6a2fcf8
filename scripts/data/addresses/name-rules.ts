import type { NetworkClass } from '../../../src/core/ip-address.ts';

/** A guess from a network's registered name; `rule` is shown to callers as `name:<rule>`. The first that matches wins. */
export const NAME_RULES: readonly { rule: string; class: NetworkClass; pattern: RegExp }[] = [
  { rule: 'vpn', class: 'vpn', pattern: /vpn\b|\banonymizer\b/i },
  {
    rule: 'school',
    class: 'education',
    pattern:
      /universi|\bcollege|\bschool|\beducation|\bacadem|institute of tech|polytechnic|hochschule|universit|uniwersytet|szkol|politecnico|\bcampus\b|research (and education )?network|\bISD\b/i,
  },
  {
    rule: 'government',
    class: 'government',
    pattern:
      /\bgovernment|\bgovt?\b|\bministry|\bministerio|\bministère|\bmunicipal|\bfederal (?!express)|department of|\b(city|county|state|town|province) of\b|\bparliament|\barmy\b|\bnavy\b|\bair force\b|\bdefen[cs]e\b|\bpolice\b|\bcourts?\b|prefeitura/i,
  },
  { rule: 'cdn', class: 'cdn', pattern: /\bcdn|content delivery/i },
  {
    rule: 'hosting',
    class: 'hosting',
    pattern:
      /hosting|\bhost|host\b|data ?cent(er|re|rum)|datacenter|\bcolo(cation|s)?\b|\bservers?\b|\bserver|\bcloud|cloud\b|\bvps|\bvds\b|dedicated|\bidc\b|\brack|internet ?vikings/i,
  },
  {
    rule: 'mobile',
    class: 'mobile',
    pattern:
      /(?<!exxon )\bmobile?\b|\bmovil\b|\bwireless\b(?!.*\b(isp|internet|broadband)\b)|\bcellular|\bgsm\b|\bpcs\b|\bcelular|\blte\b|\b[45]g\b/i,
  },
  {
    rule: 'exchange',
    class: 'infrastructure',
    pattern: /internet exchange|exchange point|\bIXP?\b|\bNIC\b|registry|\bRIR\b|\bdomain/i,
  },
  {
    rule: 'access',
    class: 'isp',
    pattern:
      /tele(com|kom|phone|fon|vision|net|red)|broadband|\bcable|\bfib(er|re|ra)|fibra|\binternet\b|\bisp\b|\bdsl\b|communications?\b|comunica|\bkabel|\bwisp|\bprovedor|\bprovider|\btelc|electric coop|cooperative|\bconnect|\bonline\b|\bwi-?fi|\bnet ?(work)?s?\b.*\bltda\b|\bbanda larga|\blink\b|\bsatel|\bspeed|\bftth\b|\bnets?\b|net\b/i,
  },
  {
    rule: 'business',
    class: 'business',
    pattern:
      /\bbank|\bbanco\b|insurance|\bassurance|pharma|\bhospital|\bhealth|\bmedical|\bclinic|\bmotors?\b|\bairlines?\b|\bairways\b|\bretail|\bstores?\b|financial|\bcapital\b|\benergy\b|\bpetrol|\boil\b|\bsteel\b|\bfoods?\b|\bmanufactur|\bconsult|\bholdings?\b|\bmedia\b|\bbroadcast|\blogistics|\btrading\b|\bindustr|\bmarketing\b/i,
  },
];
