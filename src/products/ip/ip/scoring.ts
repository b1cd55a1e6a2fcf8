import {
  probabilityBy,
  type RiskTable,
  scoreBy,
  type UncheckedFactors,
} from '../../../lookup/scoring.ts';
import { FEED_CHECKS, type IpConclusion } from './conclusion.ts';
import {
  connectionType,
  isCdn,
  isDatacenter,
  isProxy,
  isPublicDns,
  isTorExit,
} from './connection.ts';

/** Whether any of the checks was not made. */
const lacks =
  (...codes: readonly string[]) =>
  ({ uncheckedFactors: unchecked }: IpConclusion) =>
    unchecked.some(({ code }) => codes.includes(code));

const isResidential = (conclusion: IpConclusion) =>
  connectionType(conclusion) === 'RESIDENTIAL_ISP' && conclusion.asnClass === 'isp';
const isMobile = (conclusion: IpConclusion) => connectionType(conclusion) === 'MOBILE_NETWORK';
const isServer = (conclusion: IpConclusion) =>
  isDatacenter(conclusion) && !isPublicDns(conclusion) && !isCdn(conclusion);
const isVpnOperator = ({ asnClass, tags }: IpConclusion) => asnClass === 'vpn' && !tags.vpn;

const isCompromised = ({ reputation }: IpConclusion) => reputation?.compromised === true;
/** Lowest risk score that the service itself rates dangerous (proxycheck.io, "Risk scores"). */
const DANGEROUS = 67;
const isDangerous = ({ reputation }: IpConclusion) => (reputation?.risk ?? 0) >= DANGEROUS;

/** Whether the reputation service rates the address itself, apart from the kind of its network. */
export const isAbused = (conclusion: IpConclusion): boolean =>
  isCompromised(conclusion) || isDangerous(conclusion);

/** Weight 0: they limit the recommendation, but missing data adds no risk. */
export const UNCHECKED_IP_FACTORS: UncheckedFactors<IpConclusion> = Object.fromEntries(
  FEED_CHECKS.map(({ code, lists }) => [code, [0, lacks(code), lists] as const]),
);

/** Risk score of a visitor at this address: 0 none, 100 certain. */
export const IP_RISK: RiskTable<IpConclusion> = {
  base: 5,
  factors: {
    TOR_EXIT: [75, isTorExit],
    VPN_LISTED: [50, ({ tags }) => tags.vpn !== undefined],
    PROXY_SEEN: [50, isProxy],
    COMPROMISED_HOST: [40, isCompromised],
    REPUTATION_DANGEROUS: [20, isDangerous],
    RESERVED_ADDRESS: [50, ({ bogon }) => bogon !== null],
    DATACENTER_ADDRESS: [30, isServer],
    VPN_OPERATOR_NETWORK: [20, isVpnOperator],
    NOT_AN_END_USER: [10, (conclusion) => isPublicDns(conclusion) || isCdn(conclusion)],
    PRIVATE_RELAY: [15, ({ tags }) => tags.relay !== undefined],
    NETWORK_UNKNOWN: [15, ({ bogon, asn }) => bogon === null && asn === null],
    NETWORK_UNCLASSIFIED: [5, ({ asn, asnClass }) => asn !== null && asnClass === null],
    VERIFIED_CRAWLER: [-30, ({ tags }) => tags.crawler !== undefined],
    ...UNCHECKED_IP_FACTORS,
  },
  confidence: {
    base: 25,
    factors: {
      RESERVED_BY_REGISTRY: [74, ({ bogon }) => bogon !== null],
      NETWORK_KNOWN: [20, ({ asn }) => asn !== null],
      CLASS_BY_NUMBER_OR_BRAND: [
        25,
        ({ isKnownOperator, asnClass }) => isKnownOperator && asnClass !== null,
      ],
      CLASS_BY_NAME: [10, ({ isKnownOperator, asnClass }) => !isKnownOperator && asnClass !== null],
      TOR_CHECKED: [
        10,
        (conclusion) => conclusion.bogon === null && !lacks('TOR_NOT_CHECKED')(conclusion),
      ],
      VPN_CHECKED: [
        10,
        (conclusion) => conclusion.bogon === null && !lacks('VPN_NOT_CHECKED')(conclusion),
      ],
      ALL_FEEDS_CHECKED: [
        10,
        ({ bogon, missingFeeds, uncheckedFactors: unchecked }) =>
          bogon === null && missingFeeds.length + unchecked.length === 0,
      ],
    },
  },
};

/** Probability that the address is a household's line. */
export const residentialProbability = probabilityBy<IpConclusion>(25, {
  RESERVED_ADDRESS: [-100, ({ bogon }) => bogon !== null],
  HIDDEN_OR_SERVER: [
    -100,
    (conclusion) =>
      isServer(conclusion) || isTorExit(conclusion) || conclusion.tags.vpn !== undefined,
  ],
  SHARED_SERVICE: [-100, (conclusion) => isPublicDns(conclusion) || isCdn(conclusion)],
  ACCESS_NETWORK: [50, isResidential],
  HIDING_NOT_CHECKED: [-10, lacks('TOR_NOT_CHECKED', 'VPN_NOT_CHECKED')],
  KNOWN_ACCESS_NETWORK: [
    17,
    (conclusion) => isResidential(conclusion) && conclusion.isKnownOperator,
  ],
  MOBILE_NETWORK: [10, isMobile],
  INSTITUTION: [
    -15,
    ({ asnClass }) => ['education', 'government', 'business'].includes(asnClass ?? ''),
  ],
  INTERNET_INFRASTRUCTURE: [-20, ({ asnClass }) => asnClass === 'infrastructure'],
});

/** Probability that the request comes from a person rather than a program. */
export const humanProbability = probabilityBy<IpConclusion>(55, {
  RESERVED_ADDRESS: [-55, ({ bogon }) => bogon !== null],
  VERIFIED_CRAWLER: [-100, ({ tags }) => tags.crawler !== undefined],
  SHARED_SERVICE: [
    -50,
    (conclusion) => (isPublicDns(conclusion) || isCdn(conclusion)) && !conclusion.tags.relay,
  ],
  SERVER: [
    -45,
    (conclusion) => isServer(conclusion) && !conclusion.tags.vpn && !conclusion.tags.relay,
  ],
  TOR_EXIT: [-15, isTorExit],
  PRIVATE_RELAY: [35, ({ tags }) => tags.relay !== undefined],
  MOBILE_NETWORK: [37, isMobile],
  ACCESS_NETWORK: [35, isResidential],
  INSTITUTION: [
    20,
    ({ asnClass }) => ['education', 'government', 'business'].includes(asnClass ?? ''),
  ],
});

export const vpnExitProbability = probabilityBy<IpConclusion>(2, {
  VPN_LISTED: [93, ({ tags }) => tags.vpn !== undefined],
  VPN_OPERATOR_NETWORK: [60, isVpnOperator],
  VPN_NOT_CHECKED: [8, lacks('VPN_NOT_CHECKED')],
  HOSTING_NETWORK: [10, ({ asnClass }) => asnClass === 'hosting'],
  PRIVATE_RELAY: [30, ({ tags }) => tags.relay !== undefined],
  VERIFIED_CRAWLER: [-100, ({ tags }) => Boolean(tags.crawler) && !tags.vpn && !tags.relay],
  RESERVED_ADDRESS: [-100, ({ bogon }) => bogon !== null],
});

/** Reputation of the address, 0 to 100; 100 is spotless. */
export const reputationScore = scoreBy<IpConclusion>(75, {
  TOR_EXIT: [-65, isTorExit],
  VPN_LISTED: [-45, ({ tags }) => tags.vpn !== undefined],
  PROXY_SEEN: [-45, isProxy],
  COMPROMISED_HOST: [-40, isCompromised],
  REPUTATION_DANGEROUS: [-30, isDangerous],
  RESERVED_ADDRESS: [-75, ({ bogon }) => bogon !== null],
  VPN_OPERATOR_NETWORK: [-35, isVpnOperator],
  UNKNOWN_HOSTING: [
    -25,
    ({ asnClass, isKnownOperator }) => asnClass === 'hosting' && !isKnownOperator,
  ],
  KNOWN_HOSTING: [
    -10,
    ({ asnClass, isKnownOperator }) => asnClass === 'hosting' && isKnownOperator,
  ],
  NETWORK_UNKNOWN: [-15, ({ bogon, asnClass }) => bogon === null && asnClass === null],
  PUBLIC_SERVICE: [20, isPublicDns],
  VERIFIED_CRAWLER: [20, ({ tags }) => tags.crawler !== undefined],
  ACCESS_NETWORK: [10, (conclusion) => isResidential(conclusion) || isMobile(conclusion)],
  INSTITUTION: [
    15,
    (conclusion) =>
      (conclusion.asnClass === 'education' || conclusion.asnClass === 'government') &&
      !isServer(conclusion),
  ],
});
