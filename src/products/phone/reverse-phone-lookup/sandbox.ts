import { forcedRefusals, type SandboxCase } from '../../../core/lookup/product.ts';
import type { PersonRecord } from '../../../core/people/person-record.ts';
import type { ReverseFact } from './fact.ts';

const person: PersonRecord = {
  ...{
    fullName: 'Ada Example',
    firstName: 'Ada',
    lastName: 'Example',
    secondaryName: 'Ben Example',
    companyName: null,
  },
  email: 'ada@example.com',
  phoneType: 'MOBILE',
  address: {
    line1: '1 Example Street',
    line2: 'Apt 2',
    city: 'San Francisco',
    state: 'CA',
    zip: '94101',
    zip4: '0001',
  },
  asOf: '2026-01-01',
};

const callerName: PersonRecord = {
  ...{
    fullName: 'EXAMPLE BAKERY',
    firstName: null,
    lastName: null,
    secondaryName: null,
    companyName: 'Example Bakery',
  },
  email: null,
  phoneType: null,
  address: { line1: null, line2: null, city: null, state: null, zip: null, zip4: null },
  asOf: '2026-01-01',
};

/** Numbers kept for fiction and people nobody is. */
export const reverseSandbox: readonly SandboxCase<ReverseFact>[] = [
  { subject: '+14155550130', shows: 'a person with an address', fact: { person } },
  {
    subject: '+14155550131',
    shows: 'a caller name and nothing else',
    fact: { person: callerName },
  },
  { subject: '+14155550132', shows: 'no record, not charged', fact: { person: null } },
  {
    subject: '+14165550133',
    shows: 'a Canadian number, outside coverage and not charged',
    fact: { person: null },
  },
  ...forcedRefusals('+14155550134', '+14155550135', '+14155550136'),
];
