import { decideBy } from '../../../lookup/scoring.ts';
import type { IpConclusion } from './conclusion.ts';

export const CONNECTION_TYPES = [
  'RESIDENTIAL_ISP',
  'MOBILE_NETWORK',
  'DATACENTER',
  'CDN_NETWORK',
  'PUBLIC_DNS',
  'PROXY_SERVER',
  'UNKNOWN',
] as const;
export type ConnectionType = (typeof CONNECTION_TYPES)[number];

export const IP_SERVICE_TYPES = [
  'STANDARD_ISP',
  'HOSTING_SERVICE',
  'VPN_SERVICE',
  'PUBLIC_DNS',
] as const;
export const ANONYMITY_LEVELS = ['NONE', 'MEDIUM', 'HIGH'] as const;
export const ORGANIZATION_TYPES = [
  'ISP',
  'HOSTING_PROVIDER',
  'TECH_GIANT',
  'BUSINESS',
  'EDUCATION',
  'GOVERNMENT',
  'INFRASTRUCTURE',
] as const;
export const ASN_REPUTATIONS = ['EXCELLENT', 'GOOD', 'POOR'] as const;
type IpPredicate = (conclusion: IpConclusion) => boolean;

const isClass =
  (...classes: NonNullable<IpConclusion['asnClass']>[]): IpPredicate =>
  ({ asnClass }) =>
    asnClass !== null && classes.includes(asnClass);

/** A server's address, by the listed ranges or by the class of the network. */
export const isDatacenter: IpPredicate = (conclusion) =>
  Boolean(conclusion.tags.cloud ?? conclusion.tags.datacenter ?? conclusion.tags.crawler) ||
  isClass('hosting', 'vpn', 'platform')(conclusion);
export const isTorExit: IpPredicate = ({ tags }) => tags.tor !== undefined;
export const isPublicDns: IpPredicate = (conclusion) =>
  conclusion.resolver !== null || isClass('public_dns')(conclusion);
export const isCdn: IpPredicate = (conclusion) =>
  conclusion.tags.cdn !== undefined || isClass('cdn')(conclusion);
export const isProxy: IpPredicate = ({ reputation }) => reputation?.proxy === true;
const hidesItsUser: IpPredicate = (conclusion) =>
  Boolean(conclusion.tags.tor ?? conclusion.tags.vpn ?? conclusion.tags.relay) ||
  isProxy(conclusion);

/** No known network announces the address, and no crawler publishes it as its own. */
export const isOfUnknownNetwork: IpPredicate = ({ bogon, asn, tags }) =>
  bogon === null && asn === null && tags.crawler === undefined;

/** The own network of a company, a school or an authority. */
export const isInstitution: IpPredicate = isClass('business', 'education', 'government');

/** Decision table, first match. */
export const connectionType = decideBy<IpConclusion, ConnectionType>([
  ['PROXY_SERVER', hidesItsUser],
  ['PUBLIC_DNS', isPublicDns],
  ['CDN_NETWORK', isCdn],
  ['DATACENTER', isDatacenter],
  ['MOBILE_NETWORK', isClass('mobile')],
  // Lines that people use. The network class and residential_probability tell homes apart.
  ['RESIDENTIAL_ISP', (conclusion) => isClass('isp')(conclusion) || isInstitution(conclusion)],
  ['UNKNOWN', () => true],
]);

export const ipServiceType = decideBy<IpConclusion, (typeof IP_SERVICE_TYPES)[number] | null>([
  [
    'VPN_SERVICE',
    (conclusion) =>
      Boolean(conclusion.tags.vpn ?? conclusion.tags.relay) || isClass('vpn')(conclusion),
  ],
  ['PUBLIC_DNS', isPublicDns],
  ['HOSTING_SERVICE', (conclusion) => isCdn(conclusion) || isDatacenter(conclusion)],
  // As in connectionType: the line of an institution counts as a line.
  [
    'STANDARD_ISP',
    (conclusion) => isClass('isp', 'mobile', 'transit')(conclusion) || isInstitution(conclusion),
  ],
  [null, () => true],
]);

export const anonymityLevel = decideBy<IpConclusion, (typeof ANONYMITY_LEVELS)[number]>([
  [
    'HIGH',
    (conclusion) => Boolean(conclusion.tags.tor ?? conclusion.tags.vpn) || isProxy(conclusion),
  ],
  // A relay hides the address but not the country; most leave through content delivery networks.
  ['MEDIUM', ({ tags }) => tags.relay !== undefined],
  [
    'NONE',
    (conclusion) =>
      conclusion.tags.crawler !== undefined || isPublicDns(conclusion) || isCdn(conclusion),
  ],
  // Rented servers can forward anyone's traffic.
  ['MEDIUM', isDatacenter],
  ['NONE', () => true],
]);

const TECH_GIANTS: ReadonlySet<string> = new Set([
  'Alibaba Cloud',
  'Amazon Web Services',
  'Apple',
  'Cloudflare',
  'Google',
  'Google Cloud',
  'IBM Cloud',
  'Meta',
  'Microsoft Azure',
  'Oracle Cloud',
  'Tencent Cloud',
]);

export const organizationType = decideBy<IpConclusion, (typeof ORGANIZATION_TYPES)[number] | null>([
  ['TECH_GIANT', ({ operator }) => operator !== null && TECH_GIANTS.has(operator)],
  ['HOSTING_PROVIDER', isClass('hosting', 'vpn', 'cdn', 'platform')],
  ['ISP', isClass('isp', 'mobile', 'transit')],
  ['BUSINESS', isClass('business')],
  ['EDUCATION', isClass('education')],
  ['GOVERNMENT', isClass('government')],
  ['INFRASTRUCTURE', isClass('infrastructure', 'public_dns')],
  [null, () => true],
]);

/** How far a network's operator is accountable for its addresses. */
export const asnReputation = decideBy<IpConclusion, (typeof ASN_REPUTATIONS)[number] | null>([
  [
    'EXCELLENT',
    isClass('platform', 'cdn', 'public_dns', 'infrastructure', 'education', 'government'),
  ],
  ['GOOD', isClass('isp', 'mobile', 'transit', 'business')],
  ['GOOD', (conclusion) => isClass('hosting')(conclusion) && conclusion.isKnownOperator],
  ['POOR', isClass('hosting', 'vpn')],
  [null, () => true],
]);
