import { env } from 'cloudflare:workers';
import * as z from 'zod';
import type { RecordDataset } from '../../src/core/record-datasets.ts';
import type { ImportRequest } from '../../src/records/import-records.ts';
import type { RecordPorts } from '../../src/records/ports.ts';
import { bucketBlobs } from '../../src/store/blobs.ts';
import { openDatabase } from '../../src/store/database.ts';
import { createRecords } from '../../src/store/records.ts';
import { routeRecords } from '../../src/store/routed-records.ts';

/** Two data sets of phone numbers: one bare, one with a checked column. */
export const datasets: Record<string, RecordDataset> = {
  listed: {
    keyColumn: 'phone_number',
    keyKind: 'phone_number',
    row: z.object({ phone_number: z.string() }),
    description: 'Numbers.',
  },
  named: {
    keyColumn: 'phone_number',
    keyKind: 'phone_number',
    row: z.object({
      phone_number: z.string(),
      name: z.string().max(20).describe('Who it is.'),
      note: z.string().optional(),
    }),
    description: 'Numbers with names.',
  },
  blocked: {
    keyColumn: 'phone_number',
    keyKind: 'phone_number',
    row: z.object({ phone_number: z.string() }),
    storage: 'number_set',
    description: 'Numbers, nothing else.',
  },
  used_by: {
    keyColumn: 'network',
    keyKind: 'network',
    row: z.object({ network: z.string(), company: z.string() }),
    description: 'Networks.',
  },
};

/** A clock that stands still until told. */
export const createClock = (start = Date.UTC(2026, 10, 20)) => {
  let now = start;
  return {
    now: () => now,
    advance(ms: number) {
      now += ms;
    },
  };
};

export function createPorts(known = datasets) {
  const clock = createClock();
  const db = openDatabase(env.RECORDS);
  const blobs = bucketBlobs(env.DATA);
  const store = routeRecords(createRecords(env.RECORDS, clock), { db, blobs, datasets: known });
  const ports: RecordPorts = {
    db,
    blobs,
    clock,
    datasets: known,
    onImported: () => store.forgetManifest(),
  };
  return { clock, store, ports };
}

export const streamOf = (...chunks: string[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });

export const request = (
  changes: Partial<ImportRequest> & { body: ReadableStream<Uint8Array> },
): ImportRequest => ({
  dataset: 'named',
  mode: 'append',
  format: 'csv',
  source: null,
  asOf: '2026-11-01',
  ...changes,
});

/** A valid number for every index below a million. */
export const numberOf = (index: number): string => `+1212${(2_000_000 + index).toString()}`;

export const countRows = async (): Promise<number> =>
  (await env.RECORDS.prepare('SELECT count(*) AS rows FROM records').first<{ rows: number }>())
    ?.rows ?? 0;
