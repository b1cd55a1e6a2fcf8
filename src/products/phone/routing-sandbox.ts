import { forcedRefusals, type SandboxCase } from '../../core/lookup/product.ts';
import { type RoutingFact, UNROUTED } from '../../core/phone/routing.ts';
import type { RoutingAnswer } from './routing.ts';

const connected: RoutingFact = {
  ...UNROUTED,
  id: 'sandbox-query',
  source: 'LIVE_HLR',
  connectivity: 'CONNECTED',
  ported: true,
  mcc: '310',
  mnc: '260',
  original: { name: 'Sandbox Wireless', country: 'United States', countryCode: 'US' },
  portedTo: { name: 'Sandbox Mobile', country: 'United States', countryCode: 'US' },
  countryPrefix: '+1',
  at: '2026-01-01T00:00:00.000Z',
};

const answer = (routing: RoutingFact | null): RoutingAnswer => ({
  plan: null,
  holder: null,
  routing,
  named: null,
});

/** Numbers kept for fiction, and one that cannot exist. */
export const routingSandbox: readonly SandboxCase<RoutingAnswer>[] = [
  { subject: '+14155550100', shows: 'a ported number on its network', fact: answer(connected) },
  {
    subject: '+14155550101',
    shows: 'a handset that is off',
    fact: answer({
      ...connected,
      connectivity: 'ABSENT',
      ported: false,
      portedTo: UNROUTED.portedTo,
    }),
  },
  {
    subject: '+14155550102',
    shows: 'a number that nobody can tell of, and a query that failed',
    fact: answer({ ...UNROUTED, answered: false }),
  },
  { subject: '+14151230102', shows: 'a number that cannot exist', fact: answer(null) },
  ...forcedRefusals('+14155550103', '+14155550104', '+14155550105'),
];
