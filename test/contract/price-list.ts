import type { Tier } from '../../src/lookup/product.ts';

/** One lookup as callers were promised it. */
export interface PricedRow {
  /** As the price list calls it. */
  name: string;
  path: `/${string}`;
  /** Credits of one, or of one minute; where a form of it costs more, that. */
  credits: number;
  /** What the price list names, where the path has dearer forms. */
  from?: number;
  per?: string;
  tier: Tier;
  bulk: string | null;
}

const row = (
  name: string,
  path: PricedRow['path'],
  credits: number,
  tier: Tier,
  bulk: string | null,
  more: Pick<PricedRow, 'from' | 'per'> = {},
): PricedRow => ({ name, path, credits, tier, bulk, ...more });

/** The price list, with what is promised of each lookup besides. */
export const PRICE_LIST: readonly PricedRow[] = [
  row('Phone validation', '/phone', 1, 'standard', 'phone_validation'),
  row('Phone spam', '/phone-spam', 1, 'standard', 'phone_spam'),
  row('Email validation', '/email', 1, 'standard', 'email_validation'),
  row('IP lookup', '/ip', 1, 'standard', 'ip_lookup'),
  row('Number type', '/nt-lookup', 1, 'live', 'nt_lookup'),
  row('Search results scraper', '/search-intent-lookup', 1, 'standard', null),
  row('Domain age', '/domain-age', 2, 'standard', 'domain_age'),
  row('Prospect search', '/prospect-search', 2, 'standard', null),
  row('MNP', '/mnp-lookup', 3, 'live', 'mnp_lookup'),
  row('Link-in-bio lookup', '/link-in-bio-lookup', 3, 'live', 'link_in_bio_lookup'),
  row('HLR', '/hlr-lookup', 5, 'live', 'hlr_lookup'),
  row('Email enrichment', '/email-enrichment', 5, 'standard', null),
  row('Social post', '/social-post-lookup', 5, 'live', 'social_post_lookup'),
  row('Video transcript', '/video-transcript', 5, 'live', 'video_transcript'),
  row('Social search', '/social-search', 5, 'live', null),
  row('Keyword metrics', '/keyword-metrics', 6, 'standard', 'keyword_metrics'),
  row('Audio transcription', '/audio-transcription', 6, 'standard', null, {
    per: 'minute of audio',
  }),
  row('Email append', '/email-append', 10, 'standard', null),
  row('Skip trace', '/phone-append', 10, 'standard', null),
  row('Reverse phone', '/reverse-phone-lookup', 25, 'standard', 'reverse_phone_lookup', {
    from: 10,
  }),
  row('Phone scrub', '/phone-scrub', 10, 'standard', 'phone_scrub'),
  row('Reverse IP', '/reverse-ip-append', 10, 'standard', null),
  row('Reverse email', '/reverse-email-append', 10, 'standard', 'reverse_email_append'),
  row('Website scraper', '/website-scraper', 10, 'standard', null),
  row('Domain SEO intelligence', '/domain-seo-intelligence', 10, 'standard', null),
  row('Website contacts scraper', '/website-contacts-scraper', 10, 'standard', null),
  row('Domain authority', '/domain-authority', 10, 'standard', 'domain_authority'),
  row('Business lookup', '/business-lookup', 10, 'live', 'business_lookup'),
  row('Network profile lookup', '/network-profile-lookup', 10, 'live', 'network_profile_lookup'),
  row('Network company lookup', '/network-company-lookup', 10, 'live', null),
  row('Social profile check', '/social-profile-check', 10, 'live', 'social_profile_check'),
  row('Ad library lookup', '/ad-library-lookup', 10, 'live', null),
  row('Backlink overview', '/backlink-overview', 13, 'standard', 'backlink_overview'),
  row('Property lookup', '/property-lookup', 15, 'live', 'property_lookup'),
  row('Company profile lookup', '/company-profile-lookup', 25, 'live', 'company_profile_lookup'),
  row('Business verify', '/business-verify', 30, 'live', 'business_verify'),
  row('Network email finder', '/network-email-finder', 30, 'standard', null),
  row('Mobile finder', '/mobile-finder', 40, 'standard', null),
  row('Audience demographics', '/audience-demographics', 40, 'live', 'audience_demographics'),
  row('Company firmographics', '/company-firmographics', 75, 'standard', 'company_firmographics'),
  row('B2B contact append', '/b2b-contact-append', 75, 'standard', 'b2b_contact_append'),
  row('Target account search', '/account-search', 75, 'standard', null),
  row('Website audience intelligence', '/audience-intelligence', 86, 'standard', null),
];

/** Sold by monitors: per contact and weekly recheck, per number and recheck. */
export const RECHECKS = { 'Job change monitoring': { type: 'job_change', credits: 5 } } as const;
