import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it, vi } from 'vitest';
import {
  alignDirectory,
  closeOrganization,
  endOrphanedResources,
} from '../../src/accounts/deprovisioning.ts';
import { listTeam } from '../../src/accounts/store-members.ts';
import { listMissingOwners } from '../../src/accounts/store-owned.ts';
import { changeRole, removeMember } from '../../src/accounts/team/members.ts';
import { OPERATOR_ROUTES } from '../../src/http/admin.ts';
import { appServices } from '../../src/services.ts';
import { registerWebhook } from '../../src/webhooks/registration.ts';
import { phones, startJob } from '../bulk/support.ts';
import { Browser, newKey, PASSWORD, signedUp, signIn } from '../dashboard/browser.ts';
import {
  type Agent,
  accept,
  invited,
  joined,
  linkOf,
  newAgent,
  organizationOf,
  pay,
  userIdOf,
} from '../dashboard/people.ts';
import { makeMonitor } from '../monitors/support.ts';
import { call, createOrganization, operate } from '../support/api.ts';
import { deliverEvent } from '../webhooks/support.ts';

// A job and a run are stopped on the way, beside whatever else this machine does.
vi.setConfig({ testTimeout: 60_000 });
const WAIT = { timeout: 20_000, interval: 50 };
const { accounts: ports } = appServices.admin;

const message = async (token: string) => {
  const { status, body } = await call('GET', '/v1/account', { token });
  return [status, body.error?.message];
};

const count = async (statement: string, ...values: string[]) =>
  (await env.DB.prepare(`SELECT count(*) AS rows FROM ${statement}`)
    .bind(...values)
    .first<number>('rows')) as number;

/** Things that its account keeps room for. */
const roomsOf = (id: string) =>
  runInDurableObject(
    env.ACCOUNT.getByName(id),
    (_, { storage }) => storage.sql.exec('SELECT count(*) AS rows FROM rooms').one().rows as number,
  );

/** Every row that still hangs on an organization. */
const leftOf = async (id: string) => ({
  members: await count('members WHERE organization_id = ?', id),
  invitations: await count(`invitations WHERE organization_id = ? AND status = 'pending'`, id),
  agents: await count(
    `agent_connections AS c JOIN oauth_records ON key = 'grant:' || c.user_id || ':' || c.grant_id
     WHERE c.organization_id = ?`,
    id,
  ),
  monitors: await count(
    'monitors WHERE organization_id = ? AND (deleted_at IS NULL OR run_id IS NOT NULL)',
    id,
  ),
  jobs: await count('bulk_jobs WHERE organization_id = ? AND ended_at IS NULL', id),
  uploads: (await env.RESULTS.list({ prefix: `uploads/${id}/` })).objects.length,
  sessions: await count('sessions WHERE active_organization_id = ?', id),
  endpoints: await count('webhook_endpoints WHERE organization_id = ?', id),
  rooms: await roomsOf(id),
});

const NOTHING = {
  ...{ members: 0, invitations: 0, agents: 0, monitors: 0, jobs: 0, uploads: 0, sessions: 0 },
  ...{ endpoints: 0, rooms: 0 },
};

let people = 0;

/**
 * Until it is restored. Chunks that are lost are sent again after 20 seconds: so long nothing is
 * looked up, and what they belong to is under way.
 */
const loseChunks = () =>
  vi.spyOn(env.BULK_QUEUE, 'sendBatch').mockResolvedValue(undefined as never);

interface Busy {
  id: string;
  owner: Browser;
  key: string;
  agent: Agent;
  monitorId: string;
  jobId: string;
}

/** An organization with one of everything, a monitor's run and a job under way. */
async function busy(): Promise<Busy> {
  people += 1;
  const owner = await signedUp(`owner${people}@busy.example`);
  const id = await organizationOf(owner);
  await pay(id, 40_000);
  await owner.submit('/app/settings', { shown: id }, '/app/settings/switch');
  const { key } = await newKey(owner);
  const hook = { url: 'https://example.com/hook' };
  await call('POST', '/v1/webhook-endpoints', { token: key, body: hook });
  const agent = await newAgent(owner, 'Agent', id);
  await invited(owner, `bob${people}@busy.example`);
  const form = new FormData();
  form.set('form_token', await owner.token('/app/jobs/new'));
  form.set('file', new Blob(['number\n+14155552671\n']), 'list.csv');
  await owner.ask('/app/jobs/new', { method: 'POST', body: form });
  const losing = loseChunks();
  const numbers = phones(2, people * 20_000).map((phone_number) => ({ phone_number }));
  const { id: monitorId } = await makeMonitor(key, { numbers });
  await call('POST', `/v1/number-monitors/${monitorId}/run`, { token: key });
  const object = env.MONITOR.getByName(monitorId);
  await vi.waitFor(async () => expect(await object.runningJob()).not.toBeNull(), WAIT);
  const inputs = phones(2, people * 20_000 + 10_000);
  const jobId = await startJob(key, { type: 'phone_validation', inputs });
  losing.mockRestore();
  const left = await leftOf(id);
  for (const [kind, rows] of Object.entries(left)) expect([kind, rows > 0]).toEqual([kind, true]);
  return { id, owner, key, agent, monitorId, jobId };
}

/** Whatever was set aside is back, and nothing hangs on the organization. */
const expectEnded = ({ id }: Busy) =>
  vi.waitFor(async () => {
    expect(await leftOf(id)).toEqual(NOTHING);
    expect((await ports.accounts.view(id))?.statement.held).toBe(0);
  }, WAIT);

describe('a closed organization', () => {
  it('leaves nothing that works, runs or spends', async () => {
    const all = await busy();
    const page = '/app/settings/delete-organization';
    expect((await all.owner.submit(page, { password: PASSWORD })).location).toBe('/app');
    expect((await all.agent.refresh()).body.error).toBe('invalid_grant');
    expect((await message(all.agent.token))[0]).toBe(401);
    expect(await message(all.key)).toEqual([
      401,
      'The organization of this credential was closed.',
    ]);
    await expectEnded(all);
    const shown = await operate('GET', `/organizations/${all.id}`);
    expect(shown.jobs).toMatchObject([{ job_id: all.jobId, status: 'cancelled' }]);
    expect(shown.monitors).toEqual([]);
    expect(await env.MONITOR.getByName(all.monitorId).runNow()).toBeNull();
    expect(await operate('POST', `/organizations/${all.id}/reconcile`)).toMatchObject({
      balanced: true,
    });
  });
  it('is refused by its account alone, and cron does the rest of a crash right after', async () => {
    const all = await busy();
    await ports.accounts.close(all.id);
    const closed = [401, 'The organization of this credential was closed.'];
    expect(await message(all.agent.token)).toEqual(closed);
    expect(await message(all.key)).toEqual(closed);
    expect((await all.agent.refresh()).body.error).toBe('invalid_grant');
    expect((await leftOf(all.id)).agents).toBe(0);
    await alignDirectory(all.id, ports);
    await expectEnded(all);
  });

  it('is ended by cron whatever was out of reach', async () => {
    const all = await busy();
    const fail = () => Promise.reject(new Error('out of reach'));
    const broken = ports.resources.map(({ name }) => ({ name, end: fail, leave: fail }));
    const warned: string[] = [];
    const warn = (text: string) => void warned.push(text);
    await closeOrganization(all.id, { ...ports, resources: broken, warn });
    expect(warned).toHaveLength(ports.resources.length);
    const { agents, monitors, jobs } = await leftOf(all.id);
    expect([agents, monitors, jobs]).toEqual([1, 1, 1]);
    await endOrphanedResources(ports);
    await expectEnded(all);
    const { members: _, ...left } = await leftOf(all.id);
    await endOrphanedResources(ports);
    expect(await leftOf(all.id)).toMatchObject(left);
  });

  it('has nothing set aside any more, and tells no receiver', async () => {
    const { id } = await createOrganization({ credits: 100 });
    await closeOrganization(id, ports);
    const request = { id: 'late', amount: 1, userId: 'u', keyId: null, lifetimeMs: 1_000 };
    const held = await ports.accounts.hold(id, { ...request, note: null });
    expect(held).toMatchObject({ ok: false, reason: 'organization_closed' });
    const { webhooks } = appServices;
    const { webhook } = await registerWebhook('https://example.com/hook', webhooks);
    const event = {
      id: 'evt_1',
      organizationId: id,
      mode: 'live',
      type: 'bulk_job.completed',
    } as const;
    const told = await deliverEvent(
      webhook,
      { ...event, productTypes: ['phone'], createdAt: Date.now(), data: {} },
      webhooks,
    );
    expect(told).toMatchObject({ status: 'failed', errorCode: 'ORGANIZATION_CLOSED' });
  });
});

describe('an organization the operator suspends', () => {
  it('has every credential refused and its runs skipped until it is resumed', async () => {
    const all = await busy();
    const { id: monitorId } = await makeMonitor(all.key, {
      numbers: [{ phone_number: '+14155552671' }],
    });
    const { suspended_at } = await operate('POST', `/organizations/${all.id}/suspend`);
    expect(await operate('POST', `/organizations/${all.id}/suspend`)).toMatchObject({
      suspended_at,
    });
    const refused = [401, expect.stringContaining('is suspended')];
    expect(await message(all.key)).toEqual(refused);
    expect(await message(all.agent.token)).toEqual(refused);
    expect(await all.agent.refresh()).toMatchObject({
      ...{ status: 400, body: { error: 'temporarily_unavailable' } },
    });
    await env.MONITOR.getByName(monitorId).runNow();
    await vi.waitFor(async () => {
      const state = await env.MONITOR.getByName(monitorId).state();
      expect(state?.lastOutcome).toBe('organization_suspended');
    }, WAIT);
    // People see what there is, and can pay.
    expect((await all.owner.open('/app/billing')).status).toBe(200);
    expect(await operate('POST', `/organizations/${all.id}/resume`)).toEqual({
      id: all.id,
      suspended_at: null,
    });
    expect((await message(all.key))[0]).not.toBe(401);
    expect((await message(all.agent.token))[0]).not.toBe(401);
    const { status, body } = await all.agent.refresh();
    expect(status).toBe(200);
    expect((await message(body.access_token))[0]).not.toBe(401);
  });
});

describe('the operator', () => {
  it('closes an organization by its name, for ever', async () => {
    const all = await busy();
    const { organization } = await operate('GET', `/organizations/${all.id}`);
    const close = (name: string) =>
      call('POST', `/admin/organizations/${all.id}/close`, { token: 'admin_test', body: { name } });
    const wrong = await close('Another');
    expect([wrong.status, wrong.body.error.param]).toEqual([400, 'name']);
    expect((await message(all.key))[0]).not.toBe(401);
    expect((await close(organization.name)).status).toBe(200);
    expect((await message(all.key))[0]).toBe(401);
    await expectEnded(all);
    const [listed] = (await operate('GET', `/organizations?q=${all.id}`)).organizations;
    expect(listed).toMatchObject({ id: all.id, active: false });
    // Closing it and revoking a key are repeated; the others find out what is, or put it right.
    const harmless = /\/(?:close|reconcile|payments\/read|rebuild-account|restore-account)$/;
    const [key] = (await ports.accounts.view(all.id))?.keys ?? [];
    const changes = OPERATOR_ROUTES.flatMap(({ routes }) => routes).filter(
      ({ method, path }) =>
        method !== 'get' &&
        /^\/admin\/(?:organizations|api-keys)\/:id/.test(path) &&
        !harmless.test(path) &&
        !(method === 'delete' && path.startsWith('/admin/api-keys')),
    );
    expect(changes.length).toBeGreaterThan(10);
    for (const { method, path, body } of changes) {
      const id = path.startsWith('/admin/api-keys') ? (key?.id ?? '') : all.id;
      const late = await call(
        method.toUpperCase(),
        path.replace(':id', id).replace(':user', 'user_demo'),
        { token: 'admin_test', body: body?.example },
      );
      const { code, message: said } = late.body.error ?? {};
      expect([method, path, late.status, code, said]).toEqual([
        ...[method, path, 409, 'IDEMPOTENCY_CONFLICT'],
        expect.stringContaining('is closed'),
      ]);
    }
    const revoked = await call('DELETE', `/admin/api-keys/${key?.id}`, { token: 'admin_test' });
    expect(revoked.status).toBe(200);
    expect((await close(organization.name)).status).toBe(200);
  });

  it('takes a member out, but for the last owner', async () => {
    const all = await busy();
    const { user } = await operate('POST', `/organizations/${all.id}/members`, {
      email: `second-${all.id}@example.com`,
    });
    const remove = (id: string) =>
      call('DELETE', `/admin/organizations/${all.id}/members/${id}`, { token: 'admin_test' });
    expect((await remove(user.id)).status).toBe(200);
    const { members } = await operate('GET', `/organizations/${all.id}`);
    expect(members).toHaveLength(1);
    expect((await remove(user.id)).status).toBe(404);
    expect((await remove(members[0].id)).status).toBe(409);
  });
});

describe('two removals in the same moment', () => {
  const membersOf = async (id: string) => (await ports.accounts.view(id))?.members ?? [];
  const leave = (organizationId: string, userId: string, over = ports) =>
    removeMember({ organizationId, userId }, over);

  /** An organization of two owners, with a key of each. */
  async function twoOwners() {
    const { id, owner, teammate } = await createOrganization();
    const members = await membersOf(id);
    const idOf = (name: string) => members.find(({ email }) => email.startsWith(name))?.id ?? '';
    const first = { userId: idOf('owner'), key: owner };
    const second = { userId: idOf('teammate'), key: teammate };
    await changeRole({ organizationId: id, userId: second.userId, role: 'owner' }, ports);
    return { id, first, second };
  }

  it('leave one of two owners, whose key goes on', async () => {
    const { id, first, second } = await twoOwners();
    const results = await Promise.all([leave(id, first.userId), leave(id, second.userId)]);
    expect(new Set(results)).toEqual(new Set(['last_owner', null]));
    const left = await membersOf(id);
    expect(left).toMatchObject([{ role: 'owner' }]);
    for (const { userId, key } of [first, second])
      expect((await message(key))[0] === 401, userId).toBe(userId !== left[0]?.id);
    const team = await listTeam(ports.db, id);
    expect(team).toMatchObject([{ userId: left[0]?.id, role: 'owner' }]);
  });

  it('leave the second of two owners while the first is half way', async () => {
    const { id, first, second } = await twoOwners();
    const accounts = {
      ...ports.accounts,
      removeMember: async (...named: Parameters<typeof ports.accounts.removeMember>) => {
        expect(await leave(id, second.userId)).toBe('last_owner');
        return ports.accounts.removeMember(...named);
      },
    };
    expect(await leave(id, first.userId, { ...ports, accounts })).toBeNull();
    expect(await membersOf(id)).toMatchObject([{ id: second.userId, role: 'owner' }]);
    expect([(await message(first.key))[0], (await message(second.key))[0]]).toEqual([401, 200]);
  });

  it('leave one of two owners who step down at once, in both stores', async () => {
    const { id, first, second } = await twoOwners();
    const stepDown = ({ userId }: { userId: string }) =>
      changeRole({ organizationId: id, userId, role: 'member' }, ports);
    const results = await Promise.all([stepDown(first), stepDown(second)]);
    expect(new Set(results)).toEqual(new Set(['last_owner', null]));
    const owners = (team: readonly { role: string }[]) =>
      team.filter(({ role }) => role === 'owner');
    const [left] = (await membersOf(id)).filter(({ role }) => role === 'owner');
    expect(owners(await membersOf(id))).toHaveLength(1);
    expect(owners(await listTeam(ports.db, id))).toMatchObject([{ userId: left?.id }]);
  });

  it('of one member make them no owner', async () => {
    const { id, second } = await twoOwners();
    await changeRole({ organizationId: id, userId: second.userId, role: 'member' }, ports);
    await Promise.all([leave(id, second.userId), leave(id, second.userId)]);
    expect((await membersOf(id)).map(({ email }) => email)).toEqual(['owner@example.com']);
  });
});

describe('a deleted account', () => {
  it('takes its agents with it, where it leaves and where it closes', async () => {
    const all = await busy();
    const other = await signedUp(`other${people}@busy.example`);
    const otherId = await organizationOf(other);
    await pay(otherId);
    const email = `owner${people}@busy.example`;
    const { user } = await operate('POST', `/organizations/${otherId}/members`, { email });
    const elsewhere = await newAgent(all.owner, 'Agent', otherId);
    const theirs = await newAgent(other, 'Agent', otherId);
    const page = '/app/settings/delete-account';
    expect((await all.owner.submit(page, { password: PASSWORD })).location).toBe('/app/sign-in');
    for (const agent of [all.agent, elsewhere]) {
      expect((await message(agent.token))[0]).toBe(401);
      expect((await agent.refresh()).body.error).toBe('invalid_grant');
    }
    await expectEnded(all);
    expect((await message(theirs.token))[0]).toBe(200);
    const members = (await ports.accounts.view(otherId))?.members.map(({ id }) => id);
    expect(members).not.toContain(user.id);
    expect(await count('users WHERE id = ?', user.id)).toBe(0);
  });

  it('is no member of an account that it joined in the same moment', async () => {
    const { id } = await createOrganization();
    const gone = { id: 'user_gone', email: 'gone@busy.example', role: 'owner' } as const;
    await ports.accounts.addMember(id, { ...gone, createdAt: Date.now() - 31 * 86_400_000 });
    await alignDirectory(id, ports);
    const members = (await ports.accounts.view(id))?.members ?? [];
    expect(members.map((member) => member.email).sort()).toEqual([
      'owner@example.com',
      'teammate@example.com',
    ]);
  });
});

it('a member keeps their keys whose directory entry is younger than a database that was set back', async () => {
  const { id } = await createOrganization();
  const email = 'joined-since@busy.example';
  await operate('POST', `/organizations/${id}/members`, { email });
  const body = { user_email: email, name: 'since', mode: 'live' };
  const { key } = await operate('POST', `/organizations/${id}/api-keys`, body);
  await env.DB.prepare('DELETE FROM users WHERE email = ?').bind(email).run();
  await alignDirectory(id, ports);
  expect((await message(key))[0]).toBe(200);
  await operate('POST', `/rebuild-directory?organization=${id}`);
  await alignDirectory(id, ports);
  expect((await message(key))[0]).toBe(200);
  const team = await listTeam(ports.db, id);
  expect(team.map((member) => member.email)).toContain(email);
});

describe('a removed member', () => {
  it('whose directory entry a crash left is gone with the next run of cron', async () => {
    const owner = await signedUp('crash-owner@busy.example');
    const id = await organizationOf(owner);
    const member = await joined(owner, 'crash-member@busy.example');
    const userId = await userIdOf(member);
    await pay(id);
    const agent = await newAgent(member, 'Agent', id);
    await ports.accounts.removeMember(id, userId);
    await alignDirectory(id, ports);
    expect((await member.open('/app/keys')).location).toBe(
      '/app/organizations/new?next=%2Fapp%2Fkeys',
    );
    expect(await leftOf(id)).toMatchObject({ agents: 0, rooms: 0 });
    expect((await agent.refresh()).body.error).toBe('invalid_grant');
  });
});

describe('what a removed member made', () => {
  it('invites nobody any more, not even themselves, nor does an owner who became a member', async () => {
    const owner = await signedUp('keeper@invites.example');
    const evil = await joined(owner, 'evil@invites.example', 'owner');
    const id = await organizationOf(owner);
    const evilId = await userIdOf(evil);
    const link = await invited(evil, 'evil-again@invites.example', 'owner');
    const [, invitationId = ''] = /invitations\/([^?]+)/.exec(link) ?? [];
    const kept = await env.DB.prepare('SELECT * FROM invitations WHERE id = ?')
      .bind(invitationId)
      .first();
    await owner.submit('/app/team', {}, `/app/team/${evilId}/remove`);
    expect((await new Browser().open(link)).status).toBe(404);
    expect(await leftOf(id)).toMatchObject({ invitations: 0, rooms: 0 });
    // As if the withdrawal was lost on the way: acceptance asks for the inviter.
    const columns = Object.keys(kept ?? {});
    const marks = columns.map(() => '?').join(', ');
    await env.DB.prepare(`INSERT INTO invitations (${columns.join(', ')}) VALUES (${marks})`)
      .bind(...Object.values(kept ?? {}))
      .run();
    expect((await new Browser().open(link)).status).toBe(404);
    const member = {
      id: 'user_again',
      email: 'evil-again@invites.example',
      role: 'owner',
    } as const;
    const joining = ports.accounts.addMember(id, { ...member, createdAt: 0 }, evilId);
    expect(await joining).toEqual({ ok: false, refusal: 'inviter_gone' });
    await endOrphanedResources(ports);
    expect((await leftOf(id)).invitations).toBe(0);

    const { status } = await owner.submit(
      '/app/team',
      { email: 'keeper@invites.example', role: 'member' },
      '/app/team/invitations',
    );
    expect([status, await roomsOf(id)]).toEqual([422, 0]);
    await invited(owner, 'unwanted@invites.example');
    const page = (await owner.open('/app/team')).text;
    const [withdrawal = ''] = /\/app\/team\/invitations\/[^"]+/.exec(page) ?? [];
    await owner.submit('/app/team', {}, withdrawal);
    expect(await leftOf(id)).toMatchObject({ invitations: 0, rooms: 0 });

    const demoted = await joined(owner, 'demoted@invites.example', 'owner');
    const third = await invited(demoted, 'third@invites.example', 'member');
    await owner.submit(
      '/app/team',
      { role: 'member' },
      `/app/team/${await userIdOf(demoted)}/role`,
    );
    expect((await new Browser().open(third)).status).toBe(404);
    expect(await roomsOf(id)).toBe(0);
  });

  it('lets nobody in by an invitation that was withdrawn while it was accepted', async () => {
    const owner = await signedUp('owner@race.example');
    const id = await organizationOf(owner);
    const link = await invited(owner, 'late@race.example', 'owner');
    const [, invitation] = /invitations\/([^?]+)/.exec(link) ?? [];
    const { accounts } = ports;
    const { addMember } = accounts;
    const withdrawn = vi.spyOn(accounts, 'addMember').mockImplementation(async (...member) => {
      await owner.submit('/app/team', {}, `/app/team/invitations/${invitation}/withdraw`);
      return addMember(...member);
    });
    await accept(new Browser(), link);
    expect(withdrawn).toHaveBeenCalledOnce();
    withdrawn.mockRestore();
    expect((await accounts.view(id))?.members).toMatchObject([{ email: 'owner@race.example' }]);
    expect(await leftOf(id)).toMatchObject({ invitations: 0, rooms: 0 });
  });

  it('gives the role of the invitation that was accepted, not of one that broke off', async () => {
    const owner = await signedUp('owner@again.example');
    const id = await organizationOf(owner);
    const email = 'bob@again.example';
    const first = await invited(owner, email, 'admin');
    const { accounts } = ports;
    const { addMember } = accounts;
    const broken = vi.spyOn(accounts, 'addMember').mockImplementationOnce(async (...member) => {
      await addMember(...member);
      throw new Error('the connection broke');
    });
    await accept(new Browser(), first);
    broken.mockRestore();
    await owner.submit('/app/team', { email, role: 'member' }, '/app/team/invitations');
    const again = await vi.waitFor(async () => {
      const link = await linkOf(email);
      if (link === first) throw new Error('no link yet');
      return link;
    });
    const bob = new Browser();
    await signIn(bob, email);
    expect((await accept(bob, again)).location).toBe('/app');
    await alignDirectory(id, ports);
    expect((await accounts.view(id))?.members).toContainEqual(
      expect.objectContaining({ email, role: 'member' }),
    );
  });

  it('is gone for good: an older invitation to them ends too', async () => {
    const owner = await signedUp('owner@back.example');
    const id = await organizationOf(owner);
    const link = await invited(owner, 'late@back.example', 'admin');
    // The operator adds them meanwhile.
    await operate('POST', `/organizations/${id}/members`, { email: 'late@back.example' });
    const { members } = await operate('GET', `/organizations/${id}`);
    const late = members.find(({ email }: { email: string }) => email === 'late@back.example');
    await owner.submit('/app/settings', {}, `/app/team/${late.id}/remove`);
    expect((await new Browser().open(link)).status).toBe(404);
    expect(await leftOf(id)).toMatchObject({ invitations: 0, rooms: 0 });
  });

  it('goes on as the organization’s own, and is shown with its receivers before', async () => {
    const owner = await signedUp('keeper@jobs.example');
    const id = await organizationOf(owner);
    await pay(id, 30_000);
    const member = await joined(owner, 'leaver@jobs.example');
    const userId = await userIdOf(member);
    const { key } = await newKey(member);
    const numbers = [{ phone_number: '+12125552186' }];
    const webhook_url = 'https://example.com/of-the-leaver';
    const monitor = await makeMonitor(key, { name: 'Leaver’s', numbers, webhook_url });
    const inputs = phones(2, 900_000);
    const job = { type: 'phone_validation', inputs, webhook_url: 'https://example.com/job-hook' };
    const losing = loseChunks();
    const jobId = await startJob(key, job);
    losing.mockRestore();
    const asked = await owner.open(`/app/team/${userId}/remove`);
    for (const shown of [
      ...['Leaver’s', monitor.id, jobId, webhook_url, 'https://example.com/job-hook'],
    ])
      expect(asked.text).toContain(shown);
    await owner.submit(`/app/team/${userId}/remove`, {});
    const whose = async (table: string, row: string) =>
      env.DB.prepare(`SELECT user_id, key_id FROM ${table} WHERE id = ?`).bind(row).first();
    const own = { user_id: id, key_id: 'organization' };
    expect(await whose('monitors', monitor.id)).toEqual(own);
    expect(await whose('bulk_jobs', jobId)).toEqual(own);
    expect((await leftOf(id)).jobs).toBe(1);
    const page = `/app/monitors/${monitor.id}`;
    await owner.submit(page, {}, `${page}/run`);
    await vi.waitFor(async () => {
      const { usage } = (await ports.accounts.view(id)) ?? {};
      const spent = usage?.filter(({ keyId }) => keyId === 'organization');
      expect(spent).toMatchObject([{ product: 'phone', lookups: 1, credits: 1 }]);
    }, WAIT);
    await owner.submit(page, {}, `${page}/webhook/remove`);
    expect((await owner.open(page)).text).not.toContain(webhook_url);
    await owner.submit(`/app/jobs/${jobId}`, {}, `/app/jobs/${jobId}/cancel`);
  });
});

describe('keys', () => {
  it('are changed by their maker and by owners, and made by members alone', async () => {
    const owner = await signedUp('owner@keys.example');
    const id = await organizationOf(owner);
    await pay(id);
    const member = await joined(owner, 'member@keys.example');
    const memberId = await userIdOf(member);
    const theirs = await newKey(owner);
    const own = await newKey(member, { name: 'of the member' });
    const ownId = /of the member.*?(key_\w+)\/suspend/s.exec((await member.open('/app/keys')).text);
    const page = (await member.open('/app/keys')).text;
    expect([page.includes(`${theirs.id}/revoke`), page.includes(`${ownId?.[1]}/revoke`)]).toEqual([
      false,
      true,
    ]);
    for (const verb of ['revoke', 'suspend', 'resume']) {
      const refused = await member.submit('/app/keys', {}, `/app/keys/${theirs.id}/${verb}`);
      expect([verb, refused.status]).toEqual([verb, 403]);
    }
    for (const change of [{ revoked: true }, { suspended: true }, { scopes: null }] as const)
      expect(await ports.accounts.changeKey(id, theirs.id, change, memberId)).toBe('not_yours');
    expect((await message(theirs.key))[0]).toBe(200);
    await owner.submit('/app/keys', {}, `/app/keys/${ownId?.[1]}/suspend`);
    expect((await message(own.key))[0]).toBe(401);
    const ownPage = `/app/keys/${ownId?.[1]}`;
    expect((await member.open('/app/keys')).text).not.toContain(`${ownPage}/resume`);
    expect((await member.open(ownPage)).text).not.toContain(`${ownPage}/roll`);
    for (const change of [{}, { overlap: '24' }]) {
      const verb = 'overlap' in change ? 'roll' : 'resume';
      const refused = await member.submit('/app/keys', change, `${ownPage}/${verb}`);
      expect([verb, refused.status]).toEqual([verb, 403]);
    }
    expect(await message(own.key)).toEqual([
      401,
      'The API key is suspended: an owner, an admin or the member who suspended it can resume it.',
    ]);
    const lastUsed = async () => (await ports.accounts.view(id))?.keyUse[String(ownId?.[1])];
    expect(await lastUsed()).toEqual(expect.any(Number));
    await owner.submit('/app/keys', {}, `${ownPage}/resume`);
    expect((await message(own.key))[0]).toBe(200);
    for (const verb of ['suspend', 'resume'])
      await member.submit('/app/keys', {}, `${ownPage}/${verb}`);
    expect((await message(own.key))[0]).toBe(200);
    await member.submit('/app/keys', {}, `${ownPage}/suspend`);
    await owner.submit('/app/keys', {}, `${ownPage}/suspend`);
    expect((await member.submit('/app/keys', {}, `${ownPage}/resume`)).status).toBe(403);
    await member.submit('/app/keys', {}, `/app/keys/${ownId?.[1]}/revoke`);
    expect((await message(own.key))[0]).toBe(401);

    const [record] = (await ports.accounts.view(id))?.keys ?? [];
    const late = { ...record!, id: 'key_late', hash: 'f'.repeat(64), userId: memberId };
    await ports.accounts.removeMember(id, memberId);
    expect(await ports.accounts.addKey(id, late)).toBe('not_a_member');
    await ports.accounts.close(id);
    const ends = async () => (await ports.accounts.view(id))?.keys.map((key) => key.revokedAt);
    expect((await ends())?.every((end) => end !== null)).toBe(true);
    const joining = { id: 'user_late', email: 'late@keys.example', role: 'member' } as const;
    expect(await ports.accounts.addMember(id, { ...joining, createdAt: 0 })).toEqual({
      ...{ ok: false, refusal: 'organization_closed' },
    });
    expect(await ports.accounts.addKey(id, late)).toBe('organization_closed');
  });
});

describe('owners that are gone', () => {
  const NOW = Date.now();
  const insert = (table: string, row: Record<string, string | number>) =>
    env.DB.prepare(
      `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row).map(() => '?')})`,
    )
      .bind(...Object.values(row))
      .run();
  const user = (id: string) =>
    insert('users', {
      ...{ id, name: id, email: `${id}@gone.example`, email_verified: 1 },
      ...{ created_at: NOW, updated_at: NOW },
    });
  const invite = (organization_id: string, inviter_id: string) =>
    insert('invitations', {
      ...{ id: `inv_${inviter_id}`, organization_id, email: 'x@gone.example', role: 'member' },
      ...{ inviter_id, status: 'pending', expires_at: NOW, created_at: NOW },
    });
  const work = (user_id: string, organization_id: string) => ({
    ...{ id: `of_${user_id}`, organization_id, user_id, key_id: 'key', mode: 'live' },
    created_at: NOW,
  });

  /** What each of them left, one thing each. */
  const LEFT: Readonly<Record<string, (organization: string, user: string) => Promise<unknown>>> = {
    agent: async (organization_id, user_id) => {
      const grant_id = `grant_${user_id}`;
      const client = { client_id: 'client', client_name: 'Agent', scopes: '[]' };
      await insert('agent_connections', {
        ...{ grant_id, user_id, organization_id, ...client, created_at: NOW },
      });
      const key = `grant:${user_id}:${grant_id}`;
      await insert('oauth_records', { key, value: '{}', version: 1, expires_at: NOW + 60_000 });
    },
    invitation: async (organization, userId) => {
      await user(userId);
      await invite(organization, userId);
    },
    monitor: (organization, userId) =>
      insert('monitors', {
        ...{ ...work(userId, organization), kind: 'number', region: 'weur', name: 'x' },
        ...{ frequency: 'daily', include_spam_check: 0, alert_email: 0, active: 1, origin: '' },
      }),
    job: (organization, userId) =>
      insert('bulk_jobs', {
        ...{ ...work(userId, organization), type: 'phone_validation', status: 'processing' },
        ...{ total: 1, succeeded: 0, failed: 0, skipped: 0, duplicates: 0, credits: 0 },
        has_files: 0,
      }),
  };

  it.each(Object.entries(LEFT))('are found by one %s', async (kind, leave) => {
    const { id } = await createOrganization();
    const gone = { organizationId: id, userId: `user_of_${kind}` };
    await leave(id, gone.userId);
    const found = await listMissingOwners(ports.db, NOW, 1_000, ports.ownedRows);
    expect(found.filter(({ organizationId }) => organizationId === id)).toEqual([gone]);
    await env.DB.prepare('UPDATE organizations SET active = 0 WHERE id = ?').bind(id).run();
    expect(await listMissingOwners(ports.db, NOW, 1_000, ports.ownedRows)).toContainEqual({
      ...gone,
      userId: null,
    });
  });

  it('are ended a hundred at a time, and none is left out', async () => {
    const { id } = await createOrganization();
    const owners = Array.from({ length: 130 }, (_, n) => `user_many_${n}`);
    for (const userId of owners) {
      await user(userId);
      await invite(id, userId);
    }
    let asked = 0;
    const ended = new Set<string>();
    const everything = {
      name: 'everything',
      end: async () => void asked++,
      async leave(_: string, userId: string) {
        asked += 1;
        ended.add(userId);
        await env.DB.prepare('DELETE FROM invitations WHERE inviter_id = ?').bind(userId).run();
      },
    };
    await endOrphanedResources({ ...ports, resources: [everything] });
    expect(asked).toBe(100);
    await endOrphanedResources({ ...ports, resources: [everything] });
    expect(owners.filter((userId) => !ended.has(userId))).toEqual([]);
  });
});
