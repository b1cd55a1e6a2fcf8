import { ApiError } from '../core/errors.ts';
import { UnusableInput } from '../core/inputs.ts';
import { quoted } from '../core/one-line.ts';
import { readCoverage } from '../core/records/coverage.ts';
import type { RecordDataset } from '../core/records/dataset.ts';
import {
  abandonImport,
  abandonStalled,
  beginImport,
  type ImportMode,
  readStarted,
  type StartedImport,
} from '../store/imports.ts';
import { type LoadCount, Loading, MAX_QUERIES } from './loading.ts';
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
  /**
   * `all`, or places the file is complete for, with commas; null takes the area codes that occur in
   * it.
   */
  coverage?: string | null;
  /**
   * The import an earlier part began; what is said of the file is then what that part said. Null
   * begins one.
   */
  importId?: number | null;
  /** Line of the part to go on from, when an earlier call did not come to its end. */
  fromLine?: number | null;
  /**
   * More parts follow: nothing becomes visible yet. Each part is a file of its own, its header
   * included.
   */
  more?: boolean;
}

/** What was counted of the file or part, and of which import it is. */
export interface ImportReport extends LoadCount {
  dataset: string;
  mode: ImportMode;
  importId: number;
  /** False while more parts, or the rest of this one, are awaited. */
  complete: boolean;
  /**
   * Send the same part again with this as `fromLine`: one call may not store more. Null: the part
   * is stored.
   */
  nextLine: number | null;
}

/**
 * Keys that are counted or covered by prefix are there or not; of the others a file knows only some
 * places.
 */
const hasCoverage = ({ keys, storage }: RecordDataset): boolean =>
  keys.every(({ kind }) => kind === 'phone_number') && storage !== 'reports';

/** @throws ApiError NOT_FOUND naming the data sets there are */
function findDataset(
  datasets: Readonly<Record<string, RecordDataset>>,
  name: string,
): RecordDataset {
  const dataset = new Map(Object.entries(datasets)).get(name);
  if (!dataset)
    throw new ApiError(
      'NOT_FOUND',
      `There is no data set ${quoted(name)}; there are ${Object.keys(datasets).join(', ')}.`,
    );
  return dataset;
}

/**
 * @throws ApiError INVALID_INPUT for a coverage that cannot be read, or of a data set that has none
 */
function coverageOf({ coverage }: ImportRequest, dataset: RecordDataset): string[] | null {
  if ((coverage ?? null) === null) return null;
  if (!hasCoverage(dataset))
    throw new ApiError('INVALID_INPUT', 'coverage: this data set has none.');
  try {
    return readCoverage(coverage as string);
  } catch (error) {
    if (error instanceof UnusableInput)
      throw new ApiError('INVALID_INPUT', `coverage: ${error.message}.`);
    throw error;
  }
}

async function begin(
  request: ImportRequest,
  { db, clock, datasets }: RecordPorts,
): Promise<StartedImport> {
  const { dataset, mode, source, asOf } = request;
  const known = findDataset(datasets, dataset);
  const now = clock.now();
  const id =
    request.importId ??
    (await beginImport(
      db,
      {
        dataset,
        mode,
        source,
        asOf: asOf ?? new Date(now).toISOString(),
        coverage: coverageOf(request, known),
        covered: hasCoverage(known),
      },
      now,
    ));
  if (id === null)
    throw new ApiError(
      'IDEMPOTENCY_CONFLICT',
      `Another import of ${quoted(dataset)} is under way; try again shortly.`,
    );
  const started = await readStarted(db, dataset, id);
  if (!started)
    throw new ApiError('NOT_FOUND', `No import ${id} of ${quoted(dataset)} is under way.`);
  return started;
}

/**
 * Reads and stores one file or part; the last one makes the import visible, unless no row of it was
 * usable.
 */
async function load(
  started: StartedImport,
  request: ImportRequest,
  ports: RecordPorts,
  maxQueries: number,
): Promise<LoadCount & Pick<ImportReport, 'complete' | 'nextLine'>> {
  const dataset = findDataset(ports.datasets, request.dataset);
  const writer = await openWriter(started, dataset, ports);
  const loading = new Loading(started.id, writer, ports, maxQueries);
  const fromLine = request.fromLine ?? 0;
  for await (const rows of readRows(request.body, request.format, dataset))
    await loading.add(fromLine === 0 ? rows : rows.filter(({ line }) => line >= fromLine));
  await loading.finish();
  const { count, nextLine } = loading;
  if (request.more || nextLine !== null) return { ...count, complete: false, nextLine };
  if (writer.keys === 0 && count.rejectedCount === 0 && started.mode === 'replace') {
    throw new ApiError('INVALID_INPUT', 'The file has no rows; it would leave the data set empty.');
  }
  if (writer.keys === 0) await abandonImport(ports.db, started.id);
  else if (!(await writer.commit())) throw new ApiError('SERVICE_BUSY');
  ports.onImported();
  return { ...count, complete: true, nextLine };
}

/**
 * Imports a file of any size, batch by batch; readers see nothing of it until all of it, its last
 * part included, is stored. A file in which no row is usable changes nothing. What one call may not
 * store is left for the next.
 * @param maxQueries D1 statements after which the call stops between rows
 * @throws ApiError NOT_FOUND (no such data set, no such import), IDEMPOTENCY_CONFLICT (another
 * import of it is
 *   loading), INVALID_INPUT (the file or its coverage cannot be read); nothing of the file is then
 * visible, and a later part may be sent again
 */
export async function importRecords(
  request: ImportRequest,
  ports: RecordPorts,
  maxQueries = MAX_QUERIES,
): Promise<ImportReport> {
  findDataset(ports.datasets, request.dataset);
  await abandonStalled(ports.db, ports.clock.now());
  const started = await begin(request, ports);
  try {
    const loaded = await load(started, request, ports, maxQueries);
    return {
      dataset: started.dataset,
      mode: started.mode,
      importId: started.id,
      ...loaded,
    };
  } catch (error) {
    // Best effort: an import that cannot be marked stands still and is swept later, as is one whose
    // part is not sent again.
    if ((request.importId ?? null) === null)
      await abandonImport(ports.db, started.id).catch(() => undefined);
    throw error;
  }
}
