import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { createHash } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApp } from '../../src/http/app.ts';
import { purgeReplays } from '../../src/lookup/account/store-replays.ts';
import type { AnyProduct } from '../../src/lookup/product.ts';
import { phone } from '../../src/products/phone/phone/product.ts';
import { appServices } from '../../src/services.ts';
import { call, createOrganization, operate, type TestOrganization } from '../support/api.ts';
import { refusal } from '../support/refusal.ts';
import { seedRecords } from '../support/seed-records.ts';

const NUMBER = { phone_number: '+16502530000' };

beforeAll(() => seedRecords());

let organization: TestOrganization;
let key: string;
beforeEach(async () => {
  organization = await createOrganization();
  key = crypto.randomUUID();
});

afterEach(() => void vi.useRealTimers());

const post = (body: unknown, token = organization.owner, path = '/v1/phone') =>
  call('POST', path, { token, body, headers: { 'Idempotency-Key': key } });

const spent = async () =>
  1_000 -
  (await call('GET', '/v1/account', { token: organization.owner })).body.data.tokens
    .total_available;

describe('a lookup with an Idempotency-Key', () => {
  it('is answered again word for word, and not charged, bypass or not', async () => {
    const first = await post({ ...NUMBER, bypass_cache: true });
    expect(first.headers.get('Idempotent-Replay')).toBeNull();
    const again = await post({ ...NUMBER, bypass_cache: true });
    expect(again.status).toBe(200);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('Idempotent-Replay')).toBe('true');
    expect(again.headers.get('X-Request-Id')).toBe(first.body.data.request.id);
    const [before, after] = [first, again].map(({ headers }) =>
      Number(headers.get('X-RateLimit-Remaining')),
    );
    expect(after).toBe(before! - 1);
    expect(await spent()).toBe(1);
    const byQuery = await post(
      { ...NUMBER, bypass_cache: true },
      organization.owner,
      '/v1/phone?forceFresh=1',
    );
    expect(byQuery.headers.get('Idempotent-Replay')).toBe('true');
    expect(await spent()).toBe(1);
  });

  it('is the same whatever the order of its fields', async () => {
    const entry = (fields: object) => ({ requests: [{ type: 'phone', ...fields }] });
    for (const [body, path] of [
      [(fields: object) => fields, '/v1/phone'],
      [entry, '/v1/batch'],
    ] as const) {
      key = crypto.randomUUID();
      const first = await post(body({ ...NUMBER, bypass_cache: true }), undefined, path);
      const again = await post(body({ bypass_cache: true, ...NUMBER }), undefined, path);
      expect([again.status, again.headers.get('Idempotent-Replay')]).toEqual([200, 'true']);
      expect(again.body.data).toEqual(first.body.data);
    }
    expect(await spent()).toBe(2);
  });

  it('is answered again for 24 hours, alone or in a batch', async () => {
    const body = { ...NUMBER, bypass_cache: true };
    const sent = [
      [body, '/v1/phone'],
      [{ requests: [{ type: 'phone', ...body }] }, '/v1/batch'],
    ] as const;
    const keys = sent.map(() => crypto.randomUUID());
    const postAll = async () => {
      const answers: unknown[] = [];
      for (const [at, [each, path]] of sent.entries()) {
        key = keys[at] as string;
        answers.push((await post(each, undefined, path)).body.data);
      }
      return answers;
    };
    const first = await postAll();
    // A hold that is not settled yet would end with the hours.
    const account = env.ACCOUNT.getByName(organization.id);
    await vi.waitFor(async () => expect((await account.statement(null)).held).toBe(0));
    const start = Date.now();
    for (const hours of [1, 23]) {
      vi.useFakeTimers({ toFake: ['Date'], now: start + hours * 3_600_000 });
      expect(await postAll()).toEqual(first);
    }
    expect(await spent()).toBe(2);
    vi.useFakeTimers({ toFake: ['Date'], now: start + 25 * 3_600_000 });
    expect(await postAll()).not.toEqual(first);
    expect(await spent()).toBe(4);
  });

  it('conflicts with another body or product under the same key', async () => {
    await post(NUMBER);
    const other = await post({ phone_number: '+14155552671' });
    expect([other.status, other.body]).toEqual([409, refusal('IDEMPOTENCY_CONFLICT')]);
    const elsewhere = await post(NUMBER, organization.owner, '/v1/nt-lookup');
    expect([elsewhere.status, elsewhere.body]).toEqual([409, refusal('IDEMPOTENCY_CONFLICT')]);
    expect(await spent()).toBe(1);
  });

  it('is refused, free, if its body is nested too deeply to compare', async () => {
    const depth = 20_000;
    const nested = `${'['.repeat(depth)}${']'.repeat(depth)}`;
    const answer = await post(`{"phone_number":"+16502530000","x":${nested}}`);
    expect([answer.status, answer.body]).toEqual([400, refusal('INVALID_REQUEST')]);
    expect(await spent()).toBe(0);
  });

  it('belongs to one API key', async () => {
    const first = await post(NUMBER);
    const theirs = await post(NUMBER, organization.teammate);
    expect(theirs.headers.get('Idempotent-Replay')).toBeNull();
    expect(theirs.body.data.request.id).not.toBe(first.body.data.request.id);
    const sandbox = await post({ phone_number: phone.sandbox[0]!.subject }, organization.sandbox);
    expect([sandbox.status, sandbox.headers.get('Idempotent-Replay')]).toEqual([200, null]);
  });

  it('is refused like any other call, and tells nothing to a revoked key', async () => {
    await post(NUMBER);
    await operate('DELETE', `/api-keys/${organization.ownerKeyId}`);
    expect((await post(NUMBER)).body).toEqual(refusal('UNAUTHORIZED'));
    key = 'x'.repeat(256);
    expect((await post(NUMBER, 'sk_live_x')).body).toEqual(refusal('UNAUTHORIZED'));
    expect((await post(NUMBER, organization.teammate)).body).toEqual(
      refusal('INVALID_INPUT', { param: 'Idempotency-Key' }),
    );
  });

  it('remembers no failure', async () => {
    const bad = { phone_number: '+15005550099' };
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect((await post(bad, organization.sandbox)).body).toEqual(refusal('VALIDATION_FAILED'));
    const good = await post({ phone_number: phone.sandbox[0]!.subject }, organization.sandbox);
    expect(good.status).toBe(200);
    key = crypto.randomUUID();
    const unanswered = { requests: [{ type: 'phone', ...bad }, { type: 'no-such' }] };
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const { status, headers, body } = await post(unanswered, organization.sandbox, '/v1/batch');
      expect([status, body.data?.failed]).toEqual([200, 2]);
      expect(headers.get('Idempotent-Replay')).toBeNull();
    }
  });

  it('is charged once when sent many times at once', async () => {
    const body = { ...NUMBER, bypass_cache: true };
    const replies = await Promise.all(Array.from({ length: 6 }, () => post(body)));
    const answered = replies.filter(({ status }) => status === 200);
    const ids = new Set(answered.map(({ body }) => body.data.request.id));
    expect(ids.size).toBe(1);
    for (const reply of replies.filter(({ status }) => status !== 200))
      expect(reply.body).toEqual(refusal('IDEMPOTENCY_CONFLICT'));
    expect(await spent()).toBe(1);
    expect((await post(body)).headers.get('Idempotent-Replay')).toBe('true');
  });
});

/** The service with one product whose mapper waits or fails as told. */
async function postTo(
  parts: { replays?: typeof appServices.pipeline.replays },
  body: unknown,
  onReply: () => void = () => undefined,
  path = '/v1/phone',
) {
  const product = phone as AnyProduct;
  const app = createApp({
    ...appServices,
    families: [{ name: 'Phone', summary: 'One product', products: [product] }],
    pipeline: { ...appServices.pipeline, ...parts },
  });
  const context = createExecutionContext();
  const request = new Request(`https://api.test${path}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${organization.owner}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': key,
    },
    body: JSON.stringify(body),
  });
  const response = await app.fetch(request, {}, context);
  onReply();
  await waitOnExecutionContext(context);
  return { status: response.status, body: (await response.json()) as Record<string, never> };
}

it('is answered though its answer cannot be kept, and conflicts until it counts as lost', async () => {
  const { replays } = appServices.pipeline;
  const broken = { ...replays, put: () => Promise.reject(new Error('no bucket')) };
  expect((await postTo({ replays: broken }, NUMBER)).status).toBe(200);
  const again = await post(NUMBER);
  expect([again.status, again.body]).toEqual([409, refusal('IDEMPOTENCY_CONFLICT')]);
  expect(again.headers.get('Retry-After')).toBe('2');
  expect(await spent()).toBe(1);
});

it('has its answer kept before it is replied to', async () => {
  const { replays } = appServices.pipeline;
  const steps: string[] = [];
  const put: typeof replays.put = async (...args) => {
    await replays.put(...args);
    steps.push('kept');
  };
  await postTo({ replays: { ...replays, put } }, NUMBER, () => steps.push('replied'));
  expect(steps).toEqual(['kept', 'replied']);
});

it('afresh is paid once though its answer was lost', async () => {
  const { replays } = appServices.pipeline;
  const broken = { ...replays, put: () => Promise.reject(new Error('no bucket')) };
  const body = { ...NUMBER, bypass_cache: true };
  expect((await postTo({ replays: broken }, body)).status).toBe(200);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
  expect((await post(body)).status).toBe(200);
  expect(await spent()).toBe(1);
});

it('answers are deleted after a day, and no sooner', async () => {
  const now = Date.UTC(2031, 0, 10, 12, 30);
  const { replays } = appServices.pipeline;
  const at = { old: now - 26 * 3_600_000, young: now - 24 * 3_600_000 };
  const { data } = (await post(NUMBER)).body;
  await replays.put('org_t', 'old', at.old, data);
  await replays.put('org_t', 'young', at.young, data);
  await env.RESULTS.put('bulk/job/other', 'x');
  await purgeReplays(env.RESULTS, now);
  expect(await replays.get('org_t', 'old', at.old)).toBeNull();
  expect(await replays.get('org_t', 'young', at.young)).toEqual(data);
  expect(await env.RESULTS.head('bulk/job/other')).not.toBeNull();
});

it.each([
  { how: 'asked for', number: '+12125552368', column: 'phone_hash' },
  { how: 'named by the answer alone', number: '+12125552369', column: 'email_hash' },
])(
  'replays nothing of a person $how who was suppressed meanwhile, alone or in a batch',
  async ({ number, column }) => {
    const { owner } = await createOrganization();
    const put = (dataset: string, row: object) =>
      call('PUT', `/admin/records/${dataset}?mode=append`, {
        ...{ token: 'admin_test', body: `${JSON.stringify(row)}\n` },
        headers: { 'Content-Type': 'application/x-ndjson' },
      });
    const ada = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@lovelace.example' };
    await put('people', { phone_number: number, ...ada });
    const body = { phone_number: number, lookup_source: 'premium' };
    const ask = () =>
      call('POST', '/v1/reverse-phone-lookup', {
        ...{ token: owner, body, headers: { 'Idempotency-Key': 'one' } },
      });
    const askBatch = () =>
      call('POST', '/v1/batch', {
        token: owner,
        body: { requests: [{ type: 'reverse-phone-lookup', ...body }] },
        headers: { 'Idempotency-Key': 'two' },
      });
    const names = async () =>
      (await Promise.all([ask(), askBatch()])).map((answer) =>
        JSON.stringify(answer.body).includes('Lovelace'),
      );
    expect(await names()).toEqual([true, true]);
    expect(await names()).toEqual([true, true]);
    const identifier = column === 'phone_hash' ? number : ada.email;
    const hash = createHash('sha256').update(identifier).digest('hex');
    await put('suppressed_people', { [column]: hash });
    expect(await names()).toEqual([false, false]);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    const answers = [(await ask()).body.data, (await askBatch()).body.data.results[0].data];
    expect(answers.map(({ classification }) => classification.matched)).toEqual([false, false]);
  },
);

describe('another call that changes something, with an Idempotency-Key', () => {
  const RECEIVER = 'https://example.com/hook';
  const isReplay = ({ headers }: { headers: Headers }) => headers.get('Idempotent-Replay');
  const send = (method: string, path: string, body?: unknown, token = organization.owner) =>
    call(method, path, { token, body, headers: { 'Idempotency-Key': key } });
  const made = {
    '/v1/webhook-endpoints': { url: RECEIVER },
    '/v1/number-monitors': {
      ...{ name: 'Customers', frequency: 'weekly', webhook_url: RECEIVER },
      numbers: [{ phone_number: '+14155550100' }],
    },
  };
  const listed = async (path: string) => {
    const { body } = await call('GET', path, { token: organization.owner });
    return (body.data.endpoints ?? body.data.monitors).map(({ id }: { id: string }) => id);
  };

  it.each(Object.entries(made))('makes one thing, with its secret: %s', async (path, sent) => {
    const first = await send('POST', path, sent);
    expect([first.status, isReplay(first)]).toEqual([201, null]);
    expect(first.body.data.secret ?? first.body.data.webhook_secret).toMatch(/^whsec_/);
    const again = await send('POST', path, sent);
    expect([again.status, isReplay(again)]).toEqual([201, 'true']);
    expect(again.body).toEqual(first.body);
    expect(await listed(path)).toEqual([first.body.data.id]);
    const other = await send('POST', path, { ...sent, description: 'x', name: 'x' });
    expect([other.status, other.body]).toEqual([409, refusal('IDEMPOTENCY_CONFLICT')]);
    const theirs = await send('POST', path, sent, organization.teammate);
    expect(isReplay(theirs)).toBeNull();
    key = crypto.randomUUID();
    expect((await send('POST', path, sent)).body.data.id).not.toBe(first.body.data.id);
  });

  it.each(Object.entries(made))(
    'finds what it made if the answer was lost: %s',
    async (path, sent) => {
      const { replays } = appServices.pipeline;
      const broken = { ...replays, put: () => Promise.reject(new Error('no bucket')) };
      const first = await postTo({ replays: broken }, sent, undefined, path);
      expect(first.status).toBe(201);
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
      const again = await send('POST', path, sent);
      const { id, secret, webhook_secret } = first.body.data as unknown as Record<string, string>;
      expect(again.body.data).toMatchObject({ id, ...(secret ? { secret } : { webhook_secret }) });
      expect(await listed(path)).toEqual([id]);
    },
  );

  it('gives the secret of a change or a rotation again, and keeps it sealed', async () => {
    const endpoint = (await send('POST', '/v1/webhook-endpoints', { url: RECEIVER })).body.data;
    key = crypto.randomUUID();
    const { webhook_url: _, ...plain } = made['/v1/number-monitors'];
    const monitor = (await send('POST', '/v1/number-monitors', plain)).body.data;
    const calls = [
      ['POST', `/v1/webhook-endpoints/${endpoint.id}/rotate-secret`],
      ['PATCH', `/v1/number-monitors/${monitor.id}`, { webhook_url: RECEIVER }],
    ] as const;
    for (const [method, path, body] of calls) {
      key = crypto.randomUUID();
      const first = await send(method, path, body);
      expect(first.status, JSON.stringify(first.body)).toBe(200);
      const again = await send(method, path, body);
      expect(isReplay(again)).toBe('true');
      expect(again.body).toEqual(first.body);
      const secret = first.body.data.secret ?? first.body.data.webhook_secret;
      for (const { key: name } of (await env.RESULTS.list({ prefix: 'replays/' })).objects)
        expect(await (await env.RESULTS.get(name))?.text()).not.toContain(secret);
    }
  });

  it('stores no refusal', async () => {
    const path = '/v1/webhook-endpoints';
    const bad = await send('POST', path, { url: 'http://127.0.0.1/' });
    expect(bad.status).toBe(400);
    expect((await send('POST', path, { url: RECEIVER })).status).toBe(201);
  });
});

it('gives the same secret to a rotation repeated within a minute, without a key', async () => {
  const post = (path: string, body?: unknown) =>
    call('POST', `/v1/webhook-endpoints${path}`, { token: organization.owner, body });
  const { id } = (await post('', { url: 'https://example.com/hook' })).body.data;
  const secrets = [];
  for (const _ of [1, 2]) secrets.push((await post(`/${id}/rotate-secret`)).body.data.secret);
  expect(secrets[1]).toBe(secrets[0]);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
  expect((await post(`/${id}/rotate-secret`)).body.data.secret).not.toBe(secrets[0]);
});

it("makes one organization, key or successor of an operator's call sent again", async () => {
  const send = (path: string, body: object) =>
    call('POST', `/admin${path}`, {
      ...{ token: 'admin_test', body, headers: { 'Idempotency-Key': key } },
    });
  const made = async (path: string, body: object, other: object) => {
    key = crypto.randomUUID();
    const first = await send(path, body);
    expect(first.status, JSON.stringify(first.body)).toBe(200);
    expect((await send(path, body)).body).toEqual(first.body);
    const refused = await send(path, { ...body, ...other });
    expect([refused.status, refused.body]).toEqual([409, refusal('IDEMPOTENCY_CONFLICT')]);
    return first.body.data;
  };
  const owner_email = `${crypto.randomUUID()}@example.com`;
  const { organization: customer } = await made(
    '/organizations',
    { name: 'Example Ltd', owner_email },
    { name: 'Example GmbH' },
  );
  const path = `/organizations/${customer.id}/api-keys`;
  const wanted = { user_email: owner_email, name: 'backend', mode: 'live' };
  const { id } = await made(path, wanted, { credits_per_day: 5 });
  await made(`/api-keys/${id}/roll`, { overlap_hours: 24 }, { overlap_hours: 12 });
  const listed = await operate('GET', `/organizations/${customer.id}`);
  expect(listed.api_keys).toHaveLength(2);
});
