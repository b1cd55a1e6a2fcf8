import { expect, it } from 'vitest';
import { type Fetch, fetchChunks, fetchText } from '../../src/feeds/fetch-feed.ts';
import { wholeText } from '../../src/sources/feeds/read-feed.ts';

const ADDRESS = 'https://publisher.test/list';
/** Timers that may run at once in one context of workerd. */
const MAX_TIMERS = 10_000;

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

it('an exchange that has ended keeps no timer, however it ended', async () => {
  const replies = [
    async () => new Response('text'),
    async () => new Response('no', { status: 503 }),
    () => Promise.reject(new TypeError('network')),
  ];
  for (let exchange = 0; exchange <= MAX_TIMERS; exchange++) {
    const fetch = replies[exchange % replies.length] as Fetch;
    const text = await fetchText(ADDRESS, { fetch }).catch(({ message }: Error) => message);
    expect(text).toMatch(/^text$|answered 503|cannot be reached/);
  }
});
