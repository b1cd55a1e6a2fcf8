import { type CountryCode, isSupportedCountry } from 'libphonenumber-js/max';
import { numberLabelOf } from '../../domain/phone/phone-labels.ts';
import { countryCodeOf } from '../../domain/place/countries.ts';
import { usStateCode } from '../../domain/place/us-states.ts';
import countryWords from './country-words.json' with { type: 'json' };

/** Country code domains sold worldwide, so they do not indicate a country. */
const GENERIC_COUNTRY_DOMAINS = new Set(
  'ac ag ai am as bz cc cd co cx fm gg gl gs io is la lc li ly me ms mu nu pn pw re sc sh so st sx tk to tv vc vg ws'.split(
    ' ',
  ),
);

/** Second-level domains below them that do indicate the country: `com.co`, `gov.ai`. */
const NATIONAL_ZONES = new Set('com org net edu gov gob gouv ac mil'.split(' '));

/** The country of a domain's country code; null when it indicates none. */
function domainCountry(domain: string): CountryCode | null {
  const [last = '', second = '', third] = domain.split('.').toReversed();
  if (last.length !== 2) return null;
  const isNational = third !== undefined && NATIONAL_ZONES.has(second);
  return GENERIC_COUNTRY_DOMAINS.has(last) && !isNational ? null : supported(last);
}

/** For sites on a generic domain: the most frequent country for each language. */
const LANGUAGE_COUNTRIES = new Map(
  Object.entries(countryWords.languages as Readonly<Record<string, CountryCode>>),
);

/** Further countries in which a language is spoken, by language. */
const SECOND_LANGUAGES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(countryWords.secondLanguages).map(([language, codes]) => [
    language,
    new Set(codes),
  ]),
);

/** Countries with at least one listed language. */
const SPEAKING: ReadonlySet<string> = new Set([
  ...LANGUAGE_COUNTRIES.values(),
  ...[...SECOND_LANGUAGES.values()].flatMap((codes) => [...codes]),
]);

/** Country names in postal addresses, in addition to the English ones. */
const COUNTRY_NAMES: ReadonlyMap<string, CountryCode> = new Map(
  Object.entries(countryWords.names).flatMap(([code, names]) =>
    names.map((name) => [name, code as CountryCode] as const),
  ),
);

/** ISO 3166-1 alpha-2 of the country code or name in an address; null when unknown. */
export function statedCountry(written: string): CountryCode | null {
  const name = written.trim().toLowerCase().replaceAll('.', '');
  return COUNTRY_NAMES.get(name) ?? supported(countryCodeOf(name) ?? name);
}

/** Country names that in addresses more often mean a state, an island or a town. */
const OTHER_PLACES = new Set(['georgia', 'jersey', 'jordan', 'lebanon', 'chad', 'guernsey']);
const NAME_BEFORE = /(?:^|[\n,;|·•(])\s?(\p{L}[\p{L} .'-]{2,30}?)\)?\s?[:–—-]?\s?$/u;

/** The country whose name precedes a number or is on the line above it: "Mexico: …". */
export function namedCountry(before: string, above: string): CountryCode | null {
  const name = NAME_BEFORE.exec(before.trim() === '' ? above : before)?.[1];
  return !name || OTHER_PLACES.has(name.toLowerCase()) ? null : statedCountry(name);
}

const MAX_ADDRESS_CHARS = 120;
const MAX_LINES = 4_000;
const ADDRESS_PARTS = /,| [–/-] |\(|\)(?=[^.])/;
const POSTCODE = /\d{3}/;
/** A postcode behind the country: "Singapore 389729". */
const POSTCODE_LAST = /(?<=\p{L})[ ,.–-]{1,3}\d{4,6}\.?$/u;

const LABELLED = /^([^\d+(]{1,30})[+(]{0,2}\d/;

/** Whether an address's last part may name its country, because the next line is a number's. */
function isAboveNumber(parts: readonly string[], next: string): boolean {
  const label = LABELLED.exec(next)?.[1];
  const word = parts.at(-2)?.trim().split(' ').at(-1) ?? '';
  const isList = word.length > 3 && statedCountry(word) !== null;
  return parts.length > 1 && !isList && !!label && numberLabelOf(label, '') === 'phone';
}

/**
 * The country at the end of lines that contain a postcode, are at most two below one or directly
 * above a phone number; null when there is none, or several.
 */
export function addressCountry(text: string): CountryCode | null {
  const countries = new Set<CountryCode>();
  const lines = text.split('\n', MAX_LINES);
  let [above, before] = ['', ''];
  for (const [at, line] of lines.entries()) {
    const isShort = line.length <= MAX_ADDRESS_CHARS;
    const hasPostcode = POSTCODE.test(above + before + line);
    [above, before] = [before, isShort ? line : ''];
    if (!isShort) continue;
    const parts = line.replace(POSTCODE_LAST, '').split(ADDRESS_PARTS);
    if (!hasPostcode && !isAboveNumber(parts, lines[at + 1] ?? '')) continue;
    const last = parts.at(-1)?.replace(')', '').trim() ?? '';
    if (last.length < 3 || OTHER_PLACES.has(last.toLowerCase())) continue;
    const country = statedCountry(last);
    if (country) countries.add(country);
  }
  return onlyOf(countries);
}

/** Postcodes and regions in forms of one country only: "Leeds LS1 4DY", "Gujarat-382445". */
const REGIONS = [
  [
    `(?<![\\p{L}\\d])(?:${countryWords.britishPostcodeAreas})` +
      '\\d[A-Z\\d]? \\d[A-Z]{2}(?![\\p{L}\\d])',
    'GB',
  ],
  [
    '(?<![\\p{L}\\d])(?:(?:NSW|VIC|QLD|TAS),? \\d{4}|SA,? 5\\d{3}|WA,? 6\\d{3}|' +
      'NT,? 08\\d\\d|ACT,? 2[69]\\d\\d)(?!\\d)',
    'AU',
  ],
  [
    `(?:(?<!\\p{L})(?:${countryWords.indianStates})[ ,.–-]{1,4}\\d{3} ?\\d{3}(?!\\d)|` +
      `, ?(?:${countryWords.indianStates})\\.?$)`,
    'IN',
  ],
].map(([form = '', code]) => [new RegExp(form, 'u'), code as CountryCode] as const);
const ZIP_LAST = /(?<!\p{L})([A-Z]{2}),? \d{5}(?:-\d{4})?(?:,? (?:USA?|United States)\.?)?$/u;

/** The country of addresses that do not name it; null when there is none, or several. */
export function regionCountry(text: string): CountryCode | null {
  const lines = text.split('\n', MAX_LINES).filter(({ length }) => length <= MAX_ADDRESS_CHARS);
  const countries = lines.flatMap((line) => [
    ...REGIONS.map(([form, code]) => (form.test(line) ? code : null)),
    usStateCode(ZIP_LAST.exec(line)?.[1]) ? ('US' as const) : null,
  ]);
  return onlyOf(countries);
}

/** Cities at the end of a field, by language and country: "Calle 28 #15-55 · Bogotá". */
const CITIES: ReadonlyMap<string, readonly (readonly [RegExp, CountryCode])[]> = new Map(
  Object.entries(countryWords.cities).map(([language, countries]) => [
    language,
    Object.entries(countries).map(([code, names]) => [
      new RegExp(`(?:^|[,·•|/(–—-] ?|\\d )(?:${names})\\.?(?= ?(?:$|[,·•|/()–—-]|\\d))`, 'u'),
      code as CountryCode,
    ]),
  ]),
);

/**
 * The country of the cities in addresses, of those in which a language is common; null when there
 * is none, or several.
 */
export function cityCountry(text: string, language: string | null): CountryCode | null {
  const cities = CITIES.get(primaryOf(language) || 'en') ?? [];
  const lines = text.split('\n', MAX_LINES);
  const countries = lines.flatMap((line, at) =>
    line.length <= MAX_ADDRESS_CHARS && /\d/.test(line + (lines[at - 1] ?? ''))
      ? cities.map(([names, code]) => (names.test(line) ? code : null))
      : [],
  );
  return onlyOf(countries);
}

/** Characters that suffice to determine the script and language of a site. */
const MAX_SAMPLE_CHARS = 20_000;
const LETTER = /\p{L}/gu;
/** Scripts used in one country only, or in one far more than in others. */
const SCRIPTS = Object.entries(countryWords.scripts).map(
  ([script, country]) => [new RegExp(`\\p{sc=${script}}`, 'gu'), country as CountryCode] as const,
);
/** Minimum share of letters; a language menu contains a few letters of many scripts. */
const MIN_SHARE = 1 / 4;

/** Labels before numbers used in one country: for telephones and for its own registers. */
const LABEL_COUNTRIES = new Map(
  Object.entries(countryWords.labels).flatMap(([code, words]) =>
    words.map((word) => [word, code as CountryCode] as const),
  ),
);
const LABEL = [...LABEL_COUNTRIES.keys()].join('|').replaceAll('.', '\\.');
const LABELS = new RegExp(`(?<!\\p{L})(${LABEL})[^\\p{L}\\d\\n]{0,6}[\\d(+]`, 'giu');

const countOf = (text: string, sign: RegExp): number => text.match(sign)?.length ?? 0;

/** Allows separators between the digits: `844 877 648`, `123.456.789`. */
const parted = (form: string): string =>
  form.replace(/\\d\{(\d+)(?:,(\d+))?\}/g, (_, least: string, most = least) => {
    const others = [least, most].map((count) => Number(count) - 1);
    return ` ?\\d(?:[ .]?\\d){${others}}`;
  });
const numbered = (forms: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\d])(?:${forms.join('|')})(?![\\p{L}\\d])`, 'gu');

/** VAT numbers in the formats of VIES; they start with a country code. */
const TAXED = numbered(
  Object.entries(countryWords.vat).map(
    ([code, form]) => `${code === 'GR' ? 'EL' : code}[ -]?${parted(form)}`,
  ),
);
/** Account numbers (IBAN, ISO 13616), which also start with a country code. */
const BANKED = numbered(['[A-Z]{2} ?\\d{2} ?(?:[A-Z]{4}|\\d{4})(?: ?\\d{4}){2,6}(?: ?\\d{1,3})?']);

/** The only distinct value; null when there is none, or several. */
function onlyOf<Value>(values: Iterable<Value | null | undefined>): Value | null {
  const [first, ...others] = new Set(
    [...values].filter((one) => one !== null && one !== undefined),
  );
  return others.length === 0 ? (first ?? null) : null;
}

/** The only country code with which the matched numbers start. */
const coded = (text: string, numbers: RegExp): CountryCode | null =>
  onlyOf(
    (text.match(numbers) ?? []).map((number) =>
      number.startsWith('EL') ? 'GR' : supported(number.slice(0, 2)),
    ),
  );

/**
 * The country of the IBANs in a text. null when it is probably a foreign bank: its country has
 * listed languages, and the text's language is not one of them.
 */
function bankCountry(text: string, language: string): CountryCode | null {
  const country = coded(text, BANKED);
  const home = LANGUAGE_COUNTRIES.get(language);
  const others = SECOND_LANGUAGES.get(language);
  if (!country || language === 'en' || !(home || others)) return country;
  const isSpoken = home === country || others?.has(country);
  return !isSpoken && SPEAKING.has(country) ? null : country;
}

/**
 * Country of a text by its script, or else by VAT numbers, by labels before numbers or, if
 * `lettered` is null, by IBANs; null when these indicate none or several.
 * @param language of the `html` element, for example `en-GB`
 * @param lettered result of {@link letteredCountry}
 */
export function writtenCountry(
  text: string,
  language: string | null = null,
  lettered: CountryCode | null = letteredCountry(text),
): CountryCode | null {
  const sample = text.slice(0, MAX_SAMPLE_CHARS);
  const letters = countOf(sample, LETTER);
  for (const [script, country] of SCRIPTS)
    if (countOf(sample, script) > letters * MIN_SHARE) return country;
  const primary = primaryOf(language);
  const stated = coded(text, TAXED) ?? labelledCountry(sample, primary);
  if (stated || lettered) return stated;
  return bankCountry(text, primary);
}

/** Present only in Japanese, which shares the characters of its labels with Chinese. */
const KANA = /[\p{sc=Hiragana}\p{sc=Katakana}]/u;
/** Hong Kong uses traditional characters like Taiwan. */
const HONG_KONG = /香港|hong kong/i;

/**
 * The only country whose labels precede the numbers in a text. null if its language is not spoken
 * there: `Telefono` is Italian, or Spanish without the accent.
 */
function labelledCountry(sample: string, language: string): CountryCode | null {
  const country = onlyOf(
    [...sample.matchAll(LABELS)].map(
      ([, label = '']) => LABEL_COUNTRIES.get(label.toLowerCase()) ?? null,
    ),
  );
  if (country === 'TW' && (language === 'ja' || KANA.test(sample))) return 'JP';
  if (country === 'TW' && HONG_KONG.test(sample)) return 'HK';
  const home = LANGUAGE_COUNTRIES.get(language);
  if (!country || !home || language === 'en' || language === 'zh') return country;
  const isSpoken = home === country || SECOND_LANGUAGES.get(language)?.has(country) === true;
  return isSpoken || !SPEAKING.has(country) ? country : null;
}

/** `de` of `de-AT`; empty when no language is declared. */
const primaryOf = (language: string | null): string =>
  (language ?? '').trim().toLowerCase().split(/[-_]/)[0] as string;

/** Letters used in one country's language only, or in one far more than in others. */
const LETTERS = Object.entries(countryWords.letters).map(
  ([code, signs]) => [new RegExp(`[${signs}]`, 'giu'), code as CountryCode] as const,
);
/** Minimum count; names from another language contain a few. */
const MIN_LETTERS = 3;
const MIN_LETTERS_SHARE = 1 / 200;

/** The country whose language uses the letters of a text; null when there is none, or several. */
export function letteredCountry(text: string): CountryCode | null {
  const sample = text.slice(0, MAX_SAMPLE_CHARS);
  const least = Math.max(MIN_LETTERS, countOf(sample, LETTER) * MIN_LETTERS_SHARE);
  return onlyOf(LETTERS.map(([sign, code]) => (countOf(sample, sign) >= least ? code : null)));
}

const supported = (code: string | undefined): CountryCode | null => {
  const upper = code?.toUpperCase() === 'UK' ? 'GB' : code?.toUpperCase();
  return upper && isSupportedCountry(upper) ? upper : null;
};

/** Language declared by website templates before the owner changes it. */
const TEMPLATE_LANGUAGE = /^en[-_]us$/;

const ENGLISH = new Set<CountryCode>(['US', 'GB', 'IE', 'CA', 'AU', 'NZ']);

/** Country indications in the text of a site, besides the stated address. */
interface WrittenCountries {
  /** The only country of all numbers with a country code. */
  dialled?: CountryCode | null;
  /** The only country at the end of addresses. */
  addressed?: CountryCode | null;
  /** Country of the script, VAT numbers, labels or IBANs. */
  written?: CountryCode | null;
  /** By {@link regionCountry}; only for sites in English or of no stated language. */
  regional?: CountryCode | null;
  /** By {@link cityCountry}. */
  urban?: CountryCode | null;
  /** Country of its letters, used only for sites in English or without a declared language. */
  lettered?: CountryCode | null;
}

/**
 * Default country of a site's numbers, by the first that is known: stated address, country domain,
 * country at the end of addresses, region of the language (unless it is the template default and
 * other evidence exists), country of international numbers, country of the text, language. A site
 * that declares no language defaults to US, because elsewhere numbers are written with +. An
 * address in an English-speaking country on a page in another language is ignored, because it
 * usually belongs to a supplier named in the privacy statement.
 * @param language of the `html` element, for example `en-GB`
 */
export function siteCountry(
  domain: string,
  statedCountry: string | null,
  language: string | null,
  found: WrittenCountries = {},
): CountryCode | null {
  const { dialled = null, addressed = null, written = null } = found;
  const { regional = null, urban = null, lettered = null } = found;
  const stated = supported(statedCountry ?? undefined);
  if (stated) return stated;
  const byDomain = domainCountry(domain);
  if (byDomain) return byDomain;
  const declared = (language ?? '').trim().toLowerCase();
  const [primary = '', ...subtags] = declared.split(/[-_]/);
  const isEnglish = primary === '' || primary === 'en';
  const isOwn = isEnglish || SECOND_LANGUAGES.get(primary)?.has(addressed ?? '') === true;
  if (addressed && (isOwn || !ENGLISH.has(addressed))) return addressed;
  const byRegion = supported(subtags.find((tag) => tag.length === 2));
  const placed = (isEnglish ? regional : null) ?? urban;
  const shown = dialled ?? written ?? placed ?? (isEnglish ? lettered : null);
  if (byRegion && !(shown && TEMPLATE_LANGUAGE.test(declared))) return byRegion;
  if (shown) return shown;
  return primary === '' ? 'US' : (LANGUAGE_COUNTRIES.get(primary) ?? null);
}
