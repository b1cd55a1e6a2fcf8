import * as z from 'zod';
import {
  type Ad,
  type AdFields,
  type AdFilters,
  bestAdvertiser,
  metaLibraryUrl,
  UNKNOWN_AD,
  wordsOfAd,
} from '../../domain/social/ads.ts';
import { isAdvertiser } from '../../domain/social/advertiser-match.ts';
import { advertiserName, companyDomainIn } from '../../domain/social/advertiser-names.ts';
import {
  count,
  fieldsAt,
  flag,
  listOf,
  lowerText,
  lowerTexts,
  text,
  unixMilliseconds,
  unixSeconds,
  webUrl,
  writtenDate,
} from '../../lib/loose-fields.ts';
import { searchUpstream, type VendorCall } from '../upstream/vendor-source.ts';
import { escapedText, SCRAPECREATORS } from './client.ts';

/** Rows of a reply, and the vendor's cursor of the next page. */
interface FoundAds {
  rows: Ad[];
  next: string | null;
  total: number | null;
}

/** The company's own ads, from a library searched by words; no total if others are left out. */
function ownAds(company: string | null, found: FoundAds | null): FoundAds | null {
  if (company === null || !found) return found;
  const rows = found.rows.filter(({ advertiser, destinationUrl }) =>
    isAdvertiser(company, advertiser, destinationUrl),
  );
  return { ...found, rows, total: rows.length === found.rows.length ? found.total : null };
}

const id = z.union([z.string().min(1), z.number()]).transform(String);

/** Source of one library. @param ask one page from a cursor; null if there is no such advertiser */
const library = (
  name: string,
  ask: (filters: AdFilters, cursor: string | null, call: VendorCall) => Promise<FoundAds | null>,
) =>
  searchUpstream<AdFilters, Ad>(SCRAPECREATORS, {
    name,
    label: 'ad_library',
    async ask({ filters }, call, cursor) {
      const found = await ask(filters, cursor, call);
      return found && found.rows.length === 0 && found.next === null ? null : found;
    },
  });

/** Schema of a library's page: path of its ads, fields of an ad, next cursor and total. */
const adPage = (
  rows: string,
  fields: Parameters<typeof fieldsAt<AdFields>>[0],
  { next = 'cursor', total }: { next?: string; total: string },
) =>
  fieldsAt({
    rows: [rows, listOf(fieldsAt(fields).transform((ad): Ad => ({ ...UNKNOWN_AD, ...ad })))],
    next: [next, text],
    total: [total, count],
    isLast: ['isLastPage', flag],
    hasMore: ['has_more', flag],
  }).transform(
    // The last page may have a cursor all the same.
    ({ isLast, hasMore, next, ...page }): FoundAds => ({
      ...page,
      next: isLast === true || hasMore === false ? null : next,
    }),
  );

const isVerified = text.transform((word) =>
  word === null ? null : /^(?:blue_)?verified$/i.test(word),
);

const pages = z.object({
  searchResults: listOf(
    fieldsAt({
      id: ['page_id', id],
      name: ['name', text.transform((name) => name ?? '')],
      verified: ['verification', isVerified],
      followers: ['likes', count],
      alias: ['page_alias', text],
      instagram: ['ig_username', text],
    }).transform(({ alias, instagram, ...page }) => ({ ...page, handles: [alias, instagram] })),
  ),
});

async function findPage(company: string, call: VendorCall): Promise<string | null> {
  const found = await call({
    path: '/v1/facebook/adLibrary/search/companies',
    query: { query: advertiserName(company) },
    schema: pages,
  });
  return bestAdvertiser(company, found?.searchResults ?? [])?.id ?? null;
}

const metaPage = (rows: 'searchResults' | 'results') =>
  adPage(
    rows,
    {
      id: ['ad_archive_id', id],
      advertiser: ['page_name', text],
      title: ['snapshot.title', 'snapshot.cards.0.title', escapedText.transform(wordsOfAd)],
      text: ['snapshot.body.text', 'snapshot.cards.0.body', escapedText.transform(wordsOfAd)],
      format: ['snapshot.display_format', lowerText],
      destinationUrl: ['snapshot.link_url', 'snapshot.cards.0.link_url', webUrl],
      snapshotUrl: ['ad_archive_id', id.transform(metaLibraryUrl)],
      startedAt: ['start_date', unixSeconds],
      endedAt: ['end_date', unixSeconds],
      active: ['is_active', flag],
      placements: ['publisher_platform', lowerTexts],
    },
    { total: 'searchResultsCount' },
  );

export const scrapedMetaAds = library('scrapecreators_meta_ads', async (filters, cursor, call) => {
  const { company, keyword } = filters;
  if (company === null)
    return call({
      path: '/v1/facebook/adLibrary/search/ads',
      query: { query: keyword, cursor },
      schema: metaPage('searchResults'),
    });
  const pageId = await findPage(company, call);
  if (pageId === null) return null;
  return call({
    path: '/v1/facebook/adLibrary/company/ads',
    query: { pageId, cursor },
    schema: metaPage('results'),
  });
});

/** Page of an ad in the library; the vendor may leave it to the ids of advertiser and ad. */
const googleAdUrl = fieldsAt({
  url: ['adUrl', webUrl],
  advertiser: ['advertiserId', text],
  ad: ['creativeId', text],
}).transform(({ url, advertiser, ad }) =>
  url === null && /^AR\d+$/.test(advertiser ?? '') && /^CR\d+$/.test(ad ?? '')
    ? `https://adstransparency.google.com/advertiser/${advertiser}/creative/${ad}`
    : url,
);

const googleAds = adPage(
  'ads',
  {
    id: ['creativeId', id],
    advertiser: ['advertiserName', text],
    format: ['format', lowerText],
    snapshotUrl: [googleAdUrl],
    startedAt: ['firstShown', writtenDate],
    endedAt: ['lastShown', writtenDate],
  },
  { total: 'number_of_ads_estimate' },
);

/** Ads on the largest search engine, by the advertiser's domain. */
export const scrapedGoogleAds = library(
  'scrapecreators_google_ads',
  async (filters, cursor, call) => {
    const domain = companyDomainIn(filters.company ?? '');
    const path = '/v1/google/company/ads';
    return domain === null ? null : call({ path, query: { domain, cursor }, schema: googleAds });
  },
);

const tiktokAds = adPage(
  'ads',
  {
    id: ['id', id],
    advertiser: ['name', text],
    snapshotUrl: ['url', webUrl],
    startedAt: ['first_shown_date', unixMilliseconds],
    endedAt: ['last_shown_date', unixMilliseconds],
  },
  { total: 'total' },
);

export const scrapedTiktokAds = library(
  'scrapecreators_tiktok_ads',
  async ({ company, keyword }, cursor, call) => {
    const found = await call({
      path: '/v1/tiktok/ad-library/search',
      query: { query: company === null ? keyword : advertiserName(company), cursor },
      schema: tiktokAds,
    });
    return ownAds(company, found);
  },
);

const linkedinAds = adPage(
  'ads',
  {
    id: ['id', id],
    advertiser: ['advertiser', text],
    title: ['headline', text],
    text: ['description', text],
    format: ['adType', lowerText],
    destinationUrl: ['destinationUrl', webUrl],
    startedAt: ['startDate', writtenDate],
    endedAt: ['endDate', writtenDate],
  },
  { next: 'paginationToken', total: 'totalAds' },
);

export const scrapedLinkedinAds = library(
  'scrapecreators_network_ads',
  async ({ company, keyword }, cursor, call) => {
    const found = await call({
      path: '/v1/linkedin/ads/search',
      query: { company: company && advertiserName(company), keyword, paginationToken: cursor },
      schema: linkedinAds,
    });
    return ownAds(company, found);
  },
);
