import { ApiError } from '../core/errors.ts';
import { MAX_BULK_ROWS } from '../core/jobs/bulk.ts';
import type { RowsPrice } from '../core/jobs/uploads.ts';
import type { AnyProduct } from '../core/lookup/product.ts';
import { planRows } from './rows.ts';

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
 * @throws ApiError INPUT_LIMIT_EXCEEDED
 */
export async function priceRows(
  product: AnyProduct,
  rows: AsyncIterable<string>,
): Promise<RowsPrice> {
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
