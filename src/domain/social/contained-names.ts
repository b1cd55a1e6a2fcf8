import { isGivenName } from '../person/family-name.ts';
import { isCommonWord } from '../place/common-words.ts';
import {
  companyNameWords,
  hasLegalForm,
  isSoleTrader,
  wholeNameWords,
} from '../place/place-name.ts';
import {
  abbreviationOf,
  advertiserName,
  findWordRange,
  hasAccents,
  isDistinct,
  isVenueBrand,
  namesOf,
  pairsOf,
  partedFrom,
} from './advertiser-names.ts';
import {
  aliasesOf,
  CORPORATE_WORDS,
  DEALT,
  FOUNDERS,
  GIVEN_NAMES,
  GROUP_WORDS,
  HEADS,
  HOTEL_WORDS,
  INDUSTRIES,
  isCity,
  isCountry,
  isOwner,
  isOwnName,
  isProduct,
  isShop,
  isWordOfOthers,
  LINES_OF,
  LODGING,
  leadsCoined,
  MIN_COINED_CHARS,
  ORDINARY_GROUP_WORDS,
  ORDINARY_NAMES,
  ORDINARY_PART_WORDS,
  ORDINARY_TASKS,
  OUTLETS,
  PART_WORDS,
  SCOPES,
  SMALL_WORDS,
  TITLES,
  TRADES,
  WORDS_BEFORE,
  withoutOwner,
} from './group-words.ts';

/** Whether it is a company's name; its seat may follow the legal form: Patek Philippe SA Genève. */
const isCompany = ({ brand, name, added }: ContainedName): boolean =>
  hasLegalForm(name) ||
  CORPORATE_WORDS.has(added.at(-1) ?? '') ||
  (added.length === 2 && hasLegalForm([...brand, added[0]].join(' ')));

/** A shorter name found within a longer one, with the words before and after it. */
interface ContainedName {
  brand: readonly string[];
  before: readonly string[];
  added: readonly string[];
  /** The longer name as written. */
  name: string;
  /** Whether the brand is written as a possessive in either name: Domino's. */
  isPossessive: boolean;
  /**
   * The longer name has several words, all common, where the shorter one is written as one word:
   * Cool Blue for Coolblue. Never set for a domain's label, which has no capital.
   */
  isPhrase: boolean;
}

/** Whether a short brand is in capitals within a mixed-case name: The UPS Store. */
const isOfLetters = ({ brand, name }: ContainedName): boolean =>
  brand.length === 1 &&
  (brand[0] as string).length < MIN_COINED_CHARS &&
  /\p{Ll}|\p{Lo}/u.test(name) &&
  name.includes((brand[0] as string).toUpperCase());

const POSSESSIVE = /\p{L}['’]s?(?!\p{L})/u;

/** Whether one of these words is written as a possessive (Domino's) in the text. */
const arePossessive = (words: readonly string[], written: string): boolean =>
  written
    .split(' ')
    .some((word) => POSSESSIVE.test(word) && words.includes(companyNameWords(word)?.[0] ?? ''));

/** Whether others may use the brand too: an ordinary word, not an acronym or a possessive. */
export function isOrdinary(contained: ContainedName): boolean {
  const name = contained.brand.join(' ');
  if (isOfLetters(contained)) return false;
  if (contained.isPhrase) return true;
  if (ORDINARY_NAMES.has(name) || isCity(name)) return true;
  return isCommonWord(name) && !contained.isPossessive;
}

const isOfFounder = ({ brand }: ContainedName): boolean => FOUNDERS.has(brand.join(' '));

/** Whether the founder's given names or titles precede the family name that is the brand. */
function isFounded(contained: ContainedName): boolean {
  const { before } = contained;
  const isFounder = (word: string): boolean =>
    GIVEN_NAMES.has(word) || TITLES.has(word) || word.length === 1;
  return (
    (!isOrdinary(contained) || isOfFounder(contained)) &&
    before.every((word) => isFounder(word) || leadsCoined(word)) &&
    (isCompany(contained) || before.some(leadsCoined))
  );
}

/**
 * Whether the brand's owner precedes it: Nestlé Nespresso, Jaguar Land Rover. Two ordinary words
 * are a name of their own: Lion King.
 */
function isOwned(contained: ContainedName): boolean {
  const others = withoutOwner(contained.before);
  const owner = contained.before.slice(0, contained.before.length - others.length).join(' ');
  const isNamed = owner !== '' && !(isOrdinary(contained) && isCommonWord(owner));
  return isNamed && others.every((word) => GROUP_WORDS.has(word));
}

/** Whether the name starts with a noun for a company or an outlet that the brand is a name of. */
const isHeaded = (contained: ContainedName): boolean =>
  !isOrdinary(contained) &&
  (HEADS.has(contained.before[0] ?? '') ||
    (contained.before.length > 0 && contained.before.every((word) => OUTLETS.has(word)))) &&
  !contained.before.some(isWordOfOthers);

const isAmongOthers = ({ before, added }: ContainedName) =>
  [...before, ...added].some(isWordOfOthers);

/** A product line that names its brand: Courtyard by Marriott, Park Hyatt. */
function isLine({ brand, before }: ContainedName): boolean {
  const lines = LINES_OF.get(brand.join(' '));
  const line = before.at(-1) === 'by' ? before.slice(0, -1) : before;
  if (!lines || line.length === 0) return false;
  return lines.has(line.join(' ')) || (line !== before && line.every((word) => LODGING.has(word)));
}

/** Whether words after the brand name an owner: Sheraton of Oslo, Etsy Ads by Artist LLC. */
const sayWhose = (words: readonly string[]): boolean =>
  words.some((word, at) => {
    const others = words.slice(at + 1);
    if (word === 'of') return !isCountry(others[0] ?? '');
    return word === 'by' && at > 0 && withoutOwner(others).length === others.length;
  });

/** A word that others do not use, without words around it that mark it as theirs. */
const isCoined = (contained: ContainedName): boolean =>
  abbreviationOf(contained.brand).length >= MIN_COINED_CHARS &&
  !isOrdinary(contained) &&
  !sayWhose(contained.added) &&
  !isAmongOthers(contained);

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
  const others = withoutOwner(words.filter((word) => !known.has(word) && !isCountry(word))).join(
    ' ',
  );
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
  ((contained.brand.length > 1 && isDistinct(contained.brand)) || sayWhichPart(contained.added));

/** A coined word of its own before a coined brand: Telsim Vodafone. */
const isJoined = (contained: ContainedName): boolean =>
  isCoined(contained) &&
  !isOfFounder(contained) &&
  contained.before.length === 1 &&
  sayWhichPart(contained.added) &&
  !contained.brand.some((word) => DEALT.has(word) || isGivenName(word)) &&
  isOwnName(contained.before[0] as string);

const isLed = (contained: ContainedName): boolean => {
  const leads = isOrdinary(contained) ? (word: string) => WORDS_BEFORE.has(word) : leadsCoined;
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
  if (isCountrys && !isShortWord(contained)) return true;
  if (isWord && added.length > 0 && !isCompany(contained)) return false;
  const isKnown = hasLegalForm(contained.name) || isOwner(contained.brand.join(' '));
  if (!isKnown && added.some((word) => INDUSTRIES.has(word))) return false;
  if (!isWord) return sayWhichPart(added, GROUP_WORDS);
  // Hinge Health Inc. is another company; Shell Energy Retail Ltd. has a task in a group's field.
  const isClear = ORDINARY_TASKS.has(added.at(-1) ?? '');
  return sayWhichPart(added, isClear ? ORDINARY_GROUP_WORDS : ORDINARY_PART_WORDS);
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
  const isLong =
    (brand.join('').length > MIN_COINED_CHARS || isOwner(brand.join(' '))) &&
    !isVenueBrand(brand.join(''));
  // Flower Shop and Growth Academy are trades; Vision Center is an outlet.
  const isAlone = added.length === 1 || !(isShop(added.at(-1) as string) || added.some(isCountry));
  return (
    isCoined(contained) &&
    !brand.some(isGivenName) &&
    unknown.length === 1 &&
    isOwnName(unknown[0] as string, isLong && isAlone)
  );
};

/** A house of a chain of hotels, which is called by its place: Holiday Inn Express Austin. */
const isOfHotels = (contained: ContainedName): boolean =>
  contained.brand.length > 1 &&
  HOTEL_WORDS.has(contained.brand.at(-1) as string) &&
  contained.added.length <= MAX_WORDS_AFTER &&
  !sayWhose(contained.added) &&
  !isAmongOthers(contained);

/** Whether the words after the brand spell out its letters: `h and m hennes and mauritz`. */
const spellsOut = ({ brand, added }: ContainedName): boolean => {
  const initials = abbreviationOf(
    added
      .filter((word) => !SMALL_WORDS.has(word))
      .map((word) => (word === 'and' ? word : (word[0] as string))),
  );
  return initials.length > 1 && initials.startsWith(abbreviationOf(brand));
};

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
  return { brand, before, added, name, isPossessive, isPhrase };
}

/**
 * Whether an ordinary name was requested with accents and found without: Hermes is a carrier.
 * Coined names are often written without accents.
 */
const isOtherName = (contained: ContainedName, asked: string, found: string): boolean =>
  isOrdinary(contained) && hasAccents(asked) && !hasAccents(found);

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
function namesMatch(asked: string, found: string): 0 | 1 | 2 {
  if (isSameName(asked, found)) return 2;
  const contained = findContainedName(asked, found);
  if (!contained || isOtherName(contained, asked, found) || isSoleTrader(found)) return 0;
  const isTheirs = [
    areOfGroup,
    spellsOut,
    isOfCoined,
    isOfChain,
    isOfProduct,
    isOfLine,
    isOfHotels,
  ].some((is) => is(contained));
  return isLed(contained) && isTheirs ? 1 : 0;
}

/** Whether the trade name after a dash or in brackets starts with a distinctive multi-word name. */
function leadsBrand(asked: string, name: string): boolean {
  const words = companyNameWords(asked) ?? [];
  return (
    words.length > 1 &&
    isDistinct(words) &&
    findWordRange(words.join(''), companyNameWords(name) ?? [])?.from !== 0 &&
    namesOf(name)
      .slice(1)
      .some((part) => findWordRange(words.join(''), companyNameWords(part) ?? [])?.from === 0)
  );
}

/** Best match over all names of a brand and of an advertiser: 2, 1 or 0. */
export function advertiserMatch(asked: string, name: string): 0 | 1 | 2 {
  let best: 0 | 1 | 2 = leadsBrand(asked, name) ? 1 : 0;
  // Beside the brand itself, its name in another script says nothing more.
  const isNamed = findContainedName(asked, name) !== null;
  const aliases = aliasesOf(asked).filter((alias) => !isNamed || /^[ -~]+$/.test(alias));
  for (const brand of [asked, ...aliases])
    for (const [one, other] of pairsOf(brand, name)) {
      const match = namesMatch(one, other);
      if (match > best) best = match;
    }
  return best;
}

/**
 * The advertiser with the best name match; among equals, the verified one first, then the one with
 * most followers.
 */
export function bestAdvertiser<
  One extends { name: string; verified: boolean | null; followers?: number | null },
>(company: string, advertisers: readonly One[]): One | null {
  const asked = advertiserName(company);
  const rank = ({ name, verified, followers }: One): readonly number[] => [
    advertiserMatch(asked, name),
    Number(verified === true),
    followers ?? 0,
  ];
  const rated = advertisers
    .map((one) => ({ one, rank: rank(one) }))
    .filter(({ rank: [match = 0] }) => match > 0)
    .sort((a, b) => b.rank.map((mark, at) => mark - (a.rank[at] ?? 0)).find((by) => by !== 0) ?? 0);
  return rated[0]?.one ?? null;
}
