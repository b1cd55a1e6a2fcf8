import { COMPLAINT_FEEDS } from '../core/complaint-datasets.ts';
import { covers } from '../core/coverage.ts';
import type { Blobs, RecordAnswer, Records } from '../core/ports.ts';
import type { RecordDataset } from '../core/record-datasets.ts';
import { findRows, MAX_PLACES, rowPlace } from './find-rows.ts';
import { gather } from './gather.ts';
import { type Imported, type Manifest, type ManifestPorts, rememberManifest } from './manifest.ts';
import { openNumberSets } from './number-set/find-number.ts';
import { findReports, MAX_NUMBERS } from './reports.ts';

export interface RecordStorePorts extends ManifestPorts {
  blobs: Blobs;
  datasets: Readonly<Record<string, RecordDataset>>;
}

/** The operator's imported files, with the isolate's memory of which there are. */
export interface RecordStore extends Records {
  /** The imports changed in this isolate: the next question reads them afresh. */
  forgetManifest(): void;
}

const NEVER_IMPORTED = '0';

const whenKnown = <Known, Answer>(
  known: Known | Promise<Known>,
  answer: (known: Known) => Answer,
) => (known instanceof Promise ? known.then(answer) : answer(known));

/** A file that cannot have named a key does not deny it. */
const absence = ({ coverage }: Imported, key: string): RecordAnswer =>
  coverage === null || covers(coverage, key) ? 'absent' : 'unknown';

/**
 * The Records port over the RECORDS database and the bucket of number sets. What is asked for in one turn of the
 * event loop is one statement for all rows, one for all reports, and one read for each block of a set.
 */
export function createRecords(ports: RecordStorePorts): RecordStore {
  const memory = rememberManifest(ports);
  const sets = openNumberSets(ports.blobs);
  const rowAt = gather((places) => findRows(memory.session(), places), MAX_PLACES);
  const reportsOf = gather((numbers) => findReports(memory.session(), numbers), MAX_NUMBERS);

  const storageOf = (dataset: string) => ports.datasets[dataset]?.storage ?? 'rows';
  /** Reports are counted over the operator's files and the public feeds. */
  const partsOf = (dataset: string): readonly string[] =>
    storageOf(dataset) === 'reports' ? [dataset, ...COMPLAINT_FEEDS] : [dataset];
  // A list of nobody cannot say that somebody is not on it.
  const hasRows = (manifest: Manifest, dataset: string): boolean =>
    partsOf(dataset).some((part) => (manifest.get(part)?.rows ?? 0) > 0);

  async function findNumber(dataset: string, key: string): Promise<RecordAnswer> {
    const imported = (await memory.current()).get(dataset);
    if (!imported) return 'unknown';
    const held = await sets.holds(dataset, imported.id, key);
    return held ? { data: {}, asOf: imported.asOf } : absence(imported, key);
  }

  async function findOne(manifest: Manifest, dataset: string, key: string): Promise<RecordAnswer> {
    if (!hasRows(manifest, dataset)) return 'unknown';
    switch (storageOf(dataset)) {
      case 'rows':
        return (
          (await rowAt(rowPlace(dataset, key))) ?? absence(manifest.get(dataset) as Imported, key)
        );
      case 'reports':
        return (await reportsOf(key)) ?? 'absent';
      case 'number_set':
        // A set that was replaced twice since this isolate last looked has lost the bytes it knew: it looks again.
        return findNumber(dataset, key).catch(() => {
          memory.forget();
          return findNumber(dataset, key);
        });
    }
  }

  return {
    has: (...datasets) =>
      whenKnown(memory.current(), (manifest) =>
        datasets.some((dataset) => hasRows(manifest, dataset)),
      ),
    version: (datasets) =>
      whenKnown(memory.current(), (manifest) =>
        datasets
          .flatMap(partsOf)
          .map((part) => `${part}@${manifest.get(part)?.version ?? NEVER_IMPORTED}`)
          .join(' '),
      ),
    async find(datasets, key) {
      const manifest = await memory.current();
      const answers = datasets.map(
        async (dataset) => [dataset, await findOne(manifest, dataset, key)] as const,
      );
      return Object.fromEntries(await Promise.all(answers));
    },
    async findFirst(dataset, keys) {
      if (!hasRows(await memory.current(), dataset)) return null;
      const rows = await Promise.all(keys.map((key) => rowAt(rowPlace(dataset, key))));
      const first = rows.findIndex((row) => row !== undefined);
      const row = rows[first];
      return row ? { key: keys[first] as string, ...row } : null;
    },
    forgetManifest: memory.forget,
  };
}
