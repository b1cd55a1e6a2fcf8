import {
  type AddressReputation,
  type AddressRow,
  embeddedIpv4,
  type FeedKind,
  type FeedTag,
  type IpAddress,
} from '../../domain/ip/address.ts';
import { alike } from '../../lib/fields.ts';
import { known, runSteps, type Steps } from '../../lib/maybe-promise.ts';
import {
  foundFact,
  type MemorySource,
  type QuerySource,
  type Sources,
  unlessFailed,
} from '../../lookup/source.ts';
import { addressTable } from '../../open-data/ip/address-table.ts';
import cloudRegions from '../../open-data/ip/cloud-regions.json' with { type: 'json' };
import {
  type CitySource,
  type CityUnknownReason,
  cityConfidence,
  cityUnavailableReason,
} from '../../open-data/ip/location.ts';
import addressesByOperator from '../../open-data/ip/public-resolvers.json' with { type: 'json' };
import {
  type SpecialPurpose,
  specialPurposeOf,
} from '../../open-data/ip/special-purpose-ranges.ts';
import { addressReputation } from '../../vendors/proxycheck/reputation.ts';

export interface IpInput {
  ip: IpAddress;
}

export interface IpFact {
  special: SpecialPurpose | null;
  /** Null for an address that cannot be announced on the Internet; the tables are not queried. */
  row: AddressRow | null;
  /** Present if a reputation service is configured and answered. */
  reputation?: AddressReputation;
}

export const IP_FACT_VERSION = 4;

/** The address an answer is about: the IPv4 address embedded in an IPv6 one, else itself. */
export const effectiveAddress = (ip: IpAddress): IpAddress => embeddedIpv4(ip)?.address ?? ip;

/** Whether it can be announced; an address that the registries exclude is not looked up. */
export const isRoutable = (ip: IpAddress): boolean =>
  specialPurposeOf(effectiveAddress(ip))?.globallyReachable !== false;

const addressSpecialPurpose: MemorySource<IpAddress, SpecialPurpose> = {
  name: 'address_special_purpose',
  label: 'special_purpose_registries',
  kind: 'compiled',
  reads: 'memory',
  version: (world) => world.shippedTables,
  available: () => true,
  ask: (address) => specialPurposeOf(address),
};

/** Query plan: the IANA registries first; an unreachable address is not looked up further. */
export const ipSources: Sources<IpInput, IpFact> = {
  list: [addressSpecialPurpose, addressTable, addressReputation],
  answeredBy: [addressSpecialPurpose, addressTable],
  resolve: (input, ask) => runSteps(askInTurn(input, ask)),
};

function* askInTurn({ ip }: IpInput, ask: QuerySource): Steps<IpFact> {
  const host = effectiveAddress(ip);
  const special = unlessFailed(yield* known(ask(addressSpecialPurpose, host)));
  if (special?.globallyReachable === false) return { special, row: null };
  const row = unlessFailed(yield* known(ask(addressTable, host)));
  const reputation = foundFact(yield* known(ask(addressReputation, host)));
  return { special, row, ...(reputation && { reputation }) };
}

/** Where an address is. */
type AddressPlace = Pick<
  AddressRow,
  'countryCode' | 'region' | 'city' | 'district' | 'zip' | 'latitude' | 'longitude'
>;

/** A place, and how its city is known. */
export interface LocatedAddress {
  place: AddressPlace;
  /** Source of the city, and the likelihood that it is right, 0 to 1; null without a city. */
  cityFrom: { source: CitySource; confidence: number | null } | null;
  /** Null if the place has a city. */
  cityUnknown: CityUnknownReason | null;
}

/** The most detailed tag of each kind. */
type StrongestTags = Partial<Record<FeedKind, FeedTag>>;

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

/** Operator of the public DNS resolver at exactly this address; null for any other address. */
export const resolverAt = (host: IpAddress): string | null =>
  PUBLIC_RESOLVERS.get(host.text) ?? null;

export const NO_LOCATION: AddressPlace = {
  ...alike(null, 'countryCode', 'region', 'city', 'district', 'zip', 'latitude', 'longitude'),
};

/** Feed kinds whose ranges serve many cities, or represent users of a whole region. */
const KINDS_WITHOUT_CITY: readonly FeedKind[] = ['cdn', 'relay'];

/** Deduplicates tags: for each kind, the most detailed tag. */
export function strongestTags(tags: readonly FeedTag[]): StrongestTags {
  const detail = (tag: FeedTag | undefined) =>
    tag ? 1 + Number(tag.region !== null) + Number(tag.service !== null) : 0;
  const strongest: StrongestTags = {};
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
 * city is left out if the two disagree on the country. No city is named for a resolver, or a range
 * that serves many cities.
 * @param host effective address
 */
export function locate(row: AddressRow, tags: StrongestTags, host: IpAddress): LocatedAddress {
  const isListed = resolverAt(host) !== null || KINDS_WITHOUT_CITY.some((kind) => tags[kind]);
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

/** Organization that announces the range: its brand if known, else its registered name. */
export const holderOf = ({
  operator,
  asnName,
}: Pick<AddressRow, 'operator' | 'asnName'>): string | null => operator ?? asnName;
