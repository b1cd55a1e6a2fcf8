import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RunningCalls } from '../../src/accounts/object/running-calls.ts';

/** Outcomes of waits, as far as they are known. */
function waits(calls: RunningCalls) {
  const outcomes: (boolean | null)[] = [];
  return {
    outcomes,
    wait(name: string, startedAt: number) {
      const at = outcomes.push(null) - 1;
      void calls.awaitCancellation(name, startedAt).then((outcome) => {
        outcomes[at] = outcome;
      });
    },
  };
}

const settle = () => vi.advanceTimersByTimeAsync(10);

// The moved clock: the runtime's own `scheduler` is not among the timers that vitest replaces.
beforeEach(() => {
  vi.useFakeTimers();
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  vi.stubGlobal('scheduler', { wait });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a cancellation by name', () => {
  it('ends the one call that has the name, and is not kept for the next', async () => {
    const calls = new RunningCalls();
    const { outcomes, wait } = waits(calls);
    wait('a', 100);
    wait('b', 100);
    await calls.cancel('a', 200);
    await settle();
    expect(outcomes).toEqual([true, null]);
    wait('a', 300);
    await settle();
    expect(outcomes).toEqual([true, null, null]);
  });

  it('waits for a call that is not long enough under way to be known', async () => {
    const calls = new RunningCalls();
    const { outcomes, wait } = waits(calls);
    const cancelled = calls.cancel('a', 200);
    await vi.advanceTimersByTimeAsync(1_000);
    wait('a', 100);
    await vi.advanceTimersByTimeAsync(500);
    await cancelled;
    await settle();
    expect(outcomes).toEqual([true]);
  });

  it('ends neither of two calls by one name, nor one that began later', async () => {
    const calls = new RunningCalls();
    const { outcomes, wait } = waits(calls);
    wait('a', 100);
    wait('a', 150);
    wait('b', 300);
    await calls.cancel('a', 200);
    await calls.cancel('b', 200);
    await settle();
    expect(outcomes).toEqual([null, null, null]);
  });

  it('is waited for by a thousand calls at most, each for ten seconds', async () => {
    const calls = new RunningCalls();
    const { outcomes, wait } = waits(calls);
    for (let at = 0; at <= 1_000; at++) wait(`call ${at}`, 100);
    await calls.cancel('call 999', 200);
    const tooMany = calls.cancel('call 1000', 200);
    await vi.advanceTimersByTimeAsync(1_500);
    await tooMany;
    await settle();
    expect(outcomes.slice(-2)).toEqual([true, null]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(outcomes.filter((outcome) => outcome === false)).toHaveLength(1_000);
    wait('call 1000', 100);
    await calls.cancel('call 1000', 200);
    await settle();
    expect(outcomes.at(-1)).toBe(true);
  });
});
