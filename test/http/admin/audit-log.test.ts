import { env } from 'cloudflare:workers';
import { beforeEach, expect, it } from 'vitest';
import { refusal } from '../../support/refusal.ts';
import { createAdmin } from './support.ts';

beforeEach(() => env.DB.exec('DELETE FROM audit_log'));

async function doThings() {
  const admin = createAdmin();
  const { send } = admin;
  const made = await send('POST', '/organizations', {
    name: 'Example Ltd',
    owner_email: 'secret.owner@example.com',
  });
  const id = made.body.data.organization.id as string;
  await send('GET', `/organizations/${id}`);
  await send('POST', `/organizations/${id}/credits`, { amount: 'many', id: 'refused' });
  const key = await send('POST', `/organizations/${id}/api-keys`, {
    user_email: 'secret.owner@example.com',
    name: 'backend',
    mode: 'live',
  });
  await send('DELETE', `/api-keys/${key.body.data.id}`);
  return { ...admin, id, key: key.body.data as { id: string; key: string }, made };
}

it('says who changed what, newest first, and nothing of reads, refusals, bodies and keys', async () => {
  const { send, id, key, made } = await doThings();
  const { entries } = (await send('GET', '/audit-log')).body.data;
  const common = { at: expect.stringMatching(/^\d{4}-.*Z$/), actor: 'operator', address: null };
  const requestId = expect.stringMatching(/^[0-9a-f-]{36}$/);
  expect(entries).toEqual([
    {
      ...common,
      method: 'DELETE',
      route: '/admin/api-keys/:id',
      target: key.id,
      organization_id: id,
      request_id: requestId,
      changes: 'name: backend',
    },
    {
      ...common,
      method: 'POST',
      route: '/admin/organizations/:id/api-keys',
      target: null,
      organization_id: id,
      request_id: requestId,
      changes:
        'name: backend; scopes: all; ip_allow: any; expires_at: never; credits_per_day: no limit; mode: live',
    },
    {
      ...common,
      method: 'POST',
      route: '/admin/organizations',
      target: null,
      organization_id: id,
      request_id: made.headers.get('X-Request-Id'),
      changes: null,
    },
  ]);
  const { results } = await env.DB.prepare('SELECT * FROM audit_log').all();
  for (const secret of ['secret.owner', key.key])
    expect(JSON.stringify(results)).not.toContain(secret);
});

it('says what became what', async () => {
  const { send, id } = await doThings();
  await send('PATCH', `/organizations/${id}`, { default_country: 'DE' });
  await send('PATCH', `/organizations/${id}`, { default_country: null });
  const period = { current_period_start: '2026-01-01', current_period_end: '2026-02-01' };
  await send('PUT', `/organizations/${id}/subscription`, {
    ...{ plan: 'growth', status: 'active' },
    ...period,
  });
  for (const [amount, gift] of [
    [7, 'gift'],
    [7, 'gift'],
    [-999_999, 'back'],
  ])
    await send('POST', `/organizations/${id}/credits`, { amount, id: gift });
  const { entries } = (await send('GET', '/audit-log?limit=6')).body.data;
  expect(entries.map((entry: { changes: string | null }) => entry.changes)).toEqual([
    'credits: -7; asked_for: -999999',
    'credits: 0; asked_for: 7',
    'credits: 7',
    'plan: growth; status: active; tokens_per_month: 85000; until: 2026-02-01T00:00:00.000Z',
    'default_country: DE → none',
    'default_country: none → DE',
  ]);
});

it('names the person whom a change of an organization or of a sign-in was about', async () => {
  const { send, id } = await doThings();
  const email = 'audited.member@example.com';
  const { user } = (await send('POST', `/organizations/${id}/members`, { email })).body.data;
  expect((await send('POST', '/second-step/reset', { email })).status).toBe(200);
  expect((await send('DELETE', `/organizations/${id}/members/${user.id}`)).status).toBe(200);
  const { entries } = (await send('GET', '/audit-log?limit=2')).body.data;
  expect(entries).toMatchObject([
    { route: '/admin/organizations/:id/members/:user', organization_id: id, target: user.id },
    { route: '/admin/second-step/reset', target: null, changes: `user: ${user.id}` },
  ]);
});

it('has what may have been done, as the service failed, as in doubt', async () => {
  const { send } = await doThings();
  const rename = (from: string, to: string) =>
    env.DB.prepare(`ALTER TABLE ${from} RENAME TO ${to}`).run();
  await rename('members', 'kept_members');
  const organization = { name: 'Example Ltd', owner_email: 'owner@example.com' };
  const { status } = await send('POST', '/organizations', organization);
  await rename('kept_members', 'members');
  expect(status).toBe(500);
  const { entries } = (await send('GET', '/audit-log?limit=1')).body.data;
  expect(entries).toMatchObject([
    { route: '/admin/organizations', changes: 'outcome unknown: answered 500' },
  ]);
});

it('goes on page by page', async () => {
  const { send } = await doThings();
  const seen: string[] = [];
  let cursor = '';
  do {
    const { data } = (await send('GET', `/audit-log?limit=1${cursor && `&cursor=${cursor}`}`)).body;
    seen.push(...data.entries.map((entry: { method: string }) => entry.method));
    cursor = data.next_cursor ?? '';
    expect(data.has_more).toBe(cursor !== '');
  } while (cursor);
  expect(seen).toEqual(['DELETE', 'POST', 'POST']);
  expect((await send('GET', '/audit-log?cursor=x')).body).toEqual(refusal('INVALID_INPUT'));
});
