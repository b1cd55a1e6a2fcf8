import * as z from 'zod';
import type { Account } from '../../../core/companies/accounts.ts';
import { searchResult } from '../../../core/lookup/search-answer.ts';
import type { SearchPage } from '../../../core/lookup/search-cursor.ts';

/** A page of companies; null when none was found. */
export type Accounts = SearchPage<Account> | null;

const text = (description: string) => z.string().nullable().describe(description);

const row = z.object({
  company_name: z.string().describe('Name.'),
  domain: text("The company's domain."),
  industry: text('Industry.'),
  employee_band: text('For example 51-200.'),
  revenue_band: text('For example $10M-$25M.'),
  country: text('Country of the headquarters, by name or code.'),
  technologies: z.array(z.string()).describe('Technologies its sites use, where the source says.'),
  network_url: text('Page on the professional network.'),
});

export const accountInsights = z.object({
  account_search_result: searchResult(row, 'Companies.').describe('Which companies were found.'),
});

const rowOf = (one: Account): z.input<typeof row> => ({
  company_name: one.name,
  domain: one.domain,
  industry: one.industry,
  employee_band: one.employeeBand,
  revenue_band: one.revenueBand,
  country: one.country,
  technologies: [...one.technologies],
  network_url: one.networkUrl,
});

/** The insights section of a search of companies. */
export const describeAccounts = (page: Accounts): z.input<typeof accountInsights> => ({
  account_search_result: { rows: page?.rows.map(rowOf) ?? [], total: page?.total ?? null },
});
