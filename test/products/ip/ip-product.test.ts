import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type AddressReputation,
  type AddressRow,
  ipv4Address,
  ipv6Address,
  parseIpAddress,
} from '../../../src/domain/ip/address.ts';
import { bucketBlobs } from '../../../src/files/store.ts';
import { outcomeOf, queryParts } from '../../../src/lookup/source.ts';
import type { World } from '../../../src/lookup/world.ts';
import { RANGE_FEEDS } from '../../../src/open-data/feeds/range-feeds.ts';
import { openAddressTable } from '../../../src/open-data/ip/address-table.ts';
import type { IpFact } from '../../../src/products/ip/fact.ts';
import { PUBLIC_RESOLVERS } from '../../../src/products/ip/fact.ts';
import { ip as product } from '../../../src/products/ip/ip/product.ts';
import { answerOf } from '../../support/answer.ts';
import * as fc from '../../support/fast-check.ts';
import { seedAddresses } from '../../support/seed-addresses.ts';
import { LABELLED_ADDRESSES } from './labelled-addresses.ts';

let world: World;

beforeAll(async () => {
  await seedAddresses();
  const clock = { now: () => Date.now() };
  world = {
    clock,
    addresses: openAddressTable({
      blobs: bucketBlobs(env.DATA),
      clock,
      feeds: RANGE_FEEDS,
      background: () => undefined,
    }),
  } as Partial<World> as World;
}, 60_000);

const ask = queryParts((source, query) =>
  source.kind === 'upstream'
    ? { kind: 'notConfigured', sources: [source] }
    : outcomeOf(source.ask(query, world)),
);

function present(fact: IpFact, input: ReturnType<typeof product.input.parse>) {
  const { price: credits, risk, recommendations, ...sections } = answerOf(product, fact, input);
  return {
    ...sections,
    subject: product.subject(input),
    risk: risk!,
    recommendations: recommendations!,
    credits,
  };
}

async function lookUp(address: string) {
  const input = product.input.parse({ ip: address });
  // The cache stores facts as JSON, so what survives that is what counts.
  const fact = JSON.parse(JSON.stringify(await product.sources.resolve(input, ask))) as IpFact;
  return present(fact, input);
}

describe('labelled addresses', () => {
  it('are at least a hundred', () => {
    expect(LABELLED_ADDRESSES.length).toBeGreaterThanOrEqual(100);
  });

  it.each(LABELLED_ADDRESSES)(
    '$address of AS$asn is $connectionType in $country',
    async ({ address, asn, connectionType, country }) => {
      const { classification, insights, credits } = await lookUp(address);
      expect(insights.network.asn).toBe(`AS${asn}`);
      expect(classification.connection_type).toBe(connectionType);
      expect(insights.location.country_code).toBe(country);
      expect(insights.network_intelligence.is_bogon).toBe(false);
      expect(credits).toBe(1);
      if (['DATACENTER', 'CDN_NETWORK', 'PUBLIC_DNS'].includes(connectionType))
        expect(classification.residential_probability).toBe(0);
      if (['CDN_NETWORK', 'PUBLIC_DNS'].includes(connectionType))
        expect(insights.location).toMatchObject({
          city: null,
          city_unknown_reason: 'SHARED_NETWORK',
          region: null,
          latitude: null,
          longitude: null,
        });
    },
  );
});

it('is answered at once where the blocks of an address are in memory, and so charged in one call', async () => {
  const input = product.input.parse({ ip: '4.4.4.4' });
  const read = await product.sources.resolve(input, ask);
  const held = product.sources.resolve(input, ask);
  expect(held).not.toBeInstanceOf(Promise);
  expect(held).toEqual(read);
});

describe('well-known addresses', () => {
  it.each(['8.8.8.8', '::ffff:8.8.8.8', '2001:4860:4860::8888'])(
    '%s is Google Public DNS',
    async (address) => {
      const { subject, classification, insights, risk } = await lookUp(address);
      expect(subject).toBe(address.startsWith('2001') ? address : '8.8.8.8');
      expect(classification).toMatchObject({
        ...{
          connection_type: 'PUBLIC_DNS',
          service_type: 'PUBLIC_DNS',
          anonymity_level: 'NONE',
          organization_type: 'TECH_GIANT',
        },
      });
      expect(insights.network).toMatchObject({
        asn: 'AS15169',
        isp: 'Google LLC',
        org: 'Google',
        asn_reputation: 'EXCELLENT',
      });
      expect(insights.location).toMatchObject({
        country: 'United States',
        country_code: 'US',
        city: null,
        continent_code: 'NA',
        timezone: 'America/New_York',
        timezone_source: 'most_people',
      });
      expect(risk.risk_level).toBe('LOW');
    },
  );

  it.each(['1.1.1.1', '2606:4700:4700::1111'])(
    '%s is Cloudflare DNS, with no city',
    async (address) => {
      const { classification, insights } = await lookUp(address);
      expect(classification.connection_type).toBe('PUBLIC_DNS');
      expect(insights.network.asn).toBe('AS13335');
      expect(insights.location).toMatchObject({ city: null, latitude: null });
      expect(insights.network_intelligence.cloud_provider).toBeNull();
    },
  );

  it('52.95.110.1 is Amazon Web Services', async () => {
    const { classification, insights, recommendations } = await lookUp('52.95.110.1');
    expect(classification).toMatchObject({
      connection_type: 'DATACENTER',
      service_type: 'HOSTING_SERVICE',
      residential_probability: 0,
    });
    expect(insights.network_intelligence).toMatchObject({
      ...{
        is_datacenter: true,
        is_tor_exit: false,
        cloud_provider: 'Amazon Web Services',
        cloud_region: null,
        cloud_service: null,
      },
    });
    expect(insights.geographic).toMatchObject({
      datacenter_location: true,
      hosting_facility: 'Amazon Web Services',
    });
    expect(insights.usage_patterns).toMatchObject({ likely_automation: true, api_usage: true });
    expect(recommendations.primary_action).toBe('VERIFY');
  });

  it('a household has city, coordinates and a time zone from them', async () => {
    const { insights, risk } = await lookUp('73.162.0.1');
    expect(insights.location).toMatchObject({
      country_code: 'US',
      region: 'California',
      timezone: 'America/Los_Angeles',
      timezone_source: 'coordinates',
    });
    expect(insights.location.city).toMatch(/^[A-Z][a-z]+/);
    expect(insights.location.city_unknown_reason).toBeUndefined();
    expect(insights.location.latitude).toBeCloseTo(36.6, 0);
    expect(risk).toMatchObject({ fraud_score: 5, risk_level: 'LOW' });
  });

  it('IPv6 is located to a city of its country too', async () => {
    const { insights } = await lookUp('2a02:8100::1');
    expect(insights.location).toMatchObject({
      country_code: 'DE',
      timezone: 'Europe/Berlin',
      timezone_source: 'coordinates',
    });
    expect(insights.location.city).toMatch(/^[A-Z][a-z]+/);
    expect(insights.network_intelligence.checked_feeds).toContain('city');
  });

  it('no neighbourhood stands behind a city', async () => {
    expect((await lookUp('128.32.1.1')).insights.location.city).toBe('Berkeley');
  });

  it('62.142.0.1 is of Elisa, whose registry does not state the holder', async () => {
    const { insights } = await lookUp('62.142.0.1');
    expect(insights.network).toMatchObject({ asn: 'AS719', isp: 'Elisa', org: 'Elisa' });
  });

  it.each([
    ['10.0.0.1', 'RFC 1918'],
    ['127.0.0.1', 'RFC 1122'],
    ['::1', 'RFC 4291'],
    ['2001:db8::1', 'RFC 3849'],
    ['100.64.1.1', 'RFC 6598'],
    ['fe80::1', 'RFC 4291'],
    ['::ffff:192.168.0.1', 'RFC 1918'],
  ])('%s is a bogon by %s', async (address, rfc) => {
    const { classification, insights, recommendations, credits } = await lookUp(address);
    expect(classification).toEqual({
      ...{
        connection_type: 'UNKNOWN',
        service_type: null,
        anonymity_level: 'NONE',
        organization_type: null,
        residential_probability: 0,
      },
    });
    expect(insights.network).toEqual({
      isp: null,
      org: null,
      asn: 'Unknown',
      asn_reputation: null,
      prefix: expect.stringMatching(/\/\d+$/),
    });
    expect(insights.address.kind).toBe(insights.network_intelligence.reserved_for?.name);
    expect(insights.address.is_global).toBe(false);
    expect(insights).not.toHaveProperty('country');
    const { city_unknown_reason, ...location } = insights.location;
    expect(city_unknown_reason).toBe('RESERVED_ADDRESS');
    expect(Object.values(location).every((value) => value === null)).toBe(true);
    expect(insights.network_intelligence).toMatchObject({
      is_bogon: true,
      reserved_for: { rfc },
      coverage: 'complete',
      missing_feeds: [],
    });
    expect(recommendations).toMatchObject({
      primary_action: 'REVIEW',
      business_rules: { signup_allowed: false },
    });
    expect(credits).toBe(0);
  });

  it.each([
    ['8.8.8.8', 4, '8.8.8.8.in-addr.arpa', 'ARIN'],
    ['5.9.1.1', 4, '1.1.9.5.in-addr.arpa', 'RIPE NCC'],
    [
      '2001:4860:4860::8888',
      6,
      '8.8.8.8.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.6.8.4.0.6.8.4.1.0.0.2.ip6.arpa',
      'ARIN',
    ],
  ] as const)('tells of %s its form and its registry', async (text, version, name, registry) => {
    const { address, network } = (await lookUp(text)).insights;
    expect(address).toEqual({
      version,
      kind: 'Global unicast',
      is_global: true,
      reverse_name: name,
    });
    expect(network.registry).toBe(registry);
  });

  it('names no country of a network with less than half of its space in one', async () => {
    const { asn, asn_country_code } = (await lookUp('20.33.0.1')).insights.network;
    expect([asn, asn_country_code]).toEqual(['AS8075', undefined]);
  });

  it('tells the prefix that the answer is true of', async () => {
    const { prefix, registered_country_code, asn_country_code } = (await lookUp('90.68.0.1'))
      .insights.network;
    expect(prefix).toMatch(/^90\.68\.\d+\.0\/(1\d|2[0-4])$/);
    expect([registered_country_code, asn_country_code]).toEqual(['FR', 'ES']);
    const { location, network } = (await lookUp('128.32.0.2')).insights;
    expect(location).toMatchObject({ city: 'Berkeley', district: 'Downtown Berkeley' });
    expect(network.prefix).toBe('128.32.0.0/16');
  });

  it('tells what is true of the whole country', async () => {
    expect((await lookUp('5.9.1.1')).insights.country).toEqual({
      code3: 'DEU',
      flag: '🇩🇪',
      capital: 'Berlin',
      is_in_eu: true,
      calling_code: '49',
      currencies: [{ code: 'EUR', name: 'Euro', symbol: '€' }],
      languages: [{ code: 'de', name: 'German' }],
    });
    expect((await lookUp('73.162.0.1')).insights.country).toMatchObject({
      code3: 'USA',
      is_in_eu: false,
    });
  });

  it('says what it rests on and what is missing', async () => {
    const { insights } = await lookUp('8.8.8.8');
    const { coverage, checked_feeds, missing_feeds, data_as_of, feeds_as_of } =
      insights.network_intelligence;
    expect(coverage).toBe('partial');
    expect(checked_feeds).toEqual(['asn', 'country', 'city']);
    expect(missing_feeds).toEqual(
      RANGE_FEEDS.filter(({ versions }) => versions.includes(4)).map(({ name }) => name),
    );
    expect(Object.keys(feeds_as_of).sort()).toEqual(['asn', 'city', 'country']);
    expect(data_as_of).toBe(Object.values(feeds_as_of).sort()[0]);
  });
});

describe('an IPv6 address that carries an IPv4 one', () => {
  it.each([
    ['2002:808:808::1', '6to4', '8.8.8.8'],
    ['64:ff9b::8.8.8.8', 'nat64', '8.8.8.8'],
    ['2001:0:4136:e378:8000:63bf:f7f7:f7f7', 'teredo', '8.8.8.8'],
    ['2002:49a2:1::1', '6to4', '73.162.0.1'],
  ])('%s is answered by %s for %s', async (address, embedding, carried) => {
    const [answer, direct] = [await lookUp(address), await lookUp(carried)];
    const { embedded_ipv4, ...intelligence } = answer.insights.network_intelligence;
    expect(embedded_ipv4).toEqual({ address: carried, embedding });
    expect(intelligence).toEqual(direct.insights.network_intelligence);
    expect(answer.insights.network).toEqual(direct.insights.network);
    expect(answer.insights.location).toEqual(direct.insights.location);
    expect(answer.classification).toEqual(direct.classification);
    expect(answer.recommendations).toEqual(direct.recommendations);
    expect(answer.credits).toBe(1);
  });

  it.each([
    ['64:ff9b::a00:1', 'RFC 1918'],
    ['64:ff9b:1::a00:1', 'RFC 8215'],
    ['64:ff9b:1::808:808', 'RFC 8215'],
    ['64:ff9b:1:808:8:800::', 'RFC 8215'],
    ['2002:7f00:1::', 'RFC 1122'],
    ['2001:0:4136:e378:8000:63bf:3f57:fffe', 'RFC 1918'],
    ['64:ff9b:1:1::808:808', 'RFC 8215'],
  ])('%s is a bogon by %s', async (address, rfc) => {
    const { insights, recommendations, credits } = await lookUp(address);
    expect(insights.network_intelligence).toMatchObject({ is_bogon: true, reserved_for: { rfc } });
    expect(recommendations.primary_action).toBe('REVIEW');
    expect(credits).toBe(0);
  });
});

describe('a city', () => {
  it.each([
    ['100.191.255.255', 'UNRELIABLE_NETWORK', 'a mobile network'],
    ['29.130.30.127', 'UNRELIABLE_NETWORK', 'a government network'],
    ['184.104.88.255', 'UNRELIABLE_NETWORK', 'a transit network'],
    ['90.18.63.255', 'UNRELIABLE_COUNTRY', 'an access line in France'],
    ['104.16.0.1', 'SHARED_NETWORK', 'a network that answers in many cities'],
    ['9.9.9.9', 'LISTED_RANGE', 'a public resolver'],
  ])('of %s is unknown (%s): %s', async (address, reason) => {
    const { location } = (await lookUp(address)).insights;
    expect(location).toMatchObject({ city: null, latitude: null, city_unknown_reason: reason });
    expect(location.country_code).not.toBeNull();
  });

  it('says what it rests on and how far it can be trusted', async () => {
    const of = async (ip: string) => (await lookUp(ip)).insights.location;
    expect(await of('5.9.1.1')).toMatchObject({
      ...{ country_code: 'DE', city: expect.any(String), city_source: 'address_table' },
      city_confidence: 0.9,
    });
    expect(await of('128.32.1.1')).toMatchObject({ city: 'Berkeley', city_confidence: 0.8 });
    expect(await of('73.162.0.1')).toMatchObject({ city_confidence: 0.6 });
    expect((await of('128.32.1.1')).zip).toMatch(/^947\d\d$/);
    expect((await of('5.9.1.1')).zip).toBeNull();
    expect(await of('1.1.1.1')).not.toHaveProperty('city_confidence');
  });

  it("of a campus is no home's, though people use the line", async () => {
    const { classification } = await lookUp('128.32.1.1');
    expect(classification.connection_type).toBe('RESIDENTIAL_ISP');
    expect(classification.residential_probability).toBeLessThan(0.3);
  });
});

describe('public resolvers', () => {
  it.each([...PUBLIC_RESOLVERS])('%s is %s', async (address) => {
    expect(parseIpAddress(address).text).toBe(address);
    expect((await lookUp(address)).classification.connection_type).toBe('PUBLIC_DNS');
  });
});

describe('any address', () => {
  const word = fc.nat(0xffff_ffff);
  it('has an answer that its schema accepts', async () => {
    const address = fc.oneof(
      word.map((value) => ipv4Address(value).text),
      fc
        .tuple(fc.nat(0x1fff_ffff), word, word, word)
        .map(([a, ...rest]) => ipv6Address([0x2000_0000 + a, ...rest]).text),
      fc.tuple(word, word, word, word).map((words) => ipv6Address(words).text),
    );
    await fc.assert(
      fc.asyncProperty(address, async (text) => {
        const { risk, insights } = await lookUp(text);
        expect(risk.fraud_score).toBeGreaterThanOrEqual(0);
        expect(risk.fraud_score).toBeLessThanOrEqual(100);
        expect(insights.location.city === null || insights.location.country_code !== null).toBe(
          true,
        );
      }),
      { numRuns: 300 },
    );
  }, 60_000);
});

describe('listed addresses', () => {
  const row: AddressRow = {
    ...{ asn: 64_496, asnName: 'Example', asnClass: 'isp', classRule: 'asn', operator: 'Example' },
    ...{ prefixLength: 24, asnCountry: 'DE', registeredCountry: 'NL' },
    ...{ countryCode: 'DE', region: 'Hesse', city: 'Frankfurt', district: null, zip: null },
    ...{ latitude: 50.1, longitude: 8.7 },
    ...{ tags: [], checkedFeeds: ['asn'], missingFeeds: [], feedsAsOf: { asn: '2026-06-01' } },
  };
  const withFeeds = (missingFeeds: readonly string[], ip = '8.1.2.3') =>
    present({ special: null, row: { ...row, missingFeeds } }, product.input.parse({ ip }));
  const listed = (...tags: Partial<AddressRow['tags'][0]>[]) =>
    present(
      {
        special: null,
        row: {
          ...row,
          tags: tags.map((tag) => ({
            ...{ feed: 'f', kind: 'cloud', operator: 'O', region: null, service: null },
            ...tag,
          })),
        },
      },
      product.input.parse({ ip: '8.1.2.3' }),
    );

  const seen = (words: Partial<AddressReputation>, ip = '8.1.2.3') =>
    present(
      {
        special: null,
        row: { ...row, missingFeeds: ['tor_exits', 'x4bnet_vpn'] },
        reputation: {
          ...{ proxy: false, vpn: false, tor: false, hosting: false, compromised: false },
          ...{ risk: 0, operator: null, at: '2026-11-20T00:00:00.000Z' },
          ...words,
        },
      },
      product.input.parse({ ip }),
    );

  it('a reputation service stands in for missing lists, IPv6 included, and for no others', () => {
    for (const ip of ['8.1.2.3', '2600::1']) {
      const { risk, insights } = seen({}, ip);
      expect(risk.risk_factors.filter((code) => /^(TOR|VPN)_/.test(code))).toEqual([]);
      expect(insights.network_intelligence.checked_feeds).toContain('proxycheck');
    }
    const silent = seen({ tor: null, vpn: null });
    expect(silent.risk.risk_factors).toEqual(['TOR_NOT_CHECKED', 'VPN_NOT_CHECKED']);
  });

  it('what the service has seen counts like a list', () => {
    expect(seen({ proxy: true })).toMatchObject({
      classification: { connection_type: 'PROXY_SERVER', anonymity_level: 'HIGH' },
      risk: { risk_factors: ['PROXY_SEEN'] },
      recommendations: { primary_action: 'REVIEW' },
    });
    expect(seen({ tor: true }).recommendations.primary_action).toBe('BLOCK');
    expect(seen({ vpn: true }).classification.service_type).toBe('VPN_SERVICE');
    expect(seen({ compromised: true, risk: 67 }).risk.risk_factors).toEqual([
      'COMPROMISED_HOST',
      'REPUTATION_DANGEROUS',
    ]);
  });

  it('a line of which a service reports abuse is called no server, and no spotless address', () => {
    const clean = seen({});
    for (const words of [{ compromised: true }, { risk: 70 }]) {
      const { classification, insights, recommendations } = seen(words);
      expect(classification.connection_type).toBe('RESIDENTIAL_ISP');
      expect(recommendations).toMatchObject({
        primary_action: 'VERIFY',
        user_message: expect.stringMatching(/^A reputation service rates this address/),
      });
      const { reputation_score } = insights.security;
      expect(reputation_score).toBeLessThan(clean.insights.security.reputation_score - 20);
    }
  });

  it('no payment is allowed from a line that several signs speak against', () => {
    const { classification, risk, recommendations } = seen({ compromised: true, risk: 90 });
    expect(classification.connection_type).toBe('RESIDENTIAL_ISP');
    expect(risk.risk_level).toBe('HIGH');
    expect(recommendations).toMatchObject({
      primary_action: 'REVIEW',
      business_rules: { signup_allowed: false, payment_allowed: false },
    });
  });

  it('an address on no list is approved once every list was read', () => {
    const { risk, recommendations } = withFeeds([]);
    expect(risk.risk_factors).toEqual([]);
    expect(recommendations).toMatchObject({
      primary_action: 'APPROVE',
      business_rules: {
        ...{ login_allowed: true, signup_allowed: true, payment_allowed: true },
        ...{ challenge_required: false, location_usable: true },
      },
    });
  });

  it.each([
    ['tor_exits', 'TOR_NOT_CHECKED', 'Tor exits'],
    ['x4bnet_vpn', 'VPN_NOT_CHECKED', 'VPN addresses'],
    ['icloud_private_relay', 'RELAY_NOT_CHECKED', 'private relays'],
    ['x4bnet_datacenter', 'SERVER_NOT_CHECKED', 'rented servers'],
    ['aws', 'SERVER_NOT_CHECKED', 'rented servers'],
  ])('nothing is approved while %s is missing', (feed, code, lists) => {
    const { risk, recommendations } = withFeeds([feed]);
    expect(risk.risk_factors).toEqual([code]);
    expect(recommendations).toMatchObject({
      primary_action: 'VERIFY',
      business_rules: {
        login_allowed: code === 'TOR_NOT_CHECKED' ? null : true,
        ...{ signup_allowed: null, payment_allowed: null, location_usable: null },
      },
    });
    expect(recommendations.user_message).toContain(lists);
  });

  it('says no to everything while every list is missing', () => {
    const { recommendations } = withFeeds(RANGE_FEEDS.map(({ name }) => name));
    const { challenge_required, ...allowed } = recommendations.business_rules as object & {
      challenge_required: boolean;
    };
    expect(challenge_required).toBe(true);
    expect(Object.values(allowed)).not.toContain(true);
  });

  it('coverage is complete where every check was made, and nowhere else', () => {
    const coverageOf = (reply: ReturnType<typeof withFeeds>) =>
      reply.insights.network_intelligence.coverage;
    expect(coverageOf(withFeeds([]))).toBe('complete');
    expect(coverageOf(withFeeds(['tor_exits']))).toBe('partial');
    expect(coverageOf(withFeeds([], '2003:e0::1'))).toBe('complete');
    expect(coverageOf(withFeeds(['tor_relays'], '2003:e0::1'))).toBe('partial');
    for (const { name } of RANGE_FEEDS)
      for (const ip of ['8.1.2.3', '2003:e0::1', '2002:801:203::1']) {
        const reply = withFeeds([name], ip);
        if (reply.risk.risk_factors.some((code) => code.endsWith('_NOT_CHECKED')))
          expect(coverageOf(reply), `${name} ${ip}`).not.toBe('complete');
      }
  });

  it('IPv6 is looked for in its own lists, and in no others', () => {
    expect(withFeeds(['tor_exits', 'x4bnet_vpn'], '2003:e0::1').risk.risk_factors).toEqual([]);
    const { risk, recommendations } = withFeeds(['tor_relays', 'x4bnet_vpn_v6'], '2003:e0::1');
    expect(risk.risk_factors).toEqual(['TOR_NOT_CHECKED', 'VPN_NOT_CHECKED']);
    expect(recommendations.primary_action).toBe('VERIFY');
  });

  it('a Tor exit is blocked', () => {
    const { classification, insights, risk, recommendations } = listed({ kind: 'tor' });
    expect(classification).toMatchObject({
      connection_type: 'PROXY_SERVER',
      anonymity_level: 'HIGH',
    });
    expect(insights.security.tor_exit_node).toBe(true);
    expect(insights.geographic.tor_exit_node).toBe(true);
    expect(insights.network_intelligence.is_tor_exit).toBe(true);
    expect(insights.location.city).toBe('Frankfurt');
    expect(risk).toMatchObject({ risk_level: 'CRITICAL', risk_factors: ['TOR_EXIT'] });
    expect(recommendations.primary_action).toBe('BLOCK');
  });

  it('a VPN exit is reviewed, a relay verified', () => {
    expect(listed({ kind: 'vpn' })).toMatchObject({
      classification: {
        connection_type: 'PROXY_SERVER',
        service_type: 'VPN_SERVICE',
        anonymity_level: 'HIGH',
      },
      insights: { geographic: { vpn_exit_probability: 0.95 } },
      recommendations: { primary_action: 'REVIEW' },
    });
    expect(listed({ kind: 'relay' })).toMatchObject({
      classification: { connection_type: 'PROXY_SERVER', anonymity_level: 'MEDIUM' },
      recommendations: { primary_action: 'VERIFY' },
    });
    // Relays leave through the networks of content delivery.
    expect(listed({ kind: 'relay' }, { kind: 'cdn' })).toMatchObject({
      classification: { connection_type: 'PROXY_SERVER', anonymity_level: 'MEDIUM' },
      insights: { usage_patterns: { likely_automation: false, human_probability: 0.9 } },
    });
  });

  it('a crawler where a VPN or a relay is listed is let through as neither', () => {
    for (const kind of ['vpn', 'relay'] as const) {
      const { classification, insights, recommendations } = listed({ kind }, { kind: 'crawler' });
      expect(classification.connection_type).toBe('PROXY_SERVER');
      expect(classification.anonymity_level).not.toBe('NONE');
      expect(insights.geographic.vpn_exit_probability).toBeGreaterThan(0.3);
      expect(insights.usage_patterns.likely_automation).toBe(true);
      expect(recommendations.primary_action).not.toBe('APPROVE');
    }
  });

  it('a cloud range names provider, region and service, the more telling listing first', () => {
    const tags = [
      { operator: 'Amazon Web Services', region: 'us-east-1' },
      { operator: 'Amazon Web Services', region: 'us-east-1', service: 'EC2' },
    ];
    for (const order of [tags, tags.toReversed()]) {
      expect(listed(...order).insights).toMatchObject({
        network_intelligence: {
          cloud_provider: 'Amazon Web Services',
          cloud_region: 'us-east-1',
          cloud_service: 'EC2',
          is_datacenter: true,
        },
        geographic: { hosting_facility: 'Amazon Web Services us-east-1' },
      });
    }
  });

  it("a cloud's region gives city, coordinates and time zone, before the address table", () => {
    expect(listed({ region: 'us-west-2' }).insights.location).toMatchObject({
      ...{ country_code: 'US', region: 'Oregon', city: 'Boardman', zip: null },
      ...{ timezone: 'America/Los_Angeles', timezone_source: 'coordinates' },
      ...{ city_source: 'cloud_region', city_confidence: 0.9 },
    });
    // A geofeed's region names the country: another country's city of the table is left out.
    expect(listed({ region: 'US-NJ' }).insights.location).toMatchObject({
      ...{ country_code: 'US', city: null, latitude: null, city_unknown_reason: 'NOT_IN_SOURCE' },
    });
    expect(listed({ region: 'DE-HE' }).insights.location.city).toBe('Frankfurt');
    // What answers in many cities has none, whatever region its cloud names.
    expect(listed({ region: 'us-west-2' }, { kind: 'cdn' }).insights.location.city).toBeNull();
  });

  it('an address of no known network is verified at least, unless it is a crawler’s', () => {
    const of = (more: Partial<AddressRow>) =>
      present(
        { special: null, row: { ...row, asn: null, asnName: null, asnClass: null, ...more } },
        product.input.parse({ ip: '203.1.2.3' }),
      );
    const tag = { feed: 'f', operator: 'Google', region: null, service: 'Googlebot' };
    expect(of({ operator: null })).toMatchObject({
      risk: { risk_factors: ['NETWORK_UNKNOWN'], risk_level: 'LOW' },
      recommendations: {
        primary_action: 'VERIFY',
        user_message:
          'Nothing is known about the network of this address; verify the person another way.',
        business_rules: {
          login_allowed: null,
          signup_allowed: null,
          payment_allowed: null,
          challenge_required: true,
        },
      },
    });
    expect(of({ tags: [{ ...tag, kind: 'crawler' }] }).recommendations).toMatchObject({
      primary_action: 'APPROVE',
      business_rules: { login_allowed: true },
    });
    expect(of({ tags: [{ ...tag, kind: 'tor' }] }).recommendations).toMatchObject({
      primary_action: 'BLOCK',
      business_rules: { login_allowed: false, signup_allowed: false, payment_allowed: false },
    });
  });

  it('a crawler in its published range is verified and let through', () => {
    expect(listed({ kind: 'crawler', operator: 'Google', service: 'Googlebot' })).toMatchObject({
      insights: {
        network_intelligence: { verified_crawler: { operator: 'Google', bot: 'Googlebot' } },
        usage_patterns: { human_probability: 0 },
      },
      recommendations: { primary_action: 'APPROVE' },
      classification: { anonymity_level: 'NONE' },
    });
  });
});

describe('the sandbox', () => {
  it('has answers that their schemas accept, for addresses in canonical form', () => {
    for (const example of product.sandbox) {
      const input = product.input.parse({ ip: example.subject });
      expect(product.subject(input)).toBe(example.subject);
      if ('fact' in example) present(example.fact, input);
    }
  });
});
