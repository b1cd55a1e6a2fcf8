import * as z from 'zod';
import { UNKNOWN_METRICS } from '../../domain/web/domain-metrics.ts';
import { field, fieldsOf } from '../../lookup/answer-fields.ts';
import { defineProduct } from '../../lookup/product.ts';
import {
  classifyDomain,
  deriveDomainMetrics,
  domainClassification,
  domainMetricsSources,
  domainProduct,
} from './domain-metrics.ts';

const count = z.int().min(0).nullable();

const figures = {
  authority_score: field.scoreOrNull('Authority of the domain based on its links, 0 to 100.'),
  total_backlinks: field.countOrNull('Number of links to the domain.'),
  referring_domains: field.countOrNull('Number of domains with links to the domain.'),
};

const classification = domainClassification(figures);

const details = {
  referring_main_domains: field.countOrNull(
    'Number of registrable domains with links to the domain.',
  ),
  referring_ips: field.countOrNull('Number of IP addresses with links to the domain.'),
  referring_subnets: field.countOrNull(
    'Number of networks of 256 addresses with links to the domain.',
  ),
  nofollow_backlinks: field.countOrNull('Number of links that pass no weight (nofollow).'),
  broken_backlinks: field.countOrNull('Number of links that lead nowhere.'),
  spam_score: field.scoreOrNull('Amount of spam among the links, 0 to 100.'),
  first_seen: field.textOrNull('Date on which the first link was seen, ISO 8601.'),
  top_tlds: field.textList('Top-level domains from which most links come.'),
  top_countries: field.textList('Countries from which most links come.'),
};

const insights = z.object({
  backlink_overview_result: field.object(
    'Figures about the links. Null or an empty list: no source says.',
    {
      ...details,
      link_types: z
        .record(z.string(), count)
        .describe('Number of links of each kind; null if not counted.'),
    },
  ),
});

export const backlinkOverview = defineProduct({
  path: '/backlink-overview',
  summary: 'Backlink figures for a domain',
  ...domainProduct,
  sources: domainMetricsSources({
    links: [
      ...(['authorityScore', 'totalBacklinks', 'referringDomains'] as const),
      ...(['referringIps', 'referringSubnets', 'nofollowBacklinks'] as const),
    ],
  }),
  derive: deriveDomainMetrics,
  price: {
    upTo: 13,
    paidFor: [
      'total_backlinks',
      'referring_domains',
      'referring_main_domains',
      'referring_ips',
      'referring_subnets',
    ],
    isPaid: (metrics) => metrics !== null,
  },
  classification: {
    schema: classification,
    from: (metrics, input) => ({
      ...classifyDomain(metrics, input),
      ...fieldsOf(figures, metrics),
    }),
  },
  insights: {
    schema: insights,
    from(metrics) {
      const known = metrics ?? UNKNOWN_METRICS;
      return {
        backlink_overview_result: {
          ...fieldsOf(details, known),
          link_types: Object.fromEntries(known.linkTypes.map(({ type, links }) => [type, links])),
        },
      };
    },
  },
  bulk: 'backlink_overview',
});
