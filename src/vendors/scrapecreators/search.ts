import * as z from 'zod';
import type { SocialRow, SocialSearch } from '../../domain/social/facts.ts';
import type { Platform } from '../../domain/social/platforms.ts';
import {
  numberResults,
  type SearchQuery,
  type SearchResults,
} from '../../domain/web/search-engine.ts';
import { alike } from '../../lib/alike.ts';
import { count, part, text } from '../../lib/loose-fields.ts';
import { type Search, type SearchPage, searchPage, searchPosition } from '../../lookup/search.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';
import { lenientDate, SCRAPE_TIMEOUT_MS, SCRAPECREATORS } from './client.ts';

/** How the posts of one platform are searched. */
interface SearchPath {
  path: string;
  /** Field of the reply that holds the rows. */
  rows: string;
  row: z.ZodType<SocialRow>;
  /**
   * Where the search goes on: the parameter, and the field of the reply it is taken from. A counted
   * page has a last one. Absent: there is one page.
   */
  next?: { parameter: string; field: string } | { page: string; last: number };
}

const EMPTY: SocialRow = {
  ...alike(null, 'id', 'url', 'caption', 'authorHandle', 'authorName', 'likes', 'views'),
  postedAt: null,
};

/** Text, or a number that is an id. */
const id = z
  .unknown()
  .optional()
  .transform((value) => (typeof value === 'number' ? String(value) : text.parse(value)));
const caption = z.union([text.pipe(z.string()), part({ text })]).catch(null);
const captionOf = (said: z.output<typeof caption>) =>
  typeof said === 'string' ? said : (said?.text ?? null);
const owner = part({
  ...alike(text, 'username', 'handle', 'full_name', 'fullName', 'name', 'title'),
});
const bare = (handle: string | null | undefined) => handle?.replace(/^@/, '') ?? null;

const tiktok = z
  .object({
    aweme_info: z.object({
      aweme_id: id,
      share_url: text,
      desc: text,
      author: part({ unique_id: text, nickname: text }),
      statistics: part({ digg_count: count, play_count: count }),
      create_time: lenientDate,
    }),
  })
  .transform(({ aweme_info: one }): SocialRow => {
    const handle = one.author?.unique_id ?? null;
    const made =
      handle && one.aweme_id && `https://www.tiktok.com/@${handle}/video/${one.aweme_id}`;
    return {
      id: one.aweme_id,
      url: made || one.share_url,
      caption: one.desc,
      authorHandle: handle,
      authorName: one.author?.nickname ?? null,
      likes: one.statistics?.digg_count ?? null,
      views: one.statistics?.play_count ?? null,
      postedAt: one.create_time,
    };
  });

const instagram = z
  .object({
    id,
    url: text,
    caption,
    owner,
    like_count: count,
    video_play_count: count,
    taken_at: lenientDate,
  })
  .transform(
    (one): SocialRow => ({
      id: one.id,
      url: one.url,
      caption: captionOf(one.caption),
      authorHandle: bare(one.owner?.username),
      authorName: one.owner?.full_name ?? null,
      likes: one.like_count,
      views: one.video_play_count,
      postedAt: one.taken_at,
    }),
  );

const youtube = z
  .object({ id, url: text, title: text, channel: owner, viewCountInt: count, publishedTime: text })
  .transform(
    (one): SocialRow => ({
      ...EMPTY,
      id: one.id,
      url: one.url,
      caption: one.title,
      authorHandle: bare(one.channel?.handle),
      authorName: one.channel?.title ?? one.channel?.name ?? null,
      views: one.viewCountInt,
      postedAt: lenientDate.parse(one.publishedTime) ?? one.publishedTime,
    }),
  );

const threads = z
  .object({
    id,
    code: text,
    url: text,
    caption,
    user: owner,
    like_count: count,
    taken_at: lenientDate,
  })
  .transform((one): SocialRow => {
    const handle = bare(one.user?.username);
    const made = handle && one.code && `https://www.threads.com/@${handle}/post/${one.code}`;
    return {
      ...EMPTY,
      id: one.id,
      url: one.url ?? (made || null),
      caption: captionOf(one.caption),
      authorHandle: handle,
      authorName: one.user?.full_name ?? null,
      likes: one.like_count,
      postedAt: one.taken_at,
    };
  });

const reddit = z
  .object({ id, title: text, author: text, ups: count, created_utc: lenientDate, permalink: text })
  .transform(
    (one): SocialRow => ({
      ...EMPTY,
      id: one.id,
      url: one.permalink?.startsWith('/')
        ? `https://www.reddit.com${one.permalink}`
        : one.permalink,
      caption: one.title,
      authorHandle: one.author,
      likes: one.ups,
      postedAt: one.created_utc,
    }),
  );

const pinterest = z
  .object({ id, url: text, title: text, description: text, pinner: owner, createdAt: lenientDate })
  .transform(
    (one): SocialRow => ({
      ...EMPTY,
      id: one.id,
      url: one.url ?? (one.id && `https://www.pinterest.com/pin/${one.id}/`),
      caption: one.title ?? one.description,
      authorHandle: bare(one.pinner?.username),
      authorName: one.pinner?.fullName ?? one.pinner?.full_name ?? null,
      postedAt: one.createdAt,
    }),
  );

const linkedin = z
  .object({
    id,
    url: text,
    description: text,
    text,
    author: owner,
    likeCount: count,
    datePublished: lenientDate,
  })
  .transform(
    (one): SocialRow => ({
      ...EMPTY,
      id: one.id,
      url: one.url,
      caption: one.description ?? one.text,
      authorName: one.author?.name ?? null,
      likes: one.likeCount,
      postedAt: one.datePublished,
    }),
  );

const cursor = { parameter: 'cursor', field: 'cursor' };

/** One row a platform. */
const SEARCH_PATHS: ReadonlyMap<Platform, SearchPath> = new Map<Platform, SearchPath>([
  [
    'tiktok',
    { path: '/v1/tiktok/search/keyword', rows: 'search_item_list', row: tiktok, next: cursor },
  ],
  [
    'instagram',
    {
      path: '/v2/instagram/reels/search',
      rows: 'reels',
      row: instagram,
      next: { page: 'page', last: 11 },
    },
  ],
  [
    'youtube',
    {
      path: '/v1/youtube/search',
      rows: 'videos',
      row: youtube,
      next: { parameter: 'continuationToken', field: 'continuationToken' },
    },
  ],
  ['threads', { path: '/v1/threads/search', rows: 'posts', row: threads }],
  [
    'reddit',
    {
      path: '/v1/reddit/search',
      rows: 'posts',
      row: reddit,
      next: { parameter: 'after', field: 'after' },
    },
  ],
  ['pinterest', { path: '/v1/pinterest/search', rows: 'pins', row: pinterest, next: cursor }],
  ['network', { path: '/v1/linkedin/search/posts', rows: 'posts', row: linkedin, next: cursor }],
]);

const SOURCE_NAME = 'scrapecreators';
const MAX_ROWS = 100;
const MAX_BYTES = 4_194_304;

/** A place in the vendor's own words; a number, as one of them has, is one too. */
const cursorText = z
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
  if ('field' in next) return cursorText.parse(reply.get(next.field) ?? null);
  const page = Number(position ?? 1) + 1;
  return page > next.last ? null : String(page);
}

const queryOf = ({ next }: SearchPath, text: string, position: string | null) => {
  if (!next || position === null) return { query: text };
  return { query: text, ['page' in next ? next.page : next.parameter]: position };
};

/** Posts and videos of a platform by words. */
export const scrapedSocialSearch = fromUpstream<Search<SocialSearch>, SearchPage<SocialRow>>(
  SCRAPECREATORS,
  {
    name: SOURCE_NAME,
    label: 'social_search',
    metered: 'calls',
    timeoutMs: SCRAPE_TIMEOUT_MS,
    async ask(search, call, world) {
      const path = SEARCH_PATHS.get(search.filters.platform);
      if (!path) return null;
      const position = await searchPosition(search, world);
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
      return searchPage(search, world, { source: SOURCE_NAME, rows, next, total: null });
    },
  },
);

const webSearchReply = z.object({
  results: z.array(z.object({ url: text, title: text, description: text })),
});

/** Whether the vendor can ask this: it takes a country, but neither a language nor a page. */
export const isScrapedSearch = ({ language, page }: SearchQuery): boolean =>
  language === 'en' && page === 1;

/** Results of the largest search engine, in a country: nothing but the results. */
export const scrapedWebSearch = fromUpstream<SearchQuery, SearchResults>(SCRAPECREATORS, {
  name: 'scrapecreators_search',
  label: 'search_results',
  metered: 'answers',
  timeoutMs: SCRAPE_TIMEOUT_MS,
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
