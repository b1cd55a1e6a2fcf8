import { describe, expect, it } from 'vitest';
import {
  known,
  knownAll,
  type MaybePromise,
  mapAllMaybePromise,
  runSteps,
  type Steps,
} from '../../src/lib/maybe-promise.ts';

const later = <T>(value: T): Promise<T> => Promise.resolve(value);

function* sum(...values: MaybePromise<number>[]): Steps<number> {
  let total = 0;
  for (const value of values) total += yield* known(value);
  return total;
}

describe('steps', () => {
  it('end at once where nothing has to be waited for', () => {
    expect(runSteps(sum(1, 2, 3))).toBe(6);
  });

  it('wait where something has to be, and go on', async () => {
    const answer = runSteps(sum(1, later(2), 3, later(4)));
    expect(answer).toBeInstanceOf(Promise);
    expect(await answer).toBe(10);
  });

  it('throw at once what is thrown at once, and reject with what is thrown later', async () => {
    function* fail(first: MaybePromise<number>): Steps<number> {
      yield* known(first);
      throw new Error('broken');
    }
    expect(() => runSteps(fail(1))).toThrow('broken');
    await expect(runSteps(fail(later(1)))).rejects.toThrow('broken');
  });

  it('may catch a rejection, as an async function may', async () => {
    function* mend(broken: MaybePromise<number>): Steps<number> {
      try {
        return yield* known(broken);
      } catch (error) {
        return (yield* known(later(40))) + (error as Error).message.length;
      }
    }
    expect(await runSteps(mend(Promise.reject(new Error('no'))))).toBe(42);
    await expect(runSteps(sum(Promise.reject(new Error('no'))))).rejects.toThrow('no');
  });

  it('wait for several at once', async () => {
    function* both(one: MaybePromise<number>, other: MaybePromise<string>): Steps<string> {
      const [count, text] = yield* knownAll([one, other]);
      return text.repeat(count);
    }
    expect(runSteps(both(2, 'ab'))).toBe('abab');
    expect(await runSteps(both(2, later('ab')))).toBe('abab');
    await expect(runSteps(both(later(2), Promise.reject(new Error('no'))))).rejects.toThrow('no');
  });
});

it('maps all values at once where none is a promise', async () => {
  const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
  expect(mapAllMaybePromise([1, 2], total)).toBe(3);
  expect(await mapAllMaybePromise([1, later(2)], total)).toBe(3);
});
