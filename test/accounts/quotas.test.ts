import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { limitAttempts } from '../../src/accounts/sign-in/attempt-limits.ts';
import { listOwnedResources } from '../../src/accounts/store-owned.ts';
import { QUOTAS, type QuotaKind } from '../../src/lookup/account/quotas.ts';
import { appServices } from '../../src/services.ts';
import { PASSWORD, signedUp } from '../dashboard/browser.ts';
import { userIdOf } from '../dashboard/people.ts';
import { call, createOrganization, operate, type Reply } from '../support/api.ts';
import { wordsOf } from '../support/cookie-browser.ts';

afterEach(() => void vi.useRealTimers());

const codeOf = ({ body }: Reply): string => body.error?.code ?? 'made';
const monitorOf = (token: string, count: number) =>
  call('POST', '/v1/number-monitors', {
    token,
    body: {
      ...{ name: 'Ceiling', frequency: 'daily' },
      numbers: Array.from({ length: count }, (_, n) => ({ phone_number: `+1212555${1000 + n}` })),
    },
  });

describe('what an organization makes', () => {
  it('is three monitors of a test key, also when all are asked for at once', async () => {
    const { id, sandbox } = await createOrganization();
    const made = await Promise.all(Array.from({ length: 8 }, () => monitorOf(sandbox, 100)));
    expect(made.map(codeOf).sort()).toEqual([
      ...Array.from({ length: 5 }, () => 'INPUT_LIMIT_EXCEEDED'),
      ...Array.from({ length: 3 }, () => 'made'),
    ]);
    const refused = made.find((reply) => codeOf(reply) !== 'made');
    expect(refused?.status).toBe(400);
    expect(refused?.body.error.message).toContain('at most 3 monitors');
    const monitors = made.flatMap(({ body }) => (body.success ? [body.data.id as string] : []));
    // Members of all monitors together have a ceiling of their own.
    const more = await call('POST', `/v1/number-monitors/${monitors[0]}/numbers`, {
      token: sandbox,
      body: { numbers: [{ phone_number: '+12125559999' }] },
    });
    expect(codeOf(more)).toBe('INPUT_LIMIT_EXCEEDED');
    expect(more.body.error.message).toContain('300 members');
    await call('DELETE', `/v1/number-monitors/${monitors[0]}`, { token: sandbox });
    expect(codeOf(await monitorOf(sandbox, 100))).toBe('made');
    const { db, ownedRows } = appServices.admin.accounts;
    const { owned } = await listOwnedResources(db, id, Date.now(), ownedRows);
    const members = owned.filter(({ kind }) => kind === 'monitorMembers');
    expect(members.map(({ count }) => count)).toEqual([100, 100, 100]);
  });

  it('leaves no room taken by monitors that could not be made', async () => {
    const { sandbox } = await createOrganization();
    expect(codeOf(await monitorOf(sandbox, 301))).toBe('INPUT_LIMIT_EXCEEDED');
    expect(codeOf(await monitorOf(sandbox, 301))).toBe('INPUT_LIMIT_EXCEEDED');
    expect(codeOf(await monitorOf(sandbox, 301))).toBe('INPUT_LIMIT_EXCEEDED');
    expect(codeOf(await monitorOf(sandbox, 300))).toBe('made');
  });

  it('is five jobs of a test key at a time', async () => {
    const { sandbox } = await createOrganization();
    const jobs = await Promise.all(
      Array.from({ length: 9 }, () =>
        call('POST', '/v1/bulk/jobs', {
          token: sandbox,
          body: { type: 'phone_validation', inputs: ['+12125550100'] },
        }),
      ),
    );
    const codes = jobs.map(codeOf);
    // Jobs of one row may have ended meanwhile; never were there more.
    expect(codes.filter((code) => code === 'made').length).toBeGreaterThanOrEqual(5);
    expect(codes.filter((code) => !['made', 'INPUT_LIMIT_EXCEEDED'].includes(code))).toEqual([]);
  });

  it('is a hundred keys, made by the operator', async () => {
    const { id } = await createOrganization();
    const key = { user_email: 'owner@example.com', name: 'many', mode: 'live' };
    const create = () =>
      call('POST', `/admin/organizations/${id}/api-keys`, { token: 'admin_test', body: key });
    const made = await Promise.all(Array.from({ length: 104 }, create));
    expect(made.filter((reply) => codeOf(reply) === 'made')).toHaveLength(97);
    expect(made.map(codeOf)).toContain('INPUT_LIMIT_EXCEEDED');
    const view = await env.ACCOUNT.getByName(id).view();
    expect(view?.keys).toHaveLength(100);
  });
});

it('is five organizations a day of one person, whatever they delete', async () => {
  const browser = await signedUp('founder@ceilings.example');
  const who = await userIdOf(browser);
  const remove = () => browser.submit('/app/settings/delete-organization', { password: PASSWORD });
  const make = () => browser.submit('/app/organizations/new', { organization: 'One more' });
  const { accounts } = appServices.admin;
  for (let made = 0; made < 4; made++)
    await limitAttempts('organization by account', who, accounts);
  await remove();
  expect((await make()).location).toBe('/app');
  await remove();
  const refused = await make();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect(wordsOf(refused)).toContain('Too many attempts. Try again in 24 hours.');
  expect(refused.text).toContain('value="One more"');
  expect((await browser.open('/app')).location).toBe('/app/organizations/new');
  await env.DB.exec('UPDATE attempts SET window_ends_at = 1');
  expect((await make()).location).toBe('/app');
});

describe('reconciliation', () => {
  /** Counted from claims that do not end by themselves. */
  const KINDS = (Object.keys(QUOTAS) as QuotaKind[]).filter(
    (kind) => 'most' in QUOTAS[kind].ceiling && !['apiKeys', 'members', 'uploads'].includes(kind),
  );

  const roomsOf = (id: string) =>
    runInDurableObject(env.ACCOUNT.getByName(id), (_, { storage }) =>
      storage.sql
        .exec<{ body: string }>('SELECT body FROM rooms')
        .toArray()
        .map(({ body }) => JSON.parse(body) as { kind: string; id: string; count: number })
        .map(({ kind, id, count }) => `${kind} ${id} ${count}`)
        .sort(),
    );

  /** One of each kind as its store lists it, with no claim in the account. */
  async function listed(organization: string): Promise<void> {
    const at = Date.now();
    const later = at + 86_400_000 * 3;
    const statements = [
      `INSERT INTO users (id, name, email, email_verified, created_at, updated_at)
        VALUES ('inviter', 'Ada', 'inviter@ceilings.example', 1, ${at}, ${at})`,
      `INSERT INTO invitations (id, organization_id, email, role, status, expires_at, created_at,
        inviter_id) VALUES ('inv', '${organization}', 'bob@ceilings.example', 'member', 'pending',
        ${later}, ${at}, 'inviter')`,
      // It has expired, so it can no longer be accepted.
      `INSERT INTO invitations (id, organization_id, email, role, status, expires_at, created_at,
        inviter_id) VALUES ('old', '${organization}', 'old@ceilings.example', 'member', 'pending',
        ${at - 1}, ${at}, 'inviter')`,
      `INSERT INTO agent_connections (grant_id, user_id, organization_id, client_id, client_name,
        scopes, created_at) VALUES ('grant', 'ada', '${organization}', 'client', 'x', '[]', ${at})`,
      `INSERT INTO oauth_records (key, value, version, expires_at)
        VALUES ('grant:ada:grant', '{}', 1, ${later})`,
      `INSERT INTO monitors (id, kind, organization_id, region, user_id, key_id, mode, name,
        frequency, include_spam_check, alert_email, active, origin, created_at, member_count)
        VALUES ('mon', 'number', '${organization}', 'weur', 'ada', 'key', 'live', 'x', 'daily', 0, 0,
        1, '', ${at}, 77)`,
      `INSERT INTO bulk_jobs (id, organization_id, user_id, key_id, mode, type, status, total,
        succeeded, failed, skipped, duplicates, credits, has_files, created_at)
        VALUES ('job', '${organization}', 'ada', 'key', 'live', 'phone_validation', 'processing', 1,
        0, 0, 0, 0, 0, 0, ${at})`,
      `INSERT INTO webhook_endpoints (id, organization_id, mode, url, description, sealed_secret,
        active, created_at) VALUES ('we', '${organization}', 'live', 'https://a.test/', '', '', 1,
        ${at})`,
    ];
    await env.DB.batch(statements.map((statement) => env.DB.prepare(statement)));
  }

  it('gives back what never came and counts what is there, of every kind', async () => {
    const { id } = await createOrganization();
    await listed(id);
    const account = env.ACCOUNT.getByName(id);
    for (const kind of KINDS) await account.claimQuota({ kind, mode: 'live', id: 'ghost' });
    const ghosts = KINDS.map((kind) => `${kind} ghost 1`);
    const real = [
      'agents grant 1',
      'invitations bob@ceilings.example 1',
      ...['jobs job 1', 'monitorMembers mon 77', 'monitors mon 1', 'webhookEndpoints we 1'],
    ];
    await operate('POST', `/organizations/${id}/reconcile`);
    expect(await roomsOf(id)).toEqual([...ghosts, ...real].sort());
    vi.setSystemTime(Date.now() + 3_600_000);
    await operate('POST', `/organizations/${id}/reconcile`);
    expect(await roomsOf(id)).toEqual(real);
  });
});
