import * as z from 'zod';
import { numberResults, type SearchResults } from '../../domain/web/search-engine.ts';
import { number, parts, text, texts } from '../../lib/loose-fields.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';
import { askLive, DATAFORSEO, LIVE_TIMEOUT_MS } from './client.ts';

const UNITED_STATES = 2_840;
/** Results asked for: one page. */
const DEPTH = 10;

const element = z.object({
  type: z.string(),
  rank_group: number,
  title: text,
  url: text,
});
const questions = z.object({ type: z.literal('people_also_ask'), items: parts({ title: text }) });
const related = z.object({ type: z.literal('related_searches'), items: texts });

const result = z.object({ items: z.array(questions.or(related).or(element)).nullable() });

/** The page of results of the largest search engine, in the United States. */
export const dataForSeoSearch = fromUpstream<string, SearchResults>(DATAFORSEO, {
  name: 'dataforseo_search',
  label: 'search_results',
  metered: 'calls',
  timeoutMs: LIVE_TIMEOUT_MS,
  async ask(keyword, call) {
    const found = await askLive(call, {
      path: '/serp/google/organic/live/advanced',
      task: { keyword, location_code: UNITED_STATES, language_code: 'en', depth: DEPTH },
      result,
    });
    const items = found?.items ?? [];
    const organic = items
      .flatMap((item) => (item.type === 'organic' && 'url' in item ? [item] : []))
      .sort((one, other) => (one.rank_group ?? Infinity) - (other.rank_group ?? Infinity));
    return {
      organic: numberResults(organic.map(({ title, url }) => ({ title, link: url }))),
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
