import * as z from 'zod';
import { ApiError } from '../lib/errors.ts';
import type { PageRenderer } from '../lookup/outbound.ts';
import type { Source } from '../lookup/source.ts';
import type { World } from '../lookup/world.ts';
import { MAX_REDIRECTS, PAGE_HEADERS, requirePage } from './page/site-requests.ts';
import { MAX_MARKDOWN_CHARS, type PageFact } from './website-page.ts';

/** What is needed of the Browser Rendering binding: its one-call "markdown" action. */
export interface BrowserBinding {
  quickAction(action: 'markdown', options: { url: string }): Promise<unknown>;
}

const reply = z.union([
  z.string(),
  z.object({ success: z.literal(true), result: z.string() }).transform(({ result }) => result),
  z.object({
    success: z.literal(false),
    errors: z.array(z.object({ code: z.number().optional(), message: z.string() })),
  }),
]);

/**
 * Pages through a browser the operator bound. @throws ApiError UPSTREAM_ERROR when it cannot show
 * the page
 */
export function createBrowserRenderer(browser: BrowserBinding): PageRenderer {
  return async (url) => {
    const answer = await browser.quickAction('markdown', { url });
    const parsed = reply.safeParse(answer instanceof Response ? await answer.json() : answer);
    if (!parsed.success)
      throw new ApiError('UPSTREAM_ERROR', undefined, { cause: parsed.error, aboutInput: false });
    if (typeof parsed.data === 'string') return parsed.data;
    throw new ApiError('UPSTREAM_ERROR', 'The browser could not show this page.', {
      cause: parsed.data.errors,
    });
  };
}

const CHECK_TIMEOUT_MS = 5_000;
/** Only the head of the reply matters here; the body is given up. */
const CHECK_BYTES = 1_048_576;

const BRACKETS = /!?\[|\]\(?|\)|\s/g;
const FIRST_HEADING = /^#{1,6} (.+)$/m;

/** Links of the form `[text](address)` on one line, images not, each character looked at once. */
function countLinks(markdown: string): number {
  let links = 0;
  /** Inside a link's text, or its address and where that began. */
  let inText = false;
  let addressAt = -1;
  for (const { 0: mark, index } of markdown.matchAll(BRACKETS)) {
    if (mark === ')') {
      if (addressAt >= 0 && index > addressAt) links++;
    } else if (mark === '](' && inText) {
      inText = false;
      addressAt = index + mark.length;
      continue;
    } else if (mark === '[' || mark.startsWith(']') || mark === '\n') inText = mark === '[';
    addressAt = -1;
  }
  return links;
}

/**
 * SSRF guard: a renderer fetches any address, so the guarded fetcher first verifies that the
 * address is public and the page exists.
 */
async function checkPublicPage(url: string, { outbound }: World): Promise<string> {
  const limits = {
    timeoutMs: CHECK_TIMEOUT_MS,
    maxBytes: CHECK_BYTES,
    maxRedirects: MAX_REDIRECTS,
  };
  const response = await outbound.fetcher.fetch(url, { headers: PAGE_HEADERS, ...limits });
  await requirePage(response);
  await response.body.cancel().catch(() => undefined);
  return response.url;
}

/**
 * A page after its scripts ran, as the Browser Rendering binding writes it. Title: the first
 * heading, all it gives.
 */
export const renderedPage: Source<string, PageFact> = {
  name: 'browser_rendering',
  label: 'rendered web page',
  kind: 'open',
  available: ({ outbound }) => outbound.renderer !== undefined,
  async ask(url, world) {
    const finalUrl = await checkPublicPage(url, world);
    const whole = (await world.outbound.renderer?.(finalUrl)) ?? '';
    const markdown = whole.slice(0, MAX_MARKDOWN_CHARS).trim();
    return {
      markdown,
      truncated: whole.length > MAX_MARKDOWN_CHARS,
      links: countLinks(markdown),
      title: FIRST_HEADING.exec(markdown)?.[1]?.trim() ?? null,
      description: null,
      language: null,
      finalUrl,
      status: null,
      contentType: 'text/html',
      rendered: true,
    };
  },
};
