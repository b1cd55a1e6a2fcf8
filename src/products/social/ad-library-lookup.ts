import * as z from 'zod';
import { AD_PLATFORMS, type Ad, type AdFilters, type AdPlatform } from '../../domain/social/ads.ts';
import { companyDomainIn } from '../../domain/social/advertiser-names.ts';
import { platformParser } from '../../domain/social/platforms.ts';
import { optionalLookupField, optionField, refuseInput, requireOneOf } from '../../lib/inputs.ts';
import { parseSearchText } from '../../lib/search-text.ts';
import { field, fieldsOf } from '../../lookup/answer-fields.ts';
import { defineProduct, inSandbox, type SandboxCase } from '../../lookup/product.ts';
import {
  type Search,
  type SearchPage,
  searchCursor,
  searchMapping,
  searchSources,
} from '../../lookup/search.ts';
import { isSourceUsable, requireAnswer, type Source, type Sources } from '../../lookup/source.ts';
import type { World } from '../../lookup/world.ts';
import { officialMetaAds } from '../../vendors/meta/ads.ts';
import { microsoftAds } from '../../vendors/msads/ads.ts';
import {
  scrapedGoogleAds,
  scrapedLinkedinAds,
  scrapedMetaAds,
  scrapedTiktokAds,
} from '../../vendors/scrapecreators/ad-libraries.ts';

/** Result of a library for an advertiser or keyword; the page is null if it has no ad. */
interface AdsFact {
  platform: AdPlatform;
  page: SearchPage<Ad> | null;
}

type AdLibrary = Source<Search<AdFilters>, SearchPage<Ad>>;

/** Every library accepts every advertiser and keyword. */
const searchInOrder = (...libraries: readonly AdLibrary[]) =>
  searchSources(...libraries.map((source) => ({ source, answers: () => true })));

const AD_LIBRARIES: Readonly<
  Record<AdPlatform, Sources<Search<AdFilters>, SearchPage<Ad> | null>>
> = {
  meta: searchInOrder(officialMetaAds, scrapedMetaAds),
  google: searchInOrder(scrapedGoogleAds),
  tiktok: searchInOrder(scrapedTiktokAds),
  network: searchInOrder(scrapedLinkedinAds),
  microsoft: searchInOrder(microsoftAds),
};

const adLibraryOf = (source: string): AdPlatform | undefined =>
  (Object.keys(AD_LIBRARIES) as AdPlatform[]).find((platform) =>
    AD_LIBRARIES[platform].list.some(({ name }) => name === source),
  );

/** The library without a requested one; if the operator has no source for it, Microsoft's. */
const DEFAULT_AD_PLATFORM: AdPlatform = 'meta';

const isUsable = (platform: AdPlatform, world: World): boolean =>
  AD_LIBRARIES[platform].list.some((source) => isSourceUsable(source, world, 'single') === true);

const adClassification = z.object({
  found: field.boolean('Whether the library has an ad. Nothing is charged if not.'),
  platform: field.enum(AD_PLATFORMS, 'The library that was searched.'),
  advertiser: field.textOrNull('Advertiser of all the ads; null if there are several advertisers.'),
  ads_count: field.count(
    'Number of ads in the whole search if the library counts them, otherwise in this answer.',
  ),
  next_cursor: field.textOrNull('Value to send as `cursor` for the next ads; null after the last.'),
});

const adRow = {
  id: field.text('Id of the ad in the library.'),
  advertiser: field.textOrNull('Advertiser who runs the ad.'),
  title: field.textOrNull('Headline of the ad.'),
  text: field.textOrNull('Text of the ad.'),
  format: field.textOrNull('Format of the ad, for example image, video, text.'),
  destination_url: field.textOrNull('URL to which the ad leads.'),
  snapshot_url: field.textOrNull('URL of the ad in the library.'),
  started_at: z.iso.datetime().nullable().describe('When the ad was first shown.'),
  ended_at: z.iso.datetime().nullable().describe('When the ad was last shown, or ends.'),
  active: field.booleanOrNull('Whether the ad is running now; null if the library does not say.'),
  placements: field.textList('Places where the platform shows the ad.'),
};

const adInsights = z.object({
  ad_library_result: field.object('The ads of this page.', {
    ads: z.array(z.object(adRow)).describe('Ads in the order of the library.'),
  }),
});

function classifyAds({ platform, page }: AdsFact): z.input<typeof adClassification> {
  const rows = page?.rows ?? [];
  const advertisers = new Set(rows.map(({ advertiser }) => advertiser));
  return {
    found: rows.length > 0,
    platform,
    advertiser: advertisers.size === 1 ? (rows[0]?.advertiser ?? null) : null,
    // A library's figure is an estimate.
    ads_count: Math.max(page?.total ?? 0, rows.length),
    next_cursor: page?.nextCursor ?? null,
  };
}

const describeAds = ({ page }: AdsFact): z.input<typeof adInsights> => ({
  ad_library_result: { ads: (page?.rows ?? []).map((ad) => fieldsOf(adRow, ad)) },
});

/** Case-insensitive cache key: spellings of one search are one lookup. */
const searched = (text: string): string => parseSearchText(text).toLowerCase();

const input = z
  .object({
    company: optionalLookupField(searched, {
      description: 'Name of the advertiser. The google library requires its domain.',
      examples: ['example company'],
    }),
    keyword: optionalLookupField(searched, {
      description: 'Subject of the ads. If company is also given, company is used.',
      examples: ['running shoes'],
    }),
    platform: optionField(platformParser(AD_PLATFORMS), {
      description: `The library, one of: ${AD_PLATFORMS.join(', ')}. Default meta, or microsoft if the operator has no source for meta. network is the professional network; \`linkedin\` is an alias of it.`,
      examples: ['meta'],
    }),
    cursor: searchCursor,
  })
  .check(requireOneOf('company', 'keyword'))
  .superRefine(({ company, platform }, context) => {
    if (platform !== 'google' || companyDomainIn(company ?? '') !== null) return;
    const message = 'must be a domain, such as example.com, for the google library';
    const code = company === null ? 'MISSING_FIELD' : 'INVALID_INPUT';
    refuseInput(context, code, message, 'company');
  });

type AdInput = z.output<typeof input>;

/** The requested library, or that of the page before; null for the default. */
const askedLibrary = ({ platform, cursor }: AdInput): AdPlatform | null =>
  platform ?? (cursor && adLibraryOf(cursor.source)) ?? null;

/** The advertiser; for the google library, its registrable domain. */
const companyOf = (asked: AdInput): string | null =>
  askedLibrary(asked) === 'google' && asked.company !== null
    ? companyDomainIn(asked.company)
    : asked.company;

/** With a company, the keyword is ignored. A cursor is of one library, so it does not name it. */
const filtersOf = (asked: AdInput): AdFilters => ({
  company: companyOf(asked),
  keyword: asked.company === null ? asked.keyword : null,
});

const search = searchMapping('ad_library_lookup', filtersOf);

/** Source selection: the requested library, or the default. */
const adSources: Sources<AdInput, AdsFact> = {
  list: Object.values(AD_LIBRARIES).flatMap(({ list }) => list),
  async resolve(asked, ask) {
    const query = search.of(asked);
    const library = askedLibrary(asked);
    const platform = library ?? DEFAULT_AD_PLATFORM;
    const outcome = await ask(AD_LIBRARIES[platform], query);
    return outcome.kind === 'notConfigured' && library === null
      ? { platform: 'microsoft', page: await AD_LIBRARIES.microsoft.resolve(query, ask) }
      : { platform, page: requireAnswer(outcome) };
  },
};

/** The library that answers, so that the default and its name are one lookup. */
function cacheKey(asked: AdInput, world?: World): string {
  const isFallback = world !== undefined && !isUsable(DEFAULT_AD_PLATFORM, world);
  const library = askedLibrary(asked) ?? (isFallback ? 'microsoft' : DEFAULT_AD_PLATFORM);
  return `${library} ${search.cacheKey(asked)}`;
}

const ad: Ad = {
  id: '1',
  advertiser: 'Sandbox Bakery',
  title: 'Fresh bread',
  text: 'Baked every morning.',
  format: 'image',
  destinationUrl: 'https://example.com/bread',
  snapshotUrl: 'https://www.facebook.com/ads/library/?id=1',
  startedAt: '2026-01-01T00:00:00.000Z',
  endedAt: null,
  active: true,
  placements: ['facebook', 'instagram'],
};

const page = { rows: [ad], nextCursor: null, total: 1 };

const sandbox: readonly SandboxCase<AdsFact>[] = [
  inSandbox.answer('sandbox bakery', 'one ad', { platform: 'meta', page }),
  inSandbox.answer('sandbox shop', 'an ad from a library with fewer fields', {
    platform: 'microsoft',
    page: {
      rows: [{ ...ad, snapshotUrl: null, startedAt: null, active: null, placements: [] }],
      nextCursor: null,
      total: null,
    },
  }),
  inSandbox.answer('sandbox nobody', 'no ad, not charged', { platform: 'meta', page: null }),
  ...inSandbox.refusals('sandbox broke', 'sandbox busy', 'sandbox slow'),
];

export const adLibraryLookup = defineProduct({
  path: '/ad-library-lookup',
  summary: 'Ads of a company or about a keyword, from the libraries of five platforms',
  tier: 'live',
  input,
  subject: (asked) => companyOf(asked) ?? asked.keyword ?? '',
  cacheKey,
  sources: adSources,
  price: {
    upTo: 10,
    rows: { count: ({ page }) => page?.rows.length ?? 0 },
    isPaid: ({ page }) => page !== null && page.rows.length > 0,
  },
  classification: { schema: adClassification, from: classifyAds },
  insights: { schema: adInsights, from: describeAds },
  factVersion: 4,
  sandbox,
  example: { company: 'Example Company' },
});
