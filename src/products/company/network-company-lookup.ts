import * as z from 'zod';
import { parseCompanyPage } from '../../domain/company/company.ts';
import { lookupField } from '../../lib/inputs.ts';
import { fieldSourceFields } from '../../lookup/field-sources.ts';
import { defineProduct } from '../../lookup/product.ts';
import { mapInput } from '../../lookup/source-adapters.ts';
import {
  classifyLinkedinPage,
  companyFieldSources,
  describeLinkedinPage,
  fieldsOfMap,
  LINKEDIN_PAGE_FIELD_MAP,
  LINKEDIN_PAGE_SUBSTANCE,
  linkedinPageClassification,
  linkedinPageFields,
  withCompanySize,
} from './company-fields.ts';
import { companyByPage } from './company-sources.ts';
import { SANDBOX_LINKEDIN_PAGES } from './sandbox.ts';

const insights = z.object({
  network_company_lookup_result: z
    .object(linkedinPageFields)
    .nullable()
    .describe('Details of the company; null if none was found.'),
  ...fieldSourceFields,
});

const SHOWN = fieldsOfMap(LINKEDIN_PAGE_FIELD_MAP);

export const networkCompanyLookup = defineProduct({
  path: '/network-company-lookup',
  summary: "A company's page on the professional network",
  tier: 'live',
  input: z.object({
    profile_url: lookupField(parseCompanyPage, {
      description:
        "URL of the company's public page on the professional network, or its vanity name. Tracking parameters and mobile hosts are ignored.",
      examples: ['https://www.linkedin.com/company/example-ltd', 'example-ltd'],
    }),
  }),
  subject: ({ profile_url }) => profile_url,
  sources: mapInput(
    ({ profile_url: page }: { profile_url: string }) => ({
      key: { site: null, page },
      shown: SHOWN,
      sparesPage: false,
    }),
    companyByPage,
  ),
  derive: (fact) => fact && withCompanySize(fact),
  price: { upTo: 10, paidFor: LINKEDIN_PAGE_SUBSTANCE, isPaid: (company) => company !== null },
  // Its own schema object, which the OpenAPI document names after this product.
  classification: { schema: linkedinPageClassification.extend({}), from: classifyLinkedinPage },
  insights: {
    schema: insights,
    from: (company) => ({
      network_company_lookup_result: company && describeLinkedinPage(company),
      ...companyFieldSources(company, LINKEDIN_PAGE_FIELD_MAP),
    }),
  },
  factVersion: 3,
  sandbox: SANDBOX_LINKEDIN_PAGES,
  example: { profile_url: 'https://www.linkedin.com/company/example-ltd' },
});
