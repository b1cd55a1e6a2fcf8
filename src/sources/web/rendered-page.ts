import type { Source } from '../../core/lookup/source.ts';
import type { World } from '../../core/ports.ts';
import { MAX_MARKDOWN_CHARS, type PageFact } from './page/page-fact.ts';
import { MAX_REDIRECTS, PAGE_HEADERS, requirePage } from './page/site-requests.ts';

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
 * A renderer fetches whatever it is told, so the guarded fetcher first proves the address public
 * and the page there.
 */
async function checked(url: string, { network }: World): Promise<string> {
  const limits = {
    timeoutMs: CHECK_TIMEOUT_MS,
    maxBytes: CHECK_BYTES,
    maxRedirects: MAX_REDIRECTS,
  };
  const response = await network.fetcher.fetch(url, { headers: PAGE_HEADERS, ...limits });
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
  available: ({ network }) => network.renderer !== undefined,
  async ask(url, world) {
    const finalUrl = await checked(url, world);
    const whole = (await world.network.renderer?.(finalUrl)) ?? '';
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
