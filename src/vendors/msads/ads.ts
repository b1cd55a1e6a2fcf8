import * as z from 'zod';
import {
  type Ad,
  type AdFilters,
  advertiserName,
  bestAdvertiser,
  UNKNOWN_AD,
} from '../../domain/social/ads.ts';
import { alike } from '../../lib/alike.ts';
import { count, flag, listed, part, text } from '../../lib/loose-fields.ts';
import { type Search, type SearchPage, searchPage, searchPosition } from '../../lookup/search.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { fromUpstream, type VendorCall } from '../upstream/vendor-source.ts';

/**
 * Ads shown on Microsoft's search in the European Economic Area since June 2023. It refuses about
 * twenty quick calls.
 */
const MSADS: Upstream = {
  name: 'MSADS',
  hosts: ['adlibrary.api.bingads.microsoft.com'],
  hostInPath: true,
  pace: { limit: 10, perMs: 10_000 },
};

const ROOT = '/api/v1';
/** The most it gives at once, and the last place it goes on from. */
const PAGE = 24;
const LAST_SKIP = 999;
/** Most ads whose dates are asked for: each is a call, and all of us have ten in ten seconds. */
const MOST_DATED = 4;

const advertisers = z.object({
  value: listed({
    AdvertiserId: z.union([z.string(), z.number()]),
    AdvertiserName: z.string(),
    IsVerified: flag,
  }),
});

const ads = z.object({
  '@odata.count': count,
  value: listed({
    AdId: z.union([z.string(), z.number()]),
    ...alike(text, 'AdvertiserName', 'Title', 'Description', 'DestinationUrl'),
  }),
});

const microsoftAd = (found: z.output<typeof ads>['value'][number]): Ad => ({
  ...UNKNOWN_AD,
  id: String(found.AdId),
  advertiser: found.AdvertiserName,
  title: found.Title,
  text: found.Description,
  destinationUrl: found.DestinationUrl,
});

/** Whose ads are asked for; null when no advertiser bears the name. */
async function findAdvertiser(company: string, call: VendorCall): Promise<string | null> {
  const found = await call({
    path: `${ROOT}/Advertisers`,
    query: { searchText: advertiserName(company), top: PAGE, skip: 0 },
    schema: advertisers,
  });
  const named = (found?.value ?? []).map((one) => ({
    id: String(one.AdvertiserId),
    name: one.AdvertiserName,
    verified: one.IsVerified,
  }));
  return bestAdvertiser(company, named)?.id ?? null;
}

const details = z.object({ AdDetails: part({ StartDate: text, EndDate: text }) });

const isoInstant = (written: string | null | undefined): string | null => {
  const at = Date.parse(written ?? '');
  return Number.isNaN(at) ? null : new Date(at).toISOString();
};

/** The ads of a short page with their dates; those of a long one stay without. */
async function withDates(ads: readonly Ad[], call: VendorCall): Promise<Ad[]> {
  if (ads.length > MOST_DATED) return [...ads];
  const dated = await Promise.allSettled(
    ads.map(({ id }) =>
      call({
        path: `${ROOT}/Ads/${encodeURIComponent(id)}`,
        query: { expand: 'AdDetails(expand=ImpressionsByCountry,Targets)' },
        schema: details,
        statuses: { 404: 'none' },
      }),
    ),
  );
  return ads.map((ad, at) => {
    const one = dated[at];
    const dates = one?.status === 'fulfilled' ? one.value?.AdDetails : null;
    return { ...ad, startedAt: isoInstant(dates?.StartDate), endedAt: isoInstant(dates?.EndDate) };
  });
}

/** Ads of the advertiser that bears the name, or about a keyword. */
export const microsoftAds = fromUpstream<Search<AdFilters>, SearchPage<Ad>>(MSADS, {
  name: 'msads',
  label: 'ad_library',
  idempotent: true,
  async ask(search, call, world) {
    const { company, keyword } = search.filters;
    const skip = Number((await searchPosition(search, world)) ?? 0);
    const advertiserId = company === null ? null : await findAdvertiser(company, call);
    if (company !== null && advertiserId === null) return null;
    const found = await call({
      path: `${ROOT}/Ads`,
      query: { advertiserId, searchText: company === null ? keyword : null, top: PAGE, skip },
      schema: ads,
    });
    if (!found || found.value.length === 0) return null;
    const next = skip + PAGE;
    const total = found['@odata.count'];
    const goesOn = found.value.length === PAGE && next <= LAST_SKIP && (total ?? Infinity) > next;
    const rows = await withDates(found.value.map(microsoftAd), call);
    const page = { source: 'msads', rows, next: goesOn ? String(next) : null, total };
    return searchPage(search, world, page);
  },
});
