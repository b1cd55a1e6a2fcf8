import * as z from 'zod';
import { positionOf, type Search, type SearchPage } from '../../core/lookup/search-cursor.ts';
import type { SocialRow, SocialSearch } from '../../core/social/facts.ts';
import type { Platform } from '../../core/social/platforms.ts';
import { fromUpstream } from '../upstream/from-upstream.ts';
import { SCRAPE_TIMEOUT_MS, SCRAPECREATORS } from './client.ts';
import { SEARCH_PATHS, type SearchPath } from './search-pages.ts';

const NAME = 'scrapecreators';
const MAX_ROWS = 100;
const MAX_BYTES = 4_194_304;

/** Platforms whose posts the vendor searches. */
export const SCRAPED_SEARCHES: ReadonlySet<Platform> = new Set(SEARCH_PATHS.keys());

/** A place in the vendor's own words; a number, as one of them has, is one too. */
const place = z
  .union([z.string().min(1), z.number().transform(String)])
  .nullable()
  .catch(null);

/** Where the next page begins; null after the last. */
function nextOf(
  { next }: SearchPath,
  reply: ReadonlyMap<string, unknown>,
  position: string | null,
) {
  if (!next || reply.get('has_more') === false || reply.get('has_more') === 0) return null;
  if ('field' in next) return place.parse(reply.get(next.field) ?? null);
  const page = Number(position ?? 1) + 1;
  return page > next.last ? null : String(page);
}

const queryOf = ({ next }: SearchPath, text: string, position: string | null) => {
  if (!next || position === null) return { query: text };
  return { query: text, ['page' in next ? next.page : next.parameter]: position };
};

/** Posts and videos of a platform by words. */
export const scrapedSearch = fromUpstream<Search<SocialSearch>, SearchPage<SocialRow>>(
  SCRAPECREATORS,
  {
    name: NAME,
    label: 'social_search',
    metered: 'calls',
    timeoutMs: SCRAPE_TIMEOUT_MS,
    async ask(search, call, world) {
      const path = SEARCH_PATHS.get(search.filters.platform);
      if (!path) return null;
      const position = await positionOf(search, world);
      const reply = await call({
        path: path.path,
        query: queryOf(path, search.filters.text, position),
        maxBytes: MAX_BYTES,
        schema: z
          .record(z.string(), z.unknown())
          .transform((body) => new Map(Object.entries(body)))
          .refine((body) => Array.isArray(body.get(path.rows))),
      });
      const sent = (reply?.get(path.rows) ?? []) as unknown[];
      if (!reply || sent.length === 0) return null;
      const rows = sent.slice(0, MAX_ROWS).flatMap((one) => {
        const read = path.row.safeParse(one);
        return read.success && (read.data.url ?? read.data.id) !== null ? [read.data] : [];
      });
      // Rows that cannot be read are a reply of another shape, not a search without a hit.
      z.array(z.unknown()).min(1).parse(rows);
      const next = nextOf(path, reply, position);
      const nextCursor =
        next && (await world.cursors.make(search.query, { source: NAME, position: next }));
      return { rows, nextCursor: nextCursor || null, total: null };
    },
  },
);
