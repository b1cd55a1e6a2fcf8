import { type Factor, probability, type RiskTable, score } from '../../../lookup/scoring.ts';
import { FEED_CHECKS, type IpConclusion } from './conclusion.ts';
import {
  connectionType,
  isCdn,
  isDatacenter,
  isProxy,
  isPublicDns,
  isTorExit,
} from './connection.ts';

type IpFactor = Factor<IpConclusion>;

/** Whether any of the checks is among those that were not made. */
const lacks =
  (...codes: readonly string[]) =>
  ({ uncheckedFactors: unchecked }: IpConclusion) =>
    unchecked.some(({ code }) => codes.includes(code));

const isResidential = (profile: IpConclusion) =>
  connectionType(profile) === 'RESIDENTIAL_ISP' && profile.asnClass === 'isp';
const isMobile = (profile: IpConclusion) => connectionType(profile) === 'MOBILE_NETWORK';
const isServer = (profile: IpConclusion) =>
  isDatacenter(profile) && !isPublicDns(profile) && !isCdn(profile);
const isVpnOperator = ({ asnClass, tags }: IpConclusion) => asnClass === 'vpn' && !tags.vpn;

const isCompromised = ({ reputation }: IpConclusion) => reputation?.compromised === true;
/** The service's own scale calls two thirds and more dangerous (proxycheck.io, "Risk scores"). */
const DANGEROUS = 67;

/** Risk score of trouble from a visitor at this address: 0 none, 100 certain. */
const RISK_BASE = 5;
const RISK: readonly IpFactor[] = [
  { code: 'TOR_EXIT', points: 75, applies: isTorExit },
  { code: 'VPN_LISTED', points: 50, applies: ({ tags }) => tags.vpn !== undefined },
  { code: 'PROXY_SEEN', points: 50, applies: isProxy },
  { code: 'COMPROMISED_HOST', points: 40, applies: isCompromised },
  {
    code: 'REPUTATION_DANGEROUS',
    points: 20,
    applies: ({ reputation }) => (reputation?.risk ?? 0) >= DANGEROUS,
  },
  { code: 'RESERVED_ADDRESS', points: 50, applies: ({ bogon }) => bogon !== null },
  { code: 'DATACENTER_ADDRESS', points: 30, applies: isServer },
  { code: 'VPN_OPERATOR_NETWORK', points: 20, applies: isVpnOperator },
  {
    code: 'NOT_AN_END_USER',
    points: 10,
    applies: (profile) => isPublicDns(profile) || isCdn(profile),
  },
  { code: 'PRIVATE_RELAY', points: 15, applies: ({ tags }) => tags.relay !== undefined },
  {
    code: 'NETWORK_UNKNOWN',
    points: 15,
    applies: ({ bogon, asn }) => bogon === null && asn === null,
  },
  {
    code: 'NETWORK_UNCLASSIFIED',
    points: 5,
    applies: ({ asn, asnClass }) => asn !== null && asnClass === null,
  },
  { code: 'VERIFIED_CRAWLER', points: -30, applies: ({ tags }) => tags.crawler !== undefined },
  // Named, for it limits what is recommended; missing data adds no risk.
  ...FEED_CHECKS.map(({ code }) => ({ code, points: 0, applies: lacks(code) })),
];

/** Confidence, by the evidence it rests on. */
const CONFIDENCE_BASE = 25;
const CONFIDENCE: readonly IpFactor[] = [
  { code: 'RESERVED_BY_REGISTRY', points: 74, applies: ({ bogon }) => bogon !== null },
  { code: 'NETWORK_KNOWN', points: 20, applies: ({ asn }) => asn !== null },
  {
    code: 'CLASS_BY_NUMBER_OR_BRAND',
    points: 25,
    applies: ({ isKnownOperator, asnClass }) => isKnownOperator && asnClass !== null,
  },
  {
    code: 'CLASS_BY_NAME',
    points: 10,
    applies: ({ isKnownOperator, asnClass }) => !isKnownOperator && asnClass !== null,
  },
  {
    code: 'TOR_CHECKED',
    points: 10,
    applies: (profile) => profile.bogon === null && !lacks('TOR_NOT_CHECKED')(profile),
  },
  {
    code: 'VPN_CHECKED',
    points: 10,
    applies: (profile) => profile.bogon === null && !lacks('VPN_NOT_CHECKED')(profile),
  },
  {
    code: 'ALL_FEEDS_CHECKED',
    points: 10,
    applies: ({ bogon, missingFeeds, uncheckedFactors: unchecked }) =>
      bogon === null && missingFeeds.length + unchecked.length === 0,
  },
];

/** Probability that a household's line is behind the address. */
const RESIDENTIAL_BASE = 25;
const RESIDENTIAL: readonly IpFactor[] = [
  { code: 'RESERVED_ADDRESS', points: -100, applies: ({ bogon }) => bogon !== null },
  {
    code: 'HIDDEN_OR_SERVER',
    points: -100,
    applies: (profile) => isServer(profile) || isTorExit(profile) || profile.tags.vpn !== undefined,
  },
  {
    code: 'SHARED_SERVICE',
    points: -100,
    applies: (profile) => isPublicDns(profile) || isCdn(profile),
  },
  { code: 'ACCESS_NETWORK', points: 50, applies: isResidential },
  {
    code: 'HIDING_NOT_CHECKED',
    points: -10,
    applies: lacks('TOR_NOT_CHECKED', 'VPN_NOT_CHECKED'),
  },
  {
    code: 'KNOWN_ACCESS_NETWORK',
    points: 17,
    applies: (profile) => isResidential(profile) && profile.isKnownOperator,
  },
  { code: 'MOBILE_NETWORK', points: 10, applies: isMobile },
  {
    code: 'INSTITUTION',
    points: -15,
    applies: ({ asnClass }) => ['education', 'government', 'business'].includes(asnClass ?? ''),
  },
  {
    code: 'INTERNET_INFRASTRUCTURE',
    points: -20,
    applies: ({ asnClass }) => asnClass === 'infrastructure',
  },
];

/** Probability that a person rather than a program sends the request. */
const HUMAN_BASE = 55;
const HUMAN: readonly IpFactor[] = [
  { code: 'RESERVED_ADDRESS', points: -55, applies: ({ bogon }) => bogon !== null },
  { code: 'VERIFIED_CRAWLER', points: -100, applies: ({ tags }) => tags.crawler !== undefined },
  {
    code: 'SHARED_SERVICE',
    points: -50,
    applies: (profile) => isPublicDns(profile) || isCdn(profile),
  },
  {
    code: 'SERVER',
    points: -45,
    applies: (profile) => isServer(profile) && !profile.tags.vpn && !profile.tags.relay,
  },
  { code: 'TOR_EXIT', points: -15, applies: isTorExit },
  { code: 'PRIVATE_RELAY', points: 35, applies: ({ tags }) => tags.relay !== undefined },
  { code: 'MOBILE_NETWORK', points: 37, applies: isMobile },
  { code: 'ACCESS_NETWORK', points: 35, applies: isResidential },
  {
    code: 'INSTITUTION',
    points: 20,
    applies: ({ asnClass }) => ['education', 'government', 'business'].includes(asnClass ?? ''),
  },
];

/** Probability that the address is the exit of a VPN. */
const VPN_BASE = 2;
const VPN: readonly IpFactor[] = [
  { code: 'VPN_LISTED', points: 93, applies: ({ tags }) => tags.vpn !== undefined },
  { code: 'VPN_OPERATOR_NETWORK', points: 60, applies: isVpnOperator },
  { code: 'VPN_NOT_CHECKED', points: 8, applies: lacks('VPN_NOT_CHECKED') },
  {
    code: 'HOSTING_NETWORK',
    points: 10,
    applies: ({ asnClass }) => asnClass === 'hosting',
  },
  { code: 'PRIVATE_RELAY', points: 30, applies: ({ tags }) => tags.relay !== undefined },
  { code: 'VERIFIED_CRAWLER', points: -100, applies: ({ tags }) => tags.crawler !== undefined },
  { code: 'RESERVED_ADDRESS', points: -100, applies: ({ bogon }) => bogon !== null },
];

/** Standing of the address: 100 spotless. */
const REPUTATION_BASE = 75;
const REPUTATION: readonly IpFactor[] = [
  { code: 'TOR_EXIT', points: -65, applies: isTorExit },
  { code: 'VPN_LISTED', points: -45, applies: ({ tags }) => tags.vpn !== undefined },
  { code: 'PROXY_SEEN', points: -45, applies: isProxy },
  { code: 'COMPROMISED_HOST', points: -40, applies: isCompromised },
  { code: 'RESERVED_ADDRESS', points: -75, applies: ({ bogon }) => bogon !== null },
  { code: 'VPN_OPERATOR_NETWORK', points: -35, applies: isVpnOperator },
  {
    code: 'UNKNOWN_HOSTING',
    points: -25,
    applies: ({ asnClass, isKnownOperator }) => asnClass === 'hosting' && !isKnownOperator,
  },
  {
    code: 'KNOWN_HOSTING',
    points: -10,
    applies: ({ asnClass, isKnownOperator }) => asnClass === 'hosting' && isKnownOperator,
  },
  {
    code: 'NETWORK_UNKNOWN',
    points: -15,
    applies: ({ bogon, asnClass }) => bogon === null && asnClass === null,
  },
  { code: 'PUBLIC_SERVICE', points: 20, applies: isPublicDns },
  { code: 'VERIFIED_CRAWLER', points: 20, applies: ({ tags }) => tags.crawler !== undefined },
  {
    code: 'ACCESS_NETWORK',
    points: 10,
    applies: (profile) => isResidential(profile) || isMobile(profile),
  },
  {
    code: 'INSTITUTION',
    points: 15,
    applies: ({ asnClass }) => asnClass === 'education' || asnClass === 'government',
  },
];

export const residentialProbability = (profile: IpConclusion): number =>
  probability(RESIDENTIAL_BASE, RESIDENTIAL, profile);
export const humanProbability = (profile: IpConclusion): number =>
  probability(HUMAN_BASE, HUMAN, profile);
export const vpnExitProbability = (profile: IpConclusion): number =>
  probability(VPN_BASE, VPN, profile);
/** 0..100, higher is better. */
export const reputationScore = (profile: IpConclusion): number =>
  score(REPUTATION_BASE, REPUTATION, profile).score;

export const IP_RISK: RiskTable<IpConclusion> = {
  base: RISK_BASE,
  factors: RISK,
  confidence: { base: CONFIDENCE_BASE, factors: CONFIDENCE },
};
