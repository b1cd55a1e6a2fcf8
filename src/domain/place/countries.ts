import * as z from 'zod';
import { lazy } from '../../lib/lazy.ts';
import { countryLetters, foldText } from '../../lib/text.ts';
import rows from './countries.json' with { type: 'json' };
import renamedTimezones from './renamed-timezones.json' with { type: 'json' };

/**
 * Rows of ISO 3166-1 code, continent, sole time zone and English name. The time zone is given when
 * the country has only one (IANA zone.tab), when all of its zones keep the same time (Argentina,
 * Cyprus, Germany, Malaysia, Palestine, Uzbekistan) or when one is the law (China). Codes, names
 * and continents are those of `countries-list`, except Russia, which is in Europe by the standard
 * regions of the United Nations (M49); a test compares the table with that package.
 */
const ROWS = rows as [string, string, string | null, string][];

const CONTINENTS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    AF: 'Africa',
    AN: 'Antarctica',
    AS: 'Asia',
    EU: 'Europe',
    NA: 'North America',
    OC: 'Oceania',
    SA: 'South America',
  }),
);

interface Country {
  code: string;
  name: string;
  continentCode: string;
  continent: string;
  /** IANA name; null when the country spans several zones. */
  soleTimezone: string | null;
}

export const COUNTRIES: ReadonlyMap<string, Country> = new Map(
  ROWS.map(([code, continentCode, soleTimezone, name]) => [
    code,
    { code, name, continentCode, continent: CONTINENTS.get(continentCode) ?? '', soleTimezone },
  ]),
);

/** English name of a country, or null. @param code ISO 3166-1 alpha-2 */
export const countryName = (code: string | null): string | null =>
  code === null ? null : (COUNTRIES.get(code)?.name ?? null);

/** English names that CLDR does not list: of ISO 3166-1, former ones and ones in common use. */
const OTHER_NAMES: readonly string[] = [
  ...['AE uae', 'BN brunei darussalam', 'BO plurinational state of bolivia', 'CD dr congo'],
  ...['BQ bonaire', 'BQ bonaire sint eustatius and saba'],
  ...['CD democratic republic of congo', 'CG congo', 'CN peoples republic of china'],
  ...['CZ czech republic', 'FK falkland islands malvinas', 'FM federated states of micronesia'],
  ...['GB uk', 'GB u k', 'GB great britain', 'IR islamic republic of iran'],
  ...['KP democratic peoples republic of korea', 'KR republic of korea', 'MD republic of moldova'],
  ...['LA lao peoples democratic republic', 'MF saint martin french part', 'MK macedonia'],
  ...['MM burma', 'MO macau', 'PS state of palestine', 'RU russian federation', 'SZ swaziland'],
  ...['SX sint maarten dutch part', 'SY syrian arab republic', 'TR turkey', 'VN viet nam'],
  ...['TW taiwan province of china', 'TZ united republic of tanzania', 'US usa', 'US u s'],
  ...['US u s a', 'US united states of america', 'VA holy see', 'VI us virgin islands'],
  ...['VE bolivarian republic of venezuela', 'VI united states virgin islands'],
];

/** English names of each country by its code. */
const NAMES_BY_CODE = lazy((): ReadonlyMap<string, readonly string[]> => {
  const styles = (['long', 'short'] as const).map(
    (style) => new Intl.DisplayNames('en', { type: 'region', fallback: 'none', style }),
  );
  const others = Map.groupBy(OTHER_NAMES, (row) => row.slice(0, 2));
  return new Map(
    [...COUNTRIES.values()].map(({ code, name }) => {
      const listed = (others.get(code) ?? []).map((row) => row.slice(3));
      return [code, [name, ...styles.map((names) => names.of(code) ?? name), ...listed]];
    }),
  );
});

const CODES_BY_ENGLISH_NAME = lazy((): ReadonlyMap<string, string> => {
  const rows = [...NAMES_BY_CODE()].flatMap(([code, names]) =>
    names.map((name) => [foldText(name), code] as const),
  );
  return new Map(rows);
});

/** English names of a country in lower case, `&` as "and". @param code ISO 3166-1 alpha-2 */
export function englishNamesOf(code: string): readonly string[] {
  const names = NAMES_BY_CODE().get(code) ?? [];
  return [...new Set(names.map((name) => name.toLowerCase().replace('&', 'and')))];
}

/**
 * The country that a text names by code or English name; null for none. Ignores capitals, accents
 * and an article, and accepts the word order of lists (`Korea, Republic of`).
 * @returns ISO 3166-1 alpha-2
 */
export function countryCodeOf(text: string): string | null {
  const plain = text.trim();
  if (COUNTRIES.has(plain.toUpperCase())) return plain.toUpperCase();
  const name = foldText(plain).replace(/^the /, '');
  const turned = foldText(plain.split(',').reverse().join(' ')).replace(/^the /, '');
  return CODES_BY_ENGLISH_NAME().get(name) ?? CODES_BY_ENGLISH_NAME().get(turned) ?? null;
}

/** English name of a country. @param written name or code; other text is returned unchanged */
export const englishCountryName = (written: string | null): string | null =>
  countryName(countryCodeOf(written ?? '')) ?? written;

/** Languages other than English in which country names are read (CLDR, by Intl.DisplayNames). */
const NAME_LANGUAGES = [
  ...['ar', 'bg', 'cs', 'da', 'de', 'el', 'es', 'et', 'fi', 'fr', 'he', 'hr', 'hu', 'it', 'ja'],
  ...['ko', 'lt', 'lv', 'nb', 'nl', 'pl', 'pt', 'ro', 'ru', 'sk', 'sl', 'sr', 'sv', 'th', 'tr'],
  ...['uk', 'vi', 'zh'],
];

/** Codes by folded name; null for a name that two countries share. */
const CODES_BY_FOREIGN_NAME = lazy((): ReadonlyMap<string, string | null> => {
  const codes = new Map<string, string | null>();
  for (const language of NAME_LANGUAGES) {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    for (const code of COUNTRIES.keys()) {
      const name = foldText(names.of(code) ?? '');
      if (name !== '') codes.set(name, (codes.get(name) ?? code) === code ? code : null);
    }
  }
  return codes;
});

/** The country that a text names in a language other than English; null for none. */
export function countryCodeByForeignName(text: string): string | null {
  return CODES_BY_FOREIGN_NAME().get(foldText(text)) ?? null;
}

/** Request field: ISO 3166-1 alpha-2 in any case. */
export const isoCountry = z
  .string('must be a string')
  .overwrite(countryLetters)
  .refine((code) => COUNTRIES.has(code), 'must be the two-letter code of a country, such as DE');

/** {@link isoCountry}, US when absent. */
export const countryOrUs = isoCountry.nullish().transform((code) => code ?? 'US');

/**
 * Present IANA name of time zones that sources still use by a former name (tz database, file
 * `backward`).
 */
const RENAMED: ReadonlyMap<string, string> = new Map(Object.entries(renamedTimezones));

/** The present IANA name of a time zone. */
export function presentZoneName(zone: string): string {
  return RENAMED.get(zone) ?? zone;
}
