import { forcedRefusals, type SandboxCase } from '../../core/lookup/product.ts';
import type { Portability } from '../../sources/phone-records.ts';
import type { PhoneFact } from './fact.ts';

/** Date of the sandbox's invented files. */
const AS_OF = '2026-01-01';

const sanFrancisco = {
  place: 'San Francisco, CA',
  timezones: ['America/Los_Angeles'],
  carrier: null,
  mobileCountryCode: null,
  fictional: false,
};

const portability: Portability = {
  lrn: '4155550199',
  carrier: 'Sandbox Wireless',
  spid: '0000',
  lineType: 'MOBILE',
  portType: '0',
  portedAt: '2025-06-01',
  status: 'ACTIVE',
  asOf: AS_OF,
};

/**
 * Numbers kept for fiction, and one that cannot exist: a test key never meets a real subscriber.
 */
export const phoneSandbox: readonly SandboxCase<PhoneFact>[] = [
  {
    subject: '+14155550100',
    shows: 'a ported mobile number in service',
    fact: {
      plan: sanFrancisco,
      holder: null,
      records: {
        doNotCall: { listed: false, asOf: AS_OF },
        doNotOriginate: { listed: false, asOf: AS_OF },
        portability,
      },
    },
  },
  {
    subject: '+14155550101',
    shows: 'a number out of service, on the Do Not Call registry',
    fact: {
      plan: sanFrancisco,
      holder: null,
      records: {
        doNotCall: { listed: true, asOf: AS_OF },
        doNotOriginate: { listed: false, asOf: AS_OF },
        portability: { ...portability, lineType: 'VOIP', status: 'INACTIVE' },
      },
    },
  },
  {
    subject: '+14151230102',
    shows: 'a number that cannot exist',
    fact: { plan: null, holder: null, records: null },
  },
  {
    subject: '+14155550102',
    shows: 'a number that no source knows',
    fact: { plan: sanFrancisco, holder: null, records: null },
  },
  ...forcedRefusals('+14155550103', '+14155550104', '+14155550105'),
];
