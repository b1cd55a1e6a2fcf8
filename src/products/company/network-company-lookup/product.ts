import * as z from 'zod';
import type { CompanyFact } from '../../../core/companies/company.ts';
import { type CompanyKey, parseCompanyPage } from '../../../core/companies/company-key.ts';
import { lookedUp } from '../../../core/inputs.ts';
import { defineProduct } from '../../../core/lookup/product.ts';
import { asking, firstMatch } from '../../../core/lookup/source.ts';
import { recordedCompany } from '../../../sources/company-records.ts';
import { pdlCompany } from '../../../sources/pdl/company.ts';
import { scrapedCompany } from '../../../sources/scrapecreators/network-company.ts';
import { wikidataCompany } from '../../../sources/wikidata/company.ts';
import { withSize } from '../employee-band.ts';
import {
  classifyNetworkCompany,
  describePage,
  networkCompanyClassification,
  pageFields,
  SHOWN_OF_PAGE,
} from '../network-page.ts';
import { datedOriginFields, datedOrigins } from '../origins.ts';
import { SANDBOX_PAGES } from '../sandbox-company.ts';

const insights = z.object({
  network_company_lookup_result: z
    .object(pageFields)
    .nullable()
    .describe('The company in detail; null when none was found.'),
  ...datedOriginFields,
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
    profile_url: lookedUp(parseCompanyPage, {
      description:
        "Address of the company's public page on the professional network, or its vanity name. Tracking parameters and mobile hosts do not matter.",
      examples: ['https://www.linkedin.com/company/example-ltd', 'example-ltd'],
    }),
  }),
  subject: ({ profile_url }) => profile_url,
  sources: firstMatch<{ profile_url: string }, CompanyFact>(
    asking(({ profile_url }) => byPage(profile_url), recordedCompany),
    asking(({ profile_url }) => profile_url, scrapedCompany),
    asking(({ profile_url }) => byPage(profile_url), pdlCompany),
    asking(({ profile_url: page }) => ({ page }), wikidataCompany),
  ),
  conclude: (fact) => fact && withSize(fact),
  price: { upTo: PRICE, charge: (company) => (company ? PRICE : 0) },
  classification: { schema: networkCompanyClassification, from: classifyNetworkCompany },
  insights: {
    schema: insights,
    from: (company) => ({
      network_company_lookup_result: company && describePage(company),
      ...datedOrigins(company, SHOWN_OF_PAGE),
    }),
  },
  factVersion: 1,
  sandbox: SANDBOX_PAGES,
  example: { profile_url: 'https://www.linkedin.com/company/example-ltd' },
});
