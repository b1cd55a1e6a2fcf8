import { isGivenName } from '../person/name-parts.ts';
import { isCommonWord } from '../place/common-words.ts';
import {
  companyNameWords,
  hasLegalForm,
  isSoleTrader,
  wholeNameWords,
} from '../place/place-name.ts';
import {
  abbreviationOf,
  arePossessive,
  type ContainedName,
  findWordRange,
  hasAccents,
  isDistinct,
  isVenueBrand,
  POSSESSIVE,
  partedFrom,
} from './advertiser-names.ts';
import {
  areOfOtherTrade,
  areUnspacedParts,
  CORPORATE_WORDS,
  DEALT,
  FIRMS,
  FOUNDERS,
  GIVEN_NAMES,
  GROUP_WORDS,
  HEADS,
  HOTEL_WORDS,
  INDUSTRIES,
  isCountry,
  isOrdinaryName,
  isOwner,
  isOwnName,
  isProduct,
  isShop,
  isUniversity,
  isWordOfOthers,
  LINES_OF,
  LODGING,
  leadsCoined,
  MIN_COINED_CHARS,
  NAMED,
  ORDINARY_GROUP_WORDS,
  ORDINARY_PART_WORDS,
  OUTLETS,
  ownersOf,
  PART_WORDS,
  SCOPES,
  SMALL_WORDS,
  sayWhose,
  TITLES,
  TRADES,
  WORDS_BEFORE,
  withoutOwner,
} from './group-words.ts';

/** Whether it is a company's name; its seat may follow the form: Patek Philippe SA Genève. */
const isCompany = ({ brand, name, added }: ContainedName): boolean =>
  hasLegalForm(name) ||
  CORPORATE_WORDS.has(added.at(-1) ?? '') ||
  (added.length === 2 && hasLegalForm([...brand, added[0]].join(' ')));

/**
 * Whether a short brand is an abbreviation: in capitals within a mixed-case name (The UPS Store),
 * or at the beginning of one in capitals, unless it is a word (LG ELECTRONICS).
 */
const isOfLetters = ({ brand, before, name }: ContainedName): boolean => {
  const [letters = ''] = brand;
  const isMixed = /\p{Ll}|\p{Lo}/u.test(name);
  return (
    brand.length === 1 &&
    letters.length < MIN_COINED_CHARS &&
    !isOrdinaryName(letters) &&
    (isMixed
      ? name.replaceAll('.', '').includes(letters.toUpperCase())
      : letters.length > 1 && before.length === 0 && !isCommonWord(letters))
  );
};

/** Whether others may use the brand too: an ordinary word, not an acronym or a possessive. */
export function isOrdinary(contained: ContainedName): boolean {
  const name = contained.brand.join(' ');
  if (isOfLetters(contained)) return false;
  if (contained.isPhrase) return true;
  if (isOrdinaryName(name)) return true;
  return isCommonWord(name) && !contained.isPossessive;
}

const isOfFounder = ({ brand }: ContainedName): boolean => FOUNDERS.has(brand.join(' '));
/** Whether the founder's given names or titles precede the family name that is the brand. */
function isFounded(contained: ContainedName): boolean {
  const { before } = contained;
  const isFounder = (word: string): boolean =>
    GIVEN_NAMES.has(word) || TITLES.has(word) || word === 'and' || word.length === 1;
  return (
    (!isOrdinary(contained) || isOfFounder(contained)) &&
    before.every((word) => isFounder(word) || leadsCoined(word)) &&
    (isCompany(contained) || before.some(leadsCoined))
  );
}

const isPartWord = ({ brand }: ContainedName): boolean => GROUP_WORDS.has(brand.join(' '));

/**
 * Whether the brand's owner precedes it: Nestlé Nespresso, Jaguar Land Rover. Two ordinary words
 * are a name of their own (Lion King); a word for a part of a group is the owner's: Tesco Express.
 */
function isOwned(contained: ContainedName): boolean {
  const others = withoutOwner(contained.before);
  const owner = contained.before.slice(0, contained.before.length - others.length).join(' ');
  const isOwnersWord = isOrdinary(contained) && (isCommonWord(owner) || isPartWord(contained));
  const isNamed = owner !== '' && !isOwnersWord;
  return isNamed && others.every((word) => GROUP_WORDS.has(word));
}

/** Whether the name starts with a noun for a company or an outlet that the brand is a name of. */
const isHeaded = (contained: ContainedName): boolean =>
  !isOrdinary(contained) &&
  (HEADS.has(contained.before[0] ?? '') ||
    (contained.before.length > 0 && contained.before.every((word) => OUTLETS.has(word)))) &&
  !contained.before.some(isWordOfOthers) &&
  // Société de transport de Lévis is called by a town.
  !(contained.before.length > 2 && /^d[aeiou]s?$/.test(contained.before.at(-1) as string));

/**
 * A product line that names its brand: Courtyard by Marriott, Park Hyatt, Woven by Toyota. Behind a
 * founder's name only known lines are: Photos by Ferrari.
 */
function isLine(contained: ContainedName): boolean {
  const { brand, before } = contained;
  const line = before.at(-1) === 'by' ? before.slice(0, -1) : before;
  if (line.length === 0) return false;
  const isEndorsed = line !== before && isOwner(brand.join(' ')) && !isOrdinary(contained);
  return (
    LINES_OF.get(brand.join(' '))?.has(line.join(' ')) === true ||
    (LINES_OF.has(brand.join(' ')) && line !== before && line.every((word) => LODGING.has(word))) ||
    (isEndorsed && !line.some((word) => isWordOfOthers(word) || isGivenName(word)))
  );
}

/** A word that others do not use, without words around it that mark it as theirs. */
const isCoined = (contained: ContainedName): boolean =>
  abbreviationOf(contained.brand).length >= MIN_COINED_CHARS &&
  !isOrdinary(contained) &&
  !sayWhose(contained.added) &&
  ![...contained.before, ...contained.added].some(isWordOfOthers);

/**
 * Whether a name with the brand of a venue describes a service for its sellers: Airbnb Host
 * Mastery. A company of the venue adds at most one word of its own: Rakuten Kobo.
 */
const isForSellers = ({ brand, added }: ContainedName): boolean =>
  isVenueBrand(brand.join('')) &&
  added.filter((word) => !PART_WORDS.has(word) && !isCountry(word)).length > 1;

/** Coined brand: a company with it in its name belongs to the group, unless a word contradicts. */
const isOfCoined = (contained: ContainedName): boolean =>
  isCoined(contained) &&
  !isForSellers(contained) &&
  (isCompany(contained) ||
    isOwned(contained) ||
    contained.added.some((word) => HEADS.has(word)) ||
    isCountry(contained.added.at(-1) ?? ''));

/** Whether words only denote a part of a group and its location. */
function sayWhichPart(words: readonly string[], known: ReadonlySet<string> = GROUP_WORDS): boolean {
  const isPart = (word: string) => known.has(word) || isCountry(word) || areUnspacedParts(word);
  const others = withoutOwner(words.filter((word) => !isPart(word))).join(' ');
  return others === '' || isCountry(others);
}

const [MAX_WORDS_BEFORE, MAX_WORDS_AFTER] = [2, 5];

/**
 * Trademark law: no other company can be registered under a coined brand, whatever precedes it:
 * Seiko Epson Corporation. Dealers can.
 */
const isRegistered = (contained: ContainedName): boolean =>
  isCoined(contained) &&
  hasLegalForm(contained.name) &&
  !contained.brand.some((word) => DEALT.has(word)) &&
  contained.before.length <= MAX_WORDS_BEFORE &&
  !contained.before.some((word) => word === 'of' || word === 'by') &&
  (contained.before.length === 0 || isDistinct(contained.brand)) &&
  ((contained.brand.length > 1 && isDistinct(contained.brand)) || sayWhichPart(contained.added));

/** A coined word of its own before a coined brand: Telsim Vodafone. */
const isJoined = (contained: ContainedName): boolean =>
  isCoined(contained) &&
  !isOfFounder(contained) &&
  contained.before.length === 1 &&
  isDistinct(contained.brand) &&
  sayWhichPart(contained.added) &&
  !contained.brand.some((word) => DEALT.has(word) || isGivenName(word)) &&
  isOwnName(contained.before[0] as string);

const isLed = (contained: ContainedName): boolean => {
  const isGroup = isOwner(contained.brand.join(' '));
  const leads = isOrdinary(contained)
    ? (word: string) => isGroup && WORDS_BEFORE.has(word)
    : leadsCoined;
  return (
    contained.before.every(leads) ||
    isFounded(contained) ||
    isOwned(contained) ||
    isHeaded(contained) ||
    isLine(contained) ||
    isJoined(contained) ||
    isRegistered(contained)
  );
};

/** A brand of up to three letters that is not written in capitals: Ola, but not BMW. */
const isShortWord = (contained: ContainedName): boolean =>
  contained.brand.length === 1 &&
  (contained.brand[0] as string).length < MIN_COINED_CHARS &&
  !isOfLetters(contained);

/** Whether the words that one name adds after the other only denote a part of the group. */
function areOfGroup(contained: ContainedName): boolean {
  const isWord =
    (isOrdinary(contained) && !isOfFounder(contained) && !isOwned(contained)) ||
    isShortWord(contained);
  const { before, added } = contained;
  const isCountrys = before.length === 0 && added.length === 1 && isCountry(added[0] as string);
  if (isCountrys && !(isShortWord(contained) && isOrdinary(contained))) return true;
  if (isWord && added.length > 0 && !isCompany(contained)) return false;
  const isKnown =
    hasLegalForm(contained.name) ||
    isOwner(contained.brand.join(' ')) ||
    (contained.brand.length > 1 && isDistinct(contained.brand));
  if (!isKnown && added.some((word) => INDUSTRIES.has(word))) return false;
  if (!isWord) return sayWhichPart(added, GROUP_WORDS);
  // Hinge Health Inc. is another company, and so is Gap Insurance Services Ltd.
  return sayWhichPart(added, ORDINARY_PART_WORDS);
}

/**
 * The full name of a chain: brand, trade and location: Domino's Pizza Deutschland GmbH. With only
 * the trade it may be another's shop, unless the brand is a possessive, which is rarely written
 * without the trade.
 */
function isOfChain(contained: ContainedName): boolean {
  const [trade = '', ...others] = contained.added;
  const isScoped = others.some((word) => SCOPES.has(word) || isCountry(word));
  return (
    (TRADES.has(trade) || TRADES.has(trade.replace(/s$/, ''))) &&
    !isOrdinary(contained) &&
    hasLegalForm(contained.name) &&
    (others.length === 0 ? POSSESSIVE.test(contained.name) : isScoped && sayWhichPart(others))
  );
}

/** The brand before one of its products: Apple Music. */
const isOfProduct = ({ brand, added }: ContainedName): boolean =>
  added.length > 0 && isProduct(brand.join(''), added);

/**
 * A coined brand with one more coined word and no form, of a line or a unit: Bosch Rexroth. Behind
 * a longer brand or a large group it may be any word but those of others: Carrefour Montagne.
 */
const isOfLine = (contained: ContainedName): boolean => {
  const { brand, added } = contained;
  const unknown = added.filter((word) => !ORDINARY_GROUP_WORDS.has(word) && !isCountry(word));
  const isLong = added.length > 1 && brand.join('').length > MIN_COINED_CHARS;
  const isKnown = (isLong || isOwner(brand.join(' '))) && !isVenueBrand(brand.join(''));
  // Flower Shop and Growth Academy are trades; Vision Center is an outlet.
  const isAlone = added.length === 1 || !(isShop(added.at(-1) as string) || added.some(isCountry));
  return (
    isCoined(contained) &&
    !brand.some(isGivenName) &&
    unknown.length === 1 &&
    isOwnName(unknown[0] as string, isKnown && isAlone)
  );
};

const MAX_UNKNOWN_WORDS = 3;
/** A unit of a large group, or of a name that is no word, by its own: Panasonic Ecology Systems. */
const isOfUnit = (contained: ContainedName): boolean => {
  const { brand, before, added } = contained;
  return (
    before.length === 0 &&
    (isOwner(brand.join(' ')) || (brand.length > 1 && isDistinct(brand))) &&
    !brand.some(isGivenName) &&
    isCoined(contained) &&
    !isVenueBrand(brand.join('')) &&
    added.filter((word) => !GROUP_WORDS.has(word) && !isCountry(word)).length <=
      MAX_UNKNOWN_WORDS &&
    !added.some((word) => isGivenName(word) || word === 'my' || word === 'your' || word === 'vs')
  );
};

/** A house of a chain of hotels, which is called by its place: Holiday Inn Express Austin. */
const isOfHotels = (contained: ContainedName): boolean =>
  contained.brand.length > 1 &&
  HOTEL_WORDS.has(contained.brand.at(-1) as string) &&
  contained.added.length <= MAX_WORDS_AFTER &&
  !sayWhose(contained.added) &&
  ![...contained.before, ...contained.added].some(isWordOfOthers);

/** Whether the words after the brand spell out its letters: `h and m hennes and mauritz`. */
const spellsOut = ({ brand, added }: ContainedName): boolean => {
  const initials = abbreviationOf(
    added
      .filter((word) => !SMALL_WORDS.has(word))
      .map((word) => (word === 'and' ? word : (word[0] as string))),
  );
  return initials.length > 1 && initials.startsWith(abbreviationOf(brand));
};

/** A firm of advisers, called by the first of its partners: `Uría Menéndez Abogados, S.L.P.` */
const isOfFirm = ({ before, added, run }: ContainedName): boolean =>
  run.length > 1 &&
  before.length === 0 &&
  added.some((word) => FIRMS.has(word)) &&
  !added.some((word) => isWordOfOthers(word) && !FIRMS.has(word));

/** A university or institute by its own name: Monash University. Not by a brand's: Colgate. */
const isOfUniversity = (contained: ContainedName): boolean => {
  const { brand, before, added } = contained;
  const [first = '', second] = added;
  return (
    before.length === 0 &&
    !isOrdinary(contained) &&
    !isOwner(brand.join(' ')) &&
    ownersOf(brand.join('')).length === 0 &&
    !isVenueBrand(brand.join('')) &&
    (added.length === 1 ? isUniversity(first) : first === 'institute' && second === 'of')
  );
};

/** Whether another company has the brand's name in another trade: Lightspeed Aviation, Inc. */
const isOfOtherTrade = (contained: ContainedName): boolean =>
  !isOfProduct(contained) &&
  areOfOtherTrade(contained.brand.join(''), [...contained.before, ...contained.added]);

/** Finds the shorter of two names within the other; null when it is not there. */
export function findContainedName(asked: string, found: string): ContainedName | null {
  const [one, other] = [asked, found].map(companyNameWords);
  if (!one || !other) return null;
  const isAskedShort = one.length <= other.length;
  const [brand, short, name] = isAskedShort ? [one, asked, found] : [other, found, asked];
  const words = partedFrom(brand, isAskedShort ? other : one);
  const place = findWordRange(brand.join(''), words);
  if (!place) return null;
  const [before, added] = [words.slice(0, place.from), words.slice(place.to)];
  const run = words.slice(place.from, place.to);
  const isPossessive = arePossessive(brand, `${asked} ${found}`);
  const isPhrase =
    run.length > brand.length && /^\p{Lu}/u.test(short) && run.every((word) => isCommonWord(word));
  return { brand, before, added, run, name, isPossessive, isPhrase };
}

/** Whether the brand is a country or a word of its name (Costa Rica), or of a building's. */
const isOfPlace = ({ brand, before, added }: ContainedName): boolean =>
  (added.length > 0 && isCountry([...brand, added[0]].join(' '))) ||
  (before.length > 0 &&
    [before.at(-1), ''].some((word) => isCountry(`${word} ${brand.join(' ')}`.trim()))) ||
  (before.length === 0 && added.length === 1 && NAMED.has(added[0] as string));

/** Whether names are equal with the legal form kept or cut: SAS is `SAS S.A.`, AB Volvo Volvo. */
function isSameName(asked: string, found: string): boolean {
  const [ones, others] = [asked, found].map((name) =>
    [companyNameWords(name) ?? [], wholeNameWords(name)].map((words) => words.join('')),
  );
  return ones?.some((one) => one !== '' && others?.includes(one)) === true;
}

/**
 * Match of an advertiser's name: 2, equal except for the legal form; 1, with added words that
 * denote a part of the group (Nike Retail B.V.) or the founder; 0, no match.
 */
export function namesMatch(asked: string, found: string): 0 | 1 | 2 {
  if (isSameName(asked, found)) return 2;
  const contained = findContainedName(asked, found);
  if (!contained || isOfPlace(contained) || isOfOtherTrade(contained)) return 0;
  // Coined names and capitals are often written without accents; otherwise, Hermes is a carrier.
  const isUnaccented = !hasAccents(found) && found !== found.toUpperCase();
  if (isOrdinary(contained) && hasAccents(asked) && isUnaccented) return 0;
  if (isSoleTrader(found)) return 0;
  const isTheirs = [
    areOfGroup,
    spellsOut,
    isOfCoined,
    isOfChain,
    isOfProduct,
    isOfLine,
    isOfUnit,
    isOfHotels,
    isOfFirm,
    isOfUniversity,
  ].some((is) => is(contained));
  return isLed(contained) && isTheirs ? 1 : 0;
}
