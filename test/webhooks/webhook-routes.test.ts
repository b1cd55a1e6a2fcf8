import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { registerWebhook } from '../../src/webhooks/registration.ts';
import { call, createOrganization, type TestOrganization } from '../support/api.ts';
import { deliverEvent, webhookWorld } from './support.ts';

let organization: TestOrganization;
let other: TestOrganization;
beforeAll(async () => {
  organization = await createOrganization();
  other = await createOrganization();
});

/** A delivery as a job would have made it, at its own moment. */
async function delivered(at: number) {
  const { ports, clock } = webhookWorld();
  clock.at = at;
  const { webhook } = await registerWebhook('https://hooks.example/in', ports);
  const event = {
    id: `evt_${at}`,
    organizationId: organization.id,
    mode: 'live',
    type: 'bulk_job.completed',
    productTypes: ['phone'],
    createdAt: at,
    data: {},
  } as const;
  return deliverEvent(webhook, event, ports);
}

describe('GET /v1/webhook-deliveries', () => {
  it('lists what was sent, newest first, page by page, to its organization only', async () => {
    const made = [];
    for (let count = 0; count < 5; count++) made.push(await delivered(1_800_000_000_000 + count));
    const first = await call('GET', '/v1/webhook-deliveries?limit=3', {
      token: organization.teammate,
    });
    expect(first.status).toBe(200);
    expect(first.headers.get('X-RateLimit-Limit')).toBe('1000');
    expect(first.body.data.deliveries[0]).toEqual({
      id: made[4]!.id,
      event_id: 'evt_1800000000004',
      type: 'bulk_job.completed',
      url: 'https://hooks.example/in',
      webhook_endpoint_id: null,
      status: 'delivered',
      attempts: 1,
      next_attempt_at: null,
      http_status: 204,
      duration_ms: 0,
      error_code: null,
      redelivery_of: null,
      created_at: '2027-01-15T08:00:00.004Z',
    });
    const { next_cursor, has_more, limit } = first.body.data.pagination;
    expect([has_more, limit]).toEqual([true, 3]);
    const second = await call('GET', `/v1/webhook-deliveries?limit=3&cursor=${next_cursor}`, {
      token: organization.owner,
    });
    expect(second.body.data.pagination).toEqual({ limit: 3, next_cursor: null, has_more: false });
    const ids = [...first.body.data.deliveries, ...second.body.data.deliveries].map(({ id }) => id);
    expect(ids).toEqual(made.map(({ id }) => id).reverse());
    expect(
      (await call('GET', '/v1/webhook-deliveries', { token: other.owner })).body.data.deliveries,
    ).toEqual([]);
  });

  it.each([
    ['limit=0', 'INVALID_INPUT'],
    ['limit=1001', 'INVALID_INPUT'],
    ['limit=many', 'INVALID_REQUEST'],
    ['cursor=nonsense', 'INVALID_INPUT'],
  ])('refuses %s', async (query, code) => {
    const { status, body } = await call('GET', `/v1/webhook-deliveries?${query}`, {
      token: organization.owner,
    });
    expect([status, body.error.code]).toEqual([400, code]);
  });

  it('needs a key', async () => {
    for (const [method, path] of [
      ['GET', '/v1/webhook-deliveries'],
      ['POST', '/v1/webhook-deliveries/x/redeliver'],
      ['POST', '/v1/webhook-deliveries/redeliver'],
      ['POST', '/v1/webhook-test'],
    ] as const) {
      expect(await call(method, path)).toMatchObject({
        status: 401,
        body: { error: { code: 'UNAUTHORIZED' } },
      });
    }
  });
});

describe('live and test keys', () => {
  it('see each their own deliveries only', async () => {
    const { id } = await delivered(1_800_000_300_000);
    const tested = await call('POST', '/v1/webhook-test', {
      token: organization.sandbox,
      body: { url: 'https://example.com/hook' },
    });
    const testId = tested.body.data.delivery.id;
    const listed = async (token: string) => {
      const { body } = await call('GET', '/v1/webhook-deliveries?limit=100', { token });
      return (body.data.deliveries as { id: string }[]).map((delivery) => delivery.id);
    };
    expect(await listed(organization.sandbox)).toEqual([testId]);
    const live = await listed(organization.owner);
    expect([live.includes(id), live.includes(testId)]).toEqual([true, false]);
    for (const [deliveryId, token, status] of [
      [id, organization.sandbox, 404],
      [testId, organization.owner, 404],
      [testId, organization.sandbox, 200],
    ] as const) {
      const path = `/v1/webhook-deliveries/${deliveryId}/redeliver`;
      expect((await call('POST', path, { token })).status).toBe(status);
    }
  });
});

describe('POST /v1/webhook-deliveries/redeliver', () => {
  it('takes a moment, and says how many are sent again', async () => {
    const token = organization.owner;
    const ask = (body: unknown) =>
      call('POST', '/v1/webhook-deliveries/redeliver', { token, body });
    expect((await ask({})).body.error).toMatchObject({ code: 'MISSING_FIELD', param: 'since' });
    expect((await ask({ since: 'yesterday' })).status).toBe(400);
    const resent = await ask({ since: '2026-01-01' });
    expect([resent.status, resent.body.data]).toEqual([202, { deliveries: 0 }]);
  });
});

describe('POST /v1/webhook-deliveries/{id}/redeliver', () => {
  it('finds only what the organization sent', async () => {
    const { id } = await delivered(1_800_000_100_000);
    for (const [path, token] of [
      [id, other.owner],
      ['unknown', organization.owner],
    ]) {
      const reply = await call('POST', `/v1/webhook-deliveries/${path}/redeliver`, {
        token: token as string,
      });
      expect(reply).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } });
    }
  });

  it('makes and answers a new attempt', async () => {
    const { id } = await delivered(1_800_000_200_000);
    const { status, body } = await call('POST', `/v1/webhook-deliveries/${id}/redeliver`, {
      token: organization.owner,
    });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      event_id: 'evt_1800000200000',
      redelivery_of: id,
      status: 'failed',
      error_code: 'NAME_UNRESOLVED',
    });
  });
});

describe('GET /v1/webhook-deliveries/{id}', () => {
  it('shows what was sent and what came back, bounded and without secrets', async () => {
    let secret = '';
    const long = 'x'.repeat(10_000);
    const { ports } = webhookWorld(
      () =>
        new Response(`${secret} ${long}`, { status: 418, headers: { 'Content-Type': 'text/x' } }),
    );
    const registered = await registerWebhook('https://hooks.example/in', ports);
    secret = registered.secret;
    const { id } = await deliverEvent(
      registered.webhook,
      {
        ...{ id: 'evt_shown', organizationId: organization.id, mode: 'live' },
        ...{ type: 'bulk_job.completed', productTypes: ['phone'], createdAt: 0, data: { long } },
      },
      ports,
    );
    const path = `/v1/webhook-deliveries/${id}`;
    const { body } = await call('GET', path, { token: organization.owner });
    const { request, response, ...delivery } = body.data;
    expect(delivery).toMatchObject({ id, http_status: 418, error_code: 'HTTP_STATUS' });
    expect(request).toEqual({
      headers: {
        'Content-Type': 'application/json',
        'X-Service-Event': 'bulk_job.completed',
        'X-Service-Delivery': id,
        'webhook-id': 'evt_shown',
      },
      body: expect.stringMatching(/^\{"id":"evt_shown".*x$/),
      body_bytes: 10_000 + 105,
    });
    expect([request.body.length, response.content_type]).toEqual([4_096, 'text/x']);
    expect(response.body).toMatch(/^\[secret\] x+$/);
    expect(response.body.length).toBeLessThanOrEqual(4_096);
    expect(JSON.stringify(body)).not.toContain(secret.slice(6));
    expect((await call('GET', path, { token: other.owner })).status).toBe(404);
    expect((await call('GET', path, { token: organization.sandbox })).status).toBe(404);
  });

  it.each(['', 'x', 'xx', 'xxx'])('cuts no character in two, after %j', async (pad) => {
    const long = pad + '😀'.repeat(2_000);
    const { ports } = webhookWorld(() => new Response(long));
    const { webhook } = await registerWebhook('https://hooks.example/in', ports);
    const { id } = await deliverEvent(
      webhook,
      {
        ...{ id: `evt_cut${pad.length}`, organizationId: organization.id, mode: 'live' },
        ...{ type: 'bulk_job.completed', productTypes: ['phone'], createdAt: 0, data: { long } },
      },
      ports,
    );
    const { body } = await call('GET', `/v1/webhook-deliveries/${id}`, {
      token: organization.owner,
    });
    const { request, response } = body.data;
    expect(request.body).toMatch(/^[\x20-\x7e]+(?:😀)+$/u);
    expect(response.body).toMatch(/^x*(?:😀)+$/u);
  });

  it('says that there was no reply', async () => {
    const { id } = await delivered(1_800_000_400_000);
    const again = await call('POST', `/v1/webhook-deliveries/${id}/redeliver`, {
      token: organization.owner,
    });
    const path = `/v1/webhook-deliveries/${again.body.data.id}`;
    const { body } = await call('GET', path, { token: organization.owner });
    expect(body.data).toMatchObject({ error_code: 'NAME_UNRESOLVED', response: null });
  });
});

describe('POST /v1/webhook-test', () => {
  it.each([
    [{}, 'MISSING_FIELD'],
    [{ url: '' }, 'MISSING_FIELD'],
    [{ url: 7 }, 'INVALID_REQUEST'],
    [{ webhook_url: '' }, 'MISSING_FIELD'],
    [{ webhook_url: 'https://127.0.0.1/' }, 'INVALID_INPUT'],
    [{ url: 'http://example.com/' }, 'INVALID_INPUT'],
    [{ url: 'https://127.0.0.1/' }, 'INVALID_INPUT'],
    [{ url: 'https://localhost/hook' }, 'INVALID_INPUT'],
    ['{', 'INVALID_REQUEST'],
  ])('refuses %j', async (body, code) => {
    const reply = await call('POST', '/v1/webhook-test', { token: organization.owner, body });
    expect([reply.status, reply.body.error.code]).toEqual([400, code]);
  });

  it('takes the earlier name of the address', async () => {
    const { status } = await call('POST', '/v1/webhook-test', {
      token: organization.owner,
      body: { url: 'https://example.com/hook' },
    });
    expect(status).toBe(200);
  });

  it('sends to a public address, answers the secret once, and records the attempt', async () => {
    const { status, body } = await call('POST', '/v1/webhook-test', {
      token: other.owner,
      body: { webhook_url: 'https://example.com/hook' },
    });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      webhook_secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/),
      delivery: { type: 'webhook.test', url: 'https://example.com/hook', redelivery_of: null },
    });
    const stored = await env.DB.prepare('SELECT * FROM webhook_deliveries WHERE id = ?')
      .bind(body.data.delivery.id)
      .first();
    expect(JSON.stringify(stored)).not.toContain(body.data.webhook_secret.slice('whsec_'.length));
    const list = await call('GET', '/v1/webhook-deliveries', { token: other.owner });
    expect(list.body.data.deliveries).toEqual([body.data.delivery]);
    expect(JSON.stringify(list.body)).not.toContain('whsec_');
  });
});
