import type { Source } from '../../core/lookup/source.ts';
import type { PageFact } from './page/page-fact.ts';
import { readPage } from './page/read-page.ts';
import { MAX_REDIRECTS, PAGE_HEADERS } from './page/site-requests.ts';

/** Below the time one source may take in all. */
const TIMEOUT_MS = 9_000;
const MAX_PAGE_BYTES = 32 * 1_048_576;

/**
 * Any public page as Markdown, streamed. Refusals of {@link readPage} and of the guarded fetcher
 * pass through.
 */
export const websitePage: Source<string, PageFact> = {
  name: 'website_page',
  label: 'public web page',
  kind: 'open',
  available: () => true,
  async ask(url, { network }, signal) {
    const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_PAGE_BYTES, maxRedirects: MAX_REDIRECTS };
    const response = await network.fetcher.fetch(url, { headers: PAGE_HEADERS, ...limits });
    return readPage(response, signal);
  },
};
