import { openInspector } from './inspector.ts';

const SAMPLE_EVERY_US = 500;

interface Profile {
  nodes: { id: number; callFrame: { functionName: string } }[];
  samples: number[];
  timeDeltas: number[];
}

/** Time in these is nobody's work. */
const RESTING = new Set(['(idle)', '(program)']);

/**
 * Milliseconds an isolate spends on work, its objects' included: the samples of V8's profiler that are not at rest.
 * Native code the runtime runs outside JavaScript is not seen.
 */
export async function profileCpu(
  inspectorPort: number,
  work: () => Promise<void>,
): Promise<number> {
  const inspector = await openInspector(inspectorPort, 'service');
  await inspector.ask('Profiler.enable');
  await inspector.ask('Profiler.setSamplingInterval', { interval: SAMPLE_EVERY_US });
  await inspector.ask('Profiler.start');
  await work();
  const { profile } = (await inspector.ask('Profiler.stop')) as { profile: Profile };
  inspector.close();
  const resting = new Set(
    profile.nodes
      .filter(({ callFrame }) => RESTING.has(callFrame.functionName))
      .map(({ id }) => id),
  );
  return profile.samples.reduce(
    (ms, node, at) => (resting.has(node) ? ms : ms + (profile.timeDeltas[at] ?? 0) / 1_000),
    0,
  );
}
