// Refreshes every address-range feed at its real size, one queue message each, and joins them.
// Prints CPU seconds and peak memory of each step. The storage is a directory; the publishers'
// files are made beforehand.
import { fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { directoryBlobs } from '../scripts/data/directory-blobs.ts';
import type { FeedBlobs, RangeDeps } from '../src/open-data/feeds/feed.ts';
import { mergeFeeds } from '../src/open-data/feeds/merged-feeds.ts';
import { RANGE_FEEDS } from '../src/open-data/feeds/range-feeds.ts';
import { refreshAndSave } from '../src/open-data/feeds/refresh.ts';
import { refreshableRangeFeed } from '../src/open-data/feeds/stored-ranges.ts';
import { createPublishers, PUBLISHED_RANGES } from './feeds/publishers.ts';

const MIB = 1_048_576;
/** Limit of the heap in one step; buffers are counted separately. */
const MAX_HEAP_MIB = 64;

/** Cost of a step. `bytes` is the peak above what the program holds at rest, garbage included. */
interface Taken {
  seconds: number;
  bytes: number;
  rows?: number;
}

function held(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

let peak = 0;
const look = () => {
  peak = Math.max(peak, held());
};

/** Samples memory at every read and write, where most is held. */
function watched(blobs: FeedBlobs): FeedBlobs {
  return {
    async read(key, range) {
      look();
      return blobs.read(key, range);
    },
    async write(key, bytes) {
      look();
      await blobs.write(key, bytes);
    },
    async upload(key) {
      const upload = await blobs.upload(key);
      return {
        ...upload,
        async writePart(part, bytes) {
          look();
          await upload.writePart(part, bytes);
        },
      };
    },
    remove: (keys) => blobs.remove(keys),
  };
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

async function measure(work: () => Promise<number | undefined>): Promise<Taken> {
  collect();
  const rest = held();
  peak = rest;
  const before = process.cpuUsage();
  const rows = await work();
  const { user, system } = process.cpuUsage(before);
  look();
  return {
    seconds: (user + system) / 1e6,
    bytes: peak - rest,
    ...(rows !== undefined && { rows }),
  };
}

/** The measured process, which runs the steps one after another in one isolate. */
async function run(directory: string): Promise<void> {
  const files = createPublishers((address) => {
    look();
    return readFileSync(join(directory, encodeURIComponent(address)));
  });
  const deps: RangeDeps = {
    blobs: watched(directoryBlobs(join(directory, 'bucket'))),
    clock: { now: () => Date.now() },
    fetch: async (request) => {
      const response = await files(request);
      const seen = new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          look();
          controller.enqueue(chunk);
        },
      });
      return new Response(response.body!.pipeThrough(seen));
    },
    feeds: RANGE_FEEDS,
  };
  const steps: Record<string, Taken> = {};
  for (const feed of RANGE_FEEDS) {
    steps[feed.name] = await measure(async () => {
      const { rows, lastError } = await refreshAndSave(refreshableRangeFeed(feed, deps), deps);
      if (lastError) throw new Error(`${feed.name}: ${lastError}`);
      return rows;
    });
  }
  steps.join = await measure(async () => {
    if (!(await mergeFeeds(deps))) throw new Error('nothing was joined');
    return undefined;
  });
  process.send!(steps);
}

function report(steps: Record<string, Taken>): void {
  for (const [step, { rows, seconds, bytes }] of Object.entries(steps)) {
    const size = rows === undefined ? '' : `${rows} ranges`;
    const figures = `${seconds.toFixed(2)} s CPU  ${(bytes / MIB).toFixed(1)} MiB at most`;
    console.log(`${step.padEnd(22)}${size.padStart(15)}  ${figures}`);
  }
}

async function main(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'lookup-feeds-'));
  try {
    for (const [address, file] of PUBLISHED_RANGES)
      writeFileSync(join(directory, encodeURIComponent(address)), file());
    const child = fork(import.meta.filename, [directory], {
      execArgv: [`--max-old-space-size=${MAX_HEAP_MIB}`],
    });
    const steps = await new Promise<Record<string, Taken>>((resolve, reject) => {
      child.on('message', (sent) => resolve(sent as Record<string, Taken>));
      child.on('exit', (code) => reject(new Error(`the measured process ended with ${code}`)));
    });
    report(steps);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

const [, , directory] = process.argv;
await (directory === undefined ? main() : run(directory));
