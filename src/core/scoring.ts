/** One named reason a score moves. Tables of these are the whole of a family's scoring. */
export interface Factor<Fact> {
  /** Upper snake case; appears in `risk_factors` when it fires. */
  code: string;
  /** Points added to the score; negative lowers it. */
  weight: number;
  applies(fact: Fact): boolean;
}

export const RISK_LEVELS = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;
export type RiskLevel = (typeof RISK_LEVELS)[number];

const clamp = (value: number, low: number, high: number): number =>
  Math.min(high, Math.max(low, value));

/**
 * Adds the weights of the factors that apply to `base`.
 * @returns `score` within 0..100 and the codes that fired, in table order.
 */
export function score<Fact>(
  base: number,
  factors: readonly Factor<Fact>[],
  fact: Fact,
): { score: number; fired: string[] } {
  const firing = factors.filter((factor) => factor.applies(fact));
  const total = firing.reduce((sum, factor) => sum + factor.weight, base);
  return { score: clamp(total, 0, 100), fired: firing.map((factor) => factor.code) };
}

/** The same as a probability, 0..1 with two decimals. */
export function probability<Fact>(
  base: number,
  factors: readonly Factor<Fact>[],
  fact: Fact,
): number {
  return score(base, factors, fact).score / 100;
}

/** Quarters of the scale: below 25 LOW, below 50 MEDIUM, below 75 HIGH, the rest CRITICAL. */
export function riskLevel(value: number): RiskLevel {
  return RISK_LEVELS[clamp(Math.floor(value / 25), 0, 3)] as RiskLevel;
}

/** A score's base and the factors that move it. */
export interface Scale<Fact> {
  base: number;
  factors: readonly Factor<Fact>[];
}

/** The risk section: the score, its level, the factors that fired, and how sure it is, on a scale of its own. */
export function assess<Fact>(risk: Scale<Fact>, confidence: Scale<Fact>, fact: Fact) {
  const { score: value, fired } = score(risk.base, risk.factors, fact);
  return {
    fraud_score: value,
    risk_level: riskLevel(value),
    risk_factors: fired,
    confidence_level: score(confidence.base, confidence.factors, fact).score,
  };
}
