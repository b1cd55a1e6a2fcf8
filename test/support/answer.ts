import type { World } from '../../src/core/ports.ts';
import { type AnyProduct, responseSchema } from '../../src/core/product.ts';
import type { Ask } from '../../src/core/source.ts';

const CONTEXT = { id: '00000000-0000-4000-8000-000000000000', foundAt: '2026-11-01T00:00:00.000Z' };

/** A product's answer as the pipeline makes it: the fact through JSON, as the cache would return it, every section by its schema. */
export async function answer(product: AnyProduct, body: Record<string, unknown>, world: World) {
  const input: unknown = product.input.parse(body);
  const consulted: string[] = [];
  const ask: Ask = async (source, query) => {
    if (!(await source.available(world))) return undefined;
    consulted.push(source.label);
    return source.ask(query, world);
  };
  const fact = JSON.parse(JSON.stringify(await product.sources.resolve(input, ask)));
  const risk = product.risk?.(fact, input);
  const { shape } = responseSchema(product).shape.data;
  return {
    // biome-ignore lint/suspicious/noExplicitAny: tests look into sections of every shape
    classification: shape.classification.parse(
      product.classification.from(fact, input, CONTEXT),
    ) as any,
    // biome-ignore lint/suspicious/noExplicitAny: as above
    insights: shape.insights.parse(product.insights.from(fact, input, CONTEXT)) as any,
    risk,
    recommendations: product.recommend?.(fact, risk, input),
    metadata: product.metadata?.(fact, input),
    price: product.price.charge(fact, input),
    cacheKey: product.cacheKey?.(input) ?? product.subject(input),
    consulted,
  };
}
