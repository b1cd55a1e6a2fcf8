import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { Account } from '../../src/accounts/object/account.ts';
import { describeInsufficientCredits } from '../../src/bulk/created-job.ts';
import { holdJob, type InsufficientCredits } from '../../src/bulk/holds.ts';
import { objectStubs } from '../../src/lib/durable-objects.ts';
import { refusal } from '../support/refusal.ts';
import {
  balance,
  call,
  createOrganization,
  phones,
  post,
  results,
  schemas,
  startJob,
  type TestOrganization,
  waitFor,
} from './support.ts';

let organization: TestOrganization;
let owner: string;

beforeAll(async () => {
  organization = await createOrganization({ credits: 500 });
  owner = organization.owner;
});

const [number] = phones(1) as [string];

describe('POST /v1/bulk/jobs refuses', () => {
  it.each([
    ['no type', { inputs: [number] }, 'MISSING_FIELD'],
    ['no rows', { type: 'phone_validation' }, 'MISSING_FIELD'],
    ['an empty list', { type: 'phone_validation', inputs: [] }, 'MISSING_FIELD'],
    ['rows that are no list', { type: 'phone_validation', inputs: number }, 'INVALID_REQUEST'],
    [
      'a row that is neither a string nor an object',
      { type: 'phone_validation', inputs: [number, 12] },
      'INVALID_REQUEST',
    ],
    ['a type that is no string', { type: 7, inputs: [number] }, 'INVALID_REQUEST'],
    [
      'a product without a bulk path',
      { type: 'website_scraper', inputs: ['example.com'] },
      'INVALID_TYPE',
    ],
    ['a name of no product', { type: 'phones', inputs: [number] }, 'INVALID_TYPE'],
    [
      'a webhook over http',
      { type: 'phone_validation', inputs: [number], webhook_url: 'http://example.com/' },
      'INVALID_INPUT',
    ],
    [
      'a private webhook',
      { type: 'phone_validation', inputs: [number], webhook_url: 'https://127.0.0.1/' },
      'INVALID_INPUT',
    ],
    [
      'a webhook that is no address',
      { type: 'phone_validation', inputs: [number], webhook_url: 'receiver' },
      'INVALID_INPUT',
    ],
    [
      'a webhook that is no string',
      { type: 'phone_validation', inputs: [number], webhook_url: 7 },
      'INVALID_REQUEST',
    ],
  ])('%s', async (_, body, code) => {
    const reply = await post(owner, body, { 'Idempotency-Key': 'a refused job' });
    expect(reply).toMatchObject({
      status: 400,
      body: { success: false, error: { code, type: 'api_error' } },
    });
    expect(await balance(owner)).toBe(500);
  });

  it('more rows than 100,000, and takes a body of more than 1 MiB', async () => {
    const reply = await post(owner, {
      type: 'phone_validation',
      inputs: Array.from({ length: 100_001 }, () => number),
    });
    const error = { code: 'INPUT_LIMIT_EXCEEDED', param: 'inputs' };
    expect(reply).toMatchObject({ status: 400, body: { error } });
  });

  it('a body of more than 32 MiB', async () => {
    const reply = await post(owner, { type: 'phone_validation', inputs: ['x'.repeat(33_554_432)] });
    expect(reply).toMatchObject({ status: 400, body: { error: { code: 'INVALID_REQUEST' } } });
  });

  it('what is not JSON, and callers without a key or a plan', async () => {
    expect(await post(owner, '{')).toMatchObject({
      status: 400,
      body: { error: { code: 'INVALID_REQUEST' } },
    });
    expect(await call('POST', '/v1/bulk/jobs', { body: {} })).toMatchObject({ status: 401 });
    const unpaid = await createOrganization({ paid: false });
    expect(await post(unpaid.owner, '{')).toMatchObject({
      status: 403,
      body: { error: { code: 'UPGRADE_REQUIRED' } },
    });
  });

  it('a job the balance cannot cover, unwrapped, with the plan that would', async () => {
    const inputs = [...phones(501, 5_000), number, number, '', 'nothing'];
    const reply = await post(
      owner,
      { type: 'phone_validation', inputs },
      { 'Idempotency-Key': 'too dear' },
    );
    expect(reply.status).toBe(402);
    expect(schemas.get('BulkInsufficientCredits')?.parse(reply.body)).toEqual(reply.body);
    expect(reply.body).toEqual({
      code: 'UPGRADE_REQUIRED',
      error: expect.any(String),
      required: 502,
      available: 500,
      shortfall: 2,
      rowCount: 502,
      tokenCostPerRow: 1,
      suggestedPlan: {
        id: 'starter',
        name: 'Starter',
        tier: 'starter',
        tokens: 20_000,
        monthlyPrice: 99,
        monthlyPriceId: 'starter_monthly',
      },
      maxPlanTokens: 1_000_000,
      planFullyCovers: true,
      billing_url: 'https://api.test/app/billing',
      doc_url: 'https://api.test/docs/errors#UPGRADE_REQUIRED',
      request_id: reply.headers.get('X-Request-Id'),
    });
    expect(await balance(owner)).toBe(500);
    expect((await call('GET', '/v1/bulk/jobs', { token: owner })).body.data.jobs).toEqual([]);
    expect((await env.RESULTS.list({ prefix: 'bulk/' })).objects).toEqual([]);
    // Nothing was created, so the same key may try again.
    const smaller = await post(
      owner,
      { type: 'phone_validation', inputs: [number] },
      { 'Idempotency-Key': 'too dear' },
    );
    expect(smaller.status).toBe(201);
    await waitFor(owner, smaller.body.data.job_id, 'completed');
  });

  it('a job no plan covers, and says so', async () => {
    const caller = {
      keyId: 'key_1',
      organizationId: 'org_without_credits',
      userId: 'user_1',
      mode: 'live',
      region: 'weur',
    } as const;
    const plan = {
      id: 'job_1',
      caller,
      type: 'x',
      total: 1,
      webhook: null,
      origin: '',
      createdAt: 0,
    };
    const rows = { chunks: [], billable: 40_001, price: 1_000_025, dearest: 25 };
    const shortage = await holdJob(plan, rows, { accounts: objectStubs(env.ACCOUNT, Account) });
    const asked = { requestId: 'r', origin: '' };
    expect(describeInsufficientCredits(shortage as InsufficientCredits, asked)).toMatchObject({
      ...{ required: 1_000_025, available: 0, rowCount: 40_001, tokenCostPerRow: 25 },
      ...{ suggestedPlan: null, planFullyCovers: false, maxPlanTokens: 1_000_000 },
    });
  });
});

it.each(['phone_validation', 'phone', '/phone', '/v1/phone'])(
  'POST /v1/bulk/jobs takes the product as %s',
  async (type) => {
    const created = await post(owner, { type, inputs: [number] });
    expect(created.status).toBe(201);
    const row = await env.DB.prepare('SELECT type FROM bulk_jobs WHERE id = ?')
      .bind(created.body.data.job_id)
      .first();
    expect(row).toEqual({ type: 'phone_validation' });
  },
);

describe('an Idempotency-Key', () => {
  const body = {
    type: 'phone_validation',
    inputs: phones(3, 100),
    webhook_url: 'https://example.com/hook',
  };
  const headers = { 'Idempotency-Key': 'f2a7b9c0-6c1e-4d15-9d54-8ad2a1f7f111' };

  it('creates one job however often it is sent', async () => {
    const { owner, teammate } = await createOrganization();
    const first = await post(owner, body, headers);
    expect(first.status).toBe(201);
    expect(first.headers.get('Idempotent-Replay')).toBeNull();
    expect(first.body.data).toEqual({
      id: first.body.data.job_id,
      job_id: expect.stringMatching(/^job_/),
      status: 'processing',
      accepted: 3,
      credits_held: 3,
      ...{ unusable: [], unusable_count: 0, free: [], free_count: 0 },
      webhook_url: 'https://example.com/hook',
      webhook_secret: expect.stringMatching(/^whsec_/),
    });
    await waitFor(owner, first.body.data.job_id, 'completed');
    const replay = await post(teammate, body, headers);
    expect(replay.status).toBe(200);
    expect(replay.headers.get('Idempotent-Replay')).toBe('true');
    expect(replay.body.data).toEqual({
      id: first.body.data.job_id,
      job_id: first.body.data.job_id,
      status: 'completed',
      accepted: 3,
      webhook_url: 'https://example.com/hook',
    });
    expect(await balance(owner)).toBe(997);
    const other = await post(owner, { ...body, inputs: phones(4, 100) }, headers);
    expect(other).toMatchObject({ status: 409, body: { error: { code: 'IDEMPOTENCY_CONFLICT' } } });
    // Another organization's keys are its own.
    const stranger = await createOrganization();
    expect((await post(stranger.owner, body, headers)).status).toBe(201);
  });

  it('is refused while its job is being created', async () => {
    const { owner } = await createOrganization({ credits: 2_500 });
    const many = { type: 'phone_validation', inputs: phones(2_000, 30_000) };
    const replies = await Promise.all(Array.from({ length: 5 }, () => post(owner, many, headers)));
    const created = replies.filter((reply) => reply.status === 201);
    expect(created).toHaveLength(1);
    for (const reply of replies.filter((reply) => reply.status !== 201)) {
      if (reply.status === 200) expect(reply.body.data.job_id).toBe(created[0]?.body.data.job_id);
      else
        expect(reply).toMatchObject({
          status: 409,
          body: { error: { code: 'IDEMPOTENCY_CONFLICT' } },
        });
    }
    expect((await call('GET', '/v1/bulk/jobs', { token: owner })).body.data.jobs).toHaveLength(1);
    await waitFor(owner, created[0]?.body.data.job_id, 'completed');
    expect(await balance(owner)).toBe(500);
  }, 60_000);

  it('is forgotten after 24 hours, and sooner when its creator died', async () => {
    const { id, owner } = await createOrganization();
    const first = await post(owner, body, headers);
    const age = (hours: number, created: number) =>
      env.DB.prepare('UPDATE bulk_claims SET claimed_at = ?, created = ? WHERE organization_id = ?')
        .bind(Date.now() - hours * 3_600_000, created, id)
        .run();
    await age(23.9, 1);
    expect((await post(owner, body, headers)).status).toBe(200);
    await age(24, 1);
    const second = await post(owner, body, headers);
    expect(second.status).toBe(201);
    expect(second.body.data.job_id).not.toBe(first.body.data.job_id);
    await age(0.05, 0);
    expect((await post(owner, body, headers)).status).toBe(409);
    await age(0.1, 0);
    expect((await post(owner, body, headers)).status).toBe(201);
  });

  it('may be left out, and then nothing protects from a replay', async () => {
    const { owner } = await createOrganization();
    const ids = [await startJob(owner, body), await startJob(owner, body)];
    expect(new Set(ids).size).toBe(2);
    expect((await post(owner, body, { 'Idempotency-Key': 'x'.repeat(256) })).body.error.code).toBe(
      'INVALID_INPUT',
    );
  });
});

describe('a test key', () => {
  it('runs against the sandbox for free', async () => {
    const { sandbox } = await createOrganization({ credits: 1 });
    const inputs = ['+14155550100', '+12125550123', 'nothing', '+14155550101'];
    const id = await startJob(sandbox, { type: 'phone_validation', inputs });
    const job = await waitFor(sandbox, id, 'completed', 'failed');
    const { lookups } = await results(sandbox, id);
    expect(lookups.map((row: { tokens_consumed: number }) => row.tokens_consumed)).toEqual([
      0, 0, 0, 0,
    ]);
    expect(job).toMatchObject({ total: 4, processed: 4, succeeded: 2, failed: 2, credits_used: 0 });
    expect(await balance(sandbox)).toBe(1);
    expect(lookups[1]).toMatchObject({ status: 'failed', error_code: 'VALIDATION_FAILED' });
  });
});

describe('the price of a job', () => {
  const inputs = [number, 'no number', { phone_number: phones(2)[1] }, number, ''];
  const unusable = {
    unusable: [
      {
        ...{ row: 2, input: 'no number', code: 'INVALID_INPUT' },
        message: 'phone_number: is not a phone number',
      },
    ],
    unusable_count: 1,
    ...{ free: [], free_count: 0 },
  };

  it('is in the answer of a dry run, which creates and holds nothing', async () => {
    const { owner: token } = await createOrganization({ credits: 50 });
    const { status, body } = await post(token, { type: '/phone', inputs, dry_run: true });
    expect([status, body.data]).toEqual([
      200,
      {
        ...{ dry_run: true, type: 'phone_validation', total: 5, accepted: 5, billable: 2 },
        ...{
          duplicates: 1,
          skipped: 1,
          credits_required: 2,
          credits_available: 50,
          daily_limit: null,
          is_affordable: true,
          ...unusable,
        },
      },
    ]);
    expect((await call('GET', '/v1/bulk/jobs', { token })).body.data.jobs).toEqual([]);
    expect(await balance(token)).toBe(50);
  });

  it.each([
    ['dry_run=true', {}],
    ['dry_run=1&type=phone', { type: undefined }],
    ['dry_run=true', { dry_run: false }],
  ])(
    'is in the answer of a dry run that the query asks for: %s, beside %j',
    async (query, fields) => {
      const { owner: token } = await createOrganization({ credits: 50 });
      const body = { type: 'phone', inputs, ...fields };
      const { status, body: priced } = await call('POST', `/v1/bulk/jobs?${query}`, {
        token,
        body,
      });
      expect([status, priced.data]).toMatchObject([200, { dry_run: true, credits_required: 2 }]);
      expect(await balance(token)).toBe(50);
    },
  );

  it('has the receiver and the name that the query gives, unless the body gives others', async () => {
    const { owner: token } = await createOrganization({ credits: 50 });
    const query = 'webhook_url=https://example.com/query&file_name=query.csv&dry_run=false';
    const made = async (fields: object) => {
      const body = { type: 'phone', inputs, ...fields };
      const reply = await call('POST', `/v1/bulk/jobs?${query}`, { token, body });
      const { job_id: id, webhook_url: url } = reply.body.data;
      const job = await waitFor(token, id, 'completed');
      return [url, job.file_name];
    };
    expect(await made({})).toEqual(['https://example.com/query', 'query.csv']);
    const others = { webhook_url: 'https://example.com/body', file_name: 'body.csv' };
    expect(await made(others)).toEqual([others.webhook_url, others.file_name]);
  });

  it('reads rows in the country that body or query gives, and refuses fields of its rows', async () => {
    const inputs = [
      '030 901820',
      JSON.stringify({ phone_number: '01 42 92 81 00', country: 'FR' }),
    ];
    const body = { type: 'phone', inputs, dry_run: true };
    const inBody = await post(owner, { ...body, country: 'Germany' });
    const inQuery = await call('POST', '/v1/bulk/jobs?country=DE', { token: owner, body });
    for (const reply of [inBody, inQuery])
      expect(reply.body.data).toMatchObject({ credits_required: 2, free_count: 0 });
    expect((await post(owner, body)).body.data.free_count).toBe(1);
    for (const [field, value, code = 'INVALID_REQUEST'] of [
      ['contry', 'DE'],
      ['country', 'XX', 'INVALID_INPUT'],
      ['country', '', 'INVALID_INPUT'],
      ['phone_number', '1'],
      ['bypass_cache', true],
    ] as const) {
      const reply = await post(owner, { ...body, [field]: value });
      const refused = refusal(code, { param: field });
      expect([reply.status, reply.body], field).toEqual([400, refused]);
    }
  });

  it('refuses `bypass_cache` in a row, which has no effect in a job', async () => {
    const inputs = [
      ...[{ bypass_cache: true }, { forceFresh: true }, { bypass_cach: true }],
      ...[{ bypass_cache: false }, { bypass_cache: null }],
    ].map((flag, at) => JSON.stringify({ phone_number: phones(5)[at], ...flag }));
    const { body } = await post(owner, { type: 'phone', inputs, dry_run: true });
    expect(body.data).toMatchObject({ billable: 2, unusable_count: 3 });
    for (const [at, name] of ['bypass_cache', 'forceFresh', 'bypass_cach'].entries())
      expect(body.data.unusable[at]).toMatchObject({
        row: at + 1,
        code: 'INVALID_REQUEST',
        message: expect.stringContaining(name),
      });
  });

  it('replays a job only for the same country', async () => {
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const body = { type: 'phone', inputs: ['030 901820'] };
    expect((await post(owner, { ...body, country: 'DE' }, headers)).status).toBe(201);
    expect((await post(owner, { ...body, country: 'DE' }, headers)).status).toBe(200);
    expect((await post(owner, { ...body, country: 'AT' }, headers)).status).toBe(409);
  });

  it('shows of a long row whole characters', async () => {
    const inputs = [`${'x'.repeat(99)}😀 and more`];
    const { body } = await post(owner, { type: 'phone', inputs, dry_run: true });
    const [{ input }] = body.data.unusable;
    expect([input.length <= 101, input.isWellFormed()]).toEqual([true, true]);
  });

  it('is in the answer of a created job, with its rows that will fail', async () => {
    const { owner: token } = await createOrganization({ credits: 50 });
    const made = await post(token, { type: 'phone', inputs });
    expect(made.body.data).toMatchObject({ accepted: 5, credits_held: 2, ...unusable });
    await waitFor(token, made.body.data.job_id, 'completed');
    const rows = await results(token, made.body.data.job_id);
    expect(rows.lookups.map(({ status: each }: { status: string }) => each)).toEqual([
      ...['completed', 'failed', 'completed', 'duplicate', 'skipped'],
    ]);
  });
});
