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
import cloudRegions from '../../../open-data/ip/cloud-regions.json' with { type: 'json' };
import {
  type CitySource,
  type CityUnknownReason,
  cityConfidence,
  cityUnavailableReason,
} from '../../../open-data/ip/location.ts';
import addressesByOperator from '../../../open-data/ip/public-resolvers.json' with { type: 'json' };
import {
  type RegionalRegistry,
  regionalRegistryOf,
} from '../../../open-data/ip/regional-registries.ts';
import {
  SPECIAL_PURPOSE_AS_OF,
  type SpecialPurpose,
} from '../../../open-data/ip/special-purpose-ranges.ts';
import { effectiveAddress, type IpFact } from '../fact.ts';

/** Location of a cloud region: the city its provider names, else the city of its data centers. */
interface CloudPlace {
  city: string;
  /** English name, as in the address table. */
  region: string;
  countryCode: string;
  latitude: number;
  longitude: number;
}

/**
 * One row per city: country, region, coordinates (GeoNames, CC-BY 4.0) and the providers' names for
 * their regions there: AWS "Regions and Availability Zones", Google Cloud "Cloud locations", Azure
 * "Azure geographies", Oracle "Regions and Availability Domains". Region names are distinct across
 * providers.
 */
const CLOUD_ROWS = cloudRegions as [string, string, string, number, number, string][];

const CLOUD_PLACES: ReadonlyMap<string, CloudPlace> = new Map(
  CLOUD_ROWS.flatMap(([city, countryCode, region, latitude, longitude, names]) => {
    const place = { city, region, countryCode, latitude, longitude };
    return names.split(' ').map((name) => [name, place] as const);
  }),
);

/**
 * Location of a cloud region.
 * @param region name as in the provider's own feed
 * @returns null for a name that is not in the table: a new region, or another provider's
 */
export const cloudPlaceOf = (region: string): CloudPlace | null => CLOUD_PLACES.get(region) ?? null;

/**
 * Canonical address → operator of the public DNS resolvers, as the operators publish them, for
 * plain DNS, DNSCrypt or DNS over TLS. Resolvers run by private persons are included: the user
 * behind a resolver's address is unknown.
 */
export const PUBLIC_RESOLVERS: ReadonlyMap<string, string> = new Map(
  Object.entries(addressesByOperator).flatMap(([operator, addresses]) =>
    addresses.map((address) => [address, operator] as const),
  ),
);

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
  extends Pick<
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
  place: Pick<
    AddressRow,
    'countryCode' | 'region' | 'city' | 'district' | 'zip' | 'latitude' | 'longitude'
  >;
  /** Source of the city, and the likelihood that it is right, 0 to 1; null without a city. */
  cityFrom: { source: CitySource; confidence: number | null } | null;
  /** Null if the place has a city. */
  cityUnknown: CityUnknownReason | null;
  tags: Partial<Record<FeedKind, FeedTag>>;
  /** Result of a reputation service; null if none was queried or none answered. */
  reputation: AddressReputation | null;
  /** Checks that neither the loaded feeds nor the reputation service could make. */
  uncheckedFactors: readonly FeedCheck[];
}

const NO_LOCATION: IpConclusion['place'] = {
  ...alike(null, 'countryCode', 'region', 'city', 'district', 'zip', 'latitude', 'longitude'),
};
/** Name of the IANA registries as a feed, stated only for a bogon, whose whole answer they are. */
const REGISTRY_FEED = 'iana_special_purpose';

/** Feed kinds whose ranges serve many cities, or represent users of a whole region. */
const KINDS_WITHOUT_CITY: readonly FeedKind[] = ['cdn', 'relay'];

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

/** Deduplicates tags: for each kind, the most detailed tag. */
function strongestTags(tags: readonly FeedTag[]): IpConclusion['tags'] {
  const detail = (tag: FeedTag | undefined) =>
    tag ? 1 + Number(tag.region !== null) + Number(tag.service !== null) : 0;
  const strongest: IpConclusion['tags'] = {};
  for (const tag of tags) if (detail(tag) > detail(strongest[tag.kind])) strongest[tag.kind] = tag;
  return strongest;
}

function cityUnknownReason(row: AddressRow, isListed: boolean): CityUnknownReason | null {
  if (isListed) return 'LISTED_RANGE';
  if (row.city !== null) return null;
  const network = row.asn === null ? null : { class: row.asnClass };
  return cityUnavailableReason(network, row.countryCode) ?? 'NOT_IN_SOURCE';
}

/** Region of a geofeed: an ISO 3166-2 subdivision or an ISO 3166-1 country. Group: the country. */
const GEOFEED_COUNTRY = /^([A-Z]{2})(?:-[A-Z0-9]{1,3})?$/;

/**
 * Location of the address: the region in its cloud's own feed comes before the address table, whose
 * city is left out if the two disagree on the country.
 */
function locate(
  row: AddressRow,
  tags: IpConclusion['tags'],
  isListed: boolean,
): Pick<IpConclusion, 'place' | 'cityFrom' | 'cityUnknown'> {
  const region = isListed ? null : (tags.cloud?.region ?? null);
  const cloud = region === null ? null : cloudPlaceOf(region);
  const confidence = (source: CitySource) => ({
    source,
    confidence: cityConfidence(source, row.asnClass),
  });
  if (cloud)
    return {
      place: { ...cloud, district: null, zip: null },
      cityFrom: confidence('cloud_region'),
      cityUnknown: null,
    };
  const named = region === null ? undefined : GEOFEED_COUNTRY.exec(region)?.[1];
  if (named !== undefined && named !== row.countryCode)
    return {
      place: { ...NO_LOCATION, countryCode: named },
      cityFrom: null,
      cityUnknown: 'NOT_IN_SOURCE',
    };
  const cityUnknown = cityUnknownReason(row, isListed);
  return cityUnknown === null
    ? { place: row, cityFrom: confidence('address_table'), cityUnknown }
    : { place: { ...NO_LOCATION, countryCode: row.countryCode }, cityFrom: null, cityUnknown };
}

/** Operator of the public DNS resolver at exactly this address; null for any other address. */
const resolverAt = (host: IpAddress): string | null => PUBLIC_RESOLVERS.get(host.text) ?? null;

/** Whether a resolver or a list of ranges says that the address serves many cities. */
const servesManyCities = (host: IpAddress, tags: IpConclusion['tags']): boolean =>
  resolverAt(host) !== null || KINDS_WITHOUT_CITY.some((kind) => tags[kind]);

/** Place of an address, for every product that names one. @param host effective address */
export function placeOf(row: AddressRow, host: IpAddress): IpConclusion['place'] {
  const tags = strongestTags(row.tags);
  return locate(row, tags, servesManyCities(host, tags)).place;
}

/** Organization that announces the range: its brand if known, else its registered name. */
export const holderOf = ({
  operator,
  asnName,
}: Pick<AddressRow, 'operator' | 'asnName'>): string | null => operator ?? asnName;

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
    ...locate(row, tags, servesManyCities(host, tags)),
    tags,
    reputation,
    checkedFeeds: [...row.checkedFeeds, ...(reputation ? [REPUTATION_FEED] : [])],
    missingFeeds: row.missingFeeds,
    uncheckedFactors: uncheckedIpFactors(host.version, row.missingFeeds, reputation),
    feedsAsOf: { ...row.feedsAsOf, ...(reputation && { [REPUTATION_FEED]: reputation.at }) },
  };
}
