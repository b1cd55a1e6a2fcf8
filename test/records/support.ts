import { env } from 'cloudflare:workers';
import * as z from 'zod';
import { bucketBlobs } from '../../src/files/store.ts';
import { openDatabase } from '../../src/lib/database.ts';
import { BY_PHONE_NUMBER, type RecordDataset } from '../../src/lookup/datasets/dataset.ts';
import { createRecordStore } from '../../src/lookup/records/store.ts';
import { type RecordHit, type Records, recordHitOf } from '../../src/lookup/world.ts';
import type { ImportRequest } from '../../src/records/import.ts';
import type { RecordPorts } from '../../src/records/ports.ts';

/** Two data sets of phone numbers: one bare, one with a checked column. */
export const datasets: Record<string, RecordDataset> = {
  listed: {
    keys: BY_PHONE_NUMBER,
    row: z.object({ phone_number: z.string() }),
    description: 'Numbers.',
  },
  named: {
    keys: BY_PHONE_NUMBER,
    row: z.object({
      phone_number: z.string(),
      name: z.string().max(20).describe('Who it is.'),
      note: z.string().optional(),
    }),
    description: 'Numbers with names.',
  },
  blocked: {
    keys: BY_PHONE_NUMBER,
    row: z.object({ phone_number: z.string() }),
    storage: 'number_set',
    description: 'Numbers, nothing else.',
  },
  used_by: {
    keys: [{ kind: 'network', columns: ['network'] }],
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

export function createPorts(
  known = datasets,
  binding = env.RECORDS,
  blobs = bucketBlobs(env.DATA),
) {
  const deferred: Promise<unknown>[] = [];
  const clock = createClock();
  const db = openDatabase(binding);
  const store = createRecordStore({
    binding,
    blobs,
    clock,
    datasets: known,
    defer: (work) => deferred.push(work),
  });
  const ports: RecordPorts = {
    db,
    blobs,
    clock,
    datasets: known,
    onImported: () => store.invalidateManifest(),
  };
  /** Waits for what went on behind the answers. */
  const settled = () => Promise.all(deferred.splice(0));
  return { clock, store, ports, settled };
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

/** What a store finds, without what is absent or unknown. */
export async function found(
  store: Records,
  datasets: readonly string[],
  key: string,
): Promise<Record<string, RecordHit>> {
  const answers = Object.entries(await store.find(datasets, key));
  return Object.fromEntries(
    answers.flatMap(([dataset, answer]) =>
      recordHitOf(answer) ? [[dataset, recordHitOf(answer)!]] : [],
    ),
  );
}

export const countRows = async (): Promise<number> =>
  (await env.RECORDS.prepare('SELECT count(*) AS rows FROM records').first<{ rows: number }>())
    ?.rows ?? 0;

/**
 * The database, counting its statements.
 * @param before waited for before each statement runs @param onSession told what each session
 * begins at
 */
export function counted(
  database: D1Database,
  before: () => Promise<void> = async () => undefined,
  onSession: (anchor: unknown) => void = () => undefined,
) {
  const counter = { statements: 0, rowsRead: 0 };
  // biome-ignore lint/suspicious/noExplicitAny: a database, a session or a statement
  const wrap = (target: any): any =>
    new Proxy(target, {
      get(_, name) {
        const value = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        if (name === 'withSession')
          return (anchor: string) => {
            onSession(anchor);
            return wrap(target.withSession(anchor));
          };
        if (name === 'prepare')
          return (text: string) => {
            counter.statements += 1;
            return wrapStatement(target.prepare(text));
          };
        if (name === 'batch')
          return async (statements: { inner: unknown }[]) => {
            await before();
            return target.batch(statements.map(({ inner }) => inner));
          };
        return value.bind(target);
      },
    });
  // biome-ignore lint/suspicious/noExplicitAny: the statement's own methods are passed on
  const wrapStatement = (inner: any): any => ({
    inner,
    bind: (...values: unknown[]) => wrapStatement(inner.bind(...values)),
    ...Object.fromEntries(
      ['all', 'first', 'run', 'raw'].map((name) => [
        name,
        async (...given: unknown[]) => {
          await before();
          const result = await inner[name](...given);
          counter.rowsRead += result?.meta?.rows_read ?? 0;
          return result;
        },
      ]),
    ),
  });
  return { proxy: wrap(database) as D1Database, counter };
}

/** Nothing was ever imported. */
export async function clearRecords(): Promise<void> {
  await env.RECORDS.batch(
    ['records', 'imports', 'report_counts', 'counted_reports'].map((table) =>
      env.RECORDS.prepare(`DELETE FROM ${table}`),
    ),
  );
  await env.DATA.delete((await env.DATA.list()).objects.map(({ key }) => key));
}
