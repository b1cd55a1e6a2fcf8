import { describe, expect, it } from 'vitest';
import type { PublicFetchOptions } from '../../src/lookup/outbound.ts';
import { createGuardedFetcher } from '../../src/open-data/outbound/guarded-fetcher.ts';
import { fakeResolver } from './fake-dns.ts';

const PUBLIC = { A: ['93.184.215.14'] };
const zone = { 'a.example': PUBLIC, 'b.example': PUBLIC, 'inside.example': { A: ['10.0.0.1'] } };

const options: PublicFetchOptions = { timeoutMs: 5_000, maxBytes: 1_000, maxRedirects: 3 };

type Site = (request: Request) => Response | Promise<Response>;

/** A web of sites by address; every request is noted. */
function web(sites: Record<string, Site>) {
  const seen: Request[] = [];
  const http = async (request: Request) => {
    seen.push(request.clone());
    expect(request.redirect).toBe('manual');
    const site = sites[request.url];
    if (!site) throw new Error(`nothing at ${request.url}`);
    return site(request);
  };
  return {
    seen,
    guarded: createGuardedFetcher({ http, resolver: fakeResolver(zone), allowHosts: [] }),
  };
}

const redirect =
  (to: string, status = 302): Site =>
  () =>
    new Response('moved', { status, headers: { Location: to } });
const page =
  (text = 'hello', type = 'text/html; charset=utf-8'): Site =>
  () =>
    new Response(text, { headers: { 'Content-Type': type } });

/** A body that says whether its reader let go of it. */
function body(
  next: (controller: ReadableStreamDefaultController<Uint8Array>) => void | Promise<void>,
) {
  const state = { cancelled: false };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull: next,
      cancel() {
        state.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { state, stream };
}

describe('redirects', () => {
  it('are followed, relative ones too', async () => {
    const { seen, guarded } = web({
      'https://a.example/': redirect('/next', 301),
      'https://a.example/next': redirect('//b.example/x?y=1', 307),
      'https://b.example/x?y=1': page(),
    });
    const reply = await guarded.fetch('https://a.example/', options);
    expect(reply.url).toBe('https://b.example/x?y=1');
    expect(await new Response(reply.body).text()).toBe('hello');
    expect(seen.map((request) => request.url)).toEqual([
      'https://a.example/',
      'https://a.example/next',
      'https://b.example/x?y=1',
    ]);
  });

  it.each([
    'http://127.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]/',
    'https://inside.example/',
    'http://localhost/',
    'https://a.example:8443/',
    'https://user:secret@b.example/',
    'file:///etc/passwd',
    'http://2130706433/',
    'http://[::ffff:127.0.0.1]/',
    'http://[',
  ])('to %s are not', async (target) => {
    const { seen, guarded } = web({ 'https://a.example/': redirect(target) });
    await expect(guarded.fetch('https://a.example/', options)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      status: 400,
    });
    expect(seen).toHaveLength(1);
  });

  it('end after as many as allowed, loops included', async () => {
    const { seen, guarded } = web({
      'https://a.example/': redirect('/b'),
      'https://a.example/b': redirect('/'),
    });
    await expect(guarded.fetch('https://a.example/', options)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    });
    expect(seen).toHaveLength(options.maxRedirects + 1);
  });

  it('are not followed where the caller refuses the target', async () => {
    const { seen, guarded } = web({ 'https://a.example/': redirect('/closed') });
    const checked: string[] = [];
    const checkRedirect = async (url: string) => {
      checked.push(url);
      throw new Error('closed');
    };
    await expect(
      guarded.fetch('https://a.example/', { ...options, checkRedirect }),
    ).rejects.toThrow('closed');
    expect(checked).toEqual(['https://a.example/closed']);
    expect(seen).toHaveLength(1);
  });

  it('are a reply like any other when none is allowed', async () => {
    const { seen, guarded } = web({ 'https://a.example/': redirect('http://127.0.0.1/') });
    const reply = await guarded.fetch('https://a.example/', { ...options, maxRedirects: 0 });
    expect([reply.status, reply.headers.get('Location')]).toEqual([302, 'http://127.0.0.1/']);
    expect(seen).toHaveLength(1);
  });

  it.each([
    [301, 'GET', ''],
    [302, 'GET', ''],
    [303, 'GET', ''],
    [307, 'POST', 'secret'],
    [308, 'POST', 'secret'],
  ])('of status %d turn a POST into %s', async (status, method, sent) => {
    const { seen, guarded } = web({
      'https://a.example/': redirect('/b', status),
      'https://a.example/b': page(),
    });
    const headers = { 'Content-Type': 'text/plain', 'X-Kept': '1' };
    await guarded.fetch('https://a.example/', {
      ...options,
      method: 'POST',
      body: 'secret',
      headers,
    });
    const last = seen[1]!;
    expect([last.method, await last.text(), last.headers.get('X-Kept')]).toEqual([
      method,
      sent,
      '1',
    ]);
    expect(last.headers.has('Content-Type')).toBe(method === 'POST');
  });

  it('do not carry credentials to another site', async () => {
    const { seen, guarded } = web({
      'https://a.example/': redirect('/b'),
      'https://a.example/b': redirect('https://b.example/'),
      'https://b.example/': page(),
    });
    await guarded.fetch('https://a.example/', {
      ...options,
      headers: { Authorization: 'Bearer x', Cookie: 'a=b', 'User-Agent': 'lookup' },
    });
    expect(seen.map((request) => request.headers.get('Authorization'))).toEqual([
      'Bearer x',
      'Bearer x',
      null,
    ]);
    expect(seen.map((request) => request.headers.get('Cookie'))).toEqual(['a=b', 'a=b', null]);
    expect(seen.map((request) => request.headers.get('User-Agent'))).toEqual([
      'lookup',
      'lookup',
      'lookup',
    ]);
  });
});

describe('bodies', () => {
  it('of exactly the allowed size are read', async () => {
    const { guarded } = web({ 'https://a.example/': page('x'.repeat(1_000)) });
    const reply = await guarded.fetch('https://a.example/', options);
    expect(await new Response(reply.body).text()).toHaveLength(1_000);
  });

  it('announced as too large are not read', async () => {
    const endless = body((controller) => controller.enqueue(new Uint8Array(100)));
    const { guarded } = web({
      'https://a.example/': () =>
        new Response(endless.stream, { headers: { 'Content-Length': '1001' } }),
    });
    await expect(guarded.fetch('https://a.example/', options)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    });
    expect(endless.state.cancelled).toBe(true);
  });

  it('without end are cut off', async () => {
    const endless = body((controller) => controller.enqueue(new Uint8Array(100)));
    const { guarded } = web({ 'https://a.example/': () => new Response(endless.stream) });
    const reply = await guarded.fetch('https://a.example/', options);
    await expect(new Response(reply.body).arrayBuffer()).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    });
    expect(endless.state.cancelled).toBe(true);
  });

  it('that unpack to more than allowed are cut off while they unpack', async () => {
    const zeros = new Response(new Uint8Array(20_000_000)).body!;
    const packed = await new Response(
      zeros.pipeThrough(new CompressionStream('gzip')),
    ).arrayBuffer();
    expect(packed.byteLength).toBeLessThan(50_000);
    let unpacked = 0;
    // What a Worker's fetch does with Content-Encoding.
    const unpacking = new Response(packed)
      .body!.pipeThrough(new DecompressionStream('gzip'))
      .getReader();
    const bomb = body(async (controller) => {
      const { value } = await unpacking.read();
      if (!value) return controller.close();
      unpacked += value.byteLength;
      controller.enqueue(value);
    });
    const { guarded } = web({ 'https://a.example/': () => new Response(bomb.stream) });
    const reply = await guarded.fetch('https://a.example/', { ...options, maxBytes: 200_000 });
    await expect(new Response(reply.body).arrayBuffer()).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    });
    expect(unpacked).toBeLessThan(1_000_000);
  });

  it('that stall end with the time of the whole call', async () => {
    const stalled = body(async (controller) => {
      controller.enqueue(new Uint8Array(1));
      await new Promise(() => {});
    });
    const { guarded } = web({ 'https://a.example/': () => new Response(stalled.stream) });
    const reply = await guarded.fetch('https://a.example/', { ...options, timeoutMs: 100 });
    const failure = { code: 'UPSTREAM_TIMEOUT', status: 503, aboutInput: true };
    await expect(new Response(reply.body).arrayBuffer()).rejects.toMatchObject(failure);
  });

  it('that drip end with it too', async () => {
    const dripping = body(async (controller) => {
      await new Promise((resolve) => setTimeout(resolve, 10));
      controller.enqueue(new Uint8Array(1));
    });
    const { guarded } = web({ 'https://a.example/': () => new Response(dripping.stream) });
    const reply = await guarded.fetch('https://a.example/', { ...options, timeoutMs: 100 });
    await expect(new Response(reply.body).arrayBuffer()).rejects.toMatchObject({
      code: 'UPSTREAM_TIMEOUT',
    });
    expect(dripping.state.cancelled).toBe(true);
  });

  it('that break off are a failure of the site', async () => {
    const broken = body((controller) => controller.error(new Error('Network connection lost.')));
    const { guarded } = web({ 'https://a.example/': () => new Response(broken.stream) });
    const reply = await guarded.fetch('https://a.example/', options);
    await expect(new Response(reply.body).arrayBuffer()).rejects.toMatchObject({
      code: 'UPSTREAM_ERROR',
    });
  });

  it('are let go of when the reader has had enough', async () => {
    const endless = body((controller) => controller.enqueue(new Uint8Array(10)));
    const { guarded } = web({ 'https://a.example/': () => new Response(endless.stream) });
    const reply = await guarded.fetch('https://a.example/', options);
    const reader = reply.body.getReader();
    expect((await reader.read()).value).toHaveLength(10);
    await reader.cancel();
    expect(endless.state.cancelled).toBe(true);
  });

  it('may be absent', async () => {
    const { guarded } = web({ 'https://a.example/': () => new Response(null, { status: 204 }) });
    const reply = await guarded.fetch('https://a.example/', options);
    expect([reply.status, await new Response(reply.body).text()]).toEqual([204, '']);
  });
});

describe('types', () => {
  const html = { ...options, contentTypes: ['text/html', 'application/xhtml+xml'] };

  it.each(['text/html', 'text/html; charset=utf-8', 'TEXT/HTML', 'application/xhtml+xml'])(
    '%s is accepted',
    async (type) => {
      const { guarded } = web({ 'https://a.example/': page('hello', type) });
      expect((await guarded.fetch('https://a.example/', html)).status).toBe(200);
    },
  );

  it.each(['application/pdf', 'image/png', 'text/html-not', '', 'application/json'])(
    '%j is not',
    async (type) => {
      const large = body((controller) => controller.enqueue(new Uint8Array(100)));
      const { guarded } = web({
        'https://a.example/': () =>
          new Response(large.stream, { headers: type ? { 'Content-Type': type } : {} }),
      });
      await expect(guarded.fetch('https://a.example/', html)).rejects.toMatchObject({
        code: 'VALIDATION_FAILED',
      });
      expect(large.state.cancelled).toBe(true);
    },
  );

  it('of an error page do not matter: its status says enough', async () => {
    const { guarded } = web({ 'https://a.example/': () => Response.json({}, { status: 404 }) });
    expect((await guarded.fetch('https://a.example/', html)).status).toBe(404);
  });
});

describe('sites', () => {
  it('that do not answer are a failure of the input, not of the service', async () => {
    const { guarded } = web({});
    const failure = { code: 'UPSTREAM_ERROR', status: 400, aboutInput: true };
    await expect(guarded.fetch('https://a.example/', options)).rejects.toMatchObject(failure);
  });

  it('that never reply end with the time of the call', async () => {
    let aborted = false;
    const { guarded } = web({
      'https://a.example/': ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            aborted = true;
            reject(new DOMException('The operation was aborted', 'AbortError'));
          });
        }),
    });
    await expect(
      guarded.fetch('https://a.example/', { ...options, timeoutMs: 50 }),
    ).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    expect(aborted).toBe(true);
  });
});

describe('a body with a Content-Encoding that the runtime leaves', () => {
  const encoded =
    (coding: string, format: 'gzip' | 'deflate'): Site =>
    () =>
      new Response(new Response('hello').body!.pipeThrough(new CompressionStream(format)), {
        headers: { 'Content-Type': 'text/html', 'Content-Encoding': coding },
        encodeBody: 'manual',
      });

  it.each([
    ['GZIP', 'gzip'],
    ['x-gzip', 'gzip'],
    ['deflate', 'deflate'],
  ] as const)('is decoded from %s', async (coding, format) => {
    const { guarded } = web({ 'https://a.example/': encoded(coding, format) });
    const reply = await guarded.fetch('https://a.example/', options);
    expect(await new Response(reply.body).text()).toBe('hello');
  });

  it('is refused where it is none that is read', async () => {
    const { guarded } = web({ 'https://a.example/': encoded('zstd', 'deflate') });
    await expect(guarded.fetch('https://a.example/', options)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      message: expect.stringContaining('"zstd"'),
    });
  });
});
