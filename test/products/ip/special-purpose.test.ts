import { describe, expect, it } from 'vitest';
import { parseIpAddress } from '../../../src/domain/ip/address.ts';
import { parseCidr } from '../../../src/domain/ip/address-range.ts';
import {
  SPECIAL_PURPOSE_RANGES,
  specialPurposeOf,
} from '../../../src/open-data/ip/special-purpose-ranges.ts';

const reachable = (text: string) => specialPurposeOf(parseIpAddress(text))?.globallyReachable;

describe('special-purpose ranges', () => {
  it.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.255.255.255',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.0.171',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.7',
    '203.0.113.7',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::1.2.3.4',
    '64:ff9b:1::1',
    '100::1',
    '100:0:0:1::1',
    '2001:1::4',
    '2001:2::1',
    '2001:10::1',
    '2001:db8::1',
    '2001:100::1',
    '3fff::1',
    '3fff:fff::1',
    '4000::1',
    '5f00::1',
    '8000::1',
    'fc00::1',
    'fdff::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
  ])('%s cannot be reached', (text) => {
    expect(reachable(text)).toBe(false);
  });

  it.each([
    '192.0.0.9',
    '192.0.0.10',
    '192.31.196.1',
    '64:ff9b::808:808',
    '2001:1::1',
    '2001:1::2',
    '2001:3::1',
    '2001:4:112::1',
    '2001:20::1',
  ])('%s can, though special', (text) => {
    expect(reachable(text)).toBe(true);
  });

  it.each(['2001::1', '2002:808:808::1'])('%s is not settled by the registries', (text) => {
    expect(reachable(text)).toBeNull();
  });

  it.each([
    '1.0.0.0',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.0',
    '223.255.255.255',
    '2001:200::1',
    '2606:4700::1',
    '3fff:1000::1',
    '2a00::1',
  ])('%s is ordinary', (text) => {
    expect(specialPurposeOf(parseIpAddress(text))).toBeNull();
  });

  it('is written in canonical prefixes with their documents', () => {
    for (const { prefix, rfc } of SPECIAL_PURPOSE_RANGES) {
      const [address = ''] = prefix.split('/');
      expect(parseCidr(prefix)?.first).toEqual(parseIpAddress(address).words);
      expect(rfc).toMatch(/^RFC \d+$/);
    }
  });
});
