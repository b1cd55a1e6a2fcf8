import * as z from 'zod';
import { type DomainMetrics, UNKNOWN_METRICS } from '../../domain/web/domain-metrics.ts';
import { defineProduct } from '../../lookup/product.ts';
import type { RiskTable } from '../../lookup/scoring.ts';
import {
  DOMAIN_METRICS_FACT_VERSION,
  deriveDomainMetrics,
  domainBody,
  domainMetricsSandbox,
  domainMetricsSources,
} from './domain-metrics.ts';

const CREDITS = 10;
/** Verdict for a domain without a measured trust score: neither safe nor not. */
const UNKNOWN_RISK = 50;
const LITTLE_TRUST = 40;

const score = z.number().min(0).max(100).nullable();
const count = z.int().min(0).nullable();

const classification = z.object({
  found: z.boolean().describe('Whether any source knows the domain. Nothing is charged if not.'),
  domain: z.string().describe('The registrable domain.'),
});

const insights = z.object({
  authority: z
    .object({
      domainAuthority: score.describe('Authority of the domain, 0 to 100.'),
      pageAuthority: score.describe('Authority of its home page, 0 to 100.'),
      domainStrength: score.describe('Strength by the domains that link to it, 0 to 100.'),
      trustScore: score.describe('The less spam among its links, the higher, 0 to 100.'),
    })
    .describe('Scores; null is what no source says.'),
  backlinks: z
    .object({
      totalBacklinks: count.describe('Links to the domain.'),
      referringDomains: count.describe('Domains they are on.'),
    })
    .describe('Who links to it.'),
  traffic: z
    .object({
      organicTraffic: count.describe('Visits a month from search results.'),
      organicKeywords: count.describe('Keywords it is found by.'),
    })
    .describe('What search engines bring.'),
});

const risk: RiskTable<DomainMetrics | null> = {
  base: (metrics) => 100 - (metrics?.trustScore ?? 100 - UNKNOWN_RISK),
  factors: [
    { code: 'NO_MATCH_FOUND', points: 0, applies: (metrics) => metrics === null },
    {
      code: 'TRUST_UNKNOWN',
      points: 0,
      applies: (metrics) => metrics !== null && metrics.trustScore === null,
    },
    {
      code: 'SPAM_LINKS',
      points: 0,
      applies: (metrics) => (metrics?.trustScore ?? 100) < LITTLE_TRUST,
    },
  ],
  confidence: {
    base: 90,
    factors: [
      { code: 'TRUST_UNKNOWN', points: -60, applies: (metrics) => metrics?.trustScore == null },
      {
        code: 'LINKS_UNKNOWN',
        points: -20,
        applies: (metrics) => metrics?.referringDomains == null,
      },
    ],
  },
};

/** How does this domain stand with search engines? */
export const domainSeoIntelligence = defineProduct({
  path: '/domain-seo-intelligence',
  type: 'domain_seo_intelligence',
  summary: 'Authority, backlinks and search traffic of a domain',
  tier: 'standard',
  input: domainBody,
  subject: ({ domain }) => domain.name,
  sources: domainMetricsSources('links', 'traffic', 'page'),
  derive: deriveDomainMetrics,
  price: { upTo: CREDITS, charge: (metrics) => (metrics ? CREDITS : 0) },
  classification: {
    schema: classification,
    from: (metrics, { domain }) => ({ found: metrics !== null, domain: domain.name }),
  },
  insights: {
    schema: insights,
    from(metrics) {
      const known = metrics ?? UNKNOWN_METRICS;
      const { pageAuthority, domainStrength, trustScore } = known;
      const { totalBacklinks, referringDomains, organicTraffic, organicKeywords } = known;
      return {
        authority: {
          domainAuthority: known.authorityScore,
          pageAuthority,
          domainStrength,
          trustScore,
        },
        backlinks: { totalBacklinks, referringDomains },
        traffic: { organicTraffic, organicKeywords },
      };
    },
  },
  risk,
  factVersion: DOMAIN_METRICS_FACT_VERSION,
  sandbox: domainMetricsSandbox,
  example: { domain: 'example.com' },
});
