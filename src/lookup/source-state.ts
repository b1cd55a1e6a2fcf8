import type { Source, Sources } from './source.ts';
import type { World } from './world.ts';

/** A source as it stands: whether it answers more than single keys, and what it lacks if not. */
export interface SourceState {
  source: Source<never, unknown>;
  available: boolean;
  /** As {@link Source.missing}; empty while it is available. */
  missing: readonly string[];
}

async function readSourceState(source: Source<never, unknown>, world: World): Promise<SourceState> {
  const available = (await source.available(world)) && ((await source.coversMore?.(world)) ?? true);
  return { source, available, missing: available ? [] : (source.missing?.(world) ?? []) };
}

/** Whether a product can be called: one of the sources that can answer it is available. */
export async function readSourceStates(
  { sources: { list, answeredBy = list } }: { sources: Sources<never, unknown> },
  world: World,
) {
  const read = (each: readonly Source<never, unknown>[]) =>
    Promise.all(each.map((source) => readSourceState(source, world)));
  const [sources, answering] = await Promise.all([read(list), read(answeredBy)]);
  return { sources, answering, available: answering.some(({ available }) => available) };
}
