import * as z from 'zod';
import type { RecordDataset } from '../lookup/datasets/dataset.ts';
import { readManifest } from '../lookup/records/coverage.ts';
import type { RecordPorts } from './ports.ts';

function describeColumns({ keys, row }: RecordDataset) {
  const columns = Object.keys(row.shape);
  const notes = columns.map(
    (name) => [name, (row.shape[name] as z.ZodType).description ?? ''] as const,
  );
  const requiredColumns =
    z.toJSONSchema(row, { io: 'input', unrepresentable: 'any' }).required ?? [];
  return {
    columns,
    keyColumns: keys.map((key) => key.columns),
    requiredColumns,
    columnNotes: Object.fromEntries(notes),
  };
}

const NEVER_IMPORTED = { rows: 0, asOf: null, source: null, importedAt: null, coverage: null };

/**
 * All data sets of the service, imported or not. Null fields were not declared, or nothing was
 * imported. `keyColumns`: columns of each key; `importedAt`: milliseconds since the epoch.
 */
export async function listDatasets(ports: Pick<RecordPorts, 'db' | 'datasets'>) {
  const manifest = await readManifest(ports.db);
  return Object.entries(ports.datasets).map(([name, dataset]) => {
    const { coverage, ...imported } = manifest.get(name) ?? NEVER_IMPORTED;
    return {
      name,
      description: dataset.description,
      ...describeColumns(dataset),
      ...imported,
      coverage: coverage && [...coverage],
    };
  });
}
