import * as z from 'zod';
import { defineProduct } from '../../../core/lookup/product.ts';
import { UNMEASURED } from '../../../core/web/domain-metrics.ts';
import { metricsSandbox } from '../metrics-sandbox.ts';
import {
  concludeMetrics,
  domainBody,
  METRICS_FACT_VERSION,
  metricsSources,
  withPaidSearch,
} from '../metrics-sources.ts';

const CREDITS = 10;

const count = z.int().min(0).nullable();

const classification = z.object({
  found: z.boolean().describe('Whether any source knows the domain. Nothing is charged if not.'),
  domain: z.string().describe('The registrable domain.'),
  authority_score: z
    .number()
    .min(0)
    .max(100)
    .nullable()
    .describe('Authority by its links, 0 to 100.'),
  search_rank: count.describe('Rank among all domains by visits from search.'),
  popularity_rank: count.describe('Place in a public list of the most visited domains.'),
  organic_traffic: count.describe('Visits a month from search results.'),
  runs_paid_ads: z
    .boolean()
    .nullable()
    .describe('Whether it pays for search advertisements; null when no source says.'),
});

const insights = z.object({
  domain_authority_result: z
    .object({
      organic_keywords: count.describe('Keywords it is found by.'),
      organic_traffic_value_usd: z
        .number()
        .nullable()
        .describe('What those visits would cost as advertisements, US dollars.'),
      paid_keywords: count.describe('Keywords it pays for.'),
      paid_traffic: count.describe('Visits a month from paid results.'),
      paid_share: z
        .number()
        .min(0)
        .max(1)
        .nullable()
        .describe('Share of the paid visits among those from search, 0 to 1.'),
    })
    .describe('What is known of its searches and advertisements; null is what no source says.'),
});

/** How much weight does this domain carry with search engines? */
export const domainAuthority = defineProduct({
  path: '/domain-authority',
  type: 'domain_authority',
  summary: 'Authority, search traffic and advertising of a domain',
  tier: 'standard',
  input: domainBody,
  subject: ({ domain }) => domain.name,
  sources: withPaidSearch(metricsSources('links', 'traffic')),
  conclude: concludeMetrics,
  price: { upTo: CREDITS, charge: (metrics) => (metrics ? CREDITS : 0) },
  classification: {
    schema: classification,
    from(metrics, { domain }) {
      const { authorityScore, searchRank, popularityRank, organicTraffic, runsPaidAds } =
        metrics ?? UNMEASURED;
      return {
        found: metrics !== null,
        domain: domain.name,
        authority_score: authorityScore,
        search_rank: searchRank,
        popularity_rank: popularityRank,
        organic_traffic: organicTraffic,
        runs_paid_ads: runsPaidAds,
      };
    },
  },
  insights: {
    schema: insights,
    from(metrics) {
      const { organicKeywords, organicTrafficValueUsd, paidKeywords, paidTraffic, paidShare } =
        metrics ?? UNMEASURED;
      return {
        domain_authority_result: {
          organic_keywords: organicKeywords,
          organic_traffic_value_usd: organicTrafficValueUsd,
          paid_keywords: paidKeywords,
          paid_traffic: paidTraffic,
          paid_share: paidShare,
        },
      };
    },
  },
  bulk: 'domain_authority',
  factVersion: METRICS_FACT_VERSION,
  sandbox: metricsSandbox,
  example: { domain: 'example.com' },
});
