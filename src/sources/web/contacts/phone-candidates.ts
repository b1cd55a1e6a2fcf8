/** Digits that may be a number, where they stand. */
export interface PhoneCandidate {
  written: string;
  start: number;
  end: number;
}

/** Two numbers side by side; E.164 numbers have at most 15 digits. */
const MAX_DIGITS = 44;
const MIN_DIGITS = 6;

const SEPARATOR = '[ \\t.()\\[\\]/‐-―−ー~·-]';
const CANDIDATE = new RegExp(
  `(?:\\+\\s?|\\()?\\+?\\(?\\d(?:${SEPARATOR}{0,4}\\d){${MIN_DIGITS - 1},${MAX_DIGITS - 1}}`,
  'g',
);
/** Where one number ends and another begins within a run of digits. */
const BETWEEN_NUMBERS =
  /\s{2,4}|\s[/|–—-]\s(?=[+(0])|\s\/\s|(?<=\d{2})\s?(?=\+)|(?<=\d{3}[ .-]?\d{2,4})\s?[/ ]\s?(?=\(\d{2,5}\))|~/g;
const GROUP = /\d+/g;
const LONG_RUN = /\d{17}/;

/** "1. 2. 3." and their like: more lone digits than a number has. */
function isScattered(written: string): boolean {
  const groups = written.match(GROUP) ?? [];
  const digits = groups.reduce((sum, group) => sum + group.length, 0);
  return groups.length > 4 && digits / groups.length < 1.6;
}

/** The runs of digits in a text that are long enough for a number, in order. */
export function* phoneCandidates(text: string): IterableIterator<PhoneCandidate> {
  CANDIDATE.lastIndex = 0;
  for (const match of text.matchAll(CANDIDATE)) {
    const written = withoutOpenBracket(match[0]);
    if (isScattered(written) || LONG_RUN.test(written)) continue;
    // What is longer than any number is none, nor is its beginning.
    if (/\d/.test(text[match.index + match[0].length] ?? '')) continue;
    let from = 0;
    for (const gap of written.matchAll(BETWEEN_NUMBERS)) {
      // "030 / 901820" is one.
      if (countDigits(written.slice(from, gap.index)) < MIN_DIGITS) continue;
      yield candidate(written, from, gap.index, match.index);
      from = gap.index + gap[0].length;
    }
    yield candidate(written, from, written.length, match.index);
  }
}

/** "0 825 123 456 (0,15 €/min)": what is in brackets behind a number is no part of it. */
function withoutOpenBracket(written: string): string {
  const open = written.lastIndexOf('(');
  return open > 0 && written.indexOf(')', open) < 0 ? written.slice(0, open).trimEnd() : written;
}

const countDigits = (text: string): number => text.replace(/\D/g, '').length;

function candidate(written: string, from: number, to: number, offset: number): PhoneCandidate {
  return { written: written.slice(from, to), start: offset + from, end: offset + to };
}
