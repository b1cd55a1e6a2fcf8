import { ApiError } from '../core/errors.ts';
import { MAX_BULK_ROWS } from '../core/jobs/bulk.ts';
import type { AnyProduct } from '../core/lookup/product.ts';
import type { BulkPorts } from './ports.ts';
import { requireSource } from './product-of.ts';
import { planRows } from './rows.ts';

/** What a job over these rows would do and cost. */
export interface RowsPrice {
  rows: number;
  /** Rows that would be looked up and paid. */
  billable: number;
  /** Rows that repeat an earlier one once both are normalised. */
  duplicates: number;
  empty: number;
  /** Rows the product cannot read: they fail, free. */
  unusable: number;
  /** Set aside when the job starts, and the most it can cost, in credits. */
  price: number;
  /** Of the dearest row. */
  dearest: number;
}

/** The rows, up to one too many. @throws ApiError INPUT_LIMIT_EXCEEDED */
async function* limited(rows: AsyncIterable<string>): AsyncGenerator<string> {
  let count = 0;
  for await (const row of rows) {
    count += 1;
    if (count > MAX_BULK_ROWS) {
      const message = `The file has more than ${MAX_BULK_ROWS} rows, which is the most of a job.`;
      throw new ApiError('INPUT_LIMIT_EXCEEDED', message);
    }
    yield row;
  }
}

/** Counts what would be written, and writes nothing. */
const nowhere = () => ({
  bytes: 0,
  write(line: string): undefined {
    this.bytes += line.length;
  },
});

/**
 * Prices rows as a job over them would be priced, without making one.
 * @throws ApiError INPUT_LIMIT_EXCEEDED, SERVICE_UNAVAILABLE when nothing could answer a row
 */
export async function priceRows(
  product: AnyProduct,
  rows: AsyncIterable<string>,
  ports: BulkPorts,
): Promise<RowsPrice> {
  await requireSource(product, ports);
  const { chunks, billable, price, dearest } = await planRows(product, limited(rows), nowhere());
  const sum = (count: (chunk: (typeof chunks)[number]) => number) =>
    chunks.reduce((total, chunk) => total + count(chunk), 0);
  return {
    ...{ rows: sum((chunk) => chunk.rows), billable, price, dearest },
    duplicates: sum((chunk) => chunk.duplicates),
    empty: sum((chunk) => chunk.skipped),
    unusable: sum((chunk) => chunk.lookups) - billable,
  };
}
