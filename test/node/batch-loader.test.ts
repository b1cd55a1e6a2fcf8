import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundleEntry, type RunningWorker, startWorker } from '../../bench/support/start-worker.ts';

let worker: RunningWorker;
beforeAll(async () => {
  const modules = await bundleEntry('test/node/batch-loader-worker.ts');
  worker = await startWorker({ name: 'batch-loader', modules, kvNamespaces: ['STORE'] } as never);
});
afterAll(() => worker.stop());

it('never joins reads of different requests, and joins all reads that one request makes in one tick', async () => {
  const requests = 300;
  const answers = await Promise.all(
    Array.from({ length: requests }, async (_, at) => {
      const response = await fetch(`${worker.origin}/?request=${at}`);
      return (await response.json()) as { most: number; reads: number };
    }),
  );
  expect(answers.filter(({ most }) => most !== 1)).toEqual([]);
  // Ten questions a read, three reads a request.
  expect(Math.max(...answers.map(({ reads }) => reads))).toBe(requests * 3);
}, 60_000);
