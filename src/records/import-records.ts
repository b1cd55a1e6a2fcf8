import { ApiError } from '../core/errors.ts';
import {
  abandonImport,
  abandonStalled,
  beginImport,
  type ImportMode,
  readStarted,
  type StartedImport,
} from '../store/imports.ts';
import { findDataset } from './find-dataset.ts';
import { type LoadCount, Loading } from './loading.ts';
import { openWriter } from './open-writer.ts';
import type { RecordPorts } from './ports.ts';
import { type RecordFormat, readRows } from './read-rows.ts';

export interface ImportRequest {
  dataset: string;
  mode: ImportMode;
  /** Null when the sender did not say. */
  format: RecordFormat | null;
  /** Who made the file; null when the operator did not say. */
  source: string | null;
  /** ISO 8601 date or time of the file's content; null takes the time of the import. */
  asOf: string | null;
  body: ReadableStream<Uint8Array>;
  /** The import an earlier part began; this one's mode, source and date are then that import's. Null begins one. */
  importId?: number | null;
  /** More parts follow: nothing becomes visible yet. Each part is a file of its own, its header included. */
  more?: boolean;
}

/** What was counted of the file or part, and of which import it is. */
export interface ImportReport extends LoadCount {
  dataset: string;
  mode: ImportMode;
  importId: number;
  /** False while more parts are awaited. */
  complete: boolean;
}

async function begin(request: ImportRequest, { db, clock }: RecordPorts): Promise<StartedImport> {
  const { dataset, mode, source, asOf } = request;
  const now = clock.now();
  const id =
    request.importId ??
    (await beginImport(
      db,
      { dataset, mode, source, asOf: asOf ?? new Date(now).toISOString() },
      now,
    ));
  if (id === null)
    throw new ApiError(
      'IDEMPOTENCY_CONFLICT',
      `Another import of ${dataset} is under way; try again shortly.`,
    );
  const started = await readStarted(db, dataset, id);
  if (!started) throw new ApiError('NOT_FOUND', `No import ${id} of ${dataset} is under way.`);
  return started;
}

/** Reads and stores one file or part; the last one makes the import visible, unless no row of it was usable. */
async function load(
  started: StartedImport,
  request: ImportRequest,
  ports: RecordPorts,
): Promise<LoadCount> {
  const dataset = findDataset(ports.datasets, request.dataset);
  const writer = await openWriter(started, dataset, ports);
  const loading = new Loading(started.id, writer, ports);
  for await (const rows of readRows(request.body, request.format, dataset.keyColumn))
    await loading.add(rows);
  await loading.flush();
  await writer.finishPart();
  if (request.more) return loading.count;
  if (writer.keys === 0 && loading.count.rejectedCount === 0 && started.mode === 'replace') {
    throw new ApiError('INVALID_INPUT', 'The file has no rows; it would leave the data set empty.');
  }
  if (writer.keys === 0) await abandonImport(ports.db, started.id);
  else if (!(await writer.commit())) throw new ApiError('SERVICE_BUSY');
  ports.onImported();
  return loading.count;
}

/**
 * Imports a file of any size, batch by batch; readers see nothing of it until all of it, its last part included,
 * is stored. A file in which no row is usable changes nothing.
 * @throws ApiError NOT_FOUND (no such data set, no such import), IDEMPOTENCY_CONFLICT (another import of it is
 *   loading), INVALID_INPUT (the file cannot be read); nothing of the file is then visible, and a later part may be sent again
 */
export async function importRecords(
  request: ImportRequest,
  ports: RecordPorts,
): Promise<ImportReport> {
  findDataset(ports.datasets, request.dataset);
  await abandonStalled(ports.db, ports.clock.now());
  const started = await begin(request, ports);
  try {
    const count = await load(started, request, ports);
    return {
      dataset: started.dataset,
      mode: started.mode,
      importId: started.id,
      complete: !request.more,
      ...count,
    };
  } catch (error) {
    // Best effort: an import that cannot be marked stands still and is swept later, as is one whose part is not sent again.
    if ((request.importId ?? null) === null)
      await abandonImport(ports.db, started.id).catch(() => undefined);
    throw error;
  }
}
