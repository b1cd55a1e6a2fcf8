import * as z from 'zod';
import {
  type CompanyFact,
  type CompanyKey,
  companyFields,
  companyPageUrl,
  type Department,
  ownDomain,
} from '../../domain/company/company.ts';
import { linkedinPageUrl } from '../../domain/social/linkedin-address.ts';
import { alike } from '../../lib/alike.ts';
import { count, number, part, parts, text, texts } from '../../lib/loose-fields.ts';
import { recordKey } from '../../lookup/datasets/keys.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';
import { PDL } from './client.ts';

const NAME = 'pdl';

/** Roles by the vendor's names, with their head counts. */
const departments = z
  .record(z.string(), count)
  .catch({})
  .transform((roles): Department[] =>
    Object.entries(roles).flatMap(([name, people]) => (people ? [{ name, people }] : [])),
  );

/** The reply is flat: the company's fields stand beside `status` and `likelihood`. */
const reply = z
  .object({
    ...alike(text, 'name', 'display_name', 'summary', 'industry'),
    employee_count: count,
    size: text,
    inferred_revenue: text,
    founded: count,
    location: part({ name: text, country: text }),
    sic: parts({ sic_code: text }),
    naics: parts({ naics_code: text }),
    technologies_used: texts,
    employee_growth_rate: part({ '12_month': number }),
    employee_count_by_role: departments,
    linkedin_url: text,
    linkedin_follower_count: count,
    linkedin_employee_count: count,
    website: text,
    tags: texts,
    total_funding_raised: number,
    number_funding_rounds: count,
    ...alike(text, 'last_funding_date', 'type', 'ticker'),
  })
  .refine(({ name, display_name }) => name ?? display_name, { message: 'has no name' });

const PAGE = 'profile:company/';

function linkedinPageOfCompany(address: string | null): string | null {
  const key = recordKey('profile', address);
  return key?.startsWith(PAGE)
    ? linkedinPageUrl({ of: 'organization', vanity: key.slice(PAGE.length) })
    : null;
}

const ipoStatusOf = (type: string | null, ticker: string | null): 'public' | 'private' | null => {
  if (ticker !== null || type?.toLowerCase() === 'public') return 'public';
  return type?.toLowerCase() === 'private' ? 'private' : null;
};

const filled = (codes: readonly (string | null)[]): string[] =>
  codes.filter((code) => code !== null);

/** A company by the domain of its site, or by its page on the professional network. */
export const pdlCompany = fromUpstream<CompanyKey, CompanyFact>(PDL, {
  label: 'business_company_database',
  async ask(key, call) {
    const [website, profile] = [
      ownDomain(key),
      companyPageUrl(key)?.replace(/^https:\/\/www\./, ''),
    ];
    if (!website && !profile) return null;
    const query = { website, profile, titlecase: true };
    const found = await call({ path: '/v5/company/enrich', query, schema: reply });
    if (!found) return null;
    return companyFields(NAME, {
      name: found.display_name ?? found.name,
      description: found.summary,
      industry: found.industry,
      employees: found.employee_count,
      employeeBand: found.size,
      revenue: found.inferred_revenue,
      founded: found.founded,
      country: found.location?.country,
      sicCodes: filled(found.sic.map(({ sic_code }) => sic_code)),
      naicsCodes: filled(found.naics.map(({ naics_code }) => naics_code)),
      technologyCount: found.technologies_used.length || null,
      headcountGrowth: found.employee_growth_rate?.['12_month'],
      departments: found.employee_count_by_role,
      size: found.size,
      headquarters: found.location?.name,
      followers: found.linkedin_follower_count,
      website: found.website,
      employeesOnPlatform: found.linkedin_employee_count,
      specialties: found.tags,
      totalRaised: found.total_funding_raised,
      fundingRounds: found.number_funding_rounds,
      lastRoundDate: found.last_funding_date,
      ipoStatus: ipoStatusOf(found.type, found.ticker),
      networkUrl: linkedinPageOfCompany(found.linkedin_url),
      ticker: found.ticker,
    });
  },
});
