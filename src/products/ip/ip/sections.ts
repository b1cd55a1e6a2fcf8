import * as z from 'zod';
import { EMBEDDINGS, type IpAddress, reverseNameOf } from '../../../domain/ip/address.ts';
import { COUNTRIES } from '../../../domain/place/countries.ts';
import { countryFacts } from '../../../domain/place/country-facts.ts';
import { textField } from '../../../lookup/answer-fields.ts';
import {
  CITY_SOURCES,
  CITY_UNKNOWN_REASONS,
  TIMEZONE_SOURCES,
  timezoneOf,
} from '../../../open-data/ip/location.ts';
import { REGIONAL_REGISTRIES } from '../../../open-data/ip/regional-registries.ts';
import type { IpConclusion } from './conclusion.ts';
import {
  ASN_REPUTATIONS,
  asnReputation,
  isCdn,
  isDatacenter,
  isInstitution,
  isPublicDns,
  isTorExit,
} from './connection.ts';
import { humanProbability, reputationScore, vpnExitProbability } from './scoring.ts';

const networkIntelligence = z.object({
  is_datacenter: z.boolean().describe('Whether it is in a data center.'),
  is_tor_exit: z.boolean().describe('Whether it is on the list of Tor exits.'),
  is_bogon: z.boolean().describe('Reserved or unroutable.'),
  reserved_for: z
    .object({ prefix: z.string(), name: z.string(), rfc: z.string().describe('What reserves it.') })
    .optional()
    .describe('Why an address is a bogon: the entry of the IANA registries.'),
  embedded_ipv4: z
    .object({ address: z.ipv4(), embedding: z.enum(EMBEDDINGS).describe('How it is embedded.') })
    .optional()
    .describe('The IPv4 address that an IPv6 one carries, and how: the answer is about it.'),
  cloud_provider: z.string().nullable(),
  cloud_region: textField("Only from the provider's own feed."),
  cloud_service: textField("Only from the provider's own feed."),
  verified_crawler: z
    .object({ operator: z.string(), bot: z.string().describe('Name of the crawler.') })
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
  listed_in: z
    .array(
      z.object({
        feed: z.string().describe('Name of the list, as in checked_feeds.'),
        kind: z.string().describe('What it lists: tor, vpn, datacenter, cloud, cdn, relay, …'),
        operator: z.string().describe('Whose the address is by the list.'),
      }),
    )
    .describe('The lists that name the address; of each kind the most specific.'),
  checked_feeds: z.array(z.string()).describe('Lists that were looked into.'),
  missing_feeds: z.array(z.string()).describe('Never loaded, or too old to count.'),
  data_as_of: textField('Date or time of the oldest feed checked.'),
  feeds_as_of: z.record(z.string(), z.string()).describe('Date or time of each feed checked.'),
});

/** A check for which no feed can know the address counts as one whose feed is missing. */
function coverage({ checkedFeeds, missingFeeds, uncheckedFactors }: IpConclusion) {
  if (missingFeeds.length + uncheckedFactors.length === 0) return 'complete' as const;
  return checkedFeeds.length === 0 ? ('unavailable' as const) : ('partial' as const);
}

/** The provider's own list is exact; without it, a network that only rents servers is itself it. */
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

function describeNetworkIntelligence(profile: IpConclusion): z.infer<typeof networkIntelligence> {
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
    listed_in: Object.values(tags).map(({ feed, kind, operator }) => ({ feed, kind, operator })),
    checked_feeds: [...checkedFeeds],
    missing_feeds: [...missingFeeds],
    data_as_of: Object.values(feedsAsOf).sort()[0] ?? null,
    feeds_as_of: { ...feedsAsOf },
  };
}

const share = z.number().min(0).max(1);
const torExitNode = z
  .boolean()
  .describe('Listed as a Tor exit. Also false while tor_exits is among missing_feeds.');

const countryCode = z.string().length(2).optional();

const network = z.object({
  isp: textField('Registered name of the network.'),
  org: textField('Brand of the operator when known, else the registered name.'),
  asn: z.string().describe('"AS" and the number, or Unknown.'),
  asn_country_code: countryCode.describe(
    'Where most of what the network announces was delegated to.',
  ),
  asn_reputation: z.enum(ASN_REPUTATIONS).nullable().describe('Reputation of the network.'),
  prefix: z
    .string()
    .describe(
      'The longest prefix around the address of which the tables say the same: one network in one ' +
        'place, no larger than what it announces. Of a reserved address the reserved range.',
    ),
  registry: z
    .enum(REGIONAL_REGISTRIES)
    .optional()
    .describe('The regional registry that IANA names for the range.'),
  registered_country_code: countryCode.describe(
    'That the registries name for the range, which may be used in another.',
  ),
  network_class: z
    .string()
    .optional()
    .describe(
      'Kind of network, where it is known: isp, mobile, hosting, vpn, cdn, public_dns, transit, ' +
        'education, …',
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
  datacenter_location: z.boolean().describe('Whether it is in a data center.'),
  vpn_exit_probability: share.describe('How likely it is the exit of a VPN, 0 to 1.'),
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
    latitude: z.number().min(-90).max(90).nullable().describe('Degrees north.'),
    longitude: z.number().min(-180).max(180).nullable().describe('Degrees east.'),
    timezone: z.string().nullable().describe('IANA name of the time zone.'),
    timezone_source: z
      .enum(TIMEZONE_SOURCES)
      .optional()
      .describe('most_people: the zone most people of a country with several live in.'),
    continent: z.string().nullable().describe('Name of the continent.'),
    continent_code: z.string().length(2).nullable().describe('Two letters of the continent.'),
    zip: textField(
      "Postcode nearest to the city's point, of US and Canadian cities; null elsewhere, where no " +
        'free source has it.',
    ),
    district: textField(
      "Part of the city, where the city's source names one; the coordinates are the city's.",
    ),
  })
  .describe('Below the country: null where a city would be a guess; city_unknown_reason says why.');

const address = z
  .object({
    version: z.union([z.literal(4), z.literal(6)]).describe('Of the Internet Protocol.'),
    kind: z
      .string()
      .describe(
        'Global unicast, or what the IANA special-purpose registries keep its range for, such as ' +
          'Private use.',
      ),
    is_global: z
      .boolean()
      .describe('Whether the IANA registries let its range be reached from everywhere.'),
    reverse_name: z.string().describe('The name under which reverse DNS has it (PTR).'),
  })
  .describe('What the address itself says.');

const named = (code: string) =>
  z.object({ code: z.string().describe(code), name: z.string().describe('In English.') });

const country = z
  .object({
    code3: textField('ISO 3166-1 alpha-3.'),
    flag: z.string().describe('As an emoji: the two regional indicators of its code.'),
    capital: textField('Its seat of government, in English; null of a country without one.'),
    is_in_eu: z.boolean().describe('A member of the European Union.'),
    calling_code: z.string().describe('Digits behind the + of its phone numbers.'),
    currencies: z
      .array(named('ISO 4217.').extend({ symbol: z.string().describe('As prices have it.') }))
      .describe('What it pays with.'),
    languages: z.array(named('ISO 639-1.')).describe('The official ones.'),
  })
  .describe('Of the country in location; left out where none is known.');

const usagePatterns = z.object({
  likely_automation: z.boolean().describe('Whether a program is likely behind it.'),
  api_usage: z.boolean().describe('Whether calls between servers are likely.'),
  business_usage: z.boolean().describe('Whether a business is likely behind it.'),
  human_probability: share.describe('How likely a person is behind it, 0 to 1.'),
});

export const ipInsights = z.object({
  address,
  network,
  geographic,
  location,
  country: country.optional(),
  security: z.object({ reputation_score: z.number().min(0).max(100), tor_exit_node: torExitNode }),
  network_intelligence: networkIntelligence.describe('What the lists of networks say.'),
  usage_patterns: usagePatterns.describe('What the address is probably used for.'),
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
    district: place.district,
  };
}

function describeAddress({ special, bogon }: IpConclusion, ip: IpAddress): z.infer<typeof address> {
  return {
    version: ip.version,
    kind: special?.name ?? 'Global unicast',
    is_global: bogon === null,
    reverse_name: reverseNameOf(ip),
  };
}

/** Unicode, "Emoji flag sequences". */
const FIRST_INDICATOR = 0x1f1e6;
const flagOf = (code: string): string =>
  String.fromCodePoint(...[...code].map((letter) => FIRST_INDICATOR + letter.charCodeAt(0) - 65));

function describeCountry(code: string): z.infer<typeof country> | undefined {
  const facts = countryFacts(code);
  if (!facts) return undefined;
  const { alpha3, capital, isInEu, callingCode, currencies, languages } = facts;
  return {
    code3: alpha3,
    flag: flagOf(code),
    capital,
    is_in_eu: isInEu,
    calling_code: callingCode,
    currencies,
    languages,
  };
}

function describeNetwork(profile: IpConclusion): z.infer<typeof network> {
  const { asn, asnName, asnCountry, asnClass, classRule, operator } = profile;
  const { prefix, registry, registeredCountry } = profile;
  return {
    isp: asnName,
    org: operator ?? asnName,
    asn: asn === null ? 'Unknown' : `AS${asn}`,
    ...(asnCountry && { asn_country_code: asnCountry }),
    asn_reputation: asnReputation(profile),
    prefix,
    ...(registry && { registry }),
    ...(registeredCountry && { registered_country_code: registeredCountry }),
    ...(asnClass && { network_class: asnClass }),
    ...(classRule && { class_rule: classRule }),
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

/** @param ip as it was asked about */
export function describeIp(profile: IpConclusion, ip: IpAddress): z.infer<typeof ipInsights> {
  const { countryCode: located } = profile.place;
  const facts = located === null ? undefined : describeCountry(located);
  return {
    address: describeAddress(profile, ip),
    network: describeNetwork(profile),
    geographic: {
      datacenter_location: isDatacenter(profile),
      vpn_exit_probability: vpnExitProbability(profile),
      tor_exit_node: isTorExit(profile),
      hosting_facility: facility(profile),
    },
    location: describeLocation(profile),
    ...(facts && { country: facts }),
    security: { reputation_score: reputationScore(profile), tor_exit_node: isTorExit(profile) },
    network_intelligence: describeNetworkIntelligence(profile),
    usage_patterns: describeUsage(profile),
  };
}
