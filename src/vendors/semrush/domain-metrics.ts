import {
  type DomainMetrics,
  domainStrengthFor,
  paidShareFor,
  UNKNOWN_METRICS,
} from '../../domain/web/domain-metrics.ts';
import { fromUpstream, type VendorCall } from '../upstream/vendor-source.ts';
import { columnCount, columnNumber, reportTable, SEMRUSH } from './client.ts';

const KEYWORDS = 'Organic Keywords';
const traffic = reportTable('Rank', KEYWORDS, 'Organic Traffic');

/** Visits from search results and ads, in the United States. */
export const semrushTraffic = fromUpstream<string, DomainMetrics>(SEMRUSH, {
  name: 'semrush_traffic',
  label: 'search_metrics',
  async ask(domain, call) {
    const query = {
      type: 'domain_rank',
      domain,
      database: 'us',
      export_columns: 'Dn,Rk,Or,Ot,Oc,Ad,At,Ac',
    };
    const [row] = (await call({ path: '/', query, reply: 'text', schema: traffic })) ?? [];
    if (!row) return null;
    const paidKeywords = columnCount(row, 'Adwords Keywords');
    const paidTraffic = columnCount(row, 'Adwords Traffic');
    const organicTraffic = columnCount(row, 'Organic Traffic');
    const [searchRank, organicKeywords] = [columnCount(row, 'Rank'), columnCount(row, KEYWORDS)];
    // The vendor also returns zeros for a domain that it does not have.
    if (!searchRank && !organicKeywords && !organicTraffic && !paidKeywords && !paidTraffic)
      return null;
    return {
      ...UNKNOWN_METRICS,
      searchRank,
      organicTraffic,
      organicKeywords,
      organicTrafficValueUsd: columnNumber(row, 'Organic Cost'),
      runsPaidAds: paidKeywords === null ? null : paidKeywords > 0,
      paidKeywords,
      paidTraffic,
      paidShare: paidShareFor(paidTraffic, organicTraffic),
    };
  },
});

const LINK_COLUMNS = ['ascore', 'total', 'domains_num', 'ips_num', 'ipclassc_num', 'nofollows_num'];
const links = reportTable('ascore', 'total', 'domains_num');

/** Row about a target; undefined also for zeros, which stand for a target that is not known. */
async function askLinks(target: string, target_type: 'root_domain' | 'url', call: VendorCall) {
  const columns = LINK_COLUMNS.join();
  const query = { type: 'backlinks_overview', target, target_type, export_columns: columns };
  const rows = await call({ path: '/analytics/v1/', query, reply: 'text', schema: links });
  return rows?.find((row) => columnCount(row, 'total') || columnCount(row, 'domains_num'));
}

export const semrushLinks = fromUpstream<string, DomainMetrics>(SEMRUSH, {
  name: 'semrush_backlinks',
  label: 'link_index',
  async ask(domain, call) {
    const row = await askLinks(domain, 'root_domain', call);
    if (!row) return null;
    const referringDomains = columnCount(row, 'domains_num');
    return {
      ...UNKNOWN_METRICS,
      authorityScore: columnCount(row, 'ascore'),
      domainStrength: referringDomains === null ? null : domainStrengthFor(referringDomains),
      totalBacklinks: columnCount(row, 'total'),
      referringDomains,
      referringIps: columnCount(row, 'ips_num'),
      referringSubnets: columnCount(row, 'ipclassc_num'),
      nofollowBacklinks: columnCount(row, 'nofollows_num'),
    };
  },
});

export const semrushPage = fromUpstream<string, DomainMetrics>(SEMRUSH, {
  name: 'semrush_page',
  label: 'link_index',
  async ask(domain, call) {
    const pageAuthority = columnCount(await askLinks(`https://${domain}/`, 'url', call), 'ascore');
    return pageAuthority === null ? null : { ...UNKNOWN_METRICS, pageAuthority };
  },
});
