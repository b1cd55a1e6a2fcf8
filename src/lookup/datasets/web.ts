import * as z from 'zod';
import { column, figureCell, optionalColumn, type RecordDataset } from './dataset.ts';

const domainColumn = z
  .string()
  .max(253)
  .describe('Domain; a URL or a host name is reduced to the registrable domain.');
const scoreColumn = (what: string) => column.figure(`${what}, 0 to 100.`, 0, 100);

const domainMetrics = z.object({
  domain: domainColumn,
  authority_score: scoreColumn('Authority of the domain'),
  page_authority: scoreColumn('Authority of its home page'),
  domain_strength: scoreColumn('Strength of the domain'),
  trust_score: scoreColumn('Trust: the less spam, the higher'),
  total_backlinks: column.count('Links to the domain.'),
  referring_domains: column.count('Domains they are on.'),
  referring_main_domains: column.count('Registrable domains they are on.'),
  referring_ips: column.count('Addresses they are on.'),
  referring_subnets: column.count('Networks of 256 addresses they are on.'),
  nofollow_backlinks: column.count('Those of the links that pass no weight.'),
  broken_backlinks: column.count('Those that lead nowhere.'),
  spam_score: scoreColumn('Spam among the links'),
  first_seen: column.day('When the first link was seen'),
  top_tlds: column.list('Top-level domains most links are from'),
  top_countries: column.list('Countries most links are from'),
  link_types: column.list('Kinds of links'),
  organic_traffic: column.count('Visits a month from search results.'),
  organic_keywords: column.count('Keywords it is found by.'),
  search_rank: column.count('Rank among all domains by visits from search.'),
  runs_paid_ads: column.flag('Whether it pays for search advertisements: Y or N.'),
  organic_traffic_value_usd: column.figure(
    'What those visits would cost as advertisements, US dollars.',
  ),
  paid_keywords: column.count('Keywords it pays for.'),
  paid_traffic: column.count('Visits a month from paid results.'),
  paid_share: column.figure('Share of paid visits, 0 to 1.', 0, 1),
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
  country: column.requiredCountry('Country of the searches'),
  keyword: column.requiredText('The keyword.'),
  search_volume: column.count('Searches a month.'),
  cpc_usd: column.figure('Price of a click, US dollars.'),
  keyword_difficulty: scoreColumn('How hard it is to rank for'),
  primary_intent: column.text('informational, navigational, commercial or transactional.'),
  trend: trendColumn,
  serp_features: column.list('What the page of results shows besides results'),
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
  label: column.requiredText(
    'What the row counts: a measure of the summary, a country, an age and sex, a site.',
  ),
  value: column.figure('How many or how much.'),
  share: column.figure('Its share of the whole, 0 to 1.', 0, 1),
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
