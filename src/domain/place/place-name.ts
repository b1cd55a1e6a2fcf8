import { UnusableInput } from '../../lib/inputs.ts';
import { foldText } from '../../lib/text.ts';

/** Legal forms at the end of a company's name, folded. */
const LEGAL_FORMS = new Set(
  (
    'inc incorporated corp corporation co company llc llp lllp lp pllc plc pc pa ltd limited na gmbh ag kg ug ' +
    'ohg sa sas sarl sl srl spa bv nv ab as oy oyj aps kk pty pte pvt'
  ).split(' '),
);

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
 * "the" and legal forms at the end cut (Inc, L.L.C., GmbH, & Co). A name made of nothing else keeps
 * its last word.
 * @throws UnusableInput for a text without letters or digits
 */
export function foldCompanyName(text: string): string {
  const words = joinLetters(foldText(text)).split(' ').filter(Boolean);
  if (words[0] === 'the' && words.length > 1) words.shift();
  while (words.length > 1) {
    const last = words.at(-1) as string;
    if (!LEGAL_FORMS.has(last) && last !== 'and') break;
    words.pop();
  }
  if (words.length === 0) throw new UnusableInput('is not a name');
  return words.join(' ');
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
