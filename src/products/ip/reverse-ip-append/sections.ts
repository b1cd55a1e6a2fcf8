import * as z from 'zod';
import type { IpAddress } from '../../../core/ip/address.ts';
import { asOfField } from '../../../core/lookup/as-of.ts';
import type { Recommendations } from '../../../core/lookup/envelope.ts';
import type { Factor, RiskTable } from '../../../core/lookup/scoring.ts';
import type { NetworkRecord } from '../../../sources/network-records.ts';

/** Who uses the address; null when the file lists no network around it. */
export interface ReverseIpFact {
  record: NetworkRecord | null;
}

/** Raised when {@link ReverseIpFact} changes shape. */
export const REVERSE_IP_FACT_VERSION = 1;

export const reverseIpClassification = z.object({
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

export const reverseIpInsights = z.object({
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
export function classifyReverseIp(
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
export function describeReverseIp({ record }: ReverseIpFact): z.input<typeof reverseIpInsights> {
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

/** How little is known of who uses the address. */
const RISK_BASE = 5;
const RISK: readonly Factor<ReverseIpFact>[] = [
  { code: 'NO_MATCH_FOUND', points: 25, applies: ({ record }) => record === null },
  { code: 'NO_CONTACT', points: 5, applies: (fact) => fact.record !== null && !namesContact(fact) },
];

/** How far the answer can be relied on: an address says where somebody was, not who. */
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

export const REVERSE_IP_RISK: RiskTable<ReverseIpFact> = {
  base: RISK_BASE,
  factors: RISK,
  confidence: { base: CONFIDENCE_BASE, factors: CONFIDENCE },
};

/** What to make of the answer. */
export function recommendReverseIp(fact: ReverseIpFact): Recommendations {
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
