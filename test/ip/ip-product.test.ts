import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AddressRow } from '../../src/core/ip-address.ts';
import { ipv4Address, ipv6Address } from '../../src/core/ip-address.ts';
import type { World } from '../../src/core/ports.ts';
import type { Ask } from '../../src/core/source.ts';
import { openAddressTable } from '../../src/data/address-table.ts';
import type { IpFact } from '../../src/products/ip/fact.ts';
import { ip as product } from '../../src/products/ip/ip.ts';
import { FEEDS } from '../../src/sources/feeds/feeds.ts';
import { bucketBlobs } from '../../src/store/blobs.ts';
import { seedAddresses } from '../support/seed-addresses.ts';
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
      feeds: FEEDS,
      background: () => undefined,
    }),
  } as Partial<World> as World;
}, 60_000);

const context = { id: '00000000-0000-4000-8000-000000000000', foundAt: '2026-06-18T00:00:00Z' };

const ask: Ask = async (source, query) => source.ask(query, world);

function present(fact: IpFact, input: ReturnType<typeof product.input.parse>) {
  const risk = product.risk?.(fact, input);
  return {
    subject: product.subject(input),
    classification: product.classification.schema.parse(
      product.classification.from(fact, input, context),
    ),
    insights: product.insights.schema.parse(product.insights.from(fact, input, context)),
    risk: risk!,
    recommendations: product.recommend!(fact, risk, input),
    credits: product.price.charge(fact, input),
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
      if (['DATACENTER', 'CDN_NETWORK', 'PUBLIC_DNS'].includes(connectionType)) {
        expect(insights.location).toMatchObject({
          city: null,
          region: null,
          latitude: null,
          longitude: null,
        });
        expect(classification.residential_probability).toBe(0);
      }
    },
  );
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
        timezone: null,
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
    const { insights, risk, recommendations } = await lookUp('73.162.0.1');
    expect(insights.location).toMatchObject({
      country_code: 'US',
      region: 'California',
      timezone: 'America/Los_Angeles',
      timezone_source: 'coordinates',
    });
    expect(insights.location.city).toMatch(/^[A-Z][a-z]+/);
    expect(insights.location.latitude).toBeCloseTo(36.6, 0);
    expect(risk).toMatchObject({ fraud_score: 5, risk_level: 'LOW', risk_factors: [] });
    expect(recommendations.primary_action).toBe('APPROVE');
  });

  it('IPv6 is located to its country, with the zone of a country that has one', async () => {
    const { insights } = await lookUp('2003:e0::1');
    expect(insights.location).toMatchObject({
      country_code: 'DE',
      city: null,
      timezone: 'Europe/Berlin',
      timezone_source: 'country',
    });
    expect(insights.network_intelligence.checked_feeds).not.toContain('city');
  });

  it('no neighbourhood stands behind a city', async () => {
    expect((await lookUp('128.32.1.1')).insights.location.city).toBe('Berkeley');
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
      network_class: null,
      class_rule: null,
    });
    expect(Object.values(insights.location).every((value) => value === null)).toBe(true);
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
    expect(credits).toBe(1);
  });

  it('says what it rests on and what is missing', async () => {
    const { insights } = await lookUp('8.8.8.8');
    const { coverage, checked_feeds, missing_feeds, data_as_of, feeds_as_of } =
      insights.network_intelligence;
    expect(coverage).toBe('partial');
    expect(checked_feeds).toEqual(['asn', 'country', 'city']);
    expect(missing_feeds).toEqual(
      FEEDS.filter(({ versions }) => versions.includes(4)).map(({ name }) => name),
    );
    expect(Object.keys(feeds_as_of).sort()).toEqual(['asn', 'city', 'country']);
    expect(data_as_of).toBe(Object.values(feeds_as_of).sort()[0]);
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
    ...{ countryCode: 'DE', region: 'Hesse', city: 'Frankfurt', latitude: 50.1, longitude: 8.7 },
    ...{ tags: [], checkedFeeds: ['asn'], missingFeeds: [], feedsAsOf: { asn: '2026-06-01' } },
  };
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

  it('a Tor exit is blocked', () => {
    const { classification, insights, risk, recommendations } = listed({ kind: 'tor' });
    expect(classification).toMatchObject({
      connection_type: 'PROXY_SERVER',
      anonymity_level: 'HIGH',
    });
    expect(insights.security.tor_exit_node).toBe(true);
    expect(insights.geographic.tor_exit_node).toBe(true);
    expect(insights.network_intelligence.is_tor_exit).toBe(true);
    expect(insights.location.city).toBeNull();
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
