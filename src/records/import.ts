import { ApiError } from '../lib/errors.ts';
import { UnusableInput } from '../lib/inputs.ts';
import { quoted } from '../lib/text.ts';
import { DAY_MS } from '../lib/time.ts';
import type { RecordDataset } from '../lookup/datasets/dataset.ts';
import { FULL_COVERAGE, parseCoverage } from '../lookup/records/coverage.ts';
import type { RecordPorts } from './ports.ts';
import { type FileRow, type RecordFormat, readRows } from './rows.ts';
import {
  abandonImport,
  abandonStalled,
  beginImport,
  type ImportMode,
  STALL_MS,
  type StartedImport,
  takeTurn,
  touchImport,
} from './store.ts';
import { openWriter, type RecordWriter, type RejectedRow } from './writers.ts';

/** Row counts of a file or part: inserted + updated + rejectedCount = its rows. */
interface LoadCount {
  /** Keys that were not visible before. */
  inserted: number;
  /** Rows whose key was visible before or is repeated in the file; the last row wins. */
  updated: number;
  rejectedCount: number;
  /** The first {@link MAX_LISTED_REJECTIONS} rejected rows. */
  rejected: RejectedRow[];
  /** Stored rows that no lookup returns. */
  withheldCount: number;
}

export const MAX_LISTED_REJECTIONS = 100;

/**
 * D1 statements per call. An invocation may make 1,000 queries (Workers Paid, "Limits"), and the
 * purge after the import needs some of them.
 */
const MAX_QUERIES = 500;

/** How far ahead of UTC the date of a file may be. */
const MAX_AS_OF_AHEAD_MS = DAY_MS;

/** Heartbeat interval of an import that stores nothing. */
const HEARTBEAT_MS = 60_000;

/** Passes the rows of a file to a writer and counts the results, within the limits of one call. */
class RowLoader {
  readonly count: LoadCount = {
    inserted: 0,
    updated: 0,
    rejectedCount: 0,
    rejected: [],
    withheldCount: 0,
  };
  /** Line of the first row that this call did not store; null if it stored all. */
  nextLine: number | null = null;
  #sent = 0;
  #queries = 0;
  #aliveAt: number;
  readonly #started: StartedImport;
  readonly #writer: RecordWriter;
  readonly #ports: RecordPorts;
  readonly #maxQueries: number;

  constructor(
    started: StartedImport,
    writer: RecordWriter,
    ports: RecordPorts,
    maxQueries: number,
  ) {
    this.#started = started;
    this.#writer = writer;
    this.#ports = ports;
    this.#maxQueries = maxQueries;
    this.#aliveAt = ports.clock.now();
  }

  /** Adds rows; those beyond the limits of this call are skipped. */
  async add(rows: readonly FileRow[]): Promise<void> {
    for (const row of rows) {
      if (this.nextLine !== null) return;
      if (this.#queries >= this.#maxQueries) {
        this.nextLine = row.line;
        return;
      }
      this.#add(row);
      if (this.#writer.full) await this.#flush();
    }
    await this.#heartbeat();
  }

  async finish(): Promise<void> {
    await this.#flush();
    this.count.withheldCount = this.#writer.withheld;
    await this.#writer.finishPart();
  }

  async #flush(): Promise<void> {
    const fresh = await this.#writer.flush();
    this.#queries += this.#writer.flushQueries;
    const { rejected } = this.#writer;
    this.count.inserted += fresh;
    this.count.updated += this.#sent - fresh - rejected.length;
    for (const row of rejected) this.#reject(row);
    this.#sent = 0;
    this.#aliveAt = this.#ports.clock.now();
  }

  #add(row: FileRow): void {
    try {
      if ('problem' in row) throw new UnusableInput(row.problem);
      this.#writer.add(row.columns, row.line);
      this.#sent += 1;
    } catch (error) {
      if (!(error instanceof UnusableInput)) throw error;
      this.#reject({ line: row.line, reason: error.message });
    }
  }

  #reject(row: RejectedRow): void {
    this.count.rejectedCount += 1;
    if (this.count.rejected.length < MAX_LISTED_REJECTIONS) this.count.rejected.push(row);
  }

  /** Heartbeat, so that a file which arrives slowly is not taken for a crashed import. */
  async #heartbeat(): Promise<void> {
    const { db, clock } = this.#ports;
    if (clock.now() - this.#aliveAt < HEARTBEAT_MS) return;
    this.#aliveAt = clock.now();
    this.#queries += 1;
    await touchImport(db, this.#started, 0, this.#aliveAt);
  }
}

export interface ImportRequest {
  dataset: string;
  mode: ImportMode;
  /** Null to detect it. */
  format: RecordFormat | null;
  /** Publisher of the file; null if unknown. */
  source: string | null;
  /** ISO 8601 date or time of the file's content; null for the time of the import. */
  asOf: string | null;
  body: ReadableStream<Uint8Array>;
  /** `all`, or comma-separated places for which the file is complete; null: only its own keys. */
  coverage?: string | null;
  /** Import begun by an earlier part, with the file's metadata; null begins a new one. */
  importId?: number | null;
  /** Line at which to continue a part that an earlier call did not finish. */
  fromLine?: number | null;
  /** More parts follow, so nothing becomes visible yet. Each part is a file with a header. */
  more?: boolean;
}

/** @throws ApiError NOT_FOUND that lists the known data sets */
function findDataset(datasets: Readonly<Record<string, RecordDataset>>, name: string) {
  const dataset = new Map(Object.entries(datasets)).get(name);
  if (!dataset)
    throw new ApiError(
      'NOT_FOUND',
      `There is no data set ${quoted(name)}; there are ${Object.keys(datasets).join(', ')}.`,
    );
  return dataset;
}

/** @throws ApiError INVALID_INPUT for an unreadable coverage, or one that the data set lacks */
function requestedCoverage({ coverage }: ImportRequest, dataset: RecordDataset): string[] {
  if (typeof coverage !== 'string') return [];
  try {
    const places = parseCoverage(coverage);
    // Only phone numbers belong to places.
    const hasPlaces = dataset.keys.every(({ kind }) => kind === 'phone_number');
    if (!hasPlaces && places.some((place) => place !== FULL_COVERAGE))
      throw new UnusableInput(`this data set has no places; use ${FULL_COVERAGE}`);
    return places;
  } catch (error) {
    if (error instanceof UnusableInput)
      throw new ApiError('INVALID_INPUT', `coverage: ${error.message}.`, { param: 'coverage' });
    throw error;
  }
}

async function startOrResumeImport(request: ImportRequest, { db, clock, datasets }: RecordPorts) {
  const { dataset, mode, source, asOf } = request;
  const known = findDataset(datasets, dataset);
  const now = clock.now();
  if (asOf !== null && Date.parse(asOf) > now + MAX_AS_OF_AHEAD_MS)
    throw new ApiError('INVALID_INPUT', 'as_of: is in the future.', { param: 'as_of' });
  const id =
    request.importId ??
    (await beginImport(
      db,
      {
        dataset,
        mode,
        source,
        asOf: asOf ?? new Date(now).toISOString(),
        coverage: requestedCoverage(request, known),
      },
      now,
    ));
  if (id === null)
    throw new ApiError(
      'IDEMPOTENCY_CONFLICT',
      `Another import of ${quoted(dataset)} is in progress. An interrupted import is abandoned after five minutes without a part.`,
      { headers: { 'Retry-After': String(STALL_MS / 1_000) } },
    );
  const started = await takeTurn(db, dataset, id);
  if (!started)
    throw new ApiError('NOT_FOUND', `No import ${id} of ${quoted(dataset)} is in progress.`, {
      param: 'import',
    });
  return started;
}

/** Loads a file or part; the last part makes the import visible, unless no row was usable. */
async function loadPart(
  started: StartedImport,
  request: ImportRequest,
  ports: RecordPorts,
  maxQueries: number,
) {
  const dataset = findDataset(ports.datasets, request.dataset);
  const writer = await openWriter(started, dataset, ports);
  const loading = new RowLoader(started, writer, ports, maxQueries);
  const fromLine = request.fromLine ?? 0;
  const columns = { ...dataset, ignored: new Set<string>() };
  for await (const rows of readRows(request.body, request.format, columns))
    await loading.add(fromLine === 0 ? rows : rows.filter(({ line }) => line >= fromLine));
  await loading.finish();
  const { nextLine } = loading;
  const count = { ...loading.count, ignoredColumns: [...columns.ignored] };
  if (request.more || nextLine !== null) return { ...count, complete: false, nextLine };
  if (writer.keys === 0 && count.rejectedCount === 0 && started.mode === 'replace') {
    throw new ApiError('INVALID_INPUT', 'The file has no rows and would leave the data set empty.');
  }
  if (writer.keys === 0) await abandonImport(ports.db, started.id);
  else if (!(await writer.commit())) throw new ApiError('SERVICE_BUSY');
  ports.onImported();
  return { ...count, complete: true, nextLine };
}

/**
 * Imports a file of any size in batches. Readers see none of it until all parts are stored. A file
 * without a usable row changes nothing. What exceeds the limits of one call is left to the next.
 * @param maxQueries D1 statements after which the call stops between rows
 * @returns `complete` is false while more parts, or the rest of this one, are expected; `nextLine`
 * is the `fromLine` to send the same part again with, null if all of it is stored
 * @throws ApiError NOT_FOUND (no such data set or import), IDEMPOTENCY_CONFLICT (another import of
 * the data set is loading), INVALID_INPUT (unreadable file or coverage); none of the file is
 * visible then, and a later part may be sent again
 */
export async function importRecords(
  request: ImportRequest,
  ports: RecordPorts,
  maxQueries = MAX_QUERIES,
) {
  findDataset(ports.datasets, request.dataset);
  await abandonStalled(ports.db, ports.clock.now());
  const started = await startOrResumeImport(request, ports);
  try {
    const loaded = await loadPart(started, request, ports, maxQueries);
    const { dataset, mode, id: importId } = started;
    return { dataset, mode, importId, ...loaded };
  } catch (error) {
    // Best effort: an import that cannot be marked as abandoned counts as crashed and is purged
    // later, and so is one whose part is not sent again.
    if ((request.importId ?? null) === null)
      await abandonImport(ports.db, started.id).catch(() => undefined);
    throw error;
  }
}
