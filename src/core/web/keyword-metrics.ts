/** What search engines know of a keyword in one country. Null is what the source does not say. */
export interface KeywordFact {
  /** Searches a month. */
  searchVolume: number | null;
  /** Price of a click. */
  cpcUsd: number | null;
  /** How hard it is to rank for, 0 to 100. */
  difficulty: number | null;
  intent: Intent | null;
  /** Growth of the last three months over the three before: 0.1 is ten per cent more. */
  trendChange: number | null;
  /** What the page of results shows besides results; null when nobody looked at it. */
  serpFeatures: string[] | null;
}

export const INTENTS = ['informational', 'navigational', 'commercial', 'transactional'] as const;
export type Intent = (typeof INTENTS)[number];

/** @returns null for a word that is none of the four */
export const readIntent = (word: string | null | undefined): Intent | null =>
  INTENTS.find((intent) => intent === word?.trim().toLowerCase()) ?? null;

/** What is looked up. */
export interface KeywordQuery {
  /** ISO 3166-1 alpha-2, capitals. */
  country: string;
  keyword: string;
}

const QUARTER = 3;
const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);

/**
 * Growth of the last three months of a series over the three before them.
 * @param months oldest first
 * @returns four decimals; null for fewer than six; 1 where there was nothing before and is
 * something now
 */
export function trendChangeOf(months: readonly number[]): number | null {
  if (months.length < 2 * QUARTER || !months.every((value) => Number.isFinite(value) && value >= 0))
    return null;
  const last = sum(months.slice(-QUARTER));
  const before = sum(months.slice(-2 * QUARTER, -QUARTER));
  if (before === 0) return last === 0 ? 0 : 1;
  return Math.round((last / before - 1) * 10_000) / 10_000;
}
