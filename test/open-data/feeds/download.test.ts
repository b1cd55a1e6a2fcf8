import { afterEach, expect, it, vi } from 'vitest';
import { type Fetch, fetchChunks, wholeText } from '../../../src/open-data/feeds/download.ts';

const ADDRESS = 'https://publisher.test/list';

afterEach(() => void vi.restoreAllMocks());

const never = () => new Promise<never>(() => {});
const HANGING: readonly [string, Fetch][] = [
  ['before it answers', never],
  ['before it ends', async () => new Response(new ReadableStream({ pull: never }))],
];

it.each(HANGING)('a publisher that stops %s took too long', async (_, fetch) => {
  const limits = { timeoutMs: 10, maxBytes: 100 };
  await expect(wholeText(fetchChunks(ADDRESS, { fetch }, limits))).rejects.toThrow(
    'the publisher took too long',
  );
});

it.each<[string, Fetch]>([
  ['is read', async () => new Response('text')],
  ['is refused', async () => new Response('no', { status: 503 })],
  ['is too long', async () => new Response('x'.repeat(101))],
  ['breaks off', () => Promise.reject(new TypeError('network'))],
])('an exchange that %s leaves no timer', async (_, fetch) => {
  const set = vi.spyOn(globalThis, 'setTimeout');
  const cleared = vi.spyOn(globalThis, 'clearTimeout');
  const limits = { timeoutMs: 30_000, maxBytes: 100 };
  await wholeText(fetchChunks(ADDRESS, { fetch }, limits)).catch(() => undefined);
  expect(set).toHaveBeenCalledOnce();
  expect(cleared).toHaveBeenCalledExactlyOnceWith(set.mock.results[0]?.value);
});
