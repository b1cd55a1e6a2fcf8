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

/** Where a cloud's region is: the city its provider names, else the one its data centres lie in. */
interface CloudPlace {
  city: string;
  /** English name, as the address table writes it. */
  region: string;
  countryCode: string;
  latitude: number;
  longitude: number;
}

/**
 * A city a line, with its country, region, coordinates (GeoNames, CC-BY 4.0) and the names that
 * providers give to their regions there: AWS "Regions and Availability Zones", Google Cloud "Cloud
 * locations", Azure "Azure geographies", Oracle "Regions and Availability Domains". A provider's
 * names are unlike another's, but for the few that are written with it.
 */
const CLOUD_ROWS = cloudRegions as [string, string, string, number, number, string][];

const CLOUD_PLACES: ReadonlyMap<string, CloudPlace> = new Map(
  CLOUD_ROWS.flatMap(([city, countryCode, region, latitude, longitude, names]) => {
    const place = { city, region, countryCode, latitude, longitude };
    return names.split(' ').map((name) => [name, place] as const);
  }),
);

/**
 * Where the region of this name is.
 * @param region as its provider's own feed writes it
 * @returns null of a name that the table does not know: a new region, or another provider's
 */
export const cloudPlaceOf = (region: string): CloudPlace | null => CLOUD_PLACES.get(region) ?? null;

/**
 * Canonical address → operator of the public DNS resolvers, as the operators publish them, for
 * plain DNS, DNSCrypt or DNS over TLS. Those of single persons too: who asks through one is not
 * known by its address.
 */
export const PUBLIC_RESOLVERS: ReadonlyMap<string, string> = new Map(
  Object.entries(addressesByOperator).flatMap(([operator, addresses]) =>
    addresses.map((address) => [address, operator] as const),
  ),
);

export interface FeedCheck {
  /** Among the risk factors while it was not made. */
  code: string;
  kinds: readonly FeedKind[];
  /** What the lists hold, as a reader would say it. */
  lists: string;
  /** What a reputation service says instead. */
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
 * Checks that could not be made: a feed is missing or does not cover the IP version, and no
 * reputation service covers it.
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
  /** The IPv4 address that the answer is about, when an IPv6 one carries it. */
  embedded: EmbeddedIpv4 | null;
  /** Reserved or unroutable: why; null for an ordinary address. */
  bogon: SpecialPurpose | null;
  /** What the IANA registries keep it for; null for an ordinary address. */
  special: SpecialPurpose | null;
  /** The prefix of which the tables say the same, in CIDR form; of a bogon the reserved one. */
  prefix: string;
  /** Of the address that the answer is about; null of a range that was given to none. */
  registry: RegionalRegistry | null;
  /** Operator of the public DNS resolver at exactly this address. */
  resolver: string | null;
  /** The network's kind is known by its number or brand, not guessed from words in its name. */
  isKnownOperator: boolean;
  place: Pick<
    AddressRow,
    'countryCode' | 'region' | 'city' | 'district' | 'zip' | 'latitude' | 'longitude'
  >;
  /** What the city rests on, and how likely it is right, 0 to 1; null without a city. */
  cityFrom: { source: CitySource; confidence: number | null } | null;
  /** Null when the place has a city. */
  cityUnknown: CityUnknownReason | null;
  tags: Partial<Record<FeedKind, FeedTag>>;
  /** What a reputation service says; null where none was asked, or it did not answer. */
  reputation: AddressReputation | null;
  /** Checks that the loaded feeds could not make. */
  uncheckedFactors: readonly FeedCheck[];
}

const NO_LOCATION: IpConclusion['place'] = {
  ...alike(null, 'countryCode', 'region', 'city', 'district', 'zip', 'latitude', 'longitude'),
};
/** The registries hardly change, so they only count as a feed where they are the whole answer. */
const REGISTRY_FEED = 'iana_special_purpose';

/** Feed kinds whose ranges answer in many cities, or stand for users of a whole region. */
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

/** Deduplicates tags: of each kind, the most detailed listing of the range. */
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

/** The country that a geofeed names for its range: ISO 3166-2 of a subdivision, or 3166-1. */
const GEOFEED_COUNTRY = /^([A-Z]{2})(?:-[A-Z0-9]{1,3})?$/;

/**
 * Where the address is: the region that its cloud's own feed names, before the address table, whose
 * city is left out where the two name different countries.
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

/** Reads a fact. Pure; the same for live, cached and sandbox facts. */
export function deriveIp({ special, row, reputation: seen }: IpFact, ip: IpAddress): IpConclusion {
  if (row === null) return deriveBogon(special as SpecialPurpose, ip);
  const host = effectiveAddress(ip);
  const reputation = seen ?? null;
  const resolver = PUBLIC_RESOLVERS.get(host.text) ?? null;
  const tags = strongestTags([...row.tags, ...reputationTags(reputation)]);
  const isListed = resolver !== null || KINDS_WITHOUT_CITY.some((kind) => tags[kind]);
  return {
    embedded: embeddedIpv4(ip),
    bogon: null,
    special,
    prefix: cidrOf(host, row.prefixLength),
    registry: regionalRegistryOf(host),
    ...pick(row, 'registeredCountry', 'asn', 'asnName', 'asnCountry', 'asnClass', 'classRule'),
    operator: row.operator,
    resolver,
    isKnownOperator: row.classRule === 'asn' || row.classRule === 'brand',
    ...locate(row, tags, isListed),
    tags,
    reputation,
    checkedFeeds: [...row.checkedFeeds, ...(reputation ? [REPUTATION_FEED] : [])],
    missingFeeds: row.missingFeeds,
    uncheckedFactors: uncheckedIpFactors(host.version, row.missingFeeds, reputation),
    feedsAsOf: { ...row.feedsAsOf, ...(reputation && { [REPUTATION_FEED]: reputation.at }) },
  };
}
