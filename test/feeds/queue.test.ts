import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { writingTo } from '../../src/feeds/byte-writer.ts';
import { readOverlayPointer } from '../../src/feeds/join-feeds.ts';
import { readState } from '../../src/feeds/refreshed-states.ts';
import worker from '../../src/index.ts';
import { bucketBlobs } from '../../src/store/blobs.ts';
import { bucketFiles } from '../../src/store/files.ts';
import { FIXTURES } from '../products/ip/fixtures.ts';

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
      const { version, feeds } = await readOverlayPointer(blobs);
      expect(version).not.toBeNull();
      expect(Object.keys(feeds)).toEqual(['tor_exits']);
      expect((await readState(blobs, 'fcc_complaints')).lastError).toMatch(/answered 503/);
      expect((await readState(blobs, 'rdap_bootstrap')).lastError).toMatch(/answered 503/);
    },
    { timeout: 20_000, interval: 200 },
  );
  expect(await readState(blobs, 'tor_exits')).toMatchObject({ rows: 3, lastError: null });
}, 30_000);

it('what is larger than a part is one object in R2', async () => {
  const bytes = new Uint8Array(11 * 1_048_576 + 3).map((_, at) => at % 251);
  const upload = (key: string) => bucketFiles(env.DATA).upload(key, 'application/octet-stream');
  await writingTo({ ...blobs, upload }, 'large', (writer) => writer.write(bytes));
  const tail = await blobs.read('large', { offset: 10 * 1_048_576, length: 1_048_579 });
  expect((await env.DATA.head('large'))?.size).toBe(bytes.length);
  expect(new Uint8Array(tail as ArrayBuffer)).toEqual(bytes.subarray(10 * 1_048_576));
});
