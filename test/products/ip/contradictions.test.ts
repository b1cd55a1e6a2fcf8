import { expect, it } from 'vitest';
import type { AddressRow } from '../../../src/domain/ip/address.ts';
import type { World } from '../../../src/lookup/world.ts';
import { ip } from '../../../src/products/ip/ip/product.ts';
import { reverseIpAppend } from '../../../src/products/ip/reverse-ip-append.ts';
import { answer } from '../../support/answer.ts';
import { createWorld } from '../../support/create-world.ts';
import * as fc from '../../support/fast-check.ts';
import { pdlVendor } from '../../support/world/vendors/pdl.ts';
import { proxycheckVendor } from '../../support/world/vendors/proxycheck.ts';

const some = <Value>(...values: Value[]) => fc.constantFrom(...values);
const flag = fc.option(fc.boolean(), { freq: 2 });

const CLASSES = [
  ...(['isp', 'mobile', 'hosting', 'vpn', 'cdn', 'public_dns', 'transit', 'platform'] as const),
  ...(['education', 'government', 'business', 'infrastructure'] as const),
];
const KINDS = ['cloud', 'cdn', 'tor', 'vpn', 'datacenter', 'relay', 'crawler'] as const;
const FEEDS = ['tor_exits', 'x4bnet_vpn', 'icloud_private_relay', 'aws', 'x4bnet_datacenter'];

const network = fc.record({
  asn: some(64_496),
  asnName: some('Example Network', 'EXAMPLE-AS'),
  asnClass: fc.option(some(...CLASSES), { freq: 4 }),
  classRule: some('asn', 'brand', 'name:hosting'),
  operator: some(null, 'Example', 'Google Cloud', 'Cloudflare'),
});
const NO_NETWORK = { asn: null, asnName: null, asnClass: null, classRule: null, operator: null };
const place = some(
  { countryCode: 'US', region: 'California', city: 'Berkeley', zip: '94704' },
  { countryCode: 'DE', region: 'Bavaria', city: 'Munich', zip: null },
  { countryCode: 'SG', region: null, city: 'Singapore', zip: null },
  { countryCode: 'US', region: null, city: null, zip: null },
  { countryCode: null, region: null, city: null, zip: null },
);
const tag = fc.record({
  kind: some(...KINDS),
  operator: some('Example', 'AWS', 'Google'),
  region: some(null, 'us-east-1', 'eu-central-1', 'DE'),
});

/** Null: it fails; undefined: not configured. */
const said = <Value>(value: fc.Arbitrary<Value>) =>
  fc.option(fc.option(value, { freq: 4 }), { nil: undefined, freq: 2 });

const drawn = fc.record({
  address: some('8.1.2.3', '8.8.8.8', '2600::1', '10.1.2.3', '2002:808:808::1', '192.0.2.1'),
  network: fc.oneof({ weight: 5, arbitrary: network }, fc.constant(NO_NETWORK)),
  place,
  tags: fc.array(tag, { maxLength: 3 }),
  missingFeeds: fc.subarray(FEEDS),
  reputation: said(
    fc.record({
      // A reply without any detection cannot be used.
      detections: fc
        .record({
          ...{ proxy: flag, vpn: flag, tor: flag, hosting: flag, compromised: flag },
          risk: some(null, 0, 40, 66, 67, 100),
        })
        .filter((read) => Object.values(read).some((value) => value !== null)),
      operator: some(null, { name: 'Example VPN' }),
    }),
  ),
  company: said(
    fc.record({
      company: some({}, { name: 'Example' }, { website: 'example.com', name: 'Example' }),
      person: some({}, { last_name: 'Example' }, { work_email: 'ada@example.com' }),
      location: some({}, { locality: 'Oslo', country: 'norway' }),
    }),
  ),
  file: some(
    undefined,
    {},
    { company_name: 'Example Clinic' },
    { company_domain: 'clinic.example' },
    { last_name: 'Example', email: 'ada@clinic.example' },
  ),
});
type Drawn = typeof drawn extends fc.Arbitrary<infer Value> ? Value : never;

const rowOf = ({ network: known, place: at, tags, missingFeeds }: Drawn): AddressRow => ({
  ...{ prefixLength: 24, asnCountry: null, registeredCountry: null, district: null },
  ...(at.city === null
    ? { latitude: null, longitude: null }
    : { latitude: 37.8, longitude: -122.2 }),
  ...known,
  ...at,
  tags: tags.map((each) => ({ ...each, feed: 'f', service: null })),
  ...{ checkedFeeds: ['asn'], missingFeeds, feedsAsOf: {} },
});

function replyOf({ reputation, company }: Drawn, { url: text }: Request): Response {
  const url = new URL(text);
  const [found, body] =
    url.host === 'proxycheck.io'
      ? [
          reputation,
          { status: 'ok', [decodeURIComponent(url.pathname.slice('/v3/'.length))]: reputation },
        ]
      : [
          company,
          {
            status: 200,
            data: {
              ip: { address: url.searchParams.get('ip'), location: company?.location },
              company: company?.company,
              person: company?.person,
            },
          },
        ];
  return found ? Response.json(body) : new Response('', { status: 503 });
}

async function worldOf(all: Drawn): Promise<World> {
  const world = await createWorld({
    vendors: [
      ...(all.reputation === undefined ? [] : [proxycheckVendor]),
      ...(all.company === undefined ? [] : [pdlVendor]),
    ],
    http: (request) => replyOf(all, request),
    files: all.file === undefined ? {} : { networks: { '8.1.2.0/24': all.file } },
    isCovered: () => false,
  });
  const addresses = { find: async () => rowOf(all), version: () => 'test' };
  return { ...world, addresses, shippedTables: 'test' } as unknown as World;
}

// biome-ignore lint/suspicious/noExplicitAny: rules look into sections of every shape
type Answer = any;
/** `reverse` is null where a source that might know the user failed. */
type Rule = (ip: Answer, reverse: Answer) => boolean;

const HIDDEN = ['TOR_EXIT', 'VPN_LISTED', 'PROXY_SEEN'];
const SERVED = ['DATACENTER', 'CDN_NETWORK', 'PUBLIC_DNS'];

/** True where the answers contradict themselves or each other. */
const RULES: Record<string, Rule> = {
  'a Tor exit is one everywhere': ({ insights, risk }) =>
    new Set([
      insights.geographic.tor_exit_node,
      insights.security.tor_exit_node,
      insights.network_intelligence.is_tor_exit,
      risk.risk_factors.includes('TOR_EXIT'),
    ]).size !== 1,
  'a data center is one everywhere': ({ insights }) =>
    insights.geographic.datacenter_location !== insights.network_intelligence.is_datacenter,
  'a reserved address is one everywhere, and free': ({ insights, risk, price }) =>
    new Set([
      insights.network_intelligence.is_bogon,
      risk.risk_factors.includes('RESERVED_ADDRESS'),
      !insights.address.is_global,
      price === 0,
    ]).size !== 1,
  'who hides is anonymous, at a proxy': ({ classification, risk }) =>
    HIDDEN.some((code) => risk.risk_factors.includes(code)) !==
      (classification.anonymity_level === 'HIGH') ||
    (classification.anonymity_level === 'HIGH' &&
      classification.connection_type !== 'PROXY_SERVER'),
  'homes are neither servers nor hidden': ({ classification }) =>
    classification.residential_probability > 0.5 &&
    classification.connection_type !== 'RESIDENTIAL_ISP',
  'a VPN exit is behind a VPN': ({ classification, insights }) =>
    insights.geographic.vpn_exit_probability > 0.5 && classification.service_type !== 'VPN_SERVICE',
  'a high risk has no good reputation, and is not approved': ({
    insights,
    risk,
    recommendations,
  }) =>
    ['HIGH', 'CRITICAL'].includes(risk.risk_level) &&
    (insights.security.reputation_score > 80 || recommendations.primary_action === 'APPROVE'),
  'what a service calls dangerous has no good reputation': ({ insights, risk }) =>
    ['COMPROMISED_HOST', 'REPUTATION_DANGEROUS'].some((code) => risk.risk_factors.includes(code)) &&
    insights.security.reputation_score > 90,
  'only servers are called servers': ({ classification, insights, recommendations }) =>
    /belongs to a server/.test(recommendations.user_message) &&
    !SERVED.includes(classification.connection_type) &&
    !insights.geographic.datacenter_location,
  'an address without risk signals has no risk factor': ({ risk, recommendations }) =>
    /^No risk signals/.test(recommendations.user_message) &&
    risk.risk_factors.some((code: string) => !/_NOT_CHECKED$|^NETWORK_UNCLASSIFIED$/.test(code)),
  'nothing is approved that was not checked': ({ risk, recommendations }) =>
    recommendations.primary_action === 'APPROVE' &&
    risk.risk_factors.some((code: string) => code.endsWith('_NOT_CHECKED')),
  'who is challenged is not approved': ({ recommendations }) =>
    (recommendations.primary_action === 'APPROVE') ===
    recommendations.business_rules.challenge_required,
  'who is blocked does not sign in': ({ recommendations: { primary_action, business_rules } }) =>
    primary_action === 'BLOCK' &&
    Object.entries(business_rules).some(
      ([rule, value]) => /^(?:login|signup|payment)_/.test(rule) && value === true,
    ),
  'a place is usable where people are': ({ classification, insights, recommendations }) =>
    recommendations.business_rules.location_usable === true &&
    (insights.location.country_code === null ||
      ['PROXY_SERVER', ...SERVED].includes(classification.connection_type)),
  'a city has no reason to be unknown': ({ insights: { location } }) =>
    (location.city === null) !== (location.city_unknown_reason !== undefined) ||
    (location.city === null && (location.region ?? location.latitude ?? location.zip) !== null),
  'coverage and missing feeds': ({ insights: { network_intelligence: known } }) =>
    (known.coverage === 'complete') !== (known.missing_feeds.length === 0),
  'people are not programs': ({ insights: { usage_patterns: usage } }) =>
    usage.likely_automation && usage.human_probability > 0.6,
  'who announces a range': ({ insights }, reverse) =>
    reverse !== null && reverse.insights.holder !== insights.network.org,
  'where an address is': ({ insights: { location } }, reverse) =>
    reverse !== null &&
    !reverse.classification.matched &&
    Object.entries(reverse.insights.geolocation).some(
      ([field, value]) => location[field] !== value,
    ),
  'nobody is behind a reserved address': ({ insights }, reverse) =>
    insights.network_intelligence.is_bogon &&
    reverse !== null &&
    reverse.classification.company_name !== null,
  'a known company is named': (_, reverse) =>
    reverse !== null &&
    reverse.recommendations.business_rules.company_known !==
      ((reverse.classification.company_name ?? reverse.classification.company_domain) !== null),
  'a known contact is named': (_, reverse) =>
    reverse !== null &&
    reverse.recommendations.business_rules.contact_known !==
      ((reverse.insights.contact.email ?? reverse.insights.contact.last_name) !== null),
  'only a match costs': (_, reverse) =>
    reverse !== null && reverse.classification.matched !== reverse.price > 0,
};

it('no answer about an address contradicts itself or another, whatever lists and vendors say', async () => {
  await fc.assert(
    fc.asyncProperty(drawn, async (all) => {
      const world = await worldOf(all);
      const known = await answer(ip, { ip: all.address }, world);
      const reverse = await answer(reverseIpAppend, { ip: all.address }, world).catch(() => null);
      const broken = Object.entries(RULES).filter(([, isBroken]) => isBroken(known, reverse));
      expect(broken.map(([rule]) => rule)).toEqual([]);
    }),
    { numRuns: 200 },
  );
});
