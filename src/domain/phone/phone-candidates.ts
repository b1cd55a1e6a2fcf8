import { trimEndOf } from '../../lib/text.ts';
import {
  ARTICLE_AFTER,
  isMoney,
  isOtherForm,
  isVatNumber,
  otherKindBeside,
} from './other-numbers.ts';
import { numberLabelOf } from './phone-labels.ts';

export const digitsOf = (text: string): string => text.replace(/\D/g, '');
const countDigits = (text: string): number => digitsOf(text).length;

/** Digits of a text that may be a number, with their position. */
export interface PhoneCandidate {
  written: string;
  start: number;
  end: number;
  /** Another number is adjacent: "1-800-RUN-AWAY/1-800-786-2929". */
  isBeside: boolean;
  /** Length of an extension and separator before the number: "int. 12 · 0810-222-1234". */
  extension: number;
}

const MIN_DIGITS = 6;
/** Fewest digits of a whole number with its area code. */
export const MIN_POSSIBLE_DIGITS = 8;
/** Fewest digits of a line; fewer may be an extension. */
const MIN_LINE_DIGITS = 7;

/** Runs from {@link MIN_DIGITS} to two adjacent numbers (E.164: at most 15 digits each). */
/** In "2000+ 0536 …", the plus between a digit and a space belongs to the digits before it. */
const CANDIDATE = /(?:\+|(?<!\d)\+\s|\()?\+?\(?\d(?:[ \t.()[\]/‐-―−ー~·•・-]{0,4}\d){5,43}/g;
const HOUR = '\\d{1,2}(?:\\.[0-5]\\d)?';
export const HOURS = new RegExp(`^(?:${HOUR}[-–]${HOUR}|24/7|7/24)$`);
/** Boundaries between two numbers in a run of digits, and between hours and a number after them. */
const BETWEEN_NUMBERS =
  /\s{2,4}|(?<=^\d\d?(?:\.\d\d)?[-–]\d\d?(?:\.\d\d)?) (?=\(?[+0])|\s--\s|(?<=\d{3}[-.]\d{4}) (?=[2-9]\d{2}[-.]\d{3}[-.]\d{4})|\s[/|–—-]\s(?=[+(0])|\s\/\s|(?<=\d{2})\s?(?=\+)|(?<=\d{3}[ .-]?\d{2,4})\s?[/ ]\s?(?=\(\d{2,5}\))|\s[·•・]\s| [–—-] |[~/·•・]/g;
const WITHIN_NUMBERS = new Set(['/', '·', '•', '・', ' – ', ' — ', ' - ']);
const NEXT_NUMBER = /\s?[~/·•・]\s?| [–—-] /;
const GROUP = /\d+/g;
const LONG_RUN = /\d{17}/;

/** A North American number after a ZIP code: "CA 34215 - 415-666-7777". */
const BEHIND_ZIP = /^\s?\(?[2-9]\d{2}\)?[-. ]{1,2}[2-9]\d{2}[-. ]\d{4}$/;

/**
 * Whether an extension, hours, the end of brackets or a ZIP code precede a whole number: "int. 12 ·
 * 0810-222-1234", "(shop 12) - 02 512 7178".
 */
const isBeforeWhole = (short: string, behind: string): boolean =>
  (/^[1-9]\d{0,4}\)?$/.test(short) || HOURS.test(short)) &&
  ((/^\s?(?:\+|\(?0)/.test(behind) && countDigits(behind) >= MIN_POSSIBLE_DIGITS) ||
    (short.length === 5 && BEHIND_ZIP.test(behind)));

/** Whether only a country or area code precedes a slash, as in "+49 (0) 711 / 34 16-0". */
const isCodeAlone = (short: string, behind: string): boolean =>
  /^\(?[+0]/.test(short) &&
  countDigits(short.replace('(0)', '')) < MIN_POSSIBLE_DIGITS &&
  !/^\s?\(?[+0]/.test(behind);

/** First digits of a candidate that end a postal code or a time: "H4L 3X7 — 514 747-6521". */
const GLUED_GROUP = /^(?:\d\d-(?=\d\d? ))?\d{1,4}[ )–—-]{1,4}(?=[\d+(])/;

/** Whether digits are a list such as "1. 2. 3."; "(0 26 41) 9 74 18-3" has fewer lone digits. */
function isScattered(written: string): boolean {
  const groups = written.match(GROUP) ?? [];
  const digits = groups.reduce((sum, group) => sum + group.length, 0);
  const lone = groups.filter((group) => group.length === 1);
  const isInPairs = PHONE_START.test(written) && 2 * lone.length <= groups.length;
  return groups.length > 4 && digits / groups.length < 1.6 && !isInPairs;
}

/** The grouping of digits, with 0 for each digit. */
export const formOf = (written: string): string => written.replace(/\d/g, '0');

/** Whether a number follows without its area code, in the same groups: "0522/618347 - 618352". */
function endsAlike(before: string, behind: string): boolean {
  const next = behind.split(NEXT_NUMBER, 1)[0] as string;
  const area = before.slice(0, Math.max(0, before.length - next.length));
  return (
    countDigits(next) >= MIN_DIGITS &&
    /\d\D$/.test(area) &&
    formOf(before.slice(area.length)) === formOf(next)
  );
}

/** Words for "or" and "and" between two numbers. */
export const BETWEEN_WORDS =
  'or|and|oder|und|ou|et|y|o|e|lub|i|of|en|eller|och|og|tai|ja|nebo|alebo|ali|ili|vagy|és|sau|și|' +
  'või|ir|arba|vai|un|veya|та|або|и|или|ή|και|או|أو|او|و|یا|या|hoặc|atau|dan';
/** Last digits of another line, at the end of a clause or, after a slash, before a word. */
const TAIL = new RegExp(
  `((?<! 24(?=/7))\\s?[/・]\\s?|(?:\\s(?:${BETWEEN_WORDS})\\s|,\\s?))(-?)(\\d{1,4})` +
    '(?=\\s?(?:$|[\\n;|()/·•・–—]|[.,:](?!\\d)|(?<=/ ?-?\\d{1,4} ?)\\p{L}))',
  'iuy',
);
/** Greatest step between lines written together: 36, 37, 38. */
const MAX_STEP = 9;

/** The next line after a whole number, completed from its last digits; null when there is none. */
function lineBehind({ written, end }: PhoneCandidate, text: string): PhoneCandidate | null {
  TAIL.lastIndex = end;
  const [whole, bar = '', dash, tail = ''] = TAIL.exec(text) ?? [];
  const [last, before, group = ''] = /(?:(-)|(?<!\d))(\d+)$/.exec(written) ?? [];
  if (whole === undefined || last === undefined) return null;
  // "248 37-11, -14": another extension of the same exchange.
  const isExtension = dash === '-' && before === '-';
  const step = Number(tail) - Number(group.slice(-tail.length));
  const follows = step > 0 && step <= MAX_STEP && tail.length <= group.length;
  if (!isExtension && (!follows || (tail.length === 1 && bar !== '/'))) return null;
  const head = written.slice(0, -(isExtension ? group : tail).length);
  const [start, to] = [end + whole.length - tail.length, end + whole.length];
  return { written: head + tail, start, end: to, isBeside: true, extension: 0 };
}

/** Cuts the last digits of further lines from a run: "0351-4741836/37/38". */
function firstLine(run: PhoneCandidate, text: string): PhoneCandidate {
  for (const { index } of run.written.matchAll(/\s?[/・]/g)) {
    const written = run.written.slice(0, index);
    const first = { ...run, written, end: run.start + index, isBeside: true };
    if (countDigits(written) >= MIN_LINE_DIGITS && lineBehind(first, text)) return first;
  }
  return run;
}

/** Yields runs long enough for a number, in order; completes lines written by their last digits. */
export function* phoneCandidates(text: string): IterableIterator<PhoneCandidate> {
  let end = 0;
  for (const run of runsOfDigits(text)) {
    if (run.start < end) continue;
    for (
      let line: PhoneCandidate | null = firstLine(run, text);
      line;
      line = lineBehind(line, text)
    ) {
      end = line.end;
      yield line;
    }
  }
}

function* runsOfDigits(text: string): IterableIterator<PhoneCandidate> {
  CANDIDATE.lastIndex = 0;
  for (const match of text.matchAll(CANDIDATE)) {
    const written = withoutOpenBracket(match[0]);
    if (isScattered(written) || LONG_RUN.test(written)) continue;
    // Skips a run that is longer than any number, with its first digits.
    if (/\d/.test(text[match.index + match[0].length] ?? '')) continue;
    let from = 0;
    let extension = 0;
    const numberUpTo = (to: number): PhoneCandidate => ({
      written: written.slice(from, to),
      start: match.index + from,
      end: match.index + to,
      isBeside: from > 0 || to < written.length,
      extension,
    });
    for (const gap of written.matchAll(BETWEEN_NUMBERS)) {
      // Separators also used within one number: "030 / 901820", "+49 89/901820", "0742・34・4942".
      const isWithin = WITHIN_NUMBERS.has(gap[0]);
      const least = isWithin ? MIN_POSSIBLE_DIGITS : MIN_DIGITS;
      const behind = written.slice(gap.index + gap[0].length);
      const short = written.slice(from, gap.index);
      if (isBeforeWhole(short, behind)) {
        extension = gap.index + gap[0].length - from;
        from += extension;
      }
      if (countDigits(short) < least || isCodeAlone(short, behind)) continue;
      if (isWithin && countDigits(behind) < least && !endsAlike(short, behind)) continue;
      yield numberUpTo(gap.index);
      from = gap.index + gap[0].length;
      extension = 0;
    }
    yield numberUpTo(written.length);
  }
}

/**
 * End of the text before a candidate whose first digits belong to it: a digit and a letter, in
 * scripts with spaces, or a time. A letter without a digit is a label: "T 0221 123456".
 */
const GLUED = /\d(?:(?![\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}])\p{L}\/?|:)$/u;

/** Cuts the digits of a word or a time before the number: "H4L 3X7 — 514 …", "9:00-17:00 073 …". */
export function withoutGlued(candidate: PhoneCandidate, text: string): PhoneCandidate {
  if (!GLUED.test(text.slice(Math.max(0, candidate.start - 3), candidate.start))) return candidate;
  const length = GLUED_GROUP.exec(candidate.written)?.[0].length ?? 0;
  const { written, start } = candidate;
  return { ...candidate, written: written.slice(length), start: start + length };
}

const TIME_LAST = new RegExp(`^${HOUR}(?:[-–]${HOUR})?$`);
const TIME_AFTER = /^(?:\s?(?:h(?:rs?|s)?|uhr|uur)(?!\p{L})|h\d|\s?[時点시点]|[jh]\/\d|:[0-5]\d)/iu;
/** Whether the last group of a number is hours: "… 41 73 82 8-12 Uhr", "… 24/7", "… 9:00-17:00". */
const isTime = (last: string, after: string): boolean =>
  last === '24/7' || (TIME_LAST.test(last) && TIME_AFTER.test(after));

/** Cuts an amount before or after a number, and hours after it: "415-666-7777 100$". */
export function withoutAmount(candidate: PhoneCandidate, text: string): PhoneCandidate {
  const { written, start, end } = candidate;
  const behind = written.slice(written.indexOf(' ') + 1);
  if (
    countDigits(behind) >= MIN_POSSIBLE_DIGITS &&
    isMoney(text.slice(Math.max(0, start - 8), start), '')
  )
    return { ...candidate, written: behind, start: end - behind.length };
  const at = written.lastIndexOf(' ');
  const number = written.slice(0, Math.max(0, at));
  const after = text.slice(end, end + 24);
  const isNone = isMoney('', after) || isTime(written.slice(at + 1), after);
  if (countDigits(number) < MIN_POSSIBLE_DIGITS || !isNone) return candidate;
  return { ...candidate, written: number, end: start + number.length };
}

/** Last digit of the last of several lines, after a dash: 0-2230-8491-5 has those up to 8495. */
const RANGE = /(?<=\d)([0-8])-([1-9])$/;

/** Cuts the end of a range of lines from a number that is not one with it. */
export function firstOfRange(
  candidate: PhoneCandidate,
  reads: (written: string) => boolean,
): PhoneCandidate {
  const { written, end } = candidate;
  const [, from = '', to = ''] = RANGE.exec(written) ?? [];
  const first = written.slice(0, -2);
  return to > from && !reads(written) && reads(first)
    ? { ...candidate, written: first, end: end - 2 }
    : candidate;
}

/** Cuts an opening bracket without its end, as of a price: "0 825 123 456 (0,15 €/min)". */
function withoutOpenBracket(written: string): string {
  const open = written.lastIndexOf('(');
  return open > 0 && written.indexOf(')', open) < 0 ? written.slice(0, open).trimEnd() : written;
}

const NAMED_OTHERWISE =
  'is labeled as another kind of number, such as an order or tax number, not as a phone number';
const SEVERAL = 'contains more than one phone number: send one number per lookup';

const WORDS_BEHIND = /^[\s(,;:/-]{0,3}(\p{L}[\p{L} .]{0,24})(?![\p{L}\d])/u;

/** Begins with a plus or a bracket, as only phone numbers do. */
export const PHONE_START = /^[+(]/;

/** {@link PHONE_START}, three to six groups, or two groups from a trunk prefix on: 0300-1234567. */
const PHONE_FORM = /^[+(]|^\d{1,5}(?:[ .-]\d{2,5}){2,5}$|^0\d{1,5}[ .-]\d{5,8}$/;
/** Digits from a trunk prefix on. Words before may name a record, words after a person. */
const TRUNK_FORM = /^0[1-9]\d{7,9}$/;
/** Whether a number is labelled as another kind, before it or, when no digits follow, after it. */
function isNamedOtherwise(before: string, after: string): boolean {
  if (numberLabelOf(before, after) === 'other') return true;
  const words = /\d/.test(after) ? null : WORDS_BEHIND.exec(after);
  return words !== null && numberLabelOf(`${words[1]}: `, '') === 'other';
}

/** Whether the first words after the last number of a text name a line: "whatsapp please". */
function isNamedBehind(after: string): boolean {
  const words = WORDS_BEHIND.exec(after)?.[1]?.split(' ') ?? [];
  return (
    digitsOf(after).length < MIN_DIGITS &&
    [1, 2].some((count) => numberLabelOf(`${words.slice(0, count).join(' ')}: `, '') === 'phone')
  );
}

/** Whether digits are two whole numbers with only spaces, slashes or dashes between them. */
const isPair = (written: string, read: (written: string) => string | null): boolean =>
  [...written.matchAll(/(?<=\d)[\s/-]{1,3}(?=[+(\d])/g)].some(
    ({ index }) =>
      read(written.slice(0, index)) && read(written.slice(index).replace(/^[\s/-]{1,3}/, '')),
  );

/** Digits of a text that are not another kind of number. */
interface Line {
  written: string;
  /** E.164 of the digits, and of letters before them; empty when neither can exist. */
  numbers: readonly string[];
  /** The digits parse to a number, or are too few for a line. */
  isRead: boolean;
  isSaid: boolean;
  /** A fax number by its label, or unlabelled after a fax number. */
  isFax: boolean;
}

/**
 * The single phone number of a text, marked as one by a word or its own form, or written twice. Fax
 * numbers are ignored beside a phone number.
 * @param read E.164 of a number that can exist, else null
 * @returns the number as written, else null and a reason if one is known
 */
export function soleNumber(
  text: string,
  read: (written: string) => string | null,
): { written: string | null; message: string | null } {
  const lines: Line[] = [];
  let message: string | null = null;
  for (const digits of phoneCandidates(text)) {
    const { written, start, end } = withoutAmount(withoutGlued(digits, text), text);
    const [before, after] = [text.slice(0, start), text.slice(end)];
    // Digits after a letter are part of an identifier.
    if (/[a-z]$/i.test(before)) continue;
    const number = read(written);
    const kind = otherKindBeside(before, after, number !== null);
    const isNamed = isNamedOtherwise(before, after) || isVatNumber(before, written);
    if (kind || (!PHONE_START.test(written) && isNamed)) {
      message ??= kind ?? NAMED_OTHERWISE;
      continue;
    }
    if (!number && isPair(written, read)) return { written: null, message: SEVERAL };
    const spelled = /[A-Z]{3}/.test(before) ? read(trimEndOf(before, ' (/-')) : null;
    const isFormed =
      (PHONE_FORM.test(written) && !isOtherForm(written)) ||
      (TRUNK_FORM.test(written) && !/[\p{L}\d]/u.test(before) && !ARTICLE_AFTER.test(after));
    const label = numberLabelOf(before, after);
    lines.push({
      written,
      numbers: [number, spelled].filter((found) => found !== null),
      isRead: number !== null || digitsOf(written).length < MIN_LINE_DIGITS,
      isSaid: spelled !== null || isFormed || label !== 'unsaid' || isNamedBehind(after),
      isFax: label === 'fax' || (label === 'unsaid' && lines.at(-1)?.isFax === true),
    });
  }
  const phones = lines.filter(({ isFax, numbers }) => !isFax && numbers.length > 0);
  const among = phones.length > 0 ? lines.filter(({ isFax }) => !isFax) : lines;
  const readings = among.filter(({ numbers }) => numbers.length > 0);
  const [only] = readings;
  if (only === undefined) return { written: null, message };
  if (
    among.some(({ isRead }) => !isRead) ||
    new Set(among.flatMap(({ numbers }) => numbers)).size > 1
  )
    return { written: null, message: SEVERAL };
  const isSaid =
    among.some((line) => line.isSaid) || readings.length > 1 || among.length < lines.length;
  return { written: isSaid ? only.written : null, message };
}
