import { type RoutingFact, UNKNOWN_ROUTING } from '../../domain/carrier.ts';
import { inSandbox, type SandboxCase } from '../../lookup/product.ts';
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
  inSandbox.answer('+14155550100', 'a ported number on its network', answer(connected)),
  inSandbox.answer(
    '+14155550101',
    'a handset that is off',
    answer({
      ...connected,
      connectivity: 'ABSENT',
      ported: false,
      portedTo: UNKNOWN_ROUTING.portedTo,
    }),
  ),
  inSandbox.answer(
    '+14155550102',
    'a number without any record, and a query that failed',
    answer({ ...UNKNOWN_ROUTING, answered: false }),
  ),
  inSandbox.answer('+14151230102', 'a number that cannot exist', answer(null)),
  ...inSandbox.refusals('+14155550103', '+14155550104', '+14155550105'),
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
  inSandbox.answer('+14155550100', 'a ported mobile number in service', connectedPhone),
  inSandbox.answer('+14155550101', 'a number out of service, on the Do Not Call registry', {
    plan: sanFrancisco,
    holder: null,
    records: {
      doNotCall: { listed: true, asOf: SANDBOX_AS_OF },
      doNotOriginate: { listed: false, asOf: SANDBOX_AS_OF },
      portability: { ...portability, lineType: 'VOIP', status: 'INACTIVE' },
    },
  }),
  inSandbox.answer('+14151230102', 'a number that cannot exist', {
    plan: null,
    holder: null,
    records: null,
  }),
  inSandbox.answer('+14155550102', 'a number that no source knows', {
    plan: sanFrancisco,
    holder: null,
    records: null,
  }),
  ...inSandbox.refusals('+14155550103', '+14155550104', '+14155550105'),
];
