import { UnusableInput } from '../../lib/inputs.ts';
import { countryLetters } from '../../lib/text.ts';

const MAX_KEYWORD_CHARS = 200;

/** Normalizes a search keyword as search engines compare it: lower case, NFKC. */
export function foldKeyword(text: string): string {
  const keyword = text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .trim()
    .replace(/\s+/g, ' ');
  if (keyword === '') throw new UnusableInput('is empty');
  if ([...keyword].length > MAX_KEYWORD_CHARS)
    throw new UnusableInput(`must have at most ${MAX_KEYWORD_CHARS} characters`);
  return keyword;
}

/** Key of a keyword's figures: `COUNTRY|text`, the country in ISO alpha-2. @throws UnusableInput */
export function keywordKey(country: string, keyword: string): string {
  const code = countryLetters(country);
  if (!/^[A-Z]{2}$/.test(code)) throw new UnusableInput('must be a two-letter country code');
  return `${code}|${foldKeyword(keyword)}`;
}

/** Figures of a keyword in one country. Null when unknown. */
export interface KeywordFact {
  /** Monthly searches. */
  searchVolume: number | null;
  /** Cost per click. */
  cpcUsd: number | null;
  /** Difficulty of ranking for it, 0 to 100. */
  difficulty: number | null;
  intent: Intent | null;
  /** Growth of the last three months over the three before; 0.1 is ten per cent. */
  trendChange: number | null;
  /** Elements of the results page besides results; null when it was not read. */
  serpFeatures: string[] | null;
}

export const INTENTS = ['informational', 'navigational', 'commercial', 'transactional'] as const;
export type Intent = (typeof INTENTS)[number];

/** @returns null for a word that is not one of the four */
export const readIntent = (word: string | null | undefined): Intent | null =>
  INTENTS.find((intent) => intent === word?.trim().toLowerCase()) ?? null;

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
 * @returns rounded to four decimals; null for fewer than six months; 1 for growth from zero
 */
export function quarterlyTrendChange(months: readonly number[]): number | null {
  if (months.length < 2 * QUARTER || !months.every((value) => Number.isFinite(value) && value >= 0))
    return null;
  const last = sum(months.slice(-QUARTER));
  const before = sum(months.slice(-2 * QUARTER, -QUARTER));
  if (before === 0) return last === 0 ? 0 : 1;
  return Math.round((last / before - 1) * 10_000) / 10_000;
}

export interface SearchQuery {
  text: string;
  /** Country of the search: ISO 3166-1 alpha-2, capitals. */
  country: string;
  /** Language of the results: ISO 639-1. */
  language: string;
  /** From 1. */
  page: number;
}

export interface SearchResults {
  /** Best first. */
  organic: { position: number; title: string; link: string; snippet: string | null }[];
  peopleAlsoAsk: string[];
  relatedSearches: string[];
}

/** Results per page; more would be another page. */
const MAX_RESULTS = 100;

/** Numbers results in order; drops those without title or address, and duplicates. */
export function numberResults(
  results: readonly { title: string | null; link: string | null; snippet: string | null }[],
): SearchResults['organic'] {
  const links = new Set<string>();
  const organic: SearchResults['organic'] = [];
  for (const { title, link, snippet } of results) {
    if (title === null || link === null || !/^https?:\/\//i.test(link) || links.has(link)) continue;
    links.add(link);
    organic.push({ position: organic.length + 1, title, link, snippet });
    if (organic.length === MAX_RESULTS) break;
  }
  return organic;
}
