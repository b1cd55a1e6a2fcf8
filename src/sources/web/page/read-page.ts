import { ApiError } from '../../../core/errors.ts';
import type { PublicResponse } from '../../../core/network.ts';
import { quotedType } from '../../../core/one-line.ts';
import { CodeBlock } from '../markdown/code-block.ts';
import { HtmlToMarkdown, type PageMarkdown } from '../markdown/html-to-markdown.ts';
import { decodeBody } from './decode-body.ts';
import { mediaType, type Reading, readingOf } from './media-type.ts';
import { MAX_MARKDOWN_CHARS, type PageFact } from './page-fact.ts';
import { requirePage } from './site-requests.ts';

const LOOKS_LIKE_HTML = /^\s*<(?:!doctype|!--|\?xml|[a-z])/i;

/** How much of a page is read between two looks at the time: a few milliseconds' work. */
const PAUSE_CHARS = 262_144;

/**
 * Lets timers run: in this runtime no time passes, and nobody's patience ends, while code computes.
 */
async function pause(signal: AbortSignal | undefined): Promise<void> {
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
    for (let at = 0; at < chunk.length; at += PAUSE_CHARS) {
      const piece = chunk.slice(at, at + PAUSE_CHARS);
      if (!converter.write(piece)) return converter.end();
      sincePause += piece.length;
      if (sincePause < PAUSE_CHARS) continue;
      sincePause = 0;
      await pause(signal);
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
async function begin(
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
function decide(contentType: string | null, reading: Reading, start: string): Reading {
  return contentType === null && !LOOKS_LIKE_HTML.test(start) ? { as: 'text' } : reading;
}

/**
 * Reads a fetched page into Markdown, streaming: text types pass as they are, data types are
 * fenced.
 * @param signal checked several times a megabyte
 * @throws ApiError UPSTREAM_ERROR for an error status, VALIDATION_FAILED for a type that is not
 * text or an empty body
 */
export async function readPage(response: PublicResponse, signal?: AbortSignal): Promise<PageFact> {
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
  const { start, all } = await begin(decodeBody(response.body, header, declared.as === 'html'));
  const reading = decide(contentType, declared, start);
  const page = await (reading.as === 'html'
    ? convert(all, response.url, signal)
    : passThrough(all, reading.as === 'code' ? reading.language : null));
  return { ...page, finalUrl: response.url, status: response.status, contentType, rendered: false };
}
