import type { AnyProduct } from '../core/lookup/product.ts';
import { mayAsk } from '../core/lookup/source.ts';
import { NobodyToAsk } from '../core/lookup/source-failures.ts';
import type { ChunkWork } from './job-state.ts';
import type { BulkPorts } from './ports.ts';

type Products = Pick<BulkPorts, 'products' | 'runs'>;

/** The product of a bulk type: one that callers may name, or one that only runs look up. */
export const productOf = (type: string, { products, runs }: Products): AnyProduct | null =>
  products.get(type) ?? runs.products.get(type) ?? null;

/** @throws Error for a type that a job was created with and is no longer there */
export function requireProductOf(type: string, ports: Products): AnyProduct {
  const product = productOf(type, ports);
  if (!product) throw new Error(`there is no bulk product ${type}`);
  return product;
}

/** What a chunk looks up: a run's chunks name their own product. */
export const productOfChunk = ({ order, place }: ChunkWork, ports: Products): AnyProduct =>
  requireProductOf(place.type ?? order.type, ports);

/** @throws ApiError SERVICE_UNAVAILABLE when nothing could answer a single row */
export async function requireSource(
  { sources }: AnyProduct,
  { pipeline }: BulkPorts,
): Promise<void> {
  const { list, answeredBy = list } = sources;
  const available = await Promise.all(
    answeredBy.map((source) => mayAsk(source, pipeline.world, true)),
  );
  if (!available.includes(true)) throw new NobodyToAsk(answeredBy);
}
