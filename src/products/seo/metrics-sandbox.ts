import { forcedRefusals, type SandboxCase } from '../../core/lookup/product.ts';
import { type DomainMetrics, UNMEASURED } from '../../core/web/domain-metrics.ts';
import type { MetricsFact } from './metrics-sources.ts';

const known: DomainMetrics = {
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
export const metricsSandbox: readonly SandboxCase<MetricsFact>[] = [
  { subject: 'example.com', shows: 'a domain that is measured in full', fact: { measured: known } },
  { subject: 'example.net', shows: 'a domain nobody knows', fact: { measured: null } },
  {
    subject: 'example.org',
    shows: 'a domain of which only its links are known, most of them spam',
    fact: {
      measured: {
        ...UNMEASURED,
        authorityScore: 9,
        domainStrength: 22,
        trustScore: 12,
        spamScore: 88,
        totalBacklinks: 5_400,
        referringDomains: 36,
      },
    },
  },
  ...forcedRefusals('broke.example', 'busy.example', 'timeout.example'),
];
