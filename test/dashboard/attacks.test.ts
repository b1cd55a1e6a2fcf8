import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { PAGE_ACCESS } from '../../src/dashboard/session/permissions.ts';
import { appServices } from '../../src/services.ts';
import { call, operate } from '../support/api.ts';
import type { Page } from '../support/cookie-browser.ts';
import { Browser, newKey, PASSWORD, signedUp, signIn } from './browser.ts';
import { invited, joined, linkOf, organizationOf, userIdOf } from './people.ts';

const MARKUP = `<script>alert(1)</script>"'><img src=x onerror=alert(1)>`;

/** Two organizations that have nothing to do with each other, and a member of the first. */
let owner: Browser;
let member: Browser;
let stranger: Browser;

beforeAll(async () => {
  const fields = { name: MARKUP, organization: MARKUP };
  owner = await signedUp('owner@first.example', fields);
  member = await joined(owner, 'member@first.example');
  stranger = await signedUp('owner@second.example', { organization: 'Second' });
});

/** Every route that takes a form, its parameters filled in. */
async function forms(): Promise<string[]> {
  const pages = (await appServices.dashboard()) as unknown as {
    routes: { method: string; path: string }[];
  };
  const paths = pages.routes.filter(({ method }) => method === 'POST').map(({ path }) => path);
  return [...new Set(paths.map((path) => path.replaceAll(/:\w+/g, 'x')))];
}

it('refuses every form without its token, with another’s, or from another site', async () => {
  const all = await forms();
  expect(all.length).toBeGreaterThan(15);
  const [own, others] = [await owner.token('/app'), await stranger.token('/app')];
  expect(own).not.toBe(others);
  for (const path of all) {
    const refused: Page[] = [
      await owner.post(path, {}),
      await owner.post(path, { form_token: others }),
      await owner.post(path, { form_token: own }, { Origin: 'https://evil.example' }),
      await owner.post(path, { form_token: own }, { Origin: 'null' }),
      await owner.post(path, { form_token: own }, { 'Sec-Fetch-Site': 'cross-site' }),
      await owner.post(path, { form_token: own, rest: 'x'.repeat(70_000) }),
      await owner.ask(path, {
        method: 'POST',
        headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
        body: '--x--',
      }),
      await new Browser().post(path, { form_token: own }),
    ];
    const statuses = refused.map(({ status }) => status);
    expect(statuses, path).toEqual([403, 403, 403, 403, 403, 413, 403, 403]);
  }
  const plain = { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: 'x=1' };
  expect((await owner.ask('/app/keys', plain)).status).toBe(415);
});

it('takes the token of an upload from the form, where no address shows it', async () => {
  const { text } = await owner.open('/app/jobs/new');
  expect(text).toContain('action="/app/jobs/new"');
  const [own, others] = [await owner.token('/app'), await stranger.token('/app')];
  const send = async (path: string, fields: Record<string, string>) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    body.set('file', new Blob(['+14155552671']), 'list.csv');
    return (await owner.ask(path, { method: 'POST', body })).status;
  };
  expect([
    await send('/app/jobs/new', { form_token: own }),
    await send('/app/jobs/new', { form_token: others }),
    await send('/app/jobs/new', { name: 'first', form_token: own }),
    await send(`/app/jobs/new?form_token=${encodeURIComponent(own)}`, {}),
  ]).toEqual([303, 403, 403, 403]);
});

it('shows nothing of the dashboard to strangers, on any page', async () => {
  const pages = (await appServices.dashboard()) as unknown as {
    routes: { method: string; path: string }[];
  };
  const isOpen = (path: string) =>
    /\.(?:css|js)$/.test(path) || PAGE_ACCESS.get(path)?.[0] === 'public';
  for (const { method, path } of pages.routes) {
    const filled = path.replaceAll(/:\w+/g, 'x');
    if (method !== 'GET' || isOpen(path)) continue;
    const reply = await new Browser().open(filled);
    expect([reply.status, reply.location?.startsWith('/app/sign-in')], path).toEqual([303, true]);
  }
});

it('changes nothing by any page that is opened, links of mails among them', async () => {
  const pages = (await appServices.dashboard()) as unknown as {
    routes: { method: string; path: string }[];
  };
  const { id } = await newKey(owner);
  const email = 'opened@first.example';
  const invitation = await invited(owner, email);
  await new Browser().submit('/app/reset-password', { email: 'member@first.example' });
  const reset = await vi.waitFor(async () => {
    const link = await linkOf('member@first.example');
    if (!link.includes('reset-password')) throw new Error('no link yet');
    return link;
  });
  const filled = pages.routes
    .filter(({ method, path }) => method === 'GET' && !path.includes('*'))
    .map(({ path }) => path.replace('/keys/:id', `/keys/${id}`).replaceAll(/:\w+/g, 'x'));
  const prepare = vi.spyOn(env.DB, 'prepare');
  const statuses: number[] = [];
  for (const path of [...filled, invitation, reset]) {
    statuses.push((await owner.open(path)).status);
    statuses.push((await new Browser().open(path)).status);
  }
  const statements = prepare.mock.calls.map(([statement]) => statement);
  prepare.mockRestore();
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(20);
  expect(statements.length).toBeGreaterThan(100);
  expect(statements.filter((statement) => !/^\s*(?:select|with)\b/i.test(statement))).toEqual([]);
});

it('reads and writes nothing of another organization by its ids', async () => {
  const { id: keyId, key } = await newKey(owner);
  const userId = await userIdOf(owner);
  await invited(owner, 'waiting@first.example');
  const invitation = /invitations\/([\w-]+)\/withdraw/.exec((await owner.open('/app/team')).text);
  const token = await stranger.token('/app/settings');
  const post = (path: string, fields = {}) => stranger.post(path, { form_token: token, ...fields });
  const replies = [
    await stranger.open(`/app/keys/${keyId}/revoke`),
    await post(`/app/keys/${keyId}/revoke`),
    await stranger.open(`/app/team/${userId}/remove`),
    await post(`/app/team/${userId}/remove`),
    await post(`/app/team/${userId}/role`, { role: 'member' }),
    await post(`/app/team/invitations/${invitation?.[1]}/withdraw`),
    await post('/app/settings/switch', { shown: await organizationOf(owner) }),
  ];
  expect(replies.map(({ status }) => status)).toEqual(Array(7).fill(404));
  const reply = await call('POST', '/v1/phone', { token: key, body: { phone_number: '+1' } });
  expect(reply.body.error.code).toBe('UPGRADE_REQUIRED');
  for (const path of ['/app', '/app/keys', '/app/team', '/app/settings'])
    expect((await stranger.open(path)).text).not.toContain('first.example');
});

it('lets members do nothing that is the owners’', async () => {
  const token = await member.token('/app');
  const [ownerId, memberId] = [await userIdOf(owner), await userIdOf(member)];
  const fields = { form_token: token, email: 'x@y.example', role: 'owner', organization: 'Mine' };
  for (const path of [
    '/app/team/invitations',
    `/app/team/${ownerId}/remove`,
    `/app/team/${memberId}/role`,
    '/app/settings/organization',
    '/app/settings/country',
    '/app/settings/delete-organization',
  ])
    expect((await member.post(path, { ...fields, password: PASSWORD })).status, path).toBe(403);
});

it('escapes whatever a customer can name, on every page', async () => {
  await owner.submit('/app/keys', { name: MARKUP, mode: 'live', expires: '' });
  const { id } = await newKey(owner, { name: MARKUP });
  const sent = await owner.submit('/app/keys', { name: MARKUP, mode: MARKUP, expires: MARKUP });
  const link = await invited(owner, 'markup@first.example');
  const pages = [
    sent,
    await owner.open('/app'),
    await owner.open('/app/keys'),
    await owner.open(`/app/keys/${id}/revoke`),
    await owner.open('/app/team'),
    await owner.open('/app/settings'),
    await owner.open('/app/settings/delete-organization'),
    await owner.open('/app/settings/delete-account'),
    await new Browser().open(link),
    await new Browser().submit('/app/sign-in', { email: MARKUP, password: 'x', next: MARKUP }),
    await new Browser().open(`/app/reset-password?token=${encodeURIComponent(MARKUP)}`),
  ];
  for (const { text, headers } of pages) {
    expect(text).not.toMatch(/<script>|<img|onerror=alert\(1\)>/);
    const ours = text.replaceAll('onerror=alert(1)&gt;', '');
    expect(ours).not.toMatch(/\sstyle=|\son\w+=/);
    expect(headers.get('Content-Security-Policy')).not.toContain('unsafe');
  }
  expect(pages.filter(({ text }) => text.includes('&lt;script&gt;')).length).toBeGreaterThan(8);
});

it('keeps invitations for whom they are meant', async () => {
  const link = await invited(owner, 'meant@first.example');
  const [path = '', query] = link.split('?');
  const token = new URLSearchParams(query).get('token') ?? '';
  const person = { name: 'Eve', password: PASSWORD };
  expect((await owner.open(`${path}?token=x`)).status).toBe(404);
  expect((await stranger.open(link)).text).toContain('You are signed in as');
  await stranger.submit('/app/settings', { token, ...person }, path);
  expect((await owner.open('/app/team')).text).not.toContain('owner@second.example');
  const eve = new Browser();
  const forged = await eve.post(path, {
    ...{ form_token: await eve.token(link), token: `${token}x` },
    ...person,
  });
  expect(forged.status).toBe(404);
  expect((await eve.submit(link, { token, ...person }, path)).location).toBe('/app');
  expect((await eve.open('/app')).text).toContain('You have joined');
  expect((await eve.open(link)).status).toBe(404);
});

it('makes one password and one member of an invitation that is accepted many times at once', async () => {
  const email = 'twice@first.example';
  const link = await invited(owner, email);
  const [path = '', query] = link.split('?');
  const token = new URLSearchParams(query).get('token') ?? '';
  const browser = new Browser();
  const fields = { form_token: await browser.token(link), token, name: 'Bob', password: PASSWORD };
  const replies = await Promise.all(Array.from({ length: 4 }, () => browser.post(path, fields)));
  expect(replies.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
  for (const table of ['logins', 'members']) {
    const query = `SELECT count(*) AS n FROM ${table} JOIN users ON users.id = user_id WHERE email = ?`;
    expect(await env.DB.prepare(query).bind(email).first(), table).toEqual({ n: 1 });
  }
  expect((await signIn(new Browser(), email)).location).toBe('/app');
});

it('invites anew as what was chosen last', async () => {
  const first = await invited(owner, 'again@first.example', 'owner');
  const last = { email: 'again@first.example', role: 'member' };
  await owner.submit('/app/team', last, '/app/team/invitations');
  const rows = (await owner.open('/app/team')).text.split('Invitations</h2>')[1]?.split('<tr>');
  const listed = rows?.filter((row) => row.includes('again@first.example'));
  expect(listed?.map((row) => /Owner|Member/.exec(row)?.[0])).toEqual(['Member']);
  expect((await new Browser().open(first)).status).toBe(404);
});

it('goes on counting an invitation that is open where another to the address is refused', async () => {
  const email = 'counted@first.example';
  await invited(owner, email);
  const id = await organizationOf(owner);
  const isCounted = () =>
    runInDurableObject(env.ACCOUNT.getByName(id), (_, { storage }) =>
      storage.sql
        .exec<{ body: string }>('SELECT body FROM rooms')
        .toArray()
        .some(({ body }) => body.includes(email)),
    );
  await operate('POST', `/organizations/${id}/members`, { email });
  const again = { email, role: 'member' };
  const refused = await owner.submit('/app/team', again, '/app/team/invitations');
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('belongs to the')]);
  expect(await isCounted()).toBe(true);
  const row = (await owner.open('/app/team')).text.split('Invitations</h2>')[1] ?? '';
  const [, invitation] = new RegExp(`${email}[^]*?invitations/([\\w-]+)/withdraw`).exec(row) ?? [];
  await owner.submit('/app/team', {}, `/app/team/invitations/${invitation}/withdraw`);
  expect(await isCounted()).toBe(false);
  await owner.submit('/app/team', again, '/app/team/invitations');
  expect(await isCounted()).toBe(false);
});

it('passes on the links of open invitations alone', async () => {
  const used = 'used@first.example';
  await joined(owner, used);
  const waiting = await invited(owner, 'open@first.example');
  const withdrawn = 'withdrawn@first.example';
  const id = /invitations\/([\w-]+)\?/.exec(await invited(owner, withdrawn))?.[1];
  expect(await linkOf(withdrawn)).not.toBe('');
  await owner.submit('/app/team', {}, `/app/team/invitations/${id}/withdraw`);
  expect([await linkOf(used), await linkOf(withdrawn)]).toEqual(['', '']);
  expect(await linkOf('open@first.example')).toBe(waiting);
});

it('takes no form of one organization for another that was switched to since', async () => {
  const email = 'ada@two.example';
  const here = await signedUp(email);
  const first = await organizationOf(here);
  const made = await operate('POST', '/organizations', { name: 'The second', owner_email: email });
  const second = made.organization.id;
  const paths = ['/app/keys', '/app/settings/delete-organization', '/app/settings'] as const;
  const [keys, deletion, settings] = await Promise.all(paths.map((path) => here.token(path)));
  const switchTo = (form_token: string | undefined, shown: string) =>
    here.post('/app/settings/switch', { form_token: form_token ?? '', shown });
  await switchTo(settings, second);
  expect(await organizationOf(here)).toBe(second);
  const sent = await Promise.all([
    here.post('/app/keys', { form_token: keys ?? '', name: 'x', mode: 'live', expires: '' }),
    here.post(paths[1], { form_token: deletion ?? '', password: PASSWORD }),
  ]);
  for (const { status, text } of sent) {
    expect(status).toBe(409);
    expect(text).toContain('opened for an organization other than the one shown now');
  }
  expect((await here.open('/app/keys')).text).not.toMatch(/\/app\/keys\/key_\w+\/revoke/);
  // The page that the switch was drawn on is of the first; switching acts on the session.
  await switchTo(settings, first);
  expect(await organizationOf(here)).toBe(first);
  expect(
    (await here.post(paths[1], { form_token: deletion ?? '', password: PASSWORD })).status,
  ).toBe(303);
});

describe('a member who is removed', () => {
  it('is out with the next request, and so are the keys', async () => {
    const gone = await joined(owner, 'gone@first.example');
    const { key } = await newKey(gone);
    const before = await call('GET', '/v1/account', { token: key });
    expect(before.status).toBe(403);
    const userId = await userIdOf(gone);
    const token = await gone.token('/app/keys');
    await owner.submit('/app/team', {}, `/app/team/${userId}/remove`);
    const after = await call('GET', '/v1/account', { token: key });
    expect([after.status, after.body.error.message]).toEqual([
      401,
      'The API key has been revoked.',
    ]);
    expect((await gone.open('/app/keys')).location).toBe(
      '/app/organizations/new?next=%2Fapp%2Fkeys',
    );
    const sent = { form_token: token, name: 'x', mode: 'live', expires: '' };
    expect((await gone.post('/app/keys', sent)).location).toBe('/app/organizations/new');
    await gone.submit('/app/organizations/new', { organization: 'Own' });
    expect((await gone.open('/app')).text).toContain('Own');
  });

  it('is never the last owner', async () => {
    const userId = await userIdOf(owner);
    await owner.submit('/app/team', { role: 'member' }, `/app/team/${userId}/role`);
    expect((await owner.open('/app/team')).text).toContain('The last owner cannot leave.');
    await owner.submit('/app/team', {}, `/app/team/${userId}/remove`);
    expect((await owner.open('/app/team')).text).toContain('The last owner cannot leave.');
    const stuck = await owner.submit(
      '/app/settings/delete-account',
      { password: PASSWORD },
      '/app/settings/delete-account',
    );
    expect(stuck.text).not.toContain('Your account is deleted');
    expect((await owner.open('/app')).status).toBe(200);
  });
});

it('changes password, name and organization, and ends the other sessions', async () => {
  const email = 'ada@changing.example';
  const here = await signedUp(email);
  const there = new Browser();
  await signIn(there, email);
  const change = (current_password: string, new_password: string) =>
    here.submit('/app/settings', { current_password, new_password }, '/app/settings/password');
  expect((await change('not this one', 'another sound one 8')).text).toContain('is wrong');
  expect((await change(PASSWORD, 'q1w2e3r4t5')).text).toContain('most common');
  expect((await change(PASSWORD, 'another sound one 8')).location).toBe('/app/settings');
  expect((await there.open('/app')).location).toBe('/app/sign-in');
  expect((await here.open('/app')).status).toBe(200);
  await here.submit('/app/settings', { organization: 'Renamed' }, '/app/settings/organization');
  const organization = await organizationOf(here);
  const shown = await operate('GET', `/organizations/${organization}`);
  expect(shown.organization.name).toBe('Renamed');
});

it('deletes an organization with its keys, and a person with what was theirs alone', async () => {
  const email = 'ada@deleting.example';
  const browser = await signedUp(email);
  const { key } = await newKey(browser);
  const page = '/app/settings/delete-organization';
  expect((await browser.submit(page, { password: 'not this one' })).status).toBe(422);
  expect((await browser.submit(page, { password: PASSWORD })).location).toBe('/app');
  expect((await call('GET', '/v1/account', { token: key })).status).toBe(401);
  await browser.submit('/app/organizations/new', { organization: 'Second try' });
  const second = await newKey(browser);
  const reply = await browser.submit('/app/settings/delete-account', { password: PASSWORD });
  expect(reply.location).toBe('/app/sign-in');
  expect((await call('GET', '/v1/account', { token: second.key })).status).toBe(401);
  expect((await browser.open('/app')).location).toBe('/app/sign-in');
  expect((await signIn(new Browser(), email)).status).toBe(422);
});

it('writes down who changed keys and members', async () => {
  const { id } = await newKey(owner);
  await owner.submit(`/app/keys/${id}/revoke`, {});
  const { entries } = await operate('GET', '/audit-log?limit=100');
  const actor = await userIdOf(owner);
  const organization_id = await organizationOf(owner);
  for (const expected of [
    { route: '/app/keys', target: id },
    { route: '/app/keys/:id/revoke', target: id },
    { route: '/app/team/invitations', target: expect.stringMatching(/^[\w-]{8,}$/) },
    { route: '/app/team/:id/remove' },
  ])
    expect(entries).toContainEqual(
      expect.objectContaining({ actor, organization_id, method: 'POST', ...expected }),
    );
  const routes = entries.map(({ route }: { route: string }) => route);
  expect(routes).toContain('/app/settings/password');
  expect(routes).toContain('/app/settings/delete-organization');
  expect(JSON.stringify(entries)).not.toMatch(/sk_live_|password 7/);
});
