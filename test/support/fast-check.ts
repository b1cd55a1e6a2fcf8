import {
  check,
  defaultReportMessage,
  type IAsyncProperty,
  type IProperty,
  type Parameters,
  type RunDetails,
} from 'fast-check';
import { addToTally, FRESH_COUNT, FRESH_SEED, IS_REPLAY, replayCommand } from './simulate.ts';

/**
 * All of fast-check, but its `assert` runs every property with the fixed seed and with a fresh one.
 */
export * from 'fast-check';

/** The same cases in every run. */
const FIXED_SEED = 20_261_121;

const DEFAULT_RUNS = 100;

/** Fresh cases to one of the fixed. */
const FRESH_SHARE = 0.2;

/** @throws Error with what fast-check says, and how the case is run again */
function report<Values>(details: RunDetails<Values>): void {
  const { numRuns, seed, failed } = details;
  const failedSeeds = failed ? [seed] : [];
  addToTally({ seeds: 1, operations: numRuns, faults: {}, failedSeeds });
  if (!failed) return;
  const cause = details.errorInstance;
  const again = replayCommand(seed);
  throw new Error(`${defaultReportMessage(details)}\nrun it again: ${again}`, { cause });
}

/** Seeds with the number of cases of each. */
function rounds(runs: number): [seed: number, runs: number][] {
  if (IS_REPLAY) return [[FRESH_SEED, Math.max(FRESH_COUNT ?? 0, runs)]];
  return [
    [FIXED_SEED, runs],
    [FRESH_SEED, FRESH_COUNT ?? Math.ceil(runs * FRESH_SHARE)],
  ];
}

export function assert<Values>(
  property: IAsyncProperty<Values>,
  parameters?: Parameters<Values>,
): Promise<void>;
export function assert<Values>(property: IProperty<Values>, parameters?: Parameters<Values>): void;
export function assert<Values>(
  property: IProperty<Values> | IAsyncProperty<Values>,
  parameters: Parameters<Values> = {},
): void | Promise<void> {
  const all = rounds(parameters.numRuns ?? DEFAULT_RUNS).map(([seed, numRuns]) => ({
    ...{ ...parameters, seed, numRuns },
  }));
  if (!property.isAsync()) {
    for (const each of all) report(check(property as IProperty<Values>, each));
    return;
  }
  return (async () => {
    for (const each of all) report(await check(property as IAsyncProperty<Values>, each));
  })();
}
