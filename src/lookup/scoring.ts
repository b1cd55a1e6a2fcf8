import {
  type Recommendations,
  RISK_LEVELS,
  type RiskAssessment,
  type RiskLevel,
} from './envelope.ts';

/**
 * The named reasons a score moves, in the order they are told: points added to the score (negative
 * lowers it), and of which facts. A code, in upper snake case, appears in `risk_factors` when it
 * fires. Tables of these are the whole of a family's scoring.
 */
export type Factors<Fact> = Readonly<
  Record<string, readonly [points: number, applies: (fact: Fact) => boolean, note?: string]>
>;

/**
 * Unchecked factors: reported to the caller as risk factors, and never a ground for approval. Each
 * with what ends the sentence "not checked: …".
 */
export type UncheckedFactors<Fact> = Readonly<
  Record<string, readonly [points: number, applies: (fact: Fact) => boolean, about: string]>
>;

const clamp = (value: number, low: number, high: number): number =>
  Math.min(high, Math.max(low, value));

/**
 * Adds the points of the factors that apply to `base`.
 * @returns `score` within 0..100 and the codes that fired, in table order.
 */
export function score<Fact>(
  base: number,
  factors: Factors<Fact>,
  fact: Fact,
): { score: number; fired: string[] } {
  const fired: string[] = [];
  let total = base;
  // Of every lookup: without a list of entries.
  for (const code in factors) {
    const [points, applies] = factors[code] as Factors<Fact>[string];
    if (!applies(fact)) continue;
    fired.push(code);
    total += points;
  }
  return { score: clamp(total, 0, 100), fired };
}

/** A score, 0..100, as a function of the fact. */
export const scoreBy =
  <Fact>(base: number, factors: Factors<Fact>) =>
  (fact: Fact): number =>
    score(base, factors, fact).score;

/** The same as a probability, 0..1 with two decimals. */
export const probabilityBy =
  <Fact>(base: number, factors: Factors<Fact>) =>
  (fact: Fact): number =>
    score(base, factors, fact).score / 100;

/** Quarters of the scale: below 25 LOW, below 50 MEDIUM, below 75 HIGH, the rest CRITICAL. */
function riskLevel(value: number): RiskLevel {
  return RISK_LEVELS[clamp(Math.floor(value / 25), 0, 3)] as RiskLevel;
}

/** A score's base, which may itself be a figure of the fact, and the factors that move it. */
interface Scale<Fact> {
  base: number | ((fact: Fact) => number);
  factors: Factors<Fact>;
}

export interface RiskTable<Conclusion> extends Scale<Conclusion> {
  confidence: Scale<Conclusion>;
  /** The highest score of a conclusion, where that is below 100. */
  highest?(conclusion: Conclusion): number;
  /** False where the specification lists a level and no score. */
  showsScore?: false;
}

const scoreOnScale = <Fact>({ base, factors }: Scale<Fact>, fact: Fact) =>
  score(typeof base === 'function' ? base(fact) : base, factors, fact);

/** The risk section: the score, its level, the factors that fired, and the confidence. */
export function assess<Conclusion>(
  { confidence, showsScore, highest, ...scale }: RiskTable<Conclusion>,
  conclusion: Conclusion,
): RiskAssessment {
  const { score: sum, fired } = scoreOnScale(scale, conclusion);
  const value = Math.min(sum, highest?.(conclusion) ?? 100);
  return {
    ...(showsScore !== false && { fraud_score: value }),
    risk_level: riskLevel(value),
    risk_factors: fired,
    confidence_level: scoreOnScale(confidence, conclusion).score,
  };
}

/** The first row whose `applies` holds. @throws Error when none does: the last always has to */
export function firstThatApplies<
  About extends unknown[],
  Row extends { applies(...about: About): boolean },
>(rows: readonly Row[], ...about: About): Row {
  const row = rows.find(({ applies }) => applies(...about));
  if (!row) throw new Error('no row of the table applies');
  return row;
}

/** A decision table as a function of the fact: the value of the first row that applies. */
export const decideBy =
  <Fact, Value>(rows: readonly (readonly [Value, (fact: Fact) => boolean])[]) =>
  (fact: Fact): Value => {
    const row = rows.find(([, applies]) => applies(fact));
    if (!row) throw new Error('no row of the table applies');
    return row[0];
  };

export interface RecommendationRule<Conclusion> {
  action: Recommendations['primary_action'];
  message: string;
  applies(conclusion: Conclusion, risk: RiskAssessment): boolean;
}

/** English enumeration: `a`, `a and b`, `a, b, and c`. A fifth of the time of Intl.ListFormat. */
export function enumerate(words: readonly string[], conjunction: 'and' | 'or' = 'and'): string {
  const last = words.at(-1) ?? '';
  if (words.length < 2) return last;
  const comma = words.length > 2 ? ',' : '';
  return `${words.slice(0, -1).join(', ')}${comma} ${conjunction} ${last}`;
}

/** Decision table, first match; an unchecked factor withholds approval, and is named. */
export function recommendWithUncheckedFactors<Profile>(
  verdicts: readonly RecommendationRule<Profile>[],
  unchecked: UncheckedFactors<Profile>,
  profile: Profile,
  risk: RiskAssessment,
): Pick<Recommendations, 'primary_action' | 'user_message'> {
  const { action, message } = firstThatApplies(verdicts, profile, risk);
  const open = Object.values(unchecked).flatMap(([, applies, about]) =>
    applies(profile) ? [about] : [],
  );
  if (open.length === 0) return { primary_action: action, user_message: message };
  return {
    primary_action: action === 'APPROVE' ? 'VERIFY' : action,
    user_message: `${message.slice(0, -1)}; not checked: ${enumerate(open)}.`,
  };
}
