import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { directoryBlobs } from '../scripts/data/directory-blobs.ts';
import { PART_BYTES } from '../scripts/operator/file-parts.ts';
import {
  BLOCK_BYTES,
  openNumberSets,
  readIndex,
  type SetIndex,
} from '../src/lookup/records/store-number-set.ts';
import { NumberSetWriter } from '../src/records/number-set-writer.ts';
import { freePort } from './support/free-port.ts';
import { type Inspector, openInspector } from './support/inspector.ts';
import { median } from './support/load.ts';
import { ADMIN_TOKEN, startService } from './support/service.ts';
import { bundleEntry, startWorker } from './support/start-worker.ts';
import { watchHeap } from './support/watch-heap.ts';

// Imports of record files: a million rows into the database, and the Do Not Call registry at its
// full size into bitmaps. Runs over HTTP into the built bundle where the path through the service
// matters, and in Node on files where the size does.

const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000);
const HTTP_NUMBERS = Number(process.env.BENCH_HTTP_NUMBERS ?? 6_000_000);
const SET_NUMBERS = Number(process.env.BENCH_SET_NUMBERS ?? 250_000_000);
/** About the number of area codes in use in the United States. */
const AREAS = 350;
const LOOKUPS = 5_000;
const LOOK_EVERY_MS = 100;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const perSecond = (count: number, ms: number): string =>
  `${Math.round((count / ms) * 1_000).toLocaleString('en')}/s`;

/** Distinct numbers in ascending order, spread evenly over the area codes. */
function* numbers(count: number): Generator<string> {
  const each = Math.ceil(count / AREAS);
  const step = Math.max(1, Math.floor(7_900_000 / each));
  for (let at = 0; at < count; at++) {
    const area = 201 + Math.floor(at / each) * 2;
    yield `+1${area}${2_000_000 + (at % each) * step}`;
  }
}

/** These numbers with area codes taking turns, the worst order for the bitmaps. */
function* scattered(count: number): Generator<string> {
  const each = Math.ceil(count / AREAS);
  const step = Math.max(1, Math.floor(7_900_000 / each));
  for (let at = 0; at < count; at++)
    yield `+1${201 + (at % AREAS) * 2}${2_000_000 + Math.floor(at / AREAS) * step}`;
}

/** Rows as a stream with about a megabyte per piece. */
function file(header: string, rows: Iterator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let text = header;
  return new ReadableStream({
    pull(controller) {
      for (;;) {
        const { done, value } = rows.next();
        if (!done) text += value;
        if (!done && text.length < 1_000_000) continue;
        controller.enqueue(encoder.encode(text));
        text = '';
        if (done) controller.close();
        return;
      }
    },
  });
}

const lines = function* (
  of: Iterable<string>,
  rest: (at: number) => string = () => '',
): Generator<string> {
  let at = 0;
  for (const number of of) yield `${number}${rest(at++)}\n`;
};

async function put(
  origin: string,
  dataset: string,
  body: ReadableStream<Uint8Array>,
): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(`${origin}/admin/records/${dataset}?mode=replace`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'text/csv' },
    body,
    duplex: 'half',
  } as RequestInit);
  const reply = await response.text();
  if (!response.ok) throw new Error(`${dataset}: ${reply}`);
  return performance.now() - startedAt;
}

/** Datasets and rows of a part, about as many rows as one part of the command line holds. */
const partRows: [string, string, (number: string, at: number) => string][] = [
  ['caller_names', 'phone_number,name\n', (number, at) => `${number},CALLER ${at}\n`],
  ['do_not_call', 'phone_number\n', (number) => `${number}\n`],
  [
    'complaints',
    'phone_number,reported_at,subject,robocall,reference\n',
    (number, at) => `${number},2026-08-01,WARRANTIES,Y,${at}\n`,
  ],
];

/** Imports one part of each kind: rate, and the peak memory of the Worker's isolate. */
async function parts(origin: string, inspector: Inspector): Promise<void> {
  for (const [dataset, header, row] of partRows) {
    let text = header;
    let at = 0;
    for (const number of scattered(4_000_000)) {
      if (text.length >= PART_BYTES) break;
      text += row(number, at++);
    }
    const stop = await watchHeap(inspector, LOOK_EVERY_MS);
    const ms = await put(origin, dataset, new Blob([text]).stream());
    const { atRest, most } = await stop();
    console.log(
      `part of 32 MiB, ${dataset}: ${perSecond(at, ms)} (${at.toLocaleString('en')} rows), ${most.toFixed(0)} MB held at most, ${atRest.toFixed(0)} at rest`,
    );
  }
}

async function overHttp(): Promise<void> {
  const inspectorPort = await freePort();
  const service = await startService({ inspectorPort });
  try {
    const inspector = await openInspector(inspectorPort);
    await parts(service.origin, inspector);
    inspector.close();
    const names = lines(numbers(ROWS), (at) => `,CALLER ${at},`);
    const rowsMs = await put(
      service.origin,
      'caller_names',
      file('phone_number,name,company_name\n', names),
    );
    console.log(
      `import ${ROWS.toLocaleString('en')} caller names over HTTP into D1: ${perSecond(ROWS, rowsMs)} (${(rowsMs / 1_000).toFixed(1)} s)`,
    );
    for (const [order, source] of [
      ['sorted', numbers],
      ['scattered', scattered],
    ] as const) {
      const ms = await put(
        service.origin,
        'do_not_call',
        file('phone_number\n', lines(source(HTTP_NUMBERS))),
      );
      console.log(
        `import ${HTTP_NUMBERS.toLocaleString('en')} numbers over HTTP into the set, ${order}: ${perSecond(HTTP_NUMBERS, ms)}`,
      );
    }
  } finally {
    await service.stop();
  }
}

async function atFullSize(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'number-set-'));
  const blobs = directoryBlobs(directory);
  try {
    const startedAt = performance.now();
    const writer = await NumberSetWriter.open(blobs, {
      dataset: 'do_not_call',
      mode: 'replace',
      own: 1,
      before: 0,
      live: null,
    });
    let peakBytes = 0;
    for (const number of numbers(SET_NUMBERS)) {
      writer.add(number);
      if (!writer.full) continue;
      collectGarbage();
      peakBytes = Math.max(peakBytes, process.memoryUsage().arrayBuffers);
      await writer.flush();
    }
    await writer.flush();
    await writer.finishPart();
    const ms = performance.now() - startedAt;
    const index = (await readIndex(blobs, 'do_not_call', 1)) as SetIndex;
    const areas = Object.keys(index.areas).length;
    console.log(
      `set of ${writer.numbers.toLocaleString('en')} numbers in Node: ${perSecond(writer.numbers, ms)} (${(ms / 1_000).toFixed(0)} s)`,
    );
    console.log(
      `  ${areas} objects of 1.25 MB = ${(areas * 1.25).toFixed(0)} MB, ${Math.round(peakBytes / 1_048_576)} MiB of buffers held at most`,
    );
    const sought = [...numbers(SET_NUMBERS / 1_000)]
      .filter((_, at) => at % 50 === 0)
      .slice(0, LOOKUPS);
    const sets = openNumberSets(blobs);
    const times: number[] = [];
    for (const number of sought) {
      const from = performance.now();
      await sets.has('do_not_call', 1, number);
      times.push((performance.now() - from) * 1_000);
    }
    console.log(
      `  lookup: ${BLOCK_BYTES} bytes of 1 object, ${median(times).toFixed(0)} µs from a file (median of ${times.length})`,
    );
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/**
 * Lookups inside a Worker, next to the bucket. A Worker's own clock stands still while it runs, so
 * the time is taken outside.
 */
async function lookups(): Promise<void> {
  const modules = await bundleEntry('bench/import/lookup-worker.ts');
  const worker = await startWorker({ name: 'lookup', modules, r2Buckets: ['DATA'] } as never);
  const ask = async (path: string) => {
    const response = await fetch(worker.origin + path);
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  };
  try {
    await ask('/fill');
    await ask('/look?count=200');
    const startedAt = performance.now();
    await ask(`/look?count=${LOOKUPS}`);
    const each = (performance.now() - startedAt) / LOOKUPS;
    console.log(
      `  lookup in workerd: ${each.toFixed(3)} ms (mean of ${LOOKUPS} in ascending order, local bucket on disk)`,
    );
  } finally {
    await worker.stop();
  }
}

await overHttp();
await atFullSize();
await lookups();
