import * as z from 'zod';
import type { SearchPage } from './search-cursor.ts';

/** The classification of every search: whether there are rows, and how to get the next ones. */
export const searchClassification = z.object({
  found: z.boolean().describe('There is at least one row.'),
  count: z.int().min(0).describe('Rows of this answer.'),
  next_cursor: z
    .string()
    .nullable()
    .describe(
      'Send it as `cursor` with the same search for the rows after these; null after the last.',
    ),
});

/** @param page null when nothing was found */
export const classifySearch = (
  page: SearchPage<unknown> | null,
): z.input<typeof searchClassification> => ({
  found: page !== null && page.rows.length > 0,
  count: page?.rows.length ?? 0,
  next_cursor: page?.nextCursor ?? null,
});

/** The rows of a search, with how many there are in all. @param described says what a row is */
export const searchResult = <Row extends z.ZodType>(row: Row, described: string) =>
  z.object({
    rows: z.array(row).describe(described),
    total: z
      .int()
      .min(0)
      .nullable()
      .describe('Rows of the whole search as the source counts them; null when it does not.'),
  });
