import type {
  AddressRow,
  FeedKind,
  FeedTag,
  IpAddress,
  NetworkClass,
} from '../../../core/ip/address.ts';
import { type EmbeddedIpv4, embeddedIpv4 } from '../../../core/ip/embedded-ipv4.ts';
import type { AddressReputation } from '../../../core/ip/reputation.ts';
import { type CityUnknownReason, whyNoCity } from '../../../data/city-knowledge.ts';
import { PUBLIC_RESOLVERS } from '../../../data/public-resolvers.ts';
import type { SpecialPurpose } from '../../../data/special-purpose-ranges.ts';
import { SPECIAL_PURPOSE_AS_OF } from '../../../data/special-purpose-ranges.ts';
import { hostOf, type IpFact } from '../fact.ts';
import { type Check, uncheckedOf } from './checks.ts';

/** What the mappers and scores ask of an address, worked out once from its fact. */
export interface IpProfile {
  /** The IPv4 address that the answer is about, when an IPv6 one carries it. */
  embedded: EmbeddedIpv4 | null;
  /** Reserved or unroutable: why; null for an ordinary address. */
  bogon: SpecialPurpose | null;
  /** Operator of the public DNS resolver at exactly this address. */
  resolver: string | null;
  asn: number | null;
  asnName: string | null;
  networkClass: NetworkClass | null;
  classRule: string | null;
  operator: string | null;
  /** The network's kind is known by its number or brand, not guessed from words in its name. */
  isKnownOperator: boolean;
  place: Pick<AddressRow, 'countryCode' | 'region' | 'city' | 'latitude' | 'longitude'>;
  /** Null when the place has a city. */
  cityUnknown: CityUnknownReason | null;
  tags: Partial<Record<FeedKind, FeedTag>>;
  /** What a reputation service says; null where none was asked, or it did not answer. */
  reputation: AddressReputation | null;
  checkedFeeds: readonly string[];
  missingFeeds: readonly string[];
  /** What the lists at hand could not tell of the address. */
  unchecked: readonly Check[];
  feedsAsOf: Readonly<Record<string, string>>;
}

const NOWHERE: IpProfile['place'] = {
  countryCode: null,
  region: null,
  city: null,
  latitude: null,
  longitude: null,
};
/** The registries hardly change, so they only count as a feed where they are the whole answer. */
const REGISTRY_FEED = 'iana_special_purpose';

/**
 * Listed by anyone as serving everywhere or rented by anyone: the range's city is not the user's.
 */
const KINDS_WITHOUT_CITY: readonly FeedKind[] = [
  'cloud',
  'cdn',
  'vpn',
  'datacenter',
  'relay',
  'tor',
  'crawler',
];

function unroutable(special: SpecialPurpose, ip: IpAddress): IpProfile {
  return {
    ...{
      embedded: embeddedIpv4(ip),
      bogon: special,
      resolver: null,
      asn: null,
      asnName: null,
      networkClass: null,
      classRule: null,
      operator: null,
    },
    isKnownOperator: false,
    place: NOWHERE,
    cityUnknown: 'RESERVED_ADDRESS',
    tags: {},
    reputation: null,
    checkedFeeds: [REGISTRY_FEED],
    missingFeeds: [],
    unchecked: [],
    feedsAsOf: { [REGISTRY_FEED]: SPECIAL_PURPOSE_AS_OF },
  };
}

const REPUTATION_FEED = 'proxycheck';

/** What the service has seen stands beside the lists. */
function seenTags(reputation: AddressReputation | null): FeedTag[] {
  if (reputation === null) return [];
  const { tor, vpn, hosting, operator } = reputation;
  const tag = (kind: FeedKind, by: string): FeedTag => ({
    ...{ feed: REPUTATION_FEED, kind, operator: operator ?? by, region: null, service: null },
  });
  return [
    ...(tor ? [tag('tor', 'Tor')] : []),
    ...(vpn ? [tag('vpn', 'a VPN')] : []),
    ...(hosting ? [tag('datacenter', 'a hosting company')] : []),
  ];
}

/** A range listed several times keeps, of each kind, the listing that says most. */
function strongestTags(tags: readonly FeedTag[]): IpProfile['tags'] {
  const detail = (tag: FeedTag | undefined) =>
    tag ? 1 + Number(tag.region !== null) + Number(tag.service !== null) : 0;
  const strongest: IpProfile['tags'] = {};
  for (const tag of tags) if (detail(tag) > detail(strongest[tag.kind])) strongest[tag.kind] = tag;
  return strongest;
}

function cityUnknownOf(
  row: AddressRow,
  { version }: IpAddress,
  isListed: boolean,
): CityUnknownReason | null {
  if (version === 6) return 'IPV6_ADDRESS';
  if (isListed) return 'LISTED_RANGE';
  if (row.city !== null) return null;
  const network = row.asn === null ? null : { class: row.asnClass };
  return whyNoCity(network, row.countryCode) ?? 'NOT_IN_SOURCE';
}

/** Reads a fact. Pure; the same for live, cached and sandbox facts. */
export function profileIp({ special, row, reputation: seen }: IpFact, ip: IpAddress): IpProfile {
  if (row === null) return unroutable(special as SpecialPurpose, ip);
  const host = hostOf(ip);
  const reputation = seen ?? null;
  const resolver = PUBLIC_RESOLVERS.get(host.text) ?? null;
  const tags = strongestTags([...row.tags, ...seenTags(reputation)]);
  const isListed = resolver !== null || KINDS_WITHOUT_CITY.some((kind) => tags[kind]);
  const cityUnknown = cityUnknownOf(row, host, isListed);
  return {
    embedded: embeddedIpv4(ip),
    bogon: null,
    resolver,
    asn: row.asn,
    asnName: row.asnName,
    networkClass: row.asnClass,
    classRule: row.classRule,
    operator: row.operator,
    isKnownOperator: row.classRule === 'asn' || row.classRule === 'brand',
    place: cityUnknown === null ? row : { ...NOWHERE, countryCode: row.countryCode },
    cityUnknown,
    tags,
    reputation,
    checkedFeeds: [...row.checkedFeeds, ...(reputation ? [REPUTATION_FEED] : [])],
    missingFeeds: row.missingFeeds,
    unchecked: uncheckedOf(host.version, row.missingFeeds, reputation),
    feedsAsOf: { ...row.feedsAsOf, ...(reputation && { [REPUTATION_FEED]: reputation.at }) },
  };
}
