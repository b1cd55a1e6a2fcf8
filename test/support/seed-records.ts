import { env } from 'cloudflare:workers';
import { bucketBlobs } from '../../src/files/store.ts';
import { openDatabase } from '../../src/lib/database.ts';
import { RECORD_DATASETS } from '../../src/lookup/datasets/catalog.ts';
import { importRecords } from '../../src/records/import.ts';

const files = import.meta.glob('../../scripts/samples/*.csv', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The shipped samples by data set. */
export const SAMPLES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(files).map(([path, text]) => [
    path.slice(path.lastIndexOf('/') + 1, -'.csv'.length),
    text,
  ]),
);

/**
 * Imports the shipped samples, as the seed of `npm run dev` does.
 * @param coverage what the files are said to be complete for, besides their own keys
 * @returns what became of each file
 */
export async function seedRecords({ coverage }: { coverage?: string } = {}) {
  const ports = {
    db: openDatabase(env.RECORDS),
    blobs: bucketBlobs(env.DATA),
    clock: { now: () => Date.now() },
    datasets: RECORD_DATASETS,
    onImported: () => undefined,
  };
  const reports = [];
  for (const [dataset, text] of Object.entries(SAMPLES)) {
    const body = new Blob([text]).stream();
    const file = {
      dataset,
      mode: 'replace',
      format: 'csv',
      source: 'sample',
      ...(coverage && { coverage }),
      asOf: '2026-11-01',
      body,
    } as const;
    reports.push(await importRecords(file, ports));
  }
  return reports;
}
