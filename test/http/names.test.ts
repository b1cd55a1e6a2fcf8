import { beforeAll, expect, it } from 'vitest';
import { type Person, signedUp } from '../dashboard/person.ts';
import { call, createOrganization, type TestOrganization } from '../support/api.ts';
import { wordsOf } from '../support/cookie-browser.ts';

const UNSHOWN = [
  'a\u0000b',
  'a\u001b[31mb',
  'a\u0085b',
  'a\nb',
  'a\u2028b',
  'a\u202eb',
  'a\u2066b',
];
const SHOWN = ['Zoë & Söhne', 'מכירות', '販売 💥', '  Trimmed\n'];

let organization: TestOrganization;
let person: Person;
beforeAll(async () => {
  organization = await createOrganization();
  person = await signedUp();
});

const monitor = (fields: object) => ({
  ...{ name: 'Customers', frequency: 'daily', numbers: [{ phone_number: '+14155550100' }] },
  ...fields,
});
const labelled = (label: string) => ({ numbers: [{ phone_number: '+14155550100', label }] });
const endpoint = (description: string) => ({ url: 'https://example.com/hook', description });

const PASTED = { kind: 'number', frequency: 'daily', mode: 'test', members: '+14155550100' };

/** Sends a form; that of a monitor may have a file, and is of parts. */
const send = (path: string, fields: Record<string, string>) =>
  path === '/app/monitors/new'
    ? person.upload(path, new Blob([]), '', fields)
    : person.send(path, fields);

const OPERATOR = 'admin_test';

it.each<[string, (name: string) => [method: string, path: string, body: object], string?]>([
  ['a monitor', (name) => ['POST', '/v1/number-monitors', monitor({ name })]],
  ['a label', (name) => ['POST', '/v1/number-monitors', monitor(labelled(name))]],
  ['an endpoint', (name) => ['POST', '/v1/webhook-endpoints', endpoint(name)]],
  [
    'an organization',
    (name) => [
      'POST',
      '/admin/organizations',
      { name, owner_email: `${crypto.randomUUID()}@a.example` },
    ],
    OPERATOR,
  ],
  [
    'a key',
    (name) => [
      'POST',
      `/admin/organizations/${organization.id}/api-keys`,
      { name, user_email: 'owner@example.com', mode: 'test' },
    ],
    OPERATOR,
  ],
])('%s has a name on one line, without controls', async (_, requestOf, operator) => {
  const ask = (name: string) => {
    const [method, path, body] = requestOf(name);
    return call(method, path, { token: operator ?? organization.sandbox, body });
  };
  for (const name of UNSHOWN) {
    const { status, body } = await ask(name);
    expect([name, status, body.error.code]).toEqual([name, 400, 'INVALID_INPUT']);
    expect(body.error.message).toContain('must be a single line without control characters');
  }
  // Three monitors may be had at a time.
  for (const name of SHOWN.slice(0, 1)) expect((await ask(name)).status).toBeLessThan(300);
});

it.each<[string, (name: string) => [path: string, fields: Record<string, string>]]>([
  ['a key', (name) => ['/app/keys', { name, mode: 'test' }]],
  ['an organization', (organization) => ['/app/settings/organization', { organization }]],
  ['a person', (name) => ['/app/settings/name', { name }]],
  [
    'an endpoint',
    (name) => ['/app/webhooks', { ...endpoint(name), mode: 'live', 'bulk_job.failed': 'on' }],
  ],
  ['a monitor', (name) => ['/app/monitors/new', { ...PASTED, name }]],
])('%s has such a name in the dashboard too', async (_, formOf) => {
  const says = 'must be a single line without control characters';
  for (const name of UNSHOWN) {
    const [path, fields] = formOf(name);
    const shown = await send(path, fields);
    expect([name, shown.status, wordsOf(shown)]).toEqual([
      name,
      422,
      expect.stringContaining(says),
    ]);
  }
  for (const name of SHOWN) {
    const [path, fields] = formOf(name);
    expect(wordsOf(await send(path, fields))).not.toContain(says);
  }
});
