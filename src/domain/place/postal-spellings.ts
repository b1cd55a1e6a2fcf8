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
export const BARE_STREETS = new Set(['BROADWAY', 'BOARDWALK', 'BOWERY']);

/**
 * Cities of the United States with a direction before their name, mostly of 20,000 people and more,
 * up to the name's first word.
 */
export const CITY_DIRECTIONS = new Set(
  Object.entries(spellings.citiesByDirection).flatMap(([direction, names]) =>
    names.split(' ').map((name) => `${direction} ${name}`),
  ),
);
