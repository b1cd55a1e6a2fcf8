import { UnusableInput } from '../inputs.ts';
import {
  BARE_UNITS,
  DIRECTIONALS,
  NUMBERED_UNITS,
  ORDINALS,
  PLAIN_UNITS,
  STREET_SUFFIXES,
} from './street-words.ts';
import { zip5 } from './zip.ts';

const MAX_LINE_CHARS = 200;

/** The first line of an address in its postal spelling. */
export interface StreetLine {
  /** Capitals: `120 N MAIN ST NW`. */
  street: string;
  /**
   * What follows APT, UNIT, STE or #, or the designator with it (`FL 3`, `REAR`); empty without
   * one.
   */
  unit: string;
}

const isNumbered = (word: string | undefined): boolean =>
  word !== undefined && (/\d/.test(word) || /^[A-Z]$/.test(word));

/**
 * Where the secondary address begins; the house number and one word of the street are never part of
 * it.
 */
function unitStart(words: readonly string[]): number {
  for (let at = 2; at < words.length; at++) {
    const word = words[at] as string;
    const next = words[at + 1];
    if (PLAIN_UNITS.has(word) && next !== undefined) return at;
    if (NUMBERED_UNITS.has(word) && isNumbered(next)) return at;
    if (BARE_UNITS.has(word) && next === undefined) return at;
  }
  return words.length;
}

const shortened = (word: string): string => {
  const known = NUMBERED_UNITS.get(word) ?? BARE_UNITS.get(word) ?? word;
  return PLAIN_UNITS.has(word) ? '' : known;
};

/**
 * A directional that is the street's own name, NORTH ST, keeps its spelling (Publication 28,
 * section 233.3).
 */
const isName = (words: readonly string[], at: number): boolean =>
  at === words.length - 2 && STREET_SUFFIXES.has(words[at + 1] as string);

function postalWord(word: string, at: number, words: readonly string[]): string {
  if (at === 0) return word.replace(/^0+(?=\d)/, '');
  const direction = DIRECTIONALS.get(word);
  if (direction !== undefined) return isName(words, at) ? word : direction;
  return ORDINALS.get(word) ?? STREET_SUFFIXES.get(word) ?? word;
}

/**
 * An address line as USPS Publication 28 spells it: capitals, no punctuation but `-` and `/` within
 * a number, suffixes and directionals abbreviated, first to twelfth in figures, the secondary
 * address apart. Suffix words are abbreviated wherever they stand, not only last: the spellings of
 * one street have to meet.
 * @throws UnusableInput for a line that does not begin with a number, such as a post office box
 */
export function readStreetLine(line1: string): StreetLine {
  const words = line1
    .slice(0, MAX_LINE_CHARS)
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[\u0300-\u036f'\u2019.]/g, '')
    .replace(/#/g, ' # ')
    .replace(/(?<!\d)\/|\/(?!\d)/g, ' ')
    .replace(/[^\p{L}\p{N}/#-]+/gu, ' ')
    .split(/[ ]+|(?<=[A-Z]{2})-|-(?=[A-Z]{2})/)
    .filter((word) => /[\p{L}\p{N}#]/u.test(word));
  if (words.length < 2 || !/^[A-Z]?\d/.test(words[0] as string))
    throw new UnusableInput('is not a street address with a house number');
  const start = unitStart(words);
  const street = words.slice(0, start).map(postalWord);
  const unit = words.slice(start).map(shortened).filter(Boolean);
  return { street: street.join(' '), unit: unit.join(' ') };
}

/**
 * What a property is found by: line 1 in its postal spelling without the unit, `|`, the five digits
 * of the ZIP code.
 * @throws UnusableInput
 */
export const streetKey = (line1: string, zip: string): string =>
  `${readStreetLine(line1).street}|${zip5(zip)}`;
