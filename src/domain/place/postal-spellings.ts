import spellings from './postal-spellings.json' with { type: 'json' };

// USPS Publication 28, Postal Addressing Standards: appendix C1 (street suffixes and their common
// spellings) and C2 (secondary unit designators). The postal abbreviation stands first.

/** Spelling → the one its group begins with. */
const spellingTable = (groups: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    groups.flatMap((group) => {
      const words = group.split(' ');
      return words.map((word) => [word, words[0] as string] as const);
    }),
  );

/** Spelling → postal abbreviation, capitals. SAINT too: St James and Saint James are one street. */
export const STREET_SUFFIXES = spellingTable(spellings.suffixes);

/** Suffixes that are misspelt often and begin no other word. */
const LONG_SUFFIXES = [
  'AVENUE',
  'BLVD',
  'BOULEVARD',
  'CIRCLE',
  'HIGHWAY',
  'PARKWAY',
  'PKWY',
  'STREET',
  'TERRACE',
  'TURNPIKE',
];
const SHORT_SUFFIXES = ['COURT', 'DRIVE', 'LANE', 'PLACE', 'ROAD', 'TRAIL'];

/** Whether one letter is left out, doubled, changed or swapped with its neighbour. */
function isOneEditAway(word: string, wanted: string): boolean {
  if (word[0] !== wanted[0]) return false;
  let [from, end] = [1, 0];
  while (from < word.length && word[from] === wanted[from]) from += 1;
  const most = Math.min(word.length, wanted.length) - from;
  while (end < most && word.at(-1 - end) === wanted.at(-1 - end)) end += 1;
  const [a, b] = [word, wanted].map((each) => each.slice(from, each.length - end)) as [
    string,
    string,
  ];
  return (a.length < 2 && b.length < 2) || isSwapped(a, b);
}

const isSwapped = (a: string, b: string): boolean =>
  a.length === 2 && b.length === 2 && a[0] === b[1] && a[1] === b[0];

/** A suffix that is misspelt in one letter, as it is spelled; another word as it is. */
export function spelledSuffix(word: string, at: number): string {
  if (at < 2 || STREET_SUFFIXES.has(word) || !/^[A-Z]{4,10}$/.test(word)) return word;
  const short = (each: string) =>
    each.length === word.length &&
    isOneEditAway(word, each) &&
    [...each].sort().join('') === [...word].sort().join('');
  return (
    LONG_SUFFIXES.find((each) => isOneEditAway(word, each)) ?? SHORT_SUFFIXES.find(short) ?? word
  );
}

/** Spelling → directional (Publication 28, section 233). */
export const DIRECTIONALS = spellingTable(spellings.directionals);

export const ORDINALS = spellingTable(spellings.ordinals);

/** Designators that any identifier follows and that say nothing: APT 4 and UNIT 4 are one. */
export const PLAIN_UNITS = spellingTable(spellings.plainUnits);

/** Designators that a numbered identifier follows. */
export const NUMBERED_UNITS = spellingTable(spellings.numberedUnits);

/** Designators that nothing follows. */
export const BARE_UNITS = spellingTable(spellings.bareUnits);

/** Suffixes that seldom begin a city or stand within a street's name. */
export const STRONG_SUFFIXES = new Set(spellings.strongSuffixes.split(' '));

/** Streets whose name has no suffix. */
export const BARE_STREETS = new Set(['BROADWAY', 'BOARDWALK', 'BOWERY', 'EMBARCADERO']);

/**
 * Cities of the United States with a direction before their name, mostly of 20,000 people and more,
 * up to the name's first word.
 */
const CITY_DIRECTIONS = new Set(
  Object.entries(spellings.citiesByDirection).flatMap(([direction, names]) =>
    names.split(' ').map((name) => `${direction} ${name}`),
  ),
);

const SMALL_NUMBERS = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen ' +
  'sixteen seventeen eighteen nineteen'
).split(' ');
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/** A number below a hundred in words; -1 for another word. */
export function numberOf(word: string): number {
  const [tens = '', ones] = word.toLowerCase().split('-');
  const ten = TENS.indexOf(tens);
  if (ten < 0) return ones === undefined ? SMALL_NUMBERS.indexOf(tens) : -1;
  return (ten + 2) * 10 + (ones === undefined ? 0 : SMALL_NUMBERS.indexOf(ones));
}

const LONG_CITIES = [...CITY_DIRECTIONS].filter((city) => city.length > 11);

/** Whether a direction and the word behind it begin the name of a city, in one letter misspelt. */
export const isCityWithDirection = (direction: string, word: string): boolean => {
  const name = `${direction} ${word}`;
  if (CITY_DIRECTIONS.has(name)) return true;
  return word.length > 4 && LONG_CITIES.some((city) => isOneEditAway(name, city));
};
