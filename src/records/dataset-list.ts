import * as z from 'zod';
import type { RecordDataset } from '../lookup/datasets/dataset.ts';
import { readManifest } from '../lookup/records/store.ts';
import type { RecordPorts } from './ports.ts';

interface ListedDataset {
  name: string;
  description: string;
  columns: string[];
  /** What a row is found by: the columns of each key. */
  keyColumns: (readonly string[])[];
  requiredColumns: string[];
  /** Column → what it holds. */
  columnNotes: Record<string, string>;
  rows: number;
  /** ISO 8601; null when nothing was imported. */
  asOf: string | null;
  /** Who made the newest file; null when the operator did not say. */
  source: string | null;
  /** Milliseconds since the epoch. */
  importedAt: number | null;
  /** What the files are complete for besides their own keys; null when nothing was imported. */
  coverage: string[] | null;
}

function describeColumns({ keys, row }: RecordDataset) {
  const columns = Object.keys(row.shape);
  const notes = columns.map((name) => [name, (row.shape[name] as z.ZodType).description ?? '']);
  const requiredColumns =
    z.toJSONSchema(row, { io: 'input', unrepresentable: 'any' }).required ?? [];
  return {
    columns,
    keyColumns: keys.map((key) => key.columns),
    requiredColumns,
    columnNotes: Object.fromEntries(notes) as Record<string, string>,
  };
}

/** Every data set the service knows, imported or not. */
export async function listDatasets(
  ports: Pick<RecordPorts, 'db' | 'datasets'>,
): Promise<ListedDataset[]> {
  const manifest = await readManifest(ports.db);
  return Object.entries(ports.datasets).map(([name, dataset]) => {
    const { rows, asOf, source, importedAt, coverage } = manifest.get(name) ?? {
      rows: 0,
      asOf: null,
      source: null,
      importedAt: null,
      coverage: null,
    };
    return {
      name,
      description: dataset.description,
      ...describeColumns(dataset),
      rows,
      asOf,
      source,
      importedAt,
      coverage: coverage && [...coverage],
    };
  });
}
