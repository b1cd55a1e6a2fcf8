import * as z from 'zod';
import { allOf, firstMatch, optional, type Sources } from '../../core/lookup/source.ts';
import { type DomainMetrics, mergeMetrics } from '../../core/web/domain-metrics.ts';
import type { RegistrableDomain } from '../../core/web/domain-name.ts';
import { registeredDomain } from '../../core/web/domain-name.ts';
import {
  dataForSeoLinks,
  dataForSeoPage,
  dataForSeoTraffic,
} from '../../sources/dataforseo/domain-metrics.ts';
import { rankedDomain } from '../../sources/ranks.ts';
import { semrushLinks, semrushPage, semrushTraffic } from '../../sources/semrush/domain-metrics.ts';
import { paidSearchTags } from '../../sources/web/ad-tags.ts';
import { recordedMetrics } from '../../sources/web-records.ts';

/** What the three products about a domain look up. */
export const domainBody = z.object({ domain: registeredDomain });

interface Input {
  domain: RegistrableDomain;
}

/** What was found of a domain. Null: asked, and not known; absent: nobody to ask. */
export interface MetricsFact {
  measured?: DomainMetrics | null | undefined;
  /** Of the open lists, which fill in what nobody measured. */
  ranked?: DomainMetrics | null | undefined;
  /** Its own home page says so, where nobody measured it. */
  runsPaidAds?: boolean | undefined;
}

/** Raised when {@link MetricsFact} changes shape. */
export const METRICS_FACT_VERSION = 1;

/** Figures an upstream is asked for; each is a call of its own. */
const UPSTREAM_PARTS = {
  links: firstMatch(semrushLinks, dataForSeoLinks),
  traffic: firstMatch(semrushTraffic, dataForSeoTraffic),
  page: optional(firstMatch(semrushPage, dataForSeoPage)),
};

type Part = keyof typeof UPSTREAM_PARTS;

/** Several figures of one domain as one fact. */
function merged(parts: readonly Part[]): Sources<string, DomainMetrics | null> {
  const all = allOf(Object.fromEntries(parts.map((part) => [part, UPSTREAM_PARTS[part]])));
  return {
    list: all.list,
    resolve: async (domain, ask) => mergeMetrics(...Object.values(await all.resolve(domain, ask))),
  };
}

/**
 * The operator's file first, else the upstreams that are configured, asked only for what the
 * product shows; and the
 * open lists beside them.
 * @param parts the figures needed
 */
export function metricsSources(...parts: readonly Part[]): Sources<Input, MetricsFact> {
  const measured = firstMatch(recordedMetrics, merged(parts));
  const all = allOf({ measured, ranked: rankedDomain });
  return {
    list: all.list,
    resolve: ({ domain }, ask) => all.resolve(domain.name, ask),
  };
}

const tags = optional(paidSearchTags);

/** The same; of a known domain whose advertising nobody measured, its own home page is read. */
export function withPaidSearch(known: Sources<Input, MetricsFact>): Sources<Input, MetricsFact> {
  return {
    list: [...known.list, ...tags.list],
    answeredBy: known.list,
    async resolve(input, ask) {
      const fact = await known.resolve(input, ask);
      const metrics = concludeMetrics(fact);
      if (!metrics || metrics.runsPaidAds !== null) return fact;
      const seen = await tags.resolve(input.domain.name, ask);
      return { ...fact, ...(seen && { runsPaidAds: seen.runsPaidAds }) };
    },
  };
}

/** All that is known of the domain; null when nobody knows it. */
export function concludeMetrics({
  measured,
  ranked,
  runsPaidAds,
}: MetricsFact): DomainMetrics | null {
  const metrics = mergeMetrics(measured, ranked);
  return metrics && { ...metrics, runsPaidAds: metrics.runsPaidAds ?? runsPaidAds ?? null };
}
