import { readOrNull, UnusableInput } from '../../lib/inputs.ts';
import { isNamedRoad, isNumberedRoad, NUMBERED_ROADS, roadWords } from './numbered-roads.ts';
import {
  BARE_STREETS,
  BARE_UNITS,
  DIRECTIONALS,
  NUMBERED_UNITS,
  ORDINALS,
  PLAIN_UNITS,
  STREET_SUFFIXES,
  STRONG_SUFFIXES,
  spelledSuffix,
} from './postal-spellings.ts';
import { zip5 } from './zip.ts';

const MAX_LINE_CHARS = 200;

/** First line of an address in postal spelling. */
interface StreetLine {
  /** Capitals: `120 N MAIN ST NW`. */
  street: string;
  /** `street` with suffix words abbreviated anywhere, so that spellings of one street are equal. */
  key: string;
  /** Identifier after APT, UNIT, STE or #, or designator and identifier (`FL 3`); else empty. */
  unit: string;
}

/** Whether a word has a digit or is a letter, a Roman numeral or a direction: BLDG NORTH. */
const isNumbered = (word = ''): boolean =>
  /\d|^(?:[A-Z]|[IVX]{2,4})$/.test(DIRECTIONALS.get(word) ?? word);

/** Unit designators that may touch the identifier: `Suite550`, `Apt.4B`. */
const GLUED_WORDS =
  'apartment|apt|suite|ste|unit|building|bldg|floor|flr|room|rm|penthouse|ph|trlr|spc|lot';
const GLUED_UNIT = new RegExp(
  `\\b(${GLUED_WORDS})(?:[.:-]{0,2}#?(?=\\d)|[.:]?#)|\\b(fl)\\.(?=\\d{1,3}\\b)`,
  'gi',
);
/** Word for "number" in a road's name: `Route No. 9`, `County Rd. #12`, not `Dixie Hwy #12`. */
const NUMBER_OF_ROAD =
  /\b((?:highway|hwy|route|rte|(?:county|co) r(?:oa)?d)\.?) (?:no\.? |(?<=\d \w{3,7} )#)(?=\d)/gi;
/** Road kinds joined to their number: `IH-35`, `SR-18`. */
const GLUED_ROAD = /(?<=\d [nsew\d. ]{0,12})\b(ih?|us|s[rh]|cr|[fr]m)-(?=\d)/gi;
/** A floor after a hyphen: `16TH-FL`. */
const HYPHENED_FLOOR = /(?<=\d(?:st|nd|rd|th))-(?=fl(?:oo)?r?\b)/gi;
/** A floor after its number: `2 Fl`, `2FL`. */
const NUMBER_AND_FLOOR =
  /(?<=[a-z]{2}[.,]? )(?<!\b(?:apt|ste|suite|unit|no)\.? )(\d{1,2}) ?fl(?:oo)?r?\b\.?(?! ?#?\d)/gi;

/** Puts unit designators before their identifiers, with a space between. */
export const withUnitsApart = (text: string): string =>
  text
    .replace(GLUED_UNIT, '$1$2 ')
    .replace(NUMBER_OF_ROAD, '$1 ')
    .replace(GLUED_ROAD, '$1 ')
    .replace(HYPHENED_FLOOR, ' ')
    .replace(NUMBER_AND_FLOOR, 'FL $1');

/** The number in `2ND` (FLOOR) or `SIXTH` (FLOOR); null for another word. */
const ordinalOf = (word: string): string | null =>
  /^(\d{1,3})(?:ST|ND|RD|TH)$/.exec(ORDINALS.get(word) ?? word)?.[1] ?? null;

/** Storeys with a name: LOWER LEVEL, UPPER UNIT, GROUND FLOOR. */
const STOREY = /^(?:UPPER|LOWER|GROUND|MAIN|TOP|LOBBY|GARDEN) (?:FLOOR|FLR?|LEVEL|UNIT)$/;

const isFloor = (word: string | undefined): boolean => NUMBERED_UNITS.get(word ?? '') === 'FL';

/** Words between a designator and its identifier: `APT #4`, `APT NO. 4`. */
const UNIT_SIGNS = new Set(['#', 'NO', 'NUM', 'NUMBER']);

/** Number of words of a secondary address from a word on: `APT 4`, `2ND FLOOR`; 0 for none. */
export function unitLength(words: readonly string[], at: number): number {
  const word = words[at] as string;
  let next = at + 1;
  while (UNIT_SIGNS.has(words[next] ?? '') && next + 1 < words.length) next += 1;
  const identifier = words[next];
  if (STOREY.test(`${word} ${words[at + 1]}`)) return 2;
  const isDesignated =
    (PLAIN_UNITS.has(word) && identifier !== undefined) ||
    (NUMBERED_UNITS.has(word) && isNumbered(identifier));
  if (isDesignated) return next + 1 - at;
  const isLettered = BARE_UNITS.get(word) === 'PH' && isNumbered(identifier);
  if (isLettered || (BARE_UNITS.has(word) && /^\d/.test(identifier ?? ''))) return next + 1 - at;
  if (ordinalOf(word) !== null && isFloor(words[at + 1])) return 2;
  return BARE_UNITS.has(word) && words[at + 1] === undefined ? 1 : 0;
}

/** Whether words are only a secondary address. */
export const isUnit = (words: readonly string[]): boolean =>
  words.length > 0 && unitLength(words, 0) === words.length;

/**
 * Start of the secondary address, of the first when there are several; the house number and one
 * word of the street are never part of it.
 */
function unitStart(words: readonly string[]): number {
  let start = 2;
  while (start < words.length && unitLength(words, start) === 0) start += 1;
  if (isBareUnit(words, start - 1)) start -= 1;
  return start < words.length ? unitStart(words.slice(0, start)) : start;
}

/** Normalized secondary address: `FL 2` for `2ND FLOOR`, `4` for `APT NO. 4`. */
function unitOf(words: readonly string[]): string {
  const read = words
    .flatMap((word, at) => {
      const floor = ordinalOf(word);
      if (floor !== null && isFloor(words[at + 1])) return ['FL', floor];
      const isSaid = ordinalOf(words[at - 1] ?? '') !== null && isFloor(word);
      return isSaid || UNIT_SIGNS.has(word) ? [] : [abbreviatedUnit(word)];
    })
    .filter(Boolean);
  // The unit is repeated when two fields were joined: `Apt A APT A`.
  const half = read.slice(0, read.length / 2).join(' ');
  return half && half === read.slice(read.length / 2).join(' ') ? half : read.join(' ');
}

const abbreviatedUnit = (word: string): string => {
  const known = NUMBERED_UNITS.get(word) ?? BARE_UNITS.get(word) ?? word;
  return PLAIN_UNITS.has(word) ? '' : known;
};

/** Whether a directional is the street's name, as in NORTH ST (Publication 28, section 233.3). */
const isStreetName = (words: readonly string[], at: number): boolean =>
  at === words.length - 2 && STREET_SUFFIXES.has(words[at + 1] as string);

/**
 * Normalizes compatibility characters and fractions, which get a space before them: `12½` and
 * `12-1/2` are `12 1/2`.
 */
const inFigures = (line1: string): string =>
  line1
    .slice(0, MAX_LINE_CHARS)
    .replace(/[\u00bc-\u00be\u2150-\u215e]/g, ' $&')
    .normalize('NFKD')
    .replace(/\u2044/g, '/')
    .replace(/(?<=\d)-(?=\d\/\d(?!\d))/g, ' ');

const withoutLeadingZeros = (number: string): string => number.replace(/^0+(?=\d)/, '');

/** Joins a letter to the house number: `12-B` is `12B`. */
const withLetter = (number: string): string => number.replace(/^(\d+)-(?=[a-z]$)/i, '$1');

/** Postal spelling of a word (USPS Publication 28, appendix C). */
const abbreviated = (word: string): string =>
  DIRECTIONALS.get(word) ?? ORDINALS.get(word) ?? STREET_SUFFIXES.get(word) ?? word;

/**
 * Whether a word is the suffix: the last but for a direction, or the kind before a road's number.
 * Of two suffix words the first is part of the name and spelled out (Publication 28, section 234).
 */
function isSuffix(words: readonly string[], at: number): boolean {
  const names = words.map((word, place) => place > 0 && !DIRECTIONALS.has(word));
  const suffix = STREET_SUFFIXES.get(words[at] as string) ?? '';
  const isBehindName = at > 1 && (STRONG_SUFFIXES.has(suffix) || names.indexOf(true) < at);
  return isNumberedRoad(words, at) || (isBehindName && names.lastIndexOf(true) === at);
}

const postalWord =
  (everywhere: boolean) =>
  (word: string, at: number, words: readonly string[]): string => {
    if (at === 0) return withoutLeadingZeros(word);
    if (DIRECTIONALS.has(word) && isStreetName(words, at)) return word;
    const isName = STREET_SUFFIXES.has(word) && !everywhere && !isSuffix(words, at);
    return isName ? word : abbreviated(word);
  };

/**
 * Normalizes an address line to USPS Publication 28: capitals, no punctuation but `-` and `/`
 * within a number, suffix and directionals abbreviated, first to twelfth in digits, the secondary
 * address separate.
 * @throws UnusableInput for a line that does not begin with a house number, such as a PO box
 */
export function readStreetLine(line1: string): StreetLine {
  const words = withUnitsApart(inFigures(line1))
    .toUpperCase()
    .replace(/\b(NORTH|SOUTH)-(?=(?:EAST|WEST)\b)/g, '$1')
    .replace(/[\u0300-\u036f'\u2019.]/g, '')
    .replace(/#/g, ' # ')
    .replace(/ NO (?=\d+[A-Z]?$)/, ' # ')
    .replace(/(?<!\d)\/|\/(?!\d)/g, ' ')
    .replace(/[^\p{L}\p{N}/#-]+/gu, ' ')
    .split(/[ ]+|(?<=[A-Z]{2})-|-(?=[A-Z]{2})/)
    .filter((word) => /[\p{L}\p{N}#]/u.test(word))
    .map((word, at) => (at === 0 ? withLetter(word) : spelledSuffix(word, at)))
    .flatMap(roadWords);
  if (words.length < 2 || !/^[A-Z]?\d/.test(words[0] as string) || words[1] === 'BOX')
    throw new UnusableInput('is not a street address with a house number');
  // Utah grid address without spaces: 48S 400E.
  if (/^\d+[NSEW]$/.test(words[0] as string) && /^\d+[NSEW]$/.test(words[1] as string))
    words.splice(0, 2, ...words.slice(0, 2).flatMap((word) => word.split(/(?=[NSEW]$)/)));
  // Joins the parts of a Wisconsin grid number, and a letter before a direction to its number.
  const isLetter = words.length > 3 && /^(?![NSEW])[A-Z]$/.test(words[1] as string);
  if (/^(?:[NS]\d+ [EW]|[EW]\d+ [NS])\d+$/.test(words.slice(0, 2).join(' ')))
    words.splice(0, 2, words.slice(0, 2).join(''));
  else if (isLetter && /^\d+$/.test(words[0] as string) && DIRECTIONALS.has(words[2] as string))
    words.splice(0, 2, words.slice(0, 2).join(''));
  const start = unitStart(words);
  const line = words.slice(0, start);
  const [street, key] = [false, true].map((all) => line.map(postalWord(all)).join(' '));
  return { street: street as string, key: key as string, unit: unitOf(words.slice(start)) };
}

/** Names before a number that is not a unit, and street kinds before their number. */
const BEFORE_NUMBERS = /^(?:STATE|COUNTY|TOWNSHIP|MARKET|CALLE|CARR|KM|MILE|BOX|AVE|AVENUE|ROUTE)$/;

/** Whether a word is the last, or a unit follows it. */
const endsAt = (words: readonly string[], at: number): boolean =>
  at === words.length - 1 || unitLength(words, at + 1) > 0;

/**
 * Whether a unit without a designator follows the street: `30 S WACKER DR 2200`, `223 W JACKSON
 * 512`, `1050 BROADWAY 1201`.
 */
export const isBareUnit = (words: readonly string[], at: number): boolean => {
  const before = DIRECTIONALS.has(words[at - 1] ?? '') ? at - 2 : at - 1;
  const name = words[before] ?? '';
  const suffix = STREET_SUFFIXES.get(name) ?? '';
  if (NUMBERED_ROADS.test(suffix || name) && !isNamedRoad(words, before)) return false;
  if (before > 1 && STRONG_SUFFIXES.has(suffix))
    return (
      /^\d{1,4}(?:-?[A-Z])?$|^[A-Z]-?\d{1,4}$/.test(words[at] ?? '') ||
      (suffix !== 'AVE' && /^(?![NSEW])[A-Z]$/.test(words[at] ?? '') && endsAt(words, at))
    );
  const isName = before > 0 && /^[A-Z]{3,}$/.test(name) && !BEFORE_NUMBERS.test(name);
  const isLettered = isName && /^\d{1,3}[A-Z]$/.test(words[at] ?? '');
  if (isLettered || (before === 1 && !BARE_STREETS.has(name))) return isLettered;
  return (isName || BARE_STREETS.has(name)) && /^\d{2,5}[A-Z]?$/.test(words[at] ?? '');
};

/**
 * Key of a property: line 1 in postal spelling without the unit, `|`, the five digits of the ZIP
 * code.
 * @throws UnusableInput
 */
export const streetKey = (line1: string, zip: string): string =>
  `${readStreetLine(line1).key}|${zip5(zip)}`;

/** Number with a letter, hyphen (Queens) or grid letters (Wisconsin), then an optional fraction. */
const HOUSE_NUMBER = /^(?=\S{0,11}\d)([a-z]?\d[a-z\d]{0,8}(?:-[a-z\d]{1,8})?)(?: (\d\/\d))?(?= |$)/;
const POST_OFFICE_BOX = /^(?:p ?o|post office|postal) ?box ([a-z\d]{1,10})(?= |$)/;
const ROUTE_BOX =
  /^(?:r ?r|rural route|(hc|highway contract)) ?(\d{1,4}) box ([a-z\d]{1,10})(?= |$)/;

const houseLine = (line1: string): string =>
  inFigures(line1)
    .toLowerCase()
    .replace(/[^a-z\d/-]+/g, ' ')
    // A hyphen joins digits or a single letter, not words.
    .replace(/(?<![a-z\d])-|-(?![a-z\d])|-(?=[a-z]{2})/g, ' ')
    .replace(/ +/g, ' ')
    .trim();

function boxIn(line: string): string | null {
  const [, box] = POST_OFFICE_BOX.exec(line) ?? [];
  if (box !== undefined) return `po box ${withoutLeadingZeros(box)}`;
  const [, contract, route, number] = ROUTE_BOX.exec(line) ?? [];
  if (route === undefined || number === undefined) return null;
  const [at, of] = [withoutLeadingZeros(route), withoutLeadingZeros(number)];
  return `${contract ? 'hc' : 'rr'} ${at} box ${of}`;
}

/**
 * Box of an address line in lower case: of a post office, a rural route or a highway contract route
 * (`po box 7`, `rr 2 box 15`, `hc 2 box 15`); null for another line.
 */
export const parseBox = (line1: string): string | null => boxIn(houseLine(line1));

/**
 * House number of an address line in lower case: `12`, `12a`, `41-20`, `n6w23001`, `12 1/2`, `po
 * box 7`, `rr 2 box 15`. Leading zeros are dropped (USPS Publication 28, section 23). Stored keys
 * contain it, in which a highway contract route is written as a rural route.
 * @throws UnusableInput when the line does not begin with one of these
 */
export function parseHouseNumber(line1: string): string {
  const line = houseLine(line1);
  const box = boxIn(line);
  if (box !== null) return box.replace(/^hc/, 'rr');
  const [, number, fraction] = HOUSE_NUMBER.exec(line) ?? [];
  if (number === undefined) throw new UnusableInput('does not begin with a house number');
  const figures = withoutLeadingZeros(withLetter(number));
  return fraction ? `${figures} ${fraction}` : figures;
}

const GENERIC_STREET_WORDS = new Set([...DIRECTIONALS.values(), ...STREET_SUFFIXES.values()]);

/** Words of a street except number, directions and street kinds; null when none is left. */
function distinctiveStreetWords(line1: string): string[] | null {
  const [, ...words] = readOrNull(() => readStreetLine(line1).key.split(' ')) ?? [];
  const names = words.filter((word) => !GENERIC_STREET_WORDS.has(word));
  return names.length > 0 ? names : null;
}

/**
 * Whether two address lines with equal house numbers may be on the same street: they share a
 * distinctive word. Spellings differ too much to require more; true also when a line has no street
 * name, such as a post office box.
 */
export function mayBeSameStreet(one: string, other: string): boolean {
  const [a, b] = [distinctiveStreetWords(one), distinctiveStreetWords(other)];
  return a === null || b === null || a.some((word) => b.includes(word));
}

/**
 * Whether two address lines have the same house number and the same street words in postal
 * spelling, except directions and suffixes that one of them omits. False when one has no house
 * number; units are not compared.
 */
export function isSameHouse(one: string, other: string): boolean {
  const lines = readOrNull(() => [one, other].map((line) => readStreetLine(line).key.split(' ')));
  const [short = [], long = []] = lines?.sort((a, b) => a.length - b.length) ?? [];
  return (
    lines !== null &&
    short[0] === long[0] &&
    short.every((word) => long.includes(word)) &&
    long.every((word) => short.includes(word) || GENERIC_STREET_WORDS.has(word))
  );
}

const MAX_TEXT_CHARS = 2_000_000;

/**
 * Words in capitals without accents, in postal spelling. NFKD is applied only between combining
 * marks: their canonical ordering takes quadratic time in a run of them, and no word keeps them.
 */
function postalWords(text: string): string[] {
  return text
    .replace(/\P{M}+/gu, (run) => run.normalize('NFKD'))
    .toUpperCase()
    .replace(/[\u0300-\u036f'’.]/g, '')
    .replace(/#/g, ' # ')
    .split(/[^\p{L}\p{N}#]+/u)
    .filter(Boolean)
    .map(abbreviated);
}

/** Words up to the unit, which pages often omit or spell differently. */
function withoutUnit(words: readonly string[]): readonly string[] {
  const unit = words.findIndex((word, at) => at > 1 && PLAIN_UNITS.has(word));
  return unit < 0 ? words : words.slice(0, unit);
}

/** Countries with the house number last (Universal Postal Union, "Postal addressing systems"). */
const NUMBER_LAST: ReadonlySet<string> = new Set(
  [
    'AL AM AR AT BA BE BG BO BR BY CH CL CY CZ DE DK DO EC EE ES FI FO GE GL GR HR HU ID IS IT',
    'KG KZ LI LT LV MD ME MK MX NL NO PA PE PL PT PY RO RS RU SE SI SJ SK SM TR UA UY UZ VA XK',
  ].flatMap((codes) => codes.split(' ')),
);

/**
 * Street and house number in the order of a country.
 * @param country ISO 3166-1 alpha-2; null when unknown: the number first
 */
export function streetLine(street: string, number: string | null, country: string | null): string {
  if (!number) return street;
  return NUMBER_LAST.has(country ?? '') ? `${street} ${number}` : `${number} ${street}`;
}

/**
 * Whether a text contains a street and house number, in any common spelling of the words and with
 * the number before or after the street. Linear in the text.
 * @param line1 street and house number, at least one word each; false without them
 */
export function mentionsAddress(text: string, line1: string): boolean {
  const line = withoutUnit(postalWords(line1.slice(0, MAX_LINE_CHARS)));
  if (line.length < 2 || !line.some((word) => /\d/.test(word))) return false;
  const [first = '', ...others] = line;
  const reordered = /^\d/.test(first) ? [...others, first] : [line.at(-1), ...line.slice(0, -1)];
  const page = ` ${postalWords(text.slice(0, MAX_TEXT_CHARS)).join(' ')} `;
  return page.includes(` ${line.join(' ')} `) || page.includes(` ${reordered.join(' ')} `);
}
