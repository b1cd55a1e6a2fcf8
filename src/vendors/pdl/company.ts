import * as z from 'zod';
import {
  type CompanyFact,
  type CompanyKey,
  companyFields,
  companyPageUrl,
  type Department,
  ownDomain,
} from '../../domain/company/company.ts';
import { companyLinkedinUrl } from '../../domain/social/linkedin-address.ts';
import {
  amount,
  count,
  fieldsAt,
  number,
  partialDay,
  parts,
  text,
  textOrNumber,
  texts,
  year,
} from '../../lib/loose-fields.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';
import { PDL } from './client.ts';

const NAME = 'pdl';

/** Head counts by the vendor's names of roles. */
const departments = z
  .record(z.string(), count)
  .catch({})
  .transform((roles): Department[] =>
    Object.entries(roles).flatMap(([name, people]) => (people ? [{ name, people }] : [])),
  );

const codes = (name: 'sic_code' | 'naics_code') =>
  parts({ [name]: textOrNumber.pipe(z.string()) }).transform((rows) =>
    rows.flatMap(Object.values<string>),
  );

/** The reply is flat: the company's fields are beside `status` and `likelihood`. */
const reply = fieldsAt({
  name: ['display_name', 'name', text.pipe(z.string())],
  description: ['summary', text],
  industry: ['industry', text],
  employees: ['employee_count', count],
  employeeBand: ['size', text],
  revenue: ['inferred_revenue', text],
  founded: ['founded', year],
  country: ['location.country', text],
  sicCodes: ['sic', codes('sic_code')],
  naicsCodes: ['naics', codes('naics_code')],
  technologyCount: ['technologies_used', texts.transform(({ length }) => length || null)],
  headcountGrowth: ['employee_growth_rate.12_month', number],
  departments: ['employee_count_by_role', departments],
  size: ['size', text],
  headquarters: ['location.name', text],
  followers: ['linkedin_follower_count', count],
  website: ['website', text],
  employeesOnPlatform: ['linkedin_employee_count', count],
  specialties: ['tags', texts],
  totalRaised: ['total_funding_raised', amount],
  fundingRounds: ['number_funding_rounds', count],
  lastRoundDate: ['last_funding_date', partialDay],
  networkUrl: ['linkedin_url', text.transform(companyLinkedinUrl)],
  type: ['type', text],
  ticker: ['ticker', text],
});

const ipoStatusOf = (type: string | null, ticker: string | null): 'public' | 'private' | null => {
  if (ticker !== null || type?.toLowerCase() === 'public') return 'public';
  return type?.toLowerCase() === 'private' ? 'private' : null;
};

/** Company by the domain of its site, or by its LinkedIn page. */
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
    const { type, ...stated } = found;
    return companyFields(NAME, { ...stated, ipoStatus: ipoStatusOf(type, stated.ticker) });
  },
});
