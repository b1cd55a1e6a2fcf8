import { decodeHTMLStrict } from 'entities';
import * as z from 'zod';
import {
  numberResults,
  type SearchQuery,
  type SearchResults,
} from '../../domain/web/search-engine.ts';
import { ApiError } from '../../lib/errors.ts';
import { listOf, text, texts } from '../../lib/loose-fields.ts';
import { UpstreamStatus } from '../../lookup/upstream-status.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';

/** Operator's own metasearch server; no public host, because those forbid use by programs. */
const SEARXNG: Upstream = {
  name: 'SEARXNG',
  adds: 'your own metasearch server for search results, with `json` in its `search.formats`; there is no default, because public instances forbid automated use',
  hosts: [],
};

/** Markup in results: highlighted search words, and possible line breaks. */
const MARKS = /<\/?(?:b|em|strong|i|mark|span|br|wbr)(?:\s[^<>]{0,200})?\/?>/gi;

const plainText = (marked: string): string =>
  decodeHTMLStrict(marked.replace(MARKS, '')).replace(/\s+/g, ' ').trim();

const marked = text.transform((found) => (found && plainText(found)) || null);

const reply = z.object({
  results: listOf(z.object({ url: text, title: marked, content: marked })),
  suggestions: texts.transform((found) => [...new Set(found.map(plainText))]),
  unresponsive_engines: z.array(z.unknown()).nullable().catch(null),
});

/** Logged by name: the server's setting `search.formats` lacks `json`. */
class SearxngHasNoJsonFormat extends Error {
  override name = 'SearxngHasNoJsonFormat';
}

/** Search by the operator's server. If no engine answered, fails instead of an empty page. */
export const searxngSearch = fromUpstream<SearchQuery, SearchResults>(SEARXNG, {
  label: 'search_results',
  async ask({ text: q, country, language, page }, call) {
    const query = { q, format: 'json', pageno: page, language: `${language}-${country}` };
    const found = await call({ path: '/search', query, schema: reply }).catch((error) => {
      if (!(error instanceof UpstreamStatus) || error.status !== 403) throw error;
      throw new ApiError('SERVICE_UNAVAILABLE', undefined, { cause: new SearxngHasNoJsonFormat() });
    });
    if (!found) return null;
    const organic = numberResults(
      found.results.map(({ url, title, content }) => ({ title, link: url, snippet: content })),
    );
    if (organic.length === 0 && found.unresponsive_engines?.length)
      throw new ApiError('SERVICE_UNAVAILABLE', 'No search engine answered.');
    return { organic, peopleAlsoAsk: [], relatedSearches: found.suggestions };
  },
});
