import * as z from 'zod';
import {
  type DomainMetrics,
  mergeMetrics,
  UNKNOWN_METRICS,
} from '../../domain/web/domain-metrics.ts';
import { type RegistrableDomain, registeredDomain } from '../../domain/web/domain-name.ts';
import { field } from '../../lookup/answer-fields.ts';
import { inSandbox, type SandboxCase } from '../../lookup/product.ts';
import {
  allOf,
  firstMatch,
  foundFact,
  optionalPart,
  requireAnswer,
  type Sources,
} from '../../lookup/source.ts';
import { rankedDomain } from '../../open-data/ranks/ranks.ts';
import { recordedMetrics } from '../../open-data/records/web.ts';
import {
  dataForSeoLinks,
  dataForSeoPage,
  dataForSeoTraffic,
} from '../../vendors/dataforseo/domain-metrics.ts';
import { semrushLinks, semrushPage, semrushTraffic } from '../../vendors/semrush/domain-metrics.ts';
import { paidSearchTags } from '../../web-reader/ad-tags.ts';

export interface DomainInput {
  domain: RegistrableDomain;
}

/** Metrics of a domain. Null: queried and not known; absent: no source configured. */
export interface DomainMetricsFact {
  measured?: DomainMetrics | null | undefined;
  /** From open lists; fallback for figures that no source measured. */
  ranked?: DomainMetrics | null | undefined;
  /** From the domain's home page; fallback if no source measured it. */
  runsPaidAds?: boolean | undefined;
  /** Days since registration, present if no source measured trust; null: not known. */
  ageDays?: number | null | undefined;
}

/** Groups of upstream figures; each group is a separate call. */
const UPSTREAM_METRICS = {
  links: firstMatch(semrushLinks, dataForSeoLinks),
  traffic: firstMatch(semrushTraffic, dataForSeoTraffic),
  page: optionalPart(firstMatch(semrushPage, dataForSeoPage)),
};

type MetricsPart = keyof typeof UPSTREAM_METRICS;

/** Queries several groups for one domain and merges them into one fact. */
function upstreamMetrics(parts: readonly MetricsPart[]): Sources<string, DomainMetrics | null> {
  const all = allOf(Object.fromEntries(parts.map((part) => [part, UPSTREAM_METRICS[part]])));
  return {
    list: all.list,
    resolve: async (domain, ask) => mergeMetrics(...Object.values(await all.resolve(domain, ask))),
  };
}

/**
 * The figures that a product shows of each group, so far as every upstream has them: a row of the
 * operator's file that lacks one is completed by the group.
 */
type ShownMetrics = Readonly<Partial<Record<MetricsPart, readonly (keyof DomainMetrics)[]>>>;

const partsOf = (shown: ShownMetrics) => Object.keys(shown) as MetricsPart[];

/** Row of the operator's file, with the figures that it lacks from the configured upstreams. */
const completedRow = (shown: ShownMetrics): Sources<string, DomainMetrics | null> => ({
  list: [recordedMetrics],
  async resolve(domain, ask) {
    const row = requireAnswer(await ask(recordedMetrics, domain));
    if (!row) return null;
    const lacking = partsOf(shown).filter((part) =>
      shown[part]?.some((figure) => row[figure] === null),
    );
    const found = await Promise.all(lacking.map((part) => ask(UPSTREAM_METRICS[part], domain)));
    return mergeMetrics(row, ...found.map(foundFact));
  },
});

/**
 * Source order: the operator's file, then the configured upstreams, queried only for the figures
 * the product shows; open lists in parallel.
 */
export function domainMetricsSources(shown: ShownMetrics): Sources<DomainInput, DomainMetricsFact> {
  const measured = firstMatch(completedRow(shown), upstreamMetrics(partsOf(shown)));
  const all = allOf({ measured, ranked: rankedDomain });
  return { list: all.list, resolve: ({ domain }, ask) => all.resolve(domain.name, ask) };
}

/** Figures of search traffic that products about it show. */
export const TRAFFIC_FIGURES = [
  ...(['organicTraffic', 'organicKeywords', 'organicTrafficValueUsd'] as const),
  ...(['runsPaidAds', 'paidKeywords', 'paidTraffic'] as const),
];

/** Also reads the home page for paid-search tags if no source measured advertising. */
export function withPaidSearch(
  known: Sources<DomainInput, DomainMetricsFact>,
): Sources<DomainInput, DomainMetricsFact> {
  return {
    list: [...known.list, paidSearchTags],
    answeredBy: known.list,
    async resolve(input, ask) {
      const fact = await known.resolve(input, ask);
      const metrics = deriveDomainMetrics(fact);
      if (!metrics || metrics.runsPaidAds !== null) return fact;
      const seen = foundFact(await ask(paidSearchTags, input.domain.name));
      return { ...fact, ...(seen && { runsPaidAds: seen.runsPaidAds }) };
    },
  };
}

/** All known metrics of the domain; null if no source has it. A rank of 0 counts as unknown. */
export function deriveDomainMetrics({
  measured,
  ranked,
  runsPaidAds,
}: DomainMetricsFact): DomainMetrics | null {
  const metrics = mergeMetrics(measured, ranked);
  return (
    metrics && {
      ...metrics,
      searchRank: metrics.searchRank || null,
      popularityRank: metrics.popularityRank || null,
      runsPaidAds: metrics.runsPaidAds ?? runsPaidAds ?? null,
    }
  );
}

const SAMPLE_METRICS: DomainMetrics = {
  authorityScore: 61,
  pageAuthority: 58,
  domainStrength: 64,
  trustScore: 92,
  totalBacklinks: 120_400,
  referringDomains: 4_300,
  referringMainDomains: 3_900,
  referringIps: 3_100,
  referringSubnets: 2_400,
  nofollowBacklinks: 30_100,
  brokenBacklinks: 420,
  spamScore: 8,
  firstSeen: '2004-02-11',
  topTlds: ['com', 'org', 'net'],
  topCountries: ['US', 'GB', 'DE'],
  linkTypes: [
    { type: 'anchor', links: 101_000 },
    { type: 'image', links: 19_400 },
  ],
  organicTraffic: 182_000,
  organicKeywords: 9_400,
  searchRank: 21_400,
  popularityRank: 18_250,
  runsPaidAds: true,
  organicTrafficValueUsd: 96_500.5,
  paidKeywords: 120,
  paidTraffic: 4_100,
  paidShare: 0.022,
};

/** Documentation names (RFC 2606), for the three products about a domain. */
const sandbox: readonly SandboxCase<DomainMetricsFact>[] = [
  inSandbox.answer('example.com', 'a domain that is measured in full', {
    measured: SAMPLE_METRICS,
  }),
  inSandbox.answer('example.net', 'an unknown domain', { measured: null }),
  inSandbox.answer('example.org', 'a domain of which only its links are known, most of them spam', {
    measured: {
      ...UNKNOWN_METRICS,
      authorityScore: 9,
      domainStrength: 22,
      trustScore: 12,
      spamScore: 88,
      totalBacklinks: 5_400,
      referringDomains: 36,
    },
  }),
  ...inSandbox.refusals('broke.example', 'busy.example', 'timeout.example'),
];

/** Declaration shared by the products about a domain. */
export const domainProduct = {
  tier: 'standard' as const,
  input: z.object({ domain: registeredDomain }),
  subject: ({ domain }: DomainInput) => domain.name,
  /** Version of {@link DomainMetricsFact}. */
  factVersion: 2,
  sandbox,
  example: { domain: 'example.com' },
};

/** Classification of these products: whether the domain is known, and the given figures. */
export const domainClassification = <Figures extends z.ZodRawShape>(figures: Figures) =>
  z.object({
    found: field.boolean('Whether any source knows the domain. Nothing is charged if not.'),
    domain: field.text('The registrable domain.'),
    ...figures,
  });

export const classifyDomain = (metrics: DomainMetrics | null, { domain }: DomainInput) => ({
  found: metrics !== null,
  domain: domain.name,
});
