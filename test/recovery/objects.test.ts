import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { wakeJobs } from '../../src/bulk/maintenance.ts';
import { periodicTasks } from '../../src/services.ts';
import { broken } from '../accounts/ledger/support.ts';
import { begin, words } from '../bulk/one-job.ts';
import { results, startJob, status, waitFor } from '../bulk/support.ts';
import { ask, makeMonitor, runNow } from '../monitors/support.ts';
import { call, createOrganization, operate, type TestOrganization } from '../support/api.ts';
import { everyKey, loseObject, loseObjects, rebuild, reconciled, verify } from './support.ts';

afterEach(() => void vi.useRealTimers());

const cheap = async () => ({ price: 2 });
const PHONE = '+14155550100';

let customer: TestOrganization;
beforeAll(async () => {
  customer = await createOrganization();
});

const isWell = async (id: string) => {
  expect(await verify(id)).toEqual([]);
  expect(await reconciled(id)).toBe(true);
};

const HOUR_MS = 3_600_000;
const passes = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });

describe('rows of jobs and monitors', () => {
  let jobId = '';
  let monitorId = '';
  beforeAll(async () => {
    const { owner } = customer;
    jobId = await startJob(owner, { type: 'phone_validation', inputs: [PHONE, '+12025550143'] });
    await waitFor(owner, jobId, 'completed');
    const numbers = [{ phone_number: PHONE, label: 'customer 17' }];
    monitorId = (await makeMonitor(owner, { numbers })).id;
    await runNow(owner, monitorId);
    await env.ACCOUNT.getByName(customer.id).archiveEntries();
    await env.ACCOUNT.getByName(customer.id).backUp();
  });

  it('that D1 has lost come back from their objects', async () => {
    const { id, owner } = customer;
    const path = `/number-monitors/${monitorId}`;
    const [job, monitor] = [await status(owner, jobId), await ask(owner, 'GET', path)];
    const { lookups } = await results(owner, jobId);
    for (const table of ['bulk_jobs', 'monitors', 'ledger_segments', 'ledger_movements'])
      await env.DB.prepare(`DELETE FROM ${table}`).run();
    expect(await verify(id)).toEqual(
      expect.arrayContaining(['jobs row_missing', 'monitors row_missing']),
    );
    // Hours later nothing has taken their absence for their end.
    passes(2 * HOUR_MS);
    expect(await reconciled(id)).toBe(false);
    expect(await rebuild(id)).toMatchObject({ jobs: 1, monitors: 1, lost: [] });
    // A link to a file ends an hour after it was asked for.
    expect(await status(owner, jobId)).toEqual({
      ...job,
      results_url: expect.any(String),
      answers_url: expect.any(String),
      good_answers_url: expect.any(String),
    });
    expect((await results(owner, jobId)).lookups).toEqual(lookups);
    expect(await ask(owner, 'GET', path)).toEqual(monitor);
    expect((await ask(owner, 'GET', `${path}/numbers`)).numbers).toHaveLength(1);
    expect(await rebuild(id)).toMatchObject({ jobs: 0, monitors: 0 });
    await isWell(id);
  });

  it('say how a job has ended that ended after the time D1 was set back to', async () => {
    const { id, owner } = customer;
    await env.DB.prepare(
      `UPDATE bulk_jobs SET status = 'processing', ended_at = NULL, has_files = 0, succeeded = 0`,
    ).run();
    expect(await verify(id)).toEqual(['jobs end_missing']);
    expect(await rebuild(id)).toMatchObject({ jobs: 1 });
    expect(await status(owner, jobId)).toMatchObject({ status: 'completed', succeeded: 2 });
    await isWell(id);
  });

  it('do not come back for another organization', async () => {
    const other = await createOrganization();
    const room = { kind: 'monitors', mode: 'live', id: monitorId } as const;
    await env.ACCOUNT.getByName(other.id).claimQuota(room);
    await env.DB.prepare('UPDATE monitors SET id = ?').bind('elsewhere').run();
    expect(await rebuild(other.id)).toMatchObject({ monitors: 0 });
    await env.DB.prepare('UPDATE monitors SET id = ?').bind(monitorId).run();
  });
});

describe('a lost bucket RESULTS', () => {
  it('fails the rows of a job under way, and gives back what is set aside for them', async () => {
    const job = await begin(words(250), 1_000, cheap);
    await job.simulation.consume(job.simulation.letters.splice(0, 1));
    expect(await job.state()).toMatchObject({ status: 'processing', counts: { succeeded: 100 } });
    await loseObjects(env.RESULTS, `bulk/${job.jobId}/`);
    await job.deliver();
    expect(await job.state()).toMatchObject({
      ...{ status: 'completed', credits: 200 },
      counts: { succeeded: 100, failed: 150 },
    });
    expect(await job.balance()).toEqual({ available: 800, held: 0 });
    const rows = await job.rows();
    expect(rows).toHaveLength(250);
    expect(new Set(rows.map((row) => row.errorMessage))).toEqual(
      new Set(['The service has lost this row.']),
    );
    expect(broken(await job.real.accounts.invariants(job.organizationId))).toEqual([]);
  });

  it('ends the run of a monitor without a change, and the next one is as ever', async () => {
    const { owner } = customer;
    const { id } = await makeMonitor(owner, { numbers: [{ phone_number: PHONE }] });
    const get = env.RESULTS.get.bind(env.RESULTS);
    vi.spyOn(env.RESULTS, 'get').mockImplementation((async (key: string, ...rest: never[]) =>
      key.endsWith('rows.ndjson') ? null : get(key, ...rest)) as never);
    expect(await runNow(owner, id)).toMatchObject({ last_outcome: 'completed' });
    vi.restoreAllMocks();
    const snapshot = async () =>
      (await ask(owner, 'GET', `/number-monitors/${id}/numbers`)).numbers[0].last_snapshot;
    expect(await snapshot()).toBeNull();
    await runNow(owner, id);
    expect(await snapshot()).not.toBeNull();
    await ask(owner, 'DELETE', `/number-monitors/${id}`);
  });

  it('is found job by job, five hundred a step', async () => {
    const { id } = await createOrganization();
    await env.ACCOUNT.getByName(id).archiveEntries();
    await env.ACCOUNT.getByName(id).backUp();
    await env.DB.prepare(
      `INSERT INTO bulk_jobs (id, organization_id, user_id, key_id, mode, type, status, total,
         succeeded, failed, skipped, duplicates, credits, has_files, created_at, ended_at)
       SELECT 'job_' || value, ?, 'user_1', 'key_1', 'live', 'ip_lookup', 'completed', 1,
         1, 0, 0, 0, 1, 1, 1, 2
       FROM json_each(?)`,
    )
      .bind(id, JSON.stringify(Array.from({ length: 1_000 }, (_, at) => 1_000 + at)))
      .run();
    const steps: { id: string }[][] = [];
    for (let cursor = ''; ; ) {
      const query = new URLSearchParams({ organization: id, ...(cursor && { cursor }) });
      const step = await operate('GET', `/verify-stores?${query}`);
      steps.push(step.findings);
      if (step.next_cursor === null) break;
      cursor = step.next_cursor;
    }
    expect(steps.map(({ length }) => length)).toEqual([500, 500, 0]);
    expect(new Set(steps.flat().map((finding) => finding.id)).size).toBe(1_000);
    await env.DB.prepare('DELETE FROM bulk_jobs WHERE organization_id = ?').bind(id).run();
  });

  it('leaves of an ended job that its rows are lost', async () => {
    const { id, owner } = customer;
    const jobId = await startJob(owner, { type: 'phone_validation', inputs: ['+12025550177'] });
    await waitFor(owner, jobId, 'completed');
    await loseObjects(env.RESULTS, `bulk/${jobId}/`);
    expect((await verify(id)).sort()).toEqual(['jobs files_missing']);
    const { lookups } = await results(owner, jobId);
    expect(lookups[0]).toMatchObject({ status: 'failed' });
    await env.DB.prepare('DELETE FROM bulk_jobs WHERE id = ?').bind(jobId).run();
    await loseObject(env.BULK_JOB.getByName(jobId));
    await isWell(id);
  });
});

it('a lost KV costs nobody a second time', async () => {
  const { id, owner } = customer;
  const lookUp = async () =>
    (await call('POST', '/v1/email', { token: owner, body: { email: 'ada@example.com' } })).body
      .data.metadata.credits_used;
  expect(await lookUp()).toBeGreaterThan(0);
  for (const { name } of (await env.CACHE.list()).keys) await env.CACHE.delete(name);
  expect(await lookUp()).toBe(0);
  await isWell(id);
});

describe('a lost object', () => {
  it('of a job ends it within the hour: what was paid stays paid, the rest goes back', async () => {
    const job = await begin(words(250), 1_000, cheap);
    await job.simulation.consume(job.simulation.letters.splice(0, 1));
    expect(await job.balance()).toEqual({ available: 500, held: 300 });
    await loseObject(job.object());
    passes(HOUR_MS + 60_000);
    await wakeJobs(job.real, 'job_5');
    expect(await job.balance()).toEqual({ available: 800, held: 0 });
    const row = await env.DB.prepare('SELECT status FROM bulk_jobs WHERE id = ?')
      .bind(job.jobId)
      .first();
    expect(row).toEqual({ status: 'failed' });
    expect(broken(await job.real.accounts.invariants(job.organizationId))).toEqual([]);
  });

  it('of a job whose row is lost too lets its hold end after seven days', async () => {
    const job = await begin(words(10), 100, cheap);
    await loseObject(job.object());
    await env.DB.prepare('DELETE FROM bulk_jobs WHERE id = ?').bind(job.jobId).run();
    passes(6 * 24 * HOUR_MS);
    expect(await job.balance()).toEqual({ available: 80, held: 20 });
    passes(24 * HOUR_MS);
    expect(await job.balance()).toEqual({ available: 100, held: 0 });
  });

  it('of a monitor is made again from its row, by cron, without members', async () => {
    const { id, owner } = customer;
    const made = await makeMonitor(owner, { numbers: [{ phone_number: PHONE }] });
    await runNow(owner, made.id);
    await loseObject(env.MONITOR.getByName(made.id));
    expect(await verify(id)).toEqual(['monitors object_lost']);
    passes(26 * HOUR_MS);
    await periodicTasks['wake monitors']?.();
    expect(await verify(id)).toEqual([]);
    const again = await vi.waitFor(async () => {
      const monitor = await ask(owner, 'GET', `/number-monitors/${made.id}`);
      expect(monitor.run_id).toBeNull();
      return monitor;
    });
    expect(again).toMatchObject({ name: made.name, active: true, number_count: 0 });
    await ask(owner, 'DELETE', `/number-monitors/${made.id}`);
    await isWell(id);
  });
});

describe('lost bytes', () => {
  const put = (numbers: readonly string[]) =>
    call('PUT', '/admin/records/do_not_call?mode=replace', {
      token: 'admin_test',
      body: `phone_number\n${numbers.join('\n')}\n`,
      headers: { 'Content-Type': 'text/csv' },
    });

  it('of DATA: no answer rests on them, and all of it is written again', async () => {
    const { id, owner } = customer;
    const ask = (path: string, body: object) => call('POST', path, { token: owner, body });
    const scrub = () => ask('/v1/phone-scrub', { phone_number: PHONE });
    await put([PHONE]);
    await loseObjects(env.DATA, '');
    expect(await verify(id)).toContain('segments copy_missing');
    for (const [reply, message] of [
      [await scrub(), 'A source of this lookup is temporarily unavailable.'],
      [await ask('/v1/ip', { ip: '8.8.8.8' }), 'The IP address data is unavailable.'],
    ] as const)
      expect(reply.body.error).toMatchObject({ code: 'SERVICE_UNAVAILABLE', message });
    await put([PHONE]);
    expect((await scrub()).body.data.classification).toMatchObject({ doNotCall: true });
    await env.ACCOUNT.getByName(id).archiveEntries();
    expect((await rebuild(id)).mended.length).toBeGreaterThan(0);
    await isWell(id);
  });

  it('of HISTORY and DATA: the lines are named, balances and keys stay', async () => {
    const { id, owner } = await createOrganization();
    await operate('POST', `/organizations/${id}/credits`, { amount: 500, id: 'pack' });
    const account = env.ACCOUNT.getByName(id);
    await account.archiveEntries();
    await account.backUp();
    const before = (await call('GET', '/v1/account', { token: owner })).body.data;
    await loseObjects(env.HISTORY, '');
    await loseObjects(env.DATA, 'copies/');
    expect((await verify(id)).sort()).toEqual(['archive missing', 'segments missing']);
    expect(await rebuild(id)).toMatchObject({ lost: ['lines 1 to 2'] });
    expect(await everyKey(env.HISTORY)).toEqual([`accounts/${id}.json`]);
    expect((await call('GET', '/v1/account', { token: owner })).body.data).toEqual(before);
    expect(await reconciled(id)).toBe(true);
    // The archive alone is enough from here on.
    await loseObject(account);
    await operate('POST', `/organizations/${id}/rebuild-account`);
    expect((await call('GET', '/v1/account', { token: owner })).body.data).toEqual(before);
    expect(await reconciled(id)).toBe(true);
  });
});

describe('a bad deploy', () => {
  it('finds a database that migrations have only added to', () => {
    const migrations = [...env.TEST_DB_MIGRATIONS, ...env.TEST_RECORDS_MIGRATIONS];
    const statements = migrations.flatMap(({ queries }) => queries);
    expect(statements.length).toBeGreaterThan(10);
    const removing = /\b(DROP\s+(TABLE|COLUMN)|RENAME)\b/i;
    expect(statements.filter((statement) => removing.test(statement))).toEqual([]);
    const required = /\bADD\b(?!.*\bDEFAULT\b).*\bNOT NULL\b/i;
    expect(statements.filter((statement) => required.test(statement))).toEqual([]);
  });

  it('reads the state of newer code, and takes nothing of it away', async () => {
    const { id, owner } = await createOrganization();
    const account = () => env.ACCOUNT.getByName(id);
    const tables = ['account', 'organization', 'members', 'api_keys'];
    await runInDurableObject(account(), (_, { storage }) => {
      for (const table of tables)
        storage.sql.exec(`UPDATE ${table} SET body = json_set(body, '$.ofNewerCode', 7)`);
      storage.sql.exec('CREATE TABLE of_newer_code (id TEXT)');
    });
    await runInDurableObject(account(), (_, state) => state.abort('rolled back')).catch(() => null);
    const { body } = await call('POST', '/v1/email', {
      ...{ token: owner, body: { email: 'grace@example.com' } },
    });
    expect(body.data.metadata.credits_used).toBeGreaterThan(0);
    const kept = await runInDurableObject(account(), (_, { storage }) =>
      tables.flatMap((table) =>
        storage.sql.exec(`SELECT body->>'ofNewerCode' AS kept FROM ${table}`).toArray(),
      ),
    );
    expect(new Set(kept.map((row) => row.kept))).toEqual(new Set([7]));
    await account().archiveEntries();
    await account().backUp();
    await isWell(id);
  });
});
