import * as z from 'zod';
import { type AddressRow, ipAddress, parseIpAddress } from '../../../domain/ip/address.ts';
import { alike } from '../../../lib/fields.ts';
import { field } from '../../../lookup/answer-fields.ts';
import type { Recommendations, RiskAssessment } from '../../../lookup/envelope.ts';
import {
  defineProduct,
  inSandbox,
  priceByInput,
  type SandboxCase,
} from '../../../lookup/product.ts';
import {
  advise,
  type RecommendationRule,
  recommendWithUncheckedFactors,
  ruleOf,
} from '../../../lookup/scoring.ts';
import { specialPurposeOf } from '../../../open-data/ip/special-purpose-ranges.ts';
import { IP_FACT_VERSION, type IpFact, type IpInput, ipSources, isRoutable } from '../fact.ts';
import {
  deriveIp,
  FEED_CHECKS,
  type FeedCheck,
  type IpConclusion,
  TOR_FEED_CHECKS,
} from './conclusion.ts';
import {
  ANONYMITY_LEVELS,
  anonymityLevel,
  CONNECTION_TYPES,
  connectionType,
  IP_SERVICE_TYPES,
  ipServiceType,
  isCdn,
  isInstitution,
  isOfUnknownNetwork,
  isPublicDns,
  isTorExit,
  ORGANIZATION_TYPES,
  organizationType,
} from './connection.ts';
import { IP_RISK, isAbused, residentialProbability, UNCHECKED_IP_FACTORS } from './scoring.ts';
import { describeIp, ipInsights } from './sections.ts';

const ipClassification = z.object({
  connection_type: field.enum(
    CONNECTION_TYPES,
    'Kind of connection. RESIDENTIAL_ISP: a line that people use, including one on the own network ' +
      'of a company, a school or an authority; `network_class` has the kind of network, ' +
      '`residential_probability` the likelihood of a home. ' +
      'MOBILE_NETWORK: a network of mobile lines alone; mobile lines of an operator that announces ' +
      'them in one network with its fixed lines are RESIDENTIAL_ISP. ' +
      'UNKNOWN: reserved addresses, transit, and networks whose kind is not known.',
  ),
  service_type: field.enumOrNull(IP_SERVICE_TYPES, 'Kind of service; null if it is not known.'),
  anonymity_level: field.enum(
    ANONYMITY_LEVELS,
    'Degree of anonymity. HIGH: listed Tor exit, VPN or proxy. MEDIUM: relay or rentable server. NONE: neither is known.',
  ),
  organization_type: field.enumOrNull(
    ORGANIZATION_TYPES,
    'Kind of organization; null if the kind of network is not known.',
  ),
  residential_probability: z.number().min(0).max(1),
});

export function classifyIp(conclusion: IpConclusion): z.infer<typeof ipClassification> {
  return {
    connection_type: connectionType(conclusion),
    service_type: ipServiceType(conclusion),
    anonymity_level: anonymityLevel(conclusion),
    organization_type: organizationType(conclusion),
    residential_probability: residentialProbability(conclusion),
  };
}

const VERDICTS: readonly RecommendationRule<IpConclusion>[] = [
  advise.review(
    'This address is reserved and cannot be a visitor on the internet; check how it was recorded.',
    ({ bogon }) => bogon !== null,
  ),
  advise.block('This address is a Tor exit node; its user cannot be identified.', isTorExit),
  advise.review(
    'Several risk signals were found for this address; review the request before accepting it.',
    (_, { risk_level }) => risk_level === 'HIGH' || risk_level === 'CRITICAL',
  ),
  advise.approve(
    "This address belongs to a crawler's published ranges.",
    (conclusion) =>
      conclusion.tags.crawler !== undefined && connectionType(conclusion) !== 'PROXY_SERVER',
  ),
  advise.verify(
    'This address belongs to a relay that hides its user; verify the person another way.',
    ({ tags }) => tags.relay !== undefined,
  ),
  advise.verify(
    'A reputation service rates this address as compromised or dangerous; verify the person another way.',
    isAbused,
  ),
  advise.verify(
    'This address belongs to a server rather than a person; verify who is using it.',
    (_, { risk_level }) => risk_level === 'MEDIUM',
  ),
  advise.verify(
    'Nothing is known about the network of this address; verify the person another way.',
    isOfUnknownNetwork,
  ),
  advise.approve(
    'This address belongs to a public resolver or a content delivery network rather than a person.',
    (conclusion) => isPublicDns(conclusion) || isCdn(conclusion),
  ),
  advise.approve('No risk signals were found for this address.'),
];

const SECONDARY_ACTIONS: Readonly<Record<Recommendations['primary_action'], string[]>> = {
  APPROVE: [],
  VERIFY: ['REQUIRE_MFA'],
  REVIEW: ['SHOW_CHALLENGE', 'LIMIT_RATE'],
  BLOCK: ['SHOW_CHALLENGE'],
};

/** Unchecked risks cannot be ruled out: with a feed missing, no rule approves. */
function recommendIp(conclusion: IpConclusion, risk: RiskAssessment): Recommendations {
  const advice = recommendWithUncheckedFactors(VERDICTS, UNCHECKED_IP_FACTORS, conclusion, risk);
  const { primary_action: action } = advice;
  const type = connectionType(conclusion);
  const isLine = type === 'RESIDENTIAL_ISP' || type === 'MOBILE_NETWORK';
  const isPerson = isLine && !isInstitution(conclusion);
  const isRisky = risk.risk_level === 'HIGH' || risk.risk_level === 'CRITICAL';
  const isReserved = conclusion.bogon !== null;
  const areOpen = (checks: readonly FeedCheck[]): boolean =>
    isOfUnknownNetwork(conclusion) ||
    checks.some((check) => conclusion.uncheckedFactors.includes(check));
  return {
    ...advice,
    secondary_actions: SECONDARY_ACTIONS[action],
    business_rules: {
      login_allowed: ruleOf(isReserved || action === 'BLOCK', areOpen(TOR_FEED_CHECKS)),
      signup_allowed: ruleOf(isReserved || isRisky, areOpen(FEED_CHECKS)),
      payment_allowed: ruleOf(
        isReserved || isRisky || !(isPerson || risk.risk_level === 'LOW'),
        areOpen(FEED_CHECKS),
      ),
      challenge_required: action !== 'APPROVE',
      location_usable: ruleOf(
        isReserved || conclusion.place.countryCode === null || !(isLine || type === 'UNKNOWN'),
        areOpen(FEED_CHECKS),
      ),
    },
  };
}

/** Date of the sandbox's invented tables. */
const AS_OF = '2026-01-01';
/** AS numbers for documentation (RFC 5398). */
const ACCESS_ASN = 64_496;
const HOSTING_ASN = 64_497;

const home: AddressRow = {
  prefixLength: 28,
  asn: ACCESS_ASN,
  asnName: 'Example Broadband',
  asnCountry: 'US',
  asnClass: 'isp',
  classRule: 'asn',
  operator: 'Example Broadband',
  countryCode: 'US',
  registeredCountry: 'US',
  region: 'California',
  city: 'Berkeley',
  district: 'Downtown Berkeley',
  zip: '94704',
  latitude: 37.87,
  longitude: -122.27,
  tags: [],
  checkedFeeds: ['asn', 'country', 'city', 'tor_exits', 'x4bnet_vpn'],
  missingFeeds: [],
  feedsAsOf: { asn: AS_OF, country: AS_OF, city: AS_OF, tor_exits: AS_OF, x4bnet_vpn: AS_OF },
};

const NO_CITY = alike(null, 'region', 'city', 'district', 'zip', 'latitude', 'longitude');

const server: AddressRow = {
  ...home,
  asn: HOSTING_ASN,
  asnName: 'Example Hosting',
  asnClass: 'hosting',
  operator: 'Example Hosting',
  asnCountry: 'NL',
  countryCode: 'NL',
  registeredCountry: 'NL',
  ...NO_CITY,
  tags: [{ feed: 'tor_exits', kind: 'tor', operator: 'Tor', region: null, service: null }],
};

const bogon = (text: string): IpFact => ({
  special: specialPurposeOf(parseIpAddress(text)),
  row: null,
});

/** Addresses reserved for documentation, which no visitor can have. */
const ipSandbox: readonly SandboxCase<IpFact>[] = [
  inSandbox.answer('203.0.113.10', 'a residential address', { special: null, row: home }),
  inSandbox.answer('203.0.113.11', 'a Tor exit on a hosting network', {
    special: null,
    row: server,
  }),
  inSandbox.answer('203.0.113.12', 'a reserved address without data', bogon('203.0.113.12')),
  inSandbox.answer('2001:db8::10', 'a residential IPv6 address, located to its country', {
    special: null,
    row: { ...home, prefixLength: 48, ...NO_CITY },
  }),
  ...inSandbox.refusals('203.0.113.13', '203.0.113.14', '203.0.113.15'),
];

export const ip = defineProduct({
  path: '/ip',
  summary:
    'Geolocate an IP address and distinguish proxies, VPNs, Tor exits and servers from people',
  tier: 'standard',
  input: z.object({ ip: ipAddress }),
  subject: ({ ip }) => ip.text,
  sources: ipSources,
  derive: (fact, { ip }) => deriveIp(fact, ip),
  // An address that cannot be looked up is free.
  price: priceByInput(1, ({ ip }: IpInput) => (isRoutable(ip) ? 1 : 0)),
  classification: { schema: ipClassification, from: classifyIp },
  insights: { schema: ipInsights, from: (conclusion, { ip }) => describeIp(conclusion, ip) },
  risk: IP_RISK,
  recommend: recommendIp,
  bulk: 'ip_lookup',
  factVersion: IP_FACT_VERSION,
  sandbox: ipSandbox,
  example: { ip: '8.8.8.8' },
});
