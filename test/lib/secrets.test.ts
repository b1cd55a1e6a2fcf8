import { expect, it } from 'vitest';
import { readUpstreamVars, readVars, varsSchema } from '../../src/env.ts';
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
    ...['v2:a,v1:', 'V2:a,V1:b', 'v2=a,v1=b', 'v2 : a'],
  ]) {
    expect(() => parseSecrets(text)).toThrow(RangeError);
    expect(varsSchema.safeParse({ KEY_SECRET: text }).success).toBe(false);
  }
  const wrong = { KEY_SECRET: 'hidden,v2:other', PUBLIC_URL: 'hidden' };
  expect(() => readVars(wrong)).toThrow(/KEY_SECRET: has an entry.*PUBLIC_URL: /);
  expect(() => readVars(wrong)).not.toThrow(/hidden|v2:other/);
  expect(varsSchema.parse({ KEY_SECRET: '' }).KEY_SECRET).toBeUndefined();
});

it('refuses what could never work, and names the variable, not its value', () => {
  const refused: [name: string, ...values: string[]][] = [
    // No Authorization header could carry it, so /admin would be closed to the operator.
    ['ADMIN_TOKEN', 'hidden token', 'hidden-schlüssel'],
    ['ALERT_MAIL', 'hidden', 'hidden@example.com, other@example.com'],
    ['MAIL_FROM', 'hidden'],
    ['WHOIS_HOST', 'https://hidden.example'],
    ['FETCH_ALLOW_HOSTS', 'hidden.example', 'http://hidden.example:80', 'a.example:1 hidden:2'],
    ['HUNTER_URL', 'hidden'],
    ['DEMO', 'hidden', 'yes', '2'],
    ['SOCIAL_PAGES', 'hidden', 'yes'],
    ['SPARQL_SEARCH', 'on'],
  ];
  for (const [name, ...values] of refused)
    for (const value of values) {
      const start = () => {
        readVars({ [name]: value });
        readUpstreamVars({ [name]: value });
      };
      expect(start, value).toThrow(new RegExp(`^The environment cannot be used. ${name}: `));
      expect(start).not.toThrow(/hidden/);
    }
  const usable = {
    ...{ ADMIN_TOKEN: ' admin_local ', ALERT_MAIL: 'ops@example.com', WHOIS_HOST: '[::1]:43' },
    ...{ MAIL_FROM: 'Lookups <mail@example.com>', FETCH_ALLOW_HOSTS: 'A.example:80, [::1]:9,' },
  };
  expect(readVars(usable)).toMatchObject({
    ADMIN_TOKEN: 'admin_local',
    FETCH_ALLOW_HOSTS: ['a.example:80', '[::1]:9'],
  });
});

it('reads a flag by either spelling, of its own variables and of upstreams', () => {
  const isOn = (value: string) => [
    readVars({ DEMO: value }).DEMO,
    readUpstreamVars({ PERSON_OPEN_LOOKUPS: value }).has('PERSON_OPEN_LOOKUPS'),
  ];
  for (const value of ['1', 'true', ' TRUE ']) expect(isOn(value), value).toEqual([true, true]);
  for (const value of ['', '0', 'false']) expect(isOn(value), value).toEqual([false, false]);
});
