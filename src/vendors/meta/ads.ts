import * as z from 'zod';
import {
  type Ad,
  type AdFilters,
  advertiserName,
  isAdvertiser,
  UNKNOWN_AD,
} from '../../domain/social/ads.ts';
import { listed, part, text, texts } from '../../lib/loose-fields.ts';
import { type Search, type SearchPage, searchPage, searchPosition } from '../../lookup/search.ts';
import type { Upstream, UpstreamVerdict } from '../upstream/upstream.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';

const refused = z.object({ error: z.object({ code: z.number() }) });

/**
 * Codes of its errors (Graph API, "Handling Errors"): the token is refused or may not, a limit is
 * reached, it is busy.
 */
const VERDICT_BY_CODE: ReadonlyMap<number, UpstreamVerdict> = new Map<number, UpstreamVerdict>([
  ...[10, 102, 190, 200].map((code): [number, UpstreamVerdict] => [code, 'key']),
  ...[4, 17, 32, 613].map((code): [number, UpstreamVerdict] => [code, 'quota']),
  ...[1, 2].map((code): [number, UpstreamVerdict] => [code, 'later']),
]);

/** Meta's own interface to its library of ads, by a free token of the operator's. */
const OFFICIAL_META: Upstream = {
  name: 'OFFICIAL',
  hosts: ['graph.facebook.com'],
  hostInPath: true,
  adds: "the platform's own free library of ads, whose commercial ads are those of the European Union and the United Kingdom",
  needs: ['META_AD_TOKEN'],
  authenticate: (secret) => ({ headers: { Authorization: `Bearer ${secret('META_AD_TOKEN')}` } }),
  envelope(body, status) {
    const said = status >= 400 ? refused.safeParse(body) : null;
    return said?.success ? VERDICT_BY_CODE.get(said.data.error.code) : undefined;
  },
};

const NAME = 'official_meta_ads';
const PAGE = 100;
/** Never `ad_snapshot_url`: it holds the token. */
const FIELDS = [
  'id',
  'page_name',
  'ad_creative_bodies',
  'ad_creative_link_titles',
  'ad_delivery_start_time',
  'ad_delivery_stop_time',
  'publisher_platforms',
];

const reply = z.object({
  data: listed({
    id: z.union([z.string().min(1), z.number()]).transform(String),
    page_name: text,
    ad_creative_bodies: texts,
    ad_creative_link_titles: texts,
    ad_delivery_start_time: text,
    ad_delivery_stop_time: text,
    publisher_platforms: texts,
  }),
  paging: part({ cursors: part({ after: text }), next: text }).optional(),
});

const isoInstant = (written: string | null): string | null => {
  const at = Date.parse(written ?? '');
  return Number.isNaN(at) ? null : new Date(at).toISOString();
};

const metaAd = (row: z.output<typeof reply>['data'][number]): Ad => ({
  ...UNKNOWN_AD,
  id: row.id,
  advertiser: row.page_name,
  title: row.ad_creative_link_titles[0] ?? null,
  text: row.ad_creative_bodies[0] ?? null,
  snapshotUrl: `https://www.facebook.com/ads/library/?id=${encodeURIComponent(row.id)}`,
  startedAt: isoInstant(row.ad_delivery_start_time),
  endedAt: isoInstant(row.ad_delivery_stop_time),
  placements: row.publisher_platforms.map((platform) => platform.toLowerCase()),
});

/**
 * Ads on the social networks of Meta: political ones of every country, others of the European
 * Union and the United Kingdom. It is searched by words alone, so the ads of a company are those of
 * pages that bear its name: a page of them may be empty and go on.
 */
export const officialMetaAds = fromUpstream<Search<AdFilters>, SearchPage<Ad>>(OFFICIAL_META, {
  name: NAME,
  label: 'ad_library',
  idempotent: true,
  async ask(search, call, world) {
    const { company, keyword } = search.filters;
    const name = company === null ? null : advertiserName(company);
    const found = await call({
      path: '/v23.0/ads_archive',
      query: {
        search_terms: name ?? keyword,
        ad_reached_countries: '["ALL"]',
        ad_active_status: 'ALL',
        ad_type: 'ALL',
        fields: FIELDS.join(),
        limit: PAGE,
        after: await searchPosition(search, world),
      },
      schema: reply,
    });
    const isTheirs = ({ page_name }: { page_name: string | null }) =>
      company === null || isAdvertiser(company, page_name);
    const rows = (found?.data ?? []).filter(isTheirs).map(metaAd);
    const after = found?.paging?.next ? (found.paging.cursors?.after ?? null) : null;
    if (rows.length === 0 && after === null) return null;
    return searchPage(search, world, { source: NAME, rows, next: after, total: null });
  },
});
