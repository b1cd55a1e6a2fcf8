import {
  type DomainMetrics,
  paidShareOf,
  strengthOf,
  UNMEASURED,
} from '../../core/web/domain-metrics.ts';
import { fromUpstream } from '../upstream/from-upstream.ts';
import { SEMRUSH } from './client.ts';
import { countOf, figureOf, table } from './table.ts';

const traffic = table('Rank', 'Organic Keywords', 'Organic Traffic');

/** Visits from search results and advertisements, in the United States. */
export const semrushTraffic = fromUpstream<string, DomainMetrics>(SEMRUSH, {
  name: 'semrush_traffic',
  label: 'search_metrics',
  metered: 'answers',
  async ask(domain, call) {
    const query = {
      type: 'domain_rank',
      domain,
      database: 'us',
      export_columns: 'Dn,Rk,Or,Ot,Oc,Ad,At,Ac',
    };
    const [row] = (await call({ path: '/', query, reply: 'text', schema: traffic })) ?? [];
    if (!row) return null;
    const paidKeywords = countOf(row, 'Adwords Keywords');
    const paidTraffic = countOf(row, 'Adwords Traffic');
    const organicTraffic = countOf(row, 'Organic Traffic');
    return {
      ...UNMEASURED,
      searchRank: countOf(row, 'Rank'),
      organicTraffic,
      organicKeywords: countOf(row, 'Organic Keywords'),
      organicTrafficValueUsd: figureOf(row, 'Organic Cost'),
      runsPaidAds: paidKeywords === null ? null : paidKeywords > 0,
      paidKeywords,
      paidTraffic,
      paidShare: paidShareOf(paidTraffic, organicTraffic),
    };
  },
});

const LINK_COLUMNS = ['ascore', 'total', 'domains_num', 'ips_num', 'ipclassc_num', 'nofollows_num'];
const links = table('ascore', 'total', 'domains_num');

const linksQuery = (target: string, target_type: string) => ({
  type: 'backlinks_overview',
  target,
  target_type,
  export_columns: LINK_COLUMNS.join(),
});

/** Links to a domain. */
export const semrushLinks = fromUpstream<string, DomainMetrics>(SEMRUSH, {
  name: 'semrush_backlinks',
  label: 'link_index',
  metered: 'answers',
  async ask(domain, call) {
    const query = linksQuery(domain, 'root_domain');
    const rows = await call({ path: '/analytics/v1/', query, reply: 'text', schema: links });
    const row = rows?.[0];
    const total = countOf(row, 'total');
    const referringDomains = countOf(row, 'domains_num');
    // Of a domain it does not know the vendor also says zeros.
    if (!row || (!total && !referringDomains)) return null;
    return {
      ...UNMEASURED,
      authorityScore: countOf(row, 'ascore'),
      domainStrength: referringDomains === null ? null : strengthOf(referringDomains),
      totalBacklinks: total,
      referringDomains,
      referringIps: countOf(row, 'ips_num'),
      referringSubnets: countOf(row, 'ipclassc_num'),
      nofollowBacklinks: countOf(row, 'nofollows_num'),
    };
  },
});

/** Authority of a domain's home page. */
export const semrushPage = fromUpstream<string, DomainMetrics>(SEMRUSH, {
  name: 'semrush_page',
  label: 'link_index',
  metered: 'answers',
  async ask(domain, call) {
    const query = linksQuery(`https://${domain}/`, 'url');
    const rows = await call({ path: '/analytics/v1/', query, reply: 'text', schema: links });
    const pageAuthority = countOf(rows?.[0], 'ascore');
    return pageAuthority === null ? null : { ...UNMEASURED, pageAuthority };
  },
});
