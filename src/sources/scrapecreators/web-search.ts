import * as z from 'zod';
import { numbered, type SearchResults } from '../../core/web/search-results.ts';
import { text } from '../upstream/fields.ts';
import { fromUpstream } from '../upstream/from-upstream.ts';
import { SCRAPE_TIMEOUT_MS, SCRAPECREATORS } from './client.ts';

const reply = z.object({ results: z.array(z.object({ url: text, title: text })) });

/** Results of the largest search engine, in the United States: nothing but the results. */
export const scrapedSearch = fromUpstream<string, SearchResults>(SCRAPECREATORS, {
  name: 'scrapecreators_search',
  label: 'search_results',
  metered: 'answers',
  timeoutMs: SCRAPE_TIMEOUT_MS,
  async ask(query, call) {
    const found = await call({
      path: '/v1/google/search',
      query: { query, region: 'US' },
      schema: reply,
    });
    const results = found?.results ?? [];
    return {
      organic: numbered(results.map(({ url, title }) => ({ title, link: url }))),
      peopleAlsoAsk: [],
      relatedSearches: [],
    };
  },
});
