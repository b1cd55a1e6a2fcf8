import * as z from 'zod';
import { UNKNOWN_METRICS } from '../../domain/web/domain-metrics.ts';
import { countField, textField } from '../../lookup/answer-fields.ts';
import { defineProduct } from '../../lookup/product.ts';
import {
  DOMAIN_METRICS_FACT_VERSION,
  deriveDomainMetrics,
  domainBody,
  domainMetricsSandbox,
  domainMetricsSources,
} from './domain-metrics.ts';

const CREDITS = 13;

const score = z.number().min(0).max(100).nullable();
const count = z.int().min(0).nullable();

const classification = z.object({
  found: z.boolean().describe('Whether any source knows the domain. Nothing is charged if not.'),
  domain: z.string().describe('The registrable domain.'),
  authority_score: score.describe('Authority by its links, 0 to 100.'),
  total_backlinks: countField('Links to the domain.'),
  referring_domains: countField('Domains they are on.'),
});

const insights = z.object({
  backlink_overview_result: z
    .object({
      referring_main_domains: countField('Registrable domains the links are on.'),
      referring_ips: countField('Addresses they are on.'),
      referring_subnets: countField('Networks of 256 addresses they are on.'),
      nofollow_backlinks: countField('Those of the links that pass no weight.'),
      broken_backlinks: countField('Those that lead nowhere.'),
      spam_score: score.describe('Spam among the links, 0 to 100.'),
      first_seen: textField('Day the first link was seen, ISO 8601.'),
      top_tlds: z.array(z.string()).describe('Top-level domains most links are from.'),
      top_countries: z.array(z.string()).describe('Countries most links are from.'),
      link_types: z
        .record(z.string(), count)
        .describe('Kinds of links, and how many there are of each; null when not counted.'),
    })
    .describe('The links in figures; null, or an empty list, is what no source says.'),
});

/** Who links to this domain? */
export const backlinkOverview = defineProduct({
  path: '/backlink-overview',
  type: 'backlink_overview',
  summary: 'Links to a domain in figures',
  tier: 'standard',
  input: domainBody,
  subject: ({ domain }) => domain.name,
  sources: domainMetricsSources('links'),
  derive: deriveDomainMetrics,
  price: {
    upTo: CREDITS,
    paidFor: [
      'total_backlinks',
      'referring_domains',
      'referring_main_domains',
      'referring_ips',
      'referring_subnets',
    ],
    charge: (metrics) => (metrics ? CREDITS : 0),
  },
  classification: {
    schema: classification,
    from(metrics, { domain }) {
      const { authorityScore, totalBacklinks, referringDomains } = metrics ?? UNKNOWN_METRICS;
      return {
        found: metrics !== null,
        domain: domain.name,
        authority_score: authorityScore,
        total_backlinks: totalBacklinks,
        referring_domains: referringDomains,
      };
    },
  },
  insights: {
    schema: insights,
    from(metrics) {
      const known = metrics ?? UNKNOWN_METRICS;
      return {
        backlink_overview_result: {
          referring_main_domains: known.referringMainDomains,
          referring_ips: known.referringIps,
          referring_subnets: known.referringSubnets,
          nofollow_backlinks: known.nofollowBacklinks,
          broken_backlinks: known.brokenBacklinks,
          spam_score: known.spamScore,
          first_seen: known.firstSeen,
          top_tlds: known.topTlds,
          top_countries: known.topCountries,
          link_types: Object.fromEntries(known.linkTypes.map(({ type, links }) => [type, links])),
        },
      };
    },
  },
  bulk: 'backlink_overview',
  factVersion: DOMAIN_METRICS_FACT_VERSION,
  sandbox: domainMetricsSandbox,
  example: { domain: 'example.com' },
});
