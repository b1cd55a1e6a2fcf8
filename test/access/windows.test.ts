import { describe, expect, it } from 'vitest';
import { CEILING, WINDOWS, type WindowOf, Windows } from '../../src/access/windows.ts';
import type { WindowName } from '../../src/core/account/access.ts';
import * as fc from '../support/fast-check.ts';

const names = Object.keys(WINDOWS) as WindowName[];
const callArbitrary = fc.record({
  name: fc.constantFrom(...names),
  owner: fc.constantFrom('key-1', 'key-2'),
  /** Mostly bursts, sometimes a wait across a boundary. */
  advanceMs: fc.oneof(
    { weight: 20, arbitrary: fc.integer({ min: 0, max: 4 }) },
    { weight: 1, arbitrary: fc.integer({ min: 500, max: 61_000 }) },
  ),
  repeat: fc.integer({ min: 1, max: 150 }),
});

interface Logged extends WindowOf {
  at: number;
}

/**
 * The same rule told the slow way: keep every admitted call, count those in the same aligned
 * window.
 */
function admittedIn(log: readonly Logged[], { owner, name }: WindowOf, now: number): number {
  const lengthMs = WINDOWS[name].seconds * 1_000;
  return log.filter(
    (call) =>
      call.name === name &&
      call.owner === owner &&
      Math.floor(call.at / lengthMs) === Math.floor(now / lengthMs),
  ).length;
}

const wantedBy = (owner: string, name: WindowName): [WindowOf, ...WindowOf[]] => {
  const ceilings = CEILING.map((each) => ({ owner, name: each }));
  return (CEILING as readonly string[]).includes(name)
    ? (ceilings as [WindowOf, ...WindowOf[]])
    : [{ owner, name }, ...ceilings];
};

const START = 1_700_000_000_000;

describe('windows', () => {
  it('agree with a log of admitted calls after every random step', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4_000_000_000_000 }),
        fc.array(callArbitrary, { minLength: 1, maxLength: 30 }),
        (start, steps) => {
          const windows = new Windows();
          const log: Logged[] = [];
          let now = start;
          for (const step of steps) {
            now += step.advanceMs;
            const wanted = wantedBy(step.owner, step.name);
            for (let i = 0; i < step.repeat; i++) {
              const isFull = (of: WindowOf) => admittedIn(log, of, now) >= WINDOWS[of.name].limit;
              const full = wanted.filter(isFull).map(({ name }) => name);
              const { tripped, state } = windows.count(wanted, now);
              expect(state.reset * 1_000).toBeGreaterThan(now);
              if (tripped !== null) {
                expect(full).toContain(tripped);
                expect(state).toMatchObject({ remaining: 0, limit: WINDOWS[tripped].limit });
                break;
              }
              expect(full).toEqual([]);
              for (const of of wanted) log.push({ ...of, at: now });
              const [first] = wanted;
              const left = WINDOWS[first.name].limit - admittedIn(log, first, now);
              expect(state.remaining).toBe(left);
              expect(windows.peek(first, now)).toEqual(state);
            }
          }
        },
      ),
      { numRuns: 60 },
    );
  }, 60_000);

  it('name the full one that ends last', () => {
    const windows = new Windows();
    const wanted = wantedBy('key', 'standard');
    for (let call = 0; call < WINDOWS.standard.limit; call++)
      expect(windows.count(wanted, START).tripped).toBeNull();
    expect(windows.count(wanted, START).tripped).toBe('standard');
    expect(windows.count(wanted, START + 10_000).tripped).toBeNull();
  });

  it('of a minute are never forgotten below what was counted, and rounded up by less than a step', () => {
    const of = { owner: '', name: 'account' } as const;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000 }), (calls) => {
        const windows = new Windows();
        let written = windows.kept(START, false);
        for (let call = 0; call < calls; call++)
          if (windows.count([of], START).mustBeWritten) written = windows.kept(START, false);
        const after = new Windows(written).peek(of, START);
        const counted = after.limit - after.remaining;
        expect(counted).toBeGreaterThanOrEqual(calls);
        expect(counted).toBeLessThan(calls + 25);
        const exact = new Windows(windows.kept(START, true)).peek(of, START);
        expect(exact.limit - exact.remaining).toBe(calls);
      }),
    );
  });

  it('of seconds are not kept, nor are those that have ended', () => {
    const windows = new Windows();
    windows.count(wantedBy('key', 'standard'), START);
    expect(windows.kept(START, true)).toEqual([]);
    windows.count([{ owner: 'key', name: 'live' }], START);
    expect(windows.kept(START, true)).toHaveLength(1);
    expect(windows.kept(START + 60_000, true)).toEqual([]);
  });
});
