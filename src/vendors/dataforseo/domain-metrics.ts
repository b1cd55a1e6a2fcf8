import * as z from 'zod';
import {
  type DomainMetrics,
  domainStrengthFor,
  paidShareFor,
  UNKNOWN_METRICS,
} from '../../domain/web/domain-metrics.ts';
import {
  amount,
  count,
  fieldsAt,
  fieldsBelow,
  isoTimestamp,
  listOf,
  number,
} from '../../lib/loose-fields.ts';
import { fromUpstream, type VendorCall } from '../upstream/vendor-source.ts';
import { askLive, DATAFORSEO } from './client.ts';

const UNITED_STATES = 2_840;
const MOST_NAMED = 10;

const counts = z.record(z.string(), count).nullable().catch(null);

type Counts = z.output<typeof counts>;

/** Names with the most links, in descending order; an empty name is left out. */
const byCountDescending = (named: Counts): { type: string; links: number | null }[] =>
  Object.entries(named ?? {})
    .filter(([type]) => type.trim() !== '')
    .map(([type, links]) => ({ type, links }))
    .sort((one, other) => (other.links ?? 0) - (one.links ?? 0))
    .slice(0, MOST_NAMED);

const names = counts.transform((named) => byCountDescending(named).map(({ type }) => type));

const clamp = (score: number): number => Math.min(100, Math.max(0, Math.round(score)));
const score = (read: number | null): number | null => (read === null ? null : clamp(read));

const summary = fieldsAt({
  authorityScore: [
    'rank',
    z
      .union([z.number(), z.string()])
      .nullable()
      .transform((rank) => score(number.parse(rank))),
  ],
  totalBacklinks: ['backlinks', count],
  referringDomains: ['referring_domains', count],
  referringMainDomains: ['referring_main_domains', count],
  referringIps: ['referring_ips', count],
  referringSubnets: ['referring_subnets', count],
  nofollowBacklinks: ['referring_pages_nofollow', count],
  brokenBacklinks: ['broken_backlinks', count],
  spamScore: ['backlinks_spam_score', number.transform(score)],
  trustScore: [
    'backlinks_spam_score',
    number.transform((spam) => score(spam === null ? null : 100 - spam)),
  ],
  firstSeen: ['first_seen', isoTimestamp.transform((at) => at?.slice(0, 10) ?? null)],
  topTlds: ['referring_links_tld', names],
  topCountries: ['referring_links_countries', names],
  linkTypes: ['referring_links_types', counts.transform(byCountDescending)],
});

const askLinks = (target: string, call: VendorCall) =>
  askLive(call, {
    path: '/backlinks/summary/live',
    task: { target, include_subdomains: true, rank_scale: 'one_hundred' },
    result: summary,
  });

export const dataForSeoLinks = fromUpstream<string, DomainMetrics>(DATAFORSEO, {
  name: 'dataforseo_backlinks',
  label: 'link_index',
  async ask(domain, call) {
    const found = await askLinks(domain, call);
    if (!found) return null;
    const { authorityScore, totalBacklinks, referringDomains, referringMainDomains } = found;
    // The vendor also returns zeros for a domain that it does not have.
    if (!authorityScore && !totalBacklinks && !referringDomains) return null;
    const main = referringMainDomains ?? referringDomains;
    return {
      ...UNKNOWN_METRICS,
      ...found,
      domainStrength: main === null ? null : domainStrengthFor(main),
    };
  },
});

export const dataForSeoPage = fromUpstream<string, DomainMetrics>(DATAFORSEO, {
  name: 'dataforseo_page',
  label: 'link_index',
  async ask(domain, call) {
    const found = await askLinks(`https://${domain}/`, call);
    if (!found || found.authorityScore === null) return null;
    return { ...UNKNOWN_METRICS, pageAuthority: found.authorityScore };
  },
});

const visits = amount.transform((etv) => etv && Math.round(etv));

const traffic = fieldsBelow('metrics', {
  organicTraffic: ['organic.etv', visits],
  organicKeywords: ['organic.count', count],
  organicTrafficValueUsd: ['organic.estimated_paid_traffic_cost', amount],
  paidKeywords: ['paid.count', count],
  paidTraffic: ['paid.etv', visits],
});

const overview = z.object({ items: listOf(traffic).nullable() });

/** Visits from search results and ads, in the United States. */
export const dataForSeoTraffic = fromUpstream<string, DomainMetrics>(DATAFORSEO, {
  name: 'dataforseo_traffic',
  label: 'search_metrics',
  async ask(domain, call) {
    const found = await askLive(call, {
      path: '/dataforseo_labs/google/domain_rank_overview/live',
      task: { target: domain, location_code: UNITED_STATES, language_code: 'en' },
      result: overview,
    });
    const metrics = found?.items?.[0];
    if (!metrics) return null;
    const { paidKeywords, paidTraffic, organicTraffic, organicKeywords } = metrics;
    if (!organicKeywords && !organicTraffic && !paidKeywords && !paidTraffic) return null;
    return {
      ...UNKNOWN_METRICS,
      ...metrics,
      runsPaidAds: paidKeywords === null ? null : paidKeywords > 0,
      paidShare: paidShareFor(paidTraffic, organicTraffic),
    };
  },
});
