import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import {
  createServer,
  type IncomingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyWebhook } from '../../clients/typescript/src/index.ts';
import { callService, DevService, freePort, START_TIMEOUT_MS } from './dev-service.ts';

interface Received {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** What each path of the receiver does with a delivery it has read. */
const BEHAVIOURS: Record<string, (response: ServerResponse) => void> = {
  '/ok': (response) => response.writeHead(200).end('thank you'),
  '/broken': (response) => response.writeHead(500).end(),
  '/moved': (response) => response.writeHead(307, { Location: '/ok' }).end(),
  '/slow': () => undefined,
  '/gone': (response) => response.destroy(),
};

let received: Received[] = [];
let receiver: Server;
let origin: string;
let directory: string;
let port: number;
let service: DevService;
let isFreshFromLookupApi: (
  rawBody: Uint8Array,
  timestamp: string | undefined,
  signature: string | undefined,
  secret: string,
) => boolean;
let isFromLookupApi: (
  rawBody: Uint8Array,
  signature: string | undefined,
  secret: string,
) => boolean;

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received.push({
      method: request.method,
      url: request.url,
      headers: request.headers,
      body: Buffer.concat(chunks),
    });
    BEHAVIOURS[request.url ?? '']?.(response);
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  origin = `http://${host}`;
  directory = await mkdtemp(join(tmpdir(), 'lookup-webhooks-'));
  const snippet = join(directory, 'verify.mjs');
  const guide = await readFile('src/http/docs/guides/webhooks.md', 'utf8');
  await writeFile(
    snippet,
    /^```js Verify a signature\n([\s\S]*?)^```$/m.exec(guide)?.[1] as string,
  );
  ({ isFromLookupApi, isFreshFromLookupApi } = await import(
    /* @vite-ignore */ pathToFileURL(snippet).href
  ));
  port = await freePort();
  service = new DevService({
    PORT: String(port),
    STATE_DIR: join(directory, 'state'),
    FETCH_ALLOW_HOSTS: host,
  });
  await service.ready();
}, START_TIMEOUT_MS);

afterAll(async () => {
  await service.stop();
  receiver.closeAllConnections();
  receiver.close();
  await rm(directory, { recursive: true, force: true });
});

beforeEach(() => {
  received = [];
});

const post = (path: string, body: unknown) =>
  callService(port, `/v1${path}`, { token: service.keys[0], body });
const sendTest = async (path: string) =>
  (await post('/webhook-test', { url: `${origin}${path}` })).body.data;

describe('a delivery over a real socket', () => {
  it('is verified by Node’s own crypto, and by the lines in the docs', async () => {
    const { webhook_secret: secret, delivery } = await sendTest('/ok');
    expect(delivery).toMatchObject({
      status: 'delivered',
      http_status: 200,
      error_code: null,
      type: 'webhook.test',
    });
    expect(received).toHaveLength(1);
    const [{ method, headers, body }] = received as [Received];
    const expected = Buffer.from(
      `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    );
    expect(timingSafeEqual(expected, Buffer.from(String(headers['x-service-signature'])))).toBe(
      true,
    );
    expect([method, headers['content-type'], headers['x-service-event']]).toEqual([
      'POST',
      'application/json',
      'webhook.test',
    ]);
    expect(headers['x-service-delivery']).toBe(delivery.id);
    expect(headers['content-length']).toBe(String(body.length));
    expect(JSON.parse(body.toString())).toEqual({
      id: delivery.event_id,
      type: 'webhook.test',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      data: { message: expect.any(String) },
    });

    const signature = String(headers['x-service-signature']);
    expect(isFromLookupApi(body, signature, secret)).toBe(true);
    expect(isFromLookupApi(Buffer.concat([body, Buffer.from(' ')]), signature, secret)).toBe(false);
    expect(isFromLookupApi(body, signature, `${secret}x`)).toBe(false);
    expect(isFromLookupApi(body, undefined, secret)).toBe(false);

    const stamp = String(headers['x-service-timestamp']);
    const second = String(headers['x-service-signature-v2']);
    expect(isFreshFromLookupApi(body, stamp, second, secret)).toBe(true);
    expect(isFreshFromLookupApi(body, String(Number(stamp) - 1), second, secret)).toBe(false);
    expect(isFreshFromLookupApi(body, stamp, signature, secret)).toBe(false);
    expect(isFreshFromLookupApi(body, undefined, undefined, secret)).toBe(false);
  });

  it('is verified by standardwebhooks, svix and the client, by either secret of an overlap', async () => {
    const made = (await post('/webhook-endpoints', { url: `${origin}/ok` })).body.data;
    const path = `/webhook-endpoints/${made.id}`;
    const rotated = (await post(`${path}/rotate-secret`, {})).body.data;
    expect((await post(`${path}/test`, {})).body.data).toMatchObject({ status: 'delivered' });
    const [{ headers, body }] = received as [Received];
    const sent = headers as Record<string, string>;
    const text = body.toString();
    for (const secret of [made.secret, rotated.secret]) {
      const event = { id: sent['webhook-id'], type: 'webhook.test' };
      expect(new Webhook(secret).verify(text, sent)).toMatchObject(event);
      new SvixWebhook(secret).verify(text, sent);
      expect(await verifyWebhook(body, headers, secret)).toMatchObject(event);
    }
    const other = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    expect(() => new SvixWebhook(other).verify(text, sent)).toThrow();
    await expect(verifyWebhook(body, headers, other)).rejects.toThrow('signature');
  });

  it.each([
    ['/broken', 500, 'HTTP_STATUS'],
    ['/moved', 307, 'REDIRECTED'],
    ['/gone', null, 'CONNECTION_FAILED'],
    ['/slow', null, 'TIMEOUT'],
  ])('to %s is made once and fails', async (path, http_status, error_code) => {
    const { delivery } = await sendTest(path);
    expect(delivery).toMatchObject({ status: 'failed', http_status, error_code });
    expect(received.map(({ url }) => url)).toEqual([path]);
  });

  it('can be made again by hand', async () => {
    const { webhook_secret: secret, delivery } = await sendTest('/broken');
    const again = await post(`/webhook-deliveries/${delivery.id}/redeliver`, {});
    expect(again.body.data).toMatchObject({
      redelivery_of: delivery.id,
      event_id: delivery.event_id,
      http_status: 500,
    });
    const [first, second] = received as [Received, Received];
    expect(second.body).toEqual(first.body);
    expect(
      isFromLookupApi(second.body, String(second.headers['x-service-signature']), secret),
    ).toBe(true);
    const { body } = await callService(port, '/v1/webhook-deliveries?limit=2', {
      token: service.keys[1],
    });
    expect(body.data.deliveries.map(({ id }: { id: string }) => id)).toEqual([
      again.body.data.id,
      delivery.id,
    ]);
  });

  it('is made to a receiver on the own machine, and to no other that is not public', async () => {
    const { pathname, port: receiverPort } = new URL(`${origin}/ok`);
    const local = `http://localhost:${receiverPort}${pathname}`;
    const { body: delivered } = await post('/webhook-test', { url: local });
    expect(delivered.data.delivery).toMatchObject({ status: 'delivered', http_status: 200 });
    expect(received).toHaveLength(1);
    for (const url of [
      'https://localhost/ok',
      `https://127.0.0.1:${Number(receiverPort) + 1}/ok`,
      'https://[::1]/ok',
      'http://127.0.0.1/ok',
      `http://10.0.0.1:${receiverPort}/ok`,
      'https://router.local/ok',
    ]) {
      const { status, body } = await post('/webhook-test', { url });
      expect([url, status, body.error.code]).toEqual([url, 400, 'INVALID_INPUT']);
    }
    expect(received).toHaveLength(1);
  });
});
