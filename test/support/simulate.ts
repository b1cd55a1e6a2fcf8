import { expect, inject, it, TestRunner } from 'vitest';
import { Chaos, type Fault, SIMULATION_FAULTS } from './chaos.ts';

/** The first of the fresh seeds of this run; those after it are the next numbers. */
export const FRESH_SEED = inject('freshSeed');

/** `TEST_SEED` names the seed: the fixed ones are left out. */
export const IS_REPLAY = inject('isReplay');

/** How many fresh seeds the environment asks for; null for the usual number. */
export const FRESH_COUNT = inject('freshCount');

/** What a run of seeds came to, read by `npm run soak` from the reporter. */
export interface Tally {
  seeds: number;
  operations: number;
  faults: Partial<Record<Fault, number>>;
  failedSeeds: number[];
}

declare module 'vitest' {
  interface ProvidedContext {
    freshSeed: number;
    isReplay: boolean;
    freshCount: number | null;
  }
  interface TaskMeta {
    tally?: Tally;
  }
}

/** Adds to the tally of the test that runs now. */
export function addToTally(one: Tally): void {
  const test = TestRunner.getCurrentTest();
  if (!test) return;
  const before = test.meta.tally ?? { seeds: 0, operations: 0, faults: {}, failedSeeds: [] };
  const faults = { ...before.faults };
  for (const [fault, count] of Object.entries(one.faults) as [Fault, number][])
    faults[fault] = (faults[fault] ?? 0) + count;
  test.meta.tally = {
    seeds: before.seeds + one.seeds,
    operations: before.operations + one.operations,
    faults,
    failedSeeds: [...before.failedSeeds, ...one.failedSeeds],
  };
}

/** The command that runs a seed of the current test file again. */
export function replayCommand(seed: number): string {
  const { testPath = '' } = expect.getState();
  return `TEST_SEED=${seed} npm test -- ${testPath.slice(testPath.lastIndexOf('/test/') + 1)}`;
}

/** With the seed, how it is run again, and what is at the bottom of it. */
export function seedFailure(seed: number, cause: unknown): Error {
  const told = cause instanceof Error ? cause.message : String(cause);
  return new Error(`seed ${seed}: ${told}\nrun it again: ${replayCommand(seed)}`, { cause });
}

export interface SimulationOptions {
  /** Row of the table of faults. */
  faults: keyof typeof SIMULATION_FAULTS;
  /** Seeds that every run has, from 1 on. */
  fixed: number;
  /** Seeds that no run has had before. */
  fresh: number;
  /** Seeds of one test. */
  perTest: number;
  timeout?: number;
}

/** A rare fault may miss the usual seeds: further ones are run until it is met. */
const MOST_FURTHER_SEEDS = 20;

/**
 * Tests that run a simulation with the fixed seeds and with fresh ones; a failure does not end the
 * others. The last ones hold that every fault of the table has really been injected.
 */
export function simulate(
  title: string,
  { faults, fixed, fresh, perTest, timeout = 180_000 }: SimulationOptions,
  run: (chaos: Chaos, seed: number) => Promise<void>,
): void {
  const kinds = Object.keys(SIMULATION_FAULTS[faults]) as Fault[];
  const total = new Map<Fault, number>();
  const met = (fault: Fault) => total.get(fault) ?? 0;

  async function runAll(seeds: readonly number[]): Promise<void> {
    const failures: Error[] = [];
    for (const seed of seeds) {
      const chaos = new Chaos(seed, SIMULATION_FAULTS[faults]);
      const failure = await run(chaos, seed).then(
        () => null,
        (cause: unknown) => seedFailure(seed, cause),
      );
      if (failure) failures.push(failure);
      for (const [fault, count] of chaos.injected) total.set(fault, met(fault) + count);
      addToTally({
        ...{ seeds: 1, operations: chaos.operations },
        // Those that never struck too, so that a soak finds out.
        faults: Object.fromEntries(kinds.map((fault) => [fault, chaos.injected.get(fault) ?? 0])),
        failedSeeds: failure ? [seed] : [],
      });
    }
    const [first, ...others] = failures;
    if (others.length > 0)
      throw new Error(failures.map(({ message }) => message).join('\n\n'), { cause: first });
    if (first) throw first;
  }

  const count = FRESH_COUNT ?? (IS_REPLAY ? 1 : fresh);
  const all = [
    ...Array.from({ length: IS_REPLAY ? 0 : fixed }, (_, index) => index + 1),
    ...Array.from({ length: count }, (_, index) => FRESH_SEED + index),
  ];
  for (let first = 0; first < all.length; first += perTest) {
    const seeds = all.slice(first, first + perTest);
    it(`${title}: seeds ${seeds[0]} to ${seeds.at(-1)}`, { timeout }, () => runAll(seeds));
  }
  if (IS_REPLAY) return;
  let next = (all.at(-1) ?? 0) + 1;
  const last = next + MOST_FURTHER_SEEDS;
  it.for(kinds)('has met the fault %s', { timeout }, async (fault) => {
    while (met(fault) === 0 && next < last) await runAll([next++]);
    expect(met(fault)).toBeGreaterThan(0);
  });
}
