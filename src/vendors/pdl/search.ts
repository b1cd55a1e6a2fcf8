import * as z from 'zod';
import { countryCodeOf, countryName, englishNamesOf } from '../../domain/place/countries.ts';
import { count, listOf, text } from '../../lib/loose-fields.ts';
import { locationParts } from '../../lib/search-text.ts';
import { searchUpstream } from '../upstream/vendor-source.ts';
import { maxRows, PDL } from './client.ts';

/**
 * A text in a statement, in lower case as the vendor keeps all: quotes doubled, as SQL has it; a
 * backslash, which some readers unescape, left out.
 */
export const sqlQuoted = (text: string): string =>
  `'${text
    .toLowerCase()
    .replace(/[\\\p{Cc}]/gu, ' ')
    .replaceAll("'", "''")}'`;

/** Whether a column holds the text somewhere; its wildcards count as spaces. */
export const contains = (column: string, text: string): string =>
  `${column} LIKE ${sqlQuoted(`%${text.replace(/[%_]/g, ' ')}%`)}`;

/** Any of several conditions. */
export const anyOf = (...conditions: readonly string[]): string => `(${conditions.join(' OR ')})`;

/**
 * Every place of a location is the country, by any of its English names, the region or the city;
 * two letters are a country's code.
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

const reply = z.object({ data: z.array(z.looseObject({})), total: count, scroll_token: text });

/** Rows are whole records of some kilobytes each. */
const MAX_BYTES = 8 * 1_048_576;

/** How people or companies are searched. */
interface PdlSearch<Filters, Row> {
  table: 'person' | 'company';
  /** The variable that says how many rows an answer may have, and their number without it. */
  rows: readonly [variable: string, byDefault: number];
  /** All of them have to hold; the callers see to it that there is one. */
  conditions(filters: Filters): readonly string[];
  /** A row that it does not read is left out. */
  row: z.ZodType<Row>;
}

/** A source that searches people or companies; every row is billed. */
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
