import { type Search, type SearchPage, searchSources } from '../../../core/lookup/search-cursor.ts';
import type { Source, Sources } from '../../../core/lookup/source.ts';
import { NobodyToAsk } from '../../../core/lookup/source-failures.ts';
import type { Ad, AdFilters, AdPlatform } from '../../../core/social/ads.ts';
import { microsoftAds } from '../../../sources/msads/ads.ts';
import { officialMetaAds } from '../../../sources/official/meta-ads.ts';
import {
  scrapedGoogleAds,
  scrapedMetaAds,
  scrapedNetworkAds,
  scrapedShortVideoAds,
} from '../../../sources/scrapecreators/ad-libraries.ts';

/** What a library holds of an advertiser or keyword; the page is null when it holds nothing. */
export interface AdsFact {
  platform: AdPlatform;
  page: SearchPage<Ad> | null;
}

export const ADS_FACT_VERSION = 1;

/** What ads are searched by, and in which library; null: the caller does not say. */
export interface AdSearch extends AdFilters {
  platform: AdPlatform | null;
}

type Library = Source<Search<AdFilters>, SearchPage<Ad>>;

/** A library answers for every advertiser and keyword. */
const inOrder = (...libraries: readonly Library[]) =>
  searchSources(...libraries.map((source) => ({ source, answers: () => true })));

const LIBRARIES: Readonly<Record<AdPlatform, Sources<Search<AdFilters>, SearchPage<Ad> | null>>> = {
  meta: inOrder(officialMetaAds, scrapedMetaAds),
  google: inOrder(scrapedGoogleAds),
  tiktok: inOrder(scrapedShortVideoAds),
  network: inOrder(scrapedNetworkAds),
  microsoft: inOrder(microsoftAds),
};

/** The library a cursor is from. */
const libraryOf = (source: string): AdPlatform | undefined =>
  (Object.keys(LIBRARIES) as AdPlatform[]).find((platform) =>
    LIBRARIES[platform].list.some(({ name }) => name === source),
  );

const DEFAULT: AdPlatform = 'meta';

/**
 * The library asked for. Without one Meta's; where the operator has none for that, Microsoft's,
 * which needs no key.
 */
export const adSources: Sources<Search<AdSearch>, AdsFact> = {
  list: Object.values(LIBRARIES).flatMap(({ list }) => list),
  async resolve(query, ask) {
    const from = query.cursor && libraryOf(query.cursor.source);
    const asked = query.filters.platform;
    const platform = asked ?? from ?? DEFAULT;
    try {
      return { platform, page: await LIBRARIES[platform].resolve(query, ask) };
    } catch (error) {
      const isFree = asked === null && query.cursor === null;
      if (!(error instanceof NobodyToAsk) || !isFree) throw error;
      return { platform: 'microsoft', page: await LIBRARIES.microsoft.resolve(query, ask) };
    }
  },
};
