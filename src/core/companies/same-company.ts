import { UnusableInput } from '../inputs.ts';
import { foldCompanyName } from '../places/place-name.ts';
import { type CompanyFact, type CompanyField, readField } from './company.ts';

/** Words that tell no company from another, folded. */
const COMMON = new Set(
  (
    'group holding holdings international global worldwide the and of for company companies services service solutions ' +
    'systems technologies technology industries partners consulting software media digital labs studio online'
  ).split(' '),
);

const LEAST_CHARS = 3;

/** Null for a name without letters or digits. */
function foldedWords(name: string): string[] | null {
  try {
    return foldCompanyName(name).split(' ');
  } catch (error) {
    if (error instanceof UnusableInput) return null;
    throw error;
  }
}

const initialsOf = (words: readonly string[]): string =>
  words.map((word) => String.fromCodePoint(word.codePointAt(0) as number)).join('');

/** Whether one is the other's initials: IBM, International Business Machines. */
const abbreviates = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === 1 && other.length >= LEAST_CHARS && one[0] === initialsOf(other);

/**
 * Whether two names may be of one company: the same word that tells companies apart, one written together, or
 * initials. Names without such words have to be equal.
 */
export function mayBeSameName(one: string, other: string): boolean {
  const [a, b] = [foldedWords(one), foldedWords(other)];
  if (!a || !b) return false;
  if (a.join('') === b.join('') || abbreviates(a, b) || abbreviates(b, a)) return true;
  const telling = new Set(a.filter((word) => word.length >= LEAST_CHARS && !COMMON.has(word)));
  return b.some((word) => telling.has(word));
}

/** Identifiers of which two companies never have the same, and one company never two. */
const IDENTIFIERS: readonly CompanyField[] = ['lei', 'cik'];

/** Whether what two sources say, each found by the same domain or page, can be of one company. */
export function mayBeSameCompany(one: CompanyFact, other: CompanyFact): boolean {
  for (const field of IDENTIFIERS) {
    const [a, b] = [readField(one, field), readField(other, field)];
    if (a !== null && b !== null) return a === b;
  }
  const [a, b] = [readField(one, 'networkUrl'), readField(other, 'networkUrl')];
  if (a !== null && a === b) return true;
  const [name, otherName] = [readField(one, 'name'), readField(other, 'name')];
  return name === null || otherName === null || mayBeSameName(name, otherName);
}
