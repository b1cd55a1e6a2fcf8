import { isCommonWord } from '../place/common-words.ts';
import {
  companyNameWords,
  hasLegalForm,
  isSoleTrader,
  wholeNameWords,
} from '../place/place-name.ts';
import { advertiserName, isVenueBrand, namesOf, pairsOf } from './advertiser-names.ts';
import {
  CORPORATE_WORDS,
  DEALT,
  FOUNDERS,
  GIVEN_NAMES,
  GROUP_WORDS,
  HEADS,
  isCountry,
  isWordOfOthers,
  LINES_OF,
  leadsCoined,
  MIN_COINED_CHARS,
  ORDINARY_NAMES,
  PART_WORDS,
  PROVINCES,
  SCOPES,
  TASKS,
  TITLES,
  TRADES,
  UNSPACED_PARTS,
  WORDS_BEFORE,
  withoutOwner,
} from './group-words.ts';

/** Its form may have its seat behind it: Patek Philippe SA Genève. */
const isCompany = ({ brand, name, added }: Borne): boolean =>
  hasLegalForm(name) ||
  CORPORATE_WORDS.has(added.at(-1) ?? '') ||
  (added.length === 2 && hasLegalForm([...brand, added[0]].join(' ')));

/** Where a shorter name stands in a longer one. */
interface Borne {
  brand: readonly string[];
  before: readonly string[];
  added: readonly string[];
  /** The longer one, as it is written. */
  name: string;
  /** Whether either is written as a possessive: Domino's. */
  isPossessive: boolean;
  /**
   * Whether the longer one has several words, all common, where the shorter is written as a name of
   * one: Cool Blue, of Coolblue; of a domain's label that says nothing.
   */
  isPhrase: boolean;
}

/** Whether a short brand is written as letters where other words are not: The UPS Store. */
const isOfLetters = ({ brand, name }: Borne): boolean =>
  brand.length === 1 &&
  (brand[0] as string).length < MIN_COINED_CHARS &&
  /\p{Ll}/u.test(name) &&
  name.includes((brand[0] as string).toUpperCase());

const POSSESSIVE = /\p{L}['’]s?(?!\p{L})/u;

/** Whether a word of a name is written as a possessive: Domino's; of others it says nothing. */
const arePossessive = (words: readonly string[], written: string): boolean =>
  written
    .split(' ')
    .some((word) => POSSESSIVE.test(word) && words.includes(companyNameWords(word)?.[0] ?? ''));

/** Whether others bear the brand too: no letters, and no word that a possessive made a name. */
export function isOrdinary(borne: Borne): boolean {
  const name = borne.brand.join(' ');
  if (isOfLetters(borne)) return false;
  if (borne.isPhrase) return true;
  return ORDINARY_NAMES.has(name) || (isCommonWord(name) && !borne.isPossessive);
}

const isOfFounder = ({ brand }: Borne): boolean => FOUNDERS.has(brand.join(' '));

/** Whether a company's founder stands before the family name that is its brand. */
function isFounded(borne: Borne): boolean {
  const { before } = borne;
  const isFounder = (word: string): boolean =>
    GIVEN_NAMES.has(word) || TITLES.has(word) || word.length === 1;
  return (
    (!isOrdinary(borne) || isOfFounder(borne)) &&
    before.every((word) => isFounder(word) || leadsCoined(word)) &&
    (isCompany(borne) || before.some(leadsCoined))
  );
}

/**
 * Whether a brand's owner stands before it: Nestlé Nespresso, Jaguar Land Rover. Two ordinary
 * words are a name of their own: Lion King.
 */
function isOwned(borne: Borne): boolean {
  const others = withoutOwner(borne.before);
  const owner = borne.before.slice(0, borne.before.length - others.length).join(' ');
  const isTold = owner !== '' && !(isOrdinary(borne) && isCommonWord(owner));
  return isTold && others.every((word) => GROUP_WORDS.has(word));
}

/** Whether what its name begins with says that the rest, a brand at its end, is a company's. */
const isHeaded = (borne: Borne): boolean =>
  !isOrdinary(borne) && HEADS.has(borne.before[0] ?? '') && !borne.before.some(isWordOfOthers);

const isAmongOthers = ({ before, added }: Borne): boolean =>
  [...before, ...added].some(isWordOfOthers);

/** A line of a brand, which says by whom it is: Courtyard by Marriott. */
const isLine = ({ brand, before }: Borne): boolean =>
  before.at(-1) === 'by' &&
  LINES_OF.get(brand.join(' '))?.has(before.slice(0, -1).join(' ')) === true;

/** Whether words say whose what stands before them is: Sheraton of Oslo, Etsy Ads by Artist LLC. */
const sayWhose = (words: readonly string[]): boolean =>
  words.some((word, at) => {
    const others = words.slice(at + 1);
    if (word === 'of') return !isCountry(others[0] ?? '');
    return word === 'by' && at > 0 && withoutOwner(others).length === others.length;
  });

/** No word that others have as well, and with nothing around it that says it is theirs. */
const isCoined = (borne: Borne): boolean =>
  abbreviationOf(borne.brand).length >= MIN_COINED_CHARS &&
  !isOrdinary(borne) &&
  !sayWhose(borne.added) &&
  !isAmongOthers(borne);

/**
 * Whether a name with the brand of a venue, on which others sell, describes what is done for those:
 * Airbnb Host Mastery. A company of the venue has one word of its own at most: Rakuten Kobo.
 */
const isForSellers = ({ brand, added }: Borne): boolean =>
  isVenueBrand(brand.join('')) &&
  added.filter((word) => !PART_WORDS.has(word) && !isCountry(word)).length > 1;

/** Coined brand: a company with it in its name is of its group, unless a word says else. */
const isOfCoined = (borne: Borne): boolean =>
  isCoined(borne) &&
  !isForSellers(borne) &&
  (isCompany(borne) ||
    isOwned(borne) ||
    borne.added.some((word) => HEADS.has(word)) ||
    isCountry(borne.added.at(-1) ?? ''));

/** Whether words say nothing but which part of a group it is, and where. */
function sayWhichPart(words: readonly string[], known: ReadonlySet<string> = GROUP_WORDS): boolean {
  const others = withoutOwner(words.filter((word) => !known.has(word) && !isCountry(word))).join(
    ' ',
  );
  return others === '' || isCountry(others);
}

const MAX_WORDS_BEFORE = 2;

/**
 * Trademark law: no other company may be registered under a coined brand, whatever stands before
 * it: Seiko Epson Corporation. Dealers may.
 */
const isRegistered = (borne: Borne): boolean =>
  isCoined(borne) &&
  hasLegalForm(borne.name) &&
  !borne.brand.some((word) => DEALT.has(word)) &&
  borne.before.length <= MAX_WORDS_BEFORE &&
  !borne.before.some((word) => word === 'of' || word === 'by') &&
  ((borne.brand.length > 1 && isDistinct(borne.brand)) || sayWhichPart(borne.added));

const isLed = (borne: Borne): boolean => {
  const leads = isOrdinary(borne) ? (word: string) => WORDS_BEFORE.has(word) : leadsCoined;
  return (
    borne.before.every(leads) ||
    isFounded(borne) ||
    isOwned(borne) ||
    isHeaded(borne) ||
    isLine(borne) ||
    isRegistered(borne)
  );
};

/** Three letters that are not written as letters: Ola, but BMW. */
const isShortWord = (borne: Borne): boolean =>
  borne.brand.length === 1 &&
  (borne.brand[0] as string).length < MIN_COINED_CHARS &&
  !isOfLetters(borne);

/** Whether words that one name has behind the other say nothing but which part of a group it is. */
function areOfGroup(borne: Borne): boolean {
  const isWord =
    (isOrdinary(borne) && !isOfFounder(borne) && !isOwned(borne)) || isShortWord(borne);
  if (isWord && borne.added.length > 0 && !isCompany(borne)) return false;
  // Hinge Health Inc. is another; Shell Energy Retail Ltd. has a task in the field of a group.
  const isTold = !isWord || TASKS.has(borne.added.at(-1) ?? '');
  return sayWhichPart(borne.added, isTold ? GROUP_WORDS : PART_WORDS);
}

/**
 * A chain's full name: its brand, what it sells, and where: Domino's Pizza Deutschland GmbH. A shop
 * of another with that name has the trade alone, unless the brand is a possessive, which is hardly
 * written without it.
 */
function isOfChain(borne: Borne): boolean {
  const [trade = '', ...others] = borne.added;
  const isScoped = others.some((word) => SCOPES.has(word) || isCountry(word));
  return (
    (TRADES.has(trade) || TRADES.has(trade.replace(/s$/, ''))) &&
    !isOrdinary(borne) &&
    hasLegalForm(borne.name) &&
    (others.length === 0 ? POSSESSIVE.test(borne.name) : isScoped && sayWhichPart(others))
  );
}

/** Letters a name is short for, words that join left out: `h and m`, `bmw`. */
export const abbreviationOf = (words: readonly string[]): string =>
  words.filter((word) => word !== 'and').join('');

/** Whether words spell out the letters that a name is: `h and m hennes and mauritz`. */
const spellsOut = ({ brand, added }: Borne): boolean => {
  const initials = abbreviationOf(
    added.map((word) => (word === 'and' ? word : (word[0] as string))),
  );
  return initials.length > 1 && initials.startsWith(abbreviationOf(brand));
};

/** Words of a name, a coined brand parted from what it is joined to: Citigroup, PepsiCo. */
function partedFrom(brand: readonly string[], words: readonly string[]): readonly string[] {
  const [short = ''] = brand;
  const [head = '', ...others] = words;
  const first = head.replace(PROVINCES, '').startsWith(short) ? head.replace(PROVINCES, '') : head;
  const joined = first.startsWith(short) ? first.slice(short.length).replace(/\d{1,4}$/, '') : '';
  const isCoined =
    short.length >= MIN_COINED_CHARS && !ORDINARY_NAMES.has(short) && !isCommonWord(short);
  const isPart = isCoined && (joined === 'co' || GROUP_WORDS.has(joined));
  return brand.length === 1 && (isPart || (short.length > 1 && UNSPACED_PARTS.has(joined)))
    ? [short, joined, ...others].filter((word) => word !== '')
    : words;
}

/** Which words, written together, are a name: Media Markt, Wal-Mart; null where none are. */
export function placeOf(
  joined: string,
  words: readonly string[],
): { from: number; to: number } | null {
  for (let from = 0; from < words.length; from++) {
    let run = '';
    for (let to = from + 1; to <= words.length && run.length < joined.length; to++) {
      run += words[to - 1];
      if (run === joined) return { from, to };
    }
  }
  return null;
}

/** Where the shorter of two names stands in the other; null where it does not. */
export function borneIn(asked: string, found: string): Borne | null {
  const [one, other] = [asked, found].map(companyNameWords);
  if (!one || !other) return null;
  const isAskedShort = one.length <= other.length;
  const [brand, short, name] = isAskedShort ? [one, asked, found] : [other, found, asked];
  const words = partedFrom(brand, isAskedShort ? other : one);
  const place = placeOf(brand.join(''), words);
  if (!place) return null;
  const [before, added] = [words.slice(0, place.from), words.slice(place.to)];
  const run = words.slice(place.from, place.to);
  const isPossessive = arePossessive(brand, `${asked} ${found}`);
  const isPhrase =
    run.length > brand.length && /^\p{Lu}/u.test(short) && run.every((word) => isCommonWord(word));
  return { brand, before, added, name, isPossessive, isPhrase };
}

const hasAccents = (name: string): boolean => /\p{M}/u.test(name.normalize('NFD'));

/**
 * Whether an ordinary name is asked for with accents and found without: Hermes is a carrier. What
 * is coined is often written without them.
 */
const isOtherName = (borne: Borne, asked: string, found: string): boolean =>
  isOrdinary(borne) && hasAccents(asked) && !hasAccents(found);

/** Whether names are one, a form before either left or cut: SAS is `SAS S.A.`, AB Volvo Volvo. */
function isSameName(asked: string, found: string): boolean {
  const [ones, others] = [asked, found].map((name) =>
    [companyNameWords(name) ?? [], wholeNameWords(name)].map((words) => words.join('')),
  );
  return ones?.some((one) => one !== '' && others?.includes(one)) === true;
}

/**
 * How an advertiser bears a name: 2, alike but for its legal form; 1, with words added that tell a
 * part of a group, as Nike Retail B.V. does, or its founder; 0, not.
 */
function namesMatch(asked: string, found: string): 0 | 1 | 2 {
  if (isSameName(asked, found)) return 2;
  const borne = borneIn(asked, found);
  if (!borne || isOtherName(borne, asked, found) || isSoleTrader(found)) return 0;
  const isTheirs = [areOfGroup, spellsOut, isOfCoined, isOfChain].some((is) => is(borne));
  return isLed(borne) && isTheirs ? 1 : 0;
}

const MIN_PHRASE_WORDS = 3;

/** Whether hardly two companies have a name: a word that is neither common nor a name, a phrase. */
export const isDistinct = (words: readonly string[]): boolean =>
  words.length >= MIN_PHRASE_WORDS ||
  words.some(
    (word) => word.length >= MIN_COINED_CHARS && !ORDINARY_NAMES.has(word) && !isCommonWord(word),
  );

/** Whether a company's brand behind a dash or in brackets begins with a name of several words. */
function leadsBrand(asked: string, name: string): boolean {
  const words = companyNameWords(asked) ?? [];
  return (
    words.length > 1 &&
    isDistinct(words) &&
    placeOf(words.join(''), companyNameWords(name) ?? [])?.from !== 0 &&
    namesOf(name)
      .slice(1)
      .some((part) => placeOf(words.join(''), companyNameWords(part) ?? [])?.from === 0)
  );
}

/** How an advertiser bears a name by any of its own: 2, 1 or 0. */
export function advertiserMatch(asked: string, name: string): 0 | 1 | 2 {
  let best: 0 | 1 | 2 = leadsBrand(asked, name) ? 1 : 0;
  for (const [one, other] of pairsOf(asked, name)) {
    const match = namesMatch(one, other);
    if (match > best) best = match;
  }
  return best;
}

/**
 * The advertiser that bears the name best; of several the first that the platform has verified,
 * then the one that most follow.
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
