import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import * as z from 'zod';
import { ApiError } from './errors.ts';

/** @throws ApiError INVALID_INPUT for a cursor of another form */
export function matchCursor(cursor: string, form: RegExp): RegExpExecArray {
  const match = form.exec(cursor);
  if (match) return match;
  throw new ApiError('INVALID_INPUT', 'cursor: is not a valid cursor for this list.', {
    param: 'cursor',
  });
}

export interface PageRequest {
  limit: number;
  /** Cursor from the previous page; null for the first page. */
  cursor: string | null;
}

/** Keyset of a listing, newest first: time and id of the last row of the previous page. */
export interface Keyset {
  at: number;
  id: string;
}

/** Prefix of the ids in a listing; `uuid` if they are plain UUIDs. */
type IdPrefix = 'job_' | 'mon_' | 'we_' | 'evt_' | 'org_' | 'uuid';

const KEYSETS: Readonly<Record<IdPrefix, RegExp>> = {
  job_: /^(\d{1,15})\.(job_[\w-]{1,60})$/,
  mon_: /^(\d{1,15})\.(mon_[\w-]{1,60})$/,
  we_: /^(\d{1,15})\.(we_[\w-]{1,60})$/,
  evt_: /^(\d{1,15})\.(evt_[\w-]{1,60})$/,
  org_: /^(\d{1,15})\.(org_[\w-]{1,60})$/,
  uuid: /^(\d{1,15})\.([\da-f-]{36})$/,
};

/** SQL condition for the rows after a keyset; undefined on the first page. */
export const isBeyond = (after: Keyset | null, at: SQLWrapper, id: SQLWrapper): SQL | undefined =>
  after ? sql`(${at}, ${id}) < (${after.at}, ${after.id})` : undefined;

/** Parses a cursor that is a row number. @param prefix before it @throws ApiError INVALID_INPUT */
export function parseRowNumber(cursor: string | null, prefix = ''): number | null {
  if (cursor === null) return null;
  const number = cursor.startsWith(prefix) ? cursor.slice(prefix.length) : '';
  return Number(matchCursor(number, /^\d{1,15}$/)[0]);
}

/**
 * A page of a listing, and the cursor of the next page; null on the last page.
 * @param rows `limit` + 1 rows if there are more
 */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  cursorOf: (last: Row) => string,
): { page: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, nextCursor: rows.length > limit && last ? cursorOf(last) : null };
}

/**
 * A page by keyset, newest first, and the cursor of the next page; null on the last page.
 * @param read reads so many rows after a keyset
 * @throws ApiError INVALID_INPUT for a malformed cursor, or one of a listing with other ids
 */
export async function keysetPage<Row extends { id: string }>(
  { limit, cursor, ids }: PageRequest & { ids: IdPrefix },
  read: (limit: number, after: Keyset | null) => Promise<readonly Row[]>,
  atOf: (row: Row) => number,
) {
  let after: Keyset | null = null;
  if (cursor !== null) {
    const [, at, id] = matchCursor(cursor, KEYSETS[ids]);
    after = { at: Number(at), id: id as string };
  }
  return pageOf(await read(limit + 1, after), limit, (row) => `${atOf(row)}.${row.id}`);
}

export const paginationSchema = z.object({
  limit: z.int(),
  next_cursor: z
    .string()
    .nullable()
    .describe('Value to pass as `cursor` for the next page; null on the last page.'),
  has_more: z.boolean(),
});

/** The `pagination` of a page that was read. */
export const describePagination = (limit: number, nextCursor: string | null) => ({
  limit,
  next_cursor: nextCursor,
  has_more: nextCursor !== null,
});

/**
 * Pages of rows by ascending id: those after `from`, then those up to it. Begun at a random id,
 * every row is reached in time even if each run reaches only a part.
 * @param read reads a page of rows after an id, and up to one unless it is null
 */
export async function* pagesAround<Row extends { id: string }>(
  from: string,
  limit: number,
  read: (after: string, upTo: string | null) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  const rounds = [
    { after: from, upTo: null },
    { after: '', upTo: from },
  ];
  for (let { after, upTo } of from === '' ? rounds.slice(0, 1) : rounds)
    for (;;) {
      const page = await read(after, upTo);
      const last = page.at(-1);
      if (!last) break;
      yield page;
      if (page.length < limit) break;
      after = last.id;
    }
}
