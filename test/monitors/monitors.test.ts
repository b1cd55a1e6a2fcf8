import { runInDurableObject } from 'cloudflare:test';
import { env, exports } from 'cloudflare:workers';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { parseSecrets } from '../../src/lib/secrets.ts';
import { QUOTAS } from '../../src/lookup/account/quotas.ts';
import { suppressionHash } from '../../src/lookup/suppression.ts';
import type { MonitorRecord } from '../../src/monitors/state-machine.ts';
import { unsubscribeUrl } from '../../src/monitors/unsubscribe.ts';
import { phone } from '../../src/products/phone/phone/product.ts';
import { loseObject } from '../recovery/support.ts';
import {
  call,
  createOrganization,
  limitKey,
  operate,
  type TestOrganization,
} from '../support/api.ts';
import { ask, eventsOf, factsCached, makeMonitor, replaceFile, runNow } from './support.ts';

const FIRST = '+14155550100';
const SECOND = '+14155550101';
const numbers = [{ phone_number: FIRST, label: 'customer 17' }, { phone_number: SECOND }];

let organization: TestOrganization;
beforeAll(async () => {
  organization = await createOrganization({ credits: 10 });
});

const balance = async () =>
  (await ask(organization.owner, 'GET', '/account')).tokens.total_available;

describe('a monitor', () => {
  it('is made, listed, changed and deleted, each within its realm', async () => {
    const { sandbox, owner } = organization;
    const made = await makeMonitor(sandbox, {
      numbers,
      include_spam_check: true,
      alert_email: true,
      webhook_url: 'https://example.com/hook',
    });
    expect(made).toMatchObject({
      ...{ name: 'Customers', frequency: 'daily', include_spam_check: true, alert_email: true },
      ...{ active: true, number_count: 2, webhook_url: 'https://example.com/hook' },
      ...{ last_run_at: null, webhook_secret: expect.stringMatching(/^whsec_/) },
    });
    const startsIn = Date.parse(made.next_run_at) - Date.parse(made.created_at);
    expect(startsIn).toBeGreaterThanOrEqual(0);
    expect(startsIn).toBeLessThan(3_600_000);

    const { webhook_secret: _, ...shown } = made;
    const path = `/number-monitors/${made.id}`;
    expect(await ask(sandbox, 'GET', path)).toEqual(shown);
    const list = await ask(sandbox, 'GET', '/number-monitors', {
      schema: 'NumberMonitorListResponse',
    });
    expect(list.monitors).toEqual([shown]);
    expect((await ask(owner, 'GET', '/number-monitors')).monitors).toEqual([]);
    await ask(owner, 'GET', path, { status: 404 });
    await ask(sandbox, 'GET', `/job-change-monitors/${made.id}`, { status: 404 });

    const changes = { name: 'Others', frequency: 'weekly', webhook_url: null, active: false };
    const changed = await ask(sandbox, 'PATCH', path, { body: changes });
    expect(changed).toMatchObject({ ...changes, next_run_at: null });
    expect(await ask(sandbox, 'POST', `${path}/run`, { status: 409 })).toMatchObject({
      code: 'IDEMPOTENCY_CONFLICT',
    });
    const other = { active: true, webhook_url: 'https://example.com/other' };
    const again = await ask(sandbox, 'PATCH', path, { body: other });
    expect(again).toMatchObject({ ...other, webhook_secret: expect.any(String) });
    expect(Date.parse(again.next_run_at)).toBeGreaterThan(Date.now());
    expect(await ask(sandbox, 'PATCH', path, { body: other })).not.toHaveProperty('webhook_secret');
    // The same address in another spelling keeps its secret too.
    const spelt = { webhook_url: `${other.webhook_url.replace('https://', 'HTTPS://')}#hook` };
    expect(await ask(sandbox, 'PATCH', path, { body: spelt })).not.toHaveProperty('webhook_secret');

    expect(await ask(sandbox, 'DELETE', path)).toEqual({ id: made.id, deleted: true });
    await ask(sandbox, 'GET', path, { status: 404 });
    expect(await eventsOf(sandbox, made.id)).toEqual([]);
  });

  it('shows its events for thirty days after it was deleted, and none after', async () => {
    const { sandbox } = organization;
    const { id } = await makeMonitor(sandbox, { numbers });
    const path = `/number-monitors/${id}`;
    await ask(sandbox, 'DELETE', path);
    const deletedBefore = (ms: number) =>
      env.DB.prepare('UPDATE monitors SET deleted_at = ? WHERE id = ?')
        .bind(Date.now() - ms, id)
        .run();
    const DAYS = 86_400_000;
    await deletedBefore(30 * DAYS - 60_000);
    expect(await eventsOf(sandbox, id)).toEqual([]);
    await deletedBefore(30 * DAYS);
    await ask(sandbox, 'GET', `${path}/events`, { status: 404 });
  });

  it('takes members in and out, each once', async () => {
    const { sandbox } = organization;
    const { id } = await makeMonitor(sandbox, { numbers: [...numbers, numbers[0]] });
    const path = `/number-monitors/${id}/numbers`;
    const more = [{ phone_number: '(415) 555-0102' }, { phone_number: FIRST, label: 'new' }];
    expect(await ask(sandbox, 'POST', path, { body: { numbers: more } })).toEqual({
      number_count: 3,
    });
    const first = await ask(sandbox, 'GET', `${path}?limit=2`, {
      schema: 'NumberMonitorMemberListResponse',
    });
    expect(first.numbers).toEqual([
      { phone_number: FIRST, label: 'new', last_checked_at: null, last_snapshot: null },
      { phone_number: SECOND, label: null, last_checked_at: null, last_snapshot: null },
    ]);
    const rest = await ask(sandbox, 'GET', `${path}?cursor=${first.pagination.next_cursor}`);
    expect(rest).toMatchObject({
      numbers: [{ phone_number: '+14155550102' }],
      pagination: { has_more: false },
    });
    const gone = { phone_numbers: [SECOND, '+14155559999'] };
    expect(await ask(sandbox, 'DELETE', path, { body: gone })).toEqual({ number_count: 2 });
    expect(await ask(sandbox, 'DELETE', path, { body: { numbers: more } })).toEqual({
      number_count: 0,
    });
  });

  it('takes members in and out by their plain values, and leaves the labels that are there', async () => {
    const { sandbox } = organization;
    const { id } = await makeMonitor(sandbox, { numbers: [numbers[0], { phone_number: FIRST }] });
    const path = `/number-monitors/${id}/numbers`;
    const plain = { numbers: null, phone_numbers: [FIRST, '(415) 555-0102'] };
    expect(await ask(sandbox, 'POST', path, { body: plain })).toEqual({ number_count: 2 });
    const both = { numbers: [{ phone_number: FIRST }], phone_numbers: [SECOND] };
    expect(await ask(sandbox, 'POST', path, { body: both })).toEqual({ number_count: 3 });
    expect((await ask(sandbox, 'GET', path)).numbers).toMatchObject([
      { phone_number: FIRST, label: 'customer 17' },
      { phone_number: '+14155550102', label: null },
      { phone_number: SECOND, label: null },
    ]);
    const gone = { ...both, numbers: [{ phone_number: FIRST, label: 'x' }] };
    expect(await ask(sandbox, 'DELETE', path, { body: gone })).toEqual({ number_count: 1 });
    const rest = { phone_numbers: null, numbers: [{ phone_number: '+14155550102' }] };
    expect(await ask(sandbox, 'DELETE', path, { body: rest })).toEqual({ number_count: 0 });
    await ask(sandbox, 'DELETE', `/number-monitors/${id}`);
  });

  it('names unusable members as a dry run of a job names unusable rows', async () => {
    const { sandbox: token } = organization;
    const inputs = [FIRST, 'none', 'x'.repeat(200), ...Array(10).fill('?')];
    const job = { type: 'phone_validation', inputs, dry_run: true };
    const priced = await call('POST', '/v1/bulk/jobs', { token, body: job });
    const { unusable, unusable_count } = priced.body.data;
    const members = inputs.map((phone_number) => ({ phone_number }));
    const body = { name: 'Customers', frequency: 'daily', numbers: members };
    expect((await call('POST', '/v1/number-monitors', { token, body })).body.error).toMatchObject({
      ...{ code: 'INVALID_INPUT', param: 'numbers' },
      message: expect.stringMatching(/^numbers: row 2: phone_number: /),
      details: { unusable, unusable_count },
    });
    const strings = { ...body, numbers: [FIRST] };
    const refused = await call('POST', '/v1/number-monitors', { token, body: strings });
    expect(refused.body.error).toMatchObject({
      message: 'numbers: row 1: must be an object with "phone_number"',
      details: { unusable: [{ row: 1, input: FIRST }] },
    });
    const { id } = await makeMonitor(token, { numbers });
    const gone = { phone_numbers: [FIRST, 'none'] };
    const path = `/v1/number-monitors/${id}/numbers`;
    expect((await call('DELETE', path, { token, body: gone })).body.error).toMatchObject({
      ...{ code: 'INVALID_INPUT', param: 'phone_numbers' },
      message: expect.stringMatching(/^phone_numbers: row 2: phone_number: /),
      details: { unusable: [{ row: 2, input: 'none', code: 'INVALID_INPUT' }], unusable_count: 1 },
    });
    await ask(token, 'DELETE', `/number-monitors/${id}`);
  });

  it('refuses numbers that cannot exist, as a bulk job names them, and keeps those it has', async () => {
    const { sandbox: token } = organization;
    const inputs = [FIRST, '0151 23456789', '06 12 34 56 78', '+1 (415) 155-0100'];
    const job = { type: 'phone_validation', inputs, dry_run: true };
    const { free } = (await call('POST', '/v1/bulk/jobs', { token, body: job })).body.data;
    const [german] = free;
    expect(german.message).toContain('it fits the numbering plan of DE');
    const listed = inputs.map((phone_number) => ({ phone_number }));
    const body = { name: 'Customers', frequency: 'daily', numbers: listed };
    const refused = await call('POST', '/v1/number-monitors', { token, body });
    expect(refused.body.error).toMatchObject({
      ...{ code: 'INVALID_INPUT', param: 'numbers' },
      message: `numbers: row 2: phone_number: ${german.message}`,
      details: {
        unusable: [{ row: 2 }, { row: 3 }, { row: 4, message: 'phone_number: cannot exist' }],
        unusable_count: 3,
      },
    });
    const { id } = await makeMonitor(token, { numbers });
    const path = `/number-monitors/${id}/numbers`;
    const more = { phone_numbers: ['0151 23456789'] };
    expect(await ask(token, 'POST', path, { body: more, status: 400 })).toMatchObject({
      message: `phone_numbers: row 1: phone_number: ${german.message}`,
    });
    const named = { numbers: [{ phone_number: '0151 23456789', country: 'DE' }] };
    expect(await ask(token, 'POST', path, { body: named })).toEqual({ number_count: 3 });
    const one = { phone_numbers: ['0151 23456789'] };
    expect(await ask(token, 'DELETE', path, { body: one, status: 400 })).toMatchObject({
      message: `phone_numbers: row 1: phone_number: ${german.message}`,
    });
    const events = `/number-monitors/${id}/events?phone_number=0151%2023456789`;
    expect(await ask(token, 'GET', events, { status: 400 })).toMatchObject({
      ...{ param: 'phone_number', message: `phone_number: ${german.message}` },
    });
    // Of a monitor that took it once.
    const gone = { phone_numbers: ['+1015123456789', FIRST] };
    expect(await ask(token, 'DELETE', path, { body: gone })).toEqual({ number_count: 2 });
    const samples = phone.sandbox.map(({ subject }) => subject);
    expect(await ask(token, 'POST', path, { body: { phone_numbers: samples } })).toMatchObject({
      number_count: expect.any(Number),
    });
    await ask(token, 'DELETE', `/number-monitors/${id}`);
  });

  const good = { name: 'Customers', frequency: 'daily', numbers };
  it.each([
    [{ ...good, name: undefined }, 'MISSING_FIELD', 'name'],
    [{ ...good, frequency: 'hourly' }, 'INVALID_INPUT', 'frequency'],
    [{ ...good, alert_email: 'yes' }, 'INVALID_REQUEST', 'alert_email'],
    [{ ...good, numbers: undefined }, 'MISSING_FIELD', 'numbers'],
    [{ ...good, numbers: [] }, 'MISSING_FIELD', 'numbers'],
    [{ ...good, numbers: 'all' }, 'INVALID_REQUEST', 'numbers'],
    [{ ...good, numbers: [{ label: 'x' }] }, 'MISSING_FIELD', 'numbers'],
    [{ ...good, numbers: [...numbers, { phone_number: 'none' }] }, 'INVALID_INPUT', 'numbers'],
    [{ ...good, numbers: [null] }, 'INVALID_REQUEST', 'numbers'],
    [{ ...good, webhook_url: 'http://127.0.0.1/' }, 'INVALID_INPUT', undefined],
    [{ ...good, numbers: Array(10_001).fill(numbers[0]) }, 'INPUT_LIMIT_EXCEEDED', 'numbers'],
  ])('is refused: case %#', async (body, code, param) => {
    const reply = await call('POST', '/v1/number-monitors', { token: organization.sandbox, body });
    expect(reply.status).toBe(400);
    expect(reply.body.error).toMatchObject({ code, ...(param && { param }) });
  });

  it('of job changes runs once a week at most', async () => {
    const body = { name: 'Champions', frequency: 'daily', contacts: [{ profile_url: 'jane' }] };
    await ask(organization.owner, 'POST', '/job-change-monitors', { body, status: 400 });
  });
});

describe('a run', () => {
  it('of a test key finds other facts the second time, and tells them for nothing', async () => {
    const { sandbox } = organization;
    const before = await balance();
    const { id } = await makeMonitor(sandbox, {
      numbers,
      include_spam_check: true,
      alert_email: true,
      webhook_url: 'https://example.com/hook',
    });
    expect(await runNow(sandbox, id)).toMatchObject({ last_outcome: 'completed' });
    expect(await eventsOf(sandbox, id)).toEqual([]);
    const { ran } = await runNow(sandbox, id);
    const events = await eventsOf(sandbox, id);
    expect(events).toHaveLength(2);
    const { events: own } = await ask(
      sandbox,
      'GET',
      `/number-monitors/${id}/events?phone_number=${FIRST}`,
      { schema: 'NumberMonitorEventListResponse' },
    );
    expect(own).toMatchObject([
      {
        ...{ phone_number: FIRST, label: 'customer 17' },
        changes: {
          status: { from: 'ACTIVE', to: 'INACTIVE' },
          lineType: { from: 'MOBILE', to: 'VOIP' },
          dncListed: { from: false, to: true },
          spamRiskLevel: { from: 'LOW', to: 'CRITICAL' },
        },
        previous_snapshot: { status: 'ACTIVE', carrier: 'Sandbox Wireless' },
        current_snapshot: { status: 'INACTIVE' },
      },
    ]);
    const [newest, oldest] = events;
    const page = await ask(sandbox, 'GET', `/number-monitors/${id}/events?limit=1`);
    const next = `?limit=1&cursor=${page.pagination.next_cursor}`;
    expect([page.events, await eventsOf(sandbox, id, next)]).toEqual([[newest], [oldest]]);
    expect(await eventsOf(sandbox, id, `?since=${newest.detected_at}`)).not.toEqual([]);
    expect(await eventsOf(sandbox, id, '?since=2999-01-01')).toEqual([]);

    const { deliveries } = await ask(sandbox, 'GET', '/webhook-deliveries');
    const told = deliveries.filter((one: { event_id: string }) => one.event_id.startsWith(ran));
    expect(told).toMatchObject([
      {
        event_id: `${ran}:mail`,
        url: 'mailto:owner@example.com',
        error_code: 'MAIL_NOT_CONFIGURED',
      },
      {
        event_id: expect.stringMatching(`^${ran}:[0-9a-f]{12}$`),
        url: 'https://example.com/hook',
        type: 'number_monitor.changed',
      },
    ]);
    expect(await balance()).toBe(before);
    const { numbers: members } = await ask(sandbox, 'GET', `/number-monitors/${id}/numbers`);
    expect(members[0].last_snapshot).toMatchObject({ status: 'INACTIVE' });
  });

  it('is begun by a call twenty times an hour with test keys; a refused call counts for none', async () => {
    const { id: organization, sandbox } = await createOrganization();
    const { id } = await makeMonitor(sandbox, { numbers: [{ phone_number: '+14155550100' }] });
    const { perHour } = QUOTAS.runs.test;
    const account = env.ACCOUNT.getByName(organization);
    for (let n = 1; n < perHour; n += 1)
      expect(await account.claimQuota({ kind: 'runs', mode: 'test', id: `${n}` })).toBeNull();
    await ask(sandbox, 'PATCH', `/number-monitors/${id}`, { body: { active: false } });
    const refused = await ask(sandbox, 'POST', `/number-monitors/${id}/run`, { status: 409 });
    expect(refused.message).toContain('switched off');
    await ask(sandbox, 'PATCH', `/number-monitors/${id}`, { body: { active: true } });
    const { ran } = await runNow(sandbox, id);
    const { code, message } = await ask(sandbox, 'POST', `/number-monitors/${id}/run`, {
      status: 429,
    });
    expect(code).toBe('RATE_LIMIT_EXCEEDED');
    expect(message).toContain(`${perHour} runs of monitors begun by a call an hour`);
    const { run_id, last_run_at } = await ask(sandbox, 'GET', `/number-monitors/${id}`);
    expect([ran, run_id, last_run_at]).toEqual([expect.any(String), null, expect.any(String)]);
  });

  it('created switched off costs nothing; switched on, its first run is due at once', async () => {
    const { sandbox } = await createOrganization();
    const made = await makeMonitor(sandbox, { numbers, active: false });
    expect(made).toMatchObject({ active: false, next_run_at: null });
    const path = `/number-monitors/${made.id}`;
    await ask(sandbox, 'POST', `${path}/run`, { status: 409 });
    const on = await ask(sandbox, 'PATCH', path, { body: { active: true } });
    expect(Date.parse(on.next_run_at) - Date.now()).toBeLessThan(3_600_000);
  });

  it('of job changes finds another job the second time', async () => {
    const { sandbox } = organization;
    const path = '/job-change-monitors';
    const contacts = [
      { profile_url: 'https://www.linkedin.com/in/Jane-Sandbox?x=1', label: 'Jane' },
    ];
    const body = { name: 'Champions', frequency: 'weekly', contacts };
    const schema = 'JobChangeMonitorResponse';
    const { id } = await ask(sandbox, 'POST', path, { body, schema, status: 201 });
    await runNow(sandbox, id, path);
    await runNow(sandbox, id, path);
    await runNow(sandbox, id, path);
    const events = await ask(sandbox, 'GET', `${path}/${id}/events?profile_url=jane-sandbox`, {
      schema: 'JobChangeMonitorEventListResponse',
    });
    expect(events.events.map((event: { type: string }) => event.type)).toEqual([
      'title_change',
      'job_change',
      'baseline',
    ]);
    expect(events.events[1]).toMatchObject({
      ...{ profile_url: 'https://www.linkedin.com/in/jane-sandbox', label: 'Jane' },
      before: { company: 'Example Ltd' },
      after: { company: 'Sample GmbH' },
    });
    const { contacts: members } = await ask(sandbox, 'GET', `${path}/${id}/contacts`);
    expect(members).toMatchObject([{ profile_url: events.events[1].profile_url }]);
  });

  it("of job changes sees a new job in the operator's file, and pays for who is there", async () => {
    const { owner } = await createOrganization({ credits: 100 });
    const left = async () => (await ask(owner, 'GET', '/account')).tokens.total_available;
    const path = '/job-change-monitors';
    const contacts = [{ profile_url: 'ada-moved' }, { profile_url: 'nobody-there' }];
    const body = { name: 'Champions', frequency: 'weekly', contacts };
    const columns = 'network_url,full_name,title,company_name';
    await replaceFile('work_contacts', columns, 'ada-moved,Ada Moved,Engineer,Example Ltd');
    const made = await ask(owner, 'POST', path, { body, status: 201 });
    const { id } = made;
    expect(made).toMatchObject({ credits_per_run: 10, last_run_credits: null });
    // At most 5 for each of two contacts; one of them is found.
    const first = await runNow(owner, id, path);
    expect(first).toMatchObject({ credits_per_run: 10, last_run_credits: 5 });
    const { contacts: watched } = await ask(owner, 'GET', `${path}/${id}/contacts`);
    // No source could answer for the second.
    expect(watched).toMatchObject([
      { last_checked_at: expect.any(String) },
      { last_checked_at: null },
    ]);
    await replaceFile('work_contacts', columns, 'ada-moved,Ada Moved,Engineer,Sample GmbH');
    await runNow(owner, id, path);
    expect(await left()).toBe(100 - 2 * 5);
    const events = await eventsOf(owner, id, '', path);
    expect(events).toMatchObject([
      { type: 'job_change', before: { company: 'Example Ltd' }, after: { company: 'Sample GmbH' } },
      { type: 'baseline', profile_url: 'https://www.linkedin.com/in/ada-moved' },
    ]);
    // Who is suppressed afterwards is watched no more, for nothing.
    const hash = await suppressionHash({ kind: 'profile', text: 'ada-moved' });
    await replaceFile('suppressed_people', 'profile_hash', `${hash}`);
    await runNow(owner, id, path);
    expect(await left()).toBe(100 - 2 * 5);
  });

  it('of a live key costs what its lookups cost, and refreshes what single lookups find', async () => {
    const { owner } = organization;
    const before = await balance();
    const live = [{ phone_number: '+18005552188' }, { phone_number: '+18005552189' }];
    const { id } = await makeMonitor(owner, { numbers: live, include_spam_check: true });
    const done = await runNow(owner, id);
    expect(done).toMatchObject({ credits_per_run: 4, last_run_credits: 4 });
    expect(await balance()).toBe(before - 4);
    await factsCached(id);
    const single = await call('POST', '/v1/phone', { token: owner, body: live[0] });
    expect(single.body.data.metadata).toMatchObject({ credits_used: 0, cache_hit: true });
    await runNow(owner, id);
    expect(await balance()).toBe(before - 8);
    expect(await eventsOf(owner, id)).toEqual([]);

    // Two credits are left: the third run is skipped, and told.
    await ask(owner, 'PATCH', `/number-monitors/${id}`, {
      body: { webhook_url: 'https://example.com/hook', alert_email: true },
    });
    const skipped = await runNow(owner, id);
    expect(skipped).toMatchObject({ last_outcome: 'insufficient_credits', active: true });
    expect(skipped).toMatchObject({ credits_per_run: 4, last_run_credits: 4 });
    expect(Date.parse(skipped.next_run_at)).toBeGreaterThan(Date.now());
    expect(await balance()).toBe(before - 8);
    const { deliveries } = await ask(owner, 'GET', '/webhook-deliveries');
    expect(
      deliveries
        .filter((one: { event_id: string }) => one.event_id.startsWith(skipped.ran))
        .map(({ type, event_id }: Record<string, string>) => [type, event_id?.split(':')[1]]),
    ).toEqual([
      ['number_monitor.skipped', 'mail'],
      ['number_monitor.skipped', 'skipped'],
    ]);
    expect(await operate('POST', `/organizations/${organization.id}/reconcile`)).toMatchObject({
      balanced: true,
    });
  });

  it('is skipped where the daily limit of its key does not cover it, and says so', async () => {
    const other = await createOrganization();
    const { id } = await makeMonitor(other.owner, { numbers: [{ phone_number: '+12125552191' }] });
    await limitKey(other, 0);
    expect(await runNow(other.owner, id)).toMatchObject({ last_outcome: 'daily_limit' });
    await limitKey(other, 10);
    expect(await runNow(other.owner, id)).toMatchObject({ last_outcome: 'completed' });
  });

  it('counts against what its key was rolled into, and against none once that is revoked', async () => {
    const other = await createOrganization();
    const { id } = await makeMonitor(other.owner, { numbers: [{ phone_number: '+12125552192' }] });
    await limitKey(other, 0);
    const path = `/api-keys/${other.ownerKeyId}`;
    const { id: successor } = await operate('POST', `${path}/roll`, { overlap_hours: 0 });
    const run = () => runNow(other.teammate, id);
    expect(await run()).toMatchObject({ last_outcome: 'daily_limit' });
    const account = env.ACCOUNT.getByName(other.id);
    await account.changeKey(successor, { creditsPerDay: 10 }, null);
    expect(await run()).toMatchObject({ last_outcome: 'completed' });
    await account.changeKey(successor, { creditsPerDay: 0 }, null);
    expect(await run()).toMatchObject({ last_outcome: 'daily_limit' });
    await account.changeKey(successor, { revoked: true }, null);
    expect(await run()).toMatchObject({ last_outcome: 'completed' });
  });

  it('does not happen without a plan, and happens again when it is back', async () => {
    const other = await createOrganization({ credits: 5 });
    const { id } = await makeMonitor(other.owner, { numbers: [{ phone_number: '+12125552190' }] });
    const plan = (status: string) =>
      operate('PUT', `/organizations/${other.id}/subscription`, { plan: 'starter', status });
    await plan('canceled');
    await ask(other.owner, 'POST', `/number-monitors/${id}/run`, { status: 403 });
    // What is due by the schedule meets a lapsed plan.
    const begin = await env.MONITOR.getByName(id).runNow();
    expect(begin).toMatch(/^run_/);
    await vi.waitFor(
      async () => {
        const watched = await operate('GET', `/organizations/${other.id}`);
        expect(watched.monitors).toMatchObject([{ id, last_outcome: 'no_plan', active: true }]);
      },
      { timeout: 10_000, interval: 50 },
    );
    await plan('active');
    expect(await runNow(other.owner, id)).toMatchObject({ last_outcome: 'completed' });
  });
});

describe('the link in a mail', () => {
  it('switches the mails of its monitor off, without a key, once a person says so', async () => {
    const { sandbox } = await createOrganization({});
    const { id } = await makeMonitor(sandbox, { numbers, alert_email: true });
    const secrets = parseSecrets('link secret of the tests');
    const link = (await unsubscribeUrl(id, 'https://api.test', secrets))!;
    const follow = (method: string, url = link) => exports.default.fetch(url, { method });
    const page = await follow('GET');
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<form')]);
    const wants = async () =>
      (await ask(sandbox, 'GET', `/number-monitors/${id}`)).alert_email as boolean;
    expect(await wants()).toBe(true);
    for (const altered of [
      `${link}x`,
      link.replace('/mon_', '/job_'),
      link.replace('1.mon', '2.mon'),
    ])
      if (altered !== link) expect((await follow('POST', altered)).status).toBe(403);
    const cut = await follow('GET', link.slice(0, -4));
    expect([cut.status, cut.headers.get('Content-Type')]).toEqual([
      403,
      expect.stringContaining('text/html'),
    ]);
    expect(await cut.text()).toContain('copy all of it');
    expect(await wants()).toBe(true);
    expect((await follow('POST')).status).toBe(200);
    expect(await wants()).toBe(false);
    await ask(sandbox, 'DELETE', `/number-monitors/${id}`);
    expect((await follow('POST')).status).toBe(404);
  });
});

describe('a closed organization', () => {
  it('has its monitors stopped by the next run, which costs nothing', async () => {
    const { id: organizationId, owner } = await createOrganization({ credits: 100 });
    const live = [{ phone_number: '+12125552186' }, { phone_number: '+12125552187' }];
    const webhook_url = 'https://example.com/hook';
    const { id } = await makeMonitor(owner, { numbers: live, webhook_url });
    const ran = await runNow(owner, id);
    expect(ran).toMatchObject({ last_outcome: 'completed', active: true });
    const shown = () => operate('GET', `/organizations/${organizationId}`);
    const before = await shown();

    await env.ACCOUNT.getByName(organizationId).close();
    expect(await call('GET', '/v1/account', { token: owner })).toMatchObject({ status: 401 });
    // As its alarm does when the run is due.
    await env.MONITOR.get(env.MONITOR.idFromName(id)).runNow();
    await vi.waitFor(
      async () =>
        expect((await shown()).monitors).toMatchObject([
          { id, last_outcome: 'organization_closed', run_id: null, next_run_at: null },
        ]),
      { timeout: 20_000, interval: 50 },
    );
    const after = await shown();
    expect(after.organization.active).toBe(false);
    expect([after.balance, after.usage]).toEqual([before.balance, before.usage]);
    // Switched off for good: its object takes no more runs.
    expect(await env.MONITOR.get(env.MONITOR.idFromName(id)).runNow()).toBeNull();
    expect(await operate('POST', `/organizations/${organizationId}/reconcile`)).toMatchObject({
      balanced: true,
    });
  });
});

describe('a lost account', () => {
  it('lets a run wait until it is rebuilt, and switches no monitor off', async () => {
    const { id: organizationId, owner } = await createOrganization({ credits: 100 });
    const { id } = await makeMonitor(owner, { numbers: [{ phone_number: '+12125552188' }] });
    await runNow(owner, id);
    const account = env.ACCOUNT.getByName(organizationId);
    await account.archiveEntries();
    await account.backUp();
    await loseObject(account);
    const monitor = env.MONITOR.get(env.MONITOR.idFromName(id));
    await monitor.runNow();
    const record = () =>
      runInDurableObject(monitor, (_, { storage }) => storage.kv.get<MonitorRecord>('monitor'));
    // Its first attempt has failed, and the next is sent.
    await vi.waitFor(
      async () => expect(await record()).toMatchObject({ taken: false, sends: 2, run: {} }),
      { timeout: 5_000, interval: 50 },
    );
    await operate('POST', `/organizations/${organizationId}/rebuild-account`);
    await monitor.resend();
    await vi.waitFor(
      async () =>
        expect(await ask(owner, 'GET', `/number-monitors/${id}`)).toMatchObject({
          ...{ active: true, run_id: null, last_outcome: 'completed' },
        }),
      { timeout: 20_000, interval: 50 },
    );
  });
});

describe('the operator', () => {
  it('sees every monitor with its next run and last outcome, and can push one', async () => {
    const other = await createOrganization();
    const { id } = await makeMonitor(other.sandbox, { numbers });
    await runNow(other.sandbox, id);
    const { monitors } = await operate('GET', `/organizations/${other.id}`);
    expect(monitors).toMatchObject([
      {
        ...{ id, kind: 'number', organization_id: other.id, mode: 'test', members: 2 },
        ...{ last_outcome: 'completed', run_id: null, next_run_at: expect.any(String) },
      },
    ]);
    const all: { id: string }[] = [];
    for (let cursor = ''; ; ) {
      const page = await operate('GET', `/monitors?limit=2${cursor && `&cursor=${cursor}`}`);
      all.push(...page.monitors);
      if (!page.has_more) break;
      cursor = page.next_cursor;
    }
    expect(all.map((one) => one.id)).toContain(id);
    for (const cursor of ['', 'x', '1.mon_x'])
      expect(
        (await call('GET', `/admin/monitors?cursor=${cursor}`, { token: 'admin_test' })).body,
      ).toMatchObject({ error: { code: 'INVALID_INPUT', param: 'cursor' } });
    expect(await operate('POST', `/monitors/${id}/sweep`)).toMatchObject({
      monitor_id: id,
      run_id: null,
    });
  });
});
