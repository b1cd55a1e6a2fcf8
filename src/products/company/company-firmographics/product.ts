import * as z from 'zod';
import { type CompanyFact, claimsOf, joinFacts } from '../../../core/companies/company.ts';
import type { CompanyKey } from '../../../core/companies/company-key.ts';
import { defineProduct } from '../../../core/lookup/product.ts';
import { firstMatch, type Sources } from '../../../core/lookup/source.ts';
import { found, tried } from '../../../core/lookup/tries.ts';
import { type WebSite, webSite } from '../../../core/web/site.ts';
import { recordedCompany } from '../../../sources/company-records.ts';
import { hunterCompany } from '../../../sources/hunter/company.ts';
import { mailDns } from '../../../sources/mail-dns.ts';
import { pdlCompany } from '../../../sources/pdl/company.ts';
import { withBand } from '../employee-band.ts';
import { isNamed, openCompany } from '../open-company.ts';
import { SANDBOX_DOMAINS } from '../sandbox-company.ts';
import {
  classifyFirmographics,
  describeFirmographics,
  firmographicsClassification,
  firmographicsInsights,
} from './sections.ts';

/** The company open sources know by name, or none. */
const namedCompany: Sources<CompanyKey, CompanyFact | null> = {
  ...openCompany,
  async resolve(key, ask) {
    const company = await openCompany.resolve(key, ask);
    return isNamed(company) ? company : null;
  },
};

/** What open sources know, and how many services the domain's DNS shows. */
const openWithTechnologies: Sources<CompanyKey, CompanyFact | null> = {
  list: [...namedCompany.list, mailDns],
  async resolve(key, ask) {
    const company = await namedCompany.resolve(key, ask);
    if (!company || !key.site) return company;
    const dns = found(await tried(ask(mailDns, key.site.domain)));
    const technologyCount = dns?.technologies.length || null;
    return joinFacts(company, claimsOf('dns', { technologyCount }));
  },
};

const sources = firstMatch(recordedCompany, pdlCompany, hunterCompany, openWithTechnologies);

const PRICE = 75;

/** How large is the company behind this domain, and what does it do? */
export const companyFirmographics = defineProduct({
  path: '/company-firmographics',
  type: 'company_firmographics',
  summary: 'Size, industry, revenue and age of the company behind a domain',
  tier: 'standard',
  input: z.object({ domain: webSite }),
  subject: ({ domain }) => domain.domain,
  sources: {
    list: sources.list,
    answeredBy: sources.list.filter((source) => source !== mailDns),
    resolve: ({ domain: site }: { domain: WebSite }, ask) =>
      sources.resolve({ site, page: null }, ask),
  },
  conclude: (fact) => fact && withBand(fact),
  price: { upTo: PRICE, charge: (company) => (company ? PRICE : 0) },
  classification: { schema: firmographicsClassification, from: classifyFirmographics },
  insights: { schema: firmographicsInsights, from: describeFirmographics },
  bulk: 'company_firmographics',
  factVersion: 1,
  sandbox: SANDBOX_DOMAINS,
  example: { domain: 'example.com' },
});
