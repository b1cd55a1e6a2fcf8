import { memoized } from '../../lib/lazy.ts';
import facts from './country-facts.json' with { type: 'json' };

type CountryRow = [string | null, string | null, string, string, string];

/**
 * Rows by ISO 3166-1 alpha-2: alpha-3, capital, calling code (of `libphonenumber-js`), currencies
 * and official languages. All but the calling code are those of `countries-list`, without the funds
 * and units of account of ISO 4217; a test compares the table with both packages.
 */
const COUNTRY_ROWS = new Map(
  Object.entries(facts.countries as unknown as { [country: string]: CountryRow }),
);
const CURRENCIES = new Map(
  Object.entries(facts.currencies as unknown as { [code: string]: [name: string, symbol: string] }),
);
const LANGUAGES = new Map(Object.entries(facts.languages));

/** Members of the European Union (Treaty on European Union, article 52) since 1 February 2020. */
const EU_MEMBERS: ReadonlySet<string> = new Set(
  ['AT BE BG HR CY CZ DK EE FI FR DE GR HU IE', 'IT LV LT LU MT NL PL PT RO SK SI ES SE'].flatMap(
    (codes) => codes.split(' '),
  ),
);

interface CountryFacts {
  /** ISO 3166-1 alpha-3. */
  alpha3: string | null;
  capital: string | null;
  /** Digits without the +. */
  callingCode: string;
  isInEu: boolean;
  /** ISO 4217. */
  currencies: { code: string; name: string; symbol: string }[];
  /** ISO 639-1. */
  languages: { code: string; name: string }[];
}

const listOf = (text: string): string[] => (text === '' ? [] : text.split(' '));

const factsOf = memoized((country: string): CountryFacts => {
  const [alpha3, capital, callingCode, currencies, languages] = COUNTRY_ROWS.get(
    country,
  ) as CountryRow;
  return {
    alpha3,
    capital,
    callingCode,
    isInEu: EU_MEMBERS.has(country),
    currencies: listOf(currencies).map((code) => {
      const [name = code, symbol = code] = CURRENCIES.get(code) ?? [];
      return { code, name, symbol };
    }),
    languages: listOf(languages).map((code) => ({ code, name: LANGUAGES.get(code) ?? code })),
  };
});

/** @param country ISO 3166-1 alpha-2; null is returned for a code without a country */
export const countryFacts = (country: string): CountryFacts | null =>
  COUNTRY_ROWS.has(country) ? factsOf(country) : null;
