import type { LookupData } from '../core/envelope.ts';
import type { AnyProduct, LookupContext } from '../core/product.ts';

/** The sections a product makes of a fact. Pure: runs before anyone pays, so a faulty mapper charges nobody. */
export type Sections = Pick<
  LookupData,
  'classification' | 'insights' | 'risk_assessment' | 'recommendations'
>;

export function present(
  product: AnyProduct,
  fact: unknown,
  input: unknown,
  context: LookupContext,
): Sections {
  const risk = product.risk?.(fact, input);
  const recommendations = product.recommend?.(fact, risk, input);
  return {
    classification: product.classification.from(fact, input, context) as Record<string, unknown>,
    ...(risk && { risk_assessment: risk }),
    insights: product.insights.from(fact, input, context) as Record<string, unknown>,
    ...(recommendations && { recommendations }),
  };
}
