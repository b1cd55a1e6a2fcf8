import { expect, it } from 'vitest';
import { readVars, varsSchema } from '../../src/env.ts';
import { parseSecrets, secretOfVersion } from '../../src/lib/secrets.ts';

it('reads one plain secret as version 1, whatever is in it', () => {
  for (const text of ['secret', 'a:b', 'a,b', 'v1', 'v:a', 'vault:a'])
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

it('refuses an address without http or https, such as a host with its port', () => {
  for (const PUBLIC_URL of ['lookup.example:8443', 'localhost:8787', 'ftp://lookup.example'])
    expect(varsSchema.safeParse({ PUBLIC_URL }).success, PUBLIC_URL).toBe(false);
  const { PUBLIC_URL } = varsSchema.parse({ PUBLIC_URL: 'https://lookup.example:8443/path' });
  expect(PUBLIC_URL).toBe('https://lookup.example:8443');
});

it('refuses more than three, a version twice and half of a list: the deployment does not start', () => {
  for (const text of [
    ...['v4:d,v3:c,v2:b,v1:a', 'v1:a,v1:b', 'v1:a,b', 'hidden,v2:b', 'v2:', 'v12345:a'],
    'v2:a,v1:',
  ]) {
    expect(() => parseSecrets(text)).toThrow(RangeError);
    expect(varsSchema.safeParse({ KEY_SECRET: text }).success).toBe(false);
  }
  const wrong = { KEY_SECRET: 'hidden,v2:other', PUBLIC_URL: 'hidden' };
  expect(() => readVars(wrong)).toThrow(/KEY_SECRET: has an entry.*PUBLIC_URL: /);
  expect(() => readVars(wrong)).not.toThrow(/hidden|v2:other/);
  expect(varsSchema.parse({ KEY_SECRET: '' }).KEY_SECRET).toBeUndefined();
});
