/** Search and link figures of a domain. Null, and an empty list, is what nobody asked could say. */
export interface DomainMetrics {
  /** 0 to 100, as the three scores below. */
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

export const UNMEASURED: DomainMetrics = {
  ...{ authorityScore: null, pageAuthority: null, domainStrength: null, trustScore: null },
  ...{ totalBacklinks: null, referringDomains: null, referringMainDomains: null },
  ...{ referringIps: null, referringSubnets: null, nofollowBacklinks: null, brokenBacklinks: null },
  ...{ spamScore: null, firstSeen: null, topTlds: [], topCountries: [], linkTypes: [] },
  ...{ organicTraffic: null, organicKeywords: null, searchRank: null, popularityRank: null },
  ...{ runsPaidAds: null, organicTrafficValueUsd: null, paidKeywords: null, paidTraffic: null },
  paidShare: null,
};

const saysNothing = (value: unknown): boolean =>
  value === null || (Array.isArray(value) && value.length === 0);

/**
 * One set of figures out of several, the best first: each figure is that of the first that has it.
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
    return [name, others.find((other) => !saysNothing(other)) ?? figure] as const;
  });
  return { ...best, ...Object.fromEntries(figures) };
}

/** How strong a domain is by the domains that link to it: 0 to 100, logarithmic. */
export const strengthOf = (referringDomains: number): number =>
  Math.min(100, Math.round(14 * Math.log10(referringDomains + 1)));

/** @returns 0 to 1; null when one is unknown or there are no visits at all */
export function paidShareOf(paid: number | null, organic: number | null): number | null {
  if (paid === null || organic === null || paid + organic === 0) return null;
  return paid / (paid + organic);
}
