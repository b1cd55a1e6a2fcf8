import * as z from 'zod';
import { lookedUpIfGiven, requireOneOf } from '../../../core/inputs.ts';
import { defineProduct, forcedRefusals, type SandboxCase } from '../../../core/lookup/product.ts';
import { searchCursor, searching } from '../../../core/lookup/search-cursor.ts';
import { parseSearchText } from '../../../core/search-text.ts';
import { AD_PLATFORMS, type Ad, domainOfCompany } from '../../../core/social/ads.ts';
import { ADS_FACT_VERSION, type AdSearch, type AdsFact, adSources } from './fact.ts';
import { adClassification, adInsights, classifyAds, describeAds } from './sections.ts';

const CREDITS = 10;

/** Libraries do not mind capitals: spellings of one search are one lookup. */
const searched = (text: string): string => parseSearchText(text).toLowerCase();

const input = z
  .object({
    company: lookedUpIfGiven(searched, {
      description: 'Advertiser, by name; the google library wants its domain.',
      examples: ['example company'],
    }),
    keyword: lookedUpIfGiven(searched, {
      description: 'What the ads are about; company wins where both are given.',
      examples: ['running shoes'],
    }),
    platform: z
      .enum(AD_PLATFORMS)
      .nullish()
      .transform((platform) => platform ?? null)
      .describe(
        'The library: meta by default, and microsoft where the operator has none for that; network is the professional one.',
      ),
    cursor: searchCursor,
  })
  .superRefine(requireOneOf('company', 'keyword'))
  .superRefine(({ company, platform }, context) => {
    if (platform !== 'google' || domainOfCompany(company ?? '') !== null) return;
    const message = 'must be a domain, such as example.com, for the google library';
    const params = { code: company === null ? 'MISSING_FIELD' : 'INVALID_INPUT' };
    context.addIssue({ code: 'custom', path: ['company'], message, params });
  });

type AdInput = z.output<typeof input>;

/** A company decides alone. */
const filtersOf = ({ platform, company, keyword }: AdInput): AdSearch => ({
  platform,
  company,
  keyword: company === null ? keyword : null,
});

const search = searching('ad_library_lookup', filtersOf);

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
  { subject: 'sandbox bakery', shows: 'one ad', fact: { platform: 'meta', page } },
  {
    subject: 'sandbox shop',
    shows: 'ads of a library that says less of them',
    fact: {
      platform: 'microsoft',
      page: {
        rows: [{ ...ad, snapshotUrl: null, startedAt: null, active: null, placements: [] }],
        nextCursor: null,
        total: null,
      },
    },
  },
  {
    subject: 'sandbox nobody',
    shows: 'no ad, not charged',
    fact: { platform: 'meta', page: null },
  },
  ...forcedRefusals('sandbox broke', 'sandbox busy', 'sandbox slow'),
];

/** Which ads does this company run, or which run about this? */
export const adLibraryLookup = defineProduct({
  path: '/ad-library-lookup',
  type: 'ad_library_lookup',
  summary: 'Ads of a company or about a keyword, from the libraries of five platforms',
  tier: 'live',
  input,
  subject: (asked) => asked.company ?? asked.keyword ?? '',
  cacheKey: search.cacheKey,
  sources: search.by(adSources),
  price: { upTo: CREDITS, charge: ({ page }) => (page && page.rows.length > 0 ? CREDITS : 0) },
  classification: { schema: adClassification, from: classifyAds },
  insights: { schema: adInsights, from: describeAds },
  factVersion: ADS_FACT_VERSION,
  sandbox,
  example: { company: 'Example Company' },
});
