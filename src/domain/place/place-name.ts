import { UnusableInput } from '../../lib/inputs.ts';
import { foldText } from '../../lib/text.ts';
import legalForms from './legal-forms.json' with { type: 'json' };

/** Abbreviations of the first word of a city's name. */
const CITY_WORDS: ReadonlyMap<string, string> = new Map([
  ['st', 'saint'],
  ['ste', 'sainte'],
  ['ft', 'fort'],
  ['mt', 'mount'],
]);

// Legal forms of companies as they are folded: ISO 20275, abbreviations and names, of the
// jurisdictions whose companies are met; single letters are written together (S.A. de C.V. is
// `sa de cv`). A form that is an everyday word, such as the Norwegian DA, is not among them.

/** Forms of scripts without spaces, before or behind the name. */
const UNSPACED = legalForms.unspaced.map((form) => form.normalize('NFKD'));

/** At the end of a name. */
const ENDINGS = new Set([...UNSPACED, ...legalForms.endings]);

/** Before a name, where they are as usual as behind it. */
const BEGINNINGS = new Set([...UNSPACED, ...legalForms.beginnings]);

const MAX_FORM_WORDS = 8;

/**
 * How many words are a legal form: the longest there is, 0 for none.
 * @param words those at one end of the name, one more than a form may have at most
 */
function formLength(
  words: readonly string[],
  known: ReadonlySet<string>,
  end: 'first' | 'last',
): number {
  for (let count = words.length - 1; count > 0; count--) {
    const part = end === 'last' ? words.slice(-count) : words.slice(0, count);
    if (known.has(part.join(' '))) return count;
  }
  return 0;
}

/** One word without a form of a script that writes no spaces; a word of nothing else stays. */
function withoutUnspacedForm(word: string): string {
  if (UNSPACED.includes(word)) return word;
  for (const form of UNSPACED) {
    if (word.endsWith(form)) return word.slice(0, -form.length);
    if (word.startsWith(form)) return word.slice(form.length);
  }
  return word;
}

/**
 * A name in folded words without its legal forms: at its end one after the other (`GmbH & Co. KG`),
 * at its beginning one. One word is always left.
 */
function withoutLegalForms(name: readonly string[]): readonly string[] {
  let end = name.length;
  while (end > 1) {
    const last = name.slice(Math.max(0, end - 1 - MAX_FORM_WORDS), end);
    const count = last.at(-1) === 'and' ? 1 : formLength(last, ENDINGS, 'last');
    if (count === 0) break;
    end -= count;
  }
  const begin = formLength(name.slice(0, Math.min(end, 1 + MAX_FORM_WORDS)), BEGINNINGS, 'first');
  const words = name.slice(begin, end);
  return words.length === 1 ? [withoutUnspacedForm(words[0] as string)] : words;
}

/** Letters one by one are an abbreviation: L.L.C. folds to `l l c`. */
const joinLetters = (folded: string): string =>
  folded.replace(/(?<![\p{L}\p{N}])\p{L}(?: \p{L}(?![\p{L}\p{N}\p{M}]))+/gu, (letters) =>
    letters.replaceAll(' ', ''),
  );

/**
 * A company's or shop's name as it is compared: folded, single letters written together, a leading
 * "the" and legal forms cut (Inc, L.L.C., GmbH & Co. KG, S.A. de C.V.). A name made of nothing else
 * keeps a word.
 * @throws UnusableInput for a text without letters or digits
 */
export function foldCompanyName(text: string): string {
  const words = joinLetters(foldText(text)).split(' ').filter(Boolean);
  if (words[0] === 'the' && words.length > 1) words.shift();
  if (words.length === 0) throw new UnusableInput('is not a name');
  return withoutLegalForms(words).join(' ');
}

/** Words of a folded company name; null for a name without letters or digits. */
export function companyNameWords(name: string): string[] | null {
  try {
    return foldCompanyName(name).split(' ');
  } catch (error) {
    if (error instanceof UnusableInput) return null;
    throw error;
  }
}

/**
 * A city as it is compared: folded, its first word spelled out (St Paul is Saint Paul).
 * @throws UnusableInput for a text without letters
 */
export function foldCity(text: string): string {
  const [first = '', ...others] = foldText(text).split(' ');
  const city = [CITY_WORDS.get(first) ?? first, ...others].join(' ');
  if (!/\p{L}/u.test(city)) throw new UnusableInput('is not a city');
  return city;
}

/** Key of a business: `name|city`, both folded, legal forms cut. @throws UnusableInput */
export const placeKey = (name: string, city: string): string =>
  `${foldCompanyName(name)}|${foldCity(city)}`;
