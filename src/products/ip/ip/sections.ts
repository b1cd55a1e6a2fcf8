import * as z from 'zod';
import { EMBEDDINGS } from '../../../domain/ip/address.ts';
import { COUNTRIES } from '../../../domain/place/countries.ts';
import { textField } from '../../../lookup/answer-fields.ts';
import {
  CITY_SOURCES,
  CITY_UNKNOWN_REASONS,
  TIMEZONE_SOURCES,
  timezoneOf,
} from '../../../open-data/ip/location.ts';
import type { IpConclusion } from './conclusion.ts';
import {
  ANONYMITY_LEVELS,
  ASN_REPUTATIONS,
  anonymityLevel,
  asnReputation,
  CONNECTION_TYPES,
  connectionType,
  IP_SERVICE_TYPES,
  ipServiceType,
  isCdn,
  isDatacenter,
  isInstitution,
  isPublicDns,
  isTorExit,
  ORGANIZATION_TYPES,
  organizationType,
} from './connection.ts';
import {
  humanProbability,
  reputationScore,
  residentialProbability,
  vpnExitProbability,
} from './scoring.ts';

const networkIntelligence = z.object({
  is_datacenter: z.boolean(),
  is_tor_exit: z.boolean(),
  is_bogon: z.boolean().describe('Reserved or unroutable.'),
  reserved_for: z
    .object({ prefix: z.string(), name: z.string(), rfc: z.string() })
    .optional()
    .describe('Why an address is a bogon: the entry of the IANA registries.'),
  embedded_ipv4: z
    .object({ address: z.ipv4(), embedding: z.enum(EMBEDDINGS) })
    .optional()
    .describe('The IPv4 address that an IPv6 one carries, and how: the answer is about it.'),
  cloud_provider: z.string().nullable(),
  cloud_region: textField("Only from the provider's own feed."),
  cloud_service: textField("Only from the provider's own feed."),
  verified_crawler: z
    .object({ operator: z.string(), bot: z.string() })
    .nullable()
    .describe(
      "Set when the address lies in the ranges a crawler's operator publishes. There is no user agent to compare with.",
    ),
  coverage: z
    .enum(['complete', 'partial', 'unavailable'])
    .describe(
      'How far feeds that can know such an address were checked: risk_factors names a check ' +
        'that was not made.',
    ),
  checked_feeds: z.array(z.string()),
  missing_feeds: z.array(z.string()).describe('Never loaded, or too old to count.'),
  data_as_of: textField('Date or time of the oldest feed checked.'),
  feeds_as_of: z.record(z.string(), z.string()).describe('Date or time of each feed checked.'),
});

/** A check for which no feed can know the address counts as one whose feed is missing. */
function coverage({ checkedFeeds, missingFeeds, uncheckedFactors }: IpConclusion) {
  if (missingFeeds.length + uncheckedFactors.length === 0) return 'complete' as const;
  return checkedFeeds.length === 0 ? ('unavailable' as const) : ('partial' as const);
}

/**
 * The provider's own list is exact; without it, a network that only rents servers is itself the
 * provider.
 */
function cloud({ tags, asnClass, operator }: IpConclusion) {
  if (tags.cloud)
    return {
      cloud_provider: tags.cloud.operator,
      cloud_region: tags.cloud.region,
      cloud_service: tags.cloud.service,
    };
  return {
    cloud_provider: asnClass === 'hosting' ? operator : null,
    cloud_region: null,
    cloud_service: null,
  };
}

function describeCoverage(profile: IpConclusion): z.infer<typeof networkIntelligence> {
  const { bogon, embedded, tags, checkedFeeds, missingFeeds, feedsAsOf } = profile;
  const crawler = tags.crawler;
  return {
    is_datacenter: isDatacenter(profile),
    is_tor_exit: isTorExit(profile),
    is_bogon: bogon !== null,
    ...(bogon && { reserved_for: { prefix: bogon.prefix, name: bogon.name, rfc: bogon.rfc } }),
    ...(embedded && {
      embedded_ipv4: { address: embedded.address.text, embedding: embedded.embedding },
    }),
    ...cloud(profile),
    verified_crawler: crawler
      ? { operator: crawler.operator, bot: crawler.service ?? crawler.operator }
      : null,
    coverage: coverage(profile),
    checked_feeds: [...checkedFeeds],
    missing_feeds: [...missingFeeds],
    data_as_of: Object.values(feedsAsOf).sort()[0] ?? null,
    feeds_as_of: { ...feedsAsOf },
  };
}

export const ipClassification = z.object({
  connection_type: z
    .enum(CONNECTION_TYPES)
    .describe(
      'RESIDENTIAL_ISP: a line that people use, also on the own network of a company, a school or ' +
        'an authority: network_class tells which, residential_probability how likely a home is. ' +
        'UNKNOWN for reserved addresses, transit and networks of no known kind.',
    ),
  service_type: z
    .enum(IP_SERVICE_TYPES)
    .nullable()
    .describe('Null when the kind of service is not known.'),
  anonymity_level: z
    .enum(ANONYMITY_LEVELS)
    .describe(
      'HIGH: listed Tor exit, VPN or proxy. MEDIUM: relay or rentable server. NONE: neither is known.',
    ),
  organization_type: z
    .enum(ORGANIZATION_TYPES)
    .nullable()
    .describe('Null for other kinds of organization.'),
  residential_probability: z.number().min(0).max(1),
});

export function classifyIp(profile: IpConclusion): z.infer<typeof ipClassification> {
  return {
    connection_type: connectionType(profile),
    service_type: ipServiceType(profile),
    anonymity_level: anonymityLevel(profile),
    organization_type: organizationType(profile),
    residential_probability: residentialProbability(profile),
  };
}

const share = z.number().min(0).max(1);
const torExitNode = z
  .boolean()
  .describe('Listed as a Tor exit. Also false while tor_exits is among missing_feeds.');

const network = z.object({
  isp: textField('Registered name of the network.'),
  org: textField('Brand of the operator when known, else the registered name.'),
  asn: z.string().describe('"AS" and the number, or Unknown.'),
  asn_reputation: z.enum(ASN_REPUTATIONS).nullable(),
  network_class: textField(
    'Kind of network: isp, mobile, hosting, vpn, cdn, public_dns, transit, education, …',
  ),
  class_rule: z
    .string()
    .optional()
    .describe(
      'What the class rests on: asn (listed number), brand (well-known name), name:<rule> (a word ' +
        'in the registered name, or all of it) or spread (small blocks strewn over countries are ' +
        'rented out, addresses in several towns of one country are lines).',
    ),
});

const geographic = z.object({
  datacenter_location: z.boolean(),
  vpn_exit_probability: share,
  tor_exit_node: torExitNode,
  hosting_facility: textField(
    "Of a server's address: the provider, with the cloud region where its own feed gives it.",
  ),
});

const location = z
  .object({
    city: z.string().nullable(),
    city_unknown_reason: z
      .enum(CITY_UNKNOWN_REASONS)
      .optional()
      .describe(
        'Why there is no city. SHARED_NETWORK, LISTED_RANGE: served from many cities. ' +
          'UNRELIABLE_NETWORK (mobile, transit, government), UNRELIABLE_COUNTRY: address sets ' +
          'contradict each other.',
      ),
    city_source: z
      .enum(CITY_SOURCES)
      .optional()
      .describe("cloud_region: of the region that the provider's own feed names."),
    city_confidence: share
      .nullable()
      .optional()
      .describe(
        'How often two address sets name cities within 50 km of each other for networks of this ' +
          'kind: how far the city can be trusted.',
      ),
    region: z.string().nullable(),
    country: z.string().nullable(),
    country_code: z.string().length(2).nullable(),
    latitude: z.number().min(-90).max(90).nullable(),
    longitude: z.number().min(-180).max(180).nullable(),
    timezone: z.string().nullable(),
    timezone_source: z
      .enum(TIMEZONE_SOURCES)
      .optional()
      .describe('most_people: the zone most people of a country with several live in.'),
    continent: z.string().nullable(),
    continent_code: z.string().length(2).nullable(),
    zip: textField(
      "Postcode nearest to the city's point, of US and Canadian cities; null elsewhere, where no " +
        'free source has it.',
    ),
    district: textField('Always null: no open source has it.'),
  })
  .describe('Below the country: null where a city would be a guess; city_unknown_reason says why.');

const usagePatterns = z.object({
  likely_automation: z.boolean(),
  api_usage: z.boolean(),
  business_usage: z.boolean(),
  human_probability: share,
});

export const ipInsights = z.object({
  network,
  geographic,
  location,
  security: z.object({ reputation_score: z.number().min(0).max(100), tor_exit_node: torExitNode }),
  network_intelligence: networkIntelligence,
  usage_patterns: usagePatterns,
});

/** Null of an address that is no rented server's. */
function facility({ tags, operator, asnName, ...profile }: IpConclusion): string | null {
  const cloud = tags.cloud;
  if (cloud) return cloud.region ? `${cloud.operator} ${cloud.region}` : cloud.operator;
  return profile.asnClass === 'hosting' || profile.asnClass === 'vpn'
    ? (operator ?? asnName)
    : null;
}

function describeLocation({
  place,
  cityFrom,
  cityUnknown,
}: IpConclusion): z.infer<typeof location> {
  const country = place.countryCode === null ? undefined : COUNTRIES.get(place.countryCode);
  const timezone = timezoneOf(place);
  return {
    city: place.city,
    ...(cityUnknown && { city_unknown_reason: cityUnknown }),
    ...(cityFrom && { city_source: cityFrom.source, city_confidence: cityFrom.confidence }),
    region: place.region,
    country: country?.name ?? null,
    country_code: place.countryCode,
    latitude: place.latitude,
    longitude: place.longitude,
    timezone: timezone?.name ?? null,
    ...(timezone && { timezone_source: timezone.source }),
    continent: country?.continent ?? null,
    continent_code: country?.continentCode ?? null,
    zip: place.zip,
    district: null,
  };
}

function describeUsage(profile: IpConclusion): z.infer<typeof usagePatterns> {
  const isServer = isDatacenter(profile) || isCdn(profile) || isPublicDns(profile);
  return {
    likely_automation: isServer && !profile.tags.relay && !profile.tags.vpn,
    api_usage: isDatacenter(profile) && !isPublicDns(profile) && !profile.tags.relay,
    business_usage: isServer || isInstitution(profile),
    human_probability: humanProbability(profile),
  };
}

export function describeIp(profile: IpConclusion): z.infer<typeof ipInsights> {
  return {
    network: {
      isp: profile.asnName,
      org: profile.operator ?? profile.asnName,
      asn: profile.asn === null ? 'Unknown' : `AS${profile.asn}`,
      asn_reputation: asnReputation(profile),
      network_class: profile.asnClass,
      ...(profile.classRule && { class_rule: profile.classRule }),
    },
    geographic: {
      datacenter_location: isDatacenter(profile),
      vpn_exit_probability: vpnExitProbability(profile),
      tor_exit_node: isTorExit(profile),
      hosting_facility: facility(profile),
    },
    location: describeLocation(profile),
    security: { reputation_score: reputationScore(profile), tor_exit_node: isTorExit(profile) },
    network_intelligence: describeCoverage(profile),
    usage_patterns: describeUsage(profile),
  };
}
