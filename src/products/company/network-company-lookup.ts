import * as z from 'zod';
import {
  type CompanyFact,
  type CompanyKey,
  parseCompanyPage,
} from '../../domain/company/company.ts';
import { lookupField } from '../../lib/inputs.ts';
import { defineProduct } from '../../lookup/product.ts';
import { firstMatch, mapQuery } from '../../lookup/source.ts';
import { recordedCompany } from '../../open-data/records/companies.ts';
import { pdlCompany } from '../../vendors/pdl/company.ts';
import { scrapedLinkedinCompany } from '../../vendors/scrapecreators/linkedin.ts';
import { wikidataCompany } from '../../vendors/wikidata/company.ts';
import { withCompanySize } from './employee-band.ts';
import { describeFieldSources, fieldSourceFields } from './field-sources.ts';
import {
  classifyLinkedinPage,
  describeLinkedinPage,
  LINKEDIN_PAGE_FIELD_MAP,
  LINKEDIN_PAGE_SUBSTANCE,
  linkedinPageClassification,
  linkedinPageFields,
} from './linkedin-page.ts';
import { SANDBOX_LINKEDIN_PAGES } from './sandbox.ts';

const insights = z.object({
  network_company_lookup_result: z
    .object(linkedinPageFields)
    .nullable()
    .describe('The company in detail; null when none was found.'),
  ...fieldSourceFields,
});

const byPage = (page: string): CompanyKey => ({ site: null, page });

const PRICE = 10;

/** What does this company's page on the professional network say? */
export const networkCompanyLookup = defineProduct({
  path: '/network-company-lookup',
  type: 'network_company_lookup',
  summary: "A company's page on the professional network",
  tier: 'live',
  input: z.object({
    profile_url: lookupField(parseCompanyPage, {
      description:
        "Address of the company's public page on the professional network, or its vanity name. Tracking parameters and mobile hosts do not matter.",
      examples: ['https://www.linkedin.com/company/example-ltd', 'example-ltd'],
    }),
  }),
  subject: ({ profile_url }) => profile_url,
  sources: firstMatch<{ profile_url: string }, CompanyFact>(
    mapQuery(({ profile_url }) => byPage(profile_url), recordedCompany),
    mapQuery(({ profile_url }) => profile_url, scrapedLinkedinCompany),
    mapQuery(({ profile_url }) => byPage(profile_url), pdlCompany),
    mapQuery(({ profile_url: page }) => ({ page }), wikidataCompany),
  ),
  derive: (fact) => fact && withCompanySize(fact),
  price: {
    upTo: PRICE,
    paidFor: LINKEDIN_PAGE_SUBSTANCE,
    charge: (company) => (company ? PRICE : 0),
  },
  classification: { schema: linkedinPageClassification, from: classifyLinkedinPage },
  insights: {
    schema: insights,
    from: (company) => ({
      network_company_lookup_result: company && describeLinkedinPage(company),
      ...describeFieldSources(company, LINKEDIN_PAGE_FIELD_MAP),
    }),
  },
  factVersion: 1,
  sandbox: SANDBOX_LINKEDIN_PAGES,
  example: { profile_url: 'https://www.linkedin.com/company/example-ltd' },
});
