import type { Source } from '../core/lookup/source.ts';
import { type DomainMetrics, UNMEASURED } from '../core/web/domain-metrics.ts';
import { scoreOfPosition } from '../core/web/ranks.ts';

/** Names of the feeds of which one has to be loaded. */
const FEEDS = ['tranco', 'majestic', 'common_crawl_graph'];

/**
 * What the open lists of ranked domains say: where a domain stands among all, and no figures of its
 * searches.
 */
export const rankedDomain: Source<string, DomainMetrics> = {
  name: 'ranks',
  label: 'domain_ranks',
  kind: 'compiled',
  version: ({ ranks }) => ranks.version(),
  available: ({ ranks }) => ranks.isLoaded(),
  missing: () => FEEDS,
  async ask(domain, { ranks }) {
    const { tranco, majestic, commonCrawl } = await ranks.find(domain);
    if (!tranco && !majestic && !commonCrawl) return null;
    const byLinks = commonCrawl
      ? scoreOfPosition(commonCrawl.harmonic, commonCrawl.of)
      : majestic && scoreOfPosition(majestic.position, majestic.of);
    return {
      ...UNMEASURED,
      authorityScore: byLinks,
      domainStrength: commonCrawl && scoreOfPosition(commonCrawl.pageRank, commonCrawl.of),
      referringIps: majestic?.addresses ?? null,
      referringSubnets: majestic?.subnets ?? null,
      popularityRank: tranco?.position ?? null,
    };
  },
};
