import { forcedRefusals, type SandboxCase } from '../../../core/lookup/product.ts';
import type { Prospect } from '../../../core/people/prospects.ts';
import type { Prospects } from './sections.ts';

const ada: Prospect = {
  id: 'sandbox_ada_0000',
  fullName: 'Ada Example',
  title: 'Owner',
  seniority: 'owner',
  location: 'Berkeley, California, United States',
  company: 'Example Ltd',
  companyDomain: 'example.com',
  networkUrl: 'https://www.linkedin.com/in/sandbox-ada',
  hasEmail: true,
  hasPhone: false,
  subjects: [],
};
const ben: Prospect = {
  ...ada,
  id: 'sandbox_ben_0000',
  fullName: 'Ben Example',
  networkUrl: null,
  hasEmail: null,
  hasPhone: null,
};

const page = (...rows: Prospect[]): Prospects => ({ rows, nextCursor: null, total: rows.length });

/** People nobody is, by titles nobody has. */
export const prospectSandbox: readonly SandboxCase<Prospects>[] = [
  { subject: 'sandbox owner', shows: 'two people', fact: page(ada, ben) },
  { subject: 'sandbox founder', shows: 'one person', fact: page(ada) },
  { subject: 'sandbox nobody', shows: 'no row, not charged', fact: null },
  ...forcedRefusals('sandbox broke', 'sandbox busy', 'sandbox slow'),
];
