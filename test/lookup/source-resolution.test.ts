import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../src/lib/errors.ts';
import { OPEN_MS } from '../../src/lookup/pipeline/circuit-breakers.ts';
import { resolveSources } from '../../src/lookup/pipeline/source-resolution.ts';
import {
  allOf,
  firstAnswer,
  firstMatch,
  type IoSource,
  type MemorySource,
  type Source,
} from '../../src/lookup/source.ts';
import { successful } from '../../src/lookup/upstream-status.ts';
import { products } from '../../src/products/index.ts';
import {
  askPorts,
  type FakeSourceOptions,
  fakeSource,
  productOf,
  type WordFact,
} from './fixtures.ts';

const allowed = Promise.resolve();

const ask = (source: Source<string, WordFact>, ports = askPorts()) =>
  resolveSources(productOf(firstAnswer(source)), { word: 'plain' }, ports, allowed).answer;

/** A vendor that speaks HTTP: a 404 is "no match", the rest is read as it comes. */
const vendor = (reply: () => Response): FakeSourceOptions => ({
  async ask() {
    const response = reply();
    return response.status === 404 ? null : (await successful(response)).json();
  },
});

it('bears a label in snake_case, which callers see in metadata.data_sources', () => {
  for (const { sources } of products)
    for (const { label } of sources.list) expect(label).toMatch(/^[a-z]+(_[a-z]+)*$/);
});

describe('an upstream that speaks HTTP', () => {
  it.each([
    ['a match', () => Response.json({ matched: true }), { matched: true }],
    ['no match', () => new Response(null, { status: 404 }), null],
  ])('%s is an answer', async (_, reply, fact) => {
    expect(await ask(fakeSource(vendor(reply)).source)).toEqual({
      fact,
      consulted: ['fake records'],
      fromTables: false,
      complete: true,
    });
  });

  it.each([
    [400, 'UPSTREAM_ERROR', null],
    [401, 'SERVICE_UNAVAILABLE', '5'],
    [402, 'UPSTREAM_QUOTA_EXHAUSTED', '60'],
    [429, 'UPSTREAM_QUOTA_EXHAUSTED', '60'],
    [500, 'SERVICE_UNAVAILABLE', '5'],
    [504, 'UPSTREAM_TIMEOUT', '5'],
  ])('HTTP %d is %s', async (status, code, retryAfter) => {
    const failure = await ask(
      fakeSource(vendor(() => new Response('sorry', { status }))).source,
    ).catch((error) => error);
    expect(failure).toBeInstanceOf(ApiError);
    expect([failure.code, failure.headers['Retry-After'] ?? null]).toEqual([code, retryAfter]);
  });

  it('a reply that is no JSON is SERVICE_UNAVAILABLE, which clients try again', async () => {
    await expect(
      ask(fakeSource(vendor(() => new Response('<html>'))).source),
    ).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', status: 503 });
  });
});

describe('a metered source', () => {
  const down = () => new Response('', { status: 500 });

  it('is asked once, and its call may have been billed unless its quota refused it', async () => {
    const paid = fakeSource({ ...vendor(down), metered: 'calls', idempotent: true });
    await expect(ask(paid.source)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      maybeBilled: true,
    });
    const free = fakeSource({ ...vendor(down), idempotent: true });
    await expect(ask(free.source)).rejects.toMatchObject({ maybeBilled: false });
    expect([paid.state.calls, free.state.calls]).toEqual([1, 2]);
    const empty = { ...vendor(() => new Response('', { status: 402 })), metered: 'calls' } as const;
    await expect(ask(fakeSource(empty).source)).rejects.toMatchObject({ maybeBilled: false });
  });
});

describe('a public host that is not for bulk', () => {
  it('is not asked for the row of a job', async () => {
    const { source, state } = fakeSource({ notInBulk: () => true });
    await expect(ask(source, { ...askPorts(), forBulk: true })).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: 'A source that could answer this is not asked in bulk jobs; look it up by itself.',
    });
    expect(state.calls).toBe(0);
    expect((await ask(source)).fact).toEqual({ matched: true });
  });

  it('leaves no "no match" behind, and a fact that a lookup of its own would add to', async () => {
    const leftOut = fakeSource({ notInBulk: () => true }).source;
    const inTurn = (reply: () => Response, available = true, isNested = false) => {
      const open = { ...leftOut, available: () => available };
      const last = isNested ? firstMatch(open) : open;
      const product = productOf(firstMatch(fakeSource(vendor(reply)).source, last));
      const ports = { ...askPorts(), forBulk: true };
      return resolveSources(product, { word: 'plain' }, ports, allowed).answer;
    };
    const none = () => new Response(null, { status: 404 });
    const notInBulk = {
      code: 'SERVICE_UNAVAILABLE',
      message: expect.stringContaining('not asked in bulk jobs'),
    };
    await expect(inTurn(none)).rejects.toMatchObject(notInBulk);
    await expect(inTurn(none, true, true)).rejects.toMatchObject(notInBulk);
    expect(await inTurn(none, false, true)).toMatchObject({ fact: null, complete: true });
    expect(await inTurn(none, false)).toMatchObject({ fact: null, complete: true });
    // The one before it answers: it would not have been asked.
    const found = () => Response.json({ matched: true });
    expect(await inTurn(found)).toMatchObject({ complete: true });
    const joined = allOf({ open: leftOut, paid: fakeSource(vendor(found)).source });
    const ports = { ...askPorts(), forBulk: true };
    const answered = resolveSources(productOf(joined), { word: 'plain' }, ports, allowed).answer;
    expect(await answered).toMatchObject({ complete: false });
  });
});

describe('time', () => {
  it('ends the wait and tells the source', async () => {
    let aborted = false;
    const { source } = fakeSource({
      timeoutMs: 30,
      ask: (_query, _world, signal) =>
        new Promise(() => {
          signal?.addEventListener('abort', () => {
            aborted = true;
          });
        }),
    });
    await expect(ask(source)).rejects.toMatchObject({
      code: 'UPSTREAM_TIMEOUT',
      status: 503,
      headers: { 'Retry-After': '5' },
    });
    expect(aborted).toBe(true);
  });

  it('covers the retry too', async () => {
    const { source, state } = fakeSource({
      timeoutMs: 260,
      idempotent: true,
      async ask() {
        if (state.calls === 1) throw new Error('Network connection lost.');
        return new Promise(() => {});
      },
    });
    await expect(ask(source)).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    expect(state.calls).toBe(2);
  });
});

describe('retry', () => {
  const flaky = (failures: number, error: unknown, overrides: FakeSourceOptions = {}) => {
    const fake = fakeSource({
      idempotent: true,
      ask() {
        if (fake.state.calls <= failures) throw error;
        return { matched: true };
      },
      ...overrides,
    });
    return fake;
  };
  const lost = new Error('Network connection lost.');

  it('asks once more where asking twice does no harm', async () => {
    const { source, state } = flaky(1, lost);
    expect((await ask(source)).fact).toEqual({ matched: true });
    expect(state.calls).toBe(2);
  });

  it('asks only once more', async () => {
    const { source, state } = flaky(2, lost);
    await expect(ask(source)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(state.calls).toBe(2);
  });

  it('never repeats what must not be repeated', async () => {
    const { source, state } = flaky(1, lost, { idempotent: false });
    await expect(ask(source)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(state.calls).toBe(1);
  });

  it.each([
    new ApiError('UPSTREAM_ERROR'),
    new ApiError('INVALID_INPUT'),
    new ApiError('UPSTREAM_TIMEOUT'),
    new ApiError('UPSTREAM_QUOTA_EXHAUSTED'),
    new ApiError('SERVICE_UNAVAILABLE', undefined, { aboutInput: true }),
    new TypeError('x is undefined'),
  ])('does not repeat what would end the same way: %s', async (error) => {
    const { source, state } = flaky(1, error);
    await expect(ask(source)).rejects.toBeInstanceOf(ApiError);
    expect(state.calls).toBe(1);
  });
});

describe('breaker', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_700_000_000_000 });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('opens, refuses without asking, tries again, and closes', async () => {
    const isolate = askPorts();
    let down = true;
    const { source, state } = fakeSource({
      ask() {
        if (down) throw new Error('Network connection lost.');
        return { matched: true };
      },
    });
    for (let i = 0; i < 5; i++)
      await expect(ask(source, isolate)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(state.calls).toBe(5);

    vi.setSystemTime(Date.now() + 4_000);
    await expect(ask(source, isolate)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      status: 503,
      headers: { 'Retry-After': '6' },
    });
    expect(state.calls).toBe(5);

    vi.setSystemTime(Date.now() + OPEN_MS[0]!);
    down = false;
    expect((await ask(source, isolate)).fact).toEqual({ matched: true });
    expect([
      state.calls,
      isolate.breakers.admit(source.name, isolate.organizationId).state,
    ]).toEqual([6, 'closed']);
  });

  it('lets the next source answer while it is open', async () => {
    const isolate = askPorts();
    const down = fakeSource({
      name: 'down',
      ask: () => Promise.reject(new Error('Network connection lost.')),
    });
    const up = fakeSource({ name: 'up', label: 'up' });
    const product = productOf(firstAnswer(down.source, up.source));
    for (let i = 0; i < 8; i++)
      expect(
        (await resolveSources(product, { word: 'plain' }, isolate, allowed).answer).consulted,
      ).toEqual(['up']);
    expect([down.state.calls, up.state.calls]).toEqual([5, 8]);
  });

  it('counts a timeout', async () => {
    const isolate = askPorts();
    const { source, state } = fakeSource({ timeoutMs: 5, ask: () => new Promise(() => {}) });
    for (let i = 0; i < 5; i++)
      await expect(ask(source, isolate)).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    await expect(ask(source, isolate)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      headers: { 'Retry-After': '10' },
    });
    expect(state.calls).toBe(5);
  });

  it('does not count unusable inputs', async () => {
    const isolate = askPorts();
    const { source, state } = fakeSource({
      ask: () => Promise.reject(new ApiError('UPSTREAM_ERROR')),
    });
    for (let i = 0; i < 30; i++)
      await expect(ask(source, isolate)).rejects.toMatchObject({ code: 'UPSTREAM_ERROR' });
    expect(state.calls).toBe(30);
  });
});

describe('compiled sources', () => {
  it('are read at once: no timer, no breaker', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout');
    const isolate = askPorts();
    const breakers = vi.spyOn(isolate.breakers, 'admit');
    const { source } = fakeSource({ kind: 'compiled' });
    expect((await ask(source, isolate)).fact).toEqual({ matched: true });
    expect(timers).not.toHaveBeenCalled();
    expect(breakers).not.toHaveBeenCalled();
    timers.mockRestore();
  });

  it('are plain functions: a promise does not compile', async () => {
    const promising: MemorySource<string, WordFact> = {
      ...{ name: 'table', label: 'table', kind: 'compiled', reads: 'memory' },
      available: () => true,
      // @ts-expect-error a memory source gives no promise
      ask: async () => ({ matched: true }),
    };
    const late: IoSource<string, WordFact> = {
      ...{ name: 'site', label: 'site', kind: 'open', reads: 'io' },
      available: () => true,
      // @ts-expect-error an I/O source gives nothing else
      ask: () => ({ matched: true }),
    };
    for (const source of [promising, late]) {
      const { answer, needsIo } = resolveSources(
        productOf(firstAnswer(source)),
        { word: 'plain' },
        askPorts(),
        allowed,
      );
      const first = await Promise.race([needsIo.then(() => 'io'), answer.then(() => 'memory')]);
      expect(first).toBe(source.reads);
    }
  });

  it('are answered, or fail, before anything is waited for', async () => {
    const table = fakeSource({ name: 'table', kind: 'compiled' }).source;
    const held = fakeSource({ name: 'held', kind: 'records' }).source;
    const empty = fakeSource({ name: 'empty', kind: 'compiled', ask: () => null }).source;
    const absent = fakeSource({ name: 'absent', kind: 'records', available: () => false }).source;
    const broken = fakeSource({
      kind: 'compiled',
      ask: () => {
        throw new Error('a fault of ours');
      },
    }).source;
    const resolve = (sources: Parameters<typeof productOf>[0]) =>
      resolveSources(productOf(sources), { word: 'plain' }, askPorts(), allowed);
    for (const sources of [
      firstAnswer(table, held),
      firstMatch(empty, absent, held),
      allOf({ table, held, absent }),
    ]) {
      const { settled, answer } = resolve(sources);
      expect(settled).toMatchObject({ fromTables: true, complete: true });
      expect(await answer).toBe(settled);
    }
    const { settled, answer } = resolve(firstAnswer(broken));
    expect(settled).toMatchObject({ message: 'a fault of ours' });
    await expect(answer).rejects.toBe(settled);
    const stored = fakeSource({ kind: 'records', ask: async () => ({ matched: true }) }).source;
    for (const waiting of [stored, fakeSource().source])
      expect(resolve(allOf({ table, waiting })).settled).toBeNull();
  });

  it('may be read from storage', async () => {
    const { source } = fakeSource({ kind: 'compiled', reads: 'io' });
    expect((await ask(source)).fact).toEqual({ matched: true });
  });
});

it('reports a source whose availability cannot be found out as unavailable', async () => {
  const { source } = fakeSource({
    kind: 'records',
    available: () => Promise.reject(new Error('D1_ERROR: overloaded')),
  });
  await expect(ask(source)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
});
