import * as z from 'zod';
import type { SocialRow, SocialSearch } from '../../domain/social/facts.ts';
import type { Platform } from '../../domain/social/platforms.ts';
import {
  numberResults,
  type SearchQuery,
  type SearchResults,
} from '../../domain/web/search-engine.ts';
import { alike } from '../../lib/fields.ts';
import {
  count,
  dateOrSeconds,
  fieldsAt,
  listOf,
  partAt,
  text,
  textOrNumber,
} from '../../lib/loose-fields.ts';
import { fromUpstream, searchUpstream } from '../upstream/vendor-source.ts';
import { bareHandle, escapedText, SCRAPECREATORS } from './client.ts';

interface SearchPath {
  path: string;
  /** Field of the reply with the rows. */
  rows: string;
  row: z.ZodType<Partial<SocialRow>>;
  /**
   * Pagination: the parameter, and the field of the reply with its next value; or the parameter of
   * a page number, with the last page. Absent: there is one page.
   */
  next?: { parameter: string; field: string } | { page: string; last: number };
}

type RowFields = Partial<SocialRow>;

const unknownRow = (fields: RowFields): SocialRow => ({
  ...alike(null, 'id', 'url', 'caption', 'authorHandle', 'authorName', 'likes', 'views'),
  postedAt: null,
  ...fields,
});

const clip = fieldsAt({
  id: ['aweme_id', textOrNumber],
  url: ['share_url', text],
  caption: ['desc', text],
  authorHandle: ['author.unique_id', text],
  authorName: ['author.nickname', text],
  likes: ['statistics.digg_count', count],
  views: ['statistics.play_count', count],
  postedAt: ['create_time', dateOrSeconds],
}).transform((row): RowFields => {
  const made =
    row.authorHandle && row.id && `https://www.tiktok.com/@${row.authorHandle}/video/${row.id}`;
  return { ...row, url: made || row.url };
});

/** Clip, or a row that wraps it. */
const tiktok = z.union([partAt('aweme_info', clip), clip]);

const instagram = fieldsAt<RowFields>({
  id: ['id', textOrNumber],
  url: ['url', text],
  caption: ['caption', 'caption.text', text],
  authorHandle: ['owner.username', bareHandle],
  authorName: ['owner.full_name', text],
  likes: ['like_count', count],
  views: ['video_play_count', count],
  postedAt: ['taken_at', dateOrSeconds],
});

/** Date, or the platform's words for it. */
const dateOrWords = text.transform((written) => dateOrSeconds.parse(written) ?? written);

/** Handle of a channel; null for the path of one that has none (`channel/UC…`). */
const channelHandle = bareHandle.transform((handle) => (handle?.includes('/') ? null : handle));

const youtube = fieldsAt<RowFields>({
  id: ['id', textOrNumber],
  url: ['url', text],
  caption: ['title', text],
  authorHandle: ['channel.handle', channelHandle],
  authorName: ['channel.title', 'channel.name', text],
  views: ['viewCountInt', count],
  postedAt: ['publishedTime', dateOrWords],
});

const threads = fieldsAt({
  id: ['id', textOrNumber],
  url: ['url', text],
  code: ['code', text],
  caption: ['caption', 'caption.text', text],
  authorHandle: ['user.username', bareHandle],
  authorName: ['user.full_name', text],
  likes: ['like_count', count],
  postedAt: ['taken_at', dateOrSeconds],
}).transform(({ code, ...row }): RowFields => {
  const made =
    row.authorHandle && code && `https://www.threads.com/@${row.authorHandle}/post/${code}`;
  return { ...row, url: row.url ?? (made || null) };
});

const reddit = fieldsAt<RowFields>({
  id: ['id', textOrNumber],
  url: [
    'permalink',
    text.transform((link) => (link?.startsWith('/') ? `https://www.reddit.com${link}` : link)),
  ],
  caption: ['title', escapedText],
  authorHandle: ['author', text],
  likes: ['ups', count],
  postedAt: ['created_utc', dateOrSeconds],
});

const pinterest = fieldsAt({
  id: ['id', textOrNumber],
  url: ['url', text],
  caption: ['title', 'description', text],
  authorHandle: ['pinner.username', bareHandle],
  authorName: ['pinner.fullName', 'pinner.full_name', text],
  postedAt: ['createdAt', dateOrSeconds],
}).transform(
  (row): RowFields => ({
    ...row,
    url: row.url ?? (row.id && `https://www.pinterest.com/pin/${row.id}/`),
  }),
);

const linkedin = fieldsAt<RowFields>({
  id: ['id', textOrNumber],
  url: ['url', text],
  caption: ['description', 'text', text],
  authorName: ['author.name', text],
  likes: ['likeCount', count],
  postedAt: ['datePublished', dateOrSeconds],
});

const cursor = { parameter: 'cursor', field: 'cursor' };

const SEARCH_PATHS: Readonly<Partial<Record<Platform, SearchPath>>> = {
  tiktok: {
    path: '/v1/tiktok/search/keyword',
    rows: 'search_item_list',
    row: tiktok,
    next: cursor,
  },
  instagram: {
    path: '/v2/instagram/reels/search',
    rows: 'reels',
    row: instagram,
    next: { page: 'page', last: 11 },
  },
  youtube: {
    path: '/v1/youtube/search',
    rows: 'videos',
    row: youtube,
    next: { parameter: 'continuationToken', field: 'continuationToken' },
  },
  threads: { path: '/v1/threads/search', rows: 'posts', row: threads },
  reddit: {
    path: '/v1/reddit/search',
    rows: 'posts',
    row: reddit,
    next: { parameter: 'after', field: 'after' },
  },
  pinterest: { path: '/v1/pinterest/search', rows: 'pins', row: pinterest, next: cursor },
  network: { path: '/v1/linkedin/search/posts', rows: 'posts', row: linkedin, next: cursor },
};

const MAX_ROWS = 100;
const MAX_BYTES = 4_194_304;

/** Cursor of the vendor: text, or a number as for one platform. 0 is the start: no next page. */
const cursorText = z
  .union([z.string(), z.number().transform(String)])
  .transform((cursor) => (cursor === '' || cursor === '0' ? null : cursor))
  .nullable()
  .catch(null);

/** Cursor of the next page; null after the last. */
function nextOf(
  { next }: SearchPath,
  reply: ReadonlyMap<string, unknown>,
  position: string | null,
) {
  if (!next || reply.get('has_more') === false || reply.get('has_more') === 0) return null;
  if ('field' in next) return cursorText.parse(reply.get(next.field) ?? null);
  const page = Number(position ?? 1) + 1;
  return page > next.last ? null : String(page);
}

/** Whether an empty page has a next one: with a new cursor; a counted page may be the last. */
const goesOnWhereEmpty = (path: SearchPath, next: string | null, position: string | null) =>
  path.next !== undefined && 'field' in path.next && next !== null && next !== position;

const queryOf = ({ next }: SearchPath, text: string, position: string | null) => {
  if (!next || position === null) return { query: text };
  return { query: text, ['page' in next ? next.page : next.parameter]: position };
};

/** Searches posts and videos of a platform by words. */
export const scrapedSocialSearch = searchUpstream<SocialSearch, SocialRow>(SCRAPECREATORS, {
  label: 'social_search',
  async ask({ filters }, call, position) {
    const path = SEARCH_PATHS[filters.platform];
    if (!path) return null;
    const reply = await call({
      path: path.path,
      query: queryOf(path, filters.text, position),
      maxBytes: MAX_BYTES,
      schema: z
        .record(z.string(), z.unknown())
        .transform((body) => new Map(Object.entries(body)))
        .refine((body) => Array.isArray(body.get(path.rows))),
    });
    const sent = (reply?.get(path.rows) ?? []) as unknown[];
    if (!reply) return null;
    const next = nextOf(path, reply, position);
    if (sent.length === 0)
      return goesOnWhereEmpty(path, next, position) ? { rows: [], next, total: null } : null;
    const read = path.row.refine(({ url, id }) => (url ?? id ?? null) !== null);
    const rows = listOf(read).parse(sent.slice(0, MAX_ROWS)).map(unknownRow);
    return { rows, next, total: null };
  },
});

const webSearchReply = z.object({
  results: listOf(z.object({ url: text, title: text, description: text })),
});

/** Whether the vendor supports the query: it takes a country, but neither language nor page. */
export const isScrapedSearch = ({ language, page }: SearchQuery): boolean =>
  language === 'en' && page === 1;

/** Results of the largest search engine, by country, without further questions or searches. */
export const scrapedWebSearch = fromUpstream<SearchQuery, SearchResults>(SCRAPECREATORS, {
  name: 'scrapecreators_search',
  label: 'search_results',
  metered: 'answers',
  async ask({ text: query, country }, call) {
    const found = await call({
      path: '/v1/google/search',
      query: { query, region: country },
      schema: webSearchReply,
    });
    const results = found?.results ?? [];
    return {
      organic: numberResults(
        results.map(({ url, title, description }) => ({ title, link: url, snippet: description })),
      ),
      peopleAlsoAsk: [],
      relatedSearches: [],
    };
  },
});
