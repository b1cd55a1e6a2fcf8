import * as z from 'zod';
import { type IpAddress, ipAddress } from '../../domain/ip/address.ts';
import { personSubjects } from '../../domain/person/person-subject.ts';
import { asOfField, type Recommendations } from '../../lookup/envelope.ts';
import { defineProduct, forcedRefusals, type SandboxCase } from '../../lookup/product.ts';
import type { Factor, RiskTable } from '../../lookup/scoring.ts';
import { firstMatch, type Sources } from '../../lookup/source.ts';
import { type CidrRecord, cidrRecords } from '../../open-data/records/cidrs.ts';
import { pdlIp } from '../../vendors/pdl/ip.ts';
import { isRoutable } from './fact.ts';

/** Who uses the address; null when the file lists no network around it. */
interface ReverseIpFact {
  record: CidrRecord | null;
}

/** Cache version: raised when {@link ReverseIpFact} changes shape. */
const REVERSE_IP_FACT_VERSION = 1;

const reverseIpClassification = z.object({
  matched: z.boolean(),
  ip: z.string(),
  network: z
    .string()
    .nullable()
    .describe(
      'Longest listed prefix of the file that covers the address, CIDR; null when a database named the company.',
    ),
  company_name: z.string().nullable(),
  company_domain: z.string().nullable(),
  lookup_type: z.literal('reverse_ip'),
});

const reverseIpInsights = z.object({
  contact: z.object({
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    email: z.string().nullable(),
  }),
  geolocation: z.object({
    city: z.string().nullable(),
    region: z.string().nullable(),
    country_code: z.string().length(2).nullable(),
    zip: z.string().nullable(),
  }),
  as_of: asOfField,
});

/** The classification section of a reverse IP lookup. */
function classifyReverseIp(
  { record }: ReverseIpFact,
  ip: IpAddress,
): z.input<typeof reverseIpClassification> {
  return {
    matched: record !== null,
    ip: ip.text,
    network: record?.network ?? null,
    company_name: record?.companyName ?? null,
    company_domain: record?.companyDomain ?? null,
    lookup_type: 'reverse_ip',
  };
}

/** The insights section of a reverse IP lookup. */
function describeReverseIp({ record }: ReverseIpFact): z.input<typeof reverseIpInsights> {
  return {
    contact: {
      first_name: record?.firstName ?? null,
      last_name: record?.lastName ?? null,
      email: record?.email ?? null,
    },
    geolocation: {
      city: record?.city ?? null,
      region: record?.region ?? null,
      country_code: record?.countryCode ?? null,
      zip: record?.zip ?? null,
    },
    as_of: record?.asOf ?? null,
  };
}

const namesContact = ({ record }: ReverseIpFact): boolean =>
  record !== null && (record.email ?? record.lastName) !== null;

/** Risk: how little is known of who uses the address. */
const RISK_BASE = 5;
const RISK: readonly Factor<ReverseIpFact>[] = [
  { code: 'NO_MATCH_FOUND', points: 25, applies: ({ record }) => record === null },
  { code: 'NO_CONTACT', points: 5, applies: (fact) => fact.record !== null && !namesContact(fact) },
];

/** Confidence: an address shows where a device was, not who used it. */
const CONFIDENCE_BASE = 10;
const CONFIDENCE: readonly Factor<ReverseIpFact>[] = [
  {
    code: 'COMPANY_KNOWN',
    points: 40,
    applies: ({ record }) =>
      record !== null && (record.companyName ?? record.companyDomain) !== null,
  },
  { code: 'CONTACT_KNOWN', points: 25, applies: namesContact },
];

const REVERSE_IP_RISK: RiskTable<ReverseIpFact> = {
  base: RISK_BASE,
  factors: RISK,
  confidence: { base: CONFIDENCE_BASE, factors: CONFIDENCE },
};

/** Recommendation: what to make of the answer. */
function recommendReverseIp(fact: ReverseIpFact): Recommendations {
  const matched = fact.record !== null;
  return {
    primary_action: matched ? 'VERIFY' : 'REVIEW',
    secondary_actions: matched && namesContact(fact) ? ['CONFIRM_CONTACT'] : [],
    user_message: matched
      ? 'A record names who uses this network; confirm the person before you act on it.'
      : 'No record names who uses this address.',
    business_rules: { company_known: matched, contact_known: namesContact(fact) },
  };
}

const sources: Sources<{ ip: IpAddress }, ReverseIpFact> = {
  list: [cidrRecords, pdlIp],
  async resolve({ ip }, ask) {
    // What no network announces belongs to no company.
    const asked = isRoutable(ip) ? [cidrRecords, pdlIp] : [cidrRecords];
    return { record: await firstMatch(...asked).resolve(ip, ask) };
  },
};

const office: CidrRecord = {
  network: '203.0.113.32/28',
  companyName: 'Example Ltd',
  companyDomain: 'example.com',
  firstName: 'Ada',
  lastName: 'Example',
  email: 'ada@example.com',
  city: 'Berkeley',
  region: 'California',
  countryCode: 'US',
  zip: '94704',
  asOf: '2026-01-01',
};

/** Sandbox cases: documentation addresses and invented companies. */
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
    inputSubjects: () => [],
    factSubjects: ({ record }) => personSubjects({ email: [record?.email] }),
    emptyFact: { record: null },
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
