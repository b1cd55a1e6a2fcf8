import type * as z from 'zod';
import {
  type CompanyFact,
  type CompanyKey,
  companyFields,
  companyPageUrl,
  ownDomain,
} from '../../domain/company/company.ts';
import {
  type CompanyFilters,
  type ComparedCompany,
  employeeBandFor,
  type FoundCompany,
  matchesCompanyFilters,
} from '../../domain/company/company-search.ts';
import { countryCodeOf, countryName } from '../../domain/place/countries.ts';
import { linkedinPageUrl } from '../../domain/social/linkedin-address.ts';
import { COMPANY_DATASETS } from '../../lookup/datasets/companies.ts';
import { storedRow } from '../../lookup/datasets/dataset.ts';
import { keyText, recordKey } from '../../lookup/datasets/keys.ts';
import { type Search, type SearchPage, searchPage, searchPosition } from '../../lookup/search.ts';
import type { Source } from '../../lookup/source.ts';
import type { KeyedHit, RecordHit } from '../../lookup/world.ts';
import { recordSource, recordSourceBase } from './record-source.ts';

const columns = storedRow(COMPANY_DATASETS.companies.row);

const PAGE_KEY_PREFIX = 'profile:company/';

/** URL of the company page in a cell; null if the cell has none. */
function linkedinPageOfCell(cell: string | undefined): string | null {
  const key = recordKey('profile', cell);
  return key?.startsWith(PAGE_KEY_PREFIX)
    ? linkedinPageUrl({ of: 'organization', vanity: key.slice(PAGE_KEY_PREFIX.length) })
    : null;
}

function readCompany({ data, asOf }: RecordHit): CompanyFact {
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
    networkUrl: linkedinPageOfCell(row.network_url),
  } as const;
  return companyFields('companies', stated, asOf);
}

/** Operator's file of companies. */
export const recordedCompany: Source<CompanyKey, CompanyFact> = recordSource({
  dataset: 'companies',
  label: 'company_records',
  keys: (key) => [recordKey('domain', ownDomain(key)), recordKey('profile', companyPageUrl(key))],
  read: readCompany,
});

const ACCOUNT_SOURCE = 'company_accounts';
const DATASET = 'companies';
/** Rows scanned per answer: more would delay other queries of the database. */
const MAX_ROWS_SCANNED = 4_000;
type Row = z.output<typeof columns>;

const comparedFields = (row: Row): ComparedCompany => {
  const countryCode = row.country === undefined ? null : countryCodeOf(row.country);
  return {
    name: row.company_name,
    description: row.description ?? null,
    industry: row.industry ?? null,
    specialties: row.specialties ?? [],
    technologies: row.technologies ?? [],
    employees: row.employee_count ?? null,
    employeeBand: row.employee_band ?? null,
    revenue: row.annual_revenue ?? null,
    countryCode,
    country: countryName(countryCode) ?? row.country ?? null,
    headquarters: row.headquarters ?? null,
  };
};

const accountOf = (row: Row): FoundCompany => ({
  name: row.company_name,
  domain: keyText('domain', row.domain),
  industry: row.industry ?? null,
  employeeBand:
    row.employee_band ??
    (row.employee_count === undefined ? null : employeeBandFor(row.employee_count)),
  revenueBand: row.annual_revenue ?? null,
  country: comparedFields(row).country,
  technologies: row.technologies ?? [],
  networkUrl: linkedinPageOfCell(row.network_url),
});

/** A company is stored under each of its keys; one with a domain counts only under the domain. */
const isRepeatedHit = ({ key }: KeyedHit, { domain }: Row): boolean =>
  !key.startsWith('domain:') && domain !== undefined;

/**
 * Matching companies of the operator's file, in the order of their keys; available only if the file
 * is complete. Each answer scans a limited number of rows, from where the last one ended: of a
 * larger file, a page may be short, or empty with a cursor to continue from.
 */
export const recordedAccounts: Source<Search<CompanyFilters>, SearchPage<FoundCompany>> = {
  name: ACCOUNT_SOURCE,
  label: 'company_records',
  ...recordSourceBase(DATASET),
  reads: 'io',
  available: ({ records }) => records.covers([DATASET], []),
  async ask(search, world) {
    const start = await searchPosition(search, world);
    const looked = await world.records.page(DATASET, start ?? '', MAX_ROWS_SCANNED);
    const rows: FoundCompany[] = [];
    let last = start;
    let seen = 0;
    for (const hit of looked) {
      if (rows.length === search.limit) break;
      seen++;
      last = hit.key;
      const row = columns.parse(hit.data);
      if (!isRepeatedHit(hit, row) && matchesCompanyFilters(comparedFields(row), search.filters))
        rows.push(accountOf(row));
    }
    const isWhole = seen === looked.length && looked.length < MAX_ROWS_SCANNED;
    if (rows.length === 0 && isWhole) return null;
    const next = isWhole ? null : last;
    return searchPage(search, world, { source: ACCOUNT_SOURCE, rows, next, total: null });
  },
};
