import * as z from 'zod';
import { countryName } from '../../domain/place/countries.ts';
import { count, text } from '../../lib/loose-fields.ts';
import { locationParts } from '../../lib/search-text.ts';
import { type Search, type SearchPage, searchPage, searchPosition } from '../../lookup/search.ts';
import type { World } from '../../lookup/world.ts';
import type { VendorCall } from '../upstream/vendor-source.ts';

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
 * Every place of a location is the country, the region or the city; two letters are a country's
 * code.
 * @param prefix of the columns, such as `location_`
 */
export const isIn = (prefix: string, location: string): string[] =>
  locationParts(location).map((place) => {
    const name = countryName(place.toUpperCase()) ?? place;
    return anyOf(
      ...['country', 'region', 'locality'].map((column) => `${prefix}${column}=${sqlQuoted(name)}`),
    );
  });

/**
 * The statement. @param conditions all of them have to hold; the callers see to it that there is
 * one
 */
export const selectFrom = (table: 'person' | 'company', conditions: readonly string[]): string =>
  `SELECT * FROM ${table} WHERE ${conditions.join(' AND ')}`;

const reply = z.object({ data: z.array(z.looseObject({})), total: count, scroll_token: text });

/** Rows are whole records of some kilobytes each. */
const MAX_BYTES = 8 * 1_048_576;

/** How a search of people or companies is asked. */
interface PdlSearchOptions<Row> {
  table: 'person' | 'company';
  sql: string;
  /** Rows, each of which is billed. */
  size: number;
  /** Null: the row cannot be read and is left out. */
  read(row: unknown): Row | null;
}

/** One page of a search; null when there is no row. */
export async function searchPdlPage<Row>(
  search: Search<unknown>,
  { table, sql, size, read }: PdlSearchOptions<Row>,
  call: VendorCall,
  world: World,
): Promise<SearchPage<Row> | null> {
  const position = await searchPosition(search, world);
  const found = await call({
    path: `/v5/${table}/search`,
    json: { sql, size, titlecase: true, ...(position !== null && { scroll_token: position }) },
    schema: reply,
    maxBytes: MAX_BYTES,
  });
  if (!found || found.data.length === 0) return null;
  return searchPage(search, world, {
    source: 'pdl',
    rows: found.data.slice(0, size).flatMap((row) => read(row) ?? []),
    next: found.data.length >= size ? found.scroll_token : null,
    total: found.total,
  });
}
