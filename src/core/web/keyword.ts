import { UnusableInput } from '../inputs.ts';

const MAX_KEYWORD_CHARS = 200;

/**
 * A search keyword as search engines compare it: lower case, compatibility forms and spaces made
 * one (NFKC).
 */
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

/**
 * What a keyword's figures are found by: `COUNTRY|text`, ISO 3166-1 two letters. @throws
 * UnusableInput
 */
export function keywordKey(country: string, keyword: string): string {
  const code = country.trim().toUpperCase();
  if (!/^[A-Z]{2}$/.test(code)) throw new UnusableInput('is not a country of two letters');
  return `${code}|${foldKeyword(keyword)}`;
}
