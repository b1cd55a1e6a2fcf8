import { expect, it } from 'vitest';
import { sha256Hex } from '../../src/lib/bytes.ts';

it('hashes the examples of FIPS 180-4', async () => {
  expect(await sha256Hex('abc')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
  expect(await sha256Hex('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq')).toBe(
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  );
  expect(await sha256Hex('', 16)).toBe('e3b0c44298fc1c149afbf4c8996fb924');
});
