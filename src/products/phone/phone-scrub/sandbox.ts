import { forcedRefusals, type SandboxCase } from '../../../core/lookup/product.ts';
import type { ScrubLists } from '../../../core/phone/scrub-lists.ts';
import type { PhoneFact } from '../fact.ts';
import type { ScrubFact } from './profile.ts';

const AS_OF = '2026-01-01';

const phone: PhoneFact = {
  plan: {
    place: 'San Francisco, CA',
    timezones: ['America/Los_Angeles'],
    carrier: null,
    mobileCountryCode: null,
    fictional: false,
  },
  holder: {
    company: 'Sandbox Wireless',
    companyType: 'WIRELESS',
    city: 'SAN FRANCISCO',
    state: 'CA',
    asOf: AS_OF,
  },
  records: null,
};

const clear = { listed: false, asOf: null };
const clean: ScrubLists = {
  doNotCall: clear,
  litigator: { ...clear, kind: null },
  reassigned: { ...clear, disconnectedAt: null },
};
const hit = { listed: true, asOf: AS_OF };

const scrubbed = (changes: Partial<ScrubLists>): ScrubFact => ({
  lists: { ...clean, ...changes },
  phone,
});

/** Numbers kept for fiction; what the lists say of them is invented. */
export const scrubSandbox: readonly SandboxCase<ScrubFact>[] = [
  { subject: '+14155550120', shows: 'a number on no list, not charged', fact: scrubbed({}) },
  {
    subject: '+14155550121',
    shows: 'a number on the Do Not Call registry',
    fact: scrubbed({ doNotCall: hit }),
  },
  {
    subject: '+14155550122',
    shows: 'a litigator, who is on no registry',
    fact: scrubbed({ litigator: { ...hit, kind: 'LITIGATOR' } }),
  },
  {
    subject: '+14155550123',
    shows: 'a reassigned number',
    fact: scrubbed({ reassigned: { ...hit, disconnectedAt: '2025-09-01' } }),
  },
  {
    subject: '+14155550124',
    shows: 'a number on no list while the litigators are not imported',
    fact: scrubbed({ litigator: { listed: null, asOf: null, kind: null } }),
  },
  ...forcedRefusals('+14155550125', '+14155550126', '+14155550127'),
];
