import { describe, expect, it } from 'vitest';
import {
  createKeyReader,
  deriveApiKey,
  generateApiKey,
  hashApiKey,
  newKeyId,
  newOrganizationId,
  organizationOfKeyId,
} from '../../../src/accounts/keys/api-key.ts';
import { REGIONS } from '../../../src/domain/regions.ts';
import { parseSecrets } from '../../../src/lib/secrets.ts';
import * as fc from '../../support/fast-check.ts';

const SECRET = 'a secret of the tests';
const owner = { id: 'org_demo', region: 'weur', mode: 'live' } as const;
const read = createKeyReader(parseSecrets(SECRET));
const problemOf = async (header: string | null) => {
  const result = await read(header);
  return result.ok ? null : result.problem;
};

describe('API keys', () => {
  it('say which organization to ask and where, in either mode', async () => {
    for (const mode of ['live', 'test'] as const) {
      for (const region of REGIONS) {
        const id = newOrganizationId();
        const key = await generateApiKey(SECRET, { id, region, mode });
        expect(key).toMatch(new RegExp(`^sk_${mode}_[0-9A-Za-z]{58}$`));
        const expected = {
          ok: true,
          key: { kind: 'key', id, region, mode, hash: await hashApiKey(key), secretVersion: 1 },
        };
        expect(await read(`Bearer ${key}`)).toEqual(expected);
        expect(await read(`bearer  ${key}`)).toEqual(expected);
      }
    }
  });

  it('reach nothing with one character changed', async () => {
    const key = await generateApiKey(SECRET, owner);
    for (let at = 0; at < key.length; at++) {
      const forged = key.slice(0, at) + (key[at] === 'x' ? 'y' : 'x') + key.slice(at + 1);
      expect(await problemOf(`Bearer ${forged}`), forged).toMatch(/^(malformed|forged|cut)$/);
    }
  });

  it('made with another secret are forged', async () => {
    expect(await problemOf(`Bearer ${await generateApiKey('another', owner)}`)).toBe('forged');
  });

  it('stand while the secret is replaced', async () => {
    const rotating = createKeyReader(parseSecrets(`v3:newer,v2:new,v1:${SECRET}`));
    for (const [secret, ok] of [
      [SECRET, true],
      ['new', true],
      ['newer', true],
      ['another', false],
    ] as const)
      expect(await rotating(`Bearer ${await generateApiKey(secret, owner)}`)).toMatchObject({ ok });
  });

  it('are distinguished from anything else in the header', async () => {
    const key = await generateApiKey(SECRET, owner);
    for (const [header, problem] of [
      [null, 'missing'],
      ['', 'missing'],
      ['   ', 'missing'],
      ['Bearer', 'malformed'],
      ['Bearer ', 'malformed'],
      [key, 'wrong_scheme'],
      [`Basic ${key}`, 'wrong_scheme'],
      ['Bearer x', 'malformed'],
      [`Bearer ${key} x`, 'cut'],
      [`Bearer ${key.slice(0, 40)}`, 'cut'],
      [`Bearer ${key}\u0000`, 'cut'],
      [`Bearer "${key}"`, 'quoted'],
    ] as const)
      expect(await problemOf(header), String(header)).toBe(problem);
    await fc.assert(
      fc.asyncProperty(fc.string(), async (noise) => {
        expect(await problemOf(`Bearer sk_live_${noise}`)).not.toBeNull();
      }),
    );
  });

  it('derived from the same label are the same, from others different', async () => {
    const derive = (label: string) => deriveApiKey(SECRET, owner, label);
    expect(await derive('a')).toBe(await derive('a'));
    expect(await derive('a')).not.toBe(await derive('b'));
    expect(await problemOf(`Bearer ${await derive('a')}`)).toBeNull();
  });

  it('are never made twice, nor are the ids of organizations', async () => {
    const keys = await Promise.all(
      Array.from({ length: 200 }, () => generateApiKey(SECRET, owner)),
    );
    expect(new Set(keys).size).toBe(200);
    expect(new Set(Array.from({ length: 200 }, newOrganizationId)).size).toBe(200);
  });

  it('are named by an id that names their organization', () => {
    const id = newOrganizationId();
    expect(organizationOfKeyId(newKeyId(id))).toBe(id);
    for (const other of ['', 'key_', 'key_a', 'key_a_', 'key_a-b_c', 'org_a', `${newKeyId(id)}!`])
      expect(organizationOfKeyId(other)).toBeNull();
  });

  it('are stored as SHA-256', async () => {
    expect(await hashApiKey('abc')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });
});
