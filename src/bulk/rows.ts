import { parseInCountry } from '../domain/phone/number.ts';
import { sha256Hex } from '../lib/bytes.ts';
import { ApiError } from '../lib/errors.ts';
import { withoutNulls } from '../lib/inputs.ts';
import { yieldToEventLoop } from '../lib/limiter.ts';
import type { MaybePromise } from '../lib/maybe-promise.ts';
import {
  type FreeRow,
  freeRow,
  MAX_UNUSABLE_ROWS,
  requireTableSize,
  type SentFile,
  type SentRow,
  type UnusableRow,
  unusableRow,
} from '../lookup/jobs/files.ts';
import { MAX_BULK_ROWS } from '../lookup/jobs/job.ts';
import type { ReceiverChoice } from '../lookup/jobs/webhooks.ts';
import { hashSubject } from '../lookup/pipeline/fact-cache.ts';
import { type AnyProduct, mainField, productCacheKey } from '../lookup/product.ts';
import type { StagedRows } from './store-files.ts';

export const CHUNK_LOOKUPS = 100;

/** Chunks a job or a run may have, at the least lookups of each. */
export const MAX_CHUNKS = 10_000;

/** Rows of a chunk: empty and repeated ones come on top of its lookups. */
const MAX_CHUNK_ROWS = 1_000;

/** Batch size between two yields to the event loop. */
const BATCH_ROWS = 50;

export interface PlannedRow {
  /** As it was sent, trimmed. */
  text: string;
  /** Position of the row that this one repeats; null when it repeats none. */
  repeats: number | null;
  /** Of a row of a file: its own cells. */
  cells?: readonly string[] | undefined;
}

export interface Chunk {
  /** Position of the first. */
  row: number;
  rows: number;
  /** Bytes of the object of rows. */
  offset: number;
  length: number;
  /** Rows to be looked up; the others have ended already. */
  lookups: number;
  skipped: number;
  duplicates: number;
  /** Bulk type of its product, where it is not that of the job. */
  type?: string;
}

/** A job's rows in chunks, and what they may cost. */
export interface RowPlan {
  chunks: Chunk[];
  /** Rows that can be looked up. */
  billable: number;
  /** Listed price of all of them, and of the dearest, in credits. */
  price: number;
  dearest: number;
  /** Rows the product cannot read, and the first of them. */
  unusable: number;
  reasons: UnusableRow[];
  /** Of the billable rows those that cost nothing, and the first of them. */
  free: number;
  freeReasons: FreeRow[];
  /** Cells of the widest row of a file. */
  width: number;
}

export const emptyRowPlan = (): RowPlan => ({
  chunks: [],
  billable: 0,
  price: 0,
  dearest: 0,
  unusable: 0,
  reasons: [],
  free: 0,
  freeReasons: [],
  width: 0,
});

export const plannedTotal = ({ chunks }: Pick<RowPlan, 'chunks'>): number =>
  chunks.reduce((sum, { rows }) => sum + rows, 0);

/** Whether there is anything to look up. */
export const needsLookup = ({ text, repeats }: PlannedRow): boolean =>
  text !== '' && repeats === null;

const encodeRow = ({ text, repeats, cells }: PlannedRow): string => {
  const line = cells ? [text, repeats, cells] : repeats === null ? [text] : [text, repeats];
  return `${JSON.stringify(line)}\n`;
};

export function decodeRows(lines: string): PlannedRow[] {
  return lines
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [text, repeats, cells] = JSON.parse(line) as [string, (number | null)?, string[]?];
      return { text, repeats: repeats ?? null, cells };
    });
}

/** Serialized yields: each caller goes on after a yield of its own. */
export function serializedYields(): () => Promise<void> {
  let last = Promise.resolve();
  return () => {
    last = last.then(yieldToEventLoop);
    return last;
  };
}

/** Maps over all in batches, with a yield to the event loop between them. */
export async function mapBatched<T, Result>(
  all: readonly T[],
  work: (one: T) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let first = 0; first < all.length; first += BATCH_ROWS) {
    if (first > 0) await yieldToEventLoop();
    results.push(...(await Promise.all(all.slice(first, first + BATCH_ROWS).map(work))));
  }
  return results;
}

/**
 * Batched yields, for work that begins in one tick: of each batch of callers the first waits for a
 * yield after the batch before.
 */
export function batchedYields(): () => Promise<void> {
  let taken = 0;
  let last = Promise.resolve();
  return () => {
    if (taken > 0 && taken % BATCH_ROWS === 0) last = last.then(yieldToEventLoop);
    taken += 1;
    return last;
  };
}

/** The body a single lookup of this row would have. */
function rowBody(product: AnyProduct, text: string): unknown {
  if (!text.startsWith('{')) return { [mainField(product)]: text };
  try {
    return withoutNulls(JSON.parse(text));
  } catch {
    throw new ApiError('INVALID_INPUT', 'The row begins like a JSON object and is none.');
  }
}

/**
 * Parses a row: the product's main input, which its example names first, or a JSON object of all
 * its fields.
 * @param country default country of the job's organization
 * @throws ApiError the refusal a single lookup would be answered
 */
export function parseRow(product: AnyProduct, text: string, country?: string): unknown {
  return parseInCountry(product.input, rowBody(product, text), country);
}

export interface JobPart {
  product: AnyProduct;
  rows: AsyncIterable<SentRow>;
  /** Of chunks that name their product. */
  type?: string;
  /** Default country of the organization. */
  country?: string | undefined;
  /** Whether nothing else counts the rows, as of a file. */
  countsRows?: true;
}

/** Longest subject that stands for itself among the rows; of a longer one its hash does. */
const MAX_KEY_CHARS = 64;

/** The same for rows that are looked up as one. */
function rowKey(product: AnyProduct, input: unknown): MaybePromise<string> {
  const subject = productCacheKey(product, input);
  return subject.length <= MAX_KEY_CHARS ? `=${subject}` : hashSubject(subject);
}

/** What a row would be looked up as, and its listed price, or why not; null when it is empty. */
async function quoteRow({ product, country }: JobPart, text: string) {
  if (text === '') return null;
  try {
    const input = parseRow(product, text, country);
    const { listed, whyFree, upTo } = product.price;
    const price = listed?.(input) ?? upTo;
    const why = () => whyFree?.(input);
    return { key: await rowKey(product, input), price, why };
  } catch (error) {
    // Its lookup will fail for the same reason.
    if (error instanceof ApiError) return error;
    throw error;
  }
}

async function* rowBatches(
  rows: AsyncIterable<SentRow>,
): AsyncGenerator<Omit<PlannedRow, 'repeats'>[]> {
  let slice: Omit<PlannedRow, 'repeats'>[] = [];
  for await (const row of rows) {
    slice.push(
      typeof row === 'string' ? { text: row.trim() } : { text: row.text.trim(), cells: row.cells },
    );
    if (slice.length < BATCH_ROWS) continue;
    yield slice;
    slice = [];
  }
  if (slice.length > 0) yield slice;
}

function noteUnusable(plan: RowPlan, position: number, text: string, problem: ApiError): void {
  plan.unusable += 1;
  if (plan.reasons.length < MAX_UNUSABLE_ROWS)
    plan.reasons.push(unusableRow(position, text, problem));
}

function noteFree(plan: RowPlan, position: number, text: string, why: () => string | undefined) {
  plan.free += 1;
  if (plan.freeReasons.length < MAX_UNUSABLE_ROWS)
    plan.freeReasons.push(freeRow(position, text, why()));
}

/**
 * Plans a job: prices the rows, finds those that repeat an earlier one once both are normalised,
 * and writes all of them in chunks. Memory holds one short key per row.
 * @param written writes one line and says how many bytes there are before it
 * @param plan what was planned before; is added to
 * @throws ApiError INPUT_LIMIT_EXCEEDED for a row too many, where they are counted, and for a table
 * that is too large
 */
export async function planRows(
  part: JobPart,
  written: { bytes: number; write(line: string): Promise<void> | undefined },
  plan = emptyRowPlan(),
): Promise<RowPlan> {
  const { rows, type, countsRows } = part;
  const seen = new Map<string, number>();
  let position = plannedTotal(plan);

  function chunkOf(row: PlannedRow): Chunk {
    const last = plan.chunks.at(-1);
    const isFull =
      !last || last.rows === MAX_CHUNK_ROWS || (last.lookups === CHUNK_LOOKUPS && needsLookup(row));
    if (last && !isFull && last.type === type) return last;
    const place = { row: position, offset: written.bytes, rows: 0, length: 0 };
    const counts = { lookups: 0, skipped: 0, duplicates: 0 };
    const chunk = { ...place, ...counts, ...(type !== undefined && { type }) };
    plan.chunks.push(chunk);
    return chunk;
  }

  for await (const batch of rowBatches(rows)) {
    if (countsRows && position + batch.length > MAX_BULK_ROWS) {
      const message = `The file has more than ${MAX_BULK_ROWS} rows, which is the most of a job.`;
      throw new ApiError('INPUT_LIMIT_EXCEEDED', message, { param: 'inputs' });
    }
    const quotes = await Promise.all(batch.map(({ text }) => quoteRow(part, text)));
    for (const [index, { text, cells }] of batch.entries()) {
      const quote = quotes[index] ?? null;
      const quoted = quote instanceof ApiError ? null : quote;
      if (quote instanceof ApiError) noteUnusable(plan, position, text, quote);
      const repeats = (quoted && seen.get(quoted.key)) ?? null;
      const row = { text, repeats, cells };
      plan.width = Math.max(plan.width, cells?.length ?? 0);
      requireTableSize(plan.width, position + 1);
      const chunk = chunkOf(row);
      chunk.rows += 1;
      if (needsLookup(row)) chunk.lookups += 1;
      else chunk[text === '' ? 'skipped' : 'duplicates'] += 1;
      if (quoted && repeats === null) {
        seen.set(quoted.key, position);
        plan.billable += 1;
        plan.price += quoted.price;
        plan.dearest = Math.max(plan.dearest, quoted.price);
        if (quoted.price === 0) noteFree(plan, position, text, quoted.why);
      }
      // Nearly every line waits for nothing, and an await of nothing costs as much as writing it.
      const writing = written.write(encodeRow(row));
      if (writing) await writing;
      chunk.length = written.bytes - chunk.offset;
      position += 1;
    }
    await yieldToEventLoop();
  }
  return plan;
}

export interface JobTerms extends ReceiverChoice {
  type: string;
  /** Hash of the request, where the idempotency key says all of it; else rows are hashed. */
  requestHash?: string;
  /** Only its price is wanted: nothing is kept. */
  isDryRun?: boolean;
  fileName?: string;
  /** How that file was written. */
  sent?: SentFile;
  /** Fields of the product and the columns that were taken for them, of a list with columns. */
  columns?: Readonly<Record<string, string>>;
}

/** A job as it arrives: its terms may stand before or behind its rows. */
export interface IncomingJob {
  /** Read once, never held. */
  rows: AsyncIterable<SentRow>;
  /** @returns null while the type may still come @throws ApiError for what came and is wrong */
  terms(): JobTerms | null;
}

/** A job whose rows were planned before, when it was priced. */
export interface PlannedJob {
  terms: JobTerms & { requestHash: string };
  plan: RowPlan;
  /** The rows as {@link planRows} wrote them. */
  rows: ReadableStream<Uint8Array>;
}

const HASHED_ROWS = 1_000;

export interface ReceivedJob extends JobTerms {
  total: number;
  /** SHA-256 of the request, hex: a hash of hashes, as the rows are never all in memory. */
  requestHash: string;
}

/** A name for every column: rows may have more cells than the header. */
const columnNames = (names: readonly string[], width: number): string[] =>
  Array.from({ length: Math.max(names.length, width) }, (_, at) => names[at] || `Column ${at + 1}`);

/**
 * Reads a job to its end and stages its rows.
 * @param check called with the terms before the rows are refused for their number
 * @throws ApiError INPUT_LIMIT_EXCEEDED at the first row or cell too many, and whatever is wrong
 * with the body
 */
export async function receiveRows(
  job: IncomingJob,
  staged: StagedRows,
  check: (terms: JobTerms) => void,
): Promise<ReceivedJob> {
  const hashes: string[] = [];
  let unhashed = '';
  let total = 0;
  let width = 0;
  for await (const row of job.rows) {
    if (typeof row !== 'string') width = Math.max(width, row.cells.length);
    if (total === MAX_BULK_ROWS) {
      const terms = job.terms();
      if (terms) check(terms);
      throw new ApiError(
        'INPUT_LIMIT_EXCEEDED',
        `inputs: has more than ${MAX_BULK_ROWS} rows, which is the most allowed.`,
        { param: 'inputs' },
      );
    }
    total += 1;
    requireTableSize(width, total);
    unhashed += `${JSON.stringify(row)}\n`;
    if (total % HASHED_ROWS === 0) {
      hashes.push(await sha256Hex(unhashed));
      unhashed = '';
    }
    const written = staged.write(row);
    if (written) await written;
  }
  const terms = job.terms();
  if (!terms) throw new Error('a job without a type was not refused');
  check(terms);
  const { type, webhookUrl, webhookEndpointId } = terms;
  hashes.push(await sha256Hex(unhashed));
  const receiver = webhookEndpointId ? [webhookUrl, webhookEndpointId] : [webhookUrl];
  const name = terms.fileName === undefined ? [] : [terms.fileName];
  const asked = [type, ...receiver, ...name, total, ...hashes];
  const requestHash = terms.requestHash ?? (await sha256Hex(JSON.stringify(asked)));
  return { ...withColumns(terms, width), total, requestHash };
}

/** The terms with a name for every column of the file. @param width cells of its widest row */
function withColumns(terms: JobTerms, width: number): JobTerms {
  const { sent } = terms;
  return sent ? { ...terms, sent: { ...sent, columns: columnNames(sent.columns, width) } } : terms;
}

/** A planned job as if its rows had just been read. */
export const plannedTerms = ({ terms, plan }: PlannedJob): ReceivedJob => ({
  ...withColumns(terms, plan.width),
  total: plannedTotal(plan),
  requestHash: terms.requestHash,
});
