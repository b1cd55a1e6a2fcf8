import * as z from 'zod';
import { ApiError } from '../lib/errors.ts';
import type { PageRenderer } from '../lookup/outbound.ts';
import type { Source } from '../lookup/source.ts';
import type { World } from '../lookup/world.ts';
import { MAX_REDIRECTS, PAGE_HEADERS, requirePage } from './page/site-requests.ts';
import { requireOwnPage } from './page/soft-errors.ts';
import { convertPage, type PageFact, type PageQuery } from './website-page.ts';

/** The part of the Browser Rendering binding that is used: its one-call "content" action. */
export interface BrowserBinding {
  quickAction(action: 'content', options: { url: string }): Promise<unknown>;
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
 * Renders pages in the browser bound by the operator and returns their HTML.
 * @throws ApiError UPSTREAM_ERROR when the page cannot be rendered, ZodError for another reply
 */
export function createBrowserRenderer(browser: BrowserBinding): PageRenderer {
  return async (url) => {
    const answer = await browser.quickAction('content', { url });
    const read = reply.parse(answer instanceof Response ? await answer.json() : answer);
    if (typeof read === 'string') return read;
    throw new ApiError('UPSTREAM_ERROR', 'The browser could not render this page.', {
      cause: read.errors,
    });
  };
}

const CHECK_TIMEOUT_MS = 5_000;
/** Only the headers matter; the body is cancelled. */
const CHECK_BYTES = 1_048_576;

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

/** A page after its scripts ran, converted like any other from the browser's resulting HTML. */
export const renderedPage: Source<PageQuery, PageFact> = {
  name: 'browser_rendering',
  label: 'rendered_web_page',
  kind: 'open',
  reads: 'io',
  available: ({ outbound }) => outbound.renderer !== undefined,
  async ask(query, world, signal) {
    const finalUrl = await checkPublicPage(query.url, world);
    const html = (await world.outbound.renderer?.(finalUrl)) ?? '';
    requireOwnPage(html, query.url);
    const page = await convertPage([html], { ...query, url: finalUrl }, signal);
    return { ...page, finalUrl, status: null, contentType: 'text/html', rendered: true };
  },
};
