import * as z from 'zod';
import { type CompanyFact, claimsOf } from '../../core/companies/company.ts';
import { type CompanyKey, ownDomain } from '../../core/companies/company-key.ts';
import { recordKey } from '../../core/records/keys.ts';
import { networkPageUrl } from '../../core/web/profile-address.ts';
import { count, part, text, texts } from '../upstream/fields.ts';
import { fromUpstream } from '../upstream/from-upstream.ts';
import { HUNTER } from './client.ts';

const NAME = 'hunter';

const reply = z.object({
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
function pageOf(handle: string | null | undefined): string | null {
  const vanity = handle?.replace(/^\/?company\//, '');
  const key = recordKey('profile', vanity);
  return key && networkPageUrl({ of: 'organization', vanity: key.slice('profile:'.length) });
}

const codes = (code: string | null | undefined): string[] => (code ? [code] : []);

/** A company by the domain of its site. */
export const hunterCompany = fromUpstream<CompanyKey, CompanyFact>(HUNTER, {
  name: NAME,
  label: 'business_company_database',
  metered: 'answers',
  async ask(key, call) {
    const domain = ownDomain(key);
    if (domain === null) return null;
    const found = await call({ path: '/v2/companies/find', query: { domain }, schema: reply });
    const data = found?.data;
    if (!data?.name?.trim()) return null;
    return claimsOf(NAME, {
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
      networkUrl: pageOf(data.linkedin?.handle),
    });
  },
});
