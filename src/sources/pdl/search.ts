import * as z from 'zod';
import type { Search, SearchPage } from '../../core/lookup/search-cursor.ts';
import { positionOf } from '../../core/lookup/search-cursor.ts';
import type { World } from '../../core/ports.ts';
import { count, text } from '../upstream/fields.ts';
import type { VendorCall } from '../upstream/from-upstream.ts';

const reply = z.object({ data: z.array(z.looseObject({})), total: count, scroll_token: text });

/** Rows are whole records of some kilobytes each. */
const MAX_BYTES = 8 * 1_048_576;

/** How a search of people or companies is asked. */
export interface Searching<Row> {
  table: 'person' | 'company';
  sql: string;
  /** Rows, each of which is billed. */
  size: number;
  /** Null: the row cannot be read and is left out. */
  read(row: unknown): Row | null;
}

/** One page of a search; null when there is no row. */
export async function pageOfSearch<Row>(
  search: Search<unknown>,
  { table, sql, size, read }: Searching<Row>,
  call: VendorCall,
  world: World,
): Promise<SearchPage<Row> | null> {
  const position = await positionOf(search, world);
  const found = await call({
    path: `/v5/${table}/search`,
    json: { sql, size, titlecase: true, ...(position !== null && { scroll_token: position }) },
    schema: reply,
    maxBytes: MAX_BYTES,
  });
  if (!found || found.data.length === 0) return null;
  const more = found.data.length >= size ? found.scroll_token : null;
  return {
    rows: found.data.slice(0, size).flatMap((row) => read(row) ?? []),
    nextCursor:
      more === null
        ? null
        : await world.cursors.make(search.query, { source: 'pdl', position: more }),
    total: found.total,
  };
}
