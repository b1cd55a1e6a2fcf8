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
type IpPredicate = (profile: IpConclusion) => boolean;

const isClass =
  (...classes: NonNullable<IpConclusion['asnClass']>[]): IpPredicate =>
  ({ asnClass }) =>
    asnClass !== null && classes.includes(asnClass);

/** A server's address, by the listed ranges or by the class of the network. */
export const isDatacenter: IpPredicate = (profile) =>
  Boolean(profile.tags.cloud ?? profile.tags.datacenter ?? profile.tags.crawler) ||
  isClass('hosting', 'vpn', 'platform')(profile);
export const isTorExit: IpPredicate = ({ tags }) => tags.tor !== undefined;
export const isPublicDns: IpPredicate = (profile) =>
  profile.resolver !== null || isClass('public_dns')(profile);
export const isCdn: IpPredicate = (profile) =>
  profile.tags.cdn !== undefined || isClass('cdn')(profile);
export const isProxy: IpPredicate = ({ reputation }) => reputation?.proxy === true;
const hidesItsUser: IpPredicate = (profile) =>
  Boolean(profile.tags.tor ?? profile.tags.vpn ?? profile.tags.relay) || isProxy(profile);

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
  ['RESIDENTIAL_ISP', (profile) => isClass('isp')(profile) || isInstitution(profile)],
  ['UNKNOWN', () => true],
]);

export const ipServiceType = decideBy<IpConclusion, (typeof IP_SERVICE_TYPES)[number] | null>([
  [
    'VPN_SERVICE',
    (profile) => Boolean(profile.tags.vpn ?? profile.tags.relay) || isClass('vpn')(profile),
  ],
  ['PUBLIC_DNS', isPublicDns],
  ['HOSTING_SERVICE', (profile) => isCdn(profile) || isDatacenter(profile)],
  // As in connectionType: the line of an institution counts as a line.
  [
    'STANDARD_ISP',
    (profile) => isClass('isp', 'mobile', 'transit')(profile) || isInstitution(profile),
  ],
  [null, () => true],
]);

export const anonymityLevel = decideBy<IpConclusion, (typeof ANONYMITY_LEVELS)[number]>([
  ['HIGH', (profile) => Boolean(profile.tags.tor ?? profile.tags.vpn) || isProxy(profile)],
  [
    'NONE',
    (profile) => profile.tags.crawler !== undefined || isPublicDns(profile) || isCdn(profile),
  ],
  // Rented servers can forward anyone's traffic; a relay hides the address but not the country.
  ['MEDIUM', (profile) => profile.tags.relay !== undefined || isDatacenter(profile)],
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
  ['GOOD', (profile) => isClass('hosting')(profile) && profile.isKnownOperator],
  ['POOR', isClass('hosting', 'vpn')],
  [null, () => true],
]);
