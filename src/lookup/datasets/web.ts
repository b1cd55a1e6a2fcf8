import * as z from 'zod';
import {
  countColumn,
  dayColumn,
  figureCell,
  figureColumn,
  flagColumn,
  listColumn,
  optionalColumn,
  type RecordDataset,
  requiredCountryColumn,
  requiredTextColumn,
  textColumn,
} from './dataset.ts';

const domainColumn = z
  .string()
  .max(253)
  .describe('Domain; a URL or a host name is reduced to the registrable domain.');
const scoreColumn = (what: string) => figureColumn(`${what}, 0 to 100.`, 0, 100);

const domainMetrics = z.object({
  domain: domainColumn,
  authority_score: scoreColumn('Authority of the domain'),
  page_authority: scoreColumn('Authority of its home page'),
  domain_strength: scoreColumn('Strength of the domain'),
  trust_score: scoreColumn('Trust: the less spam, the higher'),
  total_backlinks: countColumn('Links to the domain.'),
  referring_domains: countColumn('Domains they are on.'),
  referring_main_domains: countColumn('Registrable domains they are on.'),
  referring_ips: countColumn('Addresses they are on.'),
  referring_subnets: countColumn('Networks of 256 addresses they are on.'),
  nofollow_backlinks: countColumn('Those of the links that pass no weight.'),
  broken_backlinks: countColumn('Those that lead nowhere.'),
  spam_score: scoreColumn('Spam among the links'),
  first_seen: dayColumn('When the first link was seen'),
  top_tlds: listColumn('Top-level domains most links are from'),
  top_countries: listColumn('Countries most links are from'),
  link_types: listColumn('Kinds of links'),
  organic_traffic: countColumn('Visits a month from search results.'),
  organic_keywords: countColumn('Keywords it is found by.'),
  search_rank: countColumn('Rank among all domains by visits from search.'),
  runs_paid_ads: flagColumn('Whether it pays for search advertisements: Y or N.'),
  organic_traffic_value_usd: figureColumn(
    'What those visits would cost as advertisements, US dollars.',
  ),
  paid_keywords: countColumn('Keywords it pays for.'),
  paid_traffic: countColumn('Visits a month from paid results.'),
  paid_share: figureColumn('Share of paid visits, 0 to 1.', 0, 1),
});

const MONTHS = 12;
const trendColumn = optionalColumn(
  z
    .union([
      z.string().transform((cell): (string | number)[] => cell.split(/[;,]/)),
      z.array(z.number()),
    ])
    .pipe(z.array(figureCell.pipe(z.number().min(0))).length(MONTHS)),
).describe('Interest in the last twelve months, oldest first, twelve numbers with semicolons.');

const keywords = z.object({
  country: requiredCountryColumn('Country of the searches'),
  keyword: requiredTextColumn('The keyword.'),
  search_volume: countColumn('Searches a month.'),
  cpc_usd: figureColumn('Price of a click, US dollars.'),
  keyword_difficulty: scoreColumn('How hard it is to rank for'),
  primary_intent: textColumn('informational, navigational, commercial or transactional.'),
  trend: trendColumn,
  serp_features: listColumn('What the page of results shows besides results'),
});

export const AUDIENCE_REPORTS = [
  'summary',
  'geo',
  'age_sex',
  'income',
  'sources',
  'destinations',
] as const;

const audiences = z.object({
  domain: domainColumn,
  report: z
    .string()
    .trim()
    .toLowerCase()
    .pipe(z.enum(AUDIENCE_REPORTS))
    .describe(`One of ${AUDIENCE_REPORTS.join(', ')}.`),
  label: requiredTextColumn(
    'What the row counts: a measure of the summary, a country, an age and sex, a site.',
  ),
  value: figureColumn('How many or how much.'),
  share: figureColumn('Its share of the whole, 0 to 1.', 0, 1),
});

export const WEB_DATASETS = {
  domain_metrics: {
    keys: [{ kind: 'domain', columns: ['domain'] }],
    row: domainMetrics,
    description:
      'Search and link figures by domain: domain authority, SEO intelligence and backlink overview.',
  },
  keywords: {
    keys: [{ kind: 'keyword', columns: ['country', 'keyword'] }],
    row: keywords,
    description: 'Search volume, price and difficulty by country and keyword: keyword metrics.',
  },
  audiences: {
    keys: [{ kind: 'domain', columns: ['domain'] }],
    distinguishingColumns: ['report', 'label'],
    row: audiences,
    description:
      'Who visits a domain, a row for each line of each report: audience intelligence. All rows of a domain come in one import.',
  },
} as const satisfies Record<string, RecordDataset>;
