import {
  type AddressReputation,
  type AddressRow,
  type EmbeddedIpv4,
  embeddedIpv4,
  type FeedKind,
  type FeedTag,
  type IpAddress,
} from '../../../domain/ip/address.ts';
import { cidrOf } from '../../../domain/ip/cidr.ts';
import { alike, pick } from '../../../lib/fields.ts';
import { RANGE_FEEDS } from '../../../open-data/feeds/range-feeds.ts';
import {
  type RegionalRegistry,
  regionalRegistryOf,
} from '../../../open-data/ip/regional-registries.ts';
import {
  SPECIAL_PURPOSE_AS_OF,
  type SpecialPurpose,
} from '../../../open-data/ip/special-purpose-ranges.ts';
import {
  effectiveAddress,
  type IpFact,
  type LocatedAddress,
  locate,
  NO_LOCATION,
  resolverAt,
  strongestTags,
} from '../fact.ts';

export interface FeedCheck {
  /** Code in the risk factors if the check was not made. */
  code: string;
  kinds: readonly FeedKind[];
  /** What the lists contain, in words for the message. */
  lists: string;
  /** The flag of a reputation service that answers the same question. */
  seenAs?: 'tor' | 'vpn' | 'hosting';
}

const TOR: FeedCheck = {
  code: 'TOR_NOT_CHECKED',
  kinds: ['tor'],
  lists: 'Tor exits',
  seenAs: 'tor',
};
const VPN: FeedCheck = {
  code: 'VPN_NOT_CHECKED',
  kinds: ['vpn'],
  lists: 'VPN addresses',
  seenAs: 'vpn',
};
const RELAY: FeedCheck = { code: 'RELAY_NOT_CHECKED', kinds: ['relay'], lists: 'private relays' };
const SERVER: FeedCheck = {
  code: 'SERVER_NOT_CHECKED',
  kinds: ['datacenter', 'cloud'],
  lists: 'rented servers',
  seenAs: 'hosting',
};

export const FEED_CHECKS: readonly FeedCheck[] = [TOR, VPN, RELAY, SERVER];

export const TOR_FEED_CHECKS: readonly FeedCheck[] = [TOR];

/**
 * Checks that could not be made: a feed is missing or does not cover the IP version, and the
 * reputation service did not answer the question.
 */
function uncheckedIpFactors(
  version: 4 | 6,
  missingFeeds: readonly string[],
  reputation: AddressReputation | null,
): readonly FeedCheck[] {
  const missing = new Set(missingFeeds);
  return FEED_CHECKS.filter(({ kinds, seenAs }) => {
    if (seenAs && typeof reputation?.[seenAs] === 'boolean') return false;
    const lists = RANGE_FEEDS.filter(
      ({ kind, versions }) => kinds.includes(kind) && versions.includes(version),
    );
    return lists.length === 0 || lists.some(({ name }) => missing.has(name));
  });
}

/** Conclusion about an address: the input of mappers and scores, derived once from its fact. */
export interface IpConclusion
  extends LocatedAddress,
    Pick<
      AddressRow,
      | 'registeredCountry'
      | 'asn'
      | 'asnName'
      | 'asnCountry'
      | 'asnClass'
      | 'classRule'
      | 'operator'
      | 'checkedFeeds'
      | 'missingFeeds'
      | 'feedsAsOf'
    > {
  /** The IPv4 address embedded in the IPv6 one, which the answer is then about. */
  embedded: EmbeddedIpv4 | null;
  /** Registry entry of a reserved or unroutable address; null for an ordinary address. */
  bogon: SpecialPurpose | null;
  /** Entry in the IANA special-purpose registries; null for an ordinary address. */
  special: SpecialPurpose | null;
  /** Widest prefix with the same data in the tables, in CIDR form; of a bogon the reserved one. */
  prefix: string;
  /** Registry of the address that the answer is about; null if no registry holds its range. */
  registry: RegionalRegistry | null;
  /** Operator of the public DNS resolver at exactly this address. */
  resolver: string | null;
  /** The network's class comes from its number or brand, not from words in its name. */
  isKnownOperator: boolean;
  tags: Partial<Record<FeedKind, FeedTag>>;
  /** Result of a reputation service; null if none was queried or none answered. */
  reputation: AddressReputation | null;
  /** Checks that neither the loaded feeds nor the reputation service could make. */
  uncheckedFactors: readonly FeedCheck[];
}

/** Name of the IANA registries as a feed, stated only for a bogon, whose whole answer they are. */
const REGISTRY_FEED = 'iana_special_purpose';

function deriveBogon(special: SpecialPurpose, ip: IpAddress): IpConclusion {
  return {
    embedded: embeddedIpv4(ip),
    bogon: special,
    special,
    prefix: special.prefix,
    resolver: null,
    ...alike(null, 'registry', 'registeredCountry', 'asn', 'asnName', 'asnCountry', 'asnClass'),
    ...alike(null, 'classRule', 'operator'),
    isKnownOperator: false,
    place: NO_LOCATION,
    cityFrom: null,
    cityUnknown: 'RESERVED_ADDRESS',
    tags: {},
    reputation: null,
    checkedFeeds: [REGISTRY_FEED],
    missingFeeds: [],
    uncheckedFactors: [],
    feedsAsOf: { [REGISTRY_FEED]: SPECIAL_PURPOSE_AS_OF },
  };
}

const REPUTATION_FEED = 'proxycheck';

function reputationTags(reputation: AddressReputation | null): FeedTag[] {
  if (reputation === null) return [];
  const { tor, vpn, hosting, operator } = reputation;
  const tag = (kind: FeedKind, by: string): FeedTag => ({
    feed: REPUTATION_FEED,
    kind,
    operator: operator ?? by,
    region: null,
    service: null,
  });
  return [
    ...(tor ? [tag('tor', 'Tor')] : []),
    ...(vpn ? [tag('vpn', 'a VPN')] : []),
    ...(hosting ? [tag('datacenter', 'a hosting company')] : []),
  ];
}

/** Derives the conclusion. Pure; the same for live, cached and sandbox facts. */
export function deriveIp({ special, row, reputation: seen }: IpFact, ip: IpAddress): IpConclusion {
  if (row === null) return deriveBogon(special as SpecialPurpose, ip);
  const host = effectiveAddress(ip);
  const reputation = seen ?? null;
  const tags = strongestTags([...row.tags, ...reputationTags(reputation)]);
  return {
    embedded: embeddedIpv4(ip),
    bogon: null,
    special,
    prefix: cidrOf(host, row.prefixLength),
    registry: regionalRegistryOf(host),
    ...pick(row, 'registeredCountry', 'asn', 'asnName', 'asnCountry', 'asnClass', 'classRule'),
    operator: row.operator,
    resolver: resolverAt(host),
    isKnownOperator: row.classRule === 'asn' || row.classRule === 'brand',
    ...locate(row, tags, host),
    tags,
    reputation,
    checkedFeeds: [...row.checkedFeeds, ...(reputation ? [REPUTATION_FEED] : [])],
    missingFeeds: row.missingFeeds,
    uncheckedFactors: uncheckedIpFactors(host.version, row.missingFeeds, reputation),
    feedsAsOf: { ...row.feedsAsOf, ...(reputation && { [REPUTATION_FEED]: reputation.at }) },
  };
}
