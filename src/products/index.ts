import type { AnyProduct, ProductFamily } from '../lookup/product.ts';
import type { Upstream } from '../vendors/upstream/upstream.ts';
import { upstreamsOf } from '../vendors/upstream/vendor-source.ts';
import { accountSearch } from './company/account-search.ts';
import { companyFirmographics } from './company/company-firmographics.ts';
import { companyProfileLookup } from './company/company-profile-lookup.ts';
import { networkCompanyLookup } from './company/network-company-lookup.ts';
import { email } from './email/email/product.ts';
import { ip } from './ip/ip/product.ts';
import { reverseIpAppend } from './ip/reverse-ip-append.ts';
import { b2bContactAppend } from './person/b2b-contact-append.ts';
import { emailAppend } from './person/email-append.ts';
import { emailEnrichment } from './person/email-enrichment.ts';
import { jobChange } from './person/job-change.ts';
import { mobileFinder } from './person/mobile-finder.ts';
import { networkEmailFinder } from './person/network-email-finder.ts';
import { networkProfileLookup } from './person/network-profile-lookup.ts';
import { phoneAppend } from './person/phone-append.ts';
import { prospectSearch } from './person/prospect-search.ts';
import { reverseEmailAppend } from './person/reverse-email-append/product.ts';
import { hlrLookup } from './phone/hlr-lookup.ts';
import { mnpLookup } from './phone/mnp-lookup.ts';
import { ntLookup } from './phone/nt-lookup.ts';
import { phone } from './phone/phone/product.ts';
import { phoneScrub } from './phone/phone-scrub/product.ts';
import { phoneSpam } from './phone/phone-spam/product.ts';
import { reversePhoneLookup } from './phone/reverse-phone-lookup/product.ts';
import { businessLookup } from './places/business-lookup.ts';
import { businessVerify } from './places/business-verify/product.ts';
import { propertyLookup } from './places/property-lookup.ts';
import { audienceIntelligence } from './seo/audience-intelligence.ts';
import { backlinkOverview } from './seo/backlink-overview.ts';
import { domainAuthority } from './seo/domain-authority.ts';
import { domainSeoIntelligence } from './seo/domain-seo-intelligence.ts';
import { keywordMetrics } from './seo/keyword-metrics.ts';
import { searchIntentLookup } from './seo/search-intent-lookup.ts';
import { adLibraryLookup } from './social/ad-library-lookup.ts';
import { audienceDemographics } from './social/audience-demographics.ts';
import { audioTranscription } from './social/audio-transcription.ts';
import { linkInBioLookup } from './social/link-in-bio-lookup.ts';
import { socialPostLookup } from './social/social-post-lookup.ts';
import { socialProfileCheck } from './social/social-profile-check.ts';
import { socialSearch } from './social/social-search.ts';
import { videoTranscript } from './social/video-transcript.ts';
import { domainAge } from './web/domain-age.ts';
import { websiteContactsScraper } from './web/website-contacts-scraper.ts';
import { websiteScraper } from './web/website-scraper.ts';

/** Every product of the service, in the order of the reference. */
export const families: readonly ProductFamily[] = [
  {
    name: 'Phone',
    summary:
      'Whether a phone number can exist, what kind of line it is, whether it may be called, who holds it and what has been reported about it.',
    products: [phone, ntLookup, hlrLookup, mnpLookup, phoneSpam, phoneScrub, reversePhoneLookup],
  },
  {
    name: 'Email',
    summary:
      'Whether mail to an address will arrive, whose it is likely to be and whether its domain can be trusted.',
    products: [email],
  },
  {
    name: 'Person',
    summary:
      'How to reach a private person in the United States, and who is behind an email address.',
    products: [phoneAppend, emailAppend, reverseEmailAppend],
  },
  {
    name: 'IP',
    summary: 'Where an IP address is located, whose network it belongs to and what is behind it.',
    products: [ip, reverseIpAppend],
  },
  {
    name: 'Places',
    summary:
      'Which business or property is at a place, and whether the details that a business gives about itself are correct.',
    products: [businessLookup, businessVerify, propertyLookup],
  },
  {
    name: 'People at work',
    summary: 'Who a person is at work, how to reach them, and who holds a role.',
    products: [
      emailEnrichment,
      networkEmailFinder,
      networkProfileLookup,
      mobileFinder,
      b2bContactAppend,
      prospectSearch,
    ],
  },
  {
    name: 'Company',
    summary:
      'Which company is behind a domain or a company page, its activity, size, age and funding, and which companies match a search.',
    products: [companyFirmographics, companyProfileLookup, networkCompanyLookup, accountSearch],
  },
  {
    name: 'Web',
    summary: 'The text of a page, the contacts of a site, and the registration of a domain.',
    products: [websiteScraper, websiteContactsScraper, domainAge],
  },
  {
    name: 'Social and media',
    summary:
      'Accounts, posts, videos, link pages and ads of social platforms: whether they exist, and their public data.',
    products: [
      linkInBioLookup,
      adLibraryLookup,
      socialProfileCheck,
      socialPostLookup,
      videoTranscript,
      audioTranscription,
      socialSearch,
      audienceDemographics,
    ],
  },
  {
    name: 'Search and traffic',
    summary:
      'How a domain ranks with search engines, who links to it and who visits it, and what a keyword is worth.',
    products: [
      domainAuthority,
      domainSeoIntelligence,
      backlinkOverview,
      keywordMetrics,
      searchIntentLookup,
      audienceIntelligence,
    ],
  },
];

/** Products that only monitor runs use; they have no path of their own. */
export const runProducts: readonly AnyProduct[] = [jobChange];

/** Product registry, the source of routes, price list, sandbox and contract tests. */
export const products: readonly AnyProduct[] = families.flatMap((family) => family.products);

/** Every vendor and open source that a product may query, each configurable by the operator. */
export const upstreams: readonly Upstream[] = upstreamsOf(
  [...products, ...runProducts].flatMap(({ sources }) => sources.list),
);

/** Types of the products that jobs and monitors run: only these have events for receivers. */
export const notifyingProducts: ReadonlySet<string> = new Set(
  [...products, ...runProducts].flatMap(({ bulk, type }) => (bulk ? [type] : [])),
);
