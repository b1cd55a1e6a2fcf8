import type { Inspector } from './inspector.ts';

const SAMPLE_EVERY_US = 1_000;

interface Profile {
  nodes: { id: number; callFrame: { functionName: string } }[];
  samples: number[];
  timeDeltas: number[];
}

/** Time in these frames is not work of the isolate. */
const RESTING = new Set(['(idle)', '(program)']);
const COLLECTING = '(garbage collector)';

/** Milliseconds of an isolate, including its objects. */
export interface Spent {
  workMs: number;
  collectingMs: number;
}

/**
 * CPU of an isolate, from the samples of V8's profiler that are not at rest. Native code that the
 * runtime runs outside JavaScript is not seen.
 * @returns a function that stops profiling
 */
export async function profileCpu(inspector: Inspector): Promise<() => Promise<Spent>> {
  await inspector.ask('Profiler.enable');
  await inspector.ask('Profiler.setSamplingInterval', { interval: SAMPLE_EVERY_US });
  await inspector.ask('Profiler.start');
  return async () => {
    const { profile } = (await inspector.ask('Profiler.stop')) as { profile: Profile };
    const names = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame.functionName]));
    const spent = { workMs: 0, collectingMs: 0 };
    for (const [at, node] of profile.samples.entries()) {
      const name = names.get(node) ?? '';
      const ms = (profile.timeDeltas[at] ?? 0) / 1_000;
      if (name === COLLECTING) spent.collectingMs += ms;
      else if (!RESTING.has(name)) spent.workMs += ms;
    }
    return spent;
  };
}
