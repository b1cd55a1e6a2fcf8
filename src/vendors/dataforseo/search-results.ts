import * as z from 'zod';
import {
  numberResults,
  type SearchQuery,
  type SearchResults,
} from '../../domain/web/search-engine.ts';
import { fieldsAt, listOf, number, parts, text, texts } from '../../lib/loose-fields.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';
import { askLive, DATAFORSEO, locationCodeOf } from './client.ts';

const PAGE_RESULTS = 10;

/** Result, or a box of further questions or searches among the results. */
const element = fieldsAt({
  type: ['type', z.string()],
  rank: ['rank_group', number],
  page: ['page', number],
  title: ['title', text],
  link: ['url', text],
  snippet: ['description', text],
  questions: ['items', parts({ title: text })],
  searches: ['items', texts],
});

const result = z.object({ items: listOf(element).nullable() });

/** Result page of the largest search engine, by country and language. */
export const dataForSeoSearch = fromUpstream<SearchQuery, SearchResults>(DATAFORSEO, {
  name: 'dataforseo_search',
  label: 'search_results',
  async ask({ text: keyword, country, language, page }, call) {
    const location_code = locationCodeOf(country);
    if (location_code === null) return null;
    const found = await askLive(call, {
      path: '/serp/google/organic/live/advanced',
      task: { keyword, location_code, language_code: language, depth: page * PAGE_RESULTS },
      result,
    });
    const ofType = (type: string) => (found?.items ?? []).filter((item) => item.type === type);
    const organic = ofType('organic')
      .sort((one, other) => (one.rank ?? Infinity) - (other.rank ?? Infinity))
      // The vendor returns every page up to the requested one. A page may have fewer than ten.
      .filter((item, at) => (item.page ?? Math.floor(at / PAGE_RESULTS) + 1) === page)
      .map(({ title, link, snippet }) => ({ title, link, snippet }));
    return {
      organic: numberResults(organic),
      peopleAlsoAsk: ofType('people_also_ask')
        .flatMap(({ questions }) => questions)
        .flatMap(({ title }) => title ?? []),
      relatedSearches: ofType('related_searches').flatMap(({ searches }) => searches),
    };
  },
});
