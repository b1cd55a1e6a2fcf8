import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { bucketBlobs, bucketFiles } from '../../../src/files/store.ts';
import worker from '../../../src/index.ts';
import { readRefreshState } from '../../../src/open-data/feeds/feed.ts';
import { readMergedFeedsPointer } from '../../../src/open-data/feeds/merged-feeds.ts';
import { writeObject } from '../../../src/open-data/feeds/stored-object.ts';
import { FIXTURES } from '../../products/ip/fixtures.ts';

const blobs = bucketBlobs(env.DATA);

beforeEach(() => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const { url } = input as Request;
    return url.endsWith('/torbulkexitlist')
      ? new Response(FIXTURES.tor_exits)
      : new Response('down', { status: 503 });
  });
});
afterEach(() => vi.restoreAllMocks());

it('cron asks for what is due by the queue of wrangler.toml, and its messages refresh and join', async () => {
  await worker.scheduled();
  await vi.waitFor(
    async () => {
      const { version, feeds } = await readMergedFeedsPointer(blobs);
      expect(version).not.toBeNull();
      expect(Object.keys(feeds)).toEqual(['tor_exits']);
      expect((await readRefreshState(blobs, 'fcc_complaints')).lastError).toMatch(/answered 503/);
      expect((await readRefreshState(blobs, 'rdap_bootstrap')).lastError).toMatch(/answered 503/);
    },
    { timeout: 20_000, interval: 200 },
  );
  expect(await readRefreshState(blobs, 'tor_exits')).toMatchObject({ rows: 3, lastError: null });
}, 30_000);

it('what is larger than a part is one object in R2', async () => {
  const bytes = new Uint8Array(11 * 1_048_576 + 3).map((_, at) => at % 251);
  const headers = { contentType: 'application/octet-stream' };
  const upload = (key: string) => bucketFiles(env.DATA).upload(key, headers);
  await writeObject({ ...blobs, upload }, 'large', async (writer) => writer.write(bytes));
  const tail = await blobs.read('large', { offset: 10 * 1_048_576, length: 1_048_579 });
  expect((await env.DATA.head('large'))?.size).toBe(bytes.length);
  expect(new Uint8Array(tail as ArrayBuffer)).toEqual(bytes.subarray(10 * 1_048_576));
});
