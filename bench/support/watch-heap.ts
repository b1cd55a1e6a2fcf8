import type { Inspector } from './inspector.ts';

const MB = 1_000_000;

/** MB of the isolate's heap and buffers. */
export interface Held {
  atRest: number;
  most: number;
}

/**
 * Samples an isolate's memory repeatedly, each time after a collection: garbage does not count,
 * because an isolate near its limit collects it too. Memory held only between two samples is
 * missed.
 * @returns a function that stops watching
 */
export async function watchHeap(
  inspector: Inspector,
  everyMs: number,
): Promise<() => Promise<Held>> {
  const held = async (): Promise<number> => {
    inspector.tell('HeapProfiler.collectGarbage');
    const { usedSize, backingStorageSize = 0 } = await inspector.ask('Runtime.getHeapUsage');
    return (usedSize + backingStorageSize) / MB;
  };
  const atRest = await held();
  let most = atRest;
  let isWatching = true;
  const watch = (async () => {
    while (isWatching) {
      await new Promise((resolve) => setTimeout(resolve, everyMs));
      most = Math.max(most, await held());
    }
  })();
  return async () => {
    isWatching = false;
    await watch;
    return { atRest, most };
  };
}
