import { ApiError } from '../core/errors.ts';
import type { RecordDataset } from '../core/record-datasets.ts';
import { abandonImport, abandonStalled, beginImport, commitImport, type ImportMode } from '../store/imports.ts';
import { findDataset } from './find-dataset.ts';
import { type ImportReport, Loading } from './loading.ts';
import type { RecordPorts } from './ports.ts';
import { type RecordFormat, readRows } from './read-rows.ts';

export interface ImportRequest {
  dataset: string;
  mode: ImportMode;
  format: RecordFormat;
  /** Who made the file; null when the operator did not say. */
  source: string | null;
  /** ISO 8601 date or time of the file's content; null takes the time of the import. */
  asOf: string | null;
  body: ReadableStream<Uint8Array>;
}

async function load(loading: Loading, dataset: RecordDataset, request: ImportRequest): Promise<void> {
  for await (const rows of readRows(request.body, request.format, dataset.keyColumn)) {
    for (const row of rows) {
      loading.add(dataset, row);
      if (loading.full) await loading.flush();
    }
  }
  await loading.flush();
}

/**
 * Imports a file of any size, batch by batch; readers see nothing of it until all of it is stored.
 * A file in which no row is usable changes nothing.
 * @throws ApiError NOT_FOUND (no such data set), IDEMPOTENCY_CONFLICT (another import of it is loading),
 *   INVALID_INPUT (the file cannot be read); nothing of the file is then visible
 */
export async function importRecords(request: ImportRequest, ports: RecordPorts): Promise<ImportReport> {
  const { db, clock } = ports;
  const dataset = findDataset(ports.datasets, request.dataset);
  const startedAt = clock.now();
  await abandonStalled(db, startedAt);
  const kind = {
    dataset: request.dataset,
    mode: request.mode,
    source: request.source,
    asOf: request.asOf ?? new Date(startedAt).toISOString(),
  };
  const id = await beginImport(db, kind, startedAt);
  if (id === null) throw new ApiError('IDEMPOTENCY_CONFLICT', `Another import of ${request.dataset} is under way; try again shortly.`);
  try {
    const loading = new Loading(id, request.dataset, request.mode, ports);
    await load(loading, dataset, request);
    const { report, keys } = loading;
    if (keys === 0 && report.rejectedCount === 0 && request.mode === 'replace') {
      throw new ApiError('INVALID_INPUT', 'The file has no rows; it would leave the data set empty.');
    }
    if (keys === 0) await abandonImport(db, id);
    else if (!(await commitImport(db, id, kind, keys, report.inserted, clock.now()))) throw new ApiError('SERVICE_BUSY');
    ports.onImported();
    return report;
  } catch (error) {
    // Best effort: an import that cannot be marked stands still and is swept later.
    await abandonImport(db, id).catch(() => undefined);
    throw error;
  }
}
