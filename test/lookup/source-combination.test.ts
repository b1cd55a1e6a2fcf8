import { describe, expect, it } from 'vitest';
import { ApiError } from '../../src/lib/errors.ts';
import { resolveSources } from '../../src/lookup/pipeline/source-resolution.ts';
import {
  allOf,
  firstAnswer,
  firstMatch,
  optionalPart,
  type Sources,
} from '../../src/lookup/source.ts';
import { askPorts, fakeSource, productOf } from './fixtures.ts';

const matched = (name: string) => fakeSource({ name, label: name });
const silent = (name: string) => fakeSource({ name, label: name, ask: () => null });
const missing = (name: string) => fakeSource({ name, available: () => false });
const failing = (name: string, error: unknown) =>
  fakeSource({
    name,
    label: name,
    ask: () => {
      throw error;
    },
  });

const timeout = new ApiError('UPSTREAM_TIMEOUT');
const rejected = new ApiError('UPSTREAM_ERROR');

const ask = (sources: Sources<string, unknown>) =>
  resolveSources(productOf(sources), { word: 'plain' }, askPorts(), Promise.resolve()).answer.then(
    ({ fact, consulted }) => ({ fact, consulted }),
  );

describe('firstOf', () => {
  it('stops at the first answer', async () => {
    const [a, b] = [matched('a'), matched('b')];
    expect(await ask(firstAnswer(a.source, b.source))).toEqual({
      fact: { matched: true },
      consulted: ['a'],
    });
    expect([a.state.calls, b.state.calls]).toEqual([1, 0]);
  });

  it('takes "no record" for an answer', async () => {
    const b = matched('b');
    expect(await ask(firstAnswer(silent('a').source, b.source))).toEqual({
      fact: null,
      consulted: ['a'],
    });
    expect(b.state.calls).toBe(0);
  });

  it('skips what is not configured', async () => {
    const a = missing('a');
    expect(await ask(firstAnswer(a.source, matched('b').source))).toEqual({
      fact: { matched: true },
      consulted: ['b'],
    });
    expect(a.state.calls).toBe(0);
  });

  it.each([
    timeout,
    rejected,
    new ApiError('VALIDATION_FAILED'),
    new ApiError('UPSTREAM_QUOTA_EXHAUSTED'),
    new Error('Network connection lost.'),
  ])('goes on after %s', async (error) => {
    expect(await ask(firstAnswer(failing('a', error).source, silent('b').source))).toEqual({
      fact: null,
      consulted: ['b'],
    });
  });

  it('throws a failure when none answers, one that may pass if there was one', async () => {
    const first = failing('a', rejected).source;
    await expect(ask(firstAnswer(first, missing('m').source))).rejects.toBe(rejected);
    await expect(ask(firstAnswer(first, failing('b', timeout).source))).rejects.toBe(timeout);
    await expect(ask(firstAnswer(failing('b', timeout).source, first))).rejects.toBe(timeout);
  });

  it.each([new TypeError('x is undefined'), new ApiError('INSUFFICIENT_CREDITS')])(
    'does not hide %s',
    async (error) => {
      const b = matched('b');
      await expect(ask(firstAnswer(failing('a', error).source, b.source))).rejects.toBeInstanceOf(
        ApiError,
      );
      expect(b.state.calls).toBe(0);
    },
  );

  it('names what is missing when nothing is configured', async () => {
    const refusal = {
      code: 'SERVICE_UNAVAILABLE',
      status: 503,
      details: { available: false },
      cause: expect.stringContaining('a, b'),
      headers: { 'Retry-After': '3600' },
    };
    await expect(ask(firstAnswer(missing('a').source, missing('b').source))).rejects.toMatchObject(
      refusal,
    );
  });
});

describe('a query', () => {
  it('tells found, no record, not configured and failed apart, of one and of several', async () => {
    const parts = [
      matched('a').source,
      silent('b').source,
      missing('c').source,
      failing('d', timeout).source,
    ];
    const sources: Sources<string, unknown> = {
      list: parts,
      resolve: (word, query) =>
        Promise.all(
          [...parts, ...parts.map((part) => firstMatch(part))].map((part) => query(part, word)),
        ),
    };
    const { fact, consulted } = await ask(sources);
    const outcomes = [
      { kind: 'found', fact: { matched: true } },
      { kind: 'noRecord' },
      { kind: 'notConfigured', sources: [parts[2]] },
      { kind: 'failed', failure: timeout },
    ];
    expect(fact).toEqual([...outcomes, ...outcomes]);
    expect(consulted).toEqual(['a', 'b']);
  });
});

describe('firstMatch', () => {
  it('goes on after "no record", to the first that has one', async () => {
    const [a, b, c] = [silent('a'), matched('b'), matched('c')];
    expect(await ask(firstMatch(a.source, missing('m').source, b.source, c.source))).toEqual({
      fact: { matched: true },
      consulted: ['a', 'b'],
    });
    expect(c.state.calls).toBe(0);
    expect((await ask(firstMatch(a.source, silent('d').source))).fact).toBeNull();
  });

  it('takes a failure for no "no record", whichever other source has none', async () => {
    const quota = new ApiError('UPSTREAM_QUOTA_EXHAUSTED');
    const down = failing('a', quota).source;
    await expect(ask(firstMatch(down, silent('b').source))).rejects.toBe(quota);
    await expect(ask(firstMatch(silent('b').source, down))).rejects.toBe(quota);
    await expect(
      ask(firstMatch(firstMatch(down), failing('b', quota).source, missing('c').source)),
    ).rejects.toBe(quota);
    expect((await ask(firstMatch(down, matched('b').source))).fact).toEqual({ matched: true });
  });

  it('names what is missing when nothing is configured', async () => {
    await expect(ask(firstMatch(missing('a').source))).rejects.toMatchObject({ status: 503 });
  });
});

describe('allOf', () => {
  it('tells "no record" from "not configured"', async () => {
    const parts = {
      yes: matched('yes').source,
      no: silent('no').source,
      gone: missing('gone').source,
    };
    const { fact, consulted } = await ask(allOf(parts));
    expect(fact).toStrictEqual({ yes: { matched: true }, no: null, gone: undefined });
    expect(consulted.sort()).toEqual(['no', 'yes']);
  });

  it('fails when a part fails', async () => {
    await expect(
      ask(allOf({ a: matched('a').source, b: failing('b', timeout).source })),
    ).rejects.toBe(timeout);
  });

  it('does without an optional part', async () => {
    const parts = { a: matched('a').source, b: optionalPart(failing('b', timeout).source) };
    expect(await ask(allOf(parts))).toStrictEqual({
      fact: { a: { matched: true }, b: undefined },
      consulted: ['a'],
    });
  });

  it('does not hide a programming error in an optional part', async () => {
    const parts = {
      a: matched('a').source,
      b: optionalPart(failing('b', new TypeError('x is undefined')).source),
    };
    await expect(ask(allOf(parts))).rejects.toMatchObject({ code: 'INTERNAL_ERROR' });
  });

  it('nests, and lists every source once', async () => {
    const either = firstAnswer(missing('b').source, silent('c').source);
    const sources = allOf({
      a: matched('a').source,
      either,
      gone: firstAnswer(missing('d').source, missing('e').source),
    });
    expect(sources.list.map((source) => source.name)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect((await ask(sources)).fact).toStrictEqual({
      a: { matched: true },
      either: null,
      gone: undefined,
    });
  });

  it('is unavailable when no source is configured', async () => {
    const refusal = { code: 'SERVICE_UNAVAILABLE', cause: expect.stringContaining('a, b') };
    await expect(
      ask(allOf({ a: missing('a').source, b: missing('b').source })),
    ).rejects.toMatchObject(refusal);
  });
});
