import { forcedRefusals, type SandboxCase } from '../../../lookup/product.ts';
import { SANDBOX_AS_OF as AS_OF, connectedPhone } from '../sandbox.ts';
import type { SpamFact } from './conclusion.ts';

/** Numbers kept for fiction; their facts are invented. */
export const spamSandbox: readonly SandboxCase<SpamFact>[] = [
  {
    subject: '+14155550110',
    shows: 'a number in service that nobody reported',
    fact: {
      phone: connectedPhone,
      checked: true,
      history: null,
      near: { numbers: 3, reports: 4, loaded: 400_000, asOf: AS_OF },
    },
  },
  {
    subject: '+14155550111',
    shows: 'a robocaller with many recent reports',
    fact: {
      phone: { ...connectedPhone, records: null },
      checked: true,
      history: {
        reports: 120,
        robocalls: 110,
        recentReports: 40,
        firstOn: '2025-03-04',
        lastOn: '2025-12-30',
        asOf: AS_OF,
        subjects: [
          { subject: 'WARRANTIES', reports: 100 },
          { subject: 'DROPPED_CALL', reports: 20 },
        ],
      },
    },
  },
  {
    subject: '+14155550112',
    shows: 'a number of which nothing is known: no complaint data is loaded',
    fact: { phone: { ...connectedPhone, records: null }, checked: false, history: null },
  },
  {
    subject: '+14155550113',
    shows: 'a number that never places calls, so that a call showing it is spoofed',
    fact: {
      phone: {
        ...connectedPhone,
        records: {
          doNotCall: { listed: false, asOf: AS_OF },
          doNotOriginate: { listed: true, asOf: AS_OF },
          portability: null,
        },
      },
      checked: true,
      history: null,
    },
  },
  ...forcedRefusals('+14155550114', '+14155550115', '+14155550116'),
];
