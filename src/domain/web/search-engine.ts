import { UnusableInput } from '../../lib/inputs.ts';

const MAX_KEYWORD_CHARS = 200;

/** A search keyword as search engines compare it: lower case, compatibility forms (NFKC). */
export function foldKeyword(text: string): string {
  const keyword = text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .trim()
    .replace(/\s+/g, ' ');
  if (keyword === '') throw new UnusableInput('is empty');
  if (keyword.length > MAX_KEYWORD_CHARS)
    throw new UnusableInput(`must have at most ${MAX_KEYWORD_CHARS} characters`);
  return keyword;
}

/** Key of a keyword's figures: `COUNTRY|text`, the country in ISO alpha-2. @throws UnusableInput */
export function keywordKey(country: string, keyword: string): string {
  const code = country.trim().toUpperCase();
  if (!/^[A-Z]{2}$/.test(code)) throw new UnusableInput('is not a country of two letters');
  return `${code}|${foldKeyword(keyword)}`;
}

/** Figures of a keyword in one country. Null is what the source does not say. */
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
  /** What the page of results shows besides results; null when it was not read. */
  serpFeatures: string[] | null;
}

export const INTENTS = ['informational', 'navigational', 'commercial', 'transactional'] as const;
export type Intent = (typeof INTENTS)[number];

/** @returns null for a word that is none of the four */
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
 * @returns four decimals; null for fewer than six; 1 where there was nothing before and is
 * something now
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
  /** Where it is asked: ISO 3166-1 alpha-2, capitals. */
  country: string;
  /** Of the results: ISO 639-1. */
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

/** More would be another page. */
const MAX_RESULTS = 100;

/** Numbers results in their order; those without title or address and repeats are left out. */
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
