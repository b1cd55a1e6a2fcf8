import * as z from 'zod';
import { EMBEDDINGS, type IpAddress, reverseNameOf } from '../../../domain/ip/address.ts';
import { COUNTRIES } from '../../../domain/place/countries.ts';
import { countryFacts } from '../../../domain/place/country-facts.ts';
import { field } from '../../../lookup/answer-fields.ts';
import {
  CITY_SOURCES,
  CITY_UNKNOWN_REASONS,
  TIMEZONE_SOURCES,
  timezoneOf,
} from '../../../open-data/ip/location.ts';
import { REGIONAL_REGISTRIES } from '../../../open-data/ip/regional-registries.ts';
import { holderOf } from '../fact.ts';
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
  is_datacenter: field.boolean('Whether the address is in a data center.'),
  is_tor_exit: field.boolean('Whether the address is on the list of Tor exits.'),
  is_bogon: field.boolean('Whether the address is reserved or not routable.'),
  reserved_for: z
    .object({
      prefix: z.string(),
      name: z.string(),
      rfc: field.text('Document that reserves the range.'),
    })
    .optional()
    .describe('The entry in the IANA registries that makes the address a bogon.'),
  embedded_ipv4: z
    .object({
      address: z.ipv4(),
      embedding: field.enum(EMBEDDINGS, 'How the IPv4 address is embedded.'),
    })
    .optional()
    .describe(
      'The IPv4 address embedded in the IPv6 address. The answer is about the IPv4 address.',
    ),
  cloud_provider: z.string().nullable(),
  cloud_region: field.textOrNull("Cloud region; only from the provider's own feed."),
  cloud_service: field.textOrNull("Cloud service; only from the provider's own feed."),
  verified_crawler: field.objectOrNull(
    "The crawler, if the address is in a range published by a crawler's operator. The user agent is not known and not compared.",
    { operator: z.string(), bot: field.text('Name of the crawler.') },
  ),
  coverage: field.enum(
    ['complete', 'partial', 'unavailable'],
    'To what extent the feeds that could list such an address were checked. Checks that were ' +
      'not made are named in `risk_factors`.',
  ),
  listed_in: z
    .array(
      z.object({
        feed: field.text('Name of the list, as in `checked_feeds`.'),
        kind: field.text('What the list contains: tor, vpn, datacenter, cloud, cdn, relay, …'),
        operator: field.text('Operator of the address according to the list.'),
      }),
    )
    .describe('The lists that contain the address: the most specific one of each kind.'),
  checked_feeds: field.textList('Lists that were checked.'),
  missing_feeds: field.textList('Lists that were never loaded, or are too old to count.'),
  data_as_of: field.textOrNull('Date or time of the oldest feed checked.'),
  feeds_as_of: z.record(z.string(), z.string()).describe('Date or time of each feed checked.'),
});

/** A check that no feed covers for this address counts as one whose feed is missing. */
function coverage({ checkedFeeds, missingFeeds, uncheckedFactors }: IpConclusion) {
  if (missingFeeds.length + uncheckedFactors.length === 0) return 'complete' as const;
  return checkedFeeds.length === 0 ? ('unavailable' as const) : ('partial' as const);
}

/** Cloud provider: exact from the provider's own list, else the operator of a hosting network. */
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

function describeNetworkIntelligence(
  conclusion: IpConclusion,
): z.infer<typeof networkIntelligence> {
  const { bogon, embedded, tags, checkedFeeds, missingFeeds, feedsAsOf } = conclusion;
  const crawler = tags.crawler;
  return {
    is_datacenter: isDatacenter(conclusion),
    is_tor_exit: isTorExit(conclusion),
    is_bogon: bogon !== null,
    ...(bogon && { reserved_for: { prefix: bogon.prefix, name: bogon.name, rfc: bogon.rfc } }),
    ...(embedded && {
      embedded_ipv4: { address: embedded.address.text, embedding: embedded.embedding },
    }),
    ...cloud(conclusion),
    verified_crawler: crawler
      ? { operator: crawler.operator, bot: crawler.service ?? crawler.operator }
      : null,
    coverage: coverage(conclusion),
    listed_in: Object.values(tags).map(({ feed, kind, operator }) => ({ feed, kind, operator })),
    checked_feeds: [...checkedFeeds],
    missing_feeds: [...missingFeeds],
    data_as_of: Object.values(feedsAsOf).sort()[0] ?? null,
    feeds_as_of: { ...feedsAsOf },
  };
}

const share = z.number().min(0).max(1);
const torExitNode = field.boolean(
  'Whether the address is listed as a Tor exit. Also false while `tor_exits` is in `missing_feeds`.',
);

const countryCode = z.string().length(2).optional();

const network = z.object({
  isp: field.textOrNull(
    'Registered name of the network; its brand if its registry does not state the holder.',
  ),
  org: field.textOrNull('Brand of the operator if known, otherwise the registered name.'),
  asn: field.text('Autonomous system: "AS" followed by the number, or Unknown.'),
  asn_country_code: countryCode.describe(
    'Country to which over half of the address space that the network announces was delegated.',
  ),
  asn_reputation: field.enumOrNull(ASN_REPUTATIONS, 'Reputation of the network.'),
  prefix: field.text(
    'The largest range around the address with the same data throughout: one network in one ' +
      'place, no larger than what it announces. For a reserved address, the reserved range.',
  ),
  registry: z
    .enum(REGIONAL_REGISTRIES)
    .optional()
    .describe('The regional registry that IANA names for the range.'),
  registered_country_code: countryCode.describe(
    'Country that the registries name for the range. The range may be used in another country.',
  ),
  network_class: z
    .string()
    .optional()
    .describe(
      'Kind of network, if it is known: isp, mobile, hosting, vpn, cdn, public_dns, transit, ' +
        'education, …',
    ),
  class_rule: z
    .string()
    .optional()
    .describe(
      'What the class is based on: asn (listed number), brand (well-known name), name:<rule> (a ' +
        'word in the registered name, or all of it) or spread (small blocks scattered over ' +
        'countries are rented out; addresses in several towns of one country are lines).',
    ),
});

const geographic = z.object({
  datacenter_location: field.boolean('Whether the address is in a data center.'),
  vpn_exit_probability: share.describe('Probability that the address is a VPN exit, 0 to 1.'),
  tor_exit_node: torExitNode,
  hosting_facility: field.textOrNull(
    "For the address of a server, the provider, with the cloud region if the provider's own feed has it.",
  ),
});

const location = field.object(
  'Location of the address. Fields below the country are null if a city would be a guess; `city_unknown_reason` says why.',
  {
    city: z.string().nullable(),
    city_unknown_reason: z
      .enum(CITY_UNKNOWN_REASONS)
      .optional()
      .describe(
        'Why there is no city. SHARED_NETWORK, LISTED_RANGE: used in many cities. ' +
          'UNRELIABLE_NETWORK (mobile, transit, government), UNRELIABLE_COUNTRY: address sets ' +
          'contradict each other.',
      ),
    city_source: z
      .enum(CITY_SOURCES)
      .optional()
      .describe(
        "Source of the city. cloud_region: the city of the cloud region that the provider's own feed names.",
      ),
    city_confidence: share
      .nullable()
      .optional()
      .describe(
        'How far the city can be trusted: how often two address sets name cities within 50 km of ' +
          'each other for networks of this kind.',
      ),
    region: z.string().nullable(),
    country: z.string().nullable(),
    country_code: z.string().length(2).nullable(),
    latitude: z.number().min(-90).max(90).nullable().describe('Latitude in degrees north.'),
    longitude: z.number().min(-180).max(180).nullable().describe('Longitude in degrees east.'),
    timezone: field.textOrNull('IANA name of the time zone.'),
    timezone_source: z
      .enum(TIMEZONE_SOURCES)
      .optional()
      .describe(
        'Source of the time zone. most_people: the zone in which most people live, for a country with several.',
      ),
    continent: field.textOrNull('Name of the continent.'),
    continent_code: z.string().length(2).nullable().describe('Two-letter code of the continent.'),
    zip: field.textOrNull(
      "Postal code nearest to the city's coordinates, for cities in the US and Canada; null " +
        'elsewhere, because no free source has it.',
    ),
    district: field.textOrNull(
      'Part of the city, if the source of the city names one. The coordinates are still those of the city.',
    ),
  },
);

const address = field.object('What follows from the address itself.', {
  version: z.union([z.literal(4), z.literal(6)]).describe('Version of the Internet Protocol.'),
  kind: field.text(
    'Kind of address: Global unicast, or the purpose for which the IANA special-purpose ' +
      'registries reserve its range, such as Private use.',
  ),
  is_global: field.boolean(
    'Whether the range is globally reachable according to the IANA registries.',
  ),
  reverse_name: field.text('Name of the address in reverse DNS (PTR).'),
});

const named = (code: string) =>
  z.object({ code: field.text(code), name: field.text('English name.') });

const country = field.object(
  'Facts about the country in `location`; absent if no country is known.',
  {
    code3: field.textOrNull('Country code, ISO 3166-1 alpha-3.'),
    flag: field.text('Flag emoji: the two regional indicators of the country code.'),
    capital: field.textOrNull('Capital, by its English name; null if the country has none.'),
    is_in_eu: field.boolean('Whether the country is a member of the European Union.'),
    calling_code: field.text('Calling code of its phone numbers, without the +.'),
    currencies: z
      .array(
        named('Currency code, ISO 4217.').extend({
          symbol: field.text('Currency symbol used in prices.'),
        }),
      )
      .describe('Currencies of the country.'),
    languages: z.array(named('Language code, ISO 639-1.')).describe('Official languages.'),
  },
);

const usagePatterns = z.object({
  likely_automation: field.boolean('Whether the user is likely a program.'),
  api_usage: field.boolean('Whether server-to-server calls are likely.'),
  business_usage: field.boolean('Whether the user is likely a business.'),
  human_probability: share.describe('Probability that the user is a person, 0 to 1.'),
});

export const ipInsights = z.object({
  address,
  network,
  geographic,
  location,
  country: country.optional(),
  security: z.object({ reputation_score: z.number().min(0).max(100), tor_exit_node: torExitNode }),
  network_intelligence: networkIntelligence.describe('Findings from the lists of networks.'),
  usage_patterns: usagePatterns.describe('Probable use of the address.'),
});

/** Provider of a rented server's address; null for any other address. */
function facility({ tags, operator, asnName, ...conclusion }: IpConclusion): string | null {
  const cloud = tags.cloud;
  if (cloud) return cloud.region ? `${cloud.operator} ${cloud.region}` : cloud.operator;
  return conclusion.asnClass === 'hosting' || conclusion.asnClass === 'vpn'
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

/** First regional indicator symbol (Unicode, "Emoji flag sequences"). */
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

function describeNetwork(conclusion: IpConclusion): z.infer<typeof network> {
  const { asn, asnName, asnCountry, asnClass, classRule, operator } = conclusion;
  const { prefix, registry, registeredCountry } = conclusion;
  return {
    isp: asnName ?? operator,
    org: holderOf(conclusion),
    asn: asn === null ? 'Unknown' : `AS${asn}`,
    ...(asnCountry && { asn_country_code: asnCountry }),
    asn_reputation: asnReputation(conclusion),
    prefix,
    ...(registry && { registry }),
    ...(registeredCountry && { registered_country_code: registeredCountry }),
    ...(asnClass && { network_class: asnClass }),
    ...(classRule && { class_rule: classRule }),
  };
}

function describeUsage(conclusion: IpConclusion): z.infer<typeof usagePatterns> {
  const isServer = isDatacenter(conclusion) || isCdn(conclusion) || isPublicDns(conclusion);
  return {
    likely_automation:
      conclusion.tags.crawler !== undefined ||
      (isServer && !conclusion.tags.relay && !conclusion.tags.vpn),
    api_usage: isDatacenter(conclusion) && !isPublicDns(conclusion) && !conclusion.tags.relay,
    business_usage: isServer || isInstitution(conclusion),
    human_probability: humanProbability(conclusion),
  };
}

/** @param ip as requested */
export function describeIp(conclusion: IpConclusion, ip: IpAddress): z.infer<typeof ipInsights> {
  const { countryCode: located } = conclusion.place;
  const facts = located === null ? undefined : describeCountry(located);
  return {
    address: describeAddress(conclusion, ip),
    network: describeNetwork(conclusion),
    geographic: {
      datacenter_location: isDatacenter(conclusion),
      vpn_exit_probability: vpnExitProbability(conclusion),
      tor_exit_node: isTorExit(conclusion),
      hosting_facility: facility(conclusion),
    },
    location: describeLocation(conclusion),
    ...(facts && { country: facts }),
    security: {
      reputation_score: reputationScore(conclusion),
      tor_exit_node: isTorExit(conclusion),
    },
    network_intelligence: describeNetworkIntelligence(conclusion),
    usage_patterns: describeUsage(conclusion),
  };
}
