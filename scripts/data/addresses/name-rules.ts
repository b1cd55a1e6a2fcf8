import type { AsnClass } from '../../../src/domain/ip/address.ts';

/** Combines patterns, ignoring case. */
const anyOf = (...patterns: readonly RegExp[]): RegExp =>
  new RegExp(patterns.map(({ source }) => source).join('|'), 'i');

/**
 * Rules that infer a network's kind from its registered name; the first match wins. `rule` is shown
 * to callers as `name:<rule>`.
 */
export const NAME_RULES: readonly { rule: string; class: AsnClass; pattern: RegExp }[] = [
  { rule: 'vpn', class: 'vpn', pattern: /vpn\b|\banonymizer\b/i },
  // Named after a school, an authority or a host, and none of them.
  {
    rule: 'business',
    class: 'business',
    pattern: anyOf(
      /credit union|\bfederal (home loan|savings|bank|holding|signal|cartridge)/,
      /\bministries\b|\bhost hotels\b/,
    ),
  },
  {
    rule: 'school',
    class: 'education',
    pattern: anyOf(
      /universi|\bcollege|\bschool|\beducation|\bacadem|institute of tech|polytechnic/,
      /hochschule|universit|uniwersytet|szkol|politecnico|\bcampus\b/,
      /research (and education )?network|\bISD\b/,
    ),
  },
  {
    rule: 'government',
    class: 'government',
    pattern: anyOf(
      /\bgovernment|\bgovt?\b|\bministry|\bministerio|\bministère|\bmunicipal/,
      /\bfederal (?!express)|department of|\b(city|county|state|town|province) of\b/,
      /\bparliament|\barmy\b|\bnavy\b|\bair force\b|\bdefen[cs]e\b|\bpolice\b|\bcourts?\b/,
      /prefeitura/,
    ),
  },
  { rule: 'cdn', class: 'cdn', pattern: /\bcdn|content delivery/i },
  {
    rule: 'hosting',
    class: 'hosting',
    pattern: anyOf(
      /(?<!ec)host(?!el|il|etler|master)|data[ -]?cent(er|re|rum)|veri merkezi|centro de datos/,
      /\bcolo(cation|s)?\b|servers?\b|\bserver|servidor|sunucu|cloud|vps|\bvds|vds\b/,
      /(?<!was)serwer|dedicated|bare ?metal|idc\b|\brack|\bprox(y|ies)\b|ddos|proxies\b/,
      /h[eé]berg|\btsod\b/,
      /hospeda[gj]e|barindirma|rechenzentr|centrum danych|szerver|serveur|tarhely|webhotel/,
      /\bdatova centr|data ?[cs]entra\b|\b(sentra|pusat) data\b|centre de donnees|\binfogerance/,
      /\btietokeskus|\bpalvelin/,
      // "Cloud" in Turkish, Portuguese, Indonesian, Slavic languages, Persian, Swahili and Chinese.
      /\bbulut|\bnuvem|\bawan\b|\boblak|\bchmur|\babr\b|\bwingu\b/,
      /(?<!o)yun (info|inter|net|tech|co\b|ltd|limited|llc)/,
    ),
  },
  {
    rule: 'mobile',
    class: 'mobile',
    pattern: anyOf(
      /(?<!exxon )\bmobile?\b|\bmovil\b|\bcellular|\bgsm\b|\bpcs\b|\bcelular|\blte\b|\b[45]g\b/,
    ),
  },
  {
    rule: 'exchange',
    class: 'infrastructure',
    pattern: /internet exchange|exchange point|\bIXP?\b|\bNIC\b|registry|\bRIR\b|\bdomain/i,
  },
  {
    rule: 'access',
    class: 'isp',
    pattern: anyOf(
      /tele(com|kom|phone|fon|vision|net|red)|broadband|\bcable|\bfib(er|re|ra)|fibra/,
      /\binternet\b|\bisp\b|\bdsl\b|communications?\b|comunica|\bkabel|\bwisp|\bprovedor/,
      /\bprovider|\btelc|electric coop|cooperative|\bconnect(?!icut)|\bonline\b|\bwi-?fi/,
      /\bnet ?(work)?s?\b.*\bltda\b|\bbanda larga|\blink\b|\bsatel|\bspeed|\bftth\b/,
      // Nine of ten networks named "wireless" provide fixed wireless access.
      /\bnets?\b|net\b|\bwireless\b/,
    ),
  },
  {
    rule: 'business',
    class: 'business',
    pattern: anyOf(
      /\bbank|\bbanco\b|insurance|\bassurance|pharma|\bhospital|\bhealth|\bmedical|\bclinic/,
      /\bmotors?\b|\bairlines?\b|\bairways\b|\bretail|\bstores?\b|financial|\bcapital\b/,
      /\benergy\b|\bpetrol|\boil\b|\bsteel\b|\bfoods?\b|\bmanufactur|\bconsult/,
      /\bholdings?\b|\bmedia\b|\bbroadcast|\blogistics|\btrading\b(?! as\b)|\bindustr/,
      /\bmarketing\b/,
    ),
  },
  { rule: 'web', class: 'hosting', pattern: /\bwebs?\b|\bweb ?(services|solutions|works)/i },
  // Weaker or rarer words, used only if no word above matched.
  {
    rule: 'hosting',
    class: 'hosting',
    pattern: anyOf(
      /virtuali[sz]ation|\bcompute\b|\bvms?\b|kvm\b|gpus?\b|\bhpc\b|\brdp|\b[ips]aas\b|hyperscale/,
      /\bnode|(?<!inter|bis|kras)nodes?\b|\bcolo(?!r|m|n|p|u|gn|ss)|\bdedi(?!c)/,
      /datapacket|\bdatahaus|\bdata-?centr/,
    ),
  },
  {
    rule: 'school',
    class: 'education',
    pattern: anyOf(
      /\binstitut|\bresearch (institute|cent|council|found|lab)|\bscience park|\blibrary/,
      /\bbibliot|\bescola|\bescuela|\bcolegio|\bcegep\b|\bakademi|\blyce|\bkampus|\bpoliteknik/,
      /\bpesantren|\bsekolah|egyetem|yliopisto|\bmuseum|\bstmik\b|\bcollegium/,
    ),
  },
  {
    rule: 'government',
    class: 'government',
    pattern: anyOf(
      /\bminister(?!ed)|\bministr|\bkabupaten|\bdinas\b|\bpemerintah|\bpemkot|\bprovinsi/,
      /\bcounty\b|\bcouncil\b|\bauthority\b|\bnational (agency|assembly|bureau|institute)/,
      /\bgemeente|\bkommun\b|\blandkreis|\bkraj\b|\bwojew|\burzad|\bgmina|\bcomune d|\bregione\b/,
      /\bayuntamiento|\bdiputacion|\bgeneralitat|\bgobierno|\bgoverno|\bsenado|\btribunal/,
      /\bsecretaria|\bprocuradoria|\bsheriff|\bdistrict\b|\bdepart[ea]ment|\bembassy|\bcustoms\b/,
      /\brevenue\b|\bcommission\b|\bstatistical|\bparlament|\blandsting|\bpublic safety/,
    ),
  },
  {
    rule: 'business',
    class: 'business',
    pattern: anyOf(
      /bank\b|\bcredit\b|\bsecurities\b|\binvest|\bassociates/,
      /\bpayment|\bpagamento|\bfinanc|\bmortgage/,
      /\bairport|\baeropuerto|\belectri|\belektri|\bpower company|\bengineer|\bentertain|\bcruise/,
      /\bresort|\bhotel|\bcasino|\bgames?\b|\bgaming|\bfoundation|\bfundac|\bstiftung|\brealty/,
      /\bproperties|\bestates?\b|\bconstruct|\bchemic|\bautom|\btransport|\bshipping|\brailw/,
      /\bsemicond|\belectronic|\baerospace|\bbiotech/,
      /\blaborator|\bchurch|\bdiocese|\blaw\b|\bllp\b/,
      /\bsoftware\b|\bstudios?\b|\bcommerce\b|\bcomercio|\bequipment/,
      /\bcement|\bmetals?\b|\baluminum|\bpaper\b|\bplastic|\bdairy|\bbrew|\bwine|\bagri|\bfarm/,
      /\bbroker|\bleasing|\binsur|\bversicherung|\bassicura|\bseguros|\bsparkasse|\braiffeisen/,
      /\btheat(er|re)|\bsports?\b|\bfashion|\bclothing|\bdental|\bsurg|\bpublish|\bnews\b|\bverlag/,
      /\bwater\b|\bgas\b|\bnuclear|\bsecuritas|\bcorporation\b|\bcorp\b/,
    ),
  },
  {
    rule: 'access',
    class: 'isp',
    pattern: anyOf(
      /svyaz(?!bank)|teleset|tele\b|\btele|(?<!ho|mo|mat|car)tel\b/,
      /\btelev|\bc?atv\b|\btv\b|infocom\b|datacom\b/,
      /stadtwerke|fiber|fibra|fibre|\boptik|\boptic/,
      /connect\b|\bconex|\bconect|\bjaringan|\blintas\b/,
      /link\b|\bprovedor|\bmultim[ií]dia|\binform[aá]tica\b|\binformatika\b|communic|komunik/,
      /\bvsat\b|\bsatellit|\bgiga(?!byte)|\bmbps|\binfoway/,
      /\bnetworks? (pvt|private|ltda)\b|\bcarrier/,
    ),
  },
];
