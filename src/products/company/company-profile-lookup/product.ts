import * as z from 'zod';
import { parseCompanyPage } from '../../../core/companies/company-key.ts';
import { lookedUpIfGiven, requireOneOf } from '../../../core/inputs.ts';
import { defineProduct } from '../../../core/lookup/product.ts';
import { asking, firstMatch } from '../../../core/lookup/source.ts';
import { parseWebSite } from '../../../core/web/site.ts';
import { recordedCompany } from '../../../sources/company-records.ts';
import { withSize } from '../employee-band.ts';
import { classifyNetworkCompany, networkCompanyClassification } from '../network-page.ts';
import { SANDBOX_DOMAINS } from '../sandbox-company.ts';
import { type ProfileQuery, profileSources } from './find-profile.ts';
import { type CompanyProfile, describeProfile, profileInsights } from './sections.ts';

const sources = firstMatch(
  asking(({ key }: ProfileQuery) => key, recordedCompany),
  profileSources,
);

const input = z
  .object({
    domain: lookedUpIfGiven(parseWebSite, {
      description: "Domain or address of the company's site. Not needed with profile_url.",
      examples: ['example.com', 'https://www.example.com/about'],
    }),
    profile_url: lookedUpIfGiven(parseCompanyPage, {
      description:
        "Address of the company's public page on the professional network, or its vanity name; it replaces the domain.",
      examples: ['https://www.linkedin.com/company/example-ltd'],
    }),
    include_funding: z.boolean().default(true).describe('Whether to look for its funding.'),
  })
  .superRefine(requireOneOf('domain', 'profile_url'));

type Body = z.output<typeof input>;

const queryOf = ({ domain, profile_url, include_funding }: Body): ProfileQuery => ({
  key: profile_url === null ? { site: domain, page: null } : { site: null, page: profile_url },
  includeFunding: include_funding,
});

const subjectOf = ({ domain, profile_url }: Body): string =>
  profile_url === null ? (domain?.domain ?? '') : `company/${profile_url}`;

const PRICE = 25;

/** Who is this company, how is it staffed, and how is it funded? */
export const companyProfileLookup = defineProduct({
  path: '/company-profile-lookup',
  type: 'company_profile_lookup',
  summary: 'Profile and funding of a company, by domain or page on the professional network',
  tier: 'live',
  input,
  subject: subjectOf,
  cacheKey: (body) => `${subjectOf(body)}${body.include_funding ? '' : ' without funding'}`,
  sources: { ...sources, resolve: (body: Body, ask) => sources.resolve(queryOf(body), ask) },
  conclude: (fact, { include_funding }): CompanyProfile => ({
    company: fact && withSize(fact),
    includeFunding: include_funding,
  }),
  price: { upTo: PRICE, charge: ({ company }) => (company ? PRICE : 0) },
  classification: {
    schema: networkCompanyClassification,
    from: ({ company }) => classifyNetworkCompany(company),
  },
  insights: { schema: profileInsights, from: describeProfile },
  bulk: 'company_profile_lookup',
  factVersion: 1,
  sandbox: SANDBOX_DOMAINS,
  example: { domain: 'example.com' },
});
