import * as z from 'zod';
import { ApiError } from '../lib/errors.ts';
import { optionalLookupField, refuseInput } from '../lib/inputs.ts';
import { parseSearchText } from '../lib/search-text.ts';
import { readUnverifiedClaim, type Secrets, signText, verifySignedText } from '../lib/secrets.ts';
import { field } from './answer-fields.ts';
import {
  foundFact,
  NO_RECORD,
  type Outcome,
  type QuerySource,
  requireAnswer,
  requireNoMatch,
  type Source,
  type Sources,
} from './source.ts';
import { mapInput } from './source-adapters.ts';
import type { SearchCursors, SearchPosition, World } from './world.ts';

const PURPOSE = 'search cursor';
/** Leaves room for a vendor's scroll token. */
const MAX_CURSOR_CHARS = 2_048;
const POSITION = /^([a-z][a-z\d_]{0,40}):(.+)$/s;

function parseSearchPosition(text: string | null | undefined): SearchPosition | null {
  const [, source, position] = POSITION.exec(text ?? '') ?? [];
  return source === undefined || position === undefined ? null : { source, position };
}

/** @param secrets null if nothing can be signed; searches then have one page */
export const createCursors = (secrets: Secrets | null): SearchCursors => ({
  async make(query, { source, position }) {
    const text = `${source}:${position}`;
    return secrets && signText({ purpose: PURPOSE, text, bound: query }, secrets);
  },
  async open(query, cursor) {
    const what = { purpose: PURPOSE, bound: query };
    return secrets && parseSearchPosition(await verifySignedText(cursor, what, secrets));
  },
});

/** The `cursor` of a search. Parsing reads only its source; the signature is verified later. */
export const searchCursor = z
  .string()
  .max(MAX_CURSOR_CHARS)
  .nullish()
  .transform((cursor, context) => {
    if (!cursor) return null;
    const source = parseSearchPosition(readUnverifiedClaim(cursor)?.text)?.source;
    if (source !== undefined) return { text: cursor, source };
    return refuseInput(context, 'INVALID_INPUT', 'is not the next_cursor of an answer');
  })
  .describe(
    '`next_cursor` of the previous answer to the same search. Returns the rows that follow.',
  );

/** An optional filter of free text. */
export const searchTextField = (description: string, example: string) =>
  optionalLookupField(parseSearchText, { description, examples: [example] });

export const searchLimit = (most: number, usual: number) =>
  z
    .int()
    .min(1)
    .max(most)
    .default(usual)
    .describe(`Maximum number of rows, 1 to ${most}. The operator may have set a lower maximum.`);

export interface Search<Filters> {
  filters: Filters;
  /** Product and filters without the page; a cursor is bound to it. */
  query: string;
  limit: number;
  cursor: { text: string; source: string } | null;
}

/** A source's page of a search: rows, and the cursor of the next page (null after the last). */
export interface SearchPage<Row> {
  rows: readonly Row[];
  nextCursor: string | null;
  /** Rows of the whole search; null if the source does not count them. */
  total: number | null;
}

/** Builds a source's page. @param next source's position of the next page, null after the last */
export async function searchPage<Row>(
  { query }: Search<unknown>,
  { cursors }: Pick<World, 'cursors'>,
  {
    source,
    rows,
    next,
    total,
  }: Pick<SearchPage<Row>, 'rows' | 'total'> & { source: string; next: string | null },
): Promise<SearchPage<Row>> {
  const nextCursor = next === null ? null : await cursors.make(query, { source, position: next });
  return { rows, nextCursor, total };
}

/** A search with a single page, for sandbox cases. */
export const onlyPage = <Row>(...rows: Row[]): SearchPage<Row> => ({
  rows,
  nextCursor: null,
  total: rows.length,
});

const cursorError = () =>
  new ApiError('INVALID_INPUT', 'cursor: is not a next_cursor of this search', {
    param: 'cursor',
  });

/**
 * The source's own position from a cursor; null at the start.
 * @throws ApiError INVALID_INPUT for a cursor of another search
 */
export async function searchPosition(
  { query, cursor }: Search<unknown>,
  { cursors }: Pick<World, 'cursors'>,
): Promise<string | null> {
  if (cursor === null) return null;
  const opened = await cursors.open(query, cursor.text);
  if (opened === null) throw cursorError();
  return opened.position;
}

/** A source, and whether it supports given filters; it would silently ignore others. */
interface SearchSource<Filters, Row> {
  source: Source<Search<Filters>, SearchPage<Row>>;
  answers(filters: Filters): boolean;
}

async function firstPage<Filters, Row>(
  sources: readonly Source<Search<Filters>, SearchPage<Row>>[],
  search: Search<Filters>,
  ask: QuerySource,
): Promise<SearchPage<Row> | null> {
  let unfinished: SearchPage<Row> | null = null;
  const outcomes: Outcome<unknown>[] = [];
  for (const source of sources) {
    const outcome = await ask(source, search);
    const page = foundFact(outcome);
    if (page && page.rows.length > 0) return page;
    if (page?.nextCursor) unfinished ??= page;
    outcomes.push(page ? NO_RECORD : outcome);
  }
  return requireNoMatch(outcomes, sources) ?? unfinished;
}

/**
 * Queries the sources that support the filters, in order, until one has rows; a cursor goes to its
 * own source. If none has rows, returns the first empty page with a next cursor, else null.
 * @throws ApiError SERVICE_UNAVAILABLE if no source that supports the filters is configured
 */
export function searchSources<Filters, Row>(
  ...parts: readonly SearchSource<Filters, Row>[]
): Sources<Search<Filters>, SearchPage<Row> | null> {
  return {
    list: parts.map(({ source }) => source),
    async resolve(search, ask) {
      const able = parts.filter(({ answers }) => answers(search.filters));
      const sources = able.map(({ source }) => source);
      if (search.cursor === null) return firstPage(sources, search, ask);
      const from = sources.find(({ name }) => name === search.cursor?.source);
      if (!from) throw cursorError();
      return requireAnswer(await ask(from, search));
    },
  };
}

interface SearchMapping<Asked, Filters> {
  /** The search in the form its sources take. */
  of(asked: Asked): Search<Filters>;
  /** Cache key with the page: every page of a search is cached and paid for separately. */
  cacheKey(asked: Asked): string;
  /** Adapts sources of the search to the product's body. */
  by<Fact>(sources: Sources<Search<Filters>, Fact>): Sources<Asked, Fact>;
}

/** Page size of products that have no `limit` field. */
const ROWS_OF_A_PAGE = 100;

/**
 * Maps the body of a product to a search.
 * @param filtersOf the filters: with the product's type they identify the search across its pages
 */
export function searchMapping<
  Asked extends { cursor: Search<unknown>['cursor']; limit?: number },
  Filters extends object,
>(type: string, filtersOf: (asked: Asked) => Filters): SearchMapping<Asked, Filters> {
  const searchOf = (asked: Asked): Search<Filters> => {
    const { limit = ROWS_OF_A_PAGE, cursor } = asked;
    const filters = filtersOf(asked);
    return { filters, query: `${type} ${JSON.stringify(Object.values(filters))}`, limit, cursor };
  };
  return {
    of: searchOf,
    cacheKey(asked) {
      const { query, limit, cursor } = searchOf(asked);
      return `${query} ${limit} ${cursor?.text ?? ''}`;
    },
    by: (sources) => mapInput(searchOf, sources),
  };
}

/** Classification of every search: whether there are rows, and the cursor for the next ones. */
export const searchClassification = z.object({
  found: field.boolean('Whether there is at least one row.'),
  count: field.count('Number of rows in this answer.'),
  next_cursor: field.textOrNull(
    'Value to send as `cursor` with the same search for the next rows; null after the last.',
  ),
});

/** @param page null if nothing was found */
export const searchClassificationOf = (
  page: SearchPage<unknown> | null,
): z.input<typeof searchClassification> => ({
  found: page !== null && page.rows.length > 0,
  count: page?.rows.length ?? 0,
  next_cursor: page?.nextCursor ?? null,
});

/** Price of a search, charged for a page with rows. @param most rows of a page, if known */
export const pricePerPage = (credits: number, most?: number) => ({
  upTo: credits,
  rows: { most, count: (page: SearchPage<unknown> | null) => page?.rows.length ?? 0 },
  charge: (page: SearchPage<unknown> | null) => (page && page.rows.length > 0 ? credits : 0),
});

/** The page without some rows. @param left indices of the rows to remove */
export const withoutRows = <Page extends SearchPage<unknown> | null>(
  page: Page,
  left: ReadonlySet<number>,
): Page => page && { ...page, rows: page.rows.filter((_, row) => !left.has(row)) };

/** The rows of a page and their total, for {@link searchResultSchema}. */
export const searchResultOf = <Row, Shown>(
  page: SearchPage<Row> | null,
  describe: (row: Row) => Shown,
) => ({ rows: page?.rows.map(describe) ?? [], total: page?.total ?? null });

/** Schema of a search's rows and their total. @param described description of the rows */
export const searchResultSchema = <Row extends z.ZodType>(row: Row, described: string) =>
  z.object({
    rows: z.array(row).describe(described),
    total: field.countOrNull(
      'Total number of rows as counted by the source; null if it does not count them.',
    ),
  });
