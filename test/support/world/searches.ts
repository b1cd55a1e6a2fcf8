import type { AccountFilters } from '../../../src/core/companies/accounts.ts';
import type { Search } from '../../../src/core/lookup/search-cursor.ts';
import type { ProspectFilters } from '../../../src/core/people/prospects.ts';

const NO_PROSPECT: ProspectFilters = {
  title: null,
  seniority: null,
  location: null,
  company: null,
  companyDomain: null,
};
const NO_ACCOUNT: AccountFilters = {
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
export const accountSearchOf = (filters: Partial<AccountFilters>) =>
  firstPage({ ...NO_ACCOUNT, ...filters });
