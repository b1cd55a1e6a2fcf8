import { alike } from '../../lib/fields.ts';
import type { MaybePromise } from '../../lib/maybe-promise.ts';

/** Ranks of one domain in the open lists; null when not listed or the list is not loaded. */
export interface RankRow {
  /** Position among the most visited. */
  tranco: { position: number; of: number } | null;
  /** Position by links, and the networks and addresses that link to it. */
  majestic: { position: number; of: number; subnets: number; addresses: number } | null;
  /** Positions in the link graph of a crawl: by harmonic centrality and by PageRank. */
  commonCrawl: { harmonic: number; pageRank: number; of: number } | null;
}

/** All loaded rank lists. */
export interface Ranks {
  /** Whether at least one is loaded. Synchronous, except on an isolate's first call. */
  isLoaded(): MaybePromise<boolean>;
  /** Version of all lists together. */
  version(): MaybePromise<string>;
  /** @param domain registrable, A-labels @throws Error when a table cannot be read */
  find(domain: string): Promise<RankRow>;
}

/**
 * Score of a rank: 0 to 100, logarithmic, because links and visits follow a power law.
 * @param of number of ranked domains
 */
export function rankScore(position: number, of: number): number {
  const score = Math.round(100 * (1 - Math.log(position) / Math.log(of + 1)));
  return Math.min(100, Math.max(0, score));
}

/** Search and link figures of a domain. Null and empty lists mean unknown. */
export interface DomainMetrics {
  authorityScore: number | null;
  /** Score of the home page only. */
  pageAuthority: number | null;
  domainStrength: number | null;
  trustScore: number | null;
  totalBacklinks: number | null;
  referringDomains: number | null;
  referringMainDomains: number | null;
  referringIps: number | null;
  /** Networks of 256 addresses (/24). */
  referringSubnets: number | null;
  nofollowBacklinks: number | null;
  brokenBacklinks: number | null;
  /** 0 to 100. */
  spamScore: number | null;
  /** Day on which the first link was found, ISO 8601. */
  firstSeen: string | null;
  /** By number of links, descending. */
  topTlds: string[];
  topCountries: string[];
  linkTypes: { type: string; links: number | null }[];
  /** Monthly visits from search results. */
  organicTraffic: number | null;
  organicKeywords: number | null;
  /** Rank among all domains by visits from search. */
  searchRank: number | null;
  /** Position in a list of the most visited domains. */
  popularityRank: number | null;
  runsPaidAds: boolean | null;
  /** Cost of the visits from search results if bought as advertisements. */
  organicTrafficValueUsd: number | null;
  paidKeywords: number | null;
  /** Monthly visits from paid results. */
  paidTraffic: number | null;
  /** Share of paid visits among those from search, 0 to 1. */
  paidShare: number | null;
}

export const UNKNOWN_METRICS: DomainMetrics = {
  ...alike(null, 'authorityScore', 'pageAuthority', 'domainStrength', 'trustScore'),
  ...alike(null, 'totalBacklinks', 'referringDomains', 'referringMainDomains', 'referringIps'),
  ...alike(null, 'referringSubnets', 'nofollowBacklinks', 'brokenBacklinks', 'spamScore'),
  firstSeen: null,
  topTlds: [],
  topCountries: [],
  linkTypes: [],
  ...alike(null, 'organicTraffic', 'organicKeywords', 'searchRank', 'popularityRank'),
  ...alike(null, 'runsPaidAds', 'organicTrafficValueUsd', 'paidKeywords', 'paidTraffic'),
  paidShare: null,
};

const isEmptyFigure = (value: unknown): boolean =>
  value === null || (Array.isArray(value) && value.length === 0);

/**
 * Merges sets of figures, best first: each figure is taken from the first set that has it.
 * @returns null when there is none
 */
export function mergeMetrics(
  ...measured: readonly (DomainMetrics | null | undefined)[]
): DomainMetrics | null {
  const known = measured.filter((one) => !!one);
  const [best] = known;
  if (!best) return null;
  const figures = Object.entries(best).map(([name, figure]) => {
    const others = known.map((one) => one[name as keyof DomainMetrics]);
    return [name, others.find((other) => !isEmptyFigure(other)) ?? figure] as const;
  });
  return { ...best, ...Object.fromEntries(figures) };
}

/** Strength of a domain by its referring domains: 0 to 100, logarithmic. */
export const domainStrengthFor = (referringDomains: number): number =>
  Math.min(100, Math.round(14 * Math.log10(referringDomains + 1)));

/** @returns 0 to 1; null when one is unknown or there are no visits at all */
export function paidShareFor(paid: number | null, organic: number | null): number | null {
  if (paid === null || organic === null || paid + organic === 0) return null;
  return paid / (paid + organic);
}
