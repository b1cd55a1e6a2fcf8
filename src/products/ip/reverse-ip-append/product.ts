import * as z from 'zod';
import { type IpAddress, ipAddress } from '../../../core/ip/address.ts';
import { defineProduct, forcedRefusals, type SandboxCase } from '../../../core/lookup/product.ts';
import { firstMatch, type Sources } from '../../../core/lookup/source.ts';
import { personSubjects } from '../../../core/people/suppression.ts';
import { type NetworkRecord, networkRecords } from '../../../sources/network-records.ts';
import { pdlNetwork } from '../../../sources/pdl/ip.ts';
import { isRoutable } from '../fact.ts';
import {
  classifyReverseIp,
  describeReverseIp,
  REVERSE_IP_FACT_VERSION,
  REVERSE_IP_RISK,
  type ReverseIpFact,
  recommendReverseIp,
  reverseIpClassification,
  reverseIpInsights,
} from './sections.ts';

const sources: Sources<{ ip: IpAddress }, ReverseIpFact> = {
  list: [networkRecords, pdlNetwork],
  async resolve({ ip }, ask) {
    // What no network announces belongs to no company.
    const asked = isRoutable(ip) ? [networkRecords, pdlNetwork] : [networkRecords];
    return { record: await firstMatch(...asked).resolve(ip, ask) };
  },
};

const office: NetworkRecord = {
  ...{ network: '203.0.113.32/28', companyName: 'Example Ltd', companyDomain: 'example.com' },
  ...{ firstName: 'Ada', lastName: 'Example', email: 'ada@example.com' },
  ...{
    city: 'Berkeley',
    region: 'California',
    countryCode: 'US',
    zip: '94704',
    asOf: '2026-01-01',
  },
};

/** Addresses kept for documentation, and companies nobody owns. */
const sandbox: readonly SandboxCase<ReverseIpFact>[] = [
  { subject: '203.0.113.40', shows: 'a company and its contact', fact: { record: office } },
  {
    subject: '203.0.113.41',
    shows: 'a company without a contact',
    fact: { record: { ...office, firstName: null, lastName: null, email: null } },
  },
  { subject: '203.0.113.42', shows: 'no record, not charged', fact: { record: null } },
  ...forcedRefusals('203.0.113.43', '203.0.113.44', '203.0.113.45'),
];

/** Which company and contact use this address? */
export const reverseIpAppend = defineProduct({
  path: '/reverse-ip-append',
  type: 'reverse_ip_append',
  summary: 'Company and contact behind an IP address',
  tier: 'standard',
  input: z.object({ ip: ipAddress }),
  subject: ({ ip }) => ip.text,
  sources,
  people: {
    asked: () => [],
    found: ({ record }) => personSubjects({ email: [record?.email] }),
    nobody: { record: null },
  },
  price: { upTo: 10, charge: ({ record }) => (record ? 10 : 0) },
  classification: {
    schema: reverseIpClassification,
    from: (fact, { ip }) => classifyReverseIp(fact, ip),
  },
  insights: { schema: reverseIpInsights, from: describeReverseIp },
  risk: REVERSE_IP_RISK,
  recommend: recommendReverseIp,
  factVersion: REVERSE_IP_FACT_VERSION,
  sandbox,
  example: { ip: '192.0.2.10' },
});
