import type { Account } from '../../../core/companies/accounts.ts';
import { forcedRefusals, type SandboxCase } from '../../../core/lookup/product.ts';
import type { Accounts } from './sections.ts';

const bakery: Account = {
  name: 'Example Bakery',
  domain: 'bakery.example',
  industry: 'Food',
  employeeBand: '11-50',
  revenueBand: '$1M-$10M',
  country: 'United States',
  technologies: ['Example Shop'],
  networkUrl: 'https://www.linkedin.com/company/example-bakery',
};
const mill: Account = {
  ...bakery,
  name: 'Example Mill',
  domain: null,
  revenueBand: null,
  technologies: [],
  networkUrl: null,
};

const page = (...rows: Account[]): Accounts => ({ rows, nextCursor: null, total: rows.length });

/** Companies nobody owns, by words nobody uses. */
export const accountSandbox: readonly SandboxCase<Accounts>[] = [
  { subject: 'sandbox bread', shows: 'two companies', fact: page(bakery, mill) },
  { subject: 'sandbox cakes', shows: 'one company', fact: page(bakery) },
  { subject: 'sandbox nothing', shows: 'no row, not charged', fact: null },
  ...forcedRefusals('sandbox broke', 'sandbox busy', 'sandbox slow'),
];
