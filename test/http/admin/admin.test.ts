import { afterEach, describe, expect, it, vi } from 'vitest';
import { WrongTokenCounter } from '../../../src/http/admin/authentication.ts';
import { operatorDocument } from '../../../src/http/admin.ts';
import { ApiError } from '../../../src/lib/errors.ts';
import { products } from '../../../src/products/index.ts';
import { bareWorld } from '../../support/create-world.ts';
import { refusal } from '../../support/refusal.ts';
import { createAdmin, TOKEN } from './support.ts';

async function withOrganization() {
  const admin = createAdmin();
  const { body } = await admin.send('POST', '/organizations', {
    name: ' Example Ltd ',
    owner_email: 'Owner@Example.com',
  });
  return { ...admin, id: body.data.organization.id as string };
}

it('documents the conflict of every call that takes an Idempotency-Key', () => {
  type Operation = { parameters?: { name: string }[]; responses: object };
  const operations = Object.entries(operatorDocument().paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>).map(
      ([method, operation]) => [`${method} ${path}`, operation] as const,
    ),
  );
  const keyed = operations.filter(([, { parameters = [] }]) =>
    parameters.some(({ name }) => name === 'Idempotency-Key'),
  );
  expect(keyed.length).toBeGreaterThan(3);
  for (const [name, { responses }] of keyed) expect(Object.keys(responses), name).toContain('409');
});

describe('the operator token', () => {
  it('unset: nothing below /admin answers, whatever is sent', async () => {
    const { send } = createAdmin(null);
    for (const [method, path] of [
      ['GET', '/records'],
      ['GET', '/organizations'],
      ['POST', '/organizations'],
      ['GET', '/nothing'],
    ] as const) {
      const reply = await send(method, path, method === 'POST' ? { name: 'x' } : undefined);
      expect(reply.status, path).toBe(404);
      expect(reply.body).toEqual(refusal('NOT_FOUND'));
    }
  });

  it('missing or wrong: 401, also for paths that do not exist', async () => {
    const { send } = createAdmin();
    for (const Authorization of [
      '',
      'Bearer',
      `Bearer ${TOKEN}x`,
      `Bearer ${TOKEN.slice(1)}`,
      TOKEN,
      `Basic ${TOKEN}`,
    ]) {
      for (const path of ['/records', '/nothing']) {
        const reply = await send('GET', path, undefined, { Authorization });
        expect(reply.body, Authorization).toEqual(refusal('UNAUTHORIZED'));
        expect(reply.status).toBe(401);
      }
    }
    expect(
      (await send('GET', '/records', undefined, { Authorization: `bearer ${TOKEN}` })).status,
    ).toBe(200);
  });
});

describe('wrong tokens', () => {
  afterEach(() => void vi.useRealTimers());
  const sendFrom =
    ({ send }: ReturnType<typeof createAdmin>, token: string) =>
    async (address: string) => {
      const headers = { Authorization: `Bearer ${token}`, 'CF-Connecting-IP': address };
      return send('GET', '/records', undefined, headers);
    };

  it('are rate limited after twenty in a minute from one address; the right one passes', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_015_000 });
    const admin = createAdmin();
    const guess = sendFrom(admin, 'guess');
    for (let count = 0; count < 20; count++) expect((await guess('192.0.2.1')).status).toBe(401);
    const refused = await guess('192.0.2.1');
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '45']);
    expect(refused.body).toEqual(refusal('RATE_LIMIT_EXCEEDED'));
    expect((await guess('192.0.2.2')).status).toBe(401);
    expect((await sendFrom(admin, TOKEN)('192.0.2.1')).status).toBe(200);
    vi.setSystemTime(1_800_000_075_001);
    expect((await guess('192.0.2.1')).status).toBe(401);
  });

  it('are counted for all isolates together, and wait where nobody can count them', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_800_001_000_000 });
    const statuses = async (isolate: ReturnType<typeof createAdmin>) =>
      (await sendFrom(isolate, 'guess')('192.0.2.9')).status;
    const [one, other] = [createAdmin(), createAdmin()];
    for (let count = 0; count < 10; count++)
      expect([await statuses(one), await statuses(other)]).toEqual([401, 401]);
    expect([await statuses(one), await statuses(other)]).toEqual([429, 429]);
    expect((await sendFrom(one, TOKEN)('192.0.2.9')).status).toBe(200);
    const alone = createAdmin(TOKEN, {
      acquire: () => Promise.reject(new ApiError('SERVICE_UNAVAILABLE')),
    });
    expect(await statuses(alone)).toBe(429);
    expect((await sendFrom(alone, TOKEN)('192.0.2.9')).status).toBe(200);
  });

  it('are rate limited after a thousand from everywhere, which also bounds what is remembered', () => {
    const wrong = new WrongTokenCounter();
    const counts = Array.from({ length: 3_000 }, (_, index) => wrong.count(`a${index}`, 0));
    expect(counts.filter((wait) => wait === null)).toHaveLength(1_000);
    expect(wrong.count('a0', 0)).toBe(60);
    expect(wrong.count('a0', 60_000)).toBeNull();
  });
});

describe('organizations', () => {
  it('are made with their owner, and take members', async () => {
    const { send, id } = await withOrganization();
    const made = await send('POST', '/organizations', {
      name: 'Second',
      owner_email: 'b@example.com',
    });
    expect(made.body).toEqual({
      success: true,
      data: {
        organization: { id: expect.stringMatching(/^org_/), name: 'Second', region: 'enam' },
        owner: { id: expect.stringMatching(/^user_/), email: 'b@example.com' },
      },
    });
    expect(made.headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/);
    const member = await send('POST', `/organizations/${id}/members`, {
      email: 'Teammate@Example.com',
    });
    expect(member.body.data.user).toEqual({
      id: expect.stringMatching(/^user_/),
      email: 'teammate@example.com',
      role: 'member',
    });
  });

  it('are found by a part of their name, capitals outside ASCII included', async () => {
    const { send } = createAdmin();
    const owner_email = 'owner@oesterreich.example';
    await send('POST', '/organizations', { name: 'Österreich GmbH', owner_email });
    for (const q of ['Österreich', 'österreich GMBH', 'reich', 'OWNER@OESTERREICH']) {
      const listed = await send('GET', `/organizations?q=${encodeURIComponent(q)}`);
      const names = listed.body.data.organizations.map(({ name }: { name: string }) => name);
      expect(names, q).toContain('Österreich GmbH');
    }
  });

  it('refuse bodies that are missing a field, of a wrong type, unusable or not JSON', async () => {
    const { send, id } = await withOrganization();
    const cases: [string, string, unknown, string][] = [
      ['POST', '/organizations', { name: 'x' }, 'MISSING_FIELD'],
      ['POST', '/organizations', { name: '', owner_email: 'a@example.com' }, 'MISSING_FIELD'],
      ['POST', '/organizations', { name: 7, owner_email: 'a@example.com' }, 'INVALID_REQUEST'],
      ['POST', '/organizations', { name: 'x', owner_email: 'nobody' }, 'INVALID_INPUT'],
      ['POST', '/organizations', '{', 'INVALID_REQUEST'],
      ['POST', '/organizations', [], 'INVALID_REQUEST'],
      ['PUT', `/organizations/${id}/subscription`, { plan: 'starter' }, 'MISSING_FIELD'],
      [
        'PUT',
        `/organizations/${id}/subscription`,
        { plan: 'starter', status: 'happy' },
        'INVALID_INPUT',
      ],
      [
        'PUT',
        `/organizations/${id}/subscription`,
        { plan: 'gold', status: 'active' },
        'INVALID_INPUT',
      ],
      [
        'PUT',
        `/organizations/${id}/subscription`,
        { plan: 'starter', status: 'active', tokens_per_month: '5' },
        'INVALID_REQUEST',
      ],
      [
        'PUT',
        `/organizations/${id}/subscription`,
        { plan: 'starter', status: 'active', tokens_per_month: 0.5 },
        'INVALID_REQUEST',
      ],
      [
        'PUT',
        `/organizations/${id}/subscription`,
        { plan: 'starter', status: 'active', current_period_end: 'tomorrow' },
        'INVALID_INPUT',
      ],
      ['POST', `/organizations/${id}/credits`, { amount: 0, id: 'a' }, 'INVALID_INPUT'],
      ['POST', `/organizations/${id}/credits`, { amount: 5, note: 'x' }, 'MISSING_FIELD'],
      [
        'POST',
        `/organizations/${id}/api-keys`,
        { user_email: 'owner@example.com', name: 'k', mode: 'prod' },
        'INVALID_INPUT',
      ],
      [
        'POST',
        `/organizations/${id}/api-keys`,
        { user_email: 'x@example.com', name: 'k', mode: 'live' },
        'INVALID_INPUT',
      ],
      [
        'POST',
        '/organizations',
        { name: 'x', owner_email: 'a@example.com', region: 'moon' },
        'INVALID_INPUT',
      ],
      ['GET', '/organizations?limit=101', undefined, 'INVALID_INPUT'],
      ['GET', '/organizations?cursor=x', undefined, 'INVALID_INPUT'],
      ['GET', `/organizations/${id}/ledger?limit=0`, undefined, 'INVALID_INPUT'],
      ['GET', `/organizations/${id}/ledger?limit=x`, undefined, 'INVALID_REQUEST'],
      ['GET', `/organizations/${id}/ledger?cursor=x`, undefined, 'INVALID_INPUT'],
    ];
    for (const [method, path, body, code] of cases) {
      const reply = await send(method, path, body);
      expect(reply.body, `${method} ${path} ${JSON.stringify(body)}`).toEqual(refusal(code));
      expect(reply.status).toBe(400);
      const { message, param } = reply.body.error;
      expect(param, message).toBe(/^(?!body)(\w+): /.exec(message)?.[1]);
    }
  });

  it('are 404 when unknown, as are keys, data sets and feeds', async () => {
    const { send } = createAdmin();
    const cases: [string, string, unknown?][] = [
      ['POST', '/organizations/org_x/members', { email: 'a@example.com' }],
      ['PUT', '/organizations/org_x/subscription', { plan: 'starter', status: 'active' }],
      ['POST', '/organizations/org_x/credits', { amount: 1, id: 'a' }],
      [
        'POST',
        '/organizations/org_x/api-keys',
        { user_email: 'a@example.com', name: 'k', mode: 'live' },
      ],
      ['GET', '/organizations/org_x'],
      ['GET', '/organizations/org_x/ledger'],
      ['POST', '/organizations/org_x/reconcile'],
      ['DELETE', '/api-keys/key_x'],
      ['POST', '/feeds/x/refresh'],
    ];
    for (const [method, path, body] of cases)
      expect((await send(method, path, body)).body, path).toEqual(refusal('NOT_FOUND'));
    const unknown = await send('PUT', '/records/x', 'phone_number\n', {
      'Content-Type': 'text/csv',
    });
    expect(unknown.body).toEqual(
      refusal('NOT_FOUND', { message: expect.stringContaining('listed, named') }),
    );
    const wrongMethod = await send('DELETE', '/organizations');
    expect([wrongMethod.status, wrongMethod.headers.get('Allow')]).toEqual([
      405,
      'POST, GET, HEAD',
    ]);
  });

  it('get a plan, credits, keys and a ledger that adds up', async () => {
    const { send, id } = await withOrganization();
    const plan = await send('PUT', `/organizations/${id}/subscription`, {
      plan: 'growth',
      status: 'trialing',
      trial_end: '2030-01-01',
    });
    expect(plan.body.data.subscription).toMatchObject({
      plan: 'growth',
      status: 'trialing',
      tokens_per_month: 85_000,
      trial_end: '2030-01-01T00:00:00.000Z',
    });
    const granted = await send('POST', `/organizations/${id}/credits`, {
      amount: 15,
      note: 'a gift',
      id: 'gift',
    });
    expect(granted.body.data).toEqual({ granted: 15, balance: 85_015 });
    expect(
      (
        await send('POST', `/organizations/${id}/credits`, {
          amount: 15,
          note: 'a gift',
          id: 'gift',
        })
      ).body.data,
    ).toEqual({
      granted: 0,
      balance: 85_015,
    });

    const key = await send('POST', `/organizations/${id}/api-keys`, {
      user_email: 'OWNER@example.com',
      name: 'first',
      mode: 'live',
      expires_at: '2030-01-01T00:00:00+01:00',
    });
    expect(key.body.data).toMatchObject({
      id: expect.stringMatching(/^key_/),
      key: expect.stringMatching(/^sk_live_/),
      expires_at: '2029-12-31T23:00:00.000Z',
    });
    expect(key.body.data.last4).toBe(key.body.data.key.slice(-4));
    expect(key.headers.get('Cache-Control')).toBe('no-store');
    const revoked = await send('DELETE', `/api-keys/${key.body.data.id}`);
    expect(revoked.body.data).toEqual({
      id: key.body.data.id,
      revoked_at: expect.stringMatching(/^\d{4}-/),
    });
    const customer = await send('GET', `/organizations/${id}`);
    expect(customer.body.data).toMatchObject({
      organization: { id, region: 'enam', active: true },
      members: [{ email: 'owner@example.com', role: 'owner' }],
      api_keys: [{ id: key.body.data.id, revoked_at: revoked.body.data.revoked_at }],
      subscription: { plan: 'growth' },
      balance: { available: 85_015, held: 0, subscription: 85_000, purchased: 15 },
      usage: { all_time: { lookups: 0 }, by_day: [] },
      ...{ jobs: [], deliveries: [] },
    });
    expect(JSON.stringify(customer.body)).not.toContain(key.body.data.key.slice(8, -4));
    const listed = await send('GET', `/organizations?q=${id}`);
    expect(listed.body.data).toMatchObject({
      organizations: [{ id, plan: 'growth', balance: 85_015, last_used_at: null }],
      has_more: false,
    });

    const { body } = await send('POST', `/organizations/${id}/reconcile`);
    expect(body.data.balanced).toBe(true);
    expect(Object.values(body.data.invariants).every((holds) => holds === true)).toBe(true);
    const { entries } = (await send('GET', '/audit-log?limit=20')).body.data;
    expect(entries.map(({ route }: { route: string }) => route)).toContain(
      '/admin/organizations/:id/credits',
    );
    expect(JSON.stringify(entries)).not.toContain('reconcile');
    expect((await send('GET', `/organizations/${id}/ledger`)).body.data).toMatchObject({
      next_cursor: null,
      has_more: false,
    });
  });
});

describe('records and feeds', () => {
  it('imports a file and lists it', async () => {
    const { send } = createAdmin();
    const csv = (path: string, body: string) =>
      send('PUT', path, body, { 'Content-Type': 'text/csv; charset=utf-8' });
    const first = await csv(
      '/records/named?as_of=2026-11-01&source=Acme',
      'phone_number,name\r\n2125550101,Ada\r\nx,Bob\r\n',
    );
    expect(first.body.data).toEqual({
      dataset: 'named',
      mode: 'append',
      inserted: 1,
      updated: 0,
      rejected: [{ line: 3, reason: expect.stringContaining('phone_number') }],
      rejected_count: 1,
      withheld_count: 0,
      ignored_columns: [],
      import_id: expect.any(Number),
      complete: true,
      next_line: null,
    });
    const second = await send(
      'PUT',
      '/records/named?mode=replace',
      '{"phone_number":"+12125550101","name":"Eve"}\n',
      {
        'Content-Type': 'application/x-ndjson',
      },
    );
    expect(second.body.data).toMatchObject({
      mode: 'replace',
      inserted: 0,
      updated: 1,
      rejected: [],
    });
    const { body } = await send('GET', '/records');
    expect(body.data.datasets.map(({ name }: { name: string }) => name)).toEqual([
      'listed',
      'named',
      'blocked',
      'used_by',
    ]);
    expect(body.data.datasets[1]).toMatchObject({
      columns: ['phone_number', 'name', 'note'],
      rows: 1,
      source: null,
      as_of: expect.stringMatching(/^\d{4}-/),
    });
  });

  it('tells rows of JSON from CSV by the file itself when the type says neither', async () => {
    const { send } = createAdmin();
    const json = await send('PUT', '/records/named', { a: 1 });
    expect(json.body.data).toMatchObject({
      inserted: 0,
      rejected_count: 1,
      rejected: [{ line: 1 }],
    });
    const text = await send('PUT', '/records/named', 'a,b\n1,2\n', {
      'Content-Type': 'text/plain',
    });
    expect(text.body).toEqual(refusal('INVALID_INPUT'));
  });

  it('refuses other modes and empty files', async () => {
    const { send } = createAdmin();
    expect(
      (await send('PUT', '/records/named?mode=merge', 'x', { 'Content-Type': 'text/csv' })).body,
    ).toEqual(refusal('INVALID_INPUT'));
    expect((await send('PUT', '/records/named', '', { 'Content-Type': 'text/csv' })).body).toEqual(
      refusal('INVALID_INPUT'),
    );
  });

  it('lists the feeds, and refreshes one by hand', async () => {
    const { send, feeds } = createAdmin();
    const states = async () => {
      const { body } = await send('GET', '/feeds');
      return new Map<string, unknown>(
        body.data.feeds.map((feed: { name: string }) => [feed.name, feed]),
      );
    };
    expect((await states()).get('tor_exits')).toEqual({
      ...{ name: 'tor_exits', rows: 0, as_of: null, fetched_at: null },
      ...{ due: true, due_at: null, last_failure: null },
    });
    expect((await send('POST', '/feeds/tor_exits/refresh')).body).toEqual({
      success: true,
      data: { name: 'tor_exits', as_of: '2026-06-18T00:00:00.000Z', rows: 3 },
    });
    expect(feeds.joined.times).toBe(1);
    feeds.files.clear();
    expect((await send('POST', '/feeds/aws/refresh')).body).toEqual(refusal('UPSTREAM_ERROR'));
    const after = await states();
    expect(after.get('tor_exits')).toMatchObject({
      ...{ rows: 3, due: false, due_at: '2026-06-18T02:00:00.000Z', last_failure: null },
    });
    expect(after.get('aws')).toMatchObject({
      last_failure: { message: 'the publisher answered 404', at: '2026-06-18T00:00:00.000Z' },
    });
  });
});

it('serves the document of its own routes, to the operator alone', async () => {
  const { send } = createAdmin();
  const { status, body } = await send('GET', '/openapi.json');
  expect([status, body.openapi]).toEqual([200, '3.1.0']);
  expect(body.paths['/admin/organizations/{id}/credits'].post).toMatchObject({
    operationId: 'grantCredits',
    requestBody: {
      content: {
        'application/json': {
          schema: { required: ['amount', 'id'], properties: { amount: { type: 'integer' } } },
        },
      },
    },
  });
});

describe('the products', () => {
  it('name the variables and data sets that each source lacks', async () => {
    const world = await bareWorld();
    const { send } = createAdmin(TOKEN, undefined, { products, world });
    const { body } = await send('GET', '/products');
    expect(body.data.products).toHaveLength(products.length);
    const sourcesOf = (path: string) => {
      const listed = body.data.products.find((each: { path: string }) => each.path === path);
      const entries = listed.sources.map((each: { name: string }) => [each.name, each]);
      return { ...listed, sources: Object.fromEntries(entries) };
    };
    expect(sourcesOf('/v1/phone')).toMatchObject({
      available: true,
      sources: {
        number_plan: { kind: 'compiled', paid: false, available: true, missing: [] },
        trestle: { paid: true, available: false, missing: ['TRESTLE_KEY'] },
      },
    });
    expect(sourcesOf('/v1/reverse-phone-lookup')).toMatchObject({
      available: false,
      sources: { caller_names: { kind: 'records', available: false, missing: ['caller_names'] } },
    });
    const imported = { ...world, records: { ...world.records, has: () => true } };
    const { send: ask } = createAdmin(TOKEN, undefined, { products, world: imported });
    const listed = (await ask('GET', '/products')).body.data.products.find(
      ({ path }: { path: string }) => path === '/v1/reverse-phone-lookup',
    );
    expect(listed.sources).toContainEqual(
      expect.objectContaining({ name: 'caller_names', missing: ['caller_names with coverage'] }),
    );
    expect(sourcesOf('/v1/email').sources.reacher.missing).toEqual(['REACHER_URL']);
  });
});

it.each([
  [401, 'api_key_expired', 400, 'UPSTREAM_ERROR'],
  [429, 'rate_limit', 503, 'SERVICE_UNAVAILABLE'],
] as const)('says what Stripe answered with %i %s', async (status, word, answered, code) => {
  const { send, stripe, logged } = createAdmin();
  const body = { error: { type: 'invalid_request_error', code: word, message: 'sk_live_1' } };
  vi.spyOn(stripe, 'answer').mockImplementation(async () => Response.json(body, { status }));
  const reply = await send('POST', '/stripe/prices');
  const message = `Stripe refuses the request: ${status} "${word}".`;
  expect([reply.status, reply.body]).toMatchObject([answered, { error: { code, message } }]);
  expect(JSON.stringify([logged, reply.body])).not.toContain('sk_live_1');
});
