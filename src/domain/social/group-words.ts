import { lazy } from '../../lib/lazy.ts';
import { foldText, lettersOf } from '../../lib/text.ts';
import { isGivenName } from '../person/name-parts.ts';
import { isCommonWord } from '../place/common-words.ts';
import { countryCodeByForeignName, countryCodeOf } from '../place/countries.ts';
import { usStateCode } from '../place/us-states.ts';
import brandOwners from './brand-owners.json' with { type: 'json' };
import groupWords from './group-words.json' with { type: 'json' };

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Suffixes joined to a name without a space, in scripts without spaces. */
const UNSPACED_PARTS = setOf(foldText(groupWords.unspaced));
const OF_UNSPACED = new RegExp(`^(?:${[...UNSPACED_PARTS].join('|')})+$`);
export const areUnspacedParts = (text: string): boolean => OF_UNSPACED.test(text);

/** Place of registration before a Chinese company's name (ISO 3166-2:CN, and cities). */
export const PROVINCES = new RegExp(`^(?:${groupWords.provinces.replaceAll(' ', '|')})[省市]?`);

/** Tasks that are trades too, in which others use an ordinary word as a name. */
const TRADED_TASKS = setOf(groupWords.doubtful);
/** Words that distinguish companies of a group: their task, and their area. */
export const PART_WORDS: ReadonlySet<string> = new Set([
  ...setOf([groupWords.added, groupWords.scopes, groupWords.places].join(' ')),
  ...UNSPACED_PARTS,
]);
/** Also the fields of groups, in which another company may have an ordinary word as its name. */
export const GROUP_WORDS: ReadonlySet<string> = new Set([
  ...PART_WORDS,
  ...setOf(groupWords.fields),
  ...setOf(groupWords.formats),
]);

/** Fields in which another company may have a coined name too: Tigo Energy. */
export const INDUSTRIES = setOf(groupWords.industries);

const without = (words: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...words].filter((word) => !others.has(word)));

/** {@link GROUP_WORDS} and {@link PART_WORDS} beside a brand that is an ordinary word. */
export const ORDINARY_GROUP_WORDS = without(GROUP_WORDS, TRADED_TASKS);
export const ORDINARY_PART_WORDS = without(PART_WORDS, TRADED_TASKS);

/** Words that companies of a group put before the name: Banco Santander, American Honda. */
export const WORDS_BEFORE = setOf(groupWords.before);

/** Words before a brand that is not an ordinary word: Montres Rolex, Eaux Minérales d'Evian. */
const WORDS_BEFORE_COINED = setOf(`${groupWords.before} ${groupWords.beforeCoined}`);

/** Endings of German compounds before a brand: Chocoladefabriken Lindt. */
const WORKS =
  /(?:brauerei|brennerei|fabrik|fabriken|gesellschaft|kellerei|manufaktur|verlag|werke?)$/;
export const leadsCoined = (word: string): boolean =>
  WORDS_BEFORE_COINED.has(word) || WORKS.test(word);

/** Given names and, below, titles of founders: Giorgio Armani, Dr. Ing. h.c. F. Porsche. */
export const GIVEN_NAMES = setOf(groupWords.given);
export const TITLES = new Set(['dr', 'ing', 'prof', 'hc']);

/** Groups that own brands with other names, folded; they may precede or follow the brand. */
const OWNERS: ReadonlySet<string> = new Set(groupWords.owners.split(';'));
const MAX_OWNER_WORDS = 4;

/** Nouns that start a company's name in Romance languages, before its brand. */
export const HEADS = setOf(groupWords.heads);

/** Kinds of outlets before the brand of a chain: Centre Commercial E.Leclerc. */
export const OUTLETS = setOf(groupWords.outlets);

/** Kinds of lodging, which hotel groups put before `by`: Homes & Villas by Marriott. */
export const LODGING = setOf(groupWords.lodging);

/** Words of firms of lawyers, tax advisers and notaries. */
export const FIRMS = setOf(groupWords.firms);

/** Whether a word is a university, which is often called by a word or by three letters. */
export const isUniversity = (word: string): boolean =>
  /^(?:universi|uniwersytet|univerz|hochschule|yliopisto)/.test(word);

/** Words left out of initials. */
export const SMALL_WORDS = setOf('du de des la le of der die das di da do the for van es');

/** Last words of chains of hotels whose houses are called by their place. */
export const HOTEL_WORDS = setOf('inn motel hotel hotels suites plaza');

/** Buildings to which companies sell the right to be named after them: Toyota Center. */
export const NAMED = setOf(groupWords.named);

/** Words that make words in brackets a division: (LED Division). */
export const DIVISIONS = setOf(groupWords.divisions);

/** Whether a name is that of a city by which a time zone is called (IANA): Zurich, Chicago. */
const CITIES = lazy(
  () =>
    new Set(
      Intl.supportedValuesOf('timeZone').map((zone) =>
        foldText(zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')),
      ),
    ),
);
export const isCity = (name: string): boolean => CITIES().has(name);

/** Trades of chains of shops and restaurants, and of unrelated shops with that name. */
export const TRADES = setOf(groupWords.trades);

/** Makes whose dealers add them to their own name: Galpin Mazda. */
export const DEALT = setOf(groupWords.dealt);

/** Words that indicate a company with more than one location. */
export const SCOPES = setOf([groupWords.scopes, groupWords.places].join(' '));
const PLACES = setOf(groupWords.places);
const PROVINCE = new RegExp(`^(?:${groupWords.provinces.replaceAll(' ', '|')})[省市]?$`);
const MIN_FOREIGN_CHARS = 4;
export const isCountry = (word: string): boolean =>
  PLACES.has(word) ||
  PROVINCE.test(word) ||
  (word.length > 2 && countryCodeOf(word) !== null) ||
  (word.length >= MIN_FOREIGN_CHARS && countryCodeByForeignName(word) !== null);

/** Founders' family names that few others use, although they are ordinary names. */
export const FOUNDERS = setOf(groupWords.families);

/** Hotel lines of a group, by the brand that follows `by` in their names. */
export const LINES_OF: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(groupWords.lines).map(([brand, lines]) => [brand, new Set(lines.split(';'))]),
);

/** Products, services and own trades, with the brand's name before theirs: Apple Music. */
const PRODUCTS_OF: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(groupWords.products).map(([brand, names]) => [brand, names.split(';')]),
);

/** Whether words after a brand are one of its products, and otherwise a part of the group. */
export const isProduct = (brand: string, words: readonly string[]): boolean =>
  PRODUCTS_OF.get(brand)?.some((product) => {
    const own = product.split(' ');
    return (
      own.every((word, at) => words[at] === word) &&
      words.slice(own.length).every((word) => PART_WORDS.has(word) || isCountry(word))
    );
  }) === true;

/** Trades by their words: `aviation` is of flying. A word may be of several. */
const TRADES_OF_WORDS = lazy(() => {
  const trades = new Map<string, string[]>();
  for (const [trade, words] of Object.entries(groupWords.tradeWords))
    for (const word of words.split(' ')) trades.set(word, [...(trades.get(word) ?? []), trade]);
  return trades;
});

/** Trades in which companies of a known brand are, by the brand without spaces. */
const TRADES_OF_BRANDS = lazy(
  () =>
    new Map(
      Object.entries(groupWords.ownTrades).flatMap(([trades, brands]) =>
        brands.split(';').map((brand) => [brand.replaceAll(' ', ''), trades.split(' ')] as const),
      ),
    ),
);

/** Whether one of the words beside a known brand is of a trade in which that brand is not. */
export function areOfOtherTrade(brand: string, words: readonly string[]): boolean {
  const own = TRADES_OF_BRANDS().get(brand);
  return (
    own !== undefined &&
    words.some(
      (word) =>
        TRADES_OF_WORDS()
          .get(word)
          ?.every((trade) => !own.includes(trade)) === true,
    )
  );
}

/** Words of trades, places and people that are not part of a brand. */
export const WORDS_OF_OTHERS = setOf(`${groupWords.ofOthers} ${groupWords.firms}`);

/** Local trades at the end of German compounds: Kosmetikstudio, Tanzschule. */
const TRADE_AT_END =
  /\p{L}(?:apotheke|backerei|kanzlei|klinik|makler|praxis|reinigung|salon|schule|studio|verleih)$/u;

/** Whether a word beside a brand marks a third party: a trade or place, also in the plural. */
export const isWordOfOthers = (word: string): boolean =>
  WORDS_OF_OTHERS.has(word) ||
  WORDS_OF_OTHERS.has(word.replace(/s$/, '')) ||
  TRADE_AT_END.test(word);

/** Brands that are also places or people's names, real or stage names, which others use too. */
const NAMES = setOf(`${groupWords.ordinary} ${groupWords.given}`);

/**
 * Names of companies that are words of a dictionary (English ones of SCOWL from level 40, so that
 * `isCommonWord` lacks them, and other languages'): Pandora, Peloton, Azul.
 */
const WORDS = setOf(groupWords.words);

/** State abbreviations are shorter than any brand that is a place: IN, ME, OR. */
const MIN_STATE_CHARS = 4;

const isOfPeople = (name: string): boolean =>
  NAMES.has(name) ||
  isCity(name) ||
  (name.length >= MIN_STATE_CHARS && usStateCode(name) !== null) ||
  (!FOUNDERS.has(name) && isGivenName(name));

/** Whether companies that have nothing to do with each other are called by this word. */
export const isOrdinaryName = (name: string): boolean => WORDS.has(name) || isOfPeople(name);

export const MIN_COINED_CHARS = 4;

/** Endings of English nouns and adjectives longer than those in the list of common words. */
const ENGLISH_END =
  /^.{5,}(?:[ai]l|[ae]nce|[eo]r|graphy|ic|ing|i[sz]m|ist|ity|ment|ness|ology|[st]ion|ship|ure)s?$/;

/** Words that make the word before them a trade: Flower Shop. */
const SHOPS = setOf(groupWords.shops);
export const isShop = (word: string): boolean => SHOPS.has(word);

/** Whether a word beside a coined brand can only be a name of its own: Rexroth. */
export const isOwnName = (word: string, isAlone = false): boolean =>
  word.length >= (isAlone ? 3 : MIN_COINED_CHARS) &&
  (isAlone || !(isCommonWord(word) || ENGLISH_END.test(word))) &&
  !isOfPeople(word) &&
  !INDUSTRIES.has(word) &&
  !TRADES.has(word) &&
  !TRADES.has(word.replace(/s$/, ''));

/** Words that end a company's name like a legal form: Discover Bank. */
export const CORPORATE_WORDS = setOf(groupWords.corporate);

/** Whether a brand is also a group that owns others. */
export const isOwner = (brand: string): boolean => OWNERS.has(brand);

/** The words after a leading owner's name. */
export function withoutOwner(words: readonly string[]): readonly string[] {
  for (let count = Math.min(words.length, MAX_OWNER_WORDS); count > 0; count--)
    if (OWNERS.has(words.slice(0, count).join(' '))) return words.slice(count);
  return words;
}

/** Whether words after the brand name an owner: Sheraton of Oslo, Etsy Ads by Artist LLC. */
export const sayWhose = (words: readonly string[]): boolean =>
  words.some((word, at) => {
    const others = words.slice(at + 1);
    if (word === 'of') return !isCountry(others[0] ?? '');
    return word === 'by' && at > 0 && withoutOwner(others).length === others.length;
  });

/** Other names of brands by the folded brand: in other scripts, spelled out, abbreviated. */
const ALIASES = lazy(
  () =>
    new Map(
      groupWords.aliases.split('|').map((row): [string, string[]] => {
        const [brand = '', names = ''] = row.split('=');
        return [brand, names.split(';')];
      }),
    ),
);

export const aliasesOf = (brand: string): readonly string[] => ALIASES().get(foldText(brand)) ?? [];

/** Rows `owner;owner=brand;brand` of companies that trade under other names than their own. */
const OWNERS_OF_BRANDS = lazy(() => {
  const owners = new Map<string, string[]>();
  for (const row of Object.values(brandOwners).flat()) {
    const [companies = '', brands = ''] = row.split('=');
    for (const brand of brands.split(';')) {
      const key = brand.replaceAll(' ', '');
      owners.set(key, [...(owners.get(key) ?? []), ...companies.split(';')]);
    }
  }
  return owners;
});

/** Names of the companies that own a brand; brands of one name may have several owners. */
export const ownersOf = (brand: string): readonly string[] =>
  OWNERS_OF_BRANDS().get(lettersOf(brand)) ?? [];
