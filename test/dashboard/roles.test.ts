import { env } from 'cloudflare:workers';
import { beforeAll, expect, it } from 'vitest';
import { PAGE_ACCESS } from '../../src/dashboard/session/permissions.ts';
import { ROLES, type Role } from '../../src/lookup/account/members.ts';
import { QUOTAS } from '../../src/lookup/account/quotas.ts';
import { appServices } from '../../src/services.ts';
import { makeMonitor } from '../monitors/support.ts';
import { call, operate } from '../support/api.ts';
import { wordsOf } from '../support/cookie-browser.ts';
import { Browser, newKey, signedUp, signIn } from './browser.ts';
import { accept, asking, invited, joined, organizationOf, pay, userIdOf } from './people.ts';

const people = {} as Record<Role, Browser>;
const ids = {} as Record<Role, string>;
let organization: string;
beforeAll(async () => {
  people.owner = await signedUp('owner@roles.example');
  organization = await organizationOf(people.owner);
  await pay(organization);
  for (const role of ['admin', 'member', 'billing'] as const)
    people[role] = await joined(people.owner, `${role}@roles.example`, role);
  const { members } = await operate('GET', `/organizations/${organization}`);
  for (const { id, role } of members) ids[role as Role] = id;
});

const changeRole = (by: Browser, id: string, role: string) =>
  by.submit('/app/settings', { role }, `/app/team/${id}/role`);

it('has a row of permissions for every page, and no other', async () => {
  const pages = (await appServices.dashboard()) as unknown as {
    routes: { method: string; path: string }[];
  };
  const served = pages.routes
    .filter(({ method, path }) => method !== 'ALL' && !/\.(?:css|js)$/.test(path))
    .map(({ method, path }) => `${method} ${path}`);
  const rows = [...PAGE_ACCESS].flatMap(([path, [get, post]]) => [
    ...(get ? [`GET ${path}`] : []),
    ...(post ? [`POST ${path}`] : []),
  ]);
  expect([...new Set(served)].sort()).toEqual(rows.sort());
});

it('leads from the address of a form, opened by itself, to the page that has the form', async () => {
  const owner = await signedUp('owner@form-addresses.example');
  await pay(await organizationOf(owner));
  const { id, key } = await newKey(owner);
  await joined(owner, 'other@form-addresses.example');
  await invited(owner, 'third@form-addresses.example');
  const url = 'https://example.com/hook';
  const endpoint = await call('POST', '/v1/webhook-endpoints', { token: key, body: { url } });
  const numbers = [{ phone_number: '+12125552186' }];
  const monitor = await makeMonitor(key, { name: 'm', numbers, webhook_url: url });
  const seen = new Set<string>();
  const wrong: string[] = [];
  for (const page of [
    ...['/app', '/app/keys', `/app/keys/${id}`, '/app/team', '/app/billing', '/app/deliveries'],
    ...['/app/settings', '/app/settings/security', `/app/monitors/${monitor.id}`],
    `/app/webhooks/${endpoint.body.data.id}`,
  ]) {
    const { text } = await owner.open(page);
    for (const [, action = ''] of text.matchAll(/<form method="post" action="([^"]+)"/g)) {
      if (seen.has(action)) continue;
      seen.add(action);
      const shown = await owner.follow(await owner.open(action));
      if (shown.status !== 200 || !shown.text.includes(`action="${action}"`))
        wrong.push(`${action}: ${shown.status} ${shown.path}`);
    }
  }
  expect(seen.size).toBeGreaterThan(20);
  expect(wrong).toEqual([]);
  for (const [path, [get]] of PAGE_ACCESS) {
    if (get !== null) continue;
    const { status, location } = await new Browser().open(path.replaceAll(/:\w+/g, 'x'));
    expect([status, location?.startsWith('/app')], path).toEqual([303, true]);
  }
});

it.each(ROLES)(
  'opens each page, and takes each form, for %s where its row says so',
  async (role) => {
    const wrong: string[] = [];
    {
      const browser = people[role];
      const token = await browser.token('/app/settings');
      for (const [path, [get, post]] of [...PAGE_ACCESS]) {
        const filled = path.replace('/team/:id', `/team/${ids[role]}`).replaceAll(/:\w+/g, 'x');
        // Signing out and leaving would end the walk.
        const skipped = ['/app/sign-out', '/app/team/:id/remove'].includes(path);
        for (const [method, access] of [
          ['GET', get],
          ['POST', skipped ? null : post],
        ] as const) {
          if (access === null) continue;
          const body = { form_token: token };
          const reply =
            method === 'GET' ? await browser.open(filled) : await browser.post(filled, body);
          const isHome = path === '/app' && reply.location === '/app/billing';
          const isRefused =
            isHome ||
            (reply.status === 403 && reply.text.includes('of the organization can do this'));
          const isOpen = typeof access === 'string' || access.includes(role);
          if (isOpen === isRefused || reply.status >= 500)
            wrong.push(`${role} ${method} ${path}: ${reply.status}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  },
);

it('says on every page of a suspended organization that it is, and begins nothing', async () => {
  const owner = await signedUp('owner@suspended.example');
  const id = await organizationOf(owner);
  await pay(id);
  await operate('POST', `/organizations/${id}/suspend`);
  const form_token = await owner.token('/app/settings');
  const wrong: string[] = [];
  for (const [path, [get, post, begins]] of PAGE_ACCESS) {
    if (get === 'public' || post === 'public') continue;
    const filled = path.replaceAll(/:\w+/g, 'x');
    const shown = get && !path.endsWith('.csv') ? await owner.open(filled) : null;
    const isPage = shown?.text.includes('<html') === true;
    if (isPage && !wordsOf(shown).includes('This organization is suspended.')) wrong.push(path);
    const sent = post ? await owner.post(filled, { form_token }) : null;
    const isRefused = sent?.status === 403 && sent.text.includes('suspended. This is not possible');
    if (isRefused !== (begins === 'begins')) wrong.push(`POST ${path}`);
  }
  expect(wrong).toEqual([]);
  const home = wordsOf(await owner.open('/app'));
  expect(home).toContain('To have the organization resumed, ask operator@example.com');
  const { page } = await asking('Agent');
  const allowed = await owner.submit(page, { decision: 'allow', organization: id });
  expect([allowed.status, allowed.location]).toEqual([403, null]);
  expect((await owner.submit(page, { decision: 'deny' })).location).toContain('access_denied');
  await operate('POST', `/organizations/${id}/resume`);
  expect(wordsOf(await owner.open('/app'))).not.toContain('This organization is suspended');
  expect((await owner.submit(page, { decision: 'allow', organization: id })).status).toBe(302);
});

it('counts the forms of a person in a day, and those apart that end something', async () => {
  const owner = await signedUp('owner@counted-forms.example');
  const { key, id } = await newKey(owner);
  const rename = (organization: string) =>
    owner.submit('/app/settings', { organization }, '/app/settings/organization');
  expect((await rename('Before')).status).toBe(303);
  const most = `UPDATE attempts SET count = 2000 WHERE kind = 'form by person'`;
  expect((await env.DB.prepare(most).run()).meta.changes).toBeGreaterThan(0);
  const refused = await rename('After');
  expect([refused.status, wordsOf(refused).includes('Too many attempts')]).toEqual([429, true]);
  const audited = await env.DB.prepare(
    `SELECT changes FROM audit_log WHERE changes LIKE '%After%'`,
  );
  expect((await audited.all()).results).toEqual([]);
  const page = `/app/keys/${id}/revoke`;
  expect((await owner.submit(page, {})).status).toBe(303);
  expect((await call('GET', '/v1/account', { token: key })).status).toBe(401);
  await env.DB.prepare('DELETE FROM attempts').run();
  expect((await rename('After')).status).toBe(303);
});

it('says at the form that a day has no more invitations, with what was typed', async () => {
  const owner = await signedUp('owner@invitations.example');
  const id = await organizationOf(owner);
  const { perDay } = QUOTAS.sentInvitations.ceiling;
  for (let count = 0; count < perDay; count += 1)
    await env.ACCOUNT.getByName(id).claimQuota({
      ...{ kind: 'sentInvitations', mode: 'live', id: `sent ${count}` },
    });
  const late = { email: 'late@invitations.example', role: 'admin' };
  const refused = await owner.submit('/app/team', late, '/app/team/invitations');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  const most = `There is a problem: An organization makes at most ${perDay} invitations a day`;
  expect(wordsOf(refused)).toContain(most);
  expect(refused.text).toContain('value="late@invitations.example"');
});

it('begins a limited number of sessions of a person in a day', async () => {
  const email = 'owner@counted-sessions.example';
  await signedUp(email);
  expect((await signIn(new Browser(), email)).status).toBe(303);
  const most = `UPDATE attempts SET count = 500 WHERE kind = 'session by person'`;
  expect((await env.DB.prepare(most).run()).meta.changes).toBe(1);
  expect((await signIn(new Browser(), email)).status).toBe(429);
  await env.DB.prepare('DELETE FROM attempts').run();
  expect((await signIn(new Browser(), email)).status).toBe(303);
});

it('shows each role the pages that it may open', async () => {
  const linksOf = async (role: Role) =>
    [...(await people[role].visit('/app')).text.matchAll(/<li><a href="(\/app[^"]*)"/g)]
      .map(([, path]) => path)
      .filter((path, at, all) => all.indexOf(path) === at);
  expect(await linksOf('billing')).toEqual(['/app/usage', '/app/billing', '/app/settings']);
  expect(await linksOf('member')).toContain('/app/jobs');
});

it('lets admins manage people below owner, and nobody above themselves', async () => {
  const { admin, owner, member } = people;
  expect((await changeRole(admin, ids.owner, 'member')).status).toBe(403);
  expect((await changeRole(admin, ids.member, 'owner')).status).toBe(403);
  expect((await changeRole(member, ids.billing, 'member')).status).toBe(403);
  expect((await admin.open(`/app/team/${ids.owner}/remove`)).status).toBe(403);
  const asOwner = { email: 'more@roles.example', role: 'owner' };
  expect((await admin.submit('/app/team', asOwner, '/app/team/invitations')).status).toBe(403);
  await changeRole(admin, ids.billing, 'member');
  expect((await people.billing.open('/app/keys')).status).toBe(200);
  await changeRole(admin, ids.billing, 'billing');
  expect((await people.billing.open('/app/keys')).status).toBe(403);
  // An invitation counts as long as its sender may still send it.
  const link = await invited(admin, 'late@roles.example', 'admin');
  await changeRole(owner, ids.admin, 'member');
  expect((await accept(people.billing, link)).status).toBe(404);
  await changeRole(owner, ids.admin, 'admin');
});

it('keeps lookups from the role billing, by agents, sessions and keys alike', async () => {
  const { page } = await asking('Agent of billing');
  expect((await people.billing.open(page)).status).toBe(403);
  const member = await joined(people.owner, 'changing@roles.example');
  const id = await userIdOf(member);
  const { key } = await newKey(member, { name: 'before', mode: 'test' });
  const { key: kept } = await newKey(member, { name: 'of the robot', mode: 'test' });
  const statusOf = async (token: string) => (await call('GET', '/v1/account', { token })).status;
  // Asks first which keys the organization keeps.
  const choice = await changeRole(people.owner, id, 'billing');
  expect(wordsOf(choice)).toContain('Keep keys of this member?');
  expect([await statusOf(key), await statusOf(kept)]).toEqual([200, 200]);
  const [, field = ''] =
    /name="(keep[.][^"]+)" aria-label="Keep of the robot"/.exec(choice.text) ?? [];
  const chosen = { role: 'billing', keys_chosen: '1', [field]: 'on' };
  await people.owner.submit('/app/settings', chosen, `/app/team/${id}/role`);
  const told = wordsOf(await people.owner.open('/app/team'));
  const rests = '1 API key they created is refused while they have this role';
  expect(told).toContain(`now has the role billing. ${rests}.`);
  // And for as long as they have the role.
  expect(wordsOf(await people.owner.open('/app/team'))).toContain(
    `changing@roles.example ${rests}`,
  );
  expect(wordsOf(await member.open('/app/usage'))).not.toContain(rests);
  expect(
    (await member.post('/app/keys', { form_token: await member.token('/app/settings') })).status,
  ).toBe(403);
  const principal = { id: organization, region: 'enam', userId: id, mode: 'live' } as const;
  const { accounts } = appServices.admin.accounts;
  const session = { ...principal, kind: 'session' } as const;
  expect(await accounts.admit(session, 'standard', null)).toMatchObject({ limit: 'role' });
  const agent = { ...principal, kind: 'agent', grantId: 'g', scopes: ['lookup'] } as const;
  expect(await accounts.admit(agent, 'standard', null)).toMatchObject({ limit: 'role' });
  const [record] = (await accounts.view(organization))?.keys ?? [];
  const late = { ...record!, id: 'key_late', hash: 'e'.repeat(64), userId: id };
  expect(await accounts.addKey(organization, late)).toBe('not_a_member');
  // A key has its maker's role, unless the organization kept it; it is back with the role.
  expect([await statusOf(key), await statusOf(kept)]).toEqual([403, 200]);
  const job = await call('POST', '/v1/bulk/jobs', {
    token: key,
    body: { type: 'phone', inputs: ['+14155550100'] },
  });
  expect([job.status, job.body.error.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
  await changeRole(people.owner, id, 'member');
  expect([await statusOf(key), await statusOf(kept)]).toEqual([200, 200]);
});

it('keeps the keys of a removed member that were chosen, and ends the others at once', async () => {
  const { owner, admin } = people;
  const gone = await joined(owner, 'gone@roles.example');
  const id = await userIdOf(gone);
  const kept = await newKey(gone, { name: 'kept', mode: 'test' });
  const ended = await newKey(gone, { name: 'ended', mode: 'test' });
  const others = await newKey(owner, { name: 'of another', mode: 'test' });
  const keyIds = async () => {
    const { api_keys } = await operate('GET', `/organizations/${organization}`);
    return new Map<string, string>(
      api_keys.map(({ id, name }: Record<string, string>) => [name, id]),
    );
  };
  const byName = await keyIds();
  const path = `/app/team/${id}/remove`;
  const asked = await admin.open(path);
  for (const name of ['kept', 'ended'])
    expect(asked.text).toContain(`name="keep.${byName.get(name)}"`);
  expect(asked.text).not.toContain(byName.get('of another') as string);
  const choice = {
    [`keep.${byName.get('kept')}`]: 'on',
    [`keep.${byName.get('of another')}`]: 'on',
  };
  expect((await admin.submit(path, choice)).location).toBe('/app/team');
  const statusOf = async (token: string) => (await call('GET', '/v1/account', { token })).status;
  expect([await statusOf(kept.key), await statusOf(ended.key)]).toEqual([200, 401]);
  expect(wordsOf(await owner.open('/app/keys'))).toMatch(
    /kept …\w{4} Test .{11} by the organization/,
  );
  // Whoever comes back has no key of before, and leaves none behind.
  await operate('POST', `/organizations/${organization}/members`, { email: 'gone@roles.example' });
  expect((await gone.open(`/app/keys/${byName.get('kept')}`)).status).toBe(403);
  expect(wordsOf(await gone.open(path))).not.toContain('kept …');
  expect((await gone.submit(path, {})).location).toBe('/app');
  expect([await statusOf(kept.key), await statusOf(others.key)]).toEqual([200, 200]);
  await admin.submit('/app/keys', {}, `/app/keys/${byName.get('kept')}/revoke`);
  expect(await statusOf(kept.key)).toBe(401);
});

it('ends with an admin the keys of others that they rolled, whose secret they saw', async () => {
  const { owner } = people;
  const leaver = await joined(owner, 'roller@roles.example', 'admin');
  const id = await userIdOf(leaver);
  const rolledBy = async (name: string, who: Browser) => {
    const old = await newKey(owner, { name, mode: 'test' });
    const path = `/app/keys/${old.id}`;
    const { text } = await who.follow(await who.submit(path, { overlap: '1' }, `${path}/roll`));
    const key = /sk_test_\w+/.exec(text)?.[0] as string;
    return { old: old.key, key };
  };
  const kept = await rolledBy('seen and kept', leaver);
  const ended = await rolledBy('seen', leaver);
  const unseen = await rolledBy('not seen', owner);
  const statusOf = async (token: string) => (await call('GET', '/v1/account', { token })).status;
  const { api_keys } = await operate('GET', `/organizations/${organization}`);
  const successor = (name: string): Record<string, string> =>
    api_keys.find((key: Record<string, string>) => key.name === name && !key.successor_id);
  const path = `/app/team/${id}/remove`;
  const asked = wordsOf(await owner.open(path));
  expect(asked).toContain('Keys they created or rolled');
  expect(asked).toMatch(/seen owner@roles\.example …/);
  expect(asked).not.toContain('not seen');
  const keepId = successor('seen and kept').id;
  await owner.submit(path, { [`keep.${keepId}`]: 'on' });
  const shown = [kept, ended, unseen].flatMap(({ old, key }) => [old, key]);
  expect(await Promise.all(shown.map(statusOf))).toEqual([200, 200, 200, 401, 200, 200]);
  // It is still its maker's.
  const after = await operate('GET', `/organizations/${organization}`);
  expect(after.api_keys).toContainEqual(expect.objectContaining({ id: keepId, kept_at: null }));
});

it('lets keys of owners and admins manage webhook endpoints, and writes down who did', async () => {
  const url = 'https://example.com/hook';
  const at = (token: string, method: string, path = '', body?: unknown) =>
    call(method, `/v1/webhook-endpoints${path}`, { token, ...(body !== undefined && { body }) });
  const member = await joined(people.owner, 'endpoints@roles.example', 'member');
  const { key: ownKey } = await newKey(people.admin);
  const { key: memberKey } = await newKey(member);
  const made = await at(ownKey, 'POST', '', { url });
  expect(made.status).toBe(201);
  const path = `/${made.body.data.id}`;
  for (const [method, where, body] of [
    ['POST', '', { url }],
    ['PATCH', path, { active: false }],
    ['POST', `${path}/rotate-secret`],
    ['POST', `${path}/test`],
    ['POST', `${path}/redeliver`, { since: '2026-01-01T00:00:00Z' }],
    ['DELETE', path],
  ] as const) {
    const { status, body: answer } = await at(memberKey, method, where, body);
    expect([status, answer.error?.code], `${method} ${where}`).toEqual([403, 'INSUFFICIENT_SCOPE']);
  }
  expect((await at(memberKey, 'GET', path)).body.data).toMatchObject({ active: true });
  await at(ownKey, 'POST', `${path}/rotate-secret`);
  const log = wordsOf(await people.owner.open('/app/audit?what=Webhooks')).replaceAll(/\s+/g, ' ');
  expect(log).toContain(
    `admin@roles.example Replaced the secret of an endpoint by a key ${made.body.data.id}`,
  );
  expect(log).toContain('admin@roles.example Created a webhook endpoint by a key');
  expect(log).not.toContain('endpoints@roles.example Created');
  await at(ownKey, 'DELETE', path);
});

it('gives a kept key no more than its maker had', async () => {
  const email = 'kept-endpoints@roles.example';
  const member = await joined(people.owner, email);
  const id = await userIdOf(member);
  const { key, id: keyId } = await newKey(member);
  const make = async (token = key) =>
    (await call('POST', '/v1/webhook-endpoints', { token, body: { url: 'https://example.com/' } }))
      .status;
  expect(await make()).toBe(403);
  await people.owner.submit(`/app/team/${id}/remove`, { [`keep.${keyId}`]: 'on' });
  expect((await call('GET', '/v1/account', { token: key })).status).toBe(200);
  expect(await make()).toBe(403);
  const { key: rolled } = await operate('POST', `/api-keys/${keyId}/roll`, { overlap_hours: 1 });
  expect([await make(), await make(rolled)]).toEqual([403, 403]);
});

it('switches off the webhook endpoints of who is removed, unless they are kept', async () => {
  const email = 'leaving@roles.example';
  const admin = await joined(people.owner, email, 'admin');
  const { key, id: keyId } = await newKey(admin);
  const { key: ownersKey } = await newKey(people.owner);
  const make = async (name: string) => {
    const url = `https://example.com/${name}`;
    return (await call('POST', '/v1/webhook-endpoints', { token: key, body: { url } })).body.data
      .id;
  };
  const [kept, ended] = [await make('kept'), await make('ended')];
  const adminId = await userIdOf(admin);
  const removal = `/app/team/${adminId}/remove`;
  const shown = wordsOf(await people.owner.open(removal));
  for (const name of ['kept', 'ended']) expect(shown).toContain(`https://example.com/${name}`);
  await people.owner.submit(removal, { [`keep.${kept}`]: 'on', [`keep.${keyId}`]: 'on' });
  const stateOf = async (id: string) =>
    (await call('GET', `/v1/webhook-endpoints/${id}`, { token: ownersKey })).body.data;
  expect(await stateOf(kept)).toMatchObject({ active: true });
  expect(await stateOf(ended)).toMatchObject({ active: false, disabled_reason: 'requested' });
  // What a kept key makes is not of who has left: cron would end it.
  await make('later');
  const { results } = await env.DB.prepare('SELECT id FROM webhook_endpoints WHERE user_id = ?')
    .bind(adminId)
    .all();
  expect(results).toEqual([]);
});
