import * as z from 'zod';
import { ApiError } from '../lib/errors.ts';
import { parseInput } from '../lib/inputs.ts';
import { quoted } from '../lib/text.ts';
import type { RowsPrice } from '../lookup/jobs/files.ts';
import type { AnyProduct } from '../lookup/product.ts';
import { isSourceUsable, NoSourceConfigured } from '../lookup/source.ts';
import type { ChunkWork } from './job-state.ts';
import type { BulkPorts } from './ports.ts';
import { type JobPart, planRows, type RowPlan } from './rows.ts';

type ProductPorts = Pick<BulkPorts, 'products' | 'runs'>;

/** The product of a bulk type: one for callers, or one that only monitor runs use. */
export const bulkProductOf = (type: string, { products, runs }: ProductPorts): AnyProduct | null =>
  products.get(type) ?? runs.products.get(type) ?? null;

/** @throws Error if a job's type no longer exists */
export function requireBulkProduct(type: string, ports: ProductPorts): AnyProduct {
  const product = bulkProductOf(type, ports);
  if (!product) throw new Error(`there is no bulk product ${type}`);
  return product;
}

/** The product of a chunk; the chunks of a monitor run name their own. */
export const chunkProduct = ({ order, place }: ChunkWork, ports: ProductPorts): AnyProduct =>
  requireBulkProduct(place.type ?? order.type, ports);

/**
 * Checks the country that a job gives to its rows.
 * @throws ApiError INVALID_REQUEST if the product has no such field, INVALID_INPUT for a bad value
 */
export function requireRowCountry({ type, input }: AnyProduct, country: string | undefined): void {
  if (country === undefined) return;
  const field = input.shape.country;
  if (field) parseInput(z.object({ country: field }), { country });
  else {
    const message = `country: ${quoted(type)} has no such field.`;
    throw new ApiError('INVALID_REQUEST', message, { param: 'country' });
  }
}

/** @throws ApiError SERVICE_UNAVAILABLE if no configured source can answer any row */
export async function requireConfiguredSource(
  { sources }: AnyProduct,
  { pipeline }: BulkPorts,
): Promise<void> {
  const { list, answeredBy = list } = sources;
  const isAnyUsable = async (use: 'single' | 'bulk') =>
    (
      await Promise.all(answeredBy.map((source) => isSourceUsable(source, pipeline.world, use)))
    ).includes(true);
  if (!(await isAnyUsable('bulk')))
    throw NoSourceConfigured.of(answeredBy, await isAnyUsable('single'));
}

const discardingWriter = () => ({
  bytes: 0,
  write(line: string): undefined {
    this.bytes += line.length;
  },
});

/**
 * Plans rows like a job, without creating one.
 * @param written stores the rows for a job that may be created from them
 * @throws ApiError INPUT_LIMIT_EXCEEDED
 */
export const planLimitedRows = (
  part: JobPart,
  written: Parameters<typeof planRows>[1] = discardingWriter(),
): Promise<RowPlan> => planRows({ ...part, countsRows: true }, written);

export function priceOfRows(plan: RowPlan): RowsPrice {
  const { chunks, billable, price, dearest, unusable, reasons, free, freeReasons } = plan;
  const sum = (count: (chunk: (typeof chunks)[number]) => number) =>
    chunks.reduce((total, chunk) => total + count(chunk), 0);
  return {
    rows: sum((chunk) => chunk.rows),
    billable,
    price,
    dearest,
    duplicates: sum((chunk) => chunk.duplicates),
    empty: sum((chunk) => chunk.skipped),
    unusable,
    reasons,
    free,
    freeReasons,
  };
}
