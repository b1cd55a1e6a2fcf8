import { runInDurableObject } from 'cloudflare:test';
import { env, exports } from 'cloudflare:workers';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createOrganization as makeOrganization } from '../../src/accounts/organizations.ts';
import { findUserByEmail, listMemberships } from '../../src/accounts/store-users.ts';
import { openDatabase } from '../../src/lib/database.ts';
import { MINUTE_MS } from '../../src/lib/time.ts';
import { exportOrganization } from '../../src/recovery/organization-export.ts';
import { raiseUsage } from '../../src/recovery/store.ts';
import { periodicTasks } from '../../src/services.ts';
import { createPorts } from '../accounts/support.ts';
import { ask, makeMonitor } from '../monitors/support.ts';
import { call, createOrganization, operate, type TestOrganization } from '../support/api.ts';
import { steppedDatabase } from '../support/chaos-bindings.ts';
import { refusal } from '../support/refusal.ts';
import { loseObject, rebuild, reconciled, verify } from './support.ts';

const OPERATOR = { Authorization: 'Bearer admin_test' };

/** Rows of D1 are written an hour after; here at once. */
const ship = (id: string) => env.ACCOUNT.getByName(id).archiveEntries();
const archive = (id: string) => env.ACCOUNT.getByName(id).backUp();

afterEach(() => void vi.useRealTimers());

let customer: TestOrganization;

/** A customer with two segments, who has bought credits. */
beforeAll(async () => {
  customer = await createOrganization();
  const { id } = customer;
  await operate('POST', `/organizations/${id}/credits`, { amount: 500, id: 'pack' });
  await ship(id);
  await operate('POST', `/organizations/${id}/credits`, { amount: -20, id: 'back' });
  await ship(id);
  await archive(id);
});

const segments = async (id: string) =>
  (await env.HISTORY.list({ prefix: `ledger/${id}/` })).objects.map(({ key }) => key);

const count = async (table: string, id: string) =>
  (
    await env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE organization_id = ?`)
      .bind(id)
      .first<{ n: number }>()
  )?.n;

/** Whatever was done, all is well again. */
const isWell = async (id: string) => {
  expect(await verify(id)).toEqual([]);
  expect(await reconciled(id)).toBe(true);
};

it('findings name the command that repairs them, with its option', async () => {
  const { id } = customer;
  const [first] = (await segments(id)) as [string];
  await env.DATA.delete(`copies/${first}`);
  const { findings } = await operate('GET', `/verify-stores?organization=${id}`);
  expect(findings).toMatchObject([
    { organization: id, store: 'segments', run: `rebuild-directory --organization ${id}` },
  ]);
  await rebuild(id);
});

it('an organization that no store names is none that was lost', async () => {
  const to = new Date(Date.now() - MINUTE_MS).toISOString();
  for (const [method, path, body] of [
    ['GET', 'verify-stores?organization=org_misspelt', undefined],
    ['POST', 'rebuild-directory?organization=org_misspelt', undefined],
    ['POST', 'organizations/org_misspelt/restore-account', { to }],
    ['POST', 'organizations/org_misspelt/payments/read', undefined],
  ] as const)
    expect(
      (await call(method, `/admin/${path}`, { token: 'admin_test', body })).body.error,
      path,
    ).toMatchObject({
      ...{ code: 'NOT_FOUND', message: 'There is no organization "org_misspelt".' },
    });
});

it('a directory that cannot be rebuilt says why, and none of the values that were to be written', async () => {
  const { id } = customer;
  await env.DB.prepare('ALTER TABLE ledger_movements RENAME TO kept_movements').run();
  const rebuilt = await rebuild(id);
  await env.DB.prepare('ALTER TABLE kept_movements RENAME TO ledger_movements').run();
  expect(rebuilt.failed).toContain('no such table: ledger_movements');
  expect(rebuilt.failed).not.toContain(id);
});

it('a table that D1 has lost is named, and nothing else is compared', async () => {
  const { id } = customer;
  const lost = { organization: null, code: 'table_missing', run: null };
  for (const [binding, store, table] of [
    ['DB', 'database', 'webhook_endpoints'],
    ['RECORDS', 'records', 'records'],
  ] as const) {
    await env[binding].prepare(`ALTER TABLE ${table} RENAME TO kept_table`).run();
    const path = `/admin/verify-stores?organization=${id}`;
    const { status, body } = await call('GET', path, { token: 'admin_test' });
    await env[binding].prepare(`ALTER TABLE kept_table RENAME TO ${table}`).run();
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      ...{ findings: [{ ...lost, store, id: table }], next_cursor: null },
    });
  }
});

it('webhook endpoints that D1 has lost come back from their copies, or are named', async () => {
  const { id, owner } = customer;
  const body = { url: 'https://example.com/hook' };
  const made = await call('POST', '/v1/webhook-endpoints', { token: owner, body });
  expect(made.status).toBe(201);
  expect(await verify(id)).toEqual([]);
  const rename = (to: string) =>
    env.DB.prepare('UPDATE webhook_endpoints SET id = ?').bind(to).run();
  const endpoint = made.body.data.id;
  const key = `endpoints/${id}/${endpoint}.json`;
  const read = () => env.DB.prepare('SELECT * FROM webhook_endpoints').all();
  const before = (await read()).results;
  await env.DB.prepare('DELETE FROM webhook_endpoints').run();
  const findings = async () =>
    (await operate('GET', `/verify-stores?organization=${id}`)).findings.map(
      ({ code, id, run }: Record<string, string>) => [code, id, run],
    );
  const repair = `rebuild-directory --organization ${id}`;
  expect(await findings()).toEqual([['row_missing', endpoint, repair]]);
  expect(await rebuild(id)).toMatchObject({ endpoints: 1 });
  expect((await read()).results).toEqual(before);

  await env.HISTORY.delete(key);
  expect(await findings()).toEqual([['copy_missing', endpoint, repair]]);
  await rebuild(id);
  expect(await findings()).toEqual([]);

  // The copy of an endpoint whose creator has left since does not send to them again.
  const copy = await (await env.HISTORY.get(key))!.json<object>();
  await env.HISTORY.put(key, JSON.stringify({ ...copy, userId: 'user_gone' }));
  await env.DB.prepare('DELETE FROM webhook_endpoints').run();
  await rebuild(id);
  expect((await read()).results).toMatchObject([{ user_id: null, active: 0 }]);

  await env.HISTORY.delete(key);
  await rename('elsewhere');
  expect(await findings()).toEqual([
    ['endpoint_lost', endpoint, null],
    ['copy_missing', 'elsewhere', repair],
  ]);
  await rename(endpoint);
  await rebuild(id);
  const path = `/v1/webhook-endpoints/${endpoint}`;
  expect((await call('DELETE', path, { token: owner })).status).toBe(200);
  expect(await env.HISTORY.head(key)).toBeNull();
  expect(await verify(id)).toEqual([]);
});

describe('the stores of one customer', () => {
  it('agree', () => isWell(customer.id));

  it('a lost D1 comes back from objects, archive and segments', async () => {
    const { id, owner } = customer;
    const tables = [
      'usage',
      'ledger_movements',
      'ledger_segments',
      'members',
      'organizations',
      'users',
    ];
    for (const table of tables) await env.DB.prepare(`DELETE FROM ${table}`).run();
    expect(await verify(id)).toContain('directory organization_missing');
    const all = await operate('POST', '/rebuild-directory');
    expect(all.findings[0]).toMatchObject({ members: 2, segments: 2, lost: [] });
    expect((await operate('GET', '/organizations')).organizations).toHaveLength(1);
    expect(await count('ledger_movements', id)).toBe(3);
    expect((await call('GET', '/v1/account', { token: owner })).status).toBe(200);
    await isWell(id);
  });

  it('a D1 that is older than the objects is brought up to them', async () => {
    const { id } = customer;
    await env.DB.prepare('DELETE FROM ledger_segments WHERE first_seq > 1').run();
    await env.DB.prepare('DELETE FROM ledger_movements WHERE seq > 2').run();
    await env.DB.prepare(`UPDATE organizations SET name = 'Before'`).run();
    await env.DB.prepare(`DELETE FROM members WHERE role = 'member'`).run();
    await env.DB.prepare(`DELETE FROM users WHERE email = 'teammate@example.com'`).run();
    // Cron takes nobody for gone whom such a D1 does not know.
    await env.DB.prepare('UPDATE organizations SET reconciled_at = NULL').run();
    await periodicTasks['reconcile accounts']?.();
    const found = await verify(id);
    for (const finding of [
      'history segment_not_indexed',
      'directory organization_differs',
      'directory members_differ',
    ])
      expect(found).toContain(finding);
    expect(await rebuild(id)).toMatchObject({ members: 2 });
    await isWell(id);
  });

  it('a segment that is missing or damaged is written from its copy, and a copy from its segment', async () => {
    const { id } = customer;
    const [first, second] = (await segments(id)) as [string, string];
    const text = await (await env.HISTORY.get(second))?.text();
    await env.HISTORY.delete(first);
    await env.HISTORY.put(second, text?.replace('withdrawal', 'withdrawa1') as string);
    expect(await verify(id)).toEqual(
      expect.arrayContaining(['segments missing', 'segments damaged']),
    );
    expect((await rebuild(id)).mended).toEqual([first, second]);
    await isWell(id);
    await env.DATA.delete(`copies/${first}`);
    expect(await verify(id)).toEqual(['segments copy_missing']);
    expect((await rebuild(id)).mended).toEqual([first]);
    await isWell(id);
  });

  it('a lost bucket HISTORY is written from copies and objects', async () => {
    const { id } = customer;
    for (const key of [...(await segments(id)), `accounts/${id}.json`])
      await env.HISTORY.delete(key);
    expect(await verify(id)).toEqual(
      expect.arrayContaining(['segments missing', 'archive missing']),
    );
    await rebuild(id);
    expect(await segments(id)).toHaveLength(2);
    await isWell(id);
  });

  it('a lost account comes back with its keys, and payments made since are asked for again', async () => {
    const { id, owner } = customer;
    await env.DB.prepare(
      `INSERT INTO billing_movements VALUES ('pi_1:pack', ?1, 'cus_1', 'pack', 'pi_1', 5000, 5000, 0),
       ('re_1', ?1, 'cus_1', 'refund', 'pi_1', -5000, 0, 0)`,
    )
      .bind(id)
      .run();
    expect(await verify(id)).toEqual(['payments not_in_account']);
    await loseObject(env.ACCOUNT.getByName(id));
    expect((await call('GET', '/v1/account', { token: owner })).status).toBe(401);
    expect(await verify(id)).toContain('account lost');
    await operate('POST', `/organizations/${id}/rebuild-account`);
    expect((await call('GET', '/v1/account', { token: owner })).status).toBe(200);
    expect(await rebuild(id)).toMatchObject({ payments: 2, lost: [] });
    await isWell(id);
    const again = await call('POST', `/admin/organizations/${id}/rebuild-account`, {
      token: 'admin_test',
    });
    expect(again.body.error).toMatchObject({
      code: 'INVALID_INPUT',
      message: 'the account is there',
    });
  });

  it('a lost account takes no change that its rebuilding would undo', async () => {
    const { id, teammate } = await createOrganization();
    const { members } = await operate('GET', `/organizations/${id}`);
    const { id: user } = members.find(({ email }: { email: string }) => email.startsWith('team'));
    await archive(id);
    await loseObject(env.ACCOUNT.getByName(id));
    for (const [method, path, body] of [
      ['POST', '/members', { email: 'new@example.com' }],
      ['DELETE', `/members/${user}`],
      ['PATCH', '', { default_country: 'DE' }],
      ['POST', '/suspend'],
      ['POST', '/api-keys', { user_email: 'owner@example.com', name: 'new', mode: 'live' }],
      // Nor is it shown as if it had nothing.
      ['GET', '/ledger'],
      ['GET', '/export'],
      ['POST', '/reconcile'],
    ] as const) {
      const { body: answer } = await call(method, `/admin/organizations/${id}${path}`, {
        ...{ token: 'admin_test', body },
      });
      const message = `The organization "${id}" has no account.`;
      expect(answer, `${method} ${path}`).toMatchObject(refusal('NOT_FOUND', { message }));
    }
    expect(await count('members', id)).toBe(2);
    // Nor do its keys count as none that depends on a secret.
    const after = id.slice(0, -1);
    const { body: versions } = await call('GET', `/admin/secret-versions?cursor=${after}`, {
      token: 'admin_test',
    });
    expect(versions).toMatchObject(refusal('NOT_FOUND'));
    await operate('POST', `/organizations/${id}/rebuild-account`);
    expect((await call('GET', '/v1/account', { token: teammate })).status).toBe(200);
    await operate('DELETE', `/organizations/${id}/members/${user}`);
    expect((await call('GET', '/v1/account', { token: teammate })).status).toBe(401);
  });

  it('an organization that was closed while its account was lost stays closed', async () => {
    const { id, owner } = await createOrganization();
    await archive(id);
    await loseObject(env.ACCOUNT.getByName(id));
    await operate('POST', `/organizations/${id}/close`, { name: 'Example Ltd' });
    await operate('POST', `/organizations/${id}/rebuild-account`);
    expect((await call('GET', '/v1/account', { token: owner })).status).toBe(401);
    const { organization, members } = await operate('GET', `/organizations/${id}`);
    expect([organization.active, members]).toEqual([false, []]);
    expect(await verify(id)).not.toContain('directory organization_differs');
  });

  it('both at once: a lost account and a lost D1', async () => {
    const { id, owner } = customer;
    for (const table of [
      'ledger_segments',
      'ledger_movements',
      'usage',
      'members',
      'organizations',
    ])
      await env.DB.prepare(`DELETE FROM ${table}`).run();
    await loseObject(env.ACCOUNT.getByName(id));
    expect(await verify(id)).toContain('account lost');
    await operate('POST', `/organizations/${id}/rebuild-account`);
    await rebuild(id);
    expect((await call('GET', '/v1/account', { token: owner })).status).toBe(200);
    await isWell(id);
  });

  it('rows whose objects or files are gone are named', async () => {
    const { id } = customer;
    await env.DB.prepare(
      `INSERT INTO bulk_jobs (id, organization_id, user_id, key_id, mode, type, status, total,
        succeeded, failed, skipped, duplicates, credits, has_files, created_at, ended_at)
       VALUES ('job_gone', ?, 'u', 'k', 'live', 'email', 'completed', 1, 1, 0, 0, 0, 0, 1, 0, 1)`,
    )
      .bind(id)
      .run();
    await env.RESULTS.put(`uploads/${id}/upl_x.csv`, 'a');
    expect((await verify(id)).sort()).toEqual(['jobs files_missing', 'uploads not_described']);
    await env.DB.prepare(`DELETE FROM bulk_jobs WHERE id = 'job_gone'`).run();
    // A priced upload has four files.
    const whole = ['csv', 'json', 'price', 'plan'].map((of) => `uploads/${id}/upl_x.${of}`);
    for (const key of whole) await env.RESULTS.put(key, 'a');
    await isWell(id);
    await env.RESULTS.delete(whole);
    await isWell(id);
  });
});

describe('an export', () => {
  it('has every kind of row, every entry once, and no secret', async () => {
    const { id, owner } = customer;
    const response = await exports.default.fetch(
      `https://api.test/admin/organizations/${id}/export`,
      { headers: OPERATOR },
    );
    const text = await response.text();
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const kinds = new Set(lines.map(({ kind }) => kind));
    for (const kind of [
      'organization',
      'account',
      'member',
      'key',
      'lot',
      'operation',
      'entry',
      'directory',
      'change',
    ])
      expect(kinds).toContain(kind);
    const seqs = lines.filter(({ kind }) => kind === 'entry').map(({ seq }) => seq);
    expect(seqs).toEqual([1, 2, 3]);
    const digest = new Uint8Array(
      await crypto.subtle.digest('SHA-256', new TextEncoder().encode(owner)),
    );
    const hash = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
    expect(text).not.toContain(hash);
    expect(text).not.toContain(owner);
  });
});

/** D1's limit of a bound value, which the local database does not have. */
const MAX_BOUND_CHARS = 2_000_000;

const limitedDatabase = () =>
  openDatabase({
    prepare: (query: string) => ({
      bind(...values: unknown[]) {
        if (values.some((value) => String(value).length > MAX_BOUND_CHARS))
          throw new Error('string or blob too big: SQLITE_TOOBIG');
        return env.DB.prepare(query).bind(...values);
      },
    }),
  } as never);

describe('usage of years', () => {
  it('is rebuilt, however many days, products and keys it has', async () => {
    const organizationId = 'org_years';
    const rows = Array.from({ length: 25_000 }, (_, at) => ({
      day: new Date(Date.UTC(2020, 0, 1 + Math.floor(at / 25))).toISOString().slice(0, 10),
      product: 'phone_validation',
      keyId: `key_${String(at % 25).padStart(36, '0')}`,
      ...{ lookups: 1, credits: 2 },
    }));
    await raiseUsage(limitedDatabase(), organizationId, rows);
    expect(await count('usage', organizationId)).toBe(rows.length);
  });
});

describe('an export of a customer with a monitor and a payment', () => {
  it('has the members and events of the monitor, and each row under its own kind', async () => {
    const { id, sandbox } = await createOrganization();
    const monitor = await makeMonitor(sandbox, { numbers: [{ phone_number: '+14155550100' }] });
    await env.DB.prepare(
      `INSERT INTO billing_movements (id, organization_id, kind, customer_id, payment, credits, at)
       VALUES ('refund_1', ?, 'refund', 'cus_1', 'in_1', -5, 0)`,
    )
      .bind(id)
      .run();
    const response = await exports.default.fetch(
      `https://api.test/admin/organizations/${id}/export`,
      { headers: OPERATOR },
    );
    const lines = (await response.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const monitors = lines.filter(({ kind }) => kind === 'monitor');
    expect(monitors).toMatchObject([{ id: monitor.id, monitor_kind: 'number' }]);
    const watched = lines.filter(({ kind }) => kind === 'watched');
    expect(watched).toMatchObject([{ monitor_id: monitor.id, subject: '+14155550100' }]);
    const payments = lines.filter(({ kind }) => kind === 'payment');
    expect(payments).toMatchObject([{ id: 'refund_1', payment_kind: 'refund' }]);
  });

  it('goes over several calls if it is more than one can read', async () => {
    const { id } = customer;
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1700)
       INSERT INTO bulk_jobs (id, organization_id, user_id, key_id, mode, type, status, total,
         succeeded, failed, skipped, duplicates, credits, has_files, created_at, ended_at)
       SELECT 'job_' || i, ?1, 'user_1', 'key_1', 'live', 'ip_lookup', 'completed', 1,
         1, 0, 0, 0, 1, 0, 1, 2 FROM n`,
    )
      .bind(id)
      .run();
    const list = vi.spyOn(env.RESULTS, 'list');
    const jobs: string[] = [];
    const kinds: string[] = [];
    for (let cursor = ''; ; ) {
      list.mockClear();
      const response = await exports.default.fetch(
        `https://api.test/admin/organizations/${id}/export${cursor && `?cursor=${cursor}`}`,
        { headers: OPERATOR },
      );
      const lines = (await response.text())
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(list.mock.calls.length).toBeLessThan(900);
      const last = lines.at(-1);
      jobs.push(...lines.filter(({ kind }) => kind === 'job').map((job) => job.id));
      kinds.push(...lines.map(({ kind }) => kind));
      if (last.kind !== 'continued') break;
      cursor = last.cursor;
    }
    vi.restoreAllMocks();
    expect([jobs.length, new Set(jobs).size]).toEqual([1700, 1700]);
    const once = (name: string) => kinds.filter((kind) => kind === name).length;
    expect([once('organization'), once('entry'), once('directory'), once('continued')]).toEqual([
      1, 3, 1, 2,
    ]);
    expect(kinds.lastIndexOf('change')).toBeGreaterThan(kinds.lastIndexOf('job'));
    for (const cursor of ['no:1', 'job', 'job:x']) {
      const path = `/admin/organizations/${id}/export?cursor=${cursor}`;
      const { body } = await call('GET', path, { token: 'admin_test' });
      expect(body).toMatchObject(refusal('INVALID_INPUT'));
    }
    await env.DB.prepare(`DELETE FROM bulk_jobs WHERE organization_id = ?`).bind(id).run();
  });

  it('looks for the objects of a job until they are purged', async () => {
    const { id } = customer;
    const jobs = env.DB.prepare(
      `INSERT INTO bulk_jobs (id, organization_id, user_id, key_id, mode, type, status, total,
         succeeded, failed, skipped, duplicates, credits, has_files, created_at, ended_at,
         tidied_at)
       SELECT 'job_' || value, ?1, 'user_1', 'key_1', 'live', 'ip_lookup', 'completed', 1,
         1, 0, 0, 0, 1, 0, 1, 2, nullif(value, 'kept') FROM json_each('["kept", 9]')`,
    );
    await jobs.bind(id).run();
    const list = vi.spyOn(env.RESULTS, 'list');
    const response = await exports.default.fetch(
      `https://api.test/admin/organizations/${id}/export`,
      { headers: OPERATOR },
    );
    expect(await response.text()).toContain('job_9');
    const folders = list.mock.calls.map(([options]) => options?.prefix);
    vi.restoreAllMocks();
    expect(folders).toEqual(['bulk/job_kept/', `uploads/${id}/`]);
    await env.DB.prepare(`DELETE FROM bulk_jobs WHERE organization_id = ?`).bind(id).run();
  });

  it('reads nothing before its audit entry could be written', async () => {
    const read = vi.fn(() => Promise.reject(new Error('read')));
    await exportOrganization('org_any', null, {
      accounts: { view: async () => ({}) },
      recovery: { export: read },
    } as never);
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(read).not.toHaveBeenCalled();
  });
});

describe('a D1 that is older than the account of another customer', () => {
  let customer: TestOrganization;
  beforeEach(async () => {
    customer = await createOrganization();
    await ship(customer.id);
    await archive(customer.id);
    await isWell(customer.id);
  });

  it('has a role that was changed since', async () => {
    const { id } = customer;
    await env.DB.prepare(`UPDATE members SET role = 'admin'
      WHERE organization_id = ? AND role = 'member'`)
      .bind(id)
      .run();
    expect(await verify(id)).toEqual(['directory members_differ']);
    await rebuild(id);
    expect(await verify(id)).toEqual([]);
  });

  it('lacks a member who was removed since', async () => {
    const { id } = customer;
    const { members } = await operate('GET', `/organizations/${id}`);
    const { user_id, id: memberId = user_id } = members.find(
      ({ role }: { role: string }) => role === 'member',
    );
    const { results } = await env.DB.prepare('SELECT * FROM members WHERE organization_id = ?')
      .bind(id)
      .all<Record<string, unknown>>();
    const row = results.find((each) => each.role === 'member') as Record<string, unknown>;
    await operate('DELETE', `/organizations/${id}/members/${memberId}`);
    const names = Object.keys(row);
    await env.DB.prepare(
      `INSERT INTO members (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    )
      .bind(...Object.values(row))
      .run();
    expect(await verify(id)).toEqual(['directory members_differ']);
    await rebuild(id);
    expect(await verify(id)).toEqual([]);
  });

  it('finds a monitor whose row alone was lost, though the account was reconciled before', async () => {
    const { id, sandbox } = customer;
    const monitor = await makeMonitor(sandbox, { numbers: [{ phone_number: '+14155550100' }] });
    await env.DB.prepare('DELETE FROM monitors').run();
    expect(await verify(id)).toEqual(['monitors row_missing']);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 3_600_000 });
    await operate('POST', `/organizations/${id}/reconcile`);
    expect(await rebuild(id)).toMatchObject({ monitors: 1 });
    expect(await ask(sandbox, 'GET', `/number-monitors/${monitor.id}`)).toMatchObject({
      id: monitor.id,
    });
  });
});

it('an organization whose creation stopped before its entry is listed by cron, with its owner', async () => {
  const db = openDatabase(
    steppedDatabase(env.DB, async (kind, work) => {
      if (kind === 'batch') throw new Error('the process was stopped');
      return work();
    }),
  );
  const { ports } = createPorts();
  const ownerEmail = 'stopped@example.com';
  const request = { id: 'org_stopped', name: 'Stopped Ltd', region: 'weur', ownerEmail } as const;
  await expect(makeOrganization(request, { ...ports, db })).rejects.toThrow();
  await archive(request.id);
  await periodicTasks['list organizations']?.();
  const user = (await findUserByEmail(ports.db, ownerEmail))?.id as string;
  const membership = { organizationId: request.id, organizationName: 'Stopped Ltd', role: 'owner' };
  expect(await listMemberships(ports.db, user)).toMatchObject([membership]);
  await isWell(request.id);
});

it('an organization that was just made lacks no archive, unless its first one is late', async () => {
  const { id } = await createOrganization();
  expect(await verify(id)).toEqual([]);
  await runInDurableObject(env.ACCOUNT.getByName(id), async (_, state) => {
    await state.storage.deleteAlarm();
  });
  vi.useFakeTimers({ now: Date.now() + 10 * MINUTE_MS, toFake: ['Date'] });
  expect(await verify(id)).toEqual(['archive missing']);
});

describe('an account that does not add up', () => {
  /** What to run for broken rules, each once. */
  const verbs = async (id: string): Promise<unknown[]> => {
    const { findings } = await operate('GET', `/verify-stores?organization=${id}`);
    const broken = findings.filter(({ code }: Record<string, string>) => code === 'unbalanced');
    return [...new Set<string>(broken.map(({ run }: Record<string, string>) => run))];
  };
  it('in its own figures is set back to a time before the fault', async () => {
    const { id } = await createOrganization();
    await operate('POST', `/organizations/${id}/credits`, { amount: 500, id: 'pack' });
    await ship(id);
    const account = env.ACCOUNT.getByName(id);
    await runInDurableObject(account, (_, { storage }) => {
      const more = `json_set(body, '$.posted.amount', body->>'$.posted.amount' + 1)`;
      storage.sql.exec(`UPDATE account SET body = ${more}`);
    });
    // The next instance loads what was written.
    const restart = (_: unknown, state: DurableObjectState) => state.abort('restarted by a test');
    await runInDurableObject(account, restart).catch(() => undefined);
    expect(await verbs(id)).toEqual([`restore-account ${id} --to TIME`]);
  });

  it('because its archive is ahead is brought up to the present', async () => {
    const { id } = await createOrganization();
    await archive(id);
    const key = `accounts/${id}.json`;
    const archived = await (await env.HISTORY.get(key))?.text();
    await env.HISTORY.put(key, archived ?? '', { customMetadata: { backups: '99' } });
    const [run] = await verbs(id);
    const [, time] = String(run).split(`restore-account ${id} --to `);
    expect(Math.abs(Date.now() - Date.parse(String(time)))).toBeLessThan(600_000);
  });

  it('because D1 lacks its lines is left, and D1 is rebuilt', async () => {
    const { id } = await createOrganization();
    await operate('POST', `/organizations/${id}/credits`, { amount: 500, id: 'pack' });
    await ship(id);
    await env.DB.prepare('DELETE FROM ledger_segments WHERE organization_id = ?').bind(id).run();
    expect(await verbs(id)).toEqual([`rebuild-directory --organization ${id}`]);
    await rebuild(id);
    await isWell(id);
  });

  it('because it cannot be compared is left until it can', async () => {
    const { id } = await createOrganization();
    const head = vi.spyOn(env.HISTORY, 'head').mockRejectedValue(new Error('unreachable'));
    const found = await verbs(id).finally(() => head.mockRestore());
    expect(found).toEqual([null]);
  });
});
