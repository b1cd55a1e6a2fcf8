import { ApiError } from '../core/errors.ts';
import type { JobState } from '../core/jobs/bulk.ts';
import type { FinishedChunk } from './job-state.ts';
import type { BulkPorts } from './ports.ts';
import { currentState, type NamedJob, requireJob } from './read-jobs.ts';
import { type ResultRecord, readFinished } from './row-records.ts';
import { CHUNK_LOOKUPS } from './rows.ts';

export const MAX_RESULT_ROWS = 1_000;

export interface ResultsRequest extends NamedJob {
  limit: number;
  /** Position in the order the rows were sent. */
  offset: number;
  /** Takes the place of the offset. */
  cursor: string | null;
}

export interface ResultsPage {
  state: JobState;
  rows: ResultRecord[];
  nextCursor: string | null;
}

const CURSOR = /^row_(\d{1,6})$/;

function startOf({ offset, cursor }: ResultsRequest): number {
  if (cursor === null) return offset;
  const match = CURSOR.exec(cursor);
  if (!match) throw new ApiError('INVALID_INPUT', 'cursor: is not a cursor of this listing.');
  return Number(match[1]);
}

/**
 * Chunks that may hold rows of this page: as many as it could span, and one more to tell whether
 * there is another page.
 */
const chunksFor = (limit: number): number => Math.ceil(limit / CHUNK_LOOKUPS) + 2;

/**
 * Rows that have ended, in the order they were sent. A page reads only the chunks it shows, so the
 * last page costs what the first does. While a job runs, rows that have not ended are left out.
 * @throws ApiError NOT_FOUND, INVALID_INPUT for a cursor that is none of ours
 */
export async function readResults(
  request: ResultsRequest,
  ports: Pick<BulkPorts, 'db' | 'jobs' | 'files' | 'products'>,
): Promise<ResultsPage> {
  const row = await requireJob(request, ports);
  const state = await currentState(row, ports);
  const start = startOf(request);
  const end: ResultsPage = { state, rows: [], nextCursor: null };
  if (row.tidiedAt !== null || start >= state.total) return end;
  const { limit, jobId } = request;
  const chunks = await ports.jobs.finished(jobId, start, chunksFor(limit));
  const read = async (chunk: FinishedChunk) =>
    (await readFinished(row, chunk, ports.files)).map((record, index) => ({
      record,
      position: chunk.place.row + index,
    }));
  const found = (await Promise.all(chunks.map(read)))
    .flat()
    .filter(({ position }) => position >= start);
  const next = found[limit];
  return {
    state,
    rows: found.slice(0, limit).map(({ record }) => record),
    nextCursor: next ? `row_${next.position}` : null,
  };
}
