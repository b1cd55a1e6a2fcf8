import * as z from 'zod';
import {
  type AddressRow,
  type AsnClass,
  type IpAddress,
  ipAddress,
} from '../../domain/ip/address.ts';
import researchNetworks from '../../domain/ip/research-networks.json' with { type: 'json' };
import { personSubjects } from '../../domain/person/person.ts';
import { alike, pick } from '../../lib/fields.ts';
import { known, runSteps, type Steps } from '../../lib/maybe-promise.ts';
import { asOfField, field, fieldsOf } from '../../lookup/answer-fields.ts';
import type { Recommendations } from '../../lookup/envelope.ts';
import { defineProduct, inSandbox, type SandboxCase } from '../../lookup/product.ts';
import type { RiskTable } from '../../lookup/scoring.ts';
import {
  firstMatch,
  foundFact,
  type QuerySource,
  type Sources,
  unlessFailed,
} from '../../lookup/source.ts';
import { addressTable } from '../../open-data/ip/address-table.ts';
import { type CidrRecord, cidrRecords } from '../../open-data/records/cidrs.ts';
import { pdlIp } from '../../vendors/pdl/ip.ts';
import { effectiveAddress, holderOf, isRoutable, locate, strongestTags } from './fact.ts';

/** The user of the address, and its location; null when unknown. */
interface ReverseIpFact {
  record: CidrRecord | null;
  /** Organization that announces the range for its own use. */
  organization: string | null;
  /** BGP origin organization of the range, not necessarily its user; absent if unknown. */
  holder?: string;
  place: Pick<AddressRow, 'city' | 'region' | 'countryCode' | 'zip'> | null;
}

const REVERSE_IP_FACT_VERSION = 7;

/**
 * Network classes whose operator is also the user. Lines of access providers and research networks,
 * and rented servers, have other users.
 */
const OWN_USE: ReadonlySet<AsnClass> = new Set(['business', 'education', 'government']);

/** AS numbers of networks that interconnect universities, schools and institutes. */
const RESEARCH_NETWORKS: ReadonlySet<number | null> = new Set(
  Object.values(researchNetworks).flat(),
);

const isOwnUse = ({ asn, asnClass, tags }: AddressRow): boolean =>
  asnClass !== null && OWN_USE.has(asnClass) && !RESEARCH_NETWORKS.has(asn) && tags.length === 0;

const companyName = ({ record, organization }: ReverseIpFact): string | null =>
  record ? record.companyName : organization;

const isMatched = ({ record, organization }: ReverseIpFact): boolean =>
  record !== null || organization !== null;

const reverseIpClassification = z.object({
  matched: z.boolean(),
  ip: field.text('The IP address.'),
  network: field.textOrNull(
    'Longest prefix in the imported file that covers the address, in CIDR form; null if another ' +
      'source named the company.',
  ),
  company_name: field.textOrNull(
    'Company that uses the address. Without a record, the company, university or authority ' +
      'that announces the range, by its registered name. The user of an access line or rented ' +
      'line, or of a network that connects universities, is never named.',
  ),
  company_domain: z.string().nullable(),
  lookup_type: z.literal('reverse_ip'),
});

const contact = z.object(alike(z.string().nullable(), 'first_name', 'last_name', 'email'));

const geolocation = z.object({
  city: z.string().nullable(),
  region: z.string().nullable(),
  country_code: z.string().length(2).nullable(),
  zip: z.string().nullable(),
});

const reverseIpInsights = z.object({
  contact,
  geolocation,
  holder: field.textOrNull(
    'Organization that announces the range, as `insights.network.org` of `/ip`. It is the user ' +
      'of the address only if `company_name` says so: others use the addresses of access ' +
      'providers, hosts and services, and of many networks the kind is not known.',
  ),
  as_of: asOfField,
});

function classifyReverseIp(
  fact: ReverseIpFact,
  ip: IpAddress,
): z.input<typeof reverseIpClassification> {
  const { record } = fact;
  return {
    matched: isMatched(fact),
    ip: ip.text,
    network: record?.network ?? null,
    company_name: companyName(fact),
    company_domain: record?.companyDomain ?? null,
    lookup_type: 'reverse_ip',
  };
}

function describeReverseIp({
  record,
  place,
  holder,
}: ReverseIpFact): z.input<typeof reverseIpInsights> {
  const located = record?.city || record?.region || record?.countryCode ? record : place;
  return {
    contact: fieldsOf(contact.shape, record),
    geolocation: fieldsOf(geolocation.shape, located),
    holder: holder ?? null,
    as_of: record?.asOf ?? null,
  };
}

const namesContact = ({ record }: ReverseIpFact): boolean =>
  (record?.email ?? record?.lastName ?? null) !== null;

/** Whether the user's organization is known; a record may have only a contact. */
const namesCompany = (fact: ReverseIpFact): boolean =>
  (companyName(fact) ?? fact.record?.companyDomain ?? null) !== null;

const isConfidence =
  (word: CidrRecord['confidence']) =>
  ({ record }: ReverseIpFact): boolean =>
    record?.confidence === word;

/** Risk: how little is known of the user of the address. */
const REVERSE_IP_RISK: RiskTable<ReverseIpFact> = {
  base: 5,
  factors: {
    NO_MATCH_FOUND: [25, (fact) => !isMatched(fact)],
    NO_CONTACT: [5, (fact) => isMatched(fact) && !namesContact(fact)],
  },
  // Confidence: an address locates a device, not its user; the vendor's own rating is added.
  confidence: {
    base: 10,
    factors: {
      COMPANY_KNOWN: [40, namesCompany],
      CONTACT_KNOWN: [25, namesContact],
      VERY_HIGH: [20, isConfidence('very high')],
      HIGH: [10, isConfidence('high')],
      LOW: [-15, isConfidence('low')],
      VERY_LOW: [-30, isConfidence('very low')],
    },
  },
};

function recommendReverseIp(fact: ReverseIpFact): Recommendations {
  const matched = isMatched(fact);
  return {
    primary_action: matched ? 'VERIFY' : 'REVIEW',
    secondary_actions: matched && namesContact(fact) ? ['CONFIRM_CONTACT'] : [],
    user_message: matched
      ? `The ${namesCompany(fact) ? 'organization that uses' : 'contact for'} this network is known; confirm the person before you act on it.`
      : `${fact.holder ? `${fact.holder} announces this range, but no` : 'No'} source names the user of this address.`,
    business_rules: { company_known: namesCompany(fact), contact_known: namesContact(fact) },
  };
}

const sources: Sources<{ ip: IpAddress }, ReverseIpFact> = {
  list: [cidrRecords, pdlIp, addressTable],
  answeredBy: [addressTable],
  resolve: (input, ask) => runSteps(askInTurn(input, ask)),
};

function* askInTurn({ ip }: { ip: IpAddress }, ask: QuerySource): Steps<ReverseIpFact> {
  const host = effectiveAddress(ip);
  // An address that is not announced on the Internet belongs to no company.
  const routable = isRoutable(ip);
  const records = routable ? firstMatch(cidrRecords, pdlIp) : cidrRecords;
  const recorded = yield* known(ask(records, host));
  const row = routable ? unlessFailed(yield* known(ask(addressTable, host))) : null;
  const holder = row && holderOf(row);
  const organization = row && isOwnUse(row) ? holder : null;
  return {
    // Without an organization, the error of a failed source stands: it might have had the user.
    record: organization === null ? unlessFailed(recorded) : foundFact(recorded),
    organization,
    ...(holder !== null && { holder }),
    place:
      row &&
      pick(
        locate(row, strongestTags(row.tags), host).place,
        'city',
        'region',
        'countryCode',
        'zip',
      ),
  };
}

const NO_NETWORK = { organization: null, place: null };

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
  confidence: null,
  asOf: '2026-01-01',
};

/** Sandbox cases: documentation addresses and invented companies. */
const sandbox: readonly SandboxCase<ReverseIpFact>[] = [
  inSandbox.answer('203.0.113.40', 'a company and its contact', { record: office, ...NO_NETWORK }),
  inSandbox.answer('203.0.113.41', 'a company without a contact', {
    record: { ...office, firstName: null, lastName: null, email: null },
    ...NO_NETWORK,
  }),
  inSandbox.answer('203.0.113.42', 'no record, not charged', { record: null, ...NO_NETWORK }),
  inSandbox.answer('203.0.113.46', 'the university that announces the range', {
    record: null,
    organization: 'Example University',
    holder: 'Example University',
    place: { city: 'Berkeley', region: 'California', countryCode: 'US', zip: '94704' },
  }),
  ...inSandbox.refusals('203.0.113.43', '203.0.113.44', '203.0.113.45'),
];

export const reverseIpAppend = defineProduct({
  path: '/reverse-ip-append',
  summary: 'Company and contact behind an IP address',
  tier: 'standard',
  input: z.object({ ip: ipAddress }),
  subject: ({ ip }) => ip.text,
  sources,
  people: {
    inputSubjects: () => [],
    factSubjects: ({ record }) => personSubjects({ email: [record?.email] }),
    emptyFact: { record: null, ...NO_NETWORK },
  },
  price: { upTo: 10, isPaid: isMatched },
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
