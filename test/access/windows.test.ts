import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CEILING,
  type Counts,
  countCall,
  WINDOWS,
  type WindowName,
} from '../../src/access/windows.ts';

const names = Object.keys(WINDOWS) as WindowName[];
const callArbitrary = fc.record({
  name: fc.constantFrom(...names),
  /** Mostly bursts, sometimes a wait across a boundary. */
  advanceMs: fc.oneof(
    { weight: 20, arbitrary: fc.integer({ min: 0, max: 4 }) },
    { weight: 1, arbitrary: fc.integer({ min: 500, max: 61_000 }) },
  ),
  repeat: fc.integer({ min: 1, max: 150 }),
});

/** The same rule told the slow way: keep every admitted call, count those in the same aligned window. */
function admittedIn(
  log: { name: WindowName; at: number }[],
  name: WindowName,
  now: number,
): number {
  const lengthMs = WINDOWS[name].seconds * 1_000;
  return log.filter(
    (call) => call.name === name && Math.floor(call.at / lengthMs) === Math.floor(now / lengthMs),
  ).length;
}

describe('countCall', () => {
  it('agrees with a log of admitted calls after every random step', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4_000_000_000_000 }),
        fc.array(callArbitrary, { minLength: 1, maxLength: 30 }),
        (start, steps) => {
          const counts: Counts = new Map();
          const log: { name: WindowName; at: number }[] = [];
          let now = start;
          for (const step of steps) {
            now += step.advanceMs;
            const wanted: [WindowName, ...WindowName[]] = CEILING.includes(step.name as never)
              ? [...CEILING]
              : [step.name, ...CEILING];
            for (let i = 0; i < step.repeat; i++) {
              const full = wanted.filter(
                (name) => admittedIn(log, name, now) >= WINDOWS[name].limit,
              );
              const { tripped, state } = countCall(counts, wanted, now);
              expect(tripped).toBe(full.length > 0);
              expect(state.reset * 1_000).toBeGreaterThan(now);
              if (tripped) {
                expect(state.remaining).toBe(0);
                expect(full.map((name) => WINDOWS[name].limit as number)).toContain(state.limit);
                break;
              }
              for (const name of wanted) log.push({ name, at: now });
              expect(state.remaining).toBe(
                WINDOWS[wanted[0]].limit - admittedIn(log, wanted[0], now),
              );
            }
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('admits exactly the limit in one window and starts afresh in the next', () => {
    const counts: Counts = new Map();
    const start = 1_700_000_000_000;
    const admitted = (at: number, calls: number) =>
      Array.from({ length: calls }, () => countCall(counts, ['standard'], at)).filter(
        (result) => !result.tripped,
      ).length;
    expect(admitted(start, 250)).toBe(200);
    expect(admitted(start + 9_999, 10)).toBe(0);
    expect(admitted(start + 10_000, 250)).toBe(200);
  });

  it('names the full window that ends last, so that Retry-After is never too short', () => {
    const counts: Counts = new Map();
    const at = 1_700_000_000_000;
    for (let i = 0; i < 5_000; i++) countCall(counts, ['ceilingTenSeconds'], at);
    for (let i = 0; i < 500; i++) countCall(counts, ['ceilingSecond'], at);
    expect(countCall(counts, ['standard', ...CEILING], at).state).toEqual({
      limit: 5_000,
      remaining: 0,
      reset: at / 1_000 + 10,
    });
  });
});
