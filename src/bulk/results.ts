import type { ErrorCode } from '../lib/errors.ts';
import { yieldToEventLoop } from '../lib/limiter.ts';
import { parseRowNumber } from '../lib/page.ts';
import type { LookupData } from '../lookup/envelope.ts';
import { isGoodAnswer } from '../lookup/jobs/files.ts';
import type { JobOrder, JobSnapshot } from '../lookup/jobs/job.ts';
import type { DatedFact } from '../lookup/pipeline/answer.ts';
import type { ChunkPayments, FinishedChunk, PaymentRefusal, RowPayment } from './job-state.ts';
import { currentJobState, type JobSelector, requireJob } from './jobs.ts';
import type { BulkPorts } from './ports.ts';
import { CHUNK_LOOKUPS, type Chunk, decodeRows, type PlannedRow } from './rows.ts';
import { jobKeys } from './store-files.ts';

interface RecordBase {
  /** UUID of the row; also the id of its lookup and of its ledger entry. */
  id: string;
  /** Trimmed input as sent. */
  input: string;
  startedAt: number;
  endedAt: number;
}

export type RowOutcome =
  /** `isFilled`: whether the row of a file has other cells than the looked-up ones. */
  | { state: 'skipped'; isFilled: boolean }
  /** `of`: position of the row that it repeats. */
  | { state: 'duplicate'; of: number }
  | { state: 'failed'; code: ErrorCode; message: string }
  /**
   * Its source failed, or the consumer did not reach it. The next attempt looks it up, after
   * `waitSeconds` at the earliest.
   */
  | { state: 'waiting'; code: ErrorCode; message: string; tries: number; waitSeconds: number }
  | {
      state: 'found';
      price: number;
      inputHash: string;
      /** Data version, if only tables have answered; null if other sources have. */
      tables: number | null;
      /** Answer; its credits are filled in when it is read, as the charge is not known before. */
      data: LookupData;
      /** Set if the answer knows nothing about its subject. */
      isFound?: false;
      /** For the cache of single lookups; absent if it came from there or rests on tables. */
      found?: DatedFact;
    };

/** Result of a row before payment, written once per attempt and never changed. */
export type AttemptResult = RecordBase & RowOutcome;

export const ROW_STATUSES = ['completed', 'failed', 'skipped', 'duplicate'] as const;
export interface ResultRecord extends RecordBase {
  status: (typeof ROW_STATUSES)[number];
  credits: number;
  data: LookupData | null;
  isGood: boolean;
  errorCode: ErrorCode | null;
  errorMessage: string | null;
  /** For a duplicate, the index of the row that it repeats; else null. */
  repeats: number | null;
}

export const encodeRecords = (records: readonly AttemptResult[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

/** Decodes {@link encodeRecords}. Not validated, because the objects are the service's own. */
export const decodeRecords = (text: string): AttemptResult[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as AttemptResult);

const POSITION_DIGITS = 12;

/** Deterministic UUID of a row: the job's own with the row's position as last group. */
export const rowId = (jobId: string, position: number): string =>
  jobId.slice(jobId.indexOf('_') + 1, -POSITION_DIGITS) +
  position.toString(16).padStart(POSITION_DIGITS, '0');

export const outcomeWithoutLookup = ({ repeats, cells = [] }: PlannedRow): RowOutcome =>
  repeats === null
    ? { state: 'skipped', isFilled: cells.some((cell) => cell.trim() !== '') }
    : { state: 'duplicate', of: repeats };

/** Run-length encodes payments, one per row. */
export function packPayments(payments: readonly RowPayment[]): ChunkPayments {
  const packed: ChunkPayments = [];
  let last: string | null = null;
  for (const payment of payments) {
    const text = JSON.stringify(payment);
    const run = packed.at(-1);
    if (run && text === last) run[0] += 1;
    else packed.push([1, payment]);
    last = text;
  }
  return packed;
}

/** Decodes {@link packPayments} to one payment per row. */
export const unpackPayments = (packed: ChunkPayments): RowPayment[] =>
  packed.flatMap(([rows, payment]) => Array<RowPayment>(rows).fill(payment));

const skippedReason = (isFilled: boolean): string =>
  isFilled ? 'The row has no value to look up.' : 'The row is empty.';

/** Final record of a row. @param payment payment of a row with an answer */
function resultRecordOf(attempted: AttemptResult, payment: RowPayment): ResultRecord {
  const { id, input, startedAt, endedAt } = attempted;
  const times = { id, input, startedAt, endedAt };
  const ended = { ...times, credits: 0, data: null, isGood: false, repeats: null };
  const fine = { ...ended, errorCode: null };
  const failed = ({ code, message }: PaymentRefusal): ResultRecord => ({
    ...ended,
    status: 'failed',
    errorCode: code,
    errorMessage: message,
  });
  switch (attempted.state) {
    case 'skipped':
      return { ...fine, status: 'skipped', errorMessage: skippedReason(attempted.isFilled) };
    case 'duplicate':
      return {
        ...fine,
        status: 'duplicate',
        repeats: attempted.of,
        errorMessage: `The row repeats row ${attempted.of + 1}.`,
      };
    case 'failed':
    case 'waiting':
      return failed(attempted);
    case 'found': {
      if (!payment) throw new Error('a row that was found is neither paid nor refused');
      if ('code' in payment) return failed(payment);
      const { creditsUsed, cachedAt, left } = payment;
      const charged = {
        credits_used: creditsUsed,
        credits_remaining: left,
        ...(cachedAt !== null && { cache_hit: true, cached_at: new Date(cachedAt).toISOString() }),
      };
      const data = { ...attempted.data, metadata: { ...attempted.data.metadata, ...charged } };
      const isGood = isGoodAnswer(attempted.isFound !== false, data);
      const paid = { status: 'completed', credits: creditsUsed, data, isGood } as const;
      return { ...fine, ...paid, errorMessage: null };
    }
  }
}

/** Rows of a chunk whose object is lost: all failed, with unknown inputs. */
export const lostRows = (jobId: string, place: Chunk, at: number): AttemptResult[] =>
  Array.from({ length: place.rows }, (_, index) => ({
    id: rowId(jobId, place.row + index),
    input: '',
    startedAt: at,
    endedAt: at,
    state: 'failed',
    code: 'INTERNAL_ERROR',
    message: 'The service has lost this row.',
  }));

/**
 * The rows of a finished chunk: results with payments, or the planned rows if there was nothing to
 * look up. If the chunk's object is lost, all its rows have failed.
 */
export async function readChunkResults(
  { id, createdAt }: Pick<JobOrder, 'id' | 'createdAt'>,
  { chunk, place, attempt, payments, isDropped }: FinishedChunk,
  files: BulkPorts['files'],
): Promise<ResultRecord[]> {
  const isPlanned = place.lookups === 0 || isDropped;
  const text = isPlanned
    ? await files.readRows(id, place)
    : await files.read(jobKeys.attemptResult(id, chunk, attempt));
  if (text === null) return lostRows(id, place, createdAt).map((row) => resultRecordOf(row, null));
  if (!isPlanned) {
    const paid = unpackPayments(payments);
    return decodeRecords(text).map((row, index) => resultRecordOf(row, paid[index] ?? null));
  }
  return decodeRows(text).map((row, index) => {
    const times = { startedAt: createdAt, endedAt: createdAt };
    const base = { id: rowId(id, place.row + index), input: row.text, ...times };
    return resultRecordOf({ ...base, ...outcomeWithoutLookup(row) }, null);
  });
}

/**
 * Results by chunk, in order: one chunk in memory while the next is being read, with a yield to the
 * event loop in between.
 */
export async function* readResultsByChunk(
  order: Pick<JobOrder, 'id' | 'createdAt'>,
  chunks: readonly FinishedChunk[],
  files: BulkPorts['files'],
): AsyncGenerator<ResultRecord[]> {
  const read = (position: number) => {
    const chunk = chunks[position];
    const rows = chunk ? readChunkResults(order, chunk, files) : null;
    // A failure is handled when it is awaited.
    rows?.catch(() => undefined);
    return rows;
  };
  let next = read(0);
  for (let position = 1; next !== null; position++) {
    const records = await next;
    next = read(position);
    await yieldToEventLoop();
    yield records;
  }
}

export const MAX_RESULT_ROWS = 1_000;

interface ResultsRequest extends JobSelector {
  limit: number;
  /** Position in the order in which the rows were sent. */
  offset: number;
  /** Replaces the offset. */
  cursor: string | null;
}

export interface ResultsPage {
  state: JobSnapshot;
  rows: ResultRecord[];
  nextCursor: string | null;
  /** False if the page ends at a row that has not ended; the next page begins with it. */
  isComplete: boolean;
}

/**
 * Chunks to read for a page: as many as it could span, and one more to detect another page.
 */
const chunksToRead = (limit: number): number => Math.ceil(limit / CHUNK_LOOKUPS) + 2;

/** The chunks up to the first gap. @returns them, and the row at which they end */
function unbrokenChunks(
  chunks: readonly FinishedChunk[],
  start: number,
): [FinishedChunk[], number] {
  let end = start;
  const isNext = ({ place }: FinishedChunk): boolean => {
    if (place.row > end) return false;
    end = place.row + place.rows;
    return true;
  };
  const gap = chunks.findIndex((chunk) => !isNext(chunk));
  return [gap < 0 ? [...chunks] : chunks.slice(0, gap), end];
}

/**
 * Finished rows in the order in which they were sent. A page reads only its own chunks, so the last
 * page costs as much as the first. While a job runs, a page ends at the first unfinished row, so
 * that following the cursor skips none.
 * @throws ApiError NOT_FOUND, INVALID_INPUT for an invalid cursor
 */
export async function readResults(
  request: ResultsRequest,
  ports: Pick<BulkPorts, 'db' | 'jobs' | 'files' | 'products'>,
): Promise<ResultsPage> {
  const row = await requireJob(request, ports);
  const state = await currentJobState(row, ports);
  const start = parseRowNumber(request.cursor, 'row_') ?? request.offset;
  const end: ResultsPage = { state, rows: [], nextCursor: null, isComplete: true };
  if (row.tidiedAt !== null || start >= state.total) return end;
  const { limit, jobId } = request;
  const isOpen = state.endedAt === null;
  const finished = await ports.jobs.finished(jobId, start, chunksToRead(limit), isOpen);
  const [unbroken, endOfRows] = unbrokenChunks(finished, start);
  // Of a job that has ended, what is not there will not come: rows that had not begun are left out.
  const chunks = isOpen ? unbroken.filter(({ isDropped }) => !isDropped) : finished;
  const read = async (chunk: FinishedChunk) =>
    (await readChunkResults(row, chunk, ports.files)).map((record, index) => ({
      record,
      position: chunk.place.row + index,
    }));
  const found = (await Promise.all(chunks.map(read)))
    .flat()
    .filter(({ position }) => position >= start);
  const isComplete = !isOpen || found.length > limit || endOfRows >= state.total;
  const next = isComplete ? found[limit]?.position : endOfRows;
  return {
    state,
    rows: found.slice(0, limit).map(({ record }) => record),
    nextCursor: next === undefined ? null : `row_${next}`,
    isComplete,
  };
}
