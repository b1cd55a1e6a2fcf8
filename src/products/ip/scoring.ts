import type { RiskAssessment } from '../../core/envelope.ts';
import { assess, type Factor, probability, score } from '../../core/scoring.ts';
import { CHECKS } from './checks.ts';
import { connectionType, isCdn, isDatacenter, isPublicDns, isTorExit } from './connection.ts';
import type { IpProfile } from './profile.ts';

type IpFactor = Factor<IpProfile>;

/** Whether any of the checks is among those that were not made. */
const lacks =
  (...codes: readonly string[]) =>
  ({ unchecked }: IpProfile) =>
    unchecked.some(({ code }) => codes.includes(code));

const isResidential = (profile: IpProfile) => connectionType(profile) === 'RESIDENTIAL_ISP';
const isMobile = (profile: IpProfile) => connectionType(profile) === 'MOBILE_NETWORK';
const isServer = (profile: IpProfile) =>
  isDatacenter(profile) && !isPublicDns(profile) && !isCdn(profile);
const isVpnOperator = ({ networkClass, tags }: IpProfile) => networkClass === 'vpn' && !tags.vpn;

/** Trouble to expect from a visitor at this address: 0 none, 100 certain. */
const RISK_BASE = 5;
const RISK: readonly IpFactor[] = [
  { code: 'TOR_EXIT', weight: 75, applies: isTorExit },
  { code: 'VPN_LISTED', weight: 50, applies: ({ tags }) => tags.vpn !== undefined },
  { code: 'RESERVED_ADDRESS', weight: 50, applies: ({ bogon }) => bogon !== null },
  { code: 'DATACENTER_ADDRESS', weight: 30, applies: isServer },
  { code: 'VPN_OPERATOR_NETWORK', weight: 20, applies: isVpnOperator },
  {
    code: 'NOT_AN_END_USER',
    weight: 10,
    applies: (profile) => isPublicDns(profile) || isCdn(profile),
  },
  { code: 'PRIVATE_RELAY', weight: 15, applies: ({ tags }) => tags.relay !== undefined },
  {
    code: 'NETWORK_UNKNOWN',
    weight: 15,
    applies: ({ bogon, asn }) => bogon === null && asn === null,
  },
  {
    code: 'NETWORK_UNCLASSIFIED',
    weight: 5,
    applies: ({ asn, networkClass }) => asn !== null && networkClass === null,
  },
  { code: 'VERIFIED_CRAWLER', weight: -30, applies: ({ tags }) => tags.crawler !== undefined },
  // Named, for it limits what is recommended; that nothing is known is no trouble by itself.
  ...CHECKS.map(({ code }) => ({ code, weight: 0, applies: lacks(code) })),
];

/** How far the answer can be relied on, by what it rests on. */
const CONFIDENCE_BASE = 25;
const CONFIDENCE: readonly IpFactor[] = [
  { code: 'RESERVED_BY_REGISTRY', weight: 74, applies: ({ bogon }) => bogon !== null },
  { code: 'NETWORK_KNOWN', weight: 20, applies: ({ asn }) => asn !== null },
  {
    code: 'CLASS_BY_NUMBER_OR_BRAND',
    weight: 25,
    applies: ({ isKnownOperator, networkClass }) => isKnownOperator && networkClass !== null,
  },
  {
    code: 'CLASS_BY_NAME',
    weight: 10,
    applies: ({ isKnownOperator, networkClass }) => !isKnownOperator && networkClass !== null,
  },
  {
    code: 'TOR_CHECKED',
    weight: 10,
    applies: (profile) => profile.bogon === null && !lacks('TOR_NOT_CHECKED')(profile),
  },
  {
    code: 'VPN_CHECKED',
    weight: 10,
    applies: (profile) => profile.bogon === null && !lacks('VPN_NOT_CHECKED')(profile),
  },
  {
    code: 'ALL_FEEDS_CHECKED',
    weight: 10,
    applies: ({ bogon, missingFeeds, unchecked }) =>
      bogon === null && missingFeeds.length + unchecked.length === 0,
  },
];

/** Chance that a household's line is behind the address. */
const RESIDENTIAL_BASE = 25;
const RESIDENTIAL: readonly IpFactor[] = [
  { code: 'RESERVED_ADDRESS', weight: -100, applies: ({ bogon }) => bogon !== null },
  {
    code: 'HIDDEN_OR_SERVER',
    weight: -100,
    applies: (profile) => isServer(profile) || isTorExit(profile) || profile.tags.vpn !== undefined,
  },
  {
    code: 'SHARED_SERVICE',
    weight: -100,
    applies: (profile) => isPublicDns(profile) || isCdn(profile),
  },
  { code: 'ACCESS_NETWORK', weight: 50, applies: isResidential },
  {
    code: 'HIDING_NOT_CHECKED',
    weight: -10,
    applies: lacks('TOR_NOT_CHECKED', 'VPN_NOT_CHECKED'),
  },
  {
    code: 'KNOWN_ACCESS_NETWORK',
    weight: 17,
    applies: (profile) => isResidential(profile) && profile.isKnownOperator,
  },
  { code: 'MOBILE_NETWORK', weight: 10, applies: isMobile },
  {
    code: 'INSTITUTION',
    weight: -15,
    applies: ({ networkClass }) =>
      ['education', 'government', 'business'].includes(networkClass ?? ''),
  },
  {
    code: 'INTERNET_INFRASTRUCTURE',
    weight: -20,
    applies: ({ networkClass }) => networkClass === 'infrastructure',
  },
];

/** Chance that a person rather than a program sends the request. */
const HUMAN_BASE = 55;
const HUMAN: readonly IpFactor[] = [
  { code: 'RESERVED_ADDRESS', weight: -55, applies: ({ bogon }) => bogon !== null },
  { code: 'VERIFIED_CRAWLER', weight: -100, applies: ({ tags }) => tags.crawler !== undefined },
  {
    code: 'SHARED_SERVICE',
    weight: -50,
    applies: (profile) => isPublicDns(profile) || isCdn(profile),
  },
  {
    code: 'SERVER',
    weight: -45,
    applies: (profile) => isServer(profile) && !profile.tags.vpn && !profile.tags.relay,
  },
  { code: 'TOR_EXIT', weight: -15, applies: isTorExit },
  { code: 'PRIVATE_RELAY', weight: 35, applies: ({ tags }) => tags.relay !== undefined },
  { code: 'MOBILE_NETWORK', weight: 37, applies: isMobile },
  { code: 'ACCESS_NETWORK', weight: 35, applies: isResidential },
  {
    code: 'INSTITUTION',
    weight: 20,
    applies: ({ networkClass }) =>
      ['education', 'government', 'business'].includes(networkClass ?? ''),
  },
];

/** Chance that the address is the exit of a VPN. */
const VPN_BASE = 2;
const VPN: readonly IpFactor[] = [
  { code: 'VPN_LISTED', weight: 93, applies: ({ tags }) => tags.vpn !== undefined },
  { code: 'VPN_OPERATOR_NETWORK', weight: 60, applies: isVpnOperator },
  { code: 'VPN_NOT_CHECKED', weight: 8, applies: lacks('VPN_NOT_CHECKED') },
  {
    code: 'HOSTING_NETWORK',
    weight: 10,
    applies: ({ networkClass }) => networkClass === 'hosting',
  },
  { code: 'PRIVATE_RELAY', weight: 30, applies: ({ tags }) => tags.relay !== undefined },
  { code: 'VERIFIED_CRAWLER', weight: -100, applies: ({ tags }) => tags.crawler !== undefined },
  { code: 'RESERVED_ADDRESS', weight: -100, applies: ({ bogon }) => bogon !== null },
];

/** Standing of the address: 100 spotless. */
const REPUTATION_BASE = 75;
const REPUTATION: readonly IpFactor[] = [
  { code: 'TOR_EXIT', weight: -65, applies: isTorExit },
  { code: 'VPN_LISTED', weight: -45, applies: ({ tags }) => tags.vpn !== undefined },
  { code: 'RESERVED_ADDRESS', weight: -75, applies: ({ bogon }) => bogon !== null },
  { code: 'VPN_OPERATOR_NETWORK', weight: -35, applies: isVpnOperator },
  {
    code: 'UNKNOWN_HOSTING',
    weight: -25,
    applies: ({ networkClass, isKnownOperator }) => networkClass === 'hosting' && !isKnownOperator,
  },
  {
    code: 'KNOWN_HOSTING',
    weight: -10,
    applies: ({ networkClass, isKnownOperator }) => networkClass === 'hosting' && isKnownOperator,
  },
  {
    code: 'NETWORK_UNKNOWN',
    weight: -15,
    applies: ({ bogon, networkClass }) => bogon === null && networkClass === null,
  },
  { code: 'PUBLIC_SERVICE', weight: 20, applies: isPublicDns },
  { code: 'VERIFIED_CRAWLER', weight: 20, applies: ({ tags }) => tags.crawler !== undefined },
  {
    code: 'ACCESS_NETWORK',
    weight: 10,
    applies: (profile) => isResidential(profile) || isMobile(profile),
  },
  {
    code: 'INSTITUTION',
    weight: 15,
    applies: ({ networkClass }) => networkClass === 'education' || networkClass === 'government',
  },
];

export const residentialProbability = (profile: IpProfile): number =>
  probability(RESIDENTIAL_BASE, RESIDENTIAL, profile);
export const humanProbability = (profile: IpProfile): number =>
  probability(HUMAN_BASE, HUMAN, profile);
export const vpnExitProbability = (profile: IpProfile): number =>
  probability(VPN_BASE, VPN, profile);
/** 0..100, higher is better. */
export const reputationScore = (profile: IpProfile): number =>
  score(REPUTATION_BASE, REPUTATION, profile).score;

export function assessIpRisk(profile: IpProfile): RiskAssessment {
  return assess(
    { base: RISK_BASE, factors: RISK },
    { base: CONFIDENCE_BASE, factors: CONFIDENCE },
    profile,
  );
}
