import * as z from 'zod';
import { type KeywordFact, type KeywordQuery, readIntent } from '../../domain/web/search-engine.ts';
import {
  amount,
  count,
  fieldsAt,
  listOf,
  number,
  part,
  percentage,
  text,
  texts,
} from '../../lib/loose-fields.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';
import { askLive, DATAFORSEO, locationCodeOf } from './client.ts';

/** The vendor rejects longer keywords, and bills the rejection. */
const MAX_CHARS = 80;
const MAX_WORDS = 10;

/** Most searched language of countries for which the vendor does not serve English. */
const LANGUAGES = new Map(
  `AR:es AT:de BE:nl BO:es BR:pt CL:es CO:es CR:es CZ:cs DE:de DK:da EC:es ES:es FI:fi
   FR:fr GR:el GT:es HU:hu ID:id IL:he IT:it JP:ja KR:ko MX:es NL:nl NO:nb PE:es PL:pl
   PT:pt RO:ro SE:sv TH:th TR:tr TW:zh-TW UA:uk VN:vi`
    .split(/\s+/)
    .map((pair) => pair.split(':') as [country: string, language: string]),
);

/** Leaves out plain results, which are on every page, and renames the vendor's `paid`. */
const featuresOf = (types: readonly string[]): string[] =>
  types.filter((type) => type !== 'organic').map((type) => (type === 'paid' ? 'ads' : type));

const keywordFact = fieldsAt<KeywordFact>({
  searchVolume: ['keyword_info.search_volume', count],
  cpcUsd: ['keyword_info.cpc', amount],
  difficulty: [
    'keyword_properties.keyword_difficulty',
    percentage.transform((difficulty) => difficulty && Math.round(difficulty)),
  ],
  intent: ['search_intent_info.main_intent', text.transform(readIntent)],
  trendChange: [
    'keyword_info.search_volume_trend.quarterly',
    number.transform((percent) => percent && percent / 100),
  ],
  serpFeatures: [
    'serp_info',
    part({ serp_item_types: texts }).transform((info) => info && featuresOf(info.serp_item_types)),
  ],
});

const result = z.object({ items: listOf(keywordFact).nullable() });

/** Volume, price and difficulty of a keyword, and the features of its result page. */
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
    return found?.items?.[0] ?? null;
  },
});
