import * as z from 'zod';
import { type CompanyFact, claimsOf } from '../core/companies/company.ts';
import { type CompanyKey, ownDomain, pageUrlOf } from '../core/companies/company-key.ts';
import type { Source } from '../core/lookup/source.ts';
import type { RecordHit } from '../core/ports.ts';
import { COMPANY_DATASETS } from '../core/records/companies.ts';
import { recordKey } from '../core/records/keys.ts';
import { networkPageUrl } from '../core/web/profile-address.ts';
import { recordSource } from './record-source.ts';

const columns = z.object(COMPANY_DATASETS.companies.row.shape);

const PAGE = 'profile:company/';

/** The address of the page a cell names; null where it names none of a company. */
function pageOf(cell: string | undefined): string | null {
  const key = recordKey('profile', cell);
  return key?.startsWith(PAGE)
    ? networkPageUrl({ of: 'organization', vanity: key.slice(PAGE.length) })
    : null;
}

function read({ data, asOf }: RecordHit): CompanyFact {
  const row = columns.parse(data);
  const stated = {
    name: row.company_name,
    description: row.description,
    industry: row.industry,
    employees: row.employee_count,
    employeeBand: row.employee_band,
    revenue: row.annual_revenue,
    founded: row.founded_year,
    country: row.country,
    sicCodes: row.sic_codes,
    naicsCodes: row.naics_codes,
    technologyCount: row.technology_count ?? row.technologies?.length,
    headcountGrowth: row.headcount_growth_12m,
    departments: row.departmental_head_count,
    size: row.company_size,
    headquarters: row.headquarters,
    followers: row.followers,
    website: row.website,
    employeesOnPlatform: row.employees_on_platform,
    specialties: row.specialties,
    totalRaised: row.total_raised,
    fundingRounds: row.funding_rounds,
    lastRoundDate: row.last_round_date,
    ipoStatus: row.ipo_status && (row.ipo_status === 'PUBLIC' ? 'public' : 'private'),
    networkUrl: pageOf(row.network_url),
  } as const;
  return claimsOf('companies', stated, asOf);
}

/** The operator's file of companies. */
export const recordedCompany: Source<CompanyKey, CompanyFact> = recordSource({
  dataset: 'companies',
  label: 'company_records',
  keys: (key) => [recordKey('domain', ownDomain(key)), recordKey('profile', pageUrlOf(key))],
  read,
});
