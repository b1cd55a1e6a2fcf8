import * as z from 'zod';
import { countryOrUs } from '../../domain/place/countries.ts';
import {
  foldKeyword,
  INTENTS,
  type KeywordFact,
  type KeywordQuery,
} from '../../domain/web/search-engine.ts';
import { alike } from '../../lib/fields.ts';
import { lookupField } from '../../lib/inputs.ts';
import { field } from '../../lookup/answer-fields.ts';
import { defineProduct, inSandbox } from '../../lookup/product.ts';
import { firstMatch, foundFact, requireAnswer, type Sources } from '../../lookup/source.ts';
import { recordedKeyword } from '../../open-data/records/web.ts';
import { dataForSeoKeyword } from '../../vendors/dataforseo/keyword.ts';
import { semrushFeatures, semrushKeyword } from '../../vendors/semrush/keyword.ts';

/** Smallest change that counts as a trend. */
const STEADY = 0.1;

const BANDS = ['VERY_EASY', 'EASY', 'POSSIBLE', 'DIFFICULT', 'HARD', 'VERY_HARD'] as const;
/** Lowest difficulty of each band but the first. */
const FROM = [15, 30, 50, 70, 85];

const bandOf = (difficulty: number | null) =>
  difficulty === null
    ? null
    : (BANDS[FROM.filter((least) => difficulty >= least).length] as (typeof BANDS)[number]);

const directionOf = (change: number | null) => {
  if (change === null) return null;
  if (change > STEADY) return 'UP' as const;
  return change < -STEADY ? ('DOWN' as const) : ('STABLE' as const);
};

/** Rounded to whole cents. */
const monthlyValueOf = ({ searchVolume, cpcUsd }: KeywordFact): number | null =>
  searchVolume === null || cpcUsd === null ? null : Math.round(searchVolume * cpcUsd * 100) / 100;

const NOTHING: KeywordFact = {
  ...alike(null, 'searchVolume', 'cpcUsd', 'difficulty', 'intent', 'trendChange', 'serpFeatures'),
};

const input = z.object({
  keyword: lookupField(foldKeyword, {
    description: 'The keyword, at most 200 characters. Case and spacing are ignored.',
    examples: ['running shoes'],
  }),
  country: countryOrUs.describe('Country of the searches, ISO 3166-1 alpha-2; default US.'),
});

const classification = z.object({
  found: field.boolean('Whether a source knows the keyword. Nothing is charged if not.'),
  keyword: field.text('The keyword as it was looked up.'),
  search_volume: field.countOrNull('Searches per month.'),
  cpc_usd: z.number().min(0).nullable().describe('Price per click, in US dollars.'),
  keyword_difficulty: field.scoreOrNull('How hard it is to rank for the keyword, 0 to 100.'),
  difficulty_band: field.enumOrNull(
    BANDS,
    '`keyword_difficulty` in words. The bands are: below 15, 30, 50, 70 and 85, and the rest.',
  ),
  primary_intent: field.enumOrNull(INTENTS, 'What most people who search for the keyword want.'),
});

const insights = z.object({
  keyword_metrics_result: field.object('Derived figures. Null: no source says.', {
    trend_direction: field.enumOrNull(
      ['UP', 'DOWN', 'STABLE'],
      'Change of the last three months compared with the three before. UP or DOWN if it is more than ten percent.',
    ),
    has_ai_overview: field.booleanOrNull(
      'Whether the results page begins with a generated answer.',
    ),
    serp_features: field.textList(
      'Features that the results page shows besides results; also empty if unknown.',
    ),
    estimated_monthly_traffic_value_usd: field.numberOrNull(
      'Searches per month multiplied by the price per click.',
    ),
  }),
});

const shoes: KeywordFact = {
  searchVolume: 110_000,
  cpcUsd: 1.48,
  difficulty: 78,
  intent: 'commercial',
  trendChange: -0.14,
  serpFeatures: ['ads', 'people_also_ask', 'ai_overview'],
};

const bakery: KeywordFact = {
  ...NOTHING,
  searchVolume: 320,
  difficulty: 11,
  intent: 'navigational',
};

/** Adds the features of the results page by a second call, whose failure is ignored. */
const semrush: Sources<KeywordQuery, KeywordFact | null> = {
  list: [semrushKeyword, semrushFeatures],
  async resolve(query, ask) {
    const fact = requireAnswer(await ask(semrushKeyword, query));
    return fact && { ...fact, serpFeatures: foundFact(await ask(semrushFeatures, query)) };
  },
};

const upstreamKeyword = firstMatch(semrush, dataForSeoKeyword);

const lacksFigure = ({ searchVolume, cpcUsd, difficulty }: KeywordFact): boolean =>
  searchVolume === null || cpcUsd === null || difficulty === null;

/** Row of the operator's file; one without volume, price or difficulty is completed upstream. */
const completedKeyword: Sources<KeywordQuery, KeywordFact | null> = {
  list: [recordedKeyword],
  async resolve(query, ask) {
    const row = requireAnswer(await ask(recordedKeyword, query));
    if (!row || !lacksFigure(row)) return row;
    const found = foundFact(await ask(upstreamKeyword, query)) ?? NOTHING;
    const known = Object.entries(row).filter(([, value]) => value !== null);
    return { ...found, ...Object.fromEntries(known) };
  },
};

const keywordSources = firstMatch(completedKeyword, upstreamKeyword);

export const keywordMetrics = defineProduct({
  path: '/keyword-metrics',
  summary: 'Search volume, price and difficulty of a keyword',
  tier: 'standard',
  input,
  subject: ({ keyword }) => keyword,
  cacheKey: ({ country, keyword }) => `${country}|${keyword}`,
  sources: { ...keywordSources, answeredBy: [recordedKeyword, semrushKeyword, dataForSeoKeyword] },
  derive: (fact): KeywordFact | null => fact,
  price: {
    upTo: 6,
    // The features of the results page alone are free.
    paidFor: ['search_volume', 'cpc_usd', 'keyword_difficulty', 'primary_intent'],
    isPaid: (fact) => fact !== null,
  },
  classification: {
    schema: classification,
    from(fact, { keyword }) {
      const { searchVolume, cpcUsd, difficulty, intent } = fact ?? NOTHING;
      return {
        found: fact !== null,
        keyword,
        search_volume: searchVolume,
        cpc_usd: cpcUsd,
        keyword_difficulty: difficulty,
        difficulty_band: bandOf(difficulty),
        primary_intent: intent,
      };
    },
  },
  insights: {
    schema: insights,
    from(fact) {
      const { trendChange, serpFeatures } = fact ?? NOTHING;
      return {
        keyword_metrics_result: {
          trend_direction: directionOf(trendChange),
          has_ai_overview: serpFeatures?.includes('ai_overview') ?? null,
          serp_features: serpFeatures ?? [],
          estimated_monthly_traffic_value_usd: monthlyValueOf(fact ?? NOTHING),
        },
      };
    },
  },
  bulk: 'keyword_metrics',
  sandbox: [
    inSandbox.answer('running shoes', 'a keyword that is hard to rank for', shoes),
    inSandbox.answer('sandbox nothing', 'an unknown keyword, not charged', null),
    inSandbox.answer('sandbox bakery', 'a keyword of which little is known', bakery),
    ...inSandbox.refusals('sandbox broke', 'sandbox busy', 'sandbox slow'),
  ],
  example: { keyword: 'running shoes' },
});
