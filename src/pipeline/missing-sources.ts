import type { World } from '../core/ports.ts';
import type { AnyProduct } from '../core/product.ts';

/** Names of the product's sources that the operator has not configured or imported, in the order they are tried. */
export async function missingSources(product: AnyProduct, world: World): Promise<string[]> {
  const { list } = product.sources;
  const present = await Promise.all(list.map((source) => source.available(world)));
  return list.filter((_, index) => !present[index]).map((source) => source.name);
}
