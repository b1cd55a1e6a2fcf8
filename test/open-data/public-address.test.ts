import ipaddr from 'ipaddr.js';
import { expect, it } from 'vitest';
import { isPublicAddress } from '../../src/open-data/ip/special-purpose-ranges.ts';
import * as fc from '../support/fast-check.ts';

const hex = (parts: readonly number[]) => parts.map((part) => part.toString(16)).join(':');

/**
 * What ipaddr.js says; it calls "unicast" what lies outside 2000::/3 too, which IANA has not put to
 * use.
 */
function oracle(text: string): boolean {
  const address = ipaddr.parse(text);
  return (
    address.range() === 'unicast' &&
    (address.kind() === 'ipv4' || address.match(ipaddr.parse('2000::'), 3))
  );
}

const PREFIXES_4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
].concat(
  [
    '192.0.2.0/24',
    '192.31.196.0/24',
    '192.52.193.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
    '192.175.48.0/24',
    '198.18.0.0/15',
  ],
  ['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4', '255.255.255.255/32'],
);
const PREFIXES_6 = [
  '::/8',
  '::ffff:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001::/32',
  '2001:db8::/32',
].concat([
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
  '4000::/2',
  '5f00::/16',
  '8000::/1',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
]);

const number = (bytes: readonly number[]) =>
  bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
const bytesOf = (value: bigint, length: number) =>
  Array.from({ length }, (_, i) => Number((value >> BigInt(8 * (length - 1 - i))) & 255n));

/**
 * Addresses inside a reserved range and at most two beyond its ends, where a wrong bound would
 * show.
 */
const around = (prefixes: string[]) =>
  fc
    .tuple(
      fc.constantFrom(...prefixes),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.integer({ min: -2, max: 2 }),
      fc.boolean(),
    )
    .map(([prefix, where, offset, edge]) => {
      const [base, length] = ipaddr.parseCIDR(prefix);
      const bytes = base.toByteArray();
      const bits = bytes.length * 8;
      const size = 1n << BigInt(bits - length);
      const inside = edge
        ? (where < 0.5 ? 0n : size - 1n) + BigInt(offset)
        : (size * BigInt(Math.floor(where * 1e6))) / 1_000_000n;
      const value = BigInt.asUintN(bits, number(bytes) + inside);
      return ipaddr.fromByteArray(bytesOf(value, bytes.length)).toString();
    });

const anyIpv4 = fc.ipV4();
const anyIpv6 = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 })
  .map(hex);

it('agrees with an independent table about IPv4', () => {
  fc.assert(
    fc.property(fc.oneof(anyIpv4, around(PREFIXES_4)), (text) => {
      expect(isPublicAddress(text, 4), text).toBe(oracle(text));
    }),
    { numRuns: 5_000 },
  );
});

it('agrees with an independent table about IPv6', () => {
  fc.assert(
    fc.property(fc.oneof(anyIpv6, around(PREFIXES_6)), (text) => {
      expect(isPublicAddress(text, 6), text).toBe(oracle(text));
    }),
    { numRuns: 5_000 },
  );
});

it('never calls public what carries an IPv4 address inside', () => {
  fc.assert(
    fc.property(anyIpv4, (text) => {
      const [a = 0, b = 0, c = 0, d = 0] = text.split('.').map(Number);
      const [high, low] = [(a << 8) | b, (c << 8) | d];
      const carriers = [
        `::ffff:${text}`,
        `::${text}`,
        `64:ff9b::${text}`,
        hex([0x2002, high, low, 0, 0, 0, 0, 1]),
      ];
      const teredo = hex([0x2001, 0, 0x1234, 0, 0, 0, high ^ 0xffff, low ^ 0xffff]);
      for (const carrier of [...carriers, teredo])
        expect(isPublicAddress(carrier, 6), carrier).toBe(false);
      expect(isPublicAddress(`::ffff:${text}`, 4)).toBe(isPublicAddress(text, 4));
    }),
  );
});

it.each([
  '',
  'example.com',
  '8.8.8',
  '8.8.8.8.8',
  '08.8.8.8',
  '0x8.8.8.8',
  '8.8.8.8/32',
  '8.8.8.8:80',
  'fe80::1%eth0',
  '[2606:4700::1]',
  ' 8.8.8.8',
])('does not call %j public: it is no address', (text) => {
  expect(isPublicAddress(text, 4)).toBe(false);
  expect(isPublicAddress(text, 6)).toBe(false);
});

it('tells the families apart', () => {
  expect(isPublicAddress('8.8.8.8', 4)).toBe(true);
  expect(isPublicAddress('8.8.8.8', 6)).toBe(false);
  expect(isPublicAddress('2606:4700:4700::1111', 6)).toBe(true);
  expect(isPublicAddress('2606:4700:4700::1111', 4)).toBe(false);
});
