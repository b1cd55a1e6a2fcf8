import * as z from 'zod';
import { type Account, type AccountFilters, employeeBandOf } from '../core/companies/accounts.ts';
import { type Compared, matchesAccount } from '../core/companies/match-account.ts';
import { positionOf, type Search, type SearchPage } from '../core/lookup/search-cursor.ts';
import type { Source } from '../core/lookup/source.ts';
import type { KeyedHit } from '../core/ports.ts';
import { COMPANY_DATASETS } from '../core/records/companies.ts';
import { recordKey } from '../core/records/keys.ts';
import { countryCodeOf, countryName } from '../data/countries.ts';
import { recordsOf } from './records-of.ts';

const NAME = 'company_accounts';
const DATASET = 'companies';
/** Rows one answer looks at: more would keep the database from everybody else. */
const MOST_LOOKED_AT = 4_000;

const columns = z.object(COMPANY_DATASETS.companies.row.shape);
type Row = z.output<typeof columns>;

const comparedOf = (row: Row): Compared => {
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

const accountOf = (row: Row): Account => ({
  name: row.company_name,
  domain: recordKey('domain', row.domain)?.slice('domain:'.length) ?? null,
  industry: row.industry ?? null,
  employeeBand:
    row.employee_band ??
    (row.employee_count === undefined ? null : employeeBandOf(row.employee_count)),
  revenueBand: row.annual_revenue ?? null,
  country: comparedOf(row).country,
  technologies: row.technologies ?? [],
  networkUrl: row.network_url ?? null,
});

/** A company lies under each of its keys: under the page of one that has a domain it is passed. */
const isRepeat = ({ key }: KeyedHit, { domain }: Row): boolean =>
  !key.startsWith('domain:') && domain !== undefined;

/**
 * Companies of the operator's file that fit, in the order of their keys. So many rows are looked at
 * for one answer, from where the last one ended: of a larger file a page may be short, or empty
 * with a cursor to go on from.
 */
export const recordedAccounts: Source<Search<AccountFilters>, SearchPage<Account>> = {
  name: NAME,
  label: 'company_records',
  ...recordsOf(DATASET),
  async ask(search, world) {
    const start = await positionOf(search, world);
    const looked = await world.records.page(DATASET, start ?? '', MOST_LOOKED_AT);
    const rows: Account[] = [];
    let last = start;
    let seen = 0;
    for (const hit of looked) {
      if (rows.length === search.limit) break;
      seen++;
      last = hit.key;
      const row = columns.parse(hit.data);
      if (!isRepeat(hit, row) && matchesAccount(comparedOf(row), search.filters))
        rows.push(accountOf(row));
    }
    const isWhole = seen === looked.length && looked.length < MOST_LOOKED_AT;
    if (rows.length === 0 && isWhole) return null;
    const place = isWhole || last === null ? null : { source: NAME, position: last };
    const nextCursor = place && (await world.cursors.make(search.query, place));
    return { rows, nextCursor, total: null };
  },
};
