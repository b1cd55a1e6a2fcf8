import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { type AddressRow, parseIpAddress } from '../../../src/domain/ip/address.ts';
import { parseCidr } from '../../../src/domain/ip/address-range.ts';
import { cidrOf, cidrsCovering, normalizeCidr } from '../../../src/domain/ip/cidr.ts';
import { bucketBlobs } from '../../../src/files/store.ts';
import { RECORD_DATASETS } from '../../../src/lookup/datasets/catalog.ts';
import { createRecordStore } from '../../../src/lookup/records/store.ts';
import type { AddressTable, World } from '../../../src/lookup/world.ts';
import { ip } from '../../../src/products/ip/ip/product.ts';
import { reverseIpAppend } from '../../../src/products/ip/reverse-ip-append.ts';
import { answer } from '../../support/answer.ts';
import { createWorld, fakeNetwork } from '../../support/create-world.ts';
import * as fc from '../../support/fast-check.ts';
import { seedRecords } from '../../support/seed-records.ts';
import { pdlVendor } from '../../support/world/vendors/pdl.ts';

/** A university, an access line and a rented server, as the compiled table knows them. */
const ROWS: Readonly<Record<string, Partial<AddressRow>>> = {
  '128.32.0.1': {
    ...{ asn: 25, asnClass: 'education', asnName: 'University of California at Berkeley' },
    ...{ countryCode: 'US', region: 'California', city: 'Berkeley' },
  },
  '73.162.0.1': {
    ...{ asn: 7922, asnClass: 'isp', asnName: 'Comcast Cable Communications, LLC' },
    ...{ countryCode: 'US', region: 'California', city: 'Oakland' },
  },
  '5.9.1.1': {
    ...{ asn: 24940, asnClass: 'hosting', operator: 'Hetzner', asnName: 'Hetzner Online GmbH' },
    countryCode: 'DE',
  },
  '131.111.8.2': {
    ...{ asn: 786, asnClass: 'education', asnName: 'Jisc Services Limited', operator: 'Jisc' },
    ...{ countryCode: 'GB', city: 'Cambridge' },
  },
  '198.128.0.1': { asn: 293, asnClass: 'education', asnName: 'ESnet', countryCode: 'US' },
  '128.32.0.2': {
    ...{ asn: 25, asnClass: 'education', asnName: 'University of California at Berkeley' },
    countryCode: 'US',
    tags: [{ feed: 'tor_exits', kind: 'tor', operator: 'Tor', region: null, service: null }],
  },
};
// What /ip knows of them: a resolver, an access line of a country whose cities contradict, and
// a network whose kind is not known.
const OTHERS: typeof ROWS = {
  '114.114.114.114': { countryCode: 'CN', region: 'Shandong', city: 'Jinan', asnName: 'Zenlayer' },
  '9.9.9.9': {
    ...{ countryCode: 'US', region: 'California', city: 'Berkeley', zip: '94704' },
    tags: [{ feed: 'x', kind: 'cdn', operator: 'X', region: null, service: null }],
  },
  '194.138.39.1': { asn: 15465, asnName: 'SIEMENS AG', countryCode: 'DE', city: 'Frankfurt' },
};
const UNKNOWN = {
  ...{ prefixLength: 32, asnCountry: null, registeredCountry: null, district: null },
  ...{ asn: null, asnName: null, asnClass: null, classRule: null, operator: null },
  ...{ countryCode: null, region: null, city: null, zip: null, latitude: null, longitude: null },
  ...{ tags: [], checkedFeeds: [], missingFeeds: [], feedsAsOf: {} },
};
const addresses: AddressTable = {
  find: async ({ text }) => ({ ...UNKNOWN, ...ROWS[text], ...OTHERS[text] }),
  version: () => 'test',
};

let world: World;
beforeAll(async () => {
  await seedRecords({ coverage: 'all' });
  const records = createRecordStore({
    binding: env.RECORDS,
    blobs: bucketBlobs(env.DATA),
    clock: { now: () => Date.now() },
    datasets: RECORD_DATASETS,
    defer: () => undefined,
  });
  world = { records, addresses, outbound: fakeNetwork({}) } as unknown as World;
});

const look = (ip: string) => answer(reverseIpAppend, { ip }, world);

describe('reverse IP append', () => {
  it.each([
    ['192.0.2.7', '192.0.2.0/24', 'Example Holding', null],
    ['192.0.2.8', '192.0.2.8/29', 'Example Bakery', 'ada@bakery.example'],
    ['192.0.2.15', '192.0.2.8/29', 'Example Bakery', 'ada@bakery.example'],
    ['192.0.2.16', '192.0.2.0/24', 'Example Holding', null],
    ['198.51.100.7', '198.51.100.7/32', 'Example Clinic', 'ben@clinic.example'],
    ['::ffff:198.51.100.7', '198.51.100.7/32', 'Example Clinic', 'ben@clinic.example'],
    ['2001:db8:10::1', '2001:db8:10::/48', 'Example University', null],
  ])('%s is answered by %s', async (ip, network, company_name, email) => {
    const { classification, insights, price } = await look(ip);
    expect(classification).toMatchObject({
      matched: true,
      network,
      company_name,
      lookup_type: 'reverse_ip',
    });
    expect(insights.contact.email).toBe(email);
    expect(insights.geolocation.country_code).toMatch(/^[A-Z]{2}$/);
    expect(insights.as_of).toBe('2026-11-01T00:00:00.000Z'.slice(0, 10));
    expect(price).toBe(10);
  });

  it.each([
    ['6to4', '2002:c633:6407::1'],
    ['NAT64', '64:ff9b::198.51.100.7'],
    ['Teredo', '2001:0:4136:e378:8000:63bf:39cc:9bf8'],
  ])('answers %s by the record of the IPv4 address it carries', async (_, ip) => {
    const { classification } = await look(ip);
    expect(classification).toMatchObject({
      network: '198.51.100.7/32',
      company_name: 'Example Clinic',
    });
  });

  it.each(['192.0.3.0', '198.51.100.8', '2001:db8:11::1', '::'])(
    '%s has no record and is free',
    async (ip) => {
      const { classification, risk, recommendations, price } = await look(ip);
      expect(classification).toMatchObject({ matched: false, network: null, company_name: null });
      expect(risk?.risk_factors).toEqual(['NO_MATCH_FOUND']);
      expect(recommendations?.primary_action).toBe('REVIEW');
      expect(price).toBe(0);
    },
  );

  it('names the university that announces the range, and where it is', async () => {
    const { classification, insights, price } = await look('128.32.0.1');
    expect(classification).toMatchObject({
      matched: true,
      network: null,
      company_name: 'University of California at Berkeley',
    });
    expect(insights.geolocation).toEqual({
      ...{ city: 'Berkeley', region: 'California', country_code: 'US', zip: null },
    });
    expect(price).toBe(10);
  });

  it.each([
    ['an access line', '73.162.0.1', 'Oakland', 'US'],
    ['a rented server', '5.9.1.1', null, 'DE'],
    ['a network that connects universities', '131.111.8.2', 'Cambridge', 'GB'],
    ['a Tor exit of a university', '128.32.0.2', null, 'US'],
  ])('names nobody behind %s, only where it is', async (_, ip, city, country_code) => {
    const { classification, insights, price } = await look(ip);
    expect(classification).toMatchObject({ matched: false, company_name: null });
    expect(insights.geolocation).toMatchObject({ city, country_code });
    expect(price).toBe(0);
  });

  it.each([...Object.keys(ROWS), ...Object.keys(OTHERS)])(
    'says of %s what /ip says: where it is, and who announces it',
    async (address) => {
      const reverse = (await look(address)).insights;
      const shared = { ...world, shippedTables: 'test' } as World;
      const { network, location } = (await answer(ip, { ip: address }, shared)).insights;
      const { city, region, zip, country_code } = location;
      expect(reverse.geolocation).toEqual({ city, region, zip, country_code });
      expect(reverse.holder).toBe(network.org);
    },
  );

  it('names who announces a range though not who uses the address, for nothing', async () => {
    const { classification, recommendations, price } = await look('194.138.39.1');
    expect([classification.matched, classification.company_name, price]).toEqual([false, null, 0]);
    expect(recommendations?.user_message).toBe(
      'SIEMENS AG announces this range, but no source names the user of this address.',
    );
  });

  const vendorWorld = async (replied: Response | object) => {
    const http = ({ url }: Request) =>
      url.includes('/v5/ip/enrich')
        ? replied instanceof Response
          ? replied.clone()
          : Response.json({ status: 200, data: replied })
        : null;
    return { ...(await createWorld({ vendors: [pdlVendor], http })), addresses };
  };

  it.each([
    [500, 'SERVICE_UNAVAILABLE'],
    [402, 'UPSTREAM_QUOTA_EXHAUSTED'],
    [401, 'SERVICE_UNAVAILABLE'],
    [429, 'UPSTREAM_QUOTA_EXHAUSTED'],
  ])(
    'is no "no" where the vendor answers %s and nothing else names the user',
    async (status, code) => {
      const failing = await vendorWorld(Response.json({ error: { type: 'x' } }, { status }));
      await expect(answer(reverseIpAppend, { ip: '73.162.0.1' }, failing)).rejects.toMatchObject({
        code,
      });
      const { classification } = await answer(reverseIpAppend, { ip: '128.32.0.1' }, failing);
      expect(classification.company_name).toBe('University of California at Berkeley');
    },
  );

  it.each([
    ['very low', 20],
    ['low', 35],
    ['medium', 50],
    ['high', 60],
    ['very high', 70],
  ])('is as sure as the vendor, and where it says: %s', async (confidence, level) => {
    const found = await vendorWorld({
      ip: { address: '73.162.0.1', location: { locality: 'istanbul', country: 'turkey' } },
      company: { name: 'tr co', website: 'tr.example', confidence },
    });
    const { insights, risk } = await answer(reverseIpAppend, { ip: '73.162.0.1' }, found);
    expect(risk?.confidence_level).toBe(level);
    expect(insights.geolocation).toMatchObject({ city: 'istanbul', country_code: 'TR' });
  });

  it('names a laboratory network that is its own user', async () => {
    expect((await look('198.128.0.1')).classification.company_name).toBe('ESnet');
  });

  it('is not hidden by a row of the file that names no user', async () => {
    const networks = {
      '128.32.0.0/16': { company_name: 'Example University' },
      '128.32.0.0/24': { city: 'Nowhere' },
      '73.162.0.0/16': { city: 'Nowhere', first_name: 'Ada' },
    };
    const files = { ...(await createWorld({ files: { networks } })), addresses };
    const university = await answer(reverseIpAppend, { ip: '128.32.0.1' }, files);
    expect(university.classification.company_name).toBe('University of California at Berkeley');
    const line = await answer(reverseIpAppend, { ip: '73.162.0.1' }, files);
    expect([line.classification.matched, line.price]).toEqual([false, 0]);
  });

  it('says that the contact is known, not the company, where a record has the contact alone', async () => {
    const networks = { '73.162.0.0/16': { last_name: 'Example', email: 'ada@a.example' } };
    const files = { ...(await createWorld({ files: { networks } })), addresses };
    const found = await answer(reverseIpAppend, { ip: '73.162.0.1' }, files);
    expect([found.classification.matched, found.classification.company_name]).toEqual([true, null]);
    expect(found.recommendations).toMatchObject({
      user_message: expect.stringMatching(/^The contact for this network is known;/),
      business_rules: { company_known: false, contact_known: true },
    });
  });

  it('asks every prefix in one read, and answers without the file', async () => {
    const files = { ...(await createWorld({ files: { networks: {} } })), addresses };
    await answer(reverseIpAppend, { ip: '192.0.2.1' }, files);
    await answer(reverseIpAppend, { ip: '2001:db8::1' }, files);
    expect(files.records.asked).toEqual(['networks 33', 'networks 129']);
    const without = { ...(await createWorld()), addresses };
    const { classification } = await answer(reverseIpAppend, { ip: '128.32.0.1' }, without);
    expect(classification.matched).toBe(true);
  });
});

describe('networks', () => {
  const v4 = fc.tuple(fc.ipV4(), fc.nat(32));
  const v6 = fc
    .tuple(fc.ipV6(), fc.nat(128))
    .filter(([text]) => parseIpAddress(text).version === 6);

  it('have one canonical text, whatever bits stand behind the prefix', () => {
    fc.assert(
      fc.property(fc.oneof(v4, v6), ([text, length]) => {
        const address = parseIpAddress(text);
        const network = cidrOf(address, length);
        expect(normalizeCidr(`${text}/${length}`)).toBe(network);
        expect(normalizeCidr(network)).toBe(network);
        expect(cidrsCovering(address)).toContain(network);
        // Against the reader of compiled ranges, which was written apart.
        expect(parseIpAddress(network.split('/')[0] as string).words).toEqual(
          parseCidr(`${text}/${length}`)?.first,
        );
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    '',
    '1.2.3',
    '1.2.3.4/33',
    '1.2.3.4/',
    '1.2.3.4/8/9',
    '::/129',
    '1.2.3.4/-1',
    '1.2.3.4/0x8',
    'example.com',
    '1.2.3.4-1.2.3.9',
    '::ffff:10.1.2.3/24',
    '::ffff:10.1.2.3/129',
    '::ffff:0:0/96',
  ])('are not %j', (text) => {
    expect(() => normalizeCidr(text)).toThrow();
    expect(parseCidr(text)).toBeNull();
  });

  it.each([
    ['::ffff:10.1.2.3/120', '10.1.2.0/24'],
    ['::ffff:a01:203/128', '10.1.2.3/32'],
    ['::ffff:10.1.2.3', '10.1.2.3/32'],
  ])('of mapped addresses are counted from the IPv4 address: %s', (text, network) => {
    expect(normalizeCidr(text)).toBe(network);
    expect(parseCidr(text)).toEqual(parseCidr(network));
  });
});
