import { foldText } from '../../lib/text.ts';
import { countryCodeByForeignName, countryCodeOf } from '../place/countries.ts';
import groupWords from './group-words.json' with { type: 'json' };

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** What is written on to a name without a blank, in scripts that write none. */
export const UNSPACED_PARTS = setOf(foldText(groupWords.unspaced));

/** Where a Chinese company is registered stands before its name (ISO 3166-2:CN, and cities). */
export const PROVINCES = new RegExp(`^(?:${groupWords.provinces.replaceAll(' ', '|')})[省市]?`);

/** Words that tell a company of a group from the others: what it does for it, and for where. */
export const TASKS = setOf(groupWords.added);
export const PART_WORDS: ReadonlySet<string> = new Set([
  ...setOf([groupWords.added, groupWords.scopes, groupWords.places].join(' ')),
  ...UNSPACED_PARTS,
]);
/** With the fields of groups, in which others may have an ordinary word as their name. */
export const GROUP_WORDS: ReadonlySet<string> = new Set([
  ...PART_WORDS,
  ...setOf(groupWords.fields),
]);

/** Words that a company of a group has before its name: Banco Santander, American Honda. */
export const WORDS_BEFORE = setOf(groupWords.before);

/** Before a brand that is no ordinary word: Montres Rolex, Eaux Minérales d'Evian. */
const WORDS_BEFORE_COINED = setOf(`${groupWords.before} ${groupWords.beforeCoined}`);

/** What German compounds before a brand end in: Chocoladefabriken Lindt. */
const WORKS =
  /(?:brauerei|brennerei|fabrik|fabriken|gesellschaft|kellerei|manufaktur|verlag|werke?)$/;
export const leadsCoined = (word: string): boolean =>
  WORDS_BEFORE_COINED.has(word) || WORKS.test(word);

/** Given names, initials and titles of founders: Giorgio Armani, Dr. Ing. h.c. F. Porsche. */
export const GIVEN_NAMES = setOf(groupWords.given);
export const TITLES = new Set(['dr', 'ing', 'prof', 'hc']);

/** Groups that own brands of other names, folded; before or behind one they tell whose it is. */
const OWNERS: ReadonlySet<string> = new Set(groupWords.owners.split(';'));
const MAX_OWNER_WORDS = 4;

/** Nouns that begin a company's name in Romance languages; what follows says of what. */
export const HEADS = setOf(groupWords.heads);

/** What chains of shops and restaurants sell, and those of others who have the name. */
export const TRADES = setOf(groupWords.trades);

/** Makes whose dealers have their name behind their own: Galpin Mazda. */
export const DEALT = setOf(groupWords.dealt);

/** That a company is in more than one place. */
export const SCOPES = setOf([groupWords.scopes, groupWords.places].join(' '));
const PLACES = setOf(groupWords.places);
const MIN_FOREIGN_CHARS = 4;
export const isCountry = (word: string): boolean =>
  PLACES.has(word) ||
  (word.length > 2 && countryCodeOf(word) !== null) ||
  (word.length >= MIN_FOREIGN_CHARS && countryCodeByForeignName(word) !== null);

/** Family names of founders that hardly others bear, though they are ordinary names of people. */
export const FOUNDERS = setOf(groupWords.families);

/** Hotels of a group whose names say by whom they are, by its brand. */
export const LINES_OF: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(groupWords.lines).map(([brand, lines]) => [brand, new Set(lines.split(';'))]),
);

/** Words of trades, places and friends that a brand is not in itself. */
export const WORDS_OF_OTHERS = setOf(groupWords.ofOthers);

/** Local trades as German compounds end in them: Kosmetikstudio, Tanzschule. */
const TRADE_AT_END =
  /\p{L}(?:apotheke|backerei|kanzlei|klinik|makler|praxis|reinigung|salon|schule|studio|verleih)$/u;

/** Whether a word beside a brand says that it is another's: of a trade or a place, or several. */
export const isWordOfOthers = (word: string): boolean =>
  WORDS_OF_OTHERS.has(word) ||
  WORDS_OF_OTHERS.has(word.replace(/s$/, '')) ||
  TRADE_AT_END.test(word);

/** Brands that are places or names of people, on or off stage, which others bear too. */
export const ORDINARY_NAMES = setOf(`${groupWords.ordinary} ${groupWords.given}`);

export const MIN_COINED_CHARS = 4;

/** Words that end a company's name as its legal form does: Discover Bank. */
export const CORPORATE_WORDS = setOf(groupWords.corporate);

/** Words without the owner's name that they begin with. */
export function withoutOwner(words: readonly string[]): readonly string[] {
  for (let count = Math.min(words.length, MAX_OWNER_WORDS); count > 0; count--)
    if (OWNERS.has(words.slice(0, count).join(' '))) return words.slice(count);
  return words;
}
