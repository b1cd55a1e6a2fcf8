import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  ipAddress,
  ipv4Address,
  ipv6Address,
  parseIpAddress,
} from '../../../src/domain/ip/address.ts';
import { inputError, UnusableInput } from '../../../src/lib/inputs.ts';
import * as fc from '../../support/fast-check.ts';

describe('parsing', () => {
  it.each([
    ['8.8.8.0/24', ', without the length of a prefix'],
    ['2001:db8::/32', ', without the length of a prefix'],
    ['8.8.4.4:53', ', without a port'],
    ['[2001:db8::1]', ', without brackets'],
    ['[::1]:443', ', without a port and brackets'],
    ['fe80::1%eth0', ', without a zone'],
    ['010.0.0.1', ', without leading zeros'],
    ['300.1.1.1/8', ''],
    ['example.com:80', ''],
  ])('of %s says what has to go', (text, surplus) => {
    expect(() => parseIpAddress(text)).toThrow(
      new UnusableInput(`must be an IPv4 or IPv6 address${surplus}`),
    );
  });

  it.each([
    ['8.8.8.8', '8.8.8.8'],
    ['0.0.0.0', '0.0.0.0'],
    ['255.255.255.255', '255.255.255.255'],
    ['::ffff:8.8.8.8', '8.8.8.8'],
    ['::FFFF:808:808', '8.8.8.8'],
    ['2606:4700:4700:0000:0000:0000:0000:1111', '2606:4700:4700::1111'],
    ['2001:DB8::1', '2001:db8::1'],
    ['::', '::'],
    ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
    ['64:ff9b::192.0.2.33', '64:ff9b::c000:221'],
    ['::1.2.3.4', '::102:304'],
    ['::0.0.0.1', '::1'],
  ])('%s is %s', (text, canonical) => {
    expect(parseIpAddress(text).text).toBe(canonical);
  });

  it.each([
    '127.1',
    '0x7f.0.0.1',
    '0x7f.1',
    '2130706433',
    '010.0.0.1',
    '1.2.3.04',
    '1.2.3',
    '1.2.3.4.5',
    '1.2.3.256',
    '1.2.3.',
    '.1.2.3',
    '1..2.3',
    '1.2.3.4/24',
    '1.2.3.4:80',
    '-1.2.3.4',
    '１.2.3.4',
    'fe80::1%eth0',
    'fe80::1%1',
    '2001:db8::/32',
    '[2001:db8::1]',
    '[::1]:443',
    '2001:db8:::1',
    '1:2:3:4:5:6:7',
    '1.2.3.4::',
    '::1.2.3.4:5',
    '::ffff:010.0.0.1',
    '::ffff:0x7f.1',
    'example.com',
    'a',
    '12345::',
  ])('refuses %s', (text) => {
    expect(() => parseIpAddress(text)).toThrow('must be an IPv4 or IPv6 address');
  });

  it('reads back every IPv4 address it writes', () => {
    fc.assert(
      fc.property(fc.nat(0xffff_ffff), (value) => {
        const { text, words } = ipv4Address(value);
        expect(parseIpAddress(text)).toEqual({ version: 4, text, words });
      }),
    );
  });

  it('reads back every IPv6 address it writes, however it is spelled', () => {
    const word = fc.nat(0xffff_ffff);
    fc.assert(
      fc.property(fc.tuple(word, word, word, word), ([a, b, c, d]) => {
        const address = ipv6Address([a, b, c, d]);
        fc.pre(!(a === 0 && b === 0 && c === 0xffff));
        const full = [a, b, c, d]
          .map((each) => `${(each >>> 16).toString(16)}:${(each & 0xffff).toString(16)}`)
          .join(':');
        expect(parseIpAddress(full.toUpperCase())).toEqual(address);
        expect(parseIpAddress(address.text)).toEqual(address);
      }),
    );
  });

  it('never throws anything but a refusal', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789abcdef.:%/x[] ') }), (text) => {
        try {
          expect(parseIpAddress(parseIpAddress(text).text)).toBeDefined();
        } catch (error) {
          expect((error as Error).message).toMatch(
            /^must be an IPv4 or IPv6 address(?:, without .+)?$/,
          );
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('the request field', () => {
  const body = z.object({ ip: ipAddress });
  const codeOf = (value: unknown) =>
    inputError(body.safeParse(value).error?.issues ?? [], { value, schema: body }).code;

  it('trims and canonicalises', () => {
    expect(body.parse({ ip: ' 8.8.8.8\n' }).ip.text).toBe('8.8.8.8');
  });

  it('says what is wrong', () => {
    expect(codeOf({})).toBe('MISSING_FIELD');
    expect(codeOf({ ip: '' })).toBe('MISSING_FIELD');
    expect(codeOf({ ip: 8 })).toBe('INVALID_INPUT');
    expect(codeOf({ ip: '8.8.8' })).toBe('INVALID_INPUT');
  });
});
