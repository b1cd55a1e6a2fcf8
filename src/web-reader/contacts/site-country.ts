import { type CountryCode, isSupportedCountry } from 'libphonenumber-js/max';

/** Country domains that are sold to everyone, so that they name no country. */
const GENERIC_COUNTRY_DOMAINS = new Set(
  'ac ag ai am as bz cc cd co cx fm gg gl gs io is la lc li ly me ms mu nu pn pw re sc sh so st sx tk to tv vc vg ws'.split(
    ' ',
  ),
);

/** The country whose sites a language on a generic domain most often is. */
const LANGUAGE_COUNTRIES: ReadonlyMap<string, CountryCode> = new Map(
  Object.entries<CountryCode>({
    bg: 'BG',
    cs: 'CZ',
    da: 'DK',
    de: 'DE',
    el: 'GR',
    en: 'US',
    es: 'ES',
    et: 'EE',
    fi: 'FI',
    fr: 'FR',
    he: 'IL',
    hu: 'HU',
    is: 'IS',
    it: 'IT',
    ja: 'JP',
    ko: 'KR',
    lt: 'LT',
    lv: 'LV',
    nb: 'NO',
    nl: 'NL',
    no: 'NO',
    pl: 'PL',
    pt: 'PT',
    ro: 'RO',
    sk: 'SK',
    sl: 'SI',
    sv: 'SE',
    th: 'TH',
    tr: 'TR',
    uk: 'UA',
    vi: 'VN',
  }),
);

/** Names that postal addresses state instead of a code. */
const COUNTRY_NAMES = new Map<string, CountryCode>(
  (
    [
      ['US', 'usa|u.s.a.|united states|united states of america|estados unidos'],
      ['GB', 'united kingdom|great britain|england|scotland|wales|northern ireland|royaume-uni'],
      ['DE', 'germany|deutschland|allemagne|alemania|bundesrepublik deutschland'],
      ['AT', 'austria|österreich'],
      ['CH', 'switzerland|schweiz|suisse|svizzera'],
      ['FR', 'france|frankreich|francia'],
      ['ES', 'spain|españa|espana|spanien|espagne'],
      ['IT', 'italy|italia|italien|italie'],
      ['PT', 'portugal'],
      ['NL', 'netherlands|the netherlands|nederland'],
      ['BE', 'belgium|belgië|belgique|belgien'],
      ['PL', 'poland|polska|polen'],
      ['CZ', 'czech republic|czechia|česko|česká republika'],
      ['DK', 'denmark|danmark'],
      ['SE', 'sweden|sverige'],
      ['NO', 'norway|norge'],
      ['FI', 'finland|suomi'],
      ['IE', 'ireland|éire'],
      ['CA', 'canada'],
      ['MX', 'mexico|méxico'],
      ['BR', 'brazil|brasil'],
      ['AR', 'argentina'],
      ['CL', 'chile'],
      ['CO', 'colombia'],
      ['IN', 'india|bharat'],
      ['JP', 'japan|日本'],
      ['CN', 'china|中国'],
      ['KR', 'south korea|korea|대한민국'],
      ['AU', 'australia'],
      ['NZ', 'new zealand'],
      ['ZA', 'south africa'],
      ['TR', 'turkey|türkiye'],
      ['RU', 'russia|россия'],
      ['UA', 'ukraine|україна'],
      ['GR', 'greece|ελλάδα'],
      ['RO', 'romania|românia'],
      ['HU', 'hungary|magyarország'],
    ] as const
  ).flatMap(([code, names]) => names.split('|').map((name) => [name, code] as const)),
);

/**
 * ISO 3166-1 alpha-2 of a country as an address states it, by code or name; null when it is
 * neither.
 */
export function statedCountry(written: string): CountryCode | null {
  const name = written.trim().toLowerCase();
  return COUNTRY_NAMES.get(name) ?? (name.length === 2 ? supported(name) : null);
}

const supported = (code: string | undefined): CountryCode | null => {
  const upper = code?.toUpperCase() === 'UK' ? 'GB' : code?.toUpperCase();
  return upper && isSupportedCountry(upper) ? upper : null;
};

/** What templates declare before the owner has said anything. */
const TEMPLATE_LANGUAGE = /^en[-_]us$/;

/**
 * Default country of a site's numbers: its stated address, its country domain, the region of its
 * language unless it is the templates', the country of its international numbers, its language; a
 * site without any of these is read as American, as numbers without + are elsewhere.
 * @param language of the `html` element, for example `en-GB`
 * @param dialled the one country that every number with a country code belongs to
 */
export function siteCountry(
  domain: string,
  statedCountry: string | null,
  language: string | null,
  dialled: CountryCode | null = null,
): CountryCode | null {
  const stated = supported(statedCountry ?? undefined);
  if (stated) return stated;
  const last = domain.split('.').at(-1) ?? '';
  const byDomain = last.length === 2 && !GENERIC_COUNTRY_DOMAINS.has(last) ? supported(last) : null;
  if (byDomain) return byDomain;
  const declared = (language ?? '').trim().toLowerCase();
  const [primary = '', ...subtags] = declared.split(/[-_]/);
  const byRegion = supported(subtags.find((tag) => tag.length === 2));
  if (byRegion && !(dialled && TEMPLATE_LANGUAGE.test(declared))) return byRegion;
  if (dialled) return dialled;
  return primary === '' ? 'US' : (LANGUAGE_COUNTRIES.get(primary) ?? null);
}
