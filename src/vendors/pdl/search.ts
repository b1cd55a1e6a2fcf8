import * as z from 'zod';
import { countryCodeOf, countryName, englishNamesOf } from '../../domain/place/countries.ts';
import { count, listOf, text } from '../../lib/loose-fields.ts';
import { locationParts } from '../../lib/search-text.ts';
import { searchUpstream } from '../upstream/vendor-source.ts';
import { maxRows, PDL } from './client.ts';

/**
 * SQL string literal, in lower case like all of the vendor's data. Quotes are doubled; backslashes,
 * which some readers unescape, become spaces.
 */
export const sqlQuoted = (text: string): string =>
  `'${text
    .toLowerCase()
    .replace(/[\\\p{Cc}]/gu, ' ')
    .replaceAll("'", "''")}'`;

/** Condition that a column contains the text; wildcards in it become spaces. */
export const contains = (column: string, text: string): string =>
  `${column} LIKE ${sqlQuoted(`%${text.replace(/[%_]/g, ' ')}%`)}`;

/** Condition that any of several holds. */
export const anyOf = (...conditions: readonly string[]): string => `(${conditions.join(' OR ')})`;

/**
 * Condition for each part of a location: it is the country, by any of its English names, the region
 * or the city; two letters are a country code.
 * @param prefix of the columns, such as `location_`
 */
export const isIn = (prefix: string, location: string): string[] =>
  locationParts(location).map((place) => {
    const code = countryCodeOf(place);
    const name = countryName(place.toUpperCase()) ?? place;
    const countries = new Set([name.toLowerCase(), ...(code === null ? [] : englishNamesOf(code))]);
    return anyOf(
      ...[...countries].map((each) => `${prefix}country=${sqlQuoted(each)}`),
      ...['region', 'locality'].map((column) => `${prefix}${column}=${sqlQuoted(name)}`),
    );
  });

const reply = z.object({ data: z.array(z.unknown()), total: count, scroll_token: text });

/** Rows are whole records of some kilobytes each. */
const MAX_BYTES = 8 * 1_048_576;

/** Search of people or companies. */
interface PdlSearch<Filters, Row> {
  table: 'person' | 'company';
  /** Variable for the most rows of an answer, and the default. */
  rows: readonly [variable: string, byDefault: number];
  /** All of them must hold; callers ensure that there is at least one. */
  conditions(filters: Filters): readonly string[];
  /** Schema of a row; a row that does not parse is left out. */
  row: z.ZodType<Row>;
}

/** Source that searches people or companies; every row is billed. */
export const pdlSearch = <Filters, Row>({
  table,
  rows,
  conditions,
  row,
}: PdlSearch<Filters, Row>) =>
  searchUpstream<Filters, Row>(PDL, {
    label: 'business_people_database',
    async ask({ filters, limit }, call, position, world) {
      const size = Math.min(limit, maxRows(...rows, world));
      const sql = `SELECT * FROM ${table} WHERE ${conditions(filters).join(' AND ')}`;
      const found = await call({
        path: `/v5/${table}/search`,
        json: { sql, size, titlecase: true, ...(position !== null && { scroll_token: position }) },
        schema: reply,
        maxBytes: MAX_BYTES,
      });
      if (!found || found.data.length === 0) return null;
      return {
        rows: listOf(row).parse(found.data.slice(0, size)),
        next: found.data.length >= size ? found.scroll_token : null,
        total: found.total,
      };
    },
  });
