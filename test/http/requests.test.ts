import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { closeOrganization } from '../../src/accounts/deprovisioning.ts';
import { bucketRequestLogs, purgeRequestLogs } from '../../src/accounts/requests/store-requests.ts';
import { DAY_MS, utcDay } from '../../src/lib/time.ts';
import { type LoggedRequest, REQUEST_LOG_DAYS } from '../../src/lookup/account/request-log.ts';
import { RequestLogBuffer } from '../../src/lookup/pipeline/lookup-request.ts';
import { phone } from '../../src/products/phone/phone/product.ts';
import { appServices } from '../../src/services.ts';
import { tool } from '../agents/support.ts';
import { call, createOrganization, operate, type TestOrganization } from '../support/api.ts';
import { refusal } from '../support/refusal.ts';
import { seedRecords } from '../support/seed-records.ts';

beforeAll(() => seedRecords());

const NUMBER = { phone_number: '+16502530000' };

/** The log, without the reads of it that came before. */
const logOf = async (token: string, query = '') => {
  const { status, body } = await call('GET', `/v1/requests${query}`, { token });
  expect(body, JSON.stringify(body)).toMatchObject({ success: true });
  expect(status).toBe(200);
  const { requests, pagination } = body.data;
  const others = requests.filter(({ path }: { path: string }) => path !== '/v1/requests');
  return { requests: others, pagination };
};

const lookUp = (token: string, body: unknown = NUMBER) =>
  call('POST', '/v1/phone', { token, body });

/** One entry of a log, of `at`. */
const entry = (at: number, changes: Partial<LoggedRequest> = {}): LoggedRequest => ({
  ...{ id: crypto.randomUUID(), batchId: null, at, path: '/v1/phone', product: 'phone' },
  ...{ mode: 'live', keyId: 'key_1', status: 200, code: null, credits: 1, durationMs: 5 },
  ...changes,
});

/** Writes what waits in the account to files, as its alarm does an hour later. */
async function archive({ id }: TestOrganization): Promise<void> {
  const account = env.ACCOUNT.getByName(id);
  await runInDurableObject(account, async (object, { storage }) => {
    const log = object as unknown as { clock: { now(): number } };
    const { now } = log.clock;
    log.clock.now = () => now() + 3_700_000;
    await storage.setAlarm(Date.now());
  });
  await runDurableObjectAlarm(account);
  await runInDurableObject(account, (object) => {
    (object as unknown as { clock: { now(): number } }).clock.now = () => Date.now();
  });
}

describe('GET /v1/requests', () => {
  it('has every lookup with how it went, refused and test ones too, and no input', async () => {
    const made = await createOrganization({ credits: 1 });
    const paid = await lookUp(made.owner);
    const known = await lookUp(made.owner);
    const poor = await lookUp(made.owner, { phone_number: '+16502530001' });
    const bad = await lookUp(made.owner, { phone_number: 'no number' });
    const sandbox = await lookUp(made.sandbox, { phone_number: phone.sandbox[0]!.subject });
    const { requests, pagination } = await logOf(made.owner);
    expect(pagination).toEqual({ limit: 100, next_cursor: null, has_more: false });
    const key = { id: made.ownerKeyId, name: 'live key' };
    const common = { path: '/v1/phone', product: 'phone', batch_id: null };
    const live = { ...common, mode: 'live', key };
    expect(requests).toMatchObject([
      { ...common, mode: 'test', key: { name: 'test key' }, status: 200, code: null, credits: 0 },
      { ...live, status: 400, code: 'INVALID_INPUT', credits: 0 },
      { ...live, status: 402, code: 'INSUFFICIENT_CREDITS', credits: 0 },
      { ...live, status: 200, code: null, credits: 0 },
      { ...live, status: 200, code: null, credits: 1 },
    ]);
    expect(requests.map(({ id }: { id: string }) => id)).toEqual(
      [sandbox, bad, poor, known, paid].map(({ headers }) => headers.get('X-Request-Id')),
    );
    for (const { at, processing_time_ms: ms } of requests) {
      expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(60_000);
      expect(ms).toBeGreaterThanOrEqual(0);
    }
    expect(JSON.stringify(requests)).not.toMatch(/6502530000|no number/);
  });

  it('has refusals of a plan, a scope and a window, and no 401', async () => {
    const unpaid = await createOrganization({ paid: false });
    expect((await lookUp(unpaid.owner)).status).toBe(403);
    expect((await lookUp(`${unpaid.owner}x`)).status).toBe(401);
    expect((await logOf(unpaid.sandbox)).requests).toEqual([]);
    await operate('PUT', `/organizations/${unpaid.id}/subscription`, {
      ...{ plan: 'starter', status: 'active' },
    });
    expect((await logOf(unpaid.owner)).requests).toMatchObject([
      { status: 403, code: 'UPGRADE_REQUIRED' },
    ]);
    const { key } = await operate('POST', `/organizations/${unpaid.id}/api-keys`, {
      ...{ user_email: 'owner@example.com', name: 'emails', mode: 'live', scopes: ['email'] },
    });
    expect((await lookUp(key)).status).toBe(403);
    await Promise.all(
      Array.from({ length: 3 }, () =>
        call('POST', '/v1/batch', {
          token: unpaid.owner,
          body: { requests: Array.from({ length: 100 }, () => ({ type: 'phone', ...NUMBER })) },
        }),
      ),
    );
    const windows = await logOf(unpaid.owner, '?status=429&limit=3');
    expect(windows.requests[0]).toMatchObject({ status: 429, code: 'RATE_LIMIT_EXCEEDED' });
    const scoped = await logOf(unpaid.owner, '?code=INSUFFICIENT_SCOPE');
    expect(scoped.requests).toMatchObject([{ product: 'phone', key: { name: 'emails' } }]);
    // A key with scopes sees its own products.
    expect((await logOf(key)).requests).toEqual([]);
  });

  it('has every call that is no lookup by the path of its route, refused ones too, and no input', async () => {
    const { owner, sandbox, ownerKeyId } = await createOrganization();
    const inputs = [NUMBER.phone_number, 'secret-row'];
    const calls = [
      await call('GET', '/v1/account', { token: owner }),
      await call('GET', '/v1/bulk/jobs/secret-id', { token: owner }),
      await call('POST', '/v1/bulk/jobs', { token: owner, body: { type: 'secret', inputs } }),
      await call('POST', '/v1/bulk/jobs', { token: owner, body: { type: 'phone', inputs } }),
      await call('GET', '/v1/secret-path', { token: owner }),
      await call('GET', '/v1/number-monitors?limit=secret', { token: sandbox }),
    ];
    await call('GET', '/v1/account', { token: `${owner}x` });
    const { requests } = await logOf(owner);
    const live = { mode: 'live', key: { id: ownerKeyId, name: 'live key' }, credits: 0 };
    expect(requests).toMatchObject([
      { method: 'GET', path: '/v1/number-monitors', mode: 'test', code: 'INVALID_REQUEST' },
      { ...live, method: 'GET', path: '/v1/*', status: 404, code: 'NOT_FOUND' },
      { ...live, method: 'POST', path: '/v1/bulk/jobs', status: 201, code: null },
      { ...live, method: 'POST', path: '/v1/bulk/jobs', status: 400, code: 'INVALID_TYPE' },
      { ...live, method: 'GET', path: '/v1/bulk/jobs/{id}', status: 404, code: 'NOT_FOUND' },
      { ...live, method: 'GET', path: '/v1/account', status: 200, product: null },
    ]);
    const ids = calls.map(({ headers }) => headers.get('X-Request-Id'));
    expect(requests.map(({ id }: { id: string }) => id)).toEqual(ids.reverse());
    expect((await logOf(owner, `?request_id=${ids[0]}`)).requests).toHaveLength(1);
    expect(JSON.stringify(requests)).not.toContain('secret');
  });

  it('has lookups of agents as those over HTTP, at the same price, and no argument', async () => {
    const made = await createOrganization({ credits: 1 });
    const ask = (token: string, phone_number: string) =>
      tool('validate_phone', { phone_number }, { token });
    const paid = await ask(made.owner, NUMBER.phone_number);
    const byName = await tool(
      'lookup',
      { name: 'phone', arguments: NUMBER },
      { token: made.owner },
    );
    const poor = await ask(made.owner, '+16502530001');
    const bad = await ask(made.owner, 'no number');
    const sandbox = await ask(made.sandbox, phone.sandbox[0]!.subject);
    const { requests } = await logOf(made.owner, '?product=phone');
    const common = { path: '/mcp', method: 'POST', product: 'phone', batch_id: null };
    const live = { ...common, mode: 'live', key: { id: made.ownerKeyId, name: 'live key' } };
    expect(requests).toMatchObject([
      { ...common, mode: 'test', status: 200, code: null, credits: 0 },
      { ...live, status: 400, code: 'INVALID_INPUT', credits: 0 },
      { ...live, status: 402, code: 'INSUFFICIENT_CREDITS', credits: 0 },
      { ...live, status: 200, code: null, credits: 0 },
      { ...live, status: 200, code: null, credits: 1 },
    ]);
    expect(requests.map(({ id }: { id: string }) => id)).toEqual(
      [sandbox, bad, poor, byName, paid].map(({ reply }) => reply.headers.get('X-Request-Id')),
    );
    expect(JSON.stringify(requests)).not.toMatch(/6502530000|no number/);
  });

  it('has every call of a tool that is no lookup, as the same call over HTTP', async () => {
    const made = await createOrganization({ credits: 1 });
    const { key: scoped } = await operate('POST', `/organizations/${made.id}/api-keys`, {
      ...{ user_email: 'owner@example.com', name: 'emails', mode: 'live', scopes: ['email'] },
    });
    const secret = { query: 'secret', name: 'secret', job_id: 'secret' };
    const job = (inputs: unknown, key?: string) => ({
      ...{ type: 'phone_validation', inputs, ...(key && { idempotency_key: key }) },
    });
    const asked: [name: string, args: Record<string, unknown>, token?: string][] = [
      ['get_account', {}],
      ['confirm_connection', {}],
      ['find_lookups', secret],
      ['find_lookups', {}],
      ['bulk_verify', job([NUMBER.phone_number])],
      ['bulk_verify', job(['+16502530001', '+16502530002'])],
      ['bulk_verify', job('secret')],
      ['bulk_verify', job([NUMBER.phone_number], 'x'.repeat(256))],
      ['get_bulk_job', secret],
      ['get_bulk_results', {}],
      ['lookup', secret],
      ['lookup', { name: 'phone', arguments: 'secret' }],
      ['bulk_verify', job([NUMBER.phone_number]), scoped],
      ['get_account', {}, made.sandbox],
    ];
    const ids: (string | null)[] = [];
    for (const [name, args, token = made.owner] of asked)
      ids.push((await tool(name, args, { token })).reply.headers.get('X-Request-Id'));
    await operate('DELETE', `/api-keys/${made.ownerKeyId}`);
    for (const [name, args, token = made.owner] of asked)
      if (token === made.owner)
        expect((await tool(name, args, { token })).reply.status, name).toBe(401);
    const { requests } = await logOf(made.teammate);
    const live = { path: '/mcp', method: 'POST', product: null, batch_id: null, credits: 0 };
    const answered = { ...live, mode: 'live', status: 200, code: null };
    const refused = (status: number, code: string) => ({ ...live, mode: 'live', status, code });
    expect(requests.toReversed()).toMatchObject([
      { ...answered, tool: 'get_account', key: { id: made.ownerKeyId } },
      { ...answered, tool: 'confirm_connection' },
      { ...answered, tool: 'find_lookups' },
      { ...refused(400, 'MISSING_FIELD'), tool: 'find_lookups' },
      { ...answered, tool: 'bulk_verify' },
      { ...refused(402, 'UPGRADE_REQUIRED'), tool: 'bulk_verify' },
      { ...refused(400, 'INVALID_REQUEST'), tool: 'bulk_verify' },
      { ...refused(400, 'INVALID_INPUT'), tool: 'bulk_verify' },
      { ...refused(404, 'NOT_FOUND'), tool: 'get_bulk_job' },
      { ...refused(400, 'MISSING_FIELD'), tool: 'get_bulk_results' },
      { ...refused(400, 'INVALID_INPUT'), tool: 'lookup' },
      { ...refused(400, 'INVALID_REQUEST'), tool: 'lookup' },
      { ...refused(403, 'INSUFFICIENT_SCOPE'), tool: 'bulk_verify', key: { name: 'emails' } },
      { ...answered, mode: 'test', tool: 'get_account', key: { name: 'test key' } },
    ]);
    expect(requests.toReversed().map(({ id }: { id: string }) => id)).toEqual(ids);
    expect(JSON.stringify(requests)).not.toMatch(/secret|6502530/);
  });

  it('costs one write for what tools are called in a second', async () => {
    const made = await createOrganization();
    const began = Date.now();
    const calls = 200;
    await Promise.all(
      Array.from({ length: calls }, () => tool('confirm_connection', {}, { token: made.owner })),
    );
    await appServices.requestLog.buffer.flush(made.id);
    const chunks = await appServices.access.accounts.pendingRequests(made.id);
    expect(chunks.flatMap(({ requests }) => requests)).toHaveLength(calls);
    expect(chunks.length).toBeLessThanOrEqual(2 + (Date.now() - began) / 1_000);
  });

  it('has each entry of a batch, under its id and under that of the batch', async () => {
    const { owner } = await createOrganization();
    const { headers, body } = await call('POST', '/v1/batch', {
      token: owner,
      body: {
        requests: [
          { type: 'phone', ...NUMBER },
          { type: 'email', email: 'none' },
          { type: 'phones', ...NUMBER },
        ],
      },
    });
    const id = headers.get('X-Request-Id');
    const { requests } = await logOf(owner, `?request_id=${id}`);
    const common = { path: '/v1/batch', batch_id: id };
    expect(requests).toHaveLength(3);
    for (const expected of [
      { ...common, id: body.data.results[0].data.request.id, product: 'phone', status: 200 },
      { ...common, product: 'email', status: 400, code: 'INVALID_INPUT', credits: 0 },
      { ...common, product: null, status: 404, code: 'NOT_FOUND' },
    ])
      expect(requests).toContainEqual(expect.objectContaining(expected));
    const own = await logOf(owner, `?request_id=${body.data.results[0].data.request.id}`);
    expect(own.requests).toMatchObject([{ product: 'phone', batch_id: id }]);
  });

  it('has a batch of which no entry was looked up: unreadable, replayed, conflicting', async () => {
    const { owner } = await createOrganization();
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const send = (requests: unknown) =>
      call('POST', '/v1/batch', { token: owner, body: { requests }, headers });
    const entries = [{ type: 'phone', ...NUMBER }];
    const replies = [
      await send([]),
      await send(entries),
      await send(entries),
      await send([...entries, ...entries]),
    ];
    const { requests } = await logOf(owner);
    const whole = { path: '/v1/batch', product: null, batch_id: null, credits: 0 };
    const ids = replies.map(({ headers }) => headers.get('X-Request-Id'));
    expect(requests.toReversed()).toMatchObject([
      { ...whole, id: ids[0], status: 400, code: 'INVALID_INPUT' },
      { product: 'phone', batch_id: ids[1], credits: 1 },
      { ...whole, id: ids[2], status: 200, code: null },
      { ...whole, id: ids[3], status: 409, code: 'IDEMPOTENCY_CONFLICT' },
    ]);
  });

  it('has what was asked by another method, or at no path, as it was answered', async () => {
    const { owner } = await createOrganization();
    const asked = [
      ['GET', '/v1/phone', '/v1/phone'],
      ['DELETE', '/v1/bulk/jobs', '/v1/bulk/jobs'],
      ['PUT', '/v1/bulk/jobs/job_of_ada', '/v1/bulk/jobs/{id}'],
      ['POST', '/v1/phones', '/v1/*'],
    ] as const;
    for (const [method, path, logged] of asked) {
      const { status, headers, body } = await call(method, path, { token: owner });
      const { requests } = await logOf(owner, `?request_id=${headers.get('X-Request-Id')}`);
      const { code } = body.error;
      expect(requests).toMatchObject([{ method, status, code, path: logged, credits: 0 }]);
      expect(status).toBe(path === '/v1/phones' ? 404 : 405);
    }
  });

  it('filters, and refuses a filter that is none', async () => {
    const made = await createOrganization();
    await lookUp(made.owner);
    await call('POST', '/v1/email', { token: made.owner, body: { email: 'a@example.com' } });
    const before = new Date(Date.now() + 60_000).toISOString();
    const count = async (query: string) => (await logOf(made.owner, query)).requests.length;
    expect(await count('?product=phone')).toBe(1);
    expect(await count('?product=/email')).toBe(1);
    expect(await count(`?key_id=${made.ownerKeyId}`)).toBe(2);
    expect(await count('?key_id=key_other')).toBe(0);
    expect(await count('?code=invalid_input')).toBe(0);
    expect(await count(`?since=${before}`)).toBe(0);
    expect(await count(`?until=${before}&status=200`)).toBe(2);
    for (const [query, param] of [
      ['?status=none', 'status'],
      ['?since=yesterday', 'since'],
      ['?limit=0', 'limit'],
      ['?cursor=1', 'cursor'],
      ['?since=2026-11-02&until=2026-11-01', 'until'],
      ['?product=nope', 'product'],
      ['?code=zzz', 'code'],
    ] as const) {
      const { status, body } = await call('GET', `/v1/requests${query}`, { token: made.owner });
      expect([query, status, body.error?.param]).toEqual([query, 400, param]);
    }
    expect((await call('GET', '/v1/requests')).body).toEqual(refusal('UNAUTHORIZED'));
  });

  it('shows a test key the calls of test keys alone', async () => {
    const made = await createOrganization();
    await lookUp(made.owner);
    await lookUp(made.sandbox, { phone_number: phone.sandbox[0]!.subject });
    expect((await logOf(made.sandbox)).requests).toMatchObject([{ mode: 'test' }]);
    expect((await logOf(made.owner)).requests).toHaveLength(2);
  });

  it('pages over what waits and what is archived without a gap', async () => {
    const made = await createOrganization();
    const sent: string[] = [];
    const log = async (count: number) => {
      const now = Date.now();
      const entries = Array.from({ length: count }, (_, at) => entry(now + at));
      await appServices.access.accounts.logRequests(made.id, entries);
      sent.unshift(...entries.map(({ id }) => id).reverse());
    };
    for (const count of [7, 1, 5]) await log(count);
    await archive(made);
    for (const count of [3, 4]) await log(count);
    await archive(made);
    await log(2);
    const pending = await appServices.access.accounts.pendingRequests(made.id);
    expect(pending.flatMap(({ requests }) => requests)).toHaveLength(2);
    const seen: string[] = [];
    let cursor: string | null = '';
    do {
      const page = await logOf(made.owner, `?limit=4${cursor && `&cursor=${cursor}`}`);
      seen.push(...page.requests.map(({ id }: { id: string }) => id));
      cursor = page.pagination.next_cursor;
    } while (cursor !== null);
    expect(seen).toEqual(sent);
  });

  it('has calls since midnight that were archived with those before it', async () => {
    const made = await createOrganization();
    const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS;
    const [late, early] = [entry(midnight - 600_000), entry(midnight - DAY_MS + 600_000)];
    const before = entry(midnight - DAY_MS - 600_000);
    await bucketRequestLogs(env.HISTORY).put(made.id, [
      { number: early.at, requests: [early] },
      { number: before.at, requests: [before] },
    ]);
    await bucketRequestLogs(env.HISTORY).put(made.id, [{ number: late.at, requests: [late] }]);
    const idsSince = async (at: number) =>
      (await logOf(made.owner, `?since=${new Date(at).toISOString()}`)).requests.map(
        ({ id }: { id: string }) => id,
      );
    expect(await idsSince(before.at)).toEqual([late.id, early.id, before.id]);
    expect(await idsSince(midnight - DAY_MS)).toEqual([late.id, early.id]);
  });

  it('keeps thirty days, and nothing of an organization that was closed', async () => {
    const made = await createOrganization();
    const now = Date.now();
    const files = bucketRequestLogs(env.HISTORY);
    const old = now - (REQUEST_LOG_DAYS + 1) * DAY_MS;
    await files.put(made.id, [{ number: old, requests: [entry(old)] }]);
    await files.put(made.id, [{ number: now - DAY_MS, requests: [entry(now - DAY_MS)] }]);
    await purgeRequestLogs(env.HISTORY, now);
    expect(await files.list(made.id, utcDay(old))).toEqual([]);
    expect((await logOf(made.owner)).requests).toHaveLength(1);
    await appServices.access.accounts.logRequests(made.id, [entry(now)]);
    await closeOrganization(made.id, appServices.admin.accounts);
    expect(await files.list(made.id, utcDay(now - DAY_MS))).toEqual([]);
    await appServices.access.accounts.logRequests(made.id, [entry(now)]);
    expect(await appServices.access.accounts.pendingRequests(made.id)).toEqual([]);
  });

  it('takes what an isolate has gathered in one call', async () => {
    const sent: (readonly LoggedRequest[])[] = [];
    const deferred: Promise<unknown>[] = [];
    const buffer = new RequestLogBuffer({
      accounts: { logRequests: async (_, requests) => void sent.push(requests) },
      defer: (work) => void deferred.push(work),
      warn: () => undefined,
    });
    for (let at = 0; at < 300; at += 1) buffer.record('org_1', entry(300 - at));
    buffer.record('org_2', entry(1));
    expect(sent).toEqual([]);
    await Promise.all(deferred);
    expect(sent.map(({ length }) => length)).toEqual([300, 1]);
    expect(sent[0]?.[0]?.at).toBe(1);
    expect(deferred).toHaveLength(2);
  });
});
