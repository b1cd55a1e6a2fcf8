import { COMPLAINT_FEEDS } from '../core/complaint-datasets.ts';
import type { Blobs, RecordHit } from '../core/ports.ts';
import type { RecordDataset } from '../core/record-datasets.ts';
import type { Database } from './database.ts';
import { holdsNumber } from './number-set/find-number.ts';
import { readIndex, type SetIndex } from './number-set/set-index.ts';
import type { RecordStore } from './records.ts';
import { findReports } from './reports.ts';

type Hit = readonly [dataset: string, hit: RecordHit];

export interface RoutingPorts {
  db: Database;
  blobs: Blobs;
  datasets: Readonly<Record<string, RecordDataset>>;
}

/** Sets of numbers, with the isolate's memory of their indexes: an import never changes one it has published. */
function numberSets(rows: RecordStore, blobs: Blobs) {
  const indexes = new Map<string, { importId: number; index: SetIndex }>();

  async function indexOf(dataset: string, importId: number): Promise<SetIndex> {
    const held = indexes.get(dataset);
    if (held?.importId === importId) return held.index;
    const index = await readIndex(blobs, dataset, importId);
    if (!index) throw new Error(`the number set ${dataset} has no index of import ${importId}`);
    indexes.set(dataset, { importId, index });
    return index;
  }

  async function look(dataset: string, key: string): Promise<Hit[]> {
    const imported = await rows.imported(dataset);
    if (!imported) return [];
    const held = await holdsNumber(blobs, dataset, await indexOf(dataset, imported.id), key);
    return held ? [[dataset, { data: {}, asOf: imported.asOf }]] : [];
  }

  return {
    /** A set that was replaced twice since this isolate last looked has lost the bytes it knew: it then looks again. */
    find: (dataset: string, key: string): Promise<Hit[]> =>
      look(dataset, key).catch(() => {
        rows.forgetManifest();
        return look(dataset, key);
      }),
  };
}

/** The Records port over every way data sets are kept; those kept as rows are answered by `rows`. */
export function routeRecords(
  rows: RecordStore,
  { db, blobs, datasets }: RoutingPorts,
): RecordStore {
  const sets = numberSets(rows, blobs);
  const storageOf = (dataset: string) => datasets[dataset]?.storage ?? 'rows';

  async function reports(dataset: string, key: string): Promise<Hit[]> {
    const found = await findReports(db, key);
    return found ? [[dataset, { data: { counts: found.counts }, asOf: found.asOf }]] : [];
  }

  return {
    ...rows,
    async has(dataset) {
      const parts = storageOf(dataset) === 'reports' ? [dataset, ...COMPLAINT_FEEDS] : [dataset];
      return (await Promise.all(parts.map((part) => rows.has(part)))).includes(true);
    },
    async find(asked, key) {
      const plain = asked.filter((dataset) => storageOf(dataset) === 'rows');
      const others = asked.filter((dataset) => storageOf(dataset) !== 'rows');
      const [found, ...hits] = await Promise.all([
        plain.length > 0 ? rows.find(plain, key) : {},
        ...others.map((dataset) =>
          storageOf(dataset) === 'number_set' ? sets.find(dataset, key) : reports(dataset, key),
        ),
      ]);
      return { ...found, ...Object.fromEntries(hits.flat()) };
    },
  };
}
