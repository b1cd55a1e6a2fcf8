import { expect, it } from 'vitest';
import { varsSchema } from '../../src/env.ts';
import { parseSecrets, secretOfVersion } from '../../src/lib/secrets.ts';

it('reads one plain secret as version 1, whatever is in it', () => {
  for (const text of ['secret', 'a:b', 'a,b', 'v1:a,b', 'v2:', 'v12345:a'])
    expect(parseSecrets(text)).toEqual([{ version: 1, text }]);
});

it('reads a list, the one that makes first', () => {
  const secrets = parseSecrets('v2:new:er, v1:old');
  expect(secrets[0]).toEqual({ version: 2, text: 'new:er' });
  expect([1, 2, 3].map((version) => secretOfVersion(secrets, version))).toEqual([
    'old',
    'new:er',
    null,
  ]);
});

it('refuses more than three, and a version twice: the deployment does not start', () => {
  for (const text of ['v4:d,v3:c,v2:b,v1:a', 'v1:a,v1:b']) {
    expect(() => parseSecrets(text)).toThrow(RangeError);
    expect(varsSchema.safeParse({ KEY_SECRET: text }).success).toBe(false);
  }
  expect(varsSchema.parse({ KEY_SECRET: '' }).KEY_SECRET).toBeUndefined();
});
