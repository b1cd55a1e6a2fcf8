import { describe, expect, it } from 'vitest';
import {
  embeddedIpv4,
  ipv4Address,
  ipv6Address,
  parseIpAddress,
} from '../../../src/domain/ip/address.ts';
import * as fc from '../../support/fast-check.ts';

const carried = (text: string) => embeddedIpv4(parseIpAddress(text));

describe('the IPv4 address an IPv6 one carries', () => {
  it.each([
    // RFC 4380 section 4, RFC 6052 section 2.4, RFC 3056 section 2.
    ['2001:0:4136:e378:8000:63bf:3fff:fdd2', 'teredo', '192.0.2.45'],
    ['64:ff9b::192.0.2.33', 'nat64', '192.0.2.33'],
    ['2002:c000:221:1::1', '6to4', '192.0.2.33'],
  ])('of %s is by %s %s', (text, embedding, address) => {
    expect(carried(text)).toEqual({ embedding, address: parseIpAddress(address) });
  });

  it.each([
    '2001:1::1',
    '2003::1',
    '64:ff9b:0:1::c000:221',
    '64:ff9b:2::c000:221',
    '64:ff9b:1::192.0.2.33',
    '64:ff9b:1:c000:2:2100::',
    '64:ff9b:1:1::c000:221',
    '64:ff9b:1:c000:102:2100::',
    '8.8.8.8',
  ])('is none of %s', (text) => {
    expect(carried(text)).toBeNull();
  });

  it('is read back from every IPv4 address', () => {
    fc.assert(
      fc.property(fc.nat(0xffff_ffff), (value) => {
        const address = ipv4Address(value);
        const inverted = ~value >>> 0;
        const forms = [
          [0x2002_0000 + (value >>> 16), (value << 16) >>> 0, 0, 1],
          [0x2001_0000, 0, 0, inverted],
          [0x0064_ff9b, 0, 0, value],
        ];
        for (const words of forms)
          expect(embeddedIpv4(ipv6Address(words))?.address).toEqual(address);
      }),
    );
  });
});
