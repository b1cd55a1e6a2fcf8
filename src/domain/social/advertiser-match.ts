import { UnusableInput } from '../../lib/inputs.ts';
import { countryCodeOf } from '../place/countries.ts';
import { nameSimilarity, SAME_NAME_THRESHOLD } from '../place/place-match.ts';
import { companyNameWords, hasLegalForm, isLegalForm } from '../place/place-name.ts';
import { parseRegistrableDomain } from '../web/domain-name.ts';
import groupWords from './group-words.json' with { type: 'json' };

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Words that tell a company of a group from the others: what it does for it, and for where. */
const GROUP_WORDS = setOf([groupWords.added, groupWords.scopes, groupWords.places].join(' '));

/** Words that a company of a group has before its name: Banco Santander, American Honda. */
const WORDS_BEFORE = setOf(groupWords.before);

/** Before a brand that is no ordinary word: Montres Rolex, Eaux Minérales d'Evian. */
const WORDS_BEFORE_COINED = setOf(`${groupWords.before} ${groupWords.beforeCoined}`);

/** What German compounds before a brand end in: Chocoladefabriken Lindt. */
const WORKS =
  /(?:brauerei|brennerei|fabrik|fabriken|gesellschaft|kellerei|manufaktur|verlag|werke?)$/;
const leadsCoined = (word: string): boolean => WORDS_BEFORE_COINED.has(word) || WORKS.test(word);

/** Given names, initials and titles of founders: Giorgio Armani, Dr. Ing. h.c. F. Porsche. */
const GIVEN_NAMES = setOf(groupWords.given);
const TITLES = new Set(['dr', 'ing', 'prof', 'hc']);

/** Groups that own brands of other names, folded; before or behind one they tell whose it is. */
const OWNERS: ReadonlySet<string> = new Set(groupWords.owners.split(';'));
const MAX_OWNER_WORDS = 4;

/** Nouns that begin a company's name in Romance languages; what follows says of what. */
const HEADS = setOf(groupWords.heads);

/** What chains of shops and restaurants sell, and those of others who have the name. */
const TRADES = setOf(groupWords.trades);

/** Makes whose dealers have their name behind their own: Galpin Mazda. */
const DEALT = setOf(groupWords.dealt);

/** That a company is in more than one place. */
const SCOPES = setOf([groupWords.scopes, groupWords.places].join(' '));
const PLACES = setOf(groupWords.places);
const isCountry = (word: string): boolean =>
  PLACES.has(word) || (word.length > 2 && countryCodeOf(word) !== null);

/** Family names of founders that hardly others bear, though they are ordinary names of people. */
const FOUNDERS = setOf(groupWords.families);

/** Words of trades, places and friends that a brand is not in itself. */
const WORDS_OF_OTHERS = setOf(groupWords.ofOthers);

/** Brands that are words, places or names of people, on or off stage, which others bear too. */
const ORDINARY_NAMES = setOf(`${groupWords.ordinary} ${groupWords.given}`);

const MIN_COINED_CHARS = 4;

/** Words that end a company's name as its legal form does: Discover Bank. */
const CORPORATE_WORDS = setOf(groupWords.corporate);

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
}

const isOrdinary = ({ brand }: Borne): boolean => ORDINARY_NAMES.has(brand.join(' '));
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

/** Words without the owner's name that they begin with. */
function withoutOwner(words: readonly string[]): readonly string[] {
  for (let count = Math.min(words.length, MAX_OWNER_WORDS); count > 0; count--)
    if (OWNERS.has(words.slice(0, count).join(' '))) return words.slice(count);
  return words;
}

/**
 * Whether a brand's owner stands before it: Nestlé Nespresso, Jaguar Land Rover. Two ordinary
 * words are a name of their own: Lion King.
 */
function isOwned(borne: Borne): boolean {
  const others = withoutOwner(borne.before);
  const owner = borne.before.slice(0, borne.before.length - others.length).join(' ');
  const isTold = owner !== '' && !(isOrdinary(borne) && ORDINARY_NAMES.has(owner));
  return isTold && others.every((word) => GROUP_WORDS.has(word));
}

/** Whether what its name begins with says that the rest, a brand at its end, is a company's. */
const isHeaded = (borne: Borne): boolean =>
  !isOrdinary(borne) &&
  HEADS.has(borne.before[0] ?? '') &&
  !borne.before.some((word) => WORDS_OF_OTHERS.has(word));

/** No word that others have as well, and with nothing around it that says it is theirs. */
const isCoined = (borne: Borne): boolean =>
  borne.brand.some((word) => word.length >= MIN_COINED_CHARS) &&
  !isOrdinary(borne) &&
  !borne.added.some((word, at) => word === 'of' && !isCountry(borne.added[at + 1] ?? '')) &&
  ![...borne.before, ...borne.added].some((word) => WORDS_OF_OTHERS.has(word));

/** Coined brand: a company with it in its name is of its group, unless a word says else. */
const isOfCoined = (borne: Borne): boolean =>
  isCoined(borne) &&
  (isCompany(borne) ||
    isOwned(borne) ||
    borne.added.some((word) => HEADS.has(word)) ||
    isCountry(borne.added.at(-1) ?? ''));

const POSSESSIVE = /\p{L}['’]s?(?!\p{L})/u;

/** Whether words say nothing but which part of a group it is, and where. */
function sayWhichPart(words: readonly string[]): boolean {
  const others = withoutOwner(words.filter((word) => !GROUP_WORDS.has(word))).join(' ');
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
  !borne.before.includes('of') &&
  sayWhichPart(borne.added);

const isLed = (borne: Borne): boolean => {
  const leads = isOrdinary(borne) ? (word: string) => WORDS_BEFORE.has(word) : leadsCoined;
  return (
    borne.before.every(leads) ||
    isFounded(borne) ||
    isOwned(borne) ||
    isHeaded(borne) ||
    isRegistered(borne)
  );
};

/** Three letters that are not written as letters: Ola, but BMW. */
const isShortWord = ({ brand, name }: Borne): boolean =>
  brand.length === 1 &&
  (brand[0] as string).length < MIN_COINED_CHARS &&
  !name.includes((brand[0] as string).toUpperCase());

/** Whether words that one name has behind the other say nothing but which part of a group it is. */
function areOfGroup(borne: Borne): boolean {
  const isWord =
    (isOrdinary(borne) && !isOfFounder(borne) && !isOwned(borne)) || isShortWord(borne);
  if (isWord && borne.added.length > 0 && !isCompany(borne)) return false;
  return sayWhichPart(borne.added);
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
const lettersOf = (words: readonly string[]): string =>
  words.filter((word) => word !== 'and').join('');

/** Whether words spell out the letters that a name is: `h and m hennes and mauritz`. */
const spellsOut = ({ brand, added }: Borne): boolean => {
  const initials = lettersOf(added.map((word) => (word === 'and' ? word : (word[0] as string))));
  return initials.length > 1 && initials.startsWith(lettersOf(brand));
};

/** Words of a name, a coined brand parted from what it is joined to: Citigroup, PepsiCo. */
function partedFrom(brand: readonly string[], words: readonly string[]): readonly string[] {
  const [short = ''] = brand;
  const [first = '', ...others] = words;
  const joined = first.startsWith(short) ? first.slice(short.length).replace(/\d{1,4}$/, '') : '';
  const isCoined = short.length >= MIN_COINED_CHARS && !ORDINARY_NAMES.has(short);
  return brand.length === 1 && isCoined && (joined === 'co' || GROUP_WORDS.has(joined))
    ? [short, joined, ...others]
    : words;
}

/** Which words, written together, are a name: Media Markt, Wal-Mart; null where none are. */
function placeOf(joined: string, words: readonly string[]): { from: number; to: number } | null {
  for (let from = 0; from < words.length; from++) {
    let run = '';
    for (let to = from + 1; to <= words.length && run.length < joined.length; to++) {
      run += words[to - 1];
      if (run === joined) return { from, to };
    }
  }
  return null;
}

/**
 * How an advertiser bears a name: 2, alike but for its legal form; 1, with words added that tell a
 * part of a group, as Nike Retail B.V. does, or its founder; 0, not.
 */
function namesMatch(asked: string, found: string): 0 | 1 | 2 {
  if (nameSimilarity(asked, found) >= SAME_NAME_THRESHOLD) return 2;
  const [one, other] = [asked, found].map(companyNameWords);
  if (!one || !other) return 0;
  const isAskedShort = one.length <= other.length;
  const [brand, name] = isAskedShort ? [one, found] : [other, asked];
  const words = partedFrom(brand, isAskedShort ? other : one);
  const place = placeOf(brand.join(''), words);
  if (!place) return 0;
  const borne = {
    brand,
    before: words.slice(0, place.from),
    added: words.slice(place.to),
    name,
  };
  const isTheirs = [areOfGroup, spellsOut, isOfCoined, isOfChain].some((is) => is(borne));
  return isLed(borne) && isTheirs ? 1 : 0;
}

const DASH = /\s[-–—|]\s/;
const MAX_PARTS = 8;

/** Whether a part of a name is a company's, so that the other is what it does business as. */
function isOwner(part: string): boolean {
  const words = companyNameWords(part);
  if (!words) return false;
  return (
    hasLegalForm(part) ||
    withoutOwner(words).length < words.length ||
    CORPORATE_WORDS.has(words.at(-1) ?? '')
  );
}

/** The last part of a name that dashes part: `Titan Company Limited - Tanishq`. */
function brandBehind(name: string): string | undefined {
  const [owner = '', ...others] = name.split(DASH, MAX_PARTS);
  const brand = others.at(-1);
  const isOfGroup = /^(?:group|groupe|grupo|gruppo)\s/i.test(brand ?? '');
  return isOwner(owner) || isOfGroup ? brand : undefined;
}

/**
 * A name up to a form behind a comma, where something is behind that: `BBVA México, S.A.,
 * Institución de Banca`, `Iberia, S.A. Operadora`.
 */
function upToForm(name: string): string | undefined {
  const [first, ...parts] = name.split(',', MAX_PARTS);
  const forms = parts.map((part) => {
    const words = part.trim().split(' ', MAX_PARTS);
    const count = words.findIndex((_, at) => isLegalForm(words.slice(0, at + 1).join(' '))) + 1;
    return words.slice(0, count).join(' ');
  });
  const at = forms.findIndex((form) => form !== '');
  const upTo = at < 0 ? undefined : [first, ...parts.slice(0, at), forms[at]].join(', ');
  return upTo !== undefined && upTo.length < name.length ? upTo : undefined;
}

/** What stands before the brand in brackets: `(trading as Three)`. */
const KNOWN_AS = /^(?:t\/a|d\/b\/a|dba|(?:trading|known|doing business|operating) as|formerly)\s/i;

/**
 * The names of an advertiser: its own, without the title a crown granted, and the brand it is known
 * by: `Roofoods Ltd (Deliveroo)`, `Roofoods Ltd t/a Deliveroo`, `Mondelēz - Oreo`; or the group it
 * says it is of: `Atacadão S.A. - Grupo Carrefour Brasil`; and the part of another: `Vans, a
 * division of VF`.
 */
function namesOf(name: string): string[] {
  const brand =
    /\(([^()]{2,80})\)\s*$/.exec(name)?.[1]?.replace(KNOWN_AS, '') ??
    /\s(?:t\/a|d\/b\/a|dba|trading as)\s([^()]{2,80})$/i.exec(name)?.[1] ??
    brandBehind(name);
  const part = /^([^,]{2,80}), an? (?:division|brand|part|subsidiary|company) of\s/i.exec(
    name,
  )?.[1];
  return [name.replace(/^koninklijke\s/i, ''), brand, part, upToForm(name)].filter(
    (one) => one !== undefined,
  );
}

/** A name, and apart what it elides: d'Evian. */
const spellingsOf = (name: string): string[] => [
  ...new Set([name, name.replace(/(?<!\p{L})d['’](?=\p{L})/giu, 'de ')]),
];

/** A name whose words are told apart by capitals alone: MediaMarkt. */
const partedByCapitals = (name: string): string =>
  name.replace(/(?<=\p{Ll}{2})(?=\p{Lu}\p{Ll}{2})/gu, ' ');

/** Two spellings of each name, and both parted by capitals where the one asked for has several. */
function* pairsOf(asked: string, name: string): Iterable<readonly [string, string]> {
  const apart = partedByCapitals(asked);
  for (const other of namesOf(name).flatMap(spellingsOf)) {
    for (const one of spellingsOf(asked)) yield [one, other];
    if (/\s/.test(apart)) yield [apart, partedByCapitals(other)];
  }
}

/** How an advertiser bears a name by any of its own: 2, 1 or 0. */
function advertiserMatch(asked: string, name: string): 0 | 1 | 2 {
  let best: 0 | 1 | 2 = 0;
  for (const [one, other] of pairsOf(asked, name)) {
    const match = namesMatch(one, other);
    if (match > best) best = match;
  }
  return best;
}

/** The registrable domain a company is named by; null where it is named otherwise. */
export function companyDomainIn(company: string): string | null {
  try {
    return !/\s/.test(company) && /.\../.test(company)
      ? parseRegistrableDomain(company).name
      : null;
  } catch (error) {
    if (error instanceof UnusableInput) return null;
    throw error;
  }
}

/** Advertiser name to search for: of a domain, its own label. */
export function advertiserName(company: string): string {
  const domain = companyDomainIn(company);
  return domain === null ? company : (domain.split('.')[0] as string).replaceAll('-', ' ');
}

/** Whether an advertiser bears the name, or is a part of the group of that name. */
export const isAdvertiser = (company: string, name: string | null): boolean =>
  name !== null && advertiserMatch(advertiserName(company), name) > 0;

/** The advertiser that bears the name best, of several the first that the platform has verified. */
export function bestAdvertiser<One extends { name: string; verified: boolean | null }>(
  company: string,
  advertisers: readonly One[],
): One | null {
  const asked = advertiserName(company);
  const rated = advertisers
    .map((one) => ({ one, match: advertiserMatch(asked, one.name) }))
    .filter(({ match }) => match > 0)
    .sort(
      (a, b) =>
        b.match - a.match || Number(b.one.verified === true) - Number(a.one.verified === true),
    );
  return rated[0]?.one ?? null;
}
