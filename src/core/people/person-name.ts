import { foldText } from '../fold-text.ts';
import { UnusableInput } from '../inputs.ts';

/** Words before a name. */
const TITLES = new Set('mr mrs ms miss mx dr prof rev fr sir hon'.split(' '));

/** Generations, degrees and licences after a name. */
const SUFFIXES = new Set(
  'jr sr junior senior ii iii iv v md do dds dmd dvm phd jd esq esquire cpa rn pe mba'.split(' '),
);

/** Folded words of a name between its titles and suffixes; a name made of nothing else is left as it is. */
export function nameWords(text: string): string[] {
  const all = foldText(text).split(' ');
  let [from, to] = [0, all.length];
  while (from < to - 1 && TITLES.has(all[from] as string)) from += 1;
  while (to > from + 1 && SUFFIXES.has(all[to - 1] as string)) to -= 1;
  return all.slice(from, to);
}

/**
 * A last name as it is compared: folded, generation (Jr, III), degree and title cut, written together, so that
 * O'Brien, de la Cruz and Smith-Jones have one spelling each.
 * @throws UnusableInput for a text without letters
 */
export function foldLastName(text: string): string {
  const name = nameWords(text).join('');
  if (!/\p{L}/u.test(name)) throw new UnusableInput('is not a name');
  return name;
}

/**
 * A first name as it is compared: folded, titles and suffixes cut, its first word: middle names are often left out.
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

/** Whether two first names may be one person's: alike, or one of them only an initial. False when one is no name. */
export function mayBeSameFirstName(one: string, other: string): boolean {
  try {
    const [a, b] = [foldFirstName(one), foldFirstName(other)];
    return a === b || ((a.length === 1 || b.length === 1) && a[0] === b[0]);
  } catch (error) {
    if (error instanceof UnusableInput) return false;
    throw error;
  }
}
