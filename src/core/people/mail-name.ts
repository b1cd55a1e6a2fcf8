import { foldText } from '../fold-text.ts';
import { isParticle, nameWords } from './person-name.ts';

/** How a name may be written before an @: letters, digits and inner hyphens, the likeliest spelling first. */
export interface MailName {
  given: readonly string[];
  family: readonly string[];
}

/** Letters that German and Danish mailboxes write as two. */
const AS_TWO: ReadonlyMap<string, string> = new Map([
  ['ä', 'ae'],
  ['ö', 'oe'],
  ['ü', 'ue'],
  ['ø', 'oe'],
  ['å', 'aa'],
]);
const inFull = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .normalize('NFC')
    .replace(/[äöüøå]/g, (letter) => AS_TWO.get(letter) as string);

/** Top-level domains whose mailboxes rather write ae than a. */
const WRITE_IN_FULL = new Set(['de', 'at', 'ch', 'li', 'lu']);

/** Another script is not guessed at: its Latin spelling is the bearer's own. */
const areLatin = (words: readonly string[]): boolean =>
  words.every((word) => /^[a-z\d]+$/.test(word)) && words.some((word) => /[a-z]/.test(word));

const unique = (texts: readonly string[]): string[] => [...new Set(texts)];

/** Jean-Luc Henri: jean-luc, jeanluc, jean. Mary Ann: mary, as middle names are left out. */
function givenSpellings(text: string): string[] {
  const [first = ''] = nameWords(text);
  // Only a hyphen makes two words one first name.
  const tokens = text.split(/\s+/).map((token) => foldText(token).split(' '));
  const parts = tokens.find(([head]) => head === first) ?? [first];
  return areLatin(parts) ? unique([parts.join('-'), parts.join(''), first]) : [];
}

/** Smith-Jones: smith-jones, smithjones, jones, smith. De la Cruz: delacruz, cruz. */
function familySpellings(text: string): string[] {
  const words = nameWords(text);
  if (!areLatin(words)) return [];
  const heads = words.filter((word) => !isParticle(word));
  const hyphened = /\p{L}\p{M}*\p{Pd}\p{L}/u.test(text) ? [words.join('-')] : [];
  return unique([...hyphened, words.join(''), ...heads.slice(-1), ...heads.slice(0, 1)]);
}

/**
 * Spellings of a first and a last name in mailboxes of a domain. Titles, generations and degrees are cut, accents
 * folded; ä, ö, ü, ø and å are also written as two letters, first so where the domain's country does.
 * @returns null for a name in another script, or without letters
 */
export function readMailName(first: string, last: string, domain: string): MailName | null {
  const wantsFull = WRITE_IN_FULL.has(domain.slice(domain.lastIndexOf('.') + 1));
  const spell = (text: string, spellings: (text: string) => string[]): string[] => {
    const [plain, full] = [spellings(text), spellings(inFull(text))];
    return unique(wantsFull ? [...full, ...plain] : [...plain, ...full]);
  };
  const given = spell(first, givenSpellings);
  const family = spell(last, familySpellings);
  return given.length > 0 && family.length > 0 ? { given, family } : null;
}
