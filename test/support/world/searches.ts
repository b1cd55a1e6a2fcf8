import type { CompanyFilters } from '../../../src/domain/company/company-search.ts';
import type { ProspectFilters } from '../../../src/domain/person/prospect.ts';
import type { Search } from '../../../src/lookup/search.ts';

const NO_PROSPECT: ProspectFilters = {
  title: null,
  seniority: null,
  location: null,
  company: null,
  companyDomain: null,
};
const NO_ACCOUNT: CompanyFilters = {
  keywords: null,
  industry: null,
  location: null,
  employeesMin: null,
  employeesMax: null,
  revenueMin: null,
  revenueMax: null,
  technology: null,
};

const firstPage = <Filters>(filters: Filters): Search<Filters> => ({
  filters,
  query: 'a search of the tests',
  limit: 10,
  cursor: null,
});

/** The first page of a search of people. */
export const prospectSearchOf = (filters: Partial<ProspectFilters>) =>
  firstPage({ ...NO_PROSPECT, ...filters });

/** The first page of a search of companies. */
export const accountSearchOf = (filters: Partial<CompanyFilters>) =>
  firstPage({ ...NO_ACCOUNT, ...filters });
