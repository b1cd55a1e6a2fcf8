import { type CountryCode, isSupportedCountry } from 'libphonenumber-js/max';
import { countryCodeOf } from '../../domain/place/countries.ts';
import countryWords from './country-words.json' with { type: 'json' };

/** Country domains that are sold to everyone, so that they name no country. */
const GENERIC_COUNTRY_DOMAINS = new Set(
  'ac ag ai am as bz cc cd co cx fm gg gl gs io is la lc li ly me ms mu nu pn pw re sc sh so st sx tk to tv vc vg ws'.split(
    ' ',
  ),
);

/** Second levels under which such a domain is its own country's again: `com.co`, `gov.ai`. */
const NATIONAL_ZONES = new Set('com org net edu gov gob gouv ac mil'.split(' '));

/** The country that a domain is of by its name; null for none. */
function domainCountry(domain: string): CountryCode | null {
  const [last = '', second = '', third] = domain.split('.').toReversed();
  if (last.length !== 2) return null;
  const isNational = third !== undefined && NATIONAL_ZONES.has(second);
  return GENERIC_COUNTRY_DOMAINS.has(last) && !isNational ? null : supported(last);
}

/** The country whose sites a language on a generic domain most often is. */
const LANGUAGE_COUNTRIES = new Map(
  Object.entries(countryWords.languages as Readonly<Record<string, CountryCode>>),
);

/** Other countries that speak a language, each beside another or with a bank of its own. */
const SECOND_LANGUAGES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(countryWords.secondLanguages).map(([language, codes]) => [
    language,
    new Set(codes),
  ]),
);

/** Countries of which languages are known. */
const SPEAKING: ReadonlySet<string> = new Set([
  ...LANGUAGE_COUNTRIES.values(),
  ...[...SECOND_LANGUAGES.values()].flatMap((codes) => [...codes]),
]);

/** Names beside the English ones that postal addresses state instead of a code. */
const COUNTRY_NAMES: ReadonlyMap<string, CountryCode> = new Map(
  Object.entries(countryWords.names).flatMap(([code, names]) =>
    names.map((name) => [name, code as CountryCode] as const),
  ),
);

/** ISO 3166-1 alpha-2 of a country as an address states it, by code or name; null for neither. */
export function statedCountry(written: string): CountryCode | null {
  const name = written.trim().toLowerCase().replaceAll('.', '');
  return COUNTRY_NAMES.get(name) ?? supported(countryCodeOf(name) ?? name);
}

/** Names of countries that addresses more often mean as a state, an island or a town. */
const OTHER_PLACES = new Set(['georgia', 'jersey', 'jordan', 'lebanon', 'chad', 'guernsey']);
const NAME_BEFORE = /(?:^|[\n,;|·•(])\s?(\p{L}[\p{L} .'-]{2,30}?)\)?\s?[:–—-]?\s?$/u;

/**
 * The country that the words before a number, or the line above it, are the name of: "Mexico: …".
 */
export function namedCountry(before: string, above: string): CountryCode | null {
  const name = NAME_BEFORE.exec(before.trim() === '' ? above : before)?.[1];
  return !name || OTHER_PLACES.has(name.toLowerCase()) ? null : statedCountry(name);
}

const MAX_ADDRESS_CHARS = 120;
const MAX_LINES = 4_000;
const ADDRESS_PARTS = /,| [–-] /;
const POSTCODE = /\d{3}/;

/**
 * The one country in which the lines of a text end that have a postcode, or follow one; null for
 * none or several.
 */
export function addressCountry(text: string): CountryCode | null {
  const countries = new Set<CountryCode>();
  let before = '';
  for (const line of text.split('\n', MAX_LINES)) {
    const isAddress = line.length <= MAX_ADDRESS_CHARS && POSTCODE.test(before + line);
    before = line.length <= MAX_ADDRESS_CHARS ? line : '';
    if (!isAddress) continue;
    const last = line.split(ADDRESS_PARTS).at(-1)?.trim() ?? '';
    if (last.length < 3 || OTHER_PLACES.has(last.toLowerCase())) continue;
    const country = statedCountry(last);
    if (country) countries.add(country);
  }
  return onlyOf(countries);
}

/** Text enough to tell what a site is written in. */
const MAX_SAMPLE_CHARS = 20_000;
const LETTER = /\p{L}/gu;
/** Scripts that one country writes, or one far more than others. */
const SCRIPTS = Object.entries(countryWords.scripts).map(
  ([script, country]) => [new RegExp(`\\p{sc=${script}}`, 'gu'), country as CountryCode] as const,
);
/** A menu of languages is in many scripts. */
const MIN_SHARE = 1 / 4;

/** Words before numbers that one country uses: for telephones, and for registers of its own. */
const LABEL_COUNTRIES = new Map(
  Object.entries(countryWords.labels).flatMap(([code, words]) =>
    words.map((word) => [word, code as CountryCode] as const),
  ),
);
const LABEL = [...LABEL_COUNTRIES.keys()].join('|').replaceAll('.', '\\.');
const LABELS = new RegExp(`(?<!\\p{L})(${LABEL})[^\\p{L}\\d\\n]{0,6}[\\d(+]`, 'giu');

const countOf = (text: string, sign: RegExp): number => text.match(sign)?.length ?? 0;

/** Digits of a number as they are also parted: `844 877 648`, `123.456.789`. */
const parted = (form: string): string =>
  form.replace(/\\d\{(\d+)(?:,(\d+))?\}/g, (_, least: string, most = least) => {
    const others = [least, most].map((count) => Number(count) - 1);
    return ` ?\\d(?:[ .]?\\d){${others}}`;
  });
const numbered = (forms: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\d])(?:${forms.join('|')})(?![\\p{L}\\d])`, 'gu');

/** Numbers for value added tax as VIES describes them; they begin with a country's code. */
const TAXED = numbered(
  Object.entries(countryWords.vat).map(
    ([code, form]) => `${code === 'GR' ? 'EL' : code}[ -]?${parted(form)}`,
  ),
);
/** Numbers of accounts (IBAN, ISO 13616), which begin so too. */
const BANKED = numbered(['[A-Z]{2} ?\\d{2} ?(?:[A-Z]{4}|\\d{4})(?: ?\\d{4}){2,6}(?: ?\\d{1,3})?']);

/** The only one of several; null for none or more. */
function onlyOf<Value>(values: Iterable<Value | null | undefined>): Value | null {
  const [first, ...others] = new Set(
    [...values].filter((one) => one !== null && one !== undefined),
  );
  return others.length === 0 ? (first ?? null) : null;
}

/** The one country with whose code the numbers of a text begin. */
const coded = (text: string, numbers: RegExp): CountryCode | null =>
  onlyOf(
    (text.match(numbers) ?? []).map((number) =>
      number.startsWith('EL') ? 'GR' : supported(number.slice(0, 2)),
    ),
  );

/**
 * The country of the bank of a text; null where it is known to be a foreign one: of a country
 * whose languages are known, where the text's is none of them.
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
 * The country that a text is of by its script, or else by its numbers for value added tax, the
 * words before its numbers or, where its letters tell nothing, its bank; null where they name none
 * or several.
 * @param language of the `html` element, for example `en-GB`
 * @param lettered what its letters tell: {@link letteredCountry}
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

/** Japanese writes words of Chinese characters too, between its kana. */
const KANA = /[\p{sc=Hiragana}\p{sc=Katakana}]/u;
/** A place that writes traditional characters as Taiwan does. */
const HONG_KONG = /香港|hong kong/i;

/**
 * The one country whose words stand before the numbers of a text; null where the text is in a
 * language that it does not speak: `Telefono` is Italian, and Spanish without its accent.
 */
function labelledCountry(sample: string, language: string): CountryCode | null {
  const country = onlyOf(
    [...sample.matchAll(LABELS)].map(
      ([, label = '']) => LABEL_COUNTRIES.get(label.toLowerCase()) ?? null,
    ),
  );
  if (country === 'TW' && KANA.test(sample)) return 'JP';
  if (country === 'TW' && HONG_KONG.test(sample)) return 'HK';
  const home = LANGUAGE_COUNTRIES.get(language);
  if (!country || !home || language === 'en' || language === 'zh') return country;
  const isSpoken = home === country || SECOND_LANGUAGES.get(language)?.has(country) === true;
  return isSpoken || !SPEAKING.has(country) ? country : null;
}

/** `de` of `de-AT`; empty where no language is declared. */
const primaryOf = (language: string | null): string =>
  (language ?? '').trim().toLowerCase().split(/[-_]/)[0] as string;

/** Letters that one country's language writes, or one far more than others. */
const LETTERS = Object.entries(countryWords.letters).map(
  ([code, signs]) => [new RegExp(`[${signs}]`, 'giu'), code as CountryCode] as const,
);
/** A name in another language has a few. */
const MIN_LETTERS = 3;
const MIN_LETTERS_SHARE = 1 / 200;

/** The country whose language has the letters of a text; null for none or several. */
export function letteredCountry(text: string): CountryCode | null {
  const sample = text.slice(0, MAX_SAMPLE_CHARS);
  const least = Math.max(MIN_LETTERS, countOf(sample, LETTER) * MIN_LETTERS_SHARE);
  return onlyOf(LETTERS.map(([sign, code]) => (countOf(sample, sign) >= least ? code : null)));
}

const supported = (code: string | undefined): CountryCode | null => {
  const upper = code?.toUpperCase() === 'UK' ? 'GB' : code?.toUpperCase();
  return upper && isSupportedCountry(upper) ? upper : null;
};

/** What templates declare before the owner has said anything. */
const TEMPLATE_LANGUAGE = /^en[-_]us$/;

const ENGLISH = new Set<CountryCode>(['US', 'GB', 'IE', 'CA', 'AU', 'NZ']);

/** What the text of a site says of its country, besides what is stated of it by name. */
interface WrittenCountries {
  /** The one country that every number with a country code belongs to. */
  dialled?: CountryCode | null;
  /** The one country that addresses end with. */
  addressed?: CountryCode | null;
  /** The country of its script, its registers, or the words before its numbers. */
  written?: CountryCode | null;
  /** The country of its letters, which a site that says nothing of its language is read by. */
  lettered?: CountryCode | null;
}

/**
 * Default country of a site's numbers: its stated address, its country domain, the country its
 * addresses end with, the region of its language unless it is the templates', the country of its
 * international numbers, the one it is written in, its language; a site without any of these is
 * read as American, as numbers without + are elsewhere. An address of an English-speaking country
 * on a page in another language is a supplier's, as privacy statements name them.
 * @param language of the `html` element, for example `en-GB`
 */
export function siteCountry(
  domain: string,
  statedCountry: string | null,
  language: string | null,
  { dialled = null, addressed = null, written = null, lettered = null }: WrittenCountries = {},
): CountryCode | null {
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
  const shown = dialled ?? written ?? (isEnglish ? lettered : null);
  if (byRegion && !(shown && TEMPLATE_LANGUAGE.test(declared))) return byRegion;
  if (shown) return shown;
  return primary === '' ? 'US' : (LANGUAGE_COUNTRIES.get(primary) ?? null);
}
