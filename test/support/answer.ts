import { recommendationsSection, riskSection } from '../../src/lookup/envelope.ts';
import { presentSections } from '../../src/lookup/pipeline/answer.ts';
import { classifyFailure } from '../../src/lookup/pipeline/failure-codes.ts';
import {
  type AnyProduct,
  priceOfAnswer,
  productCacheKey,
  productMetadata,
  responseSchema,
} from '../../src/lookup/product.ts';
import { outcomeOf, type QuerySource, queryParts, type Source } from '../../src/lookup/source.ts';
import { UpstreamStatus } from '../../src/lookup/upstream-status.ts';
import type { World } from '../../src/lookup/world.ts';

const CONTEXT = { id: '00000000-0000-4000-8000-000000000000', foundAt: '2026-11-01T00:00:00.000Z' };

/**
 * What the pipeline makes of a fact that went through JSON, as the cache would return it: every
 * section by its schema.
 */
export function answerOf(product: AnyProduct, fact: unknown, input: unknown) {
  const conclusion: unknown = product.derive(JSON.parse(JSON.stringify(fact)), input, CONTEXT);
  const sections = presentSections(product, conclusion, input, CONTEXT);
  const price = priceOfAnswer(product, conclusion, input, () => sections);
  const { classification, insights } = responseSchema(product).shape.data.shape;
  return {
    // biome-ignore lint/suspicious/noExplicitAny: tests look into sections of every shape
    classification: classification.parse(sections.classification) as any,
    // biome-ignore lint/suspicious/noExplicitAny: as above
    insights: insights.parse(sections.insights) as any,
    risk: sections.risk_assessment && riskSection.strict().parse(sections.risk_assessment),
    recommendations:
      sections.recommendations && recommendationsSection.parse(sections.recommendations),
    metadata: productMetadata(product, conclusion, input, price),
    price,
  };
}

/** Asks sources as the pipeline does, without money, time limits and retries. */
export const askIn = (
  world: World,
  onAsked: (source: Source<never, unknown>) => void = () => undefined,
): QuerySource =>
  queryParts(async (source, query) => {
    if (!(await source.available(world))) return { kind: 'notConfigured', sources: [source] };
    onAsked(source);
    const ask = async () => source.ask(query, world);
    return outcomeOf(
      ask().catch((error) => {
        throw error instanceof UpstreamStatus ? classifyFailure(error, source) : error;
      }),
    );
  });

/** A product's answer as the pipeline makes it, without money, cache and time limits. */
export async function answer(product: AnyProduct, body: Record<string, unknown>, world: World) {
  const input: unknown = product.input.parse(body);
  const consulted: string[] = [];
  const ask = askIn(world, ({ label }) => consulted.push(label));
  const fact = await product.sources.resolve(input, ask);
  return {
    ...answerOf(product, fact, input),
    cacheKey: productCacheKey(product, input, world),
    consulted,
  };
}
