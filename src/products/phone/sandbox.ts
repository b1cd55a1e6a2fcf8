import { type RoutingFact, UNKNOWN_ROUTING } from '../../domain/carrier.ts';
import { forcedRefusals, type SandboxCase } from '../../lookup/product.ts';
import type { Portability } from '../../open-data/records/phone.ts';
import type { PhoneFact } from './fact.ts';
import type { RoutingLookupFact } from './routing.ts';

const connected: RoutingFact = {
  ...UNKNOWN_ROUTING,
  id: 'sandbox-query',
  source: 'LIVE_HLR',
  connectivity: 'CONNECTED',
  ported: true,
  mcc: '310',
  mnc: '260',
  original: { name: 'Sandbox Wireless', country: 'United States', countryCode: 'US' },
  portedTo: { name: 'Sandbox Mobile', country: 'United States', countryCode: 'US' },
  at: '2026-01-01T00:00:00.000Z',
};

const answer = (routing: RoutingFact | null): RoutingLookupFact => ({
  plan: null,
  holder: null,
  records: null,
  routing,
  named: null,
});

/** Numbers reserved for fiction, and one that cannot exist. */
export const routingSandbox: readonly SandboxCase<RoutingLookupFact>[] = [
  { subject: '+14155550100', shows: 'a ported number on its network', fact: answer(connected) },
  {
    subject: '+14155550101',
    shows: 'a handset that is off',
    fact: answer({
      ...connected,
      connectivity: 'ABSENT',
      ported: false,
      portedTo: UNKNOWN_ROUTING.portedTo,
    }),
  },
  {
    subject: '+14155550102',
    shows: 'a number without any record, and a query that failed',
    fact: answer({ ...UNKNOWN_ROUTING, answered: false }),
  },
  { subject: '+14151230102', shows: 'a number that cannot exist', fact: answer(null) },
  ...forcedRefusals('+14155550103', '+14155550104', '+14155550105'),
];

/** Date of the sandbox's invented files. */
export const SANDBOX_AS_OF = '2026-01-01';

/** Numbering plan facts of the sandbox's numbers. */
export const sanFrancisco = {
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
  asOf: SANDBOX_AS_OF,
};

/** A ported mobile number in service. */
export const connectedPhone: PhoneFact = {
  plan: sanFrancisco,
  holder: null,
  records: {
    doNotCall: { listed: false, asOf: SANDBOX_AS_OF },
    doNotOriginate: { listed: false, asOf: SANDBOX_AS_OF },
    portability,
  },
};

/** Numbers reserved for fiction, and one that cannot exist: test keys reach no real subscriber. */
export const phoneSandbox: readonly SandboxCase<PhoneFact>[] = [
  { subject: '+14155550100', shows: 'a ported mobile number in service', fact: connectedPhone },
  {
    subject: '+14155550101',
    shows: 'a number out of service, on the Do Not Call registry',
    fact: {
      plan: sanFrancisco,
      holder: null,
      records: {
        doNotCall: { listed: true, asOf: SANDBOX_AS_OF },
        doNotOriginate: { listed: false, asOf: SANDBOX_AS_OF },
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
