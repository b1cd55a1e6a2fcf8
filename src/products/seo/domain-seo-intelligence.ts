import * as z from 'zod';
import { type DomainMetrics, UNKNOWN_METRICS } from '../../domain/web/domain-metrics.ts';
import { DAY_MS } from '../../lib/time.ts';
import { field } from '../../lookup/answer-fields.ts';
import { defineProduct } from '../../lookup/product.ts';
import type { RiskTable } from '../../lookup/scoring.ts';
import { foundFact, type Sources } from '../../lookup/source.ts';
import { registration } from '../../open-data/registration/registration.ts';
import {
  type DomainInput,
  type DomainMetricsFact,
  deriveDomainMetrics,
  domainClassification,
  domainMetricsSources,
  domainProduct,
} from './domain-metrics.ts';

/** Base risk of a domain without a measured trust score: doubtful, no more. */
const UNPROVEN_RISK = 30;
const LITTLE_TRUST = 40;

const classification = domainClassification({});

const insights = z.object({
  authority: field.object('Scores. Null: no source says.', {
    domainAuthority: field.scoreOrNull('Authority of the domain, 0 to 100.'),
    pageAuthority: field.scoreOrNull('Authority of the home page, 0 to 100.'),
    domainStrength: field.scoreOrNull(
      'Strength based on the domains that link to the domain, 0 to 100.',
    ),
    trustScore: field.scoreOrNull(
      'Trust score, 0 to 100. The less spam among the links, the higher.',
    ),
  }),
  backlinks: field.object('Figures about links to the domain.', {
    totalBacklinks: field.countOrNull('Number of links to the domain.'),
    referringDomains: field.countOrNull('Number of domains with links to the domain.'),
  }),
  traffic: field.object('Figures about visits from search engines.', {
    organicTraffic: field.countOrNull('Monthly visits from search results.'),
    organicKeywords: field.countOrNull('Number of keywords for which the domain ranks.'),
  }),
});

/** Best ranks, of a million ranked domains, that throwaway domains hardly ever reach. */
const HIGH_RANK = 100_000;
const HIGH_AUTHORITY = 50;
const LOW_AUTHORITY = 15;
const ESTABLISHED_DAYS = 730;
const NEW_DAYS = 90;

/** Metrics, and the age by registration if no trust was measured. */
interface DomainStanding {
  metrics: DomainMetrics | null;
  ageDays: number | null;
}

const lacksTrust = ({ metrics }: DomainStanding): boolean => metrics?.trustScore == null;
const isAtMost = (figure: number | null | undefined, most: number): boolean =>
  figure != null && figure <= most;
const isHighlyRanked = ({ metrics }: DomainStanding): boolean =>
  isAtMost(metrics?.popularityRank, HIGH_RANK) ||
  isAtMost(metrics?.searchRank, HIGH_RANK) ||
  (metrics?.authorityScore ?? 0) >= HIGH_AUTHORITY;
const isLittleLinked = (standing: DomainStanding): boolean =>
  isAtMost(standing.metrics?.authorityScore, LOW_AUTHORITY) && !isHighlyRanked(standing);

/** Risk by measured trust; without it by rank and age, because unknown trust is no risk itself. */
const risk: RiskTable<DomainStanding> = {
  base: ({ metrics }) => (metrics?.trustScore == null ? UNPROVEN_RISK : 100 - metrics.trustScore),
  factors: {
    NO_MATCH_FOUND: [0, ({ metrics }) => metrics === null],
    SPAM_LINKS: [0, ({ metrics }) => (metrics?.trustScore ?? 100) < LITTLE_TRUST],
    HIGHLY_RANKED: [-20, (standing) => lacksTrust(standing) && isHighlyRanked(standing)],
    LITTLE_LINKED: [10, (standing) => lacksTrust(standing) && isLittleLinked(standing)],
    ESTABLISHED_DOMAIN: [
      -10,
      (standing) => lacksTrust(standing) && (standing.ageDays ?? 0) >= ESTABLISHED_DAYS,
    ],
    NEW_DOMAIN: [
      30,
      (standing) => lacksTrust(standing) && (standing.ageDays ?? NEW_DAYS) < NEW_DAYS,
    ],
  },
  confidence: {
    base: 90,
    factors: {
      TRUST_UNKNOWN: [-60, lacksTrust],
      RANK_KNOWN: [
        20,
        (standing) => lacksTrust(standing) && standing.metrics?.authorityScore != null,
      ],
      AGE_KNOWN: [20, (standing) => lacksTrust(standing) && standing.ageDays !== null],
      LINKS_UNKNOWN: [-20, ({ metrics }) => metrics?.referringDomains == null],
    },
  },
};

/** Short timeout and a cache of at most one day: the age is optional. */
const REGISTRY = { timeoutMs: 3_000, maxAgeMs: DAY_MS };

/** Queries the registry only for a known domain without a measured trust score. */
function withAge(
  known: Sources<DomainInput, DomainMetricsFact>,
): Sources<DomainInput, DomainMetricsFact> {
  return {
    list: [...known.list, ...registration.list],
    answeredBy: known.list,
    async resolve(input, ask) {
      const fact = await known.resolve(input, ask);
      const metrics = deriveDomainMetrics(fact);
      if (!metrics || metrics.trustScore !== null) return fact;
      const found = await ask(registration, { domain: input.domain, ...REGISTRY });
      return { ...fact, ageDays: foundFact(found)?.ageDays ?? null };
    },
  };
}

export const domainSeoIntelligence = defineProduct({
  path: '/domain-seo-intelligence',
  summary: 'Authority, backlinks and search traffic of a domain',
  ...domainProduct,
  sources: withAge(
    domainMetricsSources({
      links: ['authorityScore', 'domainStrength', 'totalBacklinks', 'referringDomains'],
      traffic: ['organicTraffic', 'organicKeywords'],
      page: ['pageAuthority'],
    }),
  ),
  derive: (fact): DomainStanding => ({
    metrics: deriveDomainMetrics(fact),
    ageDays: fact.ageDays ?? null,
  }),
  price: { upTo: 10, isPaid: ({ metrics }) => metrics !== null },
  classification: {
    schema: classification,
    from: ({ metrics }, { domain }) => ({ found: metrics !== null, domain: domain.name }),
  },
  insights: {
    schema: insights,
    from({ metrics }) {
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
});
