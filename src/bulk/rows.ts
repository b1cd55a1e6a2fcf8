import { ApiError } from '../core/errors.ts';
import { inputProblem } from '../core/inputs.ts';
import { type AnyProduct, mainField } from '../core/lookup/product.ts';
import { inputHashOf } from '../pipeline/find-answer.ts';

/** Lookups of one queue message. */
export const CHUNK_LOOKUPS = 100;

/** Rows of a chunk: empty and repeated ones come on top of its lookups. */
const MAX_CHUNK_ROWS = 1_000;

/** Rows after which others get their turn. */
const SLICE_ROWS = 50;

/** One row as it lies in the object of rows. */
export interface Row {
  /** As it was sent, trimmed. */
  text: string;
  /** Position of the row that this one repeats; null when it repeats none. */
  repeats: number | null;
}

/** Neighbouring rows, and where they lie. */
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
}

export const emptyPlan = (): RowPlan => ({ chunks: [], billable: 0, price: 0, dearest: 0 });

/** Whether there is anything to look up. */
export const isOpen = ({ text, repeats }: Row): boolean => text !== '' && repeats === null;

/** One line of the object of rows. */
const encodeRow = ({ text, repeats }: Row): string =>
  `${JSON.stringify(repeats === null ? [text] : [text, repeats])}\n`;

export function decodeRows(lines: string): Row[] {
  return lines
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [text, repeats] = JSON.parse(line) as [string, number?];
      return { text, repeats: repeats ?? null };
    });
}

/**
 * Lets the event loop turn, so that single calls get their share of a machine that works on rows.
 * What goes over a whole chunk takes milliseconds and comes after one of these: while there is
 * anything to go on with, the runtime looks for no new request.
 */
export const letOthersIn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** Lets others in before each who asks, one after another. */
export function createTurns(): () => Promise<void> {
  let last = Promise.resolve();
  return () => {
    last = last.then(letOthersIn);
    return last;
  };
}

/** Does something with each, letting others in between slices. */
export async function inSlices<T, Result>(
  all: readonly T[],
  work: (one: T) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let first = 0; first < all.length; first += SLICE_ROWS) {
    if (first > 0) await letOthersIn();
    results.push(...(await Promise.all(all.slice(first, first + SLICE_ROWS).map(work))));
  }
  return results;
}

/**
 * For work that begins in one tick and goes on by slices: each caller waits until those before it
 * have had theirs, others between them.
 */
export function takingTurns(): () => Promise<void> {
  let taken = 0;
  let turn = Promise.resolve();
  return () => {
    if (taken > 0 && taken % SLICE_ROWS === 0) turn = turn.then(letOthersIn);
    taken += 1;
    return turn;
  };
}

/** The body a single lookup of this row would have. */
function bodyOf(product: AnyProduct, text: string): unknown {
  if (!text.startsWith('{')) return { [mainField(product)]: text };
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError('INVALID_INPUT', 'The row begins like a JSON object and is none.');
  }
}

/**
 * Parses a row: the product's main input, which its example names first, or a JSON object of all
 * its fields.
 * @throws ApiError the refusal a single lookup would be answered
 */
export function parseRow(product: AnyProduct, text: string): unknown {
  const value = bodyOf(product, text);
  const parsed = product.input.safeParse(value);
  if (parsed.success) return parsed.data;
  throw inputProblem(parsed.error.issues, { value, schema: product.input });
}

/** What a row would be looked up as, and its listed price; null when it is empty or no input. */
async function quote(product: AnyProduct, text: string) {
  if (text === '') return null;
  try {
    const input = parseRow(product, text);
    const price = product.price.listed?.(input) ?? product.price.upTo;
    return { hash: await inputHashOf({ product, input }), price };
  } catch (error) {
    // It fails when its turn comes, for the same reason.
    if (error instanceof ApiError) return null;
    throw error;
  }
}

async function* slicesOf(rows: AsyncIterable<string>): AsyncGenerator<string[]> {
  let slice: string[] = [];
  for await (const row of rows) {
    slice.push(row.trim());
    if (slice.length < SLICE_ROWS) continue;
    yield slice;
    slice = [];
  }
  if (slice.length > 0) yield slice;
}

/**
 * Prices the rows, finds those that repeat an earlier one once both are normalised, and writes all
 * of them in chunks. What it remembers of a row is a hash.
 * @param written writes one line and says how many bytes there are before it
 * @param plan what was planned before; is added to
 * @param type of chunks that name their product
 */
export async function planRows(
  product: AnyProduct,
  rows: AsyncIterable<string>,
  written: { bytes: number; write(line: string): Promise<void> | undefined },
  plan = emptyPlan(),
  type?: string,
): Promise<RowPlan> {
  const seen = new Map<string, number>();
  let position = plan.chunks.reduce((rows, chunk) => rows + chunk.rows, 0);

  function chunkOf(row: Row): Chunk {
    const last = plan.chunks.at(-1);
    const isFull =
      !last || last.rows === MAX_CHUNK_ROWS || (last.lookups === CHUNK_LOOKUPS && isOpen(row));
    if (last && !isFull && last.type === type) return last;
    const place = { row: position, offset: written.bytes, rows: 0, length: 0 };
    const counts = { lookups: 0, skipped: 0, duplicates: 0 };
    const chunk = { ...place, ...counts, ...(type !== undefined && { type }) };
    plan.chunks.push(chunk);
    return chunk;
  }

  for await (const texts of slicesOf(rows)) {
    const quotes = await Promise.all(texts.map((text) => quote(product, text)));
    for (const [index, text] of texts.entries()) {
      const quoted = quotes[index];
      const repeats = (quoted && seen.get(quoted.hash)) ?? null;
      const row = { text, repeats };
      const chunk = chunkOf(row);
      chunk.rows += 1;
      if (isOpen(row)) chunk.lookups += 1;
      else chunk[text === '' ? 'skipped' : 'duplicates'] += 1;
      if (quoted && repeats === null) {
        seen.set(quoted.hash, position);
        plan.billable += 1;
        plan.price += quoted.price;
        plan.dearest = Math.max(plan.dearest, quoted.price);
      }
      await written.write(encodeRow(row));
      chunk.length = written.bytes - chunk.offset;
      position += 1;
    }
    await letOthersIn();
  }
  return plan;
}
