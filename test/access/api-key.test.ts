import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createApiKey, deriveApiKey, hashApiKey, readBearerKey } from '../../src/access/api-key.ts';

const SECRET = 'a secret of the tests';

describe('API keys', () => {
  it('reads back what it made, in either mode', async () => {
    for (const mode of ['live', 'test'] as const) {
      const key = await createApiKey(SECRET, mode);
      expect(key).toMatch(new RegExp(`^sk_${mode}_[0-9A-Za-z]{40}$`));
      expect(await readBearerKey(`Bearer ${key}`, SECRET)).toBe(key);
      expect(await readBearerKey(`bearer  ${key}`, SECRET)).toBe(key);
    }
  });

  it('refuses every key with one character changed', async () => {
    const key = await createApiKey(SECRET, 'live');
    for (let at = 0; at < key.length; at++) {
      const forged = key.slice(0, at) + (key[at] === 'x' ? 'y' : 'x') + key.slice(at + 1);
      expect(await readBearerKey(`Bearer ${forged}`, SECRET), forged).toBeNull();
    }
  });

  it('refuses a key made with another secret', async () => {
    expect(
      await readBearerKey(`Bearer ${await createApiKey('another secret', 'live')}`, SECRET),
    ).toBeNull();
  });

  it('refuses whatever else a header may hold', async () => {
    const key = await createApiKey(SECRET, 'live');
    const oddities = [
      null,
      '',
      'Bearer',
      'Bearer ',
      key,
      `Basic ${key}`,
      `Bearer ${key} x`,
      `Bearer ${key}\u0000`,
      `Bearer "${key}"`,
    ];
    for (const header of oddities) expect(await readBearerKey(header, SECRET)).toBeNull();
    await fc.assert(
      fc.asyncProperty(fc.string(), async (noise) => {
        expect(await readBearerKey(`Bearer sk_live_${noise}`, SECRET)).toBeNull();
      }),
    );
  });

  it('derives the same key from the same label and different ones from others', async () => {
    expect(await deriveApiKey(SECRET, 'live', 'a')).toBe(await deriveApiKey(SECRET, 'live', 'a'));
    expect(await deriveApiKey(SECRET, 'live', 'a')).not.toBe(
      await deriveApiKey(SECRET, 'live', 'b'),
    );
    expect(
      await readBearerKey(`Bearer ${await deriveApiKey(SECRET, 'test', 'a')}`, SECRET),
    ).not.toBeNull();
  });

  it('never makes the same key twice', async () => {
    const keys = await Promise.all(Array.from({ length: 200 }, () => createApiKey(SECRET, 'live')));
    expect(new Set(keys).size).toBe(200);
  });

  it('is stored as SHA-256', async () => {
    expect(await hashApiKey('abc')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });
});
