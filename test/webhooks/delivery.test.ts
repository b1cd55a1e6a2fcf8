import { env } from 'cloudflare:workers';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { parseSecrets } from '../../src/lib/secrets.ts';
import { MAX_PAYLOAD_CHARS, type WebhookEvent } from '../../src/lookup/jobs/webhooks.ts';
import {
  listDeliveries,
  purgeDeliveries,
  RETAINED_PER_ORGANIZATION,
  RETENTION_DAYS,
} from '../../src/webhooks/delivery-log.ts';
import { redeliverEvent, testWebhook } from '../../src/webhooks/redelivery.ts';
import { registerWebhook } from '../../src/webhooks/registration.ts';
import { deliverEvent, ok, type Received, silent, webhookWorld } from './support.ts';

afterEach(() => void vi.useRealTimers());

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

let events = 0;
/** A new event of a new organization, unless told otherwise. */
const event = (overrides: Partial<WebhookEvent> = {}): WebhookEvent => ({
  id: `evt_${++events}`,
  organizationId: `org_${crypto.randomUUID()}`,
  mode: 'live',
  type: 'bulk_job.completed',
  productTypes: ['phone'],
  createdAt: Date.parse('2026-11-20T11:59:58.500Z'),
  data: { job_id: 'job_1', note: 'Zoë ＝ 😀' },
  ...overrides,
});

/** As a receiver on Node would: its own HMAC over the bytes that arrived. */
function isSigned({ headers, body }: Received, secret: string): boolean {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  const sent = Buffer.from(headers.get('X-Service-Signature') ?? '');
  return sent.length === expected.length && timingSafeEqual(sent, expected);
}

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

describe('a delivery', () => {
  it('is verified by the library of Standard Webhooks, each attempt of an event by one id', async () => {
    const { ports, received } = webhookWorld();
    const { webhook, secret } = await registerWebhook('https://hooks.example/in', ports);
    const { id } = event();
    await deliverEvent(webhook, event({ id }), ports);
    await deliverEvent(webhook, event({ id }), ports);
    const library = new Webhook(secret);
    for (const { headers, body } of received) {
      vi.useFakeTimers({ toFake: ['Date'], now: ports.clock.now() });
      const sent = Object.fromEntries(headers);
      expect(library.verify(text(body), sent)).toMatchObject({ id });
      expect(sent['webhook-id']).toBe(id);
      expect(() => library.verify(`${text(body)} `, sent)).toThrow();
      const late = { ...sent, 'webhook-timestamp': String(Number(sent['webhook-timestamp']) + 1) };
      expect(() => library.verify(text(body), late)).toThrow();
    }
    expect(received).toHaveLength(2);
  });

  it('is one POST, signed over its raw bytes, and recorded', async () => {
    const { ports, received } = webhookWorld();
    const { webhook, secret } = await registerWebhook('https://hooks.example/in?a=1#part', ports);
    const sent = event();
    const delivery = await deliverEvent(webhook, sent, ports);
    expect(received).toHaveLength(1);
    const [request] = received as [Received];
    expect([request.method, request.url]).toEqual(['POST', 'https://hooks.example/in?a=1']);
    expect(Object.fromEntries(request.headers)).toMatchObject({
      'content-type': 'application/json',
      'x-service-event': 'bulk_job.completed',
      'x-service-delivery': delivery.id,
    });
    expect(delivery.id).toMatch(UUID);
    expect(isSigned(request, secret)).toBe(true);
    expect(
      isSigned(
        { ...request, body: request.body.map((byte, index) => (index === 5 ? byte ^ 1 : byte)) },
        secret,
      ),
    ).toBe(false);
    expect(isSigned(request, `${secret.slice(0, -1)}~`)).toBe(false);
    const stamp = request.headers.get('X-Service-Timestamp');
    expect(stamp).toBe(String(Date.parse('2026-11-20T12:00:00Z') / 1_000));
    const stamped = createHmac('sha256', secret).update(
      new Uint8Array([...new TextEncoder().encode(`${stamp}.`), ...request.body]),
    );
    expect(request.headers.get('X-Service-Signature-V2')).toBe(`sha256=${stamped.digest('hex')}`);
    expect(JSON.parse(text(request.body))).toEqual({
      id: sent.id,
      type: sent.type,
      created_at: '2026-11-20T11:59:58.500Z',
      data: sent.data,
    });
    expect(delivery).toMatchObject({
      status: 'delivered',
      httpStatus: 204,
      errorCode: null,
      redeliveryOf: null,
    });
    const { deliveries } = await listDeliveries(
      { organizationId: sent.organizationId, mode: null, scopes: null, limit: 10, cursor: null },
      ports,
    );
    expect(deliveries).toEqual([delivery]);
  });

  it.each([
    ['answers 500', 500, 'failed', 'HTTP_STATUS'],
    ['answers 404', 404, 'failed', 'HTTP_STATUS'],
    ['redirects', 302, 'failed', 'REDIRECTED'],
    ['redirects for good', 308, 'failed', 'REDIRECTED'],
    ['answers 299', 299, 'delivered', null],
  ] as const)('to a receiver that %s is made once', async (_, httpStatus, status, errorCode) => {
    const { ports, received } = webhookWorld(
      () =>
        new Response('body', {
          status: httpStatus,
          headers: { Location: 'https://hooks.example/other' },
        }),
    );
    const { webhook } = await registerWebhook('https://hooks.example/in', ports);
    expect(await deliverEvent(webhook, event(), ports)).toMatchObject({
      status,
      httpStatus,
      errorCode,
    });
    expect(received).toHaveLength(1);
  });

  it('does not wait for a receiver longer than five seconds', async () => {
    const { ports, received, clock } = webhookWorld(silent);
    const { webhook } = await registerWebhook('https://hooks.example/in', ports);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let done = false;
    const delivery = deliverEvent(webhook, event(), ports).finally(() => {
      done = true;
    });
    while (received.length === 0) await env.DB.prepare('SELECT 1').run();
    await vi.advanceTimersByTimeAsync(4_999);
    expect(done).toBe(false);
    clock.at += 5_000;
    await vi.advanceTimersByTimeAsync(1);
    vi.useRealTimers();
    expect(await delivery).toMatchObject({
      status: 'failed',
      httpStatus: null,
      errorCode: 'TIMEOUT',
      durationMs: 5_000,
    });
    expect(received).toHaveLength(1);
  });

  it('needs only the head of the reply', async () => {
    const cancel = vi.fn();
    const endless = () =>
      new Response(new ReadableStream({ cancel }, { highWaterMark: 0 }), {
        headers: { 'Content-Length': String(10 ** 12) },
      });
    const { ports } = webhookWorld(endless);
    const { webhook } = await registerWebhook('https://hooks.example/in', ports);
    expect(await deliverEvent(webhook, event(), ports)).toMatchObject({
      status: 'delivered',
      httpStatus: 200,
    });
    expect(cancel).toHaveBeenCalledOnce();
  });

  it.each([
    ['is private now', { A: ['93.184.215.14', '127.0.0.1'] }, 'ADDRESS_FORBIDDEN'],
    ['has no address any more', {}, 'NAME_UNRESOLVED'],
  ])(
    'is not made to a name that was public when it was registered and %s',
    async (_, records, errorCode) => {
      const { ports, received, zone, clock } = webhookWorld();
      const { webhook } = await registerWebhook('https://hooks.example/in', ports);
      zone['hooks.example'] = records;
      clock.at += 300_001;
      expect(await deliverEvent(webhook, event(), ports)).toMatchObject({
        status: 'failed',
        httpStatus: null,
        errorCode,
      });
      expect(received).toHaveLength(0);
    },
  );

  it('is not made over http once the host is no longer exempt', async () => {
    const { ports, received } = webhookWorld(ok, { allowHosts: ['hooks.example:80'] });
    const { webhook } = await registerWebhook('http://hooks.example/in', ports);
    expect(await deliverEvent(webhook, event(), ports)).toMatchObject({ status: 'delivered' });
    expect(await deliverEvent(webhook, event(), { ...ports, allowHosts: [] })).toMatchObject({
      errorCode: 'ADDRESS_FORBIDDEN',
    });
    expect(received).toHaveLength(1);
  });

  it('to a receiver that hangs up says so', async () => {
    const { ports } = webhookWorld(() => Promise.reject(new TypeError('Network connection lost.')));
    const { webhook } = await registerWebhook('https://hooks.example/in', ports);
    expect(await deliverEvent(webhook, event(), ports)).toMatchObject({
      status: 'failed',
      httpStatus: null,
      errorCode: 'CONNECTION_FAILED',
    });
  });

  it('is not made with a secret that was sealed with another LINK_SECRET, for another address, or damaged', async () => {
    const { ports, received } = webhookWorld();
    const { webhook } = await registerWebhook('https://hooks.example/in', ports);
    const damaged = webhook.sealedSecret.replace(/.{4}$/, (end) =>
      end === 'AAAA' ? 'BBBB' : 'AAAA',
    );
    const tries = [
      deliverEvent(webhook, event(), { ...ports, linkSecrets: parseSecrets('another secret') }),
      deliverEvent(webhook, event(), { ...ports, linkSecrets: null }),
      deliverEvent({ ...webhook, url: 'https://hooks.example/other' }, event(), ports),
      deliverEvent({ ...webhook, sealedSecret: damaged }, event(), ports),
      deliverEvent({ ...webhook, sealedSecret: 'nonsense' }, event(), ports),
    ];
    for (const delivery of await Promise.all(tries))
      expect(delivery).toMatchObject({ status: 'failed', errorCode: 'SECRET_UNREADABLE' });
    expect(received).toHaveLength(0);
  });

  it('is made while LINK_SECRET is replaced', async () => {
    const { ports } = webhookWorld();
    const { webhook } = await registerWebhook('https://hooks.example/in', ports);
    const statusWith = async (secrets: string) => {
      const linkSecrets = parseSecrets(secrets);
      return (await deliverEvent(webhook, event(), { ...ports, linkSecrets })).status;
    };
    expect(await statusWith('v2:new,v1:link secret of the tests')).toBe('delivered');
    expect(await statusWith('v2:new')).toBe('failed');
    expect(await statusWith('v2:link secret of the tests')).toBe('failed');
  });

  it('is made once per event, however often and at whatever time it is asked for', async () => {
    const { ports, received } = webhookWorld();
    const { webhook } = await registerWebhook('https://hooks.example/in', ports);
    const sent = event();
    const deliveries = await Promise.all(
      Array.from({ length: 5 }, () => deliverEvent(webhook, sent, ports)),
    );
    expect(received).toHaveLength(1);
    expect(new Set(deliveries.map(({ id }) => id)).size).toBe(1);
    expect(await deliverEvent(webhook, sent, ports)).toMatchObject({
      id: deliveries[0]!.id,
      status: 'delivered',
    });
    expect(
      await deliverEvent(webhook, { ...sent, organizationId: 'org_other' }, ports),
    ).toMatchObject({
      status: 'delivered',
    });
    expect(received).toHaveLength(2);
  });

  it('of a payload beyond the limit is refused before it is recorded', async () => {
    const { ports } = webhookWorld();
    const { webhook } = await registerWebhook('https://hooks.example/in', ports);
    const sent = event({ data: { long: 'x'.repeat(MAX_PAYLOAD_CHARS) } });
    await expect(deliverEvent(webhook, sent, ports)).rejects.toThrow(RangeError);
    expect(
      (
        await listDeliveries(
          { organizationId: sent.organizationId, mode: null, scopes: null, limit: 1, cursor: null },
          ports,
        )
      ).deliveries,
    ).toEqual([]);
  });
});

describe('a redelivery', () => {
  it('sends the same bytes, signed, as a new attempt that names the first', async () => {
    let status = 500;
    const { ports, received, clock } = webhookWorld(() => new Response(null, { status }));
    const { webhook, secret } = await registerWebhook('https://hooks.example/in', ports);
    const { organizationId, ...rest } = event();
    const first = await deliverEvent(webhook, { organizationId, ...rest }, ports);
    status = 200;
    clock.at += 1_000;
    const second = await redeliverEvent(
      { organizationId, mode: null, scopes: null, userId: 'u', deliveryId: first.id },
      ports,
    );
    clock.at += 1_000;
    const third = await redeliverEvent(
      { organizationId, mode: null, scopes: null, userId: 'u', deliveryId: second.id },
      ports,
    );
    expect([first, second, third].map((one) => [one.status, one.redeliveryOf])).toEqual([
      ['failed', null],
      ['delivered', first.id],
      ['delivered', first.id],
    ]);
    expect(received.map(({ body }) => text(body))).toEqual(Array(3).fill(text(received[0]!.body)));
    expect(received.every((request) => isSigned(request, secret))).toBe(true);
    expect(received.map(({ headers }) => headers.get('X-Service-Delivery'))).toEqual([
      first.id,
      second.id,
      third.id,
    ]);
    const { deliveries } = await listDeliveries(
      { organizationId, mode: null, scopes: null, limit: 10, cursor: null },
      ports,
    );
    expect(deliveries).toEqual([third, second, first]);
  });

  it('is for the organization whose delivery it was', async () => {
    const { ports } = webhookWorld();
    const { webhook } = await registerWebhook('https://hooks.example/in', ports);
    const { id } = await deliverEvent(webhook, event(), ports);
    await expect(
      redeliverEvent(
        { organizationId: 'org_other', mode: null, scopes: null, userId: 'u', deliveryId: id },
        ports,
      ),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('an attempt that was asked for', () => {
  const again = ({ id, ...sent }: WebhookEvent, deliveryId: string) => ({
    ...sent,
    scopes: null,
    userId: 'u',
    deliveryId,
  });

  it('is one of ten in a minute to a host, whoever asks, also when all ask at once', async () => {
    const { ports, received, zone, clock } = webhookWorld();
    zone['other.example'] = { A: ['93.184.215.14'] };
    clock.at += 7_200_000;
    const { webhook } = await registerWebhook('https://hooks.example/in', ports);
    const asked = [];
    for (let count = 0; count < 14; count++) {
      const sent = event();
      asked.push(again(sent, (await deliverEvent(webhook, sent, ports)).id));
    }
    const sentBefore = received.length;
    clock.at += 1_000;
    const ends = await Promise.allSettled(asked.map((one) => redeliverEvent(one, ports)));
    const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
    expect(refused).toHaveLength(4);
    expect(refused[0]).toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      status: 429,
      headers: { 'Retry-After': '60' },
      message: expect.stringContaining('one host'),
    });
    expect(received.length - sentBefore).toBe(10);
    const { id: organizationId } = { id: asked[0]!.organizationId };
    const test = { organizationId, mode: 'live', scopes: null } as const;
    await expect(
      testWebhook({ ...test, url: 'https://HOOKS.example/x' }, ports),
    ).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
    await testWebhook({ ...test, url: 'https://other.example/x' }, ports);
    // A refused attempt is not recorded, and so delays none.
    clock.at += 60_000;
    expect((await testWebhook({ ...test, url: webhook.url }, ports)).delivery.status).toBe(
      'delivered',
    );
  });

  it('is one of sixty in an hour for an organization', async () => {
    const { ports, zone, clock } = webhookWorld();
    // The account counts by its own clock, in hours that begin with the clock's.
    clock.at = Math.ceil((clock.at + 14_400_000) / 3_600_000) * 3_600_000;
    const pass = (ms: number) => {
      clock.at += ms;
      vi.setSystemTime(clock.at);
    };
    pass(0);
    const test = {
      organizationId: `org_${crypto.randomUUID()}`,
      mode: 'test',
      scopes: null,
    } as const;
    for (let count = 0; count < 60; count++) {
      zone[`h${count % 7}.example`] = { A: ['93.184.215.14'] };
      await testWebhook({ ...test, url: `https://h${count % 7}.example/` }, ports);
      pass(10_000);
    }
    const url = 'https://hooks.example/';
    await expect(testWebhook({ ...test, url }, ports)).rejects.toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      headers: { 'Retry-After': '3000' },
      message: expect.stringContaining('hour'),
    });
    await testWebhook({ ...test, organizationId: `org_${crypto.randomUUID()}`, url }, ports);
    pass(3_000_000);
    await testWebhook({ ...test, url }, ports);
    vi.useRealTimers();
  });
});

describe('the record of deliveries', () => {
  it('is paged newest first, also where moments are the same', async () => {
    const { ports, clock } = webhookWorld();
    const { webhook } = await registerWebhook('https://hooks.example/in', ports);
    const { organizationId } = event();
    const made: string[] = [];
    for (let count = 0; count < 7; count++) {
      if (count % 3 === 0) clock.at += 1;
      made.push((await deliverEvent(webhook, event({ organizationId }), ports)).id);
    }
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await listDeliveries(
        { organizationId, mode: null, scopes: null, limit: 2, cursor },
        ports,
      );
      expect(page.deliveries.length).toBeGreaterThan(0);
      seen.push(...page.deliveries.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toHaveLength(7);
    expect([...seen].sort()).toEqual([...made].sort());
    expect(seen[0]).toBe(made[6]);
    expect([...seen.slice(4)].sort()).toEqual(made.slice(0, 3).sort());
    await expect(
      listDeliveries({ organizationId, mode: null, scopes: null, limit: 2, cursor: 'x' }, ports),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('ends interrupted attempts, and forgets all after thirty days', async () => {
    const { ports, clock } = webhookWorld();
    const { webhook } = await registerWebhook('https://hooks.example/in', ports);
    const sent = event();
    const list = async () =>
      (
        await listDeliveries(
          {
            organizationId: sent.organizationId,
            mode: null,
            scopes: null,
            limit: 10,
            cursor: null,
          },
          ports,
        )
      ).deliveries;
    const stopped = deliverEvent(webhook, sent, {
      ...ports,
      fetcher: { ...ports.fetcher, fetch: () => Promise.reject(new Error('stopped')) },
    });
    await expect(stopped).rejects.toThrow('stopped');
    clock.at += 59_000;
    await purgeDeliveries(ports);
    expect(await list()).toMatchObject([{ status: 'pending' }]);
    clock.at += 2_000;
    await purgeDeliveries(ports);
    expect(await list()).toMatchObject([{ status: 'failed', errorCode: 'INTERRUPTED' }]);
    clock.at += (RETENTION_DAYS - 1) * 86_400_000;
    const young = await deliverEvent(
      webhook,
      event({ organizationId: sent.organizationId }),
      ports,
    );
    await purgeDeliveries(ports);
    expect(await list()).toHaveLength(2);
    clock.at += 86_400_000;
    await purgeDeliveries(ports);
    expect(await list()).toEqual([young]);
  });

  describe('beyond what is kept of one organization', () => {
    const { attempts, bytes } = RETAINED_PER_ORGANIZATION;

    /** Ended attempts, the first one now and each of the others so much older; bodies as long. */
    async function made(count: number, { everyMs = 60_000, bodyBytes = 2 } = {}) {
      const { clock } = webhookWorld();
      const organizationId = `org_${crypto.randomUUID()}`;
      await env.DB.prepare(
        `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?1 - 1)
         INSERT INTO webhook_deliveries (id, organization_id, mode, event_id, type, url,
           sealed_secret, body, status, created_at)
         SELECT ?2 || '_' || i, ?2, 'live', 'evt_' || i, 'webhook.test', 'https://hooks.example/', '',
           hex(zeroblob(?3 / 2)), 'delivered', ?4 - i * ?5 FROM n`,
      )
        .bind(count, organizationId, bodyBytes, clock.at, everyMs)
        .run();
      return organizationId;
    }

    /** The places of what is left, the newest first. */
    async function left(organizationId: string): Promise<number[]> {
      const { results } = await env.DB.prepare(
        'SELECT id FROM webhook_deliveries WHERE organization_id = ? ORDER BY created_at DESC',
      )
        .bind(organizationId)
        .all<{ id: string }>();
      return results.map(({ id }) => Number(id.slice(organizationId.length + 1)));
    }

    const newest = (count: number) => Array.from({ length: count }, (_, place) => place);

    it('the oldest go, by their number', async () => {
      const { ports } = webhookWorld();
      const busy = await made(attempts + 20, { everyMs: 120_000 });
      const other = await made(30);
      await purgeDeliveries(ports);
      expect(await left(busy)).toEqual(newest(attempts));
      expect(await left(other)).toEqual(newest(30));
    });

    it('the oldest go, by the bytes of their bodies', async () => {
      const { ports } = webhookWorld();
      const bodyBytes = 1_900_000;
      const fit = Math.floor(bytes / bodyBytes);
      const busy = await made(fit + 3, { bodyBytes });
      await purgeDeliveries(ports);
      expect(await left(busy)).toEqual(newest(fit));
    });

    it('events go too, but for those whose deliveries go on', async () => {
      const { ports } = webhookWorld();
      const { at } = webhookWorld().clock;
      const busy = `org_${crypto.randomUUID()}`;
      await env.DB.prepare(
        `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?1 - 1)
         INSERT INTO webhook_events (organization_id, mode, event_id, type, product_types, body,
           created_at)
         SELECT ?2, 'live', 'evt_' || i, 'webhook.test', '[]', '{}', ?3 - i FROM n`,
      )
        .bind(attempts + 3, busy, at)
        .run();
      await env.DB.prepare(
        `INSERT INTO webhook_deliveries (id, organization_id, mode, event_id, type, url,
           sealed_secret, body, status, created_at, next_attempt_at, endpoint_id)
         VALUES (?1 || '_on', ?1, 'live', ?2, 'webhook.test', 'https://hooks.example/', '', '',
           'pending', ?3, ?3 + 3600000, 'we_1')`,
      )
        .bind(busy, `evt_${attempts + 1}`, at)
        .run();
      await purgeDeliveries(ports);
      const { results } = await env.DB.prepare(
        'SELECT event_id AS id FROM webhook_events WHERE organization_id = ? ORDER BY created_at DESC',
      )
        .bind(busy)
        .all<{ id: string }>();
      expect(results.map(({ id }) => Number(id.slice(4)))).toEqual([
        ...newest(attempts),
        attempts + 1,
      ]);
    });

    it('attempts under way stay', async () => {
      const { ports } = webhookWorld();
      const busy = await made(attempts + 3, { everyMs: 1 });
      await env.DB.prepare(`UPDATE webhook_deliveries SET status = 'pending' WHERE id = ?`)
        .bind(`${busy}_${attempts + 1}`)
        .run();
      await purgeDeliveries(ports);
      expect(await left(busy)).toEqual([...newest(attempts), attempts + 1]);
    });
  });
});
