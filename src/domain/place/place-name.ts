import { UnusableInput } from '../../lib/inputs.ts';
import { foldText } from '../../lib/text.ts';
import { withoutLegalForms } from './legal-forms.ts';

/** Abbreviations of the first word of a city's name. */
const CITY_WORDS: ReadonlyMap<string, string> = new Map([
  ['st', 'saint'],
  ['ste', 'sainte'],
  ['ft', 'fort'],
  ['mt', 'mount'],
]);

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
