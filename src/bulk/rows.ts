import { parseInCountry } from '../domain/phone/number.ts';
import { sha256Hex } from '../lib/bytes.ts';
import { ApiError } from '../lib/errors.ts';
import { withoutNulls } from '../lib/inputs.ts';
import { yieldToEventLoop } from '../lib/limiter.ts';
import type { MaybePromise } from '../lib/maybe-promise.ts';
import { quoted } from '../lib/text.ts';
import { BYPASS_NAMES, lookupBody } from '../lookup/body.ts';
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

/** Most chunks of a job or run. */
export const MAX_CHUNKS = 10_000;

/** Most rows of a chunk, with empty and repeated rows in addition to its lookups. */
const MAX_CHUNK_ROWS = 1_000;

/** Batch size between two yields to the event loop. */
export const BATCH_ROWS = 50;

export interface PlannedRow {
  /** Trimmed text as sent. */
  text: string;
  /** Position of the row that this one repeats, or null. */
  repeats: number | null;
  /** For a row of a file: its original cells. */
  cells?: readonly string[] | undefined;
}

export interface Chunk {
  /** Position of the first row. */
  row: number;
  rows: number;
  /** Byte range in the object of rows. */
  offset: number;
  length: number;
  /** Rows to look up; the others are already finished. */
  lookups: number;
  skipped: number;
  duplicates: number;
  /** Bulk type of its product, if it differs from the job's. */
  type?: string;
}

/** A job's chunks, and their maximum cost. */
export interface RowPlan {
  chunks: Chunk[];
  /** Number of rows that can be looked up. */
  billable: number;
  /** Listed price of all rows, and of the most expensive row, in credits. */
  price: number;
  dearest: number;
  /** Number of rows that the product cannot read, and the first of them. */
  unusable: number;
  reasons: UnusableRow[];
  /** Number of billable rows that are free, and the first of them. */
  free: number;
  freeReasons: FreeRow[];
  /** Number of cells in a file's widest row. */
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

/** The request body of a single lookup of this row. */
function rowBody(product: AnyProduct, text: string): object {
  if (!text.startsWith('{')) return { [mainField(product)]: text };
  try {
    return withoutNulls(JSON.parse(text)) as object;
  } catch {
    throw new ApiError(
      'INVALID_INPUT',
      'The row starts with a brace but is not a valid JSON object.',
    );
  }
}

/** Default country of the organization, and the job's value for `country` of rows without one. */
type RowCountries = Partial<Record<'country' | 'rowCountry', string | undefined>>;

/**
 * Parses a row: the product's main input (the first field of its example), or a JSON object of all
 * its fields. A row cannot bypass the cache: its price and its repeats would be another row's.
 * @throws ApiError as for a single lookup
 */
export function parseRow(
  product: AnyProduct,
  text: string,
  { country, rowCountry }: RowCountries = {},
): unknown {
  const named = rowCountry === undefined ? null : { country: rowCountry };
  const body = { ...named, ...rowBody(product, text) };
  const input = parseInCountry(lookupBody(product), body, country);
  const flag = BYPASS_NAMES.find((name) => input[name] === true);
  if (flag === undefined) return input;
  const message = `${quoted(flag)} has no effect in a row; send it with single lookups or batches.`;
  throw new ApiError('INVALID_REQUEST', message, { param: flag });
}

export interface JobPart extends RowCountries {
  product: AnyProduct;
  rows: AsyncIterable<SentRow>;
  /** Product of chunks that name their own. */
  type?: string;
  /** Set if the rows must be counted while planning, as for a file. */
  countsRows?: true;
}

/** Longest subject used as a deduplication key; a longer one is hashed. */
const MAX_KEY_CHARS = 64;

/** Deduplication key of a row. */
function rowKey(product: AnyProduct, input: unknown): MaybePromise<string> {
  const subject = productCacheKey(product, input);
  return subject.length <= MAX_KEY_CHARS ? `=${subject}` : hashSubject(subject);
}

/** Input and listed price of a row, or why it is unusable; null if it is empty. */
async function quoteRow({ product, ...countries }: JobPart, text: string) {
  if (text === '') return null;
  try {
    const input = parseRow(product, text, countries);
    const { listed, whyFree, upTo } = product.price;
    const price = listed?.(input) ?? upTo;
    return { key: await rowKey(product, input), price, why: () => whyFree?.(input) };
  } catch (error) {
    // The row's lookup would fail for the same reason.
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
 * Plans a job: prices the rows, finds duplicates after normalization, and writes all rows in
 * chunks. Holds one short key per row in memory.
 * @param written writes one line and returns its byte offset
 * @param plan an earlier plan, which is extended
 * @throws ApiError INPUT_LIMIT_EXCEEDED for too many rows, if they are counted, and for a table
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
      const message = `The file has more than ${MAX_BULK_ROWS} rows, which is the most allowed.`;
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
      // Most writes are synchronous, and an unneeded await would cost as much as the write.
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
  /** Hash of the request, if known in advance; else it is computed from the rows. */
  requestHash?: string;
  /** Whether only the price is requested and nothing is stored. */
  isDryRun?: boolean;
  /** Country of the rows that name none. */
  country?: string;
  fileName?: string;
  sent?: SentFile;
  /** For a list with columns: the column chosen for each field of the product. */
  columns?: Readonly<Record<string, string>>;
}

/** A job while it arrives: its terms may come before or after its rows. */
export interface IncomingJob {
  /** Streamed; read once. */
  rows: AsyncIterable<SentRow>;
  /** @returns null while the type may still arrive @throws ApiError for invalid terms */
  terms(): JobTerms | null;
}

/** A job whose rows were already planned, when it was priced. */
export interface PlannedJob {
  terms: JobTerms & { requestHash: string };
  plan: RowPlan;
  /** Rows in the format of {@link planRows}. */
  rows: ReadableStream<Uint8Array>;
}

const HASHED_ROWS = 1_000;

export interface ReceivedJob extends JobTerms {
  total: number;
  /** SHA-256 of the request in hex: a hash of hashes, because the rows are never all in memory. */
  requestHash: string;
}

/** A name for every column, because rows may have more cells than the header. */
const columnNames = (names: readonly string[], width: number): string[] =>
  Array.from({ length: Math.max(names.length, width) }, (_, at) => names[at] || `Column ${at + 1}`);

/**
 * Reads a job to its end and stages its rows.
 * @param check validates the terms before rows are refused for their number
 * @throws ApiError INPUT_LIMIT_EXCEEDED at the first row or cell too many, and errors of the body
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
  const country = terms.country === undefined ? [] : [{ country: terms.country }];
  const asked = [type, ...receiver, ...name, ...country, total, ...hashes];
  const requestHash = terms.requestHash ?? (await sha256Hex(JSON.stringify(asked)));
  return { ...withColumns(terms, width), total, requestHash };
}

/** The terms with a name for every column of the file. @param width cells in its widest row */
function withColumns(terms: JobTerms, width: number): JobTerms {
  const { sent } = terms;
  return sent ? { ...terms, sent: { ...sent, columns: columnNames(sent.columns, width) } } : terms;
}

/** The received job of rows that were planned before. */
export const plannedTerms = ({ terms, plan }: PlannedJob): ReceivedJob => ({
  ...withColumns(terms, plan.width),
  total: plannedTotal(plan),
  requestHash: terms.requestHash,
});
