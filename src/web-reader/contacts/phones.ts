import {
  type CountryCode,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import { withoutDroppedPrefix } from '../../domain/phone/number.ts';
import {
  isMoney,
  isOtherForm,
  isVatNumber,
  PRICE_AFTER,
  UNIT_AFTER,
} from '../../domain/phone/other-numbers.ts';
import {
  BETWEEN_WORDS,
  digitsOf,
  firstOfRange,
  formOf,
  HOURS,
  MIN_POSSIBLE_DIGITS,
  PHONE_START,
  type PhoneCandidate,
  phoneCandidates,
  withoutAmount,
  withoutGlued,
} from '../../domain/phone/phone-candidates.ts';
import {
  type NumberLabel,
  numberLabelOf,
  speaksOfCalling,
  wordsBefore,
} from '../../domain/phone/phone-labels.ts';
import { planOf, withDigits } from '../../domain/phone/phone-text.ts';
import { trimEndOf } from '../../lib/text.ts';
import { collapseBlanks, normalizeText } from '../html/plain-text.ts';
import { namedCountry } from './site-country.ts';

/** A number found on a page. Faxes are included: another place may list one unlabelled. */
export interface FoundNumber {
  /** E.164. */
  number: string;
  isFax: boolean;
  /** A label, link or property identifies it as a phone or fax number. */
  isSaid: boolean;
}

/** Numbering plan lookups per text; a text with more numbers is a directory. */
const MAX_TRIES = 600;
const [MAX_WRITTEN_CHARS, MAX_CUTS] = [60, 4];
const GROUP_PARTS = ' /(–-';
/** Letter, except of scripts without spaces, in which words directly precede a number. */
const LETTER = '(?![\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Hang}\\p{sc=Thai}])\\p{L}';
const WORD_BEFORE = new RegExp(`(?:${LETTER}|[\\d_@])$`, 'u');
/** For numbers that start with a plus or a bracket, which separates them from a preceding word. */
const DIGIT_BEFORE = /[\d_@]$/;
const PART_BEFORE = /[=/#%&.,\\]$/u;
const PART_AFTER = new RegExp(`^(?:${LETTER}|[_=@%&]|[.,/:]\\d)`, 'u');
const ONLY_SEPARATOR = new RegExp(
  `^[ ,;|/&•·–—-]*(?:(?:${BETWEEN_WORDS})\\s|(?:또는|または|或者?) ?)?$`,
  'iu',
);

/** The rest of a line that began with a number, such as the name of a person. */
const REST_OF_LINE = /^[^\p{L}\d\n]{0,4}\p{L}[^\d\n]{0,60}\n$/u;

/**
 * A new field begins after this separator, so an identifier's label does not carry over to the next
 * number: `NZBN … · 09 379 1234`. Identifiers in one list have equally many digits.
 */
const FIELD_SEPARATOR = /[·•|–—]/;

const THOUSANDS = /^[1-9]\d{0,2}(?:([. ])\d{3})(?:\1\d{3})*$/;
/** Nine digits in threes, a common phone format in Europe; an amount is followed by its noun. */
const THREE_BY_THREE = /^\d{3}(?: \d{3}){2}$/;
const CLAUSE_ENDS = /^\s?(?:$|[\n.,;:|()/·•–—-]|(?:or|and|oder|und|ou|et|y|o|e|lub|i|nebo|a)\s)/iu;
const SEPARATED = /[\s().\-/‐-―·•・]/;
/** North American numbers with consecutive digits. */
const PLACEHOLDER = /^(?:1234567|2345678)/;
const COUNTS_UP = /^0?123456789?0?$/;
const TRUNK_IN_BRACKETS = /\(0\)/g;
/** `(+1) (888) 219 5755` */
const CODE_IN_BRACKETS = /^\(\+(\d{1,3})\)/;
/** Bracket around a whole number: "(+49 (30) 1234 5678)". */
const OPEN_BRACKET = /^\((?=\+[^()]{3,20}(?:\(|$)|\+\d{1,3} ?\()/;
const EXIT_CODE = /^\(?00(?=[1-9])/;
/** `+091 99097 95578`: no country code begins with 0. */
const ZERO_IN_CODE = /^\+0{1,2}(?=[1-9]\d{0,2}[ -])/;
const DASHES = /[‐-―−ー·•・]/g;
const EXTENSION =
  /(?:;ext=|[,;]|\s?(?:ext|extension|x|poste|durchwahl|int|ramal|dw)\.?\s?:?\s?\d).*/is;

function isPlaceholder(written: string, { nationalNumber, countryCallingCode }: PhoneNumber) {
  if (/(\d)\1{6}/.test(nationalNumber) || COUNTS_UP.test(written.trim())) return true;
  if (COUNTS_UP.test(nationalNumber) && written.includes('123')) return true;
  return countryCallingCode === '1' && PLACEHOLDER.test(nationalNumber);
}

/** Area and exchange begin with 2 to 9, and neither is a service code (NANPA). */
const NORTH_AMERICAN_PLAN = /^[2-9](?!11)\d{2}[2-9](?!11)\d{6}$/;
/** Formats used only in North America: (212) 736-5000, 212-736-5000. */
const NORTH_AMERICAN_FORM =
  /^(?:\+?1[-. ]?)?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[-.])[2-9]\d{2}[-.]\d{4}$/;

/** North American grouping: the first separator follows the area code, or there is none. */
const AREA_FIRST = /^\D{0,3}(?:1\D{0,3})?(?:\d{3}\D|\d{10}$)/;
/** Exit code (011) dialled in North America before a country code. */
const NORTH_AMERICAN_EXIT = /^011[\s.-]?(?=[1-9])/;

/** Whether a labelled number in an unassigned range (such as +1 555) has a possible length. */
function isPossible(written: string, parsed: PhoneNumber): boolean {
  const isNorthAmerican = parsed.countryCallingCode === '1';
  if (isNorthAmerican && !NORTH_AMERICAN_PLAN.test(parsed.nationalNumber)) return false;
  const isWhole = written.startsWith('+') || isNorthAmerican;
  return isWhole && parsed.isPossible() && parsed.nationalNumber.length >= MIN_POSSIBLE_DIGITS;
}

/**
 * Parses a number in the notation of its country; null if it is not a phone number.
 * @param isSaid a link, label or property marks it as one, so unassigned ranges are accepted
 */
function parseNumber(written: string, country: CountryCode | null, isSaid = false) {
  const plain = written
    .replace(DASHES, '-')
    .replace(TRUNK_IN_BRACKETS, written.trim().startsWith('0') ? '0' : ' ')
    .replace(EXIT_CODE, '+')
    .replace(CODE_IN_BRACKETS, '+$1')
    .replace(OPEN_BRACKET, '')
    .replace('++', '+')
    .replace(ZERO_IN_CODE, '+');
  const home = planOf(plain, country);
  const settings = { ...(home && { defaultCountry: home }), extract: false };
  const read = parsePhoneNumberFromString(plain, settings);
  const parsed = read && (withoutDroppedPrefix(read) ?? read);
  if (!parsed || isPlaceholder(written, parsed)) return null;
  return parsed.isValid() || (isSaid && isPossible(plain, parsed)) ? parsed : null;
}

const isDialledAbroad = (written: string, country: CountryCode | null): boolean =>
  (country === 'US' || country === 'CA') && NORTH_AMERICAN_EXIT.test(written);

/** Hungarian form: area code before a slash or in brackets, mostly without the trunk prefix 06. */
const HUNGARIAN_FORM = /^\(?\d{1,2}[/)] ?\d{3}[- ]\d{3,4}$/;
const LONE_TRUNK = /^0(?:\s\d{3}){3}$/;

/**
 * Whether an unlabelled number has a form that its country uses only for phones. A separate 0
 * before groups of three is a trunk prefix only in Turkey and in French service numbers.
 */
function looksLikeTelephone(written: string, parsed: PhoneNumber): boolean {
  const digits = digitsOf(written);
  if (parsed.countryCallingCode === '1' && !AREA_FIRST.test(written)) return false;
  const national = parsed.formatNational();
  const expected = digitsOf(national);
  if (LONE_TRUNK.test(written) && parsed.country !== 'TR' && !/^0\s/.test(national)) return false;
  if (digits.startsWith('0') && digits.length < MIN_POSSIBLE_DIGITS) return false;
  // The trunk prefix may be missing before an area code in brackets, before mobile numbers (as in
  // India and Russia), and in Argentina, where mobile numbers look like those of their area.
  const isBare =
    [`0${digits}`, `8${digits}`].includes(expected) &&
    (parsed.getType() === 'MOBILE' || parsed.country === 'AR' || /^\(\d{3,5}\)/.test(written));
  const isHungarian = `06${digits}` === expected && HUNGARIAN_FORM.test(written);
  // Compared by length only, because the mobile prefix 15 follows an area code of 2 to 4 digits.
  const isArgentine = parsed.country === 'AR' && digits.length === expected.length;
  const { countryCallingCode: code, nationalNumber } = parsed;
  const isCoded = digits === code + nationalNumber && /^\d{1,3}[\s.(-]/.test(written);
  // As dialled in France.
  const isMiquelon = parsed.country === 'PM' && digits === `0508${nationalNumber}`;
  const isBareOrLocal = isBare || isHungarian || isArgentine || isCoded || isMiquelon;
  return digits === expected || digits === `1${expected}` || isBareOrLocal;
}

/** Digits in threes, except nine digits between words and the end of a clause. */
function isThousands(written: string, before: string, after: string): boolean {
  if (!THOUSANDS.test(written)) return false;
  return !(THREE_BY_THREE.test(written) && /\p{L}/u.test(before) && CLAUSE_ENDS.test(after));
}

/** "x 12" after a complete number is its extension, not a dimension. */
const EXTENSION_AFTER =
  /^(?:\s?x|[\s,;(]{1,3}(?:ext(?:ension)?|int(?:erno)?|kl(?:apka)?|linka|wew|доб|внутр?)\.?)\s?\d{1,7}(?!\d)/iu;
const MIN_WHOLE_DIGITS = 9;

const isExtended = (written: string, after: string): boolean =>
  EXTENSION_AFTER.test(after) && digitsOf(written).length >= MIN_WHOLE_DIGITS;

function isOther({ written, isBeside }: PhoneCandidate, before: string, after: string): boolean {
  return (
    (!isBeside && PART_BEFORE.test(before)) ||
    (!isExtended(written, after) &&
      !isBeside &&
      (PART_AFTER.test(after) || UNIT_AFTER.test(after))) ||
    isOtherForm(written) ||
    isVatNumber(before, written)
  );
}

const EXTENSION_WORD = /(?<!\p{L})(?:ext|extension|int|interno|durchwahl|dw|ramal|anexo)\.? ?$/iu;

/** The text before a number, or before its extension if the extension comes first. */
const labelIn = (before: string, { extension }: PhoneCandidate): string =>
  extension === 0 ? before : before.slice(0, -extension).replace(EXTENSION_WORD, '');

/** Fewest digits of a number without its area code. */
const MIN_LOCAL_DIGITS = 6;

/**
 * Prepends the area code of the preceding number to a local number that is not valid alone: "(0341)
 * 448-2173 / 448-2174". Its form must equal the end of the preceding number's form.
 */
function withAreaOf(other: string, written: string, country: CountryCode | null): string {
  const at = other.length - written.length;
  const hasArea = at > 0 && /\d/.test(other.slice(0, at)) && !/\d/.test(other.charAt(at - 1));
  const isLocal = digitsOf(written).length >= MIN_LOCAL_DIGITS && !/^[+(0]/.test(written);
  if (!hasArea || !isLocal || formOf(other.slice(at)) !== formOf(written)) return written;
  const alone = parseNumber(written, country);
  return alone && looksLikeTelephone(written, alone) ? written : other.slice(0, at) + written;
}

/** Hours, a room, a postcode: may be separated from a number by only a space. */
const isShort = (part: string): boolean => /^\d{1,5}$/.test(part) || HOURS.test(part);
/** An international or trunk prefix, or an area code in brackets. */
const NUMBER_START = /^(?:[+(]|0[1-9]|8 ?\()/;
/** Card, article or account numbers have groups of equal length, or start with a single digit. */
const isOneOfGroups = (short: string, behind: string): boolean =>
  behind.startsWith('0') &&
  (short.length === 1 || /^\d*/.exec(behind)?.[0].length === short.length);
const isWhole = (part: string): boolean => digitsOf(part).length >= MIN_WHOLE_DIGITS;
const isNumbered = (id: string, behind: string): boolean =>
  /^\d{6,8}$/.test(id) && NORTH_AMERICAN_FORM.test(behind);

/**
 * Splits a candidate that is not one number: into numbers separated by a space or hyphen, or into
 * one number next to hours or a few other digits.
 * @param isGlued a letter or digit directly precedes it; such a candidate is not split
 * @param reads whether the digits are a number in the notation of its country
 */
function partsOf(
  candidate: PhoneCandidate,
  isGlued: boolean,
  reads: (written: string) => boolean,
): readonly PhoneCandidate[] {
  const { written, start, extension } = candidate;
  if (/^\(?(?:\+|00[1-9])/.test(written) || isGlued) return [candidate];
  for (const { index } of written.matchAll(/(?<=[\d)])[ -](?=[\d(+])/g)) {
    const [before, behind] = [written.slice(0, index), written.slice(index + 1)];
    const first = { ...candidate, written: before, end: start + index, isBeside: true };
    const last = { ...candidate, written: behind, start: start + index + 1, isBeside: true };
    const isShortFirst = written[index] === ' ' && isShort(before);
    const isBegun = NUMBER_START.test(behind) || NORTH_AMERICAN_FORM.test(behind);
    const isLast = isShortFirst
      ? HOURS.test(before) || (isBegun && !isOneOfGroups(before, behind))
      : isWhole(before) && !(THOUSANDS.test(before) && THOUSANDS.test(behind));
    const isFirst = HOURS.test(behind) || (isShort(behind) && NORTH_AMERICAN_FORM.test(before));
    if (!((isLast || isNumbered(before, behind)) && isWhole(behind)) && !isFirst) continue;
    if (reads(written)) break;
    if (isNumbered(before, behind) && reads(behind)) return [last];
    if (isFirst ? reads(before) : reads(behind) && (isShortFirst || reads(before))) {
      if (isFirst) return [first];
      return isShortFirst ? [{ ...last, extension: extension + index + 1 }] : [first, last];
    }
    if (isShortFirst || isFirst || !NUMBER_START.test(behind) || !reads(before)) continue;
    const others = partsOf(last, false, reads);
    if (others.length > 1) return [first, ...others];
  }
  return [candidate];
}

function* candidatesOf(text: string, reads: (written: string) => boolean) {
  for (const digits of phoneCandidates(text)) {
    const candidate = firstOfRange(withoutAmount(withoutGlued(digits, text), text), reads);
    yield* partsOf(candidate, /[\p{L}\d]$/u.test(text.charAt(candidate.start - 1)), reads);
  }
}

const NONE_BEFORE = { end: -1, written: '', meaning: 'unsaid' as const, isFound: false };

/**
 * Finds the phone numbers in running text, in order, without their extensions.
 * @param country default country of numbers without a country code; null finds only those with one
 */
export function findPhones(given: string, country: CountryCode | null): FoundNumber[] {
  const text = withDigits(given, country);
  const found: FoundNumber[] = [];
  const known = new Map<string, PhoneNumber | null>();
  let tries = 0;
  const read = (written: string, isSaid: boolean, home = country): PhoneNumber | null => {
    const key = `${isSaid} ${home} ${written}`;
    let parsed = known.get(key);
    if (parsed === undefined) {
      tries++;
      parsed = lookUp(written, home, isSaid);
      known.set(key, parsed);
    }
    return parsed;
  };
  const reads = (written: string): boolean => {
    const parsed = read(written, false);
    return parsed !== null && looksLikeTelephone(written, parsed) && !isOtherForm(written);
  };
  let last: { end: number; written: string; meaning: NumberLabel; isFound: boolean } = NONE_BEFORE;
  for (const candidate of candidatesOf(text, reads)) {
    const { start, end } = candidate;
    if (tries >= MAX_TRIES) break;
    const { own: before, above } = wordsBefore(text, start);
    const after = text.slice(end, end + 24);
    const own = numberLabelOf(labelIn(before, candidate), after, above);
    const between = text.slice(last.end, start);
    const isInList =
      last.isFound &&
      REST_OF_LINE.test(between) &&
      formOf(last.written) === formOf(candidate.written);
    const follows =
      isInList || (last.end >= 0 && start - last.end < 12 && ONLY_SEPARATOR.test(between));
    const isAlike = digitsOf(candidate.written).length === digitsOf(last.written).length;
    const isAnother = FIELD_SEPARATOR.test(between) || !isAlike;
    const isNamedSo = follows && !(last.meaning === 'other' && isAnother);
    const meaning = own === 'unsaid' && isNamedSo ? last.meaning : own;
    // Numbers listed right after an accepted phone number are phone numbers too.
    const isListed = follows && last.isFound;
    const written = isListed
      ? withAreaOf(last.written, candidate.written, country)
      : candidate.written;
    last = { end, written, meaning, isFound: false };
    // Identifiers are not written with +.
    const isIdentifier = meaning === 'other' && !/^\(?\+/.test(written);
    if (isIdentifier || isMoney(before, after)) continue;
    const isSaid = meaning === 'phone' || meaning === 'fax';
    const international = /^\(?(?:\+|00[1-9])/.test(written) || isDialledAbroad(written, country);
    if (!isSaid && !international && isOther(candidate, before, after)) continue;
    const glued = PHONE_START.test(written) ? DIGIT_BEFORE : WORD_BEFORE;
    if (!isSaid && glued.test(before)) continue;
    const named = international ? null : namedCountry(before, above);
    const parsed = (named && read(written, isSaid, named)) ?? read(written, isSaid);
    if (!parsed) continue;
    if (!isSaid && !international) {
      const isApart = SEPARATED.test(written)
        ? !isThousands(written, before, after) || isExtended(written, after)
        : (parsed.countryCallingCode === '1' && isExtended(written, after)) ||
          speaksOfCalling(before, after);
      if (!isListed && !isApart) continue;
      if (!PHONE_START.test(written) && PRICE_AFTER.test(after)) continue;
      if (!looksLikeTelephone(written, parsed)) continue;
    }
    last.isFound = true;
    found.push({ number: parsed.number, isFax: meaning === 'fax', isSaid });
  }
  return found;
}

function withoutLastGroup(written: string): string {
  let end = written.length;
  while (end > 0 && !GROUP_PARTS.includes(written.charAt(end - 1))) end -= 1;
  return trimEndOf(written.slice(0, end), GROUP_PARTS);
}

/** Parses a number followed by other digits: "030 901820-21", "(415) 555-0132 24". */
function parseShorter(written: string, country: CountryCode | null) {
  let rest = written.slice(0, MAX_WRITTEN_CHARS / 2);
  for (let cuts = 0; cuts < MAX_CUTS; cuts++) {
    rest = withoutLastGroup(rest);
    if (rest.length < 7) return null;
    const parsed = parseNumber(rest, country);
    if (parsed) return parsed;
  }
  return null;
}

/** Area code after the number, as right-to-left lines show it. */
const AREA_LAST = /^(\d{5,8})\s?[-–]\s?(0\d{1,3})$/;

/**
 * Parses a number as the site's country writes it, then in North American form (an office abroad),
 * then with the area code last, shortened, or unassigned.
 */
function lookUp(written: string, country: CountryCode | null, isSaid: boolean) {
  const isForm = NORTH_AMERICAN_FORM.test(written) && (isSaid || written.includes('('));
  return (
    parseNumber(written, country) ??
    (isForm ? parseNumber(written, 'US') : null) ??
    (isSaid && AREA_LAST.test(written)
      ? parseNumber(written.replace(AREA_LAST, '$2$1'), country)
      : null) ??
    parseShorter(written, country) ??
    (isSaid ? parseNumber(written, country, true) : null)
  );
}

/** Parses a separately given number (`tel:` link, structured data); null when invalid. */
export function cleanPhone(written: string, country: CountryCode | null): string | null {
  if (written.length > MAX_WRITTEN_CHARS) return null;
  const text = withDigits(collapseBlanks(normalizeText(written)).trim(), country);
  const plain = text.replace(EXTENSION, '');
  const [candidate] = phoneCandidates(plain.replace(/\s?,\s?/g, ' '));
  if (!candidate) return null;
  return lookUp(candidate.written, country, true)?.number ?? null;
}
