/** Debugger of a running Worker, asked for what its isolate holds once garbage is collected. */
const SAMPLE_EVERY_MS = 100;
const MIB = 1_048_576;

interface HeapUsage {
  usedSize: number;
  /** Bytes of buffers, where the runtime tells. */
  backingStorageSize?: number;
}

/** @returns stops and gives the most that was held, in MiB, above what was held at the start */
export async function watchHeap(
  inspectorPort: number,
  worker: string,
): Promise<() => Promise<number>> {
  const socket = new WebSocket(`ws://127.0.0.1:${inspectorPort}/core:user:${worker}`);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error('the inspector cannot be reached'));
  });
  const waiting = new Map<number, (result: HeapUsage) => void>();
  socket.onmessage = ({ data }) => {
    const { id, result } = JSON.parse(String(data));
    waiting.get(id)?.(result);
    waiting.delete(id);
  };
  let calls = 0;
  const ask = (method: string): Promise<HeapUsage> =>
    new Promise((resolve) => {
      const id = ++calls;
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method }));
    });
  const held = async (): Promise<number> => {
    // workerd collects and does not answer.
    socket.send(JSON.stringify({ id: ++calls, method: 'HeapProfiler.collectGarbage' }));
    const { usedSize, backingStorageSize = 0 } = await ask('Runtime.getHeapUsage');
    return (usedSize + backingStorageSize) / MIB;
  };

  const before = await held();
  let most = before;
  let watching = true;
  const watch = (async () => {
    while (watching) {
      most = Math.max(most, await held());
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_EVERY_MS));
    }
  })();
  return async () => {
    watching = false;
    await watch;
    socket.close();
    return most - before;
  };
}
