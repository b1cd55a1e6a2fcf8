import { ApiError } from '../lib/errors.ts';
import { quotedType } from '../lib/text.ts';
import type { PublicResponse } from '../lookup/outbound.ts';
import type { Source } from '../lookup/source.ts';
import { CodeBlock } from './markdown/code-block.ts';
import { HtmlToMarkdown, type PageMarkdown } from './markdown/html-to-markdown.ts';
import { decodeBody } from './page/charset.ts';
import { mediaType, type Reading, readingOf } from './page/media-type.ts';
import { MAX_REDIRECTS, PAGE_HEADERS, requirePage } from './page/site-requests.ts';

/** One page as Markdown, and how it was got. */
export interface PageFact {
  markdown: string;
  /** The Markdown was cut at its limit. */
  truncated: boolean;
  links: number;
  title: string | null;
  description: string | null;
  language: string | null;
  /** After redirects. */
  finalUrl: string;
  /** HTTP status; null when a browser rendered the page. */
  status: number | null;
  /** Media type without parameters; null when the site sent none. */
  contentType: string | null;
  rendered: boolean;
}

/** Cut there, so that answers, caches and memory stay small however long the page is. */
export const MAX_MARKDOWN_CHARS = 1_000_000;

const LOOKS_LIKE_HTML = /^\s*<(?:!doctype|!--|\?xml|[a-z])/i;

/** Characters converted between two yields: a few milliseconds' work. */
const CHARS_BETWEEN_YIELDS = 262_144;

/**
 * Yields to the event loop so that timers fire: the Workers clock stands still, and no timeout
 * expires, during computation.
 */
async function yieldToTimers(signal: AbortSignal | undefined): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0));
  signal?.throwIfAborted();
}

async function convert(
  chunks: AsyncIterable<string>,
  url: string,
  signal: AbortSignal | undefined,
): Promise<PageMarkdown> {
  const converter = new HtmlToMarkdown(url, MAX_MARKDOWN_CHARS);
  let sincePause = 0;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += CHARS_BETWEEN_YIELDS) {
      const piece = chunk.slice(at, at + CHARS_BETWEEN_YIELDS);
      if (!converter.write(piece)) return converter.end();
      sincePause += piece.length;
      if (sincePause < CHARS_BETWEEN_YIELDS) continue;
      sincePause = 0;
      await yieldToTimers(signal);
    }
  }
  return converter.end();
}

async function passThrough(
  chunks: AsyncIterable<string>,
  language: string | null,
): Promise<PageMarkdown> {
  let text = '';
  for await (const chunk of chunks) {
    text += chunk;
    if (text.length > MAX_MARKDOWN_CHARS) break;
  }
  const truncated = text.length > MAX_MARKDOWN_CHARS;
  const kept = truncated ? text.slice(0, MAX_MARKDOWN_CHARS) : text;
  const code = new CodeBlock(language ?? '');
  code.text(kept);
  const markdown = language === null ? kept.trim() : code.lines().join('\n');
  return { markdown, truncated, links: 0, title: null, description: null, language: null };
}

/**
 * The first text that is not empty, and everything from it on. @throws ApiError VALIDATION_FAILED
 * when there is none
 */
async function skipEmptyChunks(
  chunks: AsyncGenerator<string>,
): Promise<{ start: string; all: AsyncGenerator<string> }> {
  let next = await chunks.next();
  while (!next.done && next.value.trim() === '') next = await chunks.next();
  if (next.done) throw new ApiError('VALIDATION_FAILED', 'The site answered with an empty page.');
  const start = next.value;
  async function* all() {
    yield start;
    yield* chunks;
  }
  return { start, all: all() };
}

/** A body without a declared type is HTML only if it begins like HTML. */
function confirmReading(contentType: string | null, reading: Reading, start: string): Reading {
  return contentType === null && !LOOKS_LIKE_HTML.test(start) ? { as: 'text' } : reading;
}

/**
 * Reads a fetched page into Markdown, streaming: text types pass as they are, data types are
 * fenced.
 * @param signal checked several times a megabyte
 * @throws ApiError UPSTREAM_ERROR for an error status, VALIDATION_FAILED for a type that is not
 * text or an empty body
 */
async function readMarkdownPage(response: PublicResponse, signal?: AbortSignal): Promise<PageFact> {
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
  const { start, all } = await skipEmptyChunks(
    decodeBody(response.body, header, declared.as === 'html'),
  );
  const reading = confirmReading(contentType, declared, start);
  const page = await (reading.as === 'html'
    ? convert(all, response.url, signal)
    : passThrough(all, reading.as === 'code' ? reading.language : null));
  return { ...page, finalUrl: response.url, status: response.status, contentType, rendered: false };
}

/** Below the time one source may take in all. */
const TIMEOUT_MS = 9_000;
const MAX_PAGE_BYTES = 32 * 1_048_576;

/**
 * Any public page as Markdown, streamed. Errors of {@link readMarkdownPage} and of the guarded
 * fetcher pass through.
 */
export const websitePage: Source<string, PageFact> = {
  name: 'website_page',
  label: 'public web page',
  kind: 'open',
  available: () => true,
  async ask(url, { outbound }, signal) {
    const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_PAGE_BYTES, maxRedirects: MAX_REDIRECTS };
    const response = await outbound.fetcher.fetch(url, { headers: PAGE_HEADERS, ...limits });
    return readMarkdownPage(response, signal);
  },
};
