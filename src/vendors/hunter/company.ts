import * as z from 'zod';
import {
  type CompanyFact,
  type CompanyKey,
  companyFields,
  ownDomain,
} from '../../domain/company/company.ts';
import type { ContactPlace } from '../../domain/person/work-contact.ts';
import { linkedinPageUrl } from '../../domain/social/linkedin-address.ts';
import { count, part, text, texts } from '../../lib/loose-fields.ts';
import { keyText } from '../../lookup/datasets/keys.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';
import { HUNTER } from './client.ts';

const NAME = 'hunter';

const companyReply = z.object({
  data: z.object({
    /** Null where the domain is of no company they know. */
    name: z.string().nullable(),
    description: text,
    category: part({ industry: text, naicsCode: text, sicCode: text }),
    foundedYear: count,
    geo: part({ country: text }),
    linkedin: part({ handle: text }),
    metrics: part({ employees: count, employeesRange: text, annualRevenue: text }),
    tech: texts,
  }),
});

/** @param handle with or without `company/` in front */
function linkedinPageOfHandle(handle: string | null | undefined): string | null {
  const vanity = handle?.replace(/^\/?company\//, '');
  const key = keyText('profile', vanity);
  return key && linkedinPageUrl({ of: 'organization', vanity: key });
}

const codes = (code: string | null | undefined): string[] => (code ? [code] : []);

/** A company by the domain of its site. */
export const hunterCompany = fromUpstream<CompanyKey, CompanyFact>(HUNTER, {
  label: 'business_company_database',
  async ask(key, call) {
    const domain = ownDomain(key);
    if (domain === null) return null;
    const found = await call({
      path: '/v2/companies/find',
      query: { domain },
      schema: companyReply,
    });
    const data = found?.data;
    if (!data?.name?.trim()) return null;
    return companyFields(NAME, {
      name: data.name.trim(),
      description: data.description,
      industry: data.category?.industry,
      employees: data.metrics?.employees,
      employeeBand: data.metrics?.employeesRange,
      revenue: data.metrics?.annualRevenue,
      founded: data.foundedYear,
      country: data.geo?.country,
      sicCodes: codes(data.category?.sicCode),
      naicsCodes: codes(data.category?.naicsCode),
      technologyCount: data.tech.length || null,
      networkUrl: linkedinPageOfHandle(data.linkedin?.handle),
    });
  },
});

const companyPlaceReply = z.object({
  data: z.object({
    /** Null where the domain is of no company they know. */
    name: z.string().nullable(),
    geo: part({ city: text, state: text, country: text }),
  }),
});

/** Where the company of a domain is. */
export const hunterCompanyPlace = fromUpstream<string, ContactPlace>(HUNTER, {
  label: 'business_company_database',
  async ask(domain, call) {
    const found = await call({
      path: '/v2/companies/find',
      query: { domain },
      schema: companyPlaceReply,
    });
    if (!found || found.data.name === null) return null;
    const { geo } = found.data;
    return {
      city: geo?.city ?? null,
      region: geo?.state ?? null,
      country: geo?.country ?? null,
    };
  },
});
