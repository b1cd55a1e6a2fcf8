import * as z from 'zod';
import { UNKNOWN_METRICS } from '../../domain/web/domain-metrics.ts';
import { countField, fieldsOf, scoreField, textField } from '../../lookup/answer-fields.ts';
import { defineProduct } from '../../lookup/product.ts';
import {
  deriveDomainMetrics,
  domainClassification,
  domainMetricsSources,
  domainProduct,
} from './domain-metrics.ts';

const count = z.int().min(0).nullable();

const figures = {
  authority_score: scoreField('Authority by its links, 0 to 100.'),
  total_backlinks: countField('Links to the domain.'),
  referring_domains: countField('Domains they are on.'),
};

const classification = domainClassification(figures);

const details = {
  referring_main_domains: countField('Registrable domains the links are on.'),
  referring_ips: countField('Addresses they are on.'),
  referring_subnets: countField('Networks of 256 addresses they are on.'),
  nofollow_backlinks: countField('Those of the links that pass no weight.'),
  broken_backlinks: countField('Those that lead nowhere.'),
  spam_score: scoreField('Spam among the links, 0 to 100.'),
  first_seen: textField('Day the first link was seen, ISO 8601.'),
  top_tlds: z.array(z.string()).describe('Top-level domains most links are from.'),
  top_countries: z.array(z.string()).describe('Countries most links are from.'),
};

const insights = z.object({
  backlink_overview_result: z
    .object({
      ...details,
      link_types: z
        .record(z.string(), count)
        .describe('Kinds of links, and how many there are of each; null when not counted.'),
    })
    .describe('The links in figures; null, or an empty list, is what no source says.'),
});

export const backlinkOverview = defineProduct({
  path: '/backlink-overview',
  summary: 'Links to a domain in figures',
  ...domainProduct,
  sources: domainMetricsSources('links'),
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
    from: (metrics, { domain }) => ({
      found: metrics !== null,
      domain: domain.name,
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
