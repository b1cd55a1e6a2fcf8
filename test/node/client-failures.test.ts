import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import {
  BulkJobError,
  type CallOptions,
  type ClientOptions,
  ConnectionError,
  InsufficientCreditsError,
  LookupApi,
  LookupError,
  RateLimitError,
  ServerError,
  TimeoutError,
  verifyWebhook,
  WebhookSignatureError,
} from '../../clients/typescript/src/index.ts';

// What the TypeScript client does when the service refuses, fails, or is not there.

interface Sent {
  method: string;
  url: string;
  key: string | null;
  authorization: string | null;
  at: number;
}

type Reply = { status: number; body?: unknown; headers?: Record<string, string> } | Error;

const ANSWER = { status: 200, body: { success: true, data: { answered: true } } };

const refusal = (status: number, code: string, headers = {}): Reply => ({
  status,
  headers,
  body: {
    success: false,
    error: { code, message: 'No.', doc_url: '/docs/errors', request_id: 'r' },
  },
});

/** A client of a service that gives these replies, the last one for good. */
function clientOf(replies: Reply[], options: Partial<ClientOptions> = {}) {
  const sent: Sent[] = [];
  const lookup = new LookupApi({
    ...{ apiKey: 'sk_test_x', baseUrl: 'https://api.test/' },
    ...options,
    fetch: async (url, init) => {
      const headers = new Headers(init?.headers);
      const key = headers.get('Idempotency-Key');
      const authorization = headers.get('Authorization');
      const method = init?.method ?? '';
      sent.push({ method, url: String(url), key, authorization, at: Date.now() });
      const reply = replies[Math.min(sent.length, replies.length) - 1] as Reply;
      if (reply instanceof Error) throw reply;
      return new Response(JSON.stringify(reply.body), reply);
    },
  });
  return { lookup, sent };
}

const now = { 'Retry-After': '0' };
const ask = (lookup: LookupApi, options?: CallOptions) => lookup.ip({ ip: '8.8.8.8' }, options);

describe('a value that cannot be a header', () => {
  it.each(['sk_test_x\ny', '“sk_test_x”'])('is refused without being shown: %j', (apiKey) => {
    const made = () => new LookupApi({ apiKey, baseUrl: 'https://api.test/' });
    expect(made).toThrow('apiKey has a character that cannot be sent in a header');
  });

  it('is refused as an Idempotency-Key, before anything is sent', async () => {
    const { lookup, sent } = clientOf([ANSWER]);
    await expect(ask(lookup, { idempotencyKey: 'order\n1' })).rejects.toThrow(
      'idempotencyKey has a character that cannot be sent in a header',
    );
    expect(sent).toEqual([]);
  });

  it('loses the white space around an API key', async () => {
    const { lookup, sent } = clientOf([ANSWER], { apiKey: ' sk_test_x\n' });
    await ask(lookup);
    expect(sent[0]?.authorization).toBe('Bearer sk_test_x');
  });
});

describe('a base URL', () => {
  it.each(['api.test', 'localhost:8787', 'ftp://api.test', 'https://', ' '])(
    'is refused where no call could reach it: %j',
    (baseUrl) => {
      const made = () => new LookupApi({ apiKey: 'sk_test_x', baseUrl });
      expect(made).toThrow(LookupError);
    },
  );

  it('loses the white space around it', async () => {
    const { lookup, sent } = clientOf([ANSWER], { baseUrl: ' https://api.test/base/\n' });
    await ask(lookup);
    expect(sent[0]?.url).toBe('https://api.test/base/v1/ip');
  });
});

describe('a call that fails', () => {
  it.each([
    ['a rate limit', refusal(429, 'RATE_LIMIT_EXCEEDED', now)],
    ['a service that is busy', refusal(503, 'SERVICE_BUSY', now)],
    ['a failure of the service', refusal(500, 'INTERNAL_ERROR', now)],
    ['a first attempt under way', refusal(409, 'IDEMPOTENCY_CONFLICT', now)],
    ['a broken connection', new TypeError('fetch failed')],
  ])('is made again after %s, with the same Idempotency-Key', async (_, failure) => {
    const { lookup, sent } = clientOf([failure, failure, ANSWER]);
    expect(await ask(lookup)).toEqual({ answered: true });
    expect(sent.length).toBe(3);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
    expect(sent[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('waits as long as the service says, in seconds or until a date', async () => {
    const inTwoSeconds = () => new Date(Date.now() + 2000).toUTCString();
    for (const wait of ['1', inTwoSeconds()]) {
      const headers = { 'Retry-After': wait };
      const { lookup, sent } = clientOf([refusal(429, 'RATE_LIMIT_EXCEEDED', headers), ANSWER]);
      const began = Date.now();
      await ask(lookup);
      const until = wait === '1' ? began + 1000 : Date.parse(wait);
      expect(sent[1]?.at).toBeGreaterThanOrEqual(until - 20);
    }
  });

  it('is given up after the attempts that were asked for', async () => {
    const { lookup, sent } = clientOf([refusal(429, 'RATE_LIMIT_EXCEEDED', now)]);
    const error = await ask(lookup, { maxRetries: 1 }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ status: 429, code: 'RATE_LIMIT_EXCEEDED', retryAfter: 0 });
    expect(error.docUrl).toBe('https://api.test/docs/errors');
    expect(sent.length).toBe(2);
  });

  it('is made under the usual settings where one is undefined', async () => {
    const unset: object = { timeout: undefined, maxRetries: undefined, maxRetryWait: undefined };
    // One reply more than attempts: without a limit the call would be answered.
    const busy = Array<Reply>(4).fill(refusal(503, 'SERVICE_BUSY', now));
    const { lookup, sent } = clientOf([...busy, ANSWER], unset);
    await expect(ask(lookup, unset)).rejects.toBeInstanceOf(ServerError);
    expect(sent.length).toBe(4);
    const later = clientOf([refusal(503, 'SERVICE_BUSY', { 'Retry-After': '61' })], unset);
    await expect(ask(later.lookup)).rejects.toMatchObject({ retryAfter: 61 });
  });

  it('is given up at once where the wait is too long', async () => {
    const { lookup, sent } = clientOf([
      refusal(503, 'SERVICE_UNAVAILABLE', { 'Retry-After': '3600' }),
    ]);
    await expect(ask(lookup)).rejects.toMatchObject({ name: 'ServerError', retryAfter: 3600 });
    expect(sent.length).toBe(1);
  });

  it.each([
    [400, 'INVALID_INPUT', 'InvalidRequestError'],
    [401, 'UNAUTHORIZED', 'AuthenticationError'],
    [402, 'INSUFFICIENT_CREDITS', 'InsufficientCreditsError'],
    [403, 'UPGRADE_REQUIRED', 'PermissionError'],
    [404, 'NOT_FOUND', 'NotFoundError'],
    [409, 'IDEMPOTENCY_CONFLICT', 'ConflictError'],
  ])('is not made again after %i %s', async (status, code, name) => {
    const { lookup, sent } = clientOf([refusal(status, code)]);
    await expect(ask(lookup)).rejects.toMatchObject({ name, status, code, requestId: 'r' });
    expect(sent.length).toBe(1);
  });

  it('says why there was no answer', async () => {
    const refused = Object.assign(new Error(''), { code: 'ECONNREFUSED' });
    for (const [cause, why] of [
      [undefined, 'fetch failed'],
      [refused, 'ECONNREFUSED'],
      [new Error('certificate has expired'), 'certificate has expired'],
    ] as const) {
      const { lookup } = clientOf([new TypeError('fetch failed', { cause })]);
      await expect(lookup.getAccount({ maxRetries: 0 })).rejects.toThrow(
        `There is no answer from the service: ${why}`,
      );
    }
  });

  it('is made again under the same key where that could do something twice', async () => {
    const failures = [new TypeError('fetch failed'), refusal(500, 'INTERNAL_ERROR', now)];
    const { lookup, sent } = clientOf([...failures, ANSWER]);
    expect(await lookup.runNumberMonitor('a/b')).toEqual({ answered: true });
    const key = expect.stringMatching(/^[0-9a-f-]{36}$/);
    const call = { method: 'POST', url: 'https://api.test/v1/number-monitors/a%2Fb/run', key };
    expect(sent).toMatchObject([call, call, call]);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
    const busy = clientOf([refusal(429, 'RATE_LIMIT_EXCEEDED', now), ANSWER]);
    expect(await busy.lookup.runNumberMonitor('m')).toEqual({ answered: true });
  });

  it('ends by the signal, in an attempt and between two', async () => {
    const { lookup, sent } = clientOf([
      refusal(429, 'RATE_LIMIT_EXCEEDED', { 'Retry-After': '30' }),
    ]);
    const signal = AbortSignal.timeout(50);
    const between = await ask(lookup, { signal }).catch((thrown) => thrown);
    const before = await ask(lookup, { signal }).catch((thrown) => thrown);
    expect([between, before]).toEqual([signal.reason, signal.reason]);
    expect(signal.reason.name).toBe('TimeoutError');
    expect(sent.length).toBeLessThanOrEqual(2);
  });

  it('ends when an attempt takes too long', async () => {
    const lookup = new LookupApi({
      ...{ apiKey: 'k', baseUrl: 'https://api.test', maxRetries: 0 },
      fetch: (_, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
        }),
    });
    await expect(ask(lookup, { timeout: 20 })).rejects.toBeInstanceOf(TimeoutError);
  });

  it('says what a list would have cost that the balance does not cover', async () => {
    const body = { code: 'UPGRADE_REQUIRED', error: 'Too few credits.', shortfall: 7 };
    const { lookup } = clientOf([{ status: 402, body }]);
    const error = await lookup.bulk
      .run(['a'], { product: 'phone' })
      .next()
      .catch((thrown) => thrown);
    expect(error).toBeInstanceOf(InsufficientCreditsError);
    expect(error).toMatchObject({ code: 'UPGRADE_REQUIRED', message: 'Too few credits.' });
    expect(error.shortage.shortfall).toBe(7);
  });

  it('is not made elsewhere where the service redirects', async () => {
    const seen: string[] = [];
    const server = createServer(({ method, url }, response) => {
      seen.push(`${method} ${url}`);
      response.writeHead(301, { Location: '/elsewhere' }).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const lookup = new LookupApi({ apiKey: 'k', baseUrl: `http://127.0.0.1:${port}` });
    const message = expect.stringContaining('/elsewhere');
    await expect(ask(lookup)).rejects.toMatchObject({ name: 'ApiError', status: 301, message });
    server.close();
    expect(seen).toEqual(['POST /v1/ip']);
  });

  it('ends by what onResponse throws, and is made once', async () => {
    const own = new Error('of the caller');
    const { lookup, sent } = clientOf([ANSWER]);
    const onResponse = () => {
      throw own;
    };
    await expect(ask(lookup, { onResponse })).rejects.toBe(own);
    expect(sent.length).toBe(1);
  });

  it.each([
    ['a page', '<html>'],
    ['null', 'null'],
  ])('is made again where the reply of success is %s', async (_, text) => {
    let count = 0;
    const lookup = new LookupApi({
      ...{ apiKey: 'k', baseUrl: 'https://api.test', maxRetries: 1 },
      fetch: async () => new Response(++count === 1 ? text : JSON.stringify(ANSWER.body)),
    });
    expect(await ask(lookup)).toEqual({ answered: true });
    count = 0;
    await expect(ask(lookup, { maxRetries: 0 })).rejects.toBeInstanceOf(ConnectionError);
  });

  it('is no answer where a proxy sends a page', async () => {
    const lookup = new LookupApi({
      ...{ apiKey: 'k', baseUrl: 'https://api.test', maxRetries: 0 },
      fetch: async () => new Response('<html>', { status: 502 }),
    });
    await expect(ask(lookup)).rejects.toMatchObject({ status: 502, code: 'INTERNAL_ERROR' });
  });
});

it('tells of a job that was cancelled, and gives no rows', async () => {
  const job = { job_id: 'job_1', status: 'cancelled' };
  const { lookup } = clientOf([{ status: 200, body: { success: true, data: job } }]);
  const error = await lookup.bulk
    .results('job_1')
    .next()
    .catch((thrown) => thrown);
  expect(error).toBeInstanceOf(BulkJobError);
  expect(error.job).toEqual(job);
});

describe('a delivery', () => {
  const secret = 'whsec_test';
  const body = JSON.stringify({ id: 'evt_1', type: 'webhook.test', created_at: '', data: {} });
  const headersOf = (timestamp: number, signed = body): Record<string, string> => ({
    'X-Service-Timestamp': String(timestamp),
    'x-service-signature-v2': `sha256=${createHmac('sha256', secret).update(`${timestamp}.${signed}`).digest('hex')}`,
  });
  const seconds = Math.floor(Date.now() / 1000);

  it('is believed when its signature is right, however it is given', async () => {
    const event = { id: 'evt_1', type: 'webhook.test' };
    const headers = headersOf(seconds);
    expect(await verifyWebhook(body, headers, secret)).toMatchObject(event);
    expect(await verifyWebhook(Buffer.from(body), new Headers(headers), secret)).toMatchObject(
      event,
    );
  });

  const standard = (secrets: readonly string[], at = new Date()): Record<string, string> => ({
    'webhook-id': 'evt_1',
    'Webhook-Timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((each) => new Webhook(each).sign('evt_1', at, body)).join(' '),
  });
  const [old, current] = ['old!', 'new?'].map(
    (text) => `whsec_${Buffer.from(text.repeat(6)).toString('base64')}`,
  ) as [string, string];

  it('is believed by Standard Webhooks, while a secret is replaced by either of the two', async () => {
    const both = { ...standard([current, old]), ...headersOf(seconds) };
    for (const key of [old, current])
      expect(await verifyWebhook(body, both, key)).toMatchObject({ id: 'evt_1' });
    const urlSafe = current.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
    expect(await verifyWebhook(body, standard([current]), urlSafe)).toMatchObject({ id: 'evt_1' });
  });

  it('is believed under a secret that was read with white space around it', async () => {
    for (const [headers, key] of [
      [headersOf(seconds), secret],
      [standard([current]), current],
    ] as const)
      expect(await verifyWebhook(body, headers, ` ${key}\n`)).toMatchObject({ id: 'evt_1' });
  });

  it.each(['', 'whsec_', 'whsec_==', ' '])(
    'is not read under the empty secret %j',
    async (empty) => {
      const signed = createHmac('sha256', empty).update(`${seconds}.${body}`).digest('hex');
      const own = { ...headersOf(seconds), 'x-service-signature-v2': `sha256=${signed}` };
      for (const headers of [own, standard([current])])
        await expect(verifyWebhook(body, headers, empty)).rejects.toThrow('secret is missing');
    },
  );

  it.each([
    ['another secret', standard([current]), old],
    ['another id', { ...standard([current]), 'webhook-id': 'evt_2' }, current],
    ['an old one', standard([current], new Date(Date.now() - 400_000)), current],
    [
      'another version',
      { ...standard([current]), 'webhook-signature': 'v1a,AAAA v2,BBBB' },
      current,
    ],
    ['no base64', { ...standard([current]), 'webhook-signature': 'v1,é v1,' }, current],
  ])('is refused by Standard Webhooks: %s', async (_, headers, key) => {
    await expect(verifyWebhook(body, headers, key)).rejects.toBeInstanceOf(WebhookSignatureError);
  });

  it.each([
    ['another body', headersOf(seconds, `${body} `), secret],
    ['another secret', headersOf(seconds), 'whsec_other'],
    ['an old one', headersOf(seconds - 400), secret],
    ['one of the future', headersOf(seconds + 400), secret],
    ['no signature', { 'X-Service-Timestamp': String(seconds) }, secret],
    [
      'a broken signature',
      { ...headersOf(seconds), 'x-service-signature-v2': 'sha256=zz' },
      secret,
    ],
    [
      'another time than was signed',
      { ...headersOf(seconds), 'X-Service-Timestamp': String(seconds - 1) },
      secret,
    ],
  ])('is refused: %s', async (_, headers, key) => {
    await expect(verifyWebhook(body, headers, key)).rejects.toBeInstanceOf(WebhookSignatureError);
  });
});
