import { placesOf } from '../../core/search-text.ts';
import { countryName } from '../../data/countries.ts';

/** A text in a statement, in lower case as the vendor keeps all: quotes doubled, as SQL has it; a backslash, which some readers unescape, left out. */
export const quoted = (text: string): string =>
  `'${text
    .toLowerCase()
    .replace(/[\\\p{Cc}]/gu, ' ')
    .replaceAll("'", "''")}'`;

/** Whether a column holds the text somewhere; its wildcards count as spaces. */
export const contains = (column: string, text: string): string =>
  `${column} LIKE ${quoted(`%${text.replace(/[%_]/g, ' ')}%`)}`;

/** Any of several conditions. */
export const anyOf = (...conditions: readonly string[]): string => `(${conditions.join(' OR ')})`;

/**
 * Every place of a location is the country, the region or the city; two letters are a country's code.
 * @param prefix of the columns, such as `location_`
 */
export const isIn = (prefix: string, location: string): string[] =>
  placesOf(location).map((place) => {
    const name = countryName(place.toUpperCase()) ?? place;
    return anyOf(
      ...['country', 'region', 'locality'].map((column) => `${prefix}${column}=${quoted(name)}`),
    );
  });

/** The statement. @param conditions all of them have to hold; the callers see to it that there is one */
export const selectFrom = (table: 'person' | 'company', conditions: readonly string[]): string =>
  `SELECT * FROM ${table} WHERE ${conditions.join(' AND ')}`;
