import * as z from 'zod';
import { CITY_UNKNOWN_REASONS } from '../../../data/city-knowledge.ts';
import { COUNTRIES } from '../../../data/countries.ts';
import { timezoneOf } from '../../../data/timezone.ts';
import {
  ASN_REPUTATIONS,
  asnReputation,
  isCdn,
  isDatacenter,
  isPublicDns,
  isTorExit,
} from './connection.ts';
import { describeCoverage, networkIntelligence } from './network-intelligence.ts';
import type { IpProfile } from './profile.ts';
import { humanProbability, reputationScore, vpnExitProbability } from './scoring.ts';

const share = z.number().min(0).max(1);
const torExitNode = z
  .boolean()
  .describe('Listed as a Tor exit. Also false while tor_exits is among missing_feeds.');

const network = z.object({
  isp: z.string().nullable().describe('Registered name of the network.'),
  org: z
    .string()
    .nullable()
    .describe('Brand of the operator when known, else the registered name.'),
  asn: z.string().describe('"AS" and the number, or Unknown.'),
  asn_reputation: z.enum(ASN_REPUTATIONS).nullable(),
  network_class: z
    .string()
    .nullable()
    .describe('Kind of network: isp, mobile, hosting, vpn, cdn, public_dns, transit, education, …'),
  class_rule: z
    .string()
    .optional()
    .describe(
      'What the class rests on: asn (listed number), brand (well-known name), name:<rule> (a word ' +
        'in the registered name, or all of it) or spread (small blocks strewn over countries).',
    ),
});

const geographic = z.object({
  datacenter_location: z.boolean(),
  vpn_exit_probability: share,
  tor_exit_node: torExitNode,
  hosting_facility: z
    .string()
    .nullable()
    .describe("The provider, with the cloud region where the provider's own feed gives it."),
});

const location = z
  .object({
    city: z.string().nullable(),
    city_unknown_reason: z
      .enum(CITY_UNKNOWN_REASONS)
      .optional()
      .describe(
        'Why there is no city. SHARED_NETWORK, LISTED_RANGE: rented or served from anywhere. ' +
          'UNRELIABLE_NETWORK (mobile, transit, government), UNRELIABLE_COUNTRY: address sets ' +
          'contradict each other.',
      ),
    region: z.string().nullable(),
    country: z.string().nullable(),
    country_code: z.string().length(2).nullable(),
    latitude: z.number().min(-90).max(90).nullable(),
    longitude: z.number().min(-180).max(180).nullable(),
    timezone: z.string().nullable(),
    timezone_source: z.enum(['coordinates', 'country']).optional(),
    continent: z.string().nullable(),
    continent_code: z.string().length(2).nullable(),
    zip: z.string().nullable().describe('Always null: no open source has it.'),
    district: z.string().nullable().describe('Always null: no open source has it.'),
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

function facility({ tags, operator, asnName, ...profile }: IpProfile): string | null {
  const cloud = tags.cloud;
  if (cloud) return cloud.region ? `${cloud.operator} ${cloud.region}` : cloud.operator;
  return profile.networkClass === 'hosting' || profile.networkClass === 'vpn'
    ? (operator ?? asnName)
    : null;
}

function locate({ place, cityUnknown }: IpProfile): z.infer<typeof location> {
  const country = place.countryCode === null ? undefined : COUNTRIES.get(place.countryCode);
  const timezone = timezoneOf(place);
  return {
    city: place.city,
    ...(cityUnknown && { city_unknown_reason: cityUnknown }),
    region: place.region,
    country: country?.name ?? null,
    country_code: place.countryCode,
    latitude: place.latitude,
    longitude: place.longitude,
    timezone: timezone?.name ?? null,
    ...(timezone && { timezone_source: timezone.source }),
    continent: country?.continent ?? null,
    continent_code: country?.continentCode ?? null,
    zip: null,
    district: null,
  };
}

function usage(profile: IpProfile): z.infer<typeof usagePatterns> {
  const isServer = isDatacenter(profile) || isCdn(profile) || isPublicDns(profile);
  const isInstitution = ['business', 'education', 'government'].includes(
    profile.networkClass ?? '',
  );
  return {
    likely_automation: isServer && !profile.tags.relay && !profile.tags.vpn,
    api_usage: isDatacenter(profile) && !isPublicDns(profile) && !profile.tags.relay,
    business_usage: isServer || isInstitution,
    human_probability: humanProbability(profile),
  };
}

export function describeIp(profile: IpProfile): z.infer<typeof ipInsights> {
  return {
    network: {
      isp: profile.asnName,
      org: profile.operator ?? profile.asnName,
      asn: profile.asn === null ? 'Unknown' : `AS${profile.asn}`,
      asn_reputation: asnReputation(profile),
      network_class: profile.networkClass,
      ...(profile.classRule && { class_rule: profile.classRule }),
    },
    geographic: {
      datacenter_location: isDatacenter(profile),
      vpn_exit_probability: vpnExitProbability(profile),
      tor_exit_node: isTorExit(profile),
      hosting_facility: facility(profile),
    },
    location: locate(profile),
    security: { reputation_score: reputationScore(profile), tor_exit_node: isTorExit(profile) },
    network_intelligence: describeCoverage(profile),
    usage_patterns: usage(profile),
  };
}
