import { ApiError } from '../lib/errors.ts';
import { quotedType } from '../lib/text.ts';
import type { PublicResponse } from '../lookup/outbound.ts';
import type { Source } from '../lookup/source.ts';
import type { MainContent, PageExtent } from './html/hidden-elements.ts';
import { findMainContent } from './html/main-content.ts';
import {
  NO_METADATA,
  type OutlineLink,
  type PageMetadata,
  PageOutline,
} from './html/page-outline.ts';
import { cutText } from './html/plain-text.ts';
import { CodeBlock } from './markdown/code-block.ts';
import { HtmlToMarkdown, type PageMarkdown } from './markdown/html-to-markdown.ts';
import { decodeBody, readStart } from './page/charset.ts';
import {
  MAX_REDIRECTS,
  mediaType,
  PAGE_HEADERS,
  type Reading,
  readingOf,
  requirePage,
} from './page/site-requests.ts';
import { readRefresh } from './page/site-visit.ts';
import { ownPage } from './page/soft-errors.ts';

/** Formats of a page; Markdown is always produced. */
export const PAGE_FORMATS = ['markdown', 'html', 'links', 'metadata'] as const;
export type PageFormat = (typeof PAGE_FORMATS)[number];

export interface PageQuery {
  url: string;
  formats: readonly PageFormat[];
  extent: PageExtent;
}

/** `truncated` covers all formats. */
export interface PageFact extends PageMarkdown {
  /** Null when not requested, or when the page is not HTML. */
  html: string | null;
  linkList: OutlineLink[] | null;
  metadata: PageMetadata | null;
  /** After redirects. */
  finalUrl: string;
  /** HTTP status; null when a browser rendered the page. */
  status: number | null;
  /** Media type without parameters; null when the site sent none. */
  contentType: string | null;
  rendered: boolean;
}

/** Length limit of the Markdown, so that answers, caches and memory stay small. */
const MAX_MARKDOWN_CHARS = 1_000_000;

const LOOKS_LIKE_HTML = /^\s*<(?:!doctype|!--|\?xml|[a-z])/i;

/** Characters converted between two yields, a few milliseconds of work. */
const CHARS_BETWEEN_YIELDS = 262_144;

/**
 * Yields to the event loop so that timers fire: during computation the Workers clock does not
 * advance, so no timeout expires.
 */
async function yieldToTimers(signal: AbortSignal | undefined): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0));
  signal?.throwIfAborted();
}

type PageParts = Pick<PageFact, 'html' | 'linkList' | 'metadata'>;
type PageContent = PageMarkdown & PageParts;

/** The requested parts of a page; the others are null. */
export const partsOf = (page: PageParts, formats: readonly PageFormat[]): PageParts => ({
  html: formats.includes('html') ? page.html : null,
  linkList: formats.includes('links') ? page.linkList : null,
  metadata: formats.includes('metadata') ? page.metadata : null,
});

const NOT_HTML: PageParts = { html: null, linkList: [], metadata: NO_METADATA };

/** Length limit for main content detection; longer pages are read whole. */
const MAX_CHOSEN_CHARS = 2_097_152;

/** Locates the main content, which requires the whole page. @returns it, and the page's text */
async function chooseContent(
  chunks: AsyncIterable<string> | Iterable<string>,
  signal: AbortSignal | undefined,
): Promise<{ content: MainContent | null; all: AsyncIterable<string> }> {
  const { start, isWhole, all } = await readStart(chunks, (_, chars) => chars > MAX_CHOSEN_CHARS);
  if (!isWhole) return { content: null, all };
  const content = findMainContent(start);
  await yieldToTimers(signal);
  return { content, all };
}

/** Converts HTML to Markdown and to the requested formats. */
export async function convertPage(
  chunks: AsyncIterable<string> | Iterable<string>,
  { url, formats, extent }: PageQuery,
  signal: AbortSignal | undefined,
): Promise<PageContent> {
  const { content, all } =
    extent === 'main' ? await chooseContent(chunks, signal) : { content: null, all: chunks };
  const converter = new HtmlToMarkdown(url, MAX_MARKDOWN_CHARS, extent, content);
  const outlineOf = (within: MainContent | null) =>
    new PageOutline(url, MAX_MARKDOWN_CHARS, extent, within);
  const outline = formats.some((format) => format === 'html' || format === 'links')
    ? outlineOf(content)
    : null;
  // Metadata may be outside the main content.
  const head = formats.includes('metadata') ? outlineOf(null) : null;
  const end = (): PageContent => {
    const page = converter.end();
    const { truncated, ...parts } = outline?.end() ?? { ...NOT_HTML, truncated: false };
    const metadata = head?.end().metadata ?? null;
    return {
      ...page,
      truncated: page.truncated || truncated,
      ...partsOf({ ...parts, metadata }, formats),
    };
  };
  let sincePause = 0;
  for await (const chunk of all) {
    for (let at = 0; at < chunk.length; at += CHARS_BETWEEN_YIELDS) {
      const piece = chunk.slice(at, at + CHARS_BETWEEN_YIELDS);
      outline?.write(piece);
      head?.write(piece);
      if (!converter.write(piece)) return end();
      sincePause += piece.length;
      if (sincePause < CHARS_BETWEEN_YIELDS) continue;
      sincePause = 0;
      await yieldToTimers(signal);
    }
  }
  return end();
}

/** Passes text through unchanged; it has no HTML, links or head. */
async function passThrough(
  chunks: AsyncIterable<string>,
  language: string | null,
  formats: readonly PageFormat[],
): Promise<PageContent> {
  let text = '';
  for await (const chunk of chunks) {
    text += chunk;
    if (text.length > MAX_MARKDOWN_CHARS) break;
  }
  const truncated = text.length > MAX_MARKDOWN_CHARS;
  const kept = truncated ? cutText(text, MAX_MARKDOWN_CHARS) : text;
  const code = new CodeBlock(language ?? '');
  code.text(kept);
  const markdown = language === null ? kept.trim() : code.lines().join('\n');
  return {
    markdown,
    truncated,
    links: 0,
    title: null,
    description: null,
    language: null,
    ...partsOf(NOT_HTML, formats),
  };
}

/** Without a declared type, a body is HTML only if it starts like HTML. */
function confirmReading(contentType: string | null, reading: Reading, start: string): Reading {
  return contentType === null && !LOOKS_LIKE_HTML.test(start) ? { as: 'text' } : reading;
}

/**
 * Converts a fetched page to Markdown, streaming: text types pass through, data types are fenced.
 * @param signal checked several times per megabyte
 * @returns the page, or the target of its immediate refresh
 * @throws ApiError UPSTREAM_ERROR for an error status, VALIDATION_FAILED for a type that is not
 * text or an empty body, SoftError for a page served instead of the requested one
 */
async function readPage(
  response: PublicResponse,
  query: PageQuery,
  signal?: AbortSignal,
): Promise<PageFact | string> {
  await requirePage(response);
  const header = response.headers.get('content-type');
  const contentType = mediaType(header);
  const declared = readingOf(contentType);
  if (!declared) {
    await response.body.cancel().catch(() => undefined);
    throw new ApiError(
      'VALIDATION_FAILED',
      `The page is of type ${quotedType(contentType ?? '')}, which is not text.`,
    );
  }
  const isHtml = declared.as === 'html';
  const chunks = decodeBody(response.body, header, isHtml);
  const text = isHtml ? ownPage(chunks, query.url) : chunks;
  const { target, page: opened } = await readRefresh({ url: response.url, text });
  if (isHtml && target !== null) {
    await text.return(undefined);
    return target;
  }
  const { start, isWhole, all } = await readStart(opened.text, (chunk) => chunk.trim() !== '');
  if (isWhole) throw new ApiError('VALIDATION_FAILED', 'The site answered with an empty page.');
  const reading = confirmReading(contentType, declared, start);
  const page = await (reading.as === 'html'
    ? convertPage(all, { ...query, url: response.url }, signal)
    : passThrough(all, reading.as === 'code' ? reading.language : null, query.formats));
  return { ...page, finalUrl: response.url, status: response.status, contentType, rendered: false };
}

/** Less than the time limit of one source. */
const TIMEOUT_MS = 9_000;
const MAX_PAGE_BYTES = 32 * 1_048_576;

/** Any public page, streamed. Errors of {@link readPage} and the guarded fetcher pass through. */
export const websitePage: Source<PageQuery, PageFact> = {
  name: 'website_page',
  label: 'public_web_pages',
  kind: 'open',
  reads: 'io',
  available: () => true,
  async ask(query, { outbound }, signal) {
    const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_PAGE_BYTES, maxRedirects: MAX_REDIRECTS };
    let url = query.url;
    for (let refreshes = 0; refreshes <= MAX_REDIRECTS; refreshes++) {
      const response = await outbound.fetcher.fetch(url, { headers: PAGE_HEADERS, ...limits });
      const page = await readPage(response, query, signal);
      if (typeof page !== 'string') return page;
      url = page;
    }
    throw new ApiError('VALIDATION_FAILED', 'The site redirects too many times.');
  },
};
