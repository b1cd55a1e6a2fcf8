import * as z from 'zod';
import {
  type DomainMetrics,
  domainStrengthFor,
  paidShareFor,
  UNKNOWN_METRICS,
} from '../../domain/web/domain-metrics.ts';
import { alike } from '../../lib/alike.ts';
import { count, isoTimestamp, number, part } from '../../lib/loose-fields.ts';
import { fromUpstream, type VendorCall } from '../upstream/vendor-source.ts';
import { askLive, DATAFORSEO } from './client.ts';

const UNITED_STATES = 2_840;
const MOST_NAMED = 10;

const counts = z.record(z.string(), count).nullable().catch(null);

const summary = z.object({
  rank: z.number().nullable(),
  backlinks: count,
  backlinks_spam_score: number,
  ...alike(count, 'referring_domains', 'referring_main_domains', 'referring_ips'),
  ...alike(count, 'referring_subnets', 'broken_backlinks', 'referring_pages_nofollow'),
  first_seen: isoTimestamp,
  referring_links_tld: counts,
  referring_links_types: counts,
  referring_links_countries: counts,
});

type Counts = z.output<typeof counts>;

/** Names by how many links they have, most first; a nameless one is left out. */
const byCountDescending = (named: Counts): { type: string; links: number | null }[] =>
  Object.entries(named ?? {})
    .filter(([type]) => type.trim() !== '')
    .map(([type, links]) => ({ type, links }))
    .sort((one, other) => (other.links ?? 0) - (one.links ?? 0))
    .slice(0, MOST_NAMED);

const namesOf = (named: Counts): string[] => byCountDescending(named).map(({ type }) => type);

const askLinks = (target: string, call: VendorCall) =>
  askLive(call, {
    path: '/backlinks/summary/live',
    task: { target, include_subdomains: true, rank_scale: 'one_hundred' },
    result: summary,
  });

const clamp = (score: number): number => Math.min(100, Math.max(0, Math.round(score)));

/** Links to a domain. */
export const dataForSeoLinks = fromUpstream<string, DomainMetrics>(DATAFORSEO, {
  name: 'dataforseo_backlinks',
  label: 'link_index',
  async ask(domain, call) {
    const found = await askLinks(domain, call);
    // Of a domain it does not know the vendor also says zeros.
    if (!found || (!found.rank && !found.backlinks && !found.referring_domains)) return null;
    const main = found.referring_main_domains ?? found.referring_domains;
    const spam = found.backlinks_spam_score;
    return {
      ...UNKNOWN_METRICS,
      authorityScore: found.rank === null ? null : clamp(found.rank),
      domainStrength: main === null ? null : domainStrengthFor(main),
      trustScore: spam === null ? null : clamp(100 - spam),
      totalBacklinks: found.backlinks,
      referringDomains: found.referring_domains,
      referringMainDomains: found.referring_main_domains,
      referringIps: found.referring_ips,
      referringSubnets: found.referring_subnets,
      nofollowBacklinks: found.referring_pages_nofollow,
      brokenBacklinks: found.broken_backlinks,
      spamScore: spam === null ? null : clamp(spam),
      firstSeen: found.first_seen?.slice(0, 10) ?? null,
      topTlds: namesOf(found.referring_links_tld),
      topCountries: namesOf(found.referring_links_countries),
      linkTypes: byCountDescending(found.referring_links_types),
    };
  },
});

/** Authority of a domain's home page. */
export const dataForSeoPage = fromUpstream<string, DomainMetrics>(DATAFORSEO, {
  name: 'dataforseo_page',
  label: 'link_index',
  async ask(domain, call) {
    const found = await askLinks(`https://${domain}/`, call);
    if (!found || found.rank === null) return null;
    return { ...UNKNOWN_METRICS, pageAuthority: clamp(found.rank) };
  },
});

const paid = part({ etv: number, count });
const organic = part({ etv: number, count, estimated_paid_traffic_cost: number });
const overview = z.object({
  items: z.array(z.object({ metrics: z.object({ organic, paid }) })).nullable(),
});

const roundedVisits = (etv: number | null | undefined): number | null =>
  etv === null || etv === undefined || etv < 0 ? null : Math.round(etv);

/** Visits from search results and advertisements, in the United States. */
export const dataForSeoTraffic = fromUpstream<string, DomainMetrics>(DATAFORSEO, {
  name: 'dataforseo_traffic',
  label: 'search_metrics',
  async ask(domain, call) {
    const found = await askLive(call, {
      path: '/dataforseo_labs/google/domain_rank_overview/live',
      task: { target: domain, location_code: UNITED_STATES, language_code: 'en' },
      result: overview,
    });
    const metrics = found?.items?.[0]?.metrics;
    if (!metrics) return null;
    const organicTraffic = roundedVisits(metrics.organic?.etv);
    const paidTraffic = roundedVisits(metrics.paid?.etv);
    const paidKeywords = metrics.paid?.count ?? null;
    return {
      ...UNKNOWN_METRICS,
      organicTraffic,
      organicKeywords: metrics.organic?.count ?? null,
      organicTrafficValueUsd: metrics.organic?.estimated_paid_traffic_cost ?? null,
      runsPaidAds: paidKeywords === null ? null : paidKeywords > 0,
      paidKeywords,
      paidTraffic,
      paidShare: paidShareFor(paidTraffic, organicTraffic),
    };
  },
});
