import { type CountryCode, isSupportedCountry } from 'libphonenumber-js/max';

/** Country domains that are sold to everyone, so that they name no country. */
const GENERIC_COUNTRY_DOMAINS = new Set(
  'ac ag ai am as bz cc cd co cx fm gg gl gs io is la lc li ly me ms mu nu pn pw re sc sh so st sx tk to tv vc vg ws'.split(
    ' ',
  ),
);

/** Languages spoken, as far as web sites go, in one country. */
const LANGUAGE_COUNTRIES: Readonly<Record<string, CountryCode>> = {
  bg: 'BG',
  cs: 'CZ',
  da: 'DK',
  de: 'DE',
  el: 'GR',
  en: 'US',
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
  ro: 'RO',
  sk: 'SK',
  sl: 'SI',
  sv: 'SE',
  th: 'TH',
  tr: 'TR',
  uk: 'UA',
  vi: 'VN',
};

const supported = (code: string | undefined): CountryCode | null => {
  const upper = code?.toUpperCase() === 'UK' ? 'GB' : code?.toUpperCase();
  return upper && isSupportedCountry(upper) ? upper : null;
};

/**
 * The country whose way of writing numbers a site uses: its stated address, its country domain, the region of
 * its language, its language; a site that says nothing is read as American, as numbers without + are elsewhere.
 * @param language of the `html` element, for example `en-GB`
 */
export function siteCountry(
  domain: string,
  statedCountry: string | null,
  language: string | null,
): CountryCode | null {
  const stated = supported(statedCountry ?? undefined);
  if (stated) return stated;
  const last = domain.split('.').at(-1) ?? '';
  const byDomain = last.length === 2 && !GENERIC_COUNTRY_DOMAINS.has(last) ? supported(last) : null;
  if (byDomain) return byDomain;
  const [primary = '', ...subtags] = (language ?? '').trim().toLowerCase().split(/[-_]/);
  const byRegion = supported(subtags.find((tag) => tag.length === 2));
  if (byRegion) return byRegion;
  return primary === '' ? 'US' : (LANGUAGE_COUNTRIES[primary] ?? null);
}
