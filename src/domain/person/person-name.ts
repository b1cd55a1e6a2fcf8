import { UnusableInput } from '../../lib/inputs.ts';
import { foldText } from '../../lib/text.ts';

/** Words before a name. */
const TITLES = new Set('mr mrs ms miss mx dr prof rev fr sir hon'.split(' '));

/** Generations, degrees and licences after a name. */
const SUFFIXES = new Set(
  'jr sr junior senior ii iii iv v md do dds dmd dvm phd jd esq esquire cpa rn pe mba'.split(' '),
);

/** The words between titles and suffixes; words that are nothing else are left as they are. */
function withoutTitles(words: readonly string[]): readonly string[] {
  let [from, to] = [0, words.length];
  while (from < to - 1 && TITLES.has(foldText(words[from] as string))) from += 1;
  while (to > from + 1 && SUFFIXES.has(foldText(words[to - 1] as string))) to -= 1;
  return words.slice(from, to);
}

/**
 * Folded words of a name between its titles and suffixes; a name made of nothing else is left as it
 * is.
 */
export const nameWords = (text: string): readonly string[] =>
  withoutTitles(foldText(text).split(' '));

/** Words that belong to the family name behind them. */
const PARTICLES = new Set(
  (
    'al bin da dal de del della den der di do dos du el la las le los st ten ter van von zu zum ' +
    'zur'
  ).split(' '),
);

/** Whether a folded word belongs to the family name behind it: de, van, von. */
export const isParticle = (word: string): boolean => PARTICLES.has(word);

/** `Example, Ada` in spoken order; `Ada Example, PhD` without the suffix. */
function spokenOrder(text: string): string {
  const [before = '', after = ''] = text.split(',', 2);
  if (foldText(after) === '') return before;
  return nameWords(`x ${after}`).length === 1 ? before : `${after} ${before}`;
}

/**
 * First and last name of a full one, as they are written: titles, suffixes and middle names left
 * out, particles kept with the last name (`Juan Carlos de la Cruz` is Juan, de la Cruz).
 * @returns null for a name of one word
 */
export function splitFullName(text: string): { first: string; last: string } | null {
  const spoken = withoutTitles(spokenOrder(text).split(/\s+/).filter(Boolean));
  const words = spoken.filter((word) => /\p{L}/u.test(foldText(word)));
  if (words.length < 2) return null;
  let at = words.length - 1;
  while (at > 1 && isParticle(foldText(words[at - 1] as string))) at -= 1;
  return { first: words[0] as string, last: words.slice(at).join(' ') };
}

/**
 * A last name as it is compared: folded, generation (Jr, III), degree and title cut, written
 * together, so that O'Brien, de la Cruz and Smith-Jones have one spelling each.
 * @throws UnusableInput for a text without letters
 */
export function foldLastName(text: string): string {
  const name = nameWords(text).join('');
  if (!/\p{L}/u.test(name)) throw new UnusableInput('is not a name');
  return name;
}

/**
 * A first name as it is compared: folded, titles and suffixes cut, its first word: middle names are
 * often left out.
 * @throws UnusableInput for a text without letters
 */
export function foldFirstName(text: string): string {
  const [name = ''] = nameWords(text);
  if (!/\p{L}/u.test(name)) throw new UnusableInput('is not a name');
  return name;
}

/** First letter of a first name. @throws UnusableInput for a text without letters */
export const initialOf = (firstName: string): string =>
  /\p{L}/u.exec(foldFirstName(firstName))?.[0] as string;

/**
 * Whether two first names may be one person's: alike, or one of them only an initial. False when
 * one is no name.
 */
export function mayBeSameFirstName(one: string, other: string): boolean {
  try {
    const [a, b] = [foldFirstName(one), foldFirstName(other)];
    return a === b || ((a.length === 1 || b.length === 1) && a[0] === b[0]);
  } catch (error) {
    if (error instanceof UnusableInput) return false;
    throw error;
  }
}
