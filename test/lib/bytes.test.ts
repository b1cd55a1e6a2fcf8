import { expect, it } from 'vitest';
import { sha256Hex, shortSha256Hex } from '../../src/lib/bytes.ts';
import * as fc from '../support/fast-check.ts';

it('hashes the examples of FIPS 180-4', () => {
  expect(shortSha256Hex('abc')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
  expect(shortSha256Hex('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq')).toBe(
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  );
  expect(shortSha256Hex('', 16)).toBe('e3b0c44298fc1c149afbf4c8996fb924');
});

it('hashes as SubtleCrypto does, whatever the text and however many blocks it fills', async () => {
  for (let length = 0; length <= 200; length++)
    for (const text of ['x'.repeat(length), 'é'.repeat(length), `${'😀'.repeat(length)}\ud800`])
      expect(shortSha256Hex(text, 16), `${length}`).toBe(await sha256Hex(text, 16));
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), async (text) => {
      expect(shortSha256Hex(text)).toBe(await sha256Hex(text));
    }),
  );
});
