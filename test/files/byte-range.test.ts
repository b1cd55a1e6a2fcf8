import { expect, it } from 'vitest';
import { parseByteRange } from '../../src/files/download.ts';
import * as fc from '../support/fast-check.ts';

it.each([
  ['bytes=0-499', 10_000, { offset: 0, length: 500 }],
  ['bytes=9500-', 10_000, { offset: 9_500, length: 500 }],
  ['bytes=-500', 10_000, { offset: 9_500, length: 500 }],
  ['bytes=-20000', 10_000, { offset: 0, length: 10_000 }],
  ['bytes=9999-20000', 10_000, { offset: 9_999, length: 1 }],
  ['Bytes= 1 - 2', 10, { offset: 1, length: 2 }],
  ['bytes=10000-', 10_000, 'unsatisfiable'],
  ['bytes=-0', 10_000, 'unsatisfiable'],
  ['bytes=0-', 0, 'unsatisfiable'],
  ['bytes=-5', 0, 'unsatisfiable'],
  ['bytes=5-4', 10_000, null],
  ['bytes=0-1,5-6', 10_000, null],
  ['bytes=-', 10_000, null],
  ['bytes=a-b', 10_000, null],
  ['lines=0-1', 10_000, null],
  ['', 10_000, null],
  [undefined, 10_000, null],
] as const)('%j of %i bytes is %j', (header, size, range) =>
  expect(parseByteRange(header, size)).toEqual(range),
);

it('never leaves the file', () => {
  const end = fc.option(fc.oneof(fc.nat(200), fc.maxSafeNat()), { nil: '' });
  fc.assert(
    fc.property(end, end, fc.nat(100), (first, last, size) => {
      const range = parseByteRange(`bytes=${first}-${last}`, size);
      if (range === null || range === 'unsatisfiable') return;
      expect(range.offset).toBeGreaterThanOrEqual(0);
      expect(range.length).toBeGreaterThan(0);
      expect(range.offset + range.length).toBeLessThanOrEqual(size);
    }),
  );
});
