import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseIpAddress } from '../../../src/domain/ip/address.ts';
import { parseCidr } from '../../../src/domain/ip/address-range.ts';
import { cidrOf, cidrsCovering, normalizeCidr } from '../../../src/domain/ip/cidr.ts';
import { bucketBlobs } from '../../../src/files/store.ts';
import { RECORD_DATASETS } from '../../../src/lookup/datasets/catalog.ts';
import { createRecordStore } from '../../../src/lookup/records/store.ts';
import type { World } from '../../../src/lookup/world.ts';
import { reverseIpAppend } from '../../../src/products/ip/reverse-ip-append.ts';
import { answer } from '../../support/answer.ts';
import * as fc from '../../support/fast-check.ts';
import { recordsWorld } from '../../support/records-world.ts';
import { seedRecords } from '../../support/seed-records.ts';
import { fakeNetwork } from '../email/email-world.ts';

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
  world = { records, outbound: fakeNetwork({}) } as unknown as World;
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

  it('asks every prefix in one read, and is unavailable without the file', async () => {
    const files = await recordsWorld({ networks: {} });
    await answer(reverseIpAppend, { ip: '192.0.2.1' }, files);
    await answer(reverseIpAppend, { ip: '2001:db8::1' }, files);
    expect(files.asked).toEqual(['networks 33', 'networks 129']);
    const without = answer(reverseIpAppend, { ip: '192.0.2.1' }, await recordsWorld({}));
    await expect(without).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      cause: expect.stringContaining('network_records'),
    });
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
  ])('are not %j', (text) => {
    expect(() => normalizeCidr(text)).toThrow();
  });
});
