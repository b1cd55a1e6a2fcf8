import { foldDigraphs } from '../../lib/text.ts';
import { isSameCity } from '../place/place-match.ts';
import type { Address } from '../place/postal-address.ts';
import { isSameHouse, parseBox } from '../place/street-address.ts';
import { fromHouse } from '../place/us-address.ts';
import { usStateCode } from '../place/us-states.ts';
import { stateOfZip } from '../place/zip.ts';
import givenNames from './given-names.json' with { type: 'json' };
import { isParticle } from './name-parts.ts';
import type { Person } from './person.ts';
import { nameWords, splitFullName } from './person-name.ts';

/** Agreement of a found value with the requested one; null when either is unknown. */
export type Agreement = 'same' | 'part' | 'other' | null;

const wordsOf = (text: string | null): readonly string[] =>
  text === null ? [] : nameWords(text).map(foldDigraphs);

/** Lines of given names: a name, its short forms and its forms in other languages. */
const LINES_BY_NAME = Map.groupBy(
  Object.values(givenNames)
    .join('; ')
    .split('; ')
    .flatMap((names, line) => names.split(' ').map((name) => ({ name: foldDigraphs(name), line }))),
  ({ name }) => name,
);

const areFormsOfOne = (one: string, other: string): boolean => {
  const lines = LINES_BY_NAME.get(other)?.map(({ line }) => line) ?? [];
  return LINES_BY_NAME.get(one)?.some(({ line }) => lines.includes(line)) ?? false;
};

/** Simplified sounds of a word, equal for different transliterations: Yulia, Julia; Jon, John. */
const soundsOf = (word: string): string =>
  word
    .replace(/ph/g, 'f')
    .replace(/[cq]/g, 'k')
    .replace(/x/g, 'ks')
    .replace(/[yj]/g, 'i')
    .replace(/w/g, 'v')
    .replace(/z/g, 's')
    .replace(/(?<=.)h/g, '')
    .replace(/(.)\1/g, '$1');

const MIN_SOUNDS = 3;
const MIN_SOUNDS_OF_SLIP = 5;

/**
 * Whether two words may be spellings of one name: equal sounds, or in a longer word one different
 * letter, other than a final vowel, which distinguishes Mario from Maria.
 */
function areSpelledAlike(one: string, other: string): boolean {
  const [a, b] = [soundsOf(one), soundsOf(other)];
  const shorter = Math.min(a.length, b.length);
  if (a === b) return shorter >= MIN_SOUNDS;
  let at = 0;
  while (at < shorter && a[at] === b[at]) at += 1;
  const [left, right] = [a.slice(at), b.slice(at)];
  if (shorter < MIN_SOUNDS_OF_SLIP || /^[aeiou]{0,2}$/.test(left + right)) return false;
  return [
    [left.slice(1), right.slice(1)],
    [left.slice(1), right],
    [left, right.slice(1)],
  ].some(([rest, other]) => rest === other);
}

/** Whether one is the initial of the other. Short forms are in the table: Paul is not Pauline. */
const isInitialOf = (one: string, other: string): boolean =>
  Math.min(one.length, other.length) === 1 && one[0] === other[0];

/** Whether two short given names differ in a last y or i: Cory and Cori, Mary and Mari. */
const differInEnding = (one: string, other: string): boolean =>
  Math.max(one.length, other.length) < MIN_SOUNDS_OF_SLIP &&
  one.endsWith('y') !== other.endsWith('y');

const isLatin = (words: readonly string[]): boolean => /\p{Script=Latin}/u.test(words.join(''));

const areComparable = (one: readonly string[], other: readonly string[]): boolean =>
  one.length > 0 && other.length > 0 && isLatin(one) === isLatin(other);

/** Whether both have a word in common, of at least two letters and not a particle. */
const shareWord = (one: readonly string[], other: readonly string[]): boolean =>
  one.some((word) => word.length > 1 && !isParticle(word) && other.includes(word));

/** Compares given names by the first of each; a shared middle name may be the one in use. */
function compareGiven(one: readonly string[], other: readonly string[]): Agreement {
  if (!areComparable(one, other)) return null;
  const [a, b] = [one[0] as string, other[0] as string];
  if (a === b || one.join('') === other.join('') || areFormsOfOne(a, b)) return 'same';
  const isSpelling = areSpelledAlike(a, b) && !differInEnding(a, b);
  const isPart = isInitialOf(a, b) || isSpelling || shareWord(one, other);
  return isPart ? 'part' : 'other';
}

/** Compares family names; of two, either may be omitted. */
function compareFamily(one: readonly string[], other: readonly string[]): Agreement {
  if (!areComparable(one, other)) return null;
  const [a, b] = [one.join(''), other.join('')];
  if (a === b) return 'same';
  return isInitialOf(a, b) || shareWord(one, other) || areSpelledAlike(a, b) ? 'part' : 'other';
}

export type PersonName = Pick<Person, 'firstName' | 'lastName' | 'fullName'>;

interface NameParts {
  given: readonly string[];
  family: readonly string[];
}

function partsOf({ firstName, lastName, fullName }: PersonName): NameParts {
  const split = firstName === null || lastName === null ? splitFullName(fullName ?? '') : null;
  if (!split) {
    const single = lastName === null ? fullName : null;
    return { given: wordsOf(firstName ?? single), family: wordsOf(lastName) };
  }
  const [first, family] = [wordsOf(split.first), wordsOf(split.last)];
  const middle = wordsOf(fullName).filter(
    (word) => !first.includes(word) && !family.includes(word),
  );
  return { given: [...first, ...middle], family };
}

/** Both parts must agree for a whole name to be the same. */
function together(given: Agreement, family: Agreement): Agreement {
  if (given === 'other' || family === 'other') return 'other';
  if (given === null && family === null) return null;
  return given === 'same' && family === 'same' ? 'same' : 'part';
}

/** Whether words of one name occur in the other part of the other name. */
function agreeElsewhere(one: NameParts, other: NameParts, given: Agreement): boolean {
  const turned = [shareWord(one.family, other.given), shareWord(one.given, other.family)];
  // The family name comes first, or a maiden name is in the middle.
  return turned.every(Boolean) || (given !== 'other' && turned.some(Boolean));
}

/** Compares names of which one is a single word, given or family name. */
function compareSingle(one: NameParts, other: NameParts): Agreement {
  const [all, others] = [one, other].map(({ given, family }) => [...given, ...family]) as [
    string[],
    string[],
  ];
  if (!areComparable(all, others)) return null;
  return shareWord(all, others) ? 'part' : 'other';
}

/**
 * Compares the names of two records that may describe one person. Short and foreign forms of a
 * given name are 'same'; an initial, a spelling by sound, a middle name used as the first, one of
 * two family names and a name of one word are 'part'.
 * @param isOneHouse both live in the same house: another family name is then 'part', as after a
 * marriage
 */
export function compareNames(one: PersonName, other: PersonName, isOneHouse = false): Agreement {
  const [a, b] = [partsOf(one), partsOf(other)];
  if (a.family.length === 0 || b.family.length === 0) return compareSingle(a, b);
  const given = compareGiven(a.given, b.given);
  const agreement = together(given, compareFamily(a.family, b.family));
  if (agreement !== 'other') return agreement;
  return agreeElsewhere(a, b, given) || (isOneHouse && given === 'same') ? 'part' : 'other';
}

/** Whether two first names may belong to one person; false when one is not a name. */
export const mayBeSameFirstName = (one: string, other: string): boolean =>
  ['same', 'part'].includes(compareGiven(wordsOf(one), wordsOf(other)) ?? '');

type PersonPlace = Pick<Address, 'line1' | 'city' | 'state' | 'zip'>;

const zipDigits = ({ zip }: PersonPlace): string => zip?.slice(0, 5) ?? '';

const stateOf = (place: PersonPlace): string | null =>
  usStateCode(place.state) ?? stateOfZip(zipDigits(place));

/**
 * Whether two address lines of one city or ZIP code are the same house or the same box. A city may
 * have several post offices, each with its own ZIP code and boxes.
 * @param areZipsOther both ZIP codes are known, and differ
 */
function isSameLine(one: string, other: string, areZipsOther: boolean): boolean {
  const box = parseBox(one);
  if (box !== null) return !areZipsOther && box === parseBox(other);
  return isSameHouse(fromHouse(one), fromHouse(other));
}

/** US addresses: 'same' in one house or box (one city if a line is missing), 'part' in a state. */
export function comparePlaces(one: PersonPlace, other: PersonPlace): Agreement {
  const [state, otherState] = [stateOf(one), stateOf(other)];
  if (state === null || otherState === null) return null;
  if (state !== otherState) return 'other';
  const [zip, otherZip] = [zipDigits(one), zipDigits(other)];
  const isSameZip = zip !== '' && zip === otherZip;
  const areZipsOther = zip !== '' && otherZip !== '' && !isSameZip;
  const isNear = isSameZip || isSameCity(one.city, other.city) === true;
  if (one.line1 !== null && other.line1 !== null)
    return isNear && isSameLine(one.line1, other.line1, areZipsOther) ? 'same' : 'part';
  const isPlaced = other.city !== null || other.zip !== null;
  return isNear ? 'same' : isPlaced ? 'part' : null;
}

const RANKS: readonly Agreement[] = ['same', 'part', null, 'other'];

/**
 * Compares a found person with the requested one by name and by the best match among the known
 * places; null for a different person.
 */
export function comparePeople(
  asked: PersonName & PersonPlace,
  found: PersonName & { places: readonly PersonPlace[] },
): { name: Agreement; place: Agreement } | null {
  const places = found.places.map((place) => comparePlaces(asked, place));
  const place = RANKS.find((each) => places.includes(each)) ?? null;
  const name = compareNames(asked, found, place === 'same');
  const isOther = [name, place].includes('other') || (name === 'part' && place === 'part');
  return isOther ? null : { name, place };
}
