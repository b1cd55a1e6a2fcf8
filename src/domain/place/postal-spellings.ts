import { isOneEditAway } from '../../lib/text.ts';
import spellings from './postal-spellings.json' with { type: 'json' };
import { stateOfZip } from './zip.ts';

// USPS Publication 28, Postal Addressing Standards: appendix C1 (street suffixes and their common
// spellings) and C2 (secondary unit designators). Each group begins with the postal abbreviation.

/** Maps each spelling to the first of its group. */
const spellingTable = (groups: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    groups.flatMap((group) => {
      const words = group.split(' ');
      return words.map((word) => [word, words[0] as string] as const);
    }),
  );

/** Spelling → postal abbreviation, capitals. SAINT too: St James and Saint James are one street. */
export const STREET_SUFFIXES = spellingTable(spellings.suffixes);

/** Suffixes often misspelled, and not the start of other words. */
const LONG_SUFFIXES =
  'AVENUE BLVD BOULEVARD CIRCLE HIGHWAY PARKWAY PKWY STREET TERRACE TURNPIKE'.split(' ');
const SHORT_SUFFIXES = ['COURT', 'DRIVE', 'LANE', 'PLACE', 'ROAD', 'TRAIL'];

/** Whether words with one first letter are equal or one edit apart. */
const isOneSlipAway = (word: string, wanted: string): boolean =>
  word[0] === wanted[0] && (word === wanted || isOneEditAway(word, wanted));

/** Corrects a suffix with one misspelled letter; another word is unchanged. */
export function spelledSuffix(word: string, at: number): string {
  if (at < 2 || STREET_SUFFIXES.has(word) || !/^[A-Z]{4,10}$/.test(word)) return word;
  const short = (each: string) =>
    each.length === word.length &&
    isOneSlipAway(word, each) &&
    [...each].sort().join('') === [...word].sort().join('');
  return (
    LONG_SUFFIXES.find((each) => isOneSlipAway(word, each)) ?? SHORT_SUFFIXES.find(short) ?? word
  );
}

/** Spelling → directional (Publication 28, section 233). */
export const DIRECTIONALS = spellingTable(spellings.directionals);

export const ORDINALS = spellingTable(spellings.ordinals);

/** Designators before any identifier, ignored in comparisons: APT 4 and UNIT 4 are equal. */
export const PLAIN_UNITS = spellingTable(spellings.plainUnits);

/** Designators before a numbered identifier. */
export const NUMBERED_UNITS = spellingTable(spellings.numberedUnits);

/** Designators without an identifier. */
export const BARE_UNITS = spellingTable(spellings.bareUnits);

/** Suffixes that seldom begin a city name or occur within a street name. */
export const STRONG_SUFFIXES = new Set(spellings.strongSuffixes.split(' '));

/** Street names without a suffix. */
export const BARE_STREETS = new Set(['BROADWAY', 'BOARDWALK', 'BOWERY', 'EMBARCADERO']);

const SMALL_NUMBERS = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen ' +
  'sixteen seventeen eighteen nineteen'
).split(' ');
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/** Value of a number word below a hundred; -1 for another word. */
function numberOf(word: string): number {
  const [tens = '', ...others] = word.toLowerCase().split('-');
  const ten = TENS.indexOf(tens);
  if (others.length === 0) return ten < 0 ? SMALL_NUMBERS.indexOf(tens) : (ten + 2) * 10;
  const one = SMALL_NUMBERS.indexOf(others.join('-'));
  return ten >= 0 && one > 0 && one < 10 ? (ten + 2) * 10 + one : -1;
}

/** Replaces a house number in words by its digits: `One Microsoft Way`; null for other text. */
export function withFigure(piece: string): string | null {
  const [first = '', ...others] = piece.split(' ');
  const isHundred = /^hundred$/i.test(others[0] ?? '');
  const figure = numberOf(first) * (isHundred ? 100 : 1);
  const street = isHundred ? others.slice(1) : others;
  return figure > 0 && street.length > 1 ? [figure, ...street].join(' ') : null;
}

/** House number after a street that begins with its kind, as in Puerto Rico: `Calle Luna 63`. */
const NUMBER_BEHIND =
  /^((?:calle|avenida|paseo|camino|ave\.?)\s\S[^\d,]{1,60})\s(?:#\s?)?(\d{1,5}[a-z]?)$/i;

/** Puts such a number before the street; null for other text. */
export const withNumberAhead = (piece: string): string | null => {
  const [, street, number] = NUMBER_BEHIND.exec(piece) ?? [];
  return street ? `${number} ${street}` : null;
};

/** State and ZIP code of an address, which identify a city name. */
export interface CityRegion {
  state: string | null;
  zip: string | null;
}

const postalWord = (word: string): string =>
  DIRECTIONALS.get(word) ?? STREET_SUFFIXES.get(word) ?? word;

/** City name in postal spelling: South Saint Paul is S ST PAUL. */
const postalName = (words: readonly string[]): string => words.map(postalWord).join(' ');

/**
 * Cities whose name begins with a direction, by state: preferred city names of ZIP codes (USPS) and
 * large suburbs. ZIP codes are listed where streets of a neighbouring city end in a direction.
 */
const CITIES_BY_STATE: ReadonlyMap<string, readonly { name: string; zips: readonly string[] }[]> =
  new Map(
    Object.entries(spellings.citiesByDirection).map(([state, cities]) => [
      state,
      cities.split(',').map((city) => ({
        name: postalName(city.split(' ').filter((word) => !/\d/.test(word))),
        zips: city.match(/\d+/g) ?? [],
      })),
    ]),
  );

const MIN_MISSPELLED_CHARS = 8;

/** Whether words are a city name with a direction, allowing one misspelled letter. */
export function isCityWithDirection(words: readonly string[], { state, zip }: CityRegion): boolean {
  const asked = postalName(words);
  const cities = CITIES_BY_STATE.get(state ?? stateOfZip(zip ?? '') ?? '') ?? [];
  return cities.some(
    ({ name, zips }) =>
      (name === asked || (name.length >= MIN_MISSPELLED_CHARS && isOneSlipAway(asked, name))) &&
      (zips.length === 0 || zips.includes(zip ?? '')),
  );
}
