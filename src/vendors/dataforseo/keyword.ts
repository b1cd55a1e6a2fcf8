import * as z from 'zod';
import { type KeywordFact, type KeywordQuery, readIntent } from '../../domain/web/search-engine.ts';
import { count, number, part, text, texts } from '../../lib/loose-fields.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';
import { askLive, DATAFORSEO, locationCodeOf } from './client.ts';

/** The vendor refuses longer keywords, and bills the refusal. */
const MAX_CHARS = 80;
const MAX_WORDS = 10;

/** The language most searched in, where the vendor does not serve English. */
const LANGUAGES = new Map(
  `AR:es AT:de BE:nl BO:es BR:pt CL:es CO:es CR:es CZ:cs DE:de DK:da EC:es ES:es FI:fi
   FR:fr GR:el GT:es HU:hu ID:id IL:he IT:it JP:ja KR:ko MX:es NL:nl NO:nb PE:es PL:pl
   PT:pt RO:ro SE:sv TH:th TR:tr TW:zh-TW UA:uk VN:vi`
    .split(/\s+/)
    .map((pair) => pair.split(':') as [country: string, language: string]),
);

const item = z.object({
  keyword_info: part({
    search_volume: count,
    cpc: number,
    search_volume_trend: part({ quarterly: number }),
  }),
  keyword_properties: part({ keyword_difficulty: number }),
  search_intent_info: part({ main_intent: text }),
  serp_info: part({ serp_item_types: texts }),
});

const result = z.object({ items: z.array(item).nullable() });

/** Plain results are on every page; advertisements have another name with the vendor. */
const featuresOf = (types: readonly string[]): string[] =>
  types.filter((type) => type !== 'organic').map((type) => (type === 'paid' ? 'ads' : type));

const percent = (value: number | null | undefined): number | null =>
  value === null || value === undefined ? null : value / 100;

/** Volume, price and difficulty of a keyword, and what its page of results shows. */
export const dataForSeoKeyword = fromUpstream<KeywordQuery, KeywordFact>(DATAFORSEO, {
  name: 'dataforseo_keyword',
  label: 'keyword_index',
  async ask({ country, keyword }, call) {
    const location_code = locationCodeOf(country);
    const isTooLong = keyword.length > MAX_CHARS || keyword.split(' ').length > MAX_WORDS;
    if (isTooLong || location_code === null) return null;
    const found = await askLive(call, {
      path: '/dataforseo_labs/google/keyword_overview/live',
      task: {
        keywords: [keyword],
        location_code,
        language_code: LANGUAGES.get(country) ?? 'en',
        include_serp_info: true,
      },
      result,
    });
    const [known] = found?.items ?? [];
    if (!known) return null;
    const difficulty = known.keyword_properties?.keyword_difficulty ?? null;
    return {
      searchVolume: known.keyword_info?.search_volume ?? null,
      cpcUsd: known.keyword_info?.cpc ?? null,
      difficulty: difficulty === null ? null : Math.round(difficulty),
      intent: readIntent(known.search_intent_info?.main_intent),
      trendChange: percent(known.keyword_info?.search_volume_trend?.quarterly),
      serpFeatures: known.serp_info ? featuresOf(known.serp_info.serp_item_types) : null,
    };
  },
});
