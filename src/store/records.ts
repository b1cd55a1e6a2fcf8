import { whenAllKnown, whenKnown } from '../core/lookup/when-known.ts';
import type { Blobs, RecordAnswer, RecordHit, Records } from '../core/ports.ts';
import { COMPLAINT_FEEDS } from '../core/records/complaint-datasets.ts';
import { covers } from '../core/records/coverage.ts';
import type { RecordDataset } from '../core/records/dataset.ts';
import { findRows, MAX_PLACES, rowPlace } from './find-rows.ts';
import { gather } from './gather.ts';
import { type Imported, type Manifest, type ManifestPorts, rememberManifest } from './manifest.ts';
import { openNumberSets } from './number-set/find-number.ts';
import { readRecordPage } from './read-page.ts';
import { findReports, MAX_NUMBERS } from './reports.ts';
import { openSmallSets } from './small-sets.ts';

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

/** A file that cannot have named a key does not deny it. */
const absence = ({ coverage }: Imported, key: string): RecordAnswer =>
  coverage === null || covers(coverage, key) ? 'absent' : 'unknown';

/**
 * The Records port over the RECORDS database and the bucket of number sets. What is asked for in
 * one turn of the event loop is one statement for all rows, one for all reports, and one read for
 * each block of a set. Small data sets, and blocks that were read before, answer from the isolate's
 * memory: at once.
 */
export function createRecords(ports: RecordStorePorts): RecordStore {
  const memory = rememberManifest(ports);
  const sets = openNumberSets(ports.blobs);
  const small = openSmallSets(memory.session);
  const rowAt = gather((places) => findRows(memory.session(), places), MAX_PLACES);
  const reportsOf = gather((numbers) => findReports(memory.session(), numbers), MAX_NUMBERS);

  const storageOf = (dataset: string) => ports.datasets[dataset]?.storage ?? 'rows';
  /** Reports are counted over the operator's files and the public feeds. */
  const partsOf = (dataset: string): readonly string[] =>
    storageOf(dataset) === 'reports' ? [dataset, ...COMPLAINT_FEEDS] : [dataset];
  // A list of nobody cannot say that somebody is not on it.
  const hasRows = (manifest: Manifest, dataset: string): boolean =>
    partsOf(dataset).some((part) => (manifest.get(part)?.rows ?? 0) > 0);

  const rowOf = (
    manifest: Manifest,
    dataset: string,
    key: string,
  ): RecordHit | undefined | Promise<RecordHit | undefined> =>
    whenKnown(small.rowsOf(dataset, manifest.get(dataset) as Imported), (rows) =>
      rows ? rows.get(key) : rowAt(rowPlace(dataset, key)),
    );

  const findNumber = (dataset: string, key: string): RecordAnswer | Promise<RecordAnswer> =>
    whenKnown(memory.current(), (manifest) => {
      const imported = manifest.get(dataset);
      if (!imported) return 'unknown';
      return whenKnown<boolean, RecordAnswer>(sets.holds(dataset, imported.id, key), (held) =>
        held ? { data: {}, asOf: imported.asOf } : absence(imported, key),
      );
    });

  function findOne(
    manifest: Manifest,
    dataset: string,
    key: string,
  ): RecordAnswer | Promise<RecordAnswer> {
    if (!hasRows(manifest, dataset)) return 'unknown';
    switch (storageOf(dataset)) {
      case 'rows':
        return whenKnown<RecordHit | undefined, RecordAnswer>(
          rowOf(manifest, dataset, key),
          (row) => row ?? absence(manifest.get(dataset) as Imported, key),
        );
      case 'reports':
        return reportsOf(key).then((counted) => counted ?? 'absent');
      case 'number_set': {
        const answer = findNumber(dataset, key);
        if (!(answer instanceof Promise)) return answer;
        // A set that was replaced twice since this isolate last looked has lost the bytes it knew:
        // it looks again.
        return answer.catch(() => {
          memory.forget();
          return findNumber(dataset, key);
        });
      }
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
    find: (datasets, key) =>
      whenKnown(memory.current(), (manifest) =>
        whenAllKnown(
          datasets.map((dataset) => findOne(manifest, dataset, key)),
          (answers) =>
            Object.fromEntries(
              datasets.map((dataset, at) => [dataset, answers[at] as RecordAnswer]),
            ),
        ),
      ),
    findFirst: (dataset, keys) =>
      whenKnown(memory.current(), (manifest) => {
        if (!hasRows(manifest, dataset)) return null;
        return whenAllKnown(
          keys.map((key) => rowOf(manifest, dataset, key)),
          (rows) => {
            const first = rows.findIndex((row) => row !== undefined);
            const row = rows[first];
            return row ? { key: keys[first] as string, ...row } : null;
          },
        );
      }),
    async page(dataset, after, most) {
      const manifest = await memory.current();
      if (!hasRows(manifest, dataset)) return [];
      const held = await small.rowsOf(dataset, manifest.get(dataset) as Imported);
      if (!held) return readRecordPage(memory.session(), dataset, after, most);
      const keys = [...held.keys()].filter((key) => key > after).sort();
      return keys.slice(0, most).map((key) => ({ key, ...(held.get(key) as RecordHit) }));
    },
    forgetManifest: memory.forget,
  };
}
