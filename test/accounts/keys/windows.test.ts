import { describe, expect, it } from 'vitest';
import {
  WINDOWS,
  type WindowRef,
  Windows,
  windowsForCall,
} from '../../../src/accounts/keys/access-check.ts';
import type { CallKind } from '../../../src/lookup/account/principal.ts';
import * as fc from '../../support/fast-check.ts';

const KINDS = ['standard', 'live', 'account', 'uncounted'] as const satisfies CallKind[];
const OWNERS = ['key-1', 'key-2', 'key-3', 'key-4', 'key-5', 'key-6'] as const;
const callArbitrary = fc.record({
  kind: fc.constantFrom(...KINDS),
  owner: fc.constantFrom(...OWNERS),
  /** Mostly bursts, sometimes a wait across a boundary. */
  advanceMs: fc.oneof(
    { weight: 20, arbitrary: fc.integer({ min: 0, max: 4 }) },
    { weight: 1, arbitrary: fc.integer({ min: 500, max: 61_000 }) },
  ),
  repeat: fc.integer({ min: 1, max: 150 }),
});

interface Logged extends WindowRef {
  at: number;
}

/**
 * The same rule told the slow way: keep every admitted call, count those in the same aligned
 * window.
 */
function admittedIn(log: readonly Logged[], { owner, name }: WindowRef, now: number): number {
  const lengthMs = WINDOWS[name].seconds * 1_000;
  return log.filter(
    (call) =>
      call.name === name &&
      call.owner === owner &&
      Math.floor(call.at / lengthMs) === Math.floor(now / lengthMs),
  ).length;
}

/** The beginning of a minute. */
const START = 1_700_000_040_000;

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
            const wanted = windowsForCall(step.kind, step.owner);
            for (let i = 0; i < step.repeat; i++) {
              const isFull = (of: WindowRef) => admittedIn(log, of, now) >= WINDOWS[of.name].limit;
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

  it.each(KINDS)('of a call that is %s are those of its owner and of the organization', (kind) => {
    const LOOKUPS: Partial<Record<CallKind, WindowRef[]>> = {
      standard: [
        { owner: 'key', name: 'standard' },
        { owner: '', name: 'organizationStandard' },
      ],
      live: [
        { owner: 'key', name: 'live' },
        { owner: '', name: 'organizationLive' },
      ],
      account: [{ owner: '', name: 'account' }],
    };
    expect(windowsForCall(kind, 'key')).toEqual([
      ...(LOOKUPS[kind] ?? []),
      { owner: 'key', name: 'ceilingSecond' },
      { owner: 'key', name: 'ceilingTenSeconds' },
      { owner: '', name: 'organizationSecond' },
      { owner: '', name: 'organizationTenSeconds' },
    ]);
  });

  it('name the full one that ends last', () => {
    const windows = new Windows();
    const wanted = windowsForCall('standard', 'key');
    for (let call = 0; call < WINDOWS.standard.limit; call++)
      expect(windows.count(wanted, START).tripped).toBeNull();
    expect(windows.count(wanted, START).tripped).toBe('standard');
    expect(windows.count(wanted, START + 10_000).tripped).toBeNull();
  });

  it.each([
    { kind: 'standard', limit: 1_000, full: 'organizationStandard', spanMs: 10_000 },
    { kind: 'live', limit: 5_000, full: 'organizationLive', spanMs: 60_000 },
  ] as const)('bound what all keys of an organization together call, $kind', (bound) => {
    const { kind, limit, full, spanMs } = bound;
    const windows = new Windows();
    // A second at a time, so that no window of a second is full first.
    let calls = 0;
    for (let at = START; at < START + spanMs; at += 1_000)
      for (let call = 0; call < 500; call++)
        if (!windows.count(windowsForCall(kind, `key-${call}`), at).tripped) calls += 1;
    expect(calls).toBe(limit);
    const refused = windows.count(windowsForCall(kind, 'key of its own'), START + spanMs - 1);
    expect(refused.tripped).toBe(full);
    expect(refused.state).toMatchObject({ limit, remaining: 0 });
    expect(windows.count(windowsForCall(kind, 'key-1'), START + spanMs).tripped).toBeNull();
  });

  it('of a minute are never forgotten below what was counted, and rounded up by less than a step', () => {
    const of = { owner: '', name: 'account' } as const;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000 }), (calls) => {
        const windows = new Windows();
        let written = windows.keptAtMost(START);
        for (let call = 0; call < calls; call++)
          if (windows.count([of], START).mustBeWritten) written = windows.keptAtMost(START);
        const after = new Windows(written).peek(of, START);
        const counted = after.limit - after.remaining;
        expect(counted).toBeGreaterThanOrEqual(calls);
        expect(counted).toBeLessThan(calls + 25);
        const exact = new Windows(windows.kept(START)).peek(of, START);
        expect(exact.limit - exact.remaining).toBe(calls);
      }),
    );
  });

  it('of seconds are not kept, nor are those that have ended', () => {
    const windows = new Windows();
    windows.count(windowsForCall('standard', 'key'), START);
    expect(windows.kept(START)).toEqual([]);
    windows.count([{ owner: 'key', name: 'live' }], START);
    expect(windows.kept(START)).toHaveLength(1);
    expect(windows.kept(START + 60_000)).toEqual([]);
  });
});
