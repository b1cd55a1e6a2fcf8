import { describe, expect, it } from 'vitest';
import { parseIpAddress } from '../../../src/domain/ip/address.ts';
import { parseCidr } from '../../../src/domain/ip/address-range.ts';
import * as fc from '../../support/fast-check.ts';

/** What the general parser says of a single address. */
function general(text: string) {
  try {
    const { version, words } = parseIpAddress(text);
    return { version, prefix: 32 * words.length, first: words, last: words };
  } catch {
    return null;
  }
}

describe('an address in a list', () => {
  const piece = fc.constantFrom(
    '::',
    ':',
    '0',
    '1',
    'ffff',
    'FFFF',
    '2001',
    'db8',
    '12345',
    'g',
    '',
  );
  const noise = fc.array(piece, { maxLength: 17 }).map((pieces) => pieces.join(''));

  it('is read as the general parser reads it, however it is spelt', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV6(), fc.ipV4(), noise), (text) => {
        expect(parseCidr(text), text).toEqual(general(text));
      }),
      { numRuns: 5_000 },
    );
  });

  it.each([
    '1::',
    '1:2:3:4:5:6:7:8',
    '1:2:3:4:5:6:7::',
    '1:2:3:4:5:6:7:8::',
    '1::2::3',
    '::1',
    '1:2:3',
  ])('%s too', (text) => expect(parseCidr(text)).toEqual(general(text)));
});
