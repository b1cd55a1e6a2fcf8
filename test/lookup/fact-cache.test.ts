import { expect, it } from 'vitest';
import { sha256Hex } from '../../src/lib/bytes.ts';
import {
  createFactCache,
  hashSubject,
  type StoredFact,
} from '../../src/lookup/pipeline/fact-cache.ts';
import * as fc from '../support/fast-check.ts';

const NOW = 1_000_000;
const fact = (text: string): StoredFact => ({
  fact: text,
  foundAt: NOW,
  endsAt: NOW + 60_000,
  consulted: [],
  tables: 0,
});

/** A namespace that takes one write a second of one key, on a clock that pauses move. */
function namespace() {
  const [values, refused, clock] = [new Map<string, string>(), [] as string[], { now: NOW }];
  const writtenAt = new Map<string, number>();
  const waiting: { until: number; go: () => void }[] = [];
  const kv = {
    async put(key: string, value: string) {
      if (clock.now < (writtenAt.get(key) ?? 0) + 1_000) return void refused.push(key);
      writtenAt.set(key, clock.now);
      values.set(key, JSON.parse(value).fact);
    },
  } as unknown as KVNamespace;
  const pause = (ms: number) => {
    const from = clock.now;
    return new Promise<number>((over) =>
      waiting.push({ until: from + ms, go: () => over(clock.now - from) }),
    );
  };
  async function pass(ms: number) {
    clock.now += ms;
    const all = waiting.splice(0);
    waiting.push(...all.filter(({ until }) => until > clock.now));
    for (const { until, go } of all) if (until <= clock.now) go();
    await new Promise((done) => setTimeout(done, 0));
  }
  const cache = createFactCache(kv, () => undefined, pause);
  const put = (key: string, text: string) => cache.put(key, fact(text), clock.now);
  const get = async (key: string) => (await cache.get(key, clock.now))?.fact;
  /** Time passes and no timer runs, as in an isolate that is busy. */
  const stall = (ms: number) => {
    clock.now += ms;
  };
  return { values, refused, pass, put, get, stall };
}

it('writes a key once a second, and of several facts the last', async () => {
  const { values, refused, pass, put, get } = namespace();
  await put('a', 'first');
  const later = [put('a', 'second'), put('a', 'third'), put('b', 'other')];
  await pass(0);
  expect([...values]).toEqual([
    ['a', 'first'],
    ['b', 'other'],
  ]);
  // Read-your-writes: the isolate of the fresh lookup reads its fact at once.
  expect(await get('a')).toBe('third');
  await pass(1_100);
  await Promise.all(later);
  expect(values.get('a')).toBe('third');
  const last = put('a', 'fourth');
  await pass(999);
  expect(values.get('a')).toBe('third');
  await put('b', 'another');
  await pass(1_100);
  await last;
  expect([values.get('a'), values.get('b'), refused]).toEqual(['fourth', 'another', []]);
});

it('counts the second from when it wrote, not from when it would have woken', async () => {
  const { values, refused, pass, put, stall } = namespace();
  await put('a', 'first');
  const late = put('a', 'second');
  stall(1_500);
  await pass(0);
  await late;
  const soon = put('a', 'third');
  await pass(800);
  expect([values.get('a'), refused]).toEqual(['second', []]);
  await pass(300);
  await soon;
  expect([values.get('a'), refused]).toEqual(['third', []]);
});

it('leaves a newer fact where the older one wakes late', async () => {
  const { values, refused, pass, put, stall } = namespace();
  await put('a', 'first');
  const late = put('a', 'second');
  stall(1_500);
  await put('a', 'third');
  stall(1_500);
  await pass(0);
  await late;
  expect([values.get('a'), refused]).toEqual(['third', []]);
});

it('hashes as SubtleCrypto does, whatever the text and however many blocks it fills', async () => {
  for (let length = 0; length <= 200; length++)
    for (const text of ['x'.repeat(length), 'é'.repeat(length), `${'😀'.repeat(length)}\ud800`])
      expect(hashSubject(text), `${length}`).toBe(await sha256Hex(text, 16));
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), async (text) => {
      expect(hashSubject(text)).toBe(await sha256Hex(text, 16));
    }),
  );
});
