import * as z from 'zod';
import {
  numberResults,
  type SearchQuery,
  type SearchResults,
} from '../../domain/web/search-engine.ts';
import { alike } from '../../lib/alike.ts';
import { number, parts, text, texts } from '../../lib/loose-fields.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';
import { askLive, DATAFORSEO, locationCodeOf } from './client.ts';

/** Results of one page. */
const PAGE_RESULTS = 10;

const element = z.object({
  type: z.string(),
  rank_group: number,
  ...alike(text, 'title', 'url', 'description'),
});
const questions = z.object({ type: z.literal('people_also_ask'), items: parts({ title: text }) });
const related = z.object({ type: z.literal('related_searches'), items: texts });

const result = z.object({ items: z.array(questions.or(related).or(element)).nullable() });

/** The page of results of the largest search engine, in a country and language. */
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
    const items = found?.items ?? [];
    const organic = items
      .flatMap((item) => (item.type === 'organic' && 'url' in item ? [item] : []))
      .sort((one, other) => (one.rank_group ?? Infinity) - (other.rank_group ?? Infinity))
      // The vendor answers every page up to the one asked for.
      .slice((page - 1) * PAGE_RESULTS, page * PAGE_RESULTS);
    return {
      organic: numberResults(
        organic.map(({ title, url, description }) => ({ title, link: url, snippet: description })),
      ),
      peopleAlsoAsk: items.flatMap((item) =>
        item.type === 'people_also_ask' && 'items' in item
          ? item.items.flatMap((each) => (typeof each === 'object' && each.title) || [])
          : [],
      ),
      relatedSearches: items.flatMap((item) =>
        item.type === 'related_searches' && 'items' in item
          ? item.items.filter((each) => typeof each === 'string')
          : [],
      ),
    };
  },
});
