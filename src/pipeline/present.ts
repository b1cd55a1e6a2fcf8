import type { LookupData } from '../core/lookup/envelope.ts';
import type { AnyProduct, LookupContext } from '../core/lookup/product.ts';
import { assess } from '../core/lookup/scoring.ts';

type Fields = Record<string, unknown>;

/**
 * The sections a product makes of its conclusion. Pure: runs before anyone pays, so a faulty mapper
 * charges nobody.
 */
export type Sections = Pick<
  LookupData,
  'classification' | 'insights' | 'risk_assessment' | 'recommendations'
>;

/** @param conclusion of `product.conclude` */
export function present(
  product: AnyProduct,
  conclusion: unknown,
  input: unknown,
  context: LookupContext,
): Sections {
  const risk = product.risk && assess(product.risk, conclusion);
  const recommendations = risk && product.recommend?.(conclusion, risk, input);
  return {
    classification: product.classification.from(conclusion, input, context) as Fields,
    ...(risk && { risk_assessment: risk }),
    insights: product.insights.from(conclusion, input, context) as Fields,
    ...(recommendations && { recommendations }),
  };
}
