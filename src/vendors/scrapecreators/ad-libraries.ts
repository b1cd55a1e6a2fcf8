import * as z from 'zod';
import {
  type Ad,
  type AdFilters,
  advertiserName,
  bestAdvertiser,
  companyDomainIn,
  isAdvertiser,
  UNKNOWN_AD,
} from '../../domain/social/ads.ts';
import { alike } from '../../lib/alike.ts';
import {
  count,
  flag,
  listed,
  number,
  part,
  text,
  texts,
  unixSeconds,
} from '../../lib/loose-fields.ts';
import { type Search, type SearchPage, searchPage, searchPosition } from '../../lookup/search.ts';
import type { Source } from '../../lookup/source.ts';
import { fromUpstream, type VendorCall } from '../upstream/vendor-source.ts';
import { SCRAPE_TIMEOUT_MS, SCRAPECREATORS } from './client.ts';

type AdSearch = Search<AdFilters>;
/** Rows of a reply, and what the vendor calls the place after them. */
interface FoundAds {
  rows: Ad[];
  next: string | null;
  total: number | null;
}

/** Of a library searched by words: the company's own ads, uncounted where others are left out. */
function ownAds(company: string | null, found: FoundAds): FoundAds {
  if (company === null) return found;
  const rows = found.rows.filter(({ advertiser }) => isAdvertiser(company, advertiser));
  return { ...found, rows, total: rows.length === found.rows.length ? found.total : null };
}

const id = z.union([z.string().min(1), z.number()]).transform(String);

/** A day or moment as a platform writes it. */
const isoInstant = (written: string | null): string | null => {
  const at = Date.parse(written ?? '');
  return Number.isNaN(at) ? null : new Date(at).toISOString();
};
const fromMs = (ms: number | null): string | null =>
  ms === null || Math.abs(ms) > 8.64e15 ? null : new Date(ms).toISOString();

/** A source of one library. @param ask one page from a position on; null: no such advertiser */
const library = (
  name: string,
  ask: (filters: AdFilters, cursor: string | null, call: VendorCall) => Promise<FoundAds | null>,
): Source<AdSearch, SearchPage<Ad>> =>
  fromUpstream<AdSearch, SearchPage<Ad>>(SCRAPECREATORS, {
    name,
    label: 'ad_library',
    metered: 'calls',
    timeoutMs: SCRAPE_TIMEOUT_MS,
    async ask(search, call, world) {
      const found = await ask(search.filters, await searchPosition(search, world), call);
      if (!found || (found.rows.length === 0 && found.next === null)) return null;
      return searchPage(search, world, { source: name, ...found });
    },
  });

const metaRow = {
  ad_archive_id: id,
  page_name: text,
  is_active: flag,
  start_date: unixSeconds,
  end_date: unixSeconds,
  publisher_platform: texts,
  snapshot: part({ title: text, body: part({ text }), link_url: text, display_format: text }),
};
const metaAds = listed(metaRow);

const metaAd = (row: z.output<typeof metaAds>[number]): Ad => ({
  id: row.ad_archive_id,
  advertiser: row.page_name,
  title: row.snapshot?.title ?? null,
  text: row.snapshot?.body?.text ?? null,
  format: row.snapshot?.display_format?.toLowerCase() ?? null,
  destinationUrl: row.snapshot?.link_url ?? null,
  snapshotUrl: `https://www.facebook.com/ads/library/?id=${encodeURIComponent(row.ad_archive_id)}`,
  startedAt: row.start_date,
  endedAt: row.end_date,
  active: row.is_active,
  placements: row.publisher_platform.map((place) => place.toLowerCase()),
});

const pages = z.object({ searchResults: listed({ page_id: id, name: text, verification: text }) });

async function findPage(company: string, call: VendorCall): Promise<string | null> {
  const found = await call({
    path: '/v1/facebook/adLibrary/search/companies',
    query: { query: advertiserName(company) },
    schema: pages,
  });
  const named = (found?.searchResults ?? []).map(({ page_id, name, verification }) => ({
    id: page_id,
    name: name ?? '',
    verified: verification === null ? null : /^(?:blue_)?verified$/i.test(verification),
  }));
  return bestAdvertiser(company, named)?.id ?? null;
}

/** Ads on the social networks of Meta. */
export const scrapedMetaAds = library('scrapecreators_meta_ads', async (filters, cursor, call) => {
  const { company, keyword } = filters;
  const pageId = company === null ? null : await findPage(company, call);
  if (company !== null && pageId === null) return null;
  const reply =
    pageId === null
      ? await call({
          path: '/v1/facebook/adLibrary/search/ads',
          query: { query: keyword, cursor },
          schema: z.object({ searchResults: metaAds, cursor: text }),
        })
      : await call({
          path: '/v1/facebook/adLibrary/company/ads',
          query: { pageId, cursor },
          schema: z.object({ results: metaAds, cursor: text }),
        });
  if (!reply) return null;
  const rows = 'results' in reply ? reply.results : reply.searchResults;
  return { rows: rows.map(metaAd), next: reply.cursor, total: null };
});

const googleAds = z.object({
  ads: listed({
    creativeId: id,
    ...alike(text, 'advertiserName', 'format', 'adUrl', 'firstShown', 'lastShown'),
  }),
  number_of_ads_estimate: count,
  cursor: text,
});

/** Ads of the largest search engine, by the advertiser's domain. */
export const scrapedGoogleAds = library(
  'scrapecreators_google_ads',
  async (filters, cursor, call) => {
    const domain = companyDomainIn(filters.company ?? '');
    if (domain === null) return null;
    const reply = await call({
      path: '/v1/google/company/ads',
      query: { domain, cursor },
      schema: googleAds,
    });
    const rows = (reply?.ads ?? []).map(
      (row): Ad => ({
        ...UNKNOWN_AD,
        id: row.creativeId,
        advertiser: row.advertiserName,
        format: row.format?.toLowerCase() ?? null,
        snapshotUrl: row.adUrl,
        startedAt: isoInstant(row.firstShown),
        endedAt: isoInstant(row.lastShown),
      }),
    );
    return { rows, next: reply?.cursor ?? null, total: reply?.number_of_ads_estimate ?? null };
  },
);

const tiktokAds = z.object({
  ads: listed({ id, url: text, name: text, first_shown_date: number, last_shown_date: number }),
  total: count,
  cursor: text,
});

/** Ads on the short-video platform. */
export const scrapedTiktokAds = library(
  'scrapecreators_tiktok_ads',
  async (filters, cursor, call) => {
    const { company, keyword } = filters;
    const reply = await call({
      path: '/v1/tiktok/ad-library/search',
      query: { query: company === null ? keyword : advertiserName(company), cursor },
      schema: tiktokAds,
    });
    const rows = (reply?.ads ?? []).map(
      (row): Ad => ({
        ...UNKNOWN_AD,
        id: row.id,
        advertiser: row.name,
        snapshotUrl: row.url,
        startedAt: fromMs(row.first_shown_date),
        endedAt: fromMs(row.last_shown_date),
      }),
    );
    return ownAds(company, { rows, next: reply?.cursor ?? null, total: reply?.total ?? null });
  },
);

const linkedinAds = z.object({
  ads: listed({
    id,
    ...alike(text, 'headline', 'description', 'adType', 'advertiser', 'destinationUrl'),
    ...alike(text, 'startDate', 'endDate'),
  }),
  totalAds: count,
  paginationToken: text,
});

/** Ads on the professional network. */
export const scrapedLinkedinAds = library(
  'scrapecreators_network_ads',
  async (filters, cursor, call) => {
    const { company, keyword } = filters;
    const reply = await call({
      path: '/v1/linkedin/ads/search',
      query: { company: company && advertiserName(company), keyword, paginationToken: cursor },
      schema: linkedinAds,
    });
    const rows = (reply?.ads ?? []).map(
      (row): Ad => ({
        ...UNKNOWN_AD,
        id: row.id,
        advertiser: row.advertiser,
        title: row.headline,
        text: row.description,
        format: row.adType?.toLowerCase() ?? null,
        destinationUrl: row.destinationUrl,
        startedAt: isoInstant(row.startDate),
        endedAt: isoInstant(row.endDate),
      }),
    );
    const [next, total] = [reply?.paginationToken ?? null, reply?.totalAds ?? null];
    return ownAds(company, { rows, next, total });
  },
);
