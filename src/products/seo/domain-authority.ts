import * as z from 'zod';
import { field, fieldsOf } from '../../lookup/answer-fields.ts';
import { defineProduct } from '../../lookup/product.ts';
import {
  classifyDomain,
  deriveDomainMetrics,
  domainClassification,
  domainMetricsSources,
  domainProduct,
  TRAFFIC_FIGURES,
  withPaidSearch,
} from './domain-metrics.ts';

const figures = {
  authority_score: field.scoreOrNull('Authority of the domain based on its links, 0 to 100.'),
  search_rank: field.countOrNull('Rank of the domain among all domains by visits from search.'),
  popularity_rank: field.countOrNull('Position in a public list of the most visited domains.'),
  organic_traffic: field.countOrNull('Monthly visits from search results.'),
  runs_paid_ads: field.booleanOrNull(
    'Whether the domain pays for search advertisements; null if no source says.',
  ),
};

const classification = domainClassification(figures);

const details = {
  organic_keywords: field.countOrNull('Number of keywords for which the domain ranks.'),
  organic_traffic_value_usd: field.numberOrNull(
    'Cost of the visits from search results if they were paid for as advertisements, in US dollars.',
  ),
  paid_keywords: field.countOrNull('Number of keywords for which the domain pays.'),
  paid_traffic: field.countOrNull('Monthly visits from paid results.'),
  paid_share: field.shareOrNull('Share of visits from search that are paid, 0 to 1.'),
};

const insights = z.object({
  domain_authority_result: field.object(
    'What is known about search traffic and advertisements. Null: no source says.',
    details,
  ),
});

export const domainAuthority = defineProduct({
  path: '/domain-authority',
  summary: 'Authority, search traffic and advertising of a domain',
  ...domainProduct,
  sources: withPaidSearch(
    domainMetricsSources({ links: ['authorityScore'], traffic: TRAFFIC_FIGURES }),
  ),
  derive: deriveDomainMetrics,
  price: {
    upTo: 10,
    // A position in a list of popular domains alone is free.
    paidFor: ['authority_score', 'search_rank', 'organic_traffic'],
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
    from: (metrics) => ({ domain_authority_result: fieldsOf(details, metrics) }),
  },
  bulk: 'domain_authority',
});
