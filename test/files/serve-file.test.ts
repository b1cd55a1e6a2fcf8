import { env, exports } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { attachmentHeader } from '../../src/files/download.ts';
import { createFileLinks } from '../../src/files/links.ts';
import { parseSecrets } from '../../src/lib/secrets.ts';
import { call } from '../support/api.ts';

const KEY = 'bulk/job_7/results.csv';
const CONTENT = Array.from({ length: 2_000 }, (_, row) => `row ${row},é\r\n`).join('');
const BYTES = new TextEncoder().encode(CONTENT);
const links = createFileLinks({
  clock: { now: () => Date.now() },
  linkSecrets: parseSecrets('link secret of the tests'),
});

let address = '';
let etag = '';

const get = (headers: Record<string, string> = {}, method = 'GET') =>
  exports.default.fetch(address, { method, headers });
const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());

beforeAll(async () => {
  await env.RESULTS.put(KEY, BYTES, {
    httpMetadata: {
      contentType: 'text/csv; charset=utf-8',
      contentDisposition: attachmentHeader('Zoë\'s "list".csv'),
    },
  });
  address = await links.link(KEY, 'https://api.test');
  etag = (await env.RESULTS.head(KEY))!.httpEtag;
});

describe('a file by its link', () => {
  it('comes whole, named, and not to be kept by others', async () => {
    const response = await get();
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-store',
      'content-disposition':
        "attachment; filename=\"Zo_'s _list_.csv\"; filename*=UTF-8''Zo%C3%AB%27s%20%22list%22.csv",
      'content-length': String(BYTES.length),
      'content-type': 'text/csv; charset=utf-8',
      etag,
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.any(String),
    });
    expect(await bytesOf(response)).toEqual(BYTES);
  });

  it.each([
    ['bytes=0-9', 0, 10],
    ['bytes=100-', 100, BYTES.length],
    ['bytes=-25', BYTES.length - 25, BYTES.length],
    [`bytes=10-${10 ** 9}`, 10, BYTES.length],
  ])('comes in part: %s', async (range, from, to) => {
    const response = await get({ Range: range });
    expect([response.status, response.headers.get('Content-Range')]).toEqual([
      206,
      `bytes ${from}-${to - 1}/${BYTES.length}`,
    ]);
    expect(response.headers.get('Content-Length')).toBe(String(to - from));
    expect(await bytesOf(response)).toEqual(BYTES.slice(from, to));
  });

  it('can be taken in pieces and put together', async () => {
    const pieces: number[] = [];
    for (let at = 0; at < BYTES.length; at += 7_001)
      pieces.push(...(await bytesOf(await get({ Range: `bytes=${at}-${at + 7_000}` }))));
    expect(Uint8Array.from(pieces)).toEqual(BYTES);
  });

  it('refuses a range beyond its end and ignores what it cannot read', async () => {
    const beyond = await get({ Range: `bytes=${BYTES.length}-` });
    expect([
      beyond.status,
      beyond.headers.get('Content-Range'),
      (await bytesOf(beyond)).length,
    ]).toEqual([416, `bytes */${BYTES.length}`, 0]);
    for (const range of ['bytes=0-1,3-4', 'bytes=9-1', 'rows=1-2']) {
      const response = await get({ Range: range });
      expect(response.status).toBe(200);
      expect((await bytesOf(response)).length).toBe(BYTES.length);
    }
  });

  it('sends a range only of the file the client has the rest of', async () => {
    const same = await get({ Range: 'bytes=0-9', 'If-Range': etag });
    expect([same.status, (await bytesOf(same)).length]).toEqual([206, 10]);
    const other = await get({ Range: 'bytes=0-9', 'If-Range': '"other"' });
    expect([other.status, (await bytesOf(other)).length]).toEqual([200, BYTES.length]);
  });

  it('is not sent again to who has it', async () => {
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const response = await get({ 'If-None-Match': tag, Range: 'bytes=0-9' });
      expect([
        response.status,
        response.headers.get('ETag'),
        (await bytesOf(response)).length,
      ]).toEqual([304, etag, 0]);
    }
    const response = await get({ 'If-None-Match': '"other"' });
    expect([response.status, (await bytesOf(response)).length]).toEqual([200, BYTES.length]);
  });

  it('answers HEAD with the head alone', async () => {
    const response = await get({ Range: 'bytes=0-9' }, 'HEAD');
    expect([
      response.status,
      response.headers.get('ETag'),
      response.headers.get('Content-Length'),
    ]).toEqual([200, etag, String(BYTES.length)]);
    expect((await bytesOf(response)).length).toBe(0);
  });

  it('may be empty', async () => {
    await env.RESULTS.put('bulk/job_8/full.csv', '', {
      httpMetadata: { contentType: 'text/csv; charset=utf-8' },
    });
    const response = await exports.default.fetch(
      await links.link('bulk/job_8/full.csv', 'https://api.test'),
    );
    expect([
      response.status,
      response.headers.get('Content-Length'),
      await response.text(),
    ]).toEqual([200, '0', '']);
  });
});

describe('a link that leads nowhere', () => {
  const path = (link: string) => new URL(link).pathname;

  it('is refused when it was altered or has expired', async () => {
    const last = address.at(-1) === 'A' ? 'B' : 'A';
    const hourAgo = createFileLinks({
      clock: { now: () => Date.now() - 3_600_000 },
      linkSecrets: parseSecrets('link secret of the tests'),
    });
    for (const link of [
      `${address.slice(0, -1)}${last}`,
      'https://api.test/files/x',
      await hourAgo.link(KEY, 'https://api.test'),
    ]) {
      const { status, body } = await call('GET', path(link));
      expect(status).toBe(403);
      expect(body).toMatchObject({
        success: false,
        error: { code: 'INSUFFICIENT_SCOPE', type: 'api_error' },
      });
    }
  });

  it('is answered with a page in a browser, which says where new links are', async () => {
    const shown = await exports.default.fetch('https://api.test/files/x', {
      headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
    });
    expect([shown.status, shown.headers.get('Vary')]).toEqual([403, 'Accept']);
    expect(await shown.text()).toContain('with new links');
  });

  it('is not found when the file is gone', async () => {
    expect(
      await call('GET', path(await links.link('bulk/gone/results.csv', 'https://api.test'))),
    ).toMatchObject({
      status: 404,
      body: { error: { code: 'NOT_FOUND' } },
    });
  });

  it('takes no other method', async () => {
    expect(await call('POST', path(address))).toMatchObject({
      status: 405,
      body: { error: { code: 'INVALID_REQUEST' } },
    });
  });
});
