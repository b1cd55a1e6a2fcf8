import * as z from 'zod';
import { count, day, figure, flag, list, optional, text } from './columns.ts';
import type { RecordDataset } from './dataset.ts';

const domain = z
  .string()
  .max(253)
  .describe('Domain; a URL or a host name is reduced to the registrable domain.');
const score = (what: string) => figure(`${what}, 0 to 100.`, 0, 100);

const domainMetrics = z.object({
  domain,
  authority_score: score('Authority of the domain'),
  page_authority: score('Authority of its home page'),
  domain_strength: score('Strength of the domain'),
  trust_score: score('Trust: the less spam, the higher'),
  total_backlinks: count('Links to the domain.'),
  referring_domains: count('Domains they are on.'),
  referring_main_domains: count('Registrable domains they are on.'),
  referring_ips: count('Addresses they are on.'),
  referring_subnets: count('Networks of 256 addresses they are on.'),
  nofollow_backlinks: count('Those of the links that pass no weight.'),
  broken_backlinks: count('Those that lead nowhere.'),
  spam_score: score('Spam among the links'),
  first_seen: day('When the first link was seen'),
  top_tlds: list('Top-level domains most links are from'),
  top_countries: list('Countries most links are from'),
  link_types: list('Kinds of links'),
  organic_traffic: count('Visits a month from search results.'),
  organic_keywords: count('Keywords it is found by.'),
  search_rank: count('Rank among all domains by visits from search.'),
  runs_paid_ads: flag('Whether it pays for search advertisements: Y or N.'),
  organic_traffic_value_usd: figure('What those visits would cost as advertisements, US dollars.'),
  paid_keywords: count('Keywords it pays for.'),
  paid_traffic: count('Visits a month from paid results.'),
  paid_share: figure('Share of paid visits, 0 to 1.', 0, 1),
});

const MONTHS = 12;
const trend = optional(
  z
    .union([z.string().transform((cell) => cell.split(/[;,]/).map(Number)), z.array(z.number())])
    .pipe(z.array(z.number().min(0)).length(MONTHS)),
).describe('Interest in the last twelve months, oldest first, twelve numbers with semicolons.');

const keywords = z.object({
  country: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/)
    .describe('Country of the searches: ISO 3166-1, two letters.'),
  keyword: z.string().trim().min(1).max(200).describe('The keyword.'),
  search_volume: count('Searches a month.'),
  cpc_usd: figure('Price of a click, US dollars.'),
  keyword_difficulty: score('How hard it is to rank for'),
  primary_intent: text('informational, navigational, commercial or transactional.'),
  trend,
  serp_features: list('What the page of results shows besides results'),
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
  domain,
  report: z
    .string()
    .trim()
    .toLowerCase()
    .pipe(z.enum(AUDIENCE_REPORTS))
    .describe(`One of ${AUDIENCE_REPORTS.join(', ')}.`),
  label: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .describe('What the row counts: a measure of the summary, a country, an age and sex, a site.'),
  value: figure('How many or how much.'),
  share: figure('Its share of the whole, 0 to 1.', 0, 1),
});

/** Figures about web sites and searches. */
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
    apartBy: ['report', 'label'],
    row: audiences,
    description:
      'Who visits a domain, a row for each line of each report: audience intelligence. All rows of a domain come in one import.',
  },
} as const satisfies Record<string, RecordDataset>;
