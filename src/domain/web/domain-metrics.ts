import { alike } from '../../lib/fields.ts';
import type { MaybePromise } from '../../lib/maybe-promise.ts';

/** Ranks of one domain in the open lists; null: it is not in that list, or that is not loaded. */
export interface RankRow {
  /** Place among the most visited. */
  tranco: { position: number; of: number } | null;
  /** Place by links, and the networks and addresses that link to it. */
  majestic: { position: number; of: number; subnets: number; addresses: number } | null;
  /** Places in the graph of links of a crawl: by harmonic centrality, and by page rank. */
  commonCrawl: { harmonic: number; pageRank: number; of: number } | null;
}

/** Every loaded list behind one lookup. */
export interface Ranks {
  /** Whether at least one is loaded. At once, except for an isolate's first question. */
  isLoaded(): MaybePromise<boolean>;
  /** Names the current version of all. */
  version(): MaybePromise<string>;
  /** @param domain registrable, A-labels @throws Error when a table cannot be read */
  find(domain: string): Promise<RankRow>;
}

/**
 * Score of a rank: 0 to 100, logarithmic, as ranks by links and visits follow a power law.
 * @param of how many domains were ranked
 */
export function rankScore(position: number, of: number): number {
  const score = Math.round(100 * (1 - Math.log(position) / Math.log(of + 1)));
  return Math.min(100, Math.max(0, score));
}

/** Search and link figures of a domain. Null and empty lists are what no source could say. */
export interface DomainMetrics {
  authorityScore: number | null;
  /** Of the home page alone. */
  pageAuthority: number | null;
  domainStrength: number | null;
  trustScore: number | null;
  totalBacklinks: number | null;
  referringDomains: number | null;
  referringMainDomains: number | null;
  referringIps: number | null;
  /** Networks of 256 addresses. */
  referringSubnets: number | null;
  nofollowBacklinks: number | null;
  brokenBacklinks: number | null;
  /** 0 to 100. */
  spamScore: number | null;
  /** Day the first link was seen, ISO 8601. */
  firstSeen: string | null;
  /** Most links first. */
  topTlds: string[];
  topCountries: string[];
  /** Kinds of links, and how many there are of each. */
  linkTypes: { type: string; links: number | null }[];
  /** Visits a month from search results. */
  organicTraffic: number | null;
  organicKeywords: number | null;
  /** Rank among all domains by visits from search. */
  searchRank: number | null;
  /** Place in a list of the most visited domains. */
  popularityRank: number | null;
  runsPaidAds: boolean | null;
  /** What the visits from search results would cost as advertisements. */
  organicTrafficValueUsd: number | null;
  paidKeywords: number | null;
  /** Visits a month from paid results. */
  paidTraffic: number | null;
  /** Share of the paid visits among those from search, 0 to 1. */
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
 * Merges sets of figures, the best first: each figure is that of the first set that has it.
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

/** How strong a domain is by the domains that link to it: 0 to 100, logarithmic. */
export const domainStrengthFor = (referringDomains: number): number =>
  Math.min(100, Math.round(14 * Math.log10(referringDomains + 1)));

/** @returns 0 to 1; null when one is unknown or there are no visits at all */
export function paidShareFor(paid: number | null, organic: number | null): number | null {
  if (paid === null || organic === null || paid + organic === 0) return null;
  return paid / (paid + organic);
}
