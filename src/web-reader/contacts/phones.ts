import {
  type CountryCode,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import { planOf } from '../../domain/phone/number-plan.ts';
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
  LABEL_REACH_CHARS,
  type NumberLabel,
  numberLabelOf,
  speaksOfCalling,
} from '../../domain/phone/phone-labels.ts';
import { withDigits } from '../../domain/phone/phone-text.ts';
import { trimEndOf } from '../../lib/text.ts';
import { collapseBlanks, normalizeText } from '../html/plain-text.ts';
import { namedCountry } from './site-country.ts';

/** One number of a page; a fax is kept apart: other places may name it without saying so. */
export interface FoundNumber {
  /** E.164. */
  number: string;
  isFax: boolean;
  /** A label, a link or a property says that it is a telephone. */
  isSaid: boolean;
}

/** Numbers looked up in the numbering plans, per text: a site with more is a directory. */
const MAX_TRIES = 600;
const MAX_WRITTEN_CHARS = 60;
const MAX_CUTS = 4;
const GROUP_PARTS = ' /(–-';

/** Scripts without spaces glue nothing to a number. */
const LETTER = '(?![\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Hang}\\p{sc=Thai}])\\p{L}';
const WORD_BEFORE = new RegExp(`(?:${LETTER}|[\\d_@])$`, 'u');
/** A plus or a bracket parts a number from a word. */
const DIGIT_BEFORE = /[\d_@]$/;
const PART_BEFORE = /[=/#%&.,\\]$/u;
const PART_AFTER = new RegExp(`^(?:${LETTER}|[_=@%&]|[.,/:]\\d)`, 'u');
const ONLY_SEPARATOR = new RegExp(
  `^[ ,;|/&•·–—-]*(?:(?:${BETWEEN_WORDS})\\s|(?:또는|または|或者?) ?)?$`,
  'iu',
);

/**
 * Behind it another field begins, which an identifier's name is none of: NZBN … · 09 379 1234.
 * Identifiers of one list have as many digits.
 */
const FIELD_SEPARATOR = /[·•|–—]/;

const THOUSANDS = /^[1-9]\d{0,2}(?:([. ])\d{3})(?:\1\d{3})*$/;
/** Nine digits in threes, as half of Europe writes numbers; an amount has its noun behind it. */
const THREE_BY_THREE = /^\d{3}(?: \d{3}){2}$/;
const CLAUSE_ENDS = /^\s?(?:$|[\n.,;:|()/·•–—-]|(?:or|and|oder|und|ou|et|y|o|e|lub|i|nebo|a)\s)/iu;
const SEPARATED = /[\s().\-/‐-―·•・]/;
/** North American numbers that count up. */
const PLACEHOLDER = /^(?:1234567|2345678)/;
const COUNTS_UP = /^0?123456789?0?$/;
const TRUNK_IN_BRACKETS = /\(0\)/g;
/** `(+1) (888) 219 5755` */
const CODE_IN_BRACKETS = /^\(\+(\d{1,3})\)/;
/** Of a number in brackets as a whole: "(+49 (30) 1234 5678)". */
const OPEN_BRACKET = /^\((?=\+[^()]{3,20}(?:\(|$)|\+\d{1,3} ?\()/;
const EXIT_CODE = /^\(?00(?=[1-9])/;
/** Mexico's trunk prefixes until 2019, and what was dialled before mobile numbers from abroad. */
const MEXICAN_TRUNK = /^\(?(?:01|04[45])\)?[\s.-](?=\(?\d{2,3}\)?[\s.-])/;
const MEXICAN_MOBILE = /^\+52[\s.-]?1(?=[\s.(-]{0,2}\d(?:[\s.()-]{0,2}\d){9}$)/;
const DASHES = /[‐-―−ー·•・]/g;
const EXTENSION =
  /(?:;ext=|[,;]|\s?(?:ext|extension|x|poste|durchwahl|int|ramal|dw)\.?\s?:?\s?\d).*/is;

function isPlaceholder(written: string, { nationalNumber, countryCallingCode }: PhoneNumber) {
  if (/(\d)\1{6}/.test(nationalNumber) || COUNTS_UP.test(written.trim())) return true;
  return countryCallingCode === '1' && PLACEHOLDER.test(nationalNumber);
}

/** Area and exchange begin with 2 to 9, and neither is a service code (NANPA). */
const NORTH_AMERICAN_PLAN = /^[2-9](?!11)\d{2}[2-9](?!11)\d{6}$/;
/** As only North America writes numbers: (212) 736-5000, 212-736-5000. */
const NORTH_AMERICAN_FORM =
  /^(?:\+?1[-. ]?)?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[-.])[2-9]\d{2}[-.]\d{4}$/;

/** North America parts the area from the rest, where it parts anything. */
const AREA_FIRST = /^\D{0,3}(?:1\D{0,3})?(?:\d{3}\D|\d{10}$)/;
/** What is dialled before a country's code from there. */
const NORTH_AMERICAN_EXIT = /^011[\s.-]?(?=[1-9])/;

/** A labelled number may lie in an unassigned range: 555 in North America. */
function isPossible(written: string, parsed: PhoneNumber): boolean {
  const isNorthAmerican = parsed.countryCallingCode === '1';
  if (isNorthAmerican && !NORTH_AMERICAN_PLAN.test(parsed.nationalNumber)) return false;
  const isWhole = written.startsWith('+') || isNorthAmerican;
  return isWhole && parsed.isPossible() && parsed.nationalNumber.length >= MIN_POSSIBLE_DIGITS;
}

/**
 * Looks a number up as its country writes it; null when it is none.
 * @param isSaid a link, a label or a property says that it is one
 */
function parseNumber(written: string, country: CountryCode | null, isSaid = false) {
  const plain = written
    .replace(DASHES, '-')
    .replace(TRUNK_IN_BRACKETS, written.trim().startsWith('0') ? '0' : ' ')
    .replace(EXIT_CODE, '+')
    .replace(CODE_IN_BRACKETS, '+$1')
    .replace(OPEN_BRACKET, '')
    .replace('++', '+')
    .replace(MEXICAN_MOBILE, '+52 ')
    .replace(country === 'MX' ? MEXICAN_TRUNK : '', '');
  const home = planOf(plain, country);
  const parsed = parsePhoneNumberFromString(plain, {
    ...(home && { defaultCountry: home }),
    extract: false,
  });
  if (!parsed || isPlaceholder(written, parsed)) return null;
  return parsed.isValid() || (isSaid && isPossible(plain, parsed)) ? parsed : null;
}

const isDialledAbroad = (written: string, country: CountryCode | null): boolean =>
  (country === 'US' || country === 'CA') && NORTH_AMERICAN_EXIT.test(written);

/** Hungary's area codes stand before a bar or in brackets, mostly without the trunk prefix 06. */
const HUNGARIAN_FORM = /^\(?\d{1,2}[/)] ?\d{3}[- ]\d{3,4}$/;
const LONE_TRUNK = /^0(?:\s\d{3}){3}$/;

/**
 * Whether a number without a label is written as its country writes telephone numbers, and as
 * nothing else is. Before threes a trunk prefix stands apart in Turkey and in French numbers of
 * services alone: `0 986 424 797` is a part.
 */
function looksLikeTelephone(written: string, parsed: PhoneNumber): boolean {
  const digits = digitsOf(written);
  if (parsed.countryCallingCode === '1' && !AREA_FIRST.test(written)) return false;
  const national = parsed.formatNational();
  const expected = digitsOf(national);
  if (LONE_TRUNK.test(written) && parsed.country !== 'TR' && !/^0\s/.test(national)) return false;
  if (digits.startsWith('0') && digits.length < MIN_POSSIBLE_DIGITS) return false;
  // Trunk prefix: always written before an area code but in brackets, seldom before an Indian or
  // Russian mobile number, nor in Argentina, where mobile numbers are as those of their area.
  const isBare =
    [`0${digits}`, `8${digits}`].includes(expected) &&
    (parsed.getType() === 'MOBILE' || parsed.country === 'AR' || /^\(\d{3,5}\)/.test(written));
  const isHungarian = `06${digits}` === expected && HUNGARIAN_FORM.test(written);
  // Its 15 stands behind the area code, of two to four digits.
  const isArgentine = parsed.country === 'AR' && digits.length === expected.length;
  const { countryCallingCode: code, nationalNumber } = parsed;
  const isCoded = digits === code + nationalNumber && /^\d{1,3}[\s.(-]/.test(written);
  const isBareOrLocal = isBare || isHungarian || isArgentine || isCoded;
  return digits === expected || digits === `1${expected}` || isBareOrLocal;
}

/** Digits in threes, unless they are nine that end a clause with words in it. */
function isThousands(written: string, before: string, after: string): boolean {
  if (!THOUSANDS.test(written)) return false;
  return !(THREE_BY_THREE.test(written) && /\p{L}/u.test(before) && CLAUSE_ENDS.test(after));
}

/** "x 12" behind a whole number is its extension, not the second side of something. */
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

/** A line above that is a label is no longer. */
const MAX_LINE_ABOVE = 60;

/** The text before a number on its line and, where the number begins its line, the line above. */
function wordsBefore(text: string, start: number): { own: string; above: string } {
  const before = text.slice(Math.max(0, start - LABEL_REACH_CHARS - MAX_LINE_ABOVE), start);
  const line = before.lastIndexOf('\n');
  const own = before.slice(Math.max(line + 1, before.length - LABEL_REACH_CHARS));
  if (line < 0) return { own, above: '' };
  // "BE " in a cell behind a cell of "VAT".
  if (/\d|\p{L}{3}/u.test(own)) return { own, above: '' };
  const above = before.slice(before.lastIndexOf('\n', line - 1) + 1, line);
  return { own, above: digitsOf(above).length > 4 ? '' : above };
}

const EXTENSION_WORD = /(?<!\p{L})(?:ext|extension|int|interno|durchwahl|dw|ramal|anexo)\.? ?$/iu;

/** The words before a number: those before its extension where that stands first. */
const labelIn = (before: string, { extension }: PhoneCandidate): string =>
  extension === 0 ? before : before.slice(0, -extension).replace(EXTENSION_WORD, '');

/** As few digits as a number has without its area. */
const MIN_LOCAL_DIGITS = 6;

/**
 * A number behind one of its area that is none without it: "(0341) 448-2173 / 448-2174". Its form
 * is the end of the other's.
 */
function withAreaOf(other: string, written: string, country: CountryCode | null): string {
  const at = other.length - written.length;
  const hasArea = at > 0 && /\d/.test(other.slice(0, at)) && !/\d/.test(other.charAt(at - 1));
  const isLocal = digitsOf(written).length >= MIN_LOCAL_DIGITS && !/^[+(0]/.test(written);
  if (!hasArea || !isLocal || formOf(other.slice(at)) !== formOf(written)) return written;
  const alone = parseNumber(written, country);
  return alone && looksLikeTelephone(written, alone) ? written : other.slice(0, at) + written;
}

/** Hours, a room, a postcode: what a number stands beside with a blank alone. */
const isShort = (part: string): boolean => /^\d{1,5}$/.test(part) || HOURS.test(part);
/** A prefix, an area in brackets: a number begins so. */
const NUMBER_START = /^(?:[+(]|0[1-9]|8 ?\()/;
/** Groups of a card, an article or an account are alike, or the first is a digit alone. */
const isOneOfGroups = (short: string, behind: string): boolean =>
  behind.startsWith('0') &&
  (short.length === 1 || /^\d*/.exec(behind)?.[0].length === short.length);
const isWhole = (part: string): boolean => digitsOf(part).length >= MIN_WHOLE_DIGITS;

/**
 * The numbers of digits that are none as a whole: two with a blank between them, or one beside
 * hours or a few other digits.
 * @param isGlued to a word before them
 * @param reads whether digits are a number as its country writes it
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
    if (!(isLast && isWhole(behind)) && !isFirst) continue;
    if (reads(written)) break;
    if (isFirst ? reads(before) : reads(behind) && (isShortFirst || reads(before))) {
      if (isFirst) return [first];
      return isShortFirst ? [{ ...last, extension: extension + index + 1 }] : [first, last];
    }
  }
  return [candidate];
}

function* candidatesOf(text: string, reads: (written: string) => boolean) {
  for (const digits of phoneCandidates(text)) {
    const candidate = withoutAmount(withoutGlued(digits, text), text);
    yield* partsOf(candidate, /[\p{L}\d]$/u.test(text.charAt(candidate.start - 1)), reads);
  }
}

const NONE_BEFORE = { end: -1, written: '', meaning: 'unsaid' as const, isFound: false };

/**
 * Numbers in running text, in order, extensions dropped.
 * @param country what a number without a country code is read as; null reads only numbers with one
 */
export function findPhones(given: string, country: CountryCode | null): FoundNumber[] {
  const text = withDigits(given);
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
    if (tries >= MAX_TRIES) break;
    const { start, end } = candidate;
    const { own: before, above } = wordsBefore(text, start);
    const after = text.slice(end, end + 24);
    const own = numberLabelOf(labelIn(before, candidate), after, above);
    const between = text.slice(last.end, start);
    const follows = last.end >= 0 && start - last.end < 12 && ONLY_SEPARATOR.test(between);
    const isAlike = digitsOf(candidate.written).length === digitsOf(last.written).length;
    const isAnother = FIELD_SEPARATOR.test(between) || !isAlike;
    const isNamedSo = follows && !(last.meaning === 'other' && isAnother);
    const meaning = own === 'unsaid' && isNamedSo ? last.meaning : own;
    // A list that begins with a telephone has others in it.
    const isListed = follows && last.isFound;
    const written = isListed
      ? withAreaOf(last.written, candidate.written, country)
      : candidate.written;
    last = { end, written, meaning, isFound: false };
    // Identifiers are written without +.
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
      if (!PHONE_START.test(written) && PRICE_AFTER.test(text.slice(end, end + 24))) continue;
      if (!looksLikeTelephone(written, parsed)) continue;
    }
    last.isFound = true;
    found.push({ number: parsed.number, isFax: meaning === 'fax', isSaid });
  }
  return found;
}

/** What stands before the last group of digits, without what parts them. */
function withoutLastGroup(written: string): string {
  let end = written.length;
  while (end > 0 && !GROUP_PARTS.includes(written.charAt(end - 1))) end -= 1;
  return trimEndOf(written.slice(0, end), GROUP_PARTS);
}

/** A number with other digits behind it: "030 901820-21", "(415) 555-0132 24". */
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

/** The area's code behind a number, as lines from right to left show it. */
const AREA_LAST = /^(\d{5,8})\s?[-–]\s?(0\d{1,3})$/;

/**
 * As the site's country writes numbers; where that is none, as North America does: sites name an
 * office abroad as it is dialled there.
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

/** One number written on its own (a `tel:` link, structured data); null when it is none. */
export function cleanPhone(written: string, country: CountryCode | null): string | null {
  if (written.length > MAX_WRITTEN_CHARS) return null;
  const plain = withDigits(collapseBlanks(normalizeText(written)).trim()).replace(EXTENSION, '');
  const [candidate] = phoneCandidates(plain.replace(/\s?,\s?/g, ' '));
  if (!candidate) return null;
  return lookUp(candidate.written, country, true)?.number ?? null;
}
