import {
  type Recommendations,
  RISK_LEVELS,
  type RiskAssessment,
  type RiskLevel,
} from './envelope.ts';

/**
 * Scoring factors in reporting order: points added to the score (negative lowers it), and the
 * predicate on the conclusion. The name, in upper snake case, is the code in `risk_factors` when
 * the factor applies.
 */
export type Factors<Conclusion> = Readonly<
  Record<
    string,
    readonly [points: number, applies: (conclusion: Conclusion) => boolean, note?: string]
  >
>;

/**
 * Factors that could not be checked: reported as risk factors, and no ground for approval. `about`
 * completes the sentence "not checked: …".
 */
export type UncheckedFactors<Conclusion> = Readonly<
  Record<
    string,
    readonly [points: number, applies: (conclusion: Conclusion) => boolean, about: string]
  >
>;

const clamp = (value: number, low: number, high: number): number =>
  Math.min(high, Math.max(low, value));

/**
 * Adds the points of the applicable factors to `base`.
 * @returns `score` clamped to 0..100, and the codes of the factors, in table order
 */
export function score<Conclusion>(
  base: number,
  factors: Factors<Conclusion>,
  conclusion: Conclusion,
): { score: number; fired: string[] } {
  const fired: string[] = [];
  let total = base;
  // Runs for every lookup, so it does not build an array of entries.
  for (const code in factors) {
    const [points, applies] = factors[code] as Factors<Conclusion>[string];
    if (!applies(conclusion)) continue;
    fired.push(code);
    total += points;
  }
  return { score: clamp(total, 0, 100), fired };
}

/** A function from the conclusion to a score, 0..100. */
export const scoreBy =
  <Conclusion>(base: number, factors: Factors<Conclusion>) =>
  (conclusion: Conclusion): number =>
    score(base, factors, conclusion).score;

/** A function from the conclusion to a probability, 0..1 with two decimals. */
export const probabilityBy =
  <Conclusion>(base: number, factors: Factors<Conclusion>) =>
  (conclusion: Conclusion): number =>
    score(base, factors, conclusion).score / 100;

/** Quarters of the scale: below 25 LOW, below 50 MEDIUM, below 75 HIGH, else CRITICAL. */
function riskLevel(value: number): RiskLevel {
  return RISK_LEVELS[clamp(Math.floor(value / 25), 0, 3)] as RiskLevel;
}

/** Base of a score, constant or computed from the conclusion, and the factors that change it. */
interface Scale<Conclusion> {
  base: number | ((conclusion: Conclusion) => number);
  factors: Factors<Conclusion>;
}

export interface RiskTable<Conclusion> extends Scale<Conclusion> {
  confidence: Scale<Conclusion>;
  /** Upper limit of a conclusion's score, if below 100. */
  highest?(conclusion: Conclusion): number;
  /** False if the specification lists a level and no score. */
  showsScore?: false;
}

const scoreOnScale = <Conclusion>({ base, factors }: Scale<Conclusion>, conclusion: Conclusion) =>
  score(typeof base === 'function' ? base(conclusion) : base, factors, conclusion);

/** Risk section: score, level, applicable factors, and confidence. */
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

/** First row whose `applies` is true. @throws Error if none is, which the last must prevent */
export function firstThatApplies<
  About extends unknown[],
  Row extends { applies(...about: About): boolean },
>(rows: readonly Row[], ...about: About): Row {
  const row = rows.find(({ applies }) => applies(...about));
  if (!row) throw new Error('no row of the table applies');
  return row;
}

/** Decision table as a function of the conclusion: the value of the first row that applies. */
export const decideBy =
  <Conclusion, Value>(rows: readonly (readonly [Value, (conclusion: Conclusion) => boolean])[]) =>
  (conclusion: Conclusion): Value => {
    const row = rows.find(([, applies]) => applies(conclusion));
    if (!row) throw new Error('no row of the table applies');
    return row[0];
  };

export interface RecommendationRule<Conclusion> {
  action: Recommendations['primary_action'];
  message: string;
  applies(conclusion: Conclusion, risk: RiskAssessment): boolean;
}

const ruleFor =
  (action: Recommendations['primary_action']) =>
  <Conclusion>(
    message: string,
    applies: RecommendationRule<Conclusion>['applies'] = () => true,
  ): RecommendationRule<Conclusion> => ({ action, message, applies });

/** Rows of a table of recommendations, by action; one without a condition always applies. */
export const advise = {
  block: ruleFor('BLOCK'),
  review: ruleFor('REVIEW'),
  verify: ruleFor('VERIFY'),
  approve: ruleFor('APPROVE'),
};

/** English enumeration: `a`, `a and b`, `a, b, and c`. Five times as fast as Intl.ListFormat. */
export function enumerate(words: readonly string[], conjunction: 'and' | 'or' = 'and'): string {
  const last = words.at(-1) ?? '';
  if (words.length < 2) return last;
  const comma = words.length > 2 ? ',' : '';
  return `${words.slice(0, -1).join(', ')}${comma} ${conjunction} ${last}`;
}

/**
 * A yes/no rule: no if something is against it, else null while something it rests on was not
 * checked.
 */
export const ruleOf = (isNo: boolean, isUnchecked: boolean): boolean | null =>
  isNo ? false : isUnchecked ? null : true;

type Advice = Pick<Recommendations, 'primary_action' | 'user_message'>;

/** Decision table, first match. */
export function recommendBy<Conclusion>(
  verdicts: readonly RecommendationRule<Conclusion>[],
  conclusion: Conclusion,
  risk: RiskAssessment,
): Advice {
  const { action, message } = firstThatApplies(verdicts, conclusion, risk);
  return { primary_action: action, user_message: message };
}

/** The message of a verdict with what was not checked. */
export const nameUnchecked = (message: string, unchecked: readonly string[]): string =>
  unchecked.length === 0
    ? message
    : `${message.slice(0, -1)}; not checked: ${enumerate(unchecked)}.`;

/** {@link recommendBy}, where an unchecked factor withholds approval and is named. */
export function recommendWithUncheckedFactors<Conclusion>(
  verdicts: readonly RecommendationRule<Conclusion>[],
  unchecked: UncheckedFactors<Conclusion>,
  conclusion: Conclusion,
  risk: RiskAssessment,
): Advice {
  const { primary_action: action, user_message } = recommendBy(verdicts, conclusion, risk);
  const open = Object.values(unchecked).flatMap(([, applies, about]) =>
    applies(conclusion) ? [about] : [],
  );
  return {
    primary_action: action === 'APPROVE' && open.length > 0 ? 'VERIFY' : action,
    user_message: nameUnchecked(user_message, open),
  };
}
