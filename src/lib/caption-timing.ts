import { asciiForms } from './text.ts';

const TIME = '(?:(\\d{1,4}): ?)?(\\d{1,3}): ?(\\d{1,3})(?:[ \\t]?[.,:][ \\t]?(\\d{1,9}))?';
/**
 * `00:01.000 --> 00:02.500 align:start` of WebVTT and SRT, with the deviations of real files:
 * without milliseconds or leading zeros, with one dash or without spaces, and, after translators
 * and content management systems, with spaces inside the time or an escaped arrow.
 */
const ARROW = '(?:[-–—]{1,3}[ \\t]?(?:>|&gt;)\\s*){1,2}';
const TIMING = new RegExp(`^\\s*-?${TIME}\\s*${ARROW}${TIME}(?:[^\\d:].*|:?\\s*)$`);
/** `0:00:00.599,0:00:04.160` of SubViewer files, as YouTube writes them. */
const SUB_VIEWER_TIME = '(\\d{1,4}):(\\d{1,2}):(\\d{1,2})[.,](\\d{1,3})';
const SUB_VIEWER_TIMING = new RegExp(`^${SUB_VIEWER_TIME} {0,2}[.,] {0,2}${SUB_VIEWER_TIME}\\s*$`);
const NOT_ASCII = /[^\0-\x7f]/;
/** A line in ASCII, as digits and signs of a timing may be translated: `۰۰：۰۱ → ۰۰：۰۲`. */
const inAscii = (line: string): string =>
  NOT_ASCII.test(line) ? asciiForms(line).replace(/[\u2192\u27f6\u2794]/, '->') : line;
const BRACKETS = /^\s*\[([^[\]]*)\](.*)$/;
/** A cue's number on the same line as its timing. */
const COUNTER = /^\s{0,8}\d{1,6}[.)]? {1,8}(?=-?\d)/;
/** Points instead of colons: `00.00.01,500`. */
const POINTED = /\b(\d{1,4})\.(\d{1,2})\.(\d{1,2})(?=[.,:;]\d|[\s-]|$)/g;
/** A semicolon before the frame number, as in drop-frame timecode. */
const FRAMES = /(\d);(?=\d)/g;

/** When a cue is shown, in seconds. */
interface Timing {
  start: number;
  end: number;
  /** Text after a timing in brackets, as speech recognition prints it on a console. */
  said: string;
}

const secondsOf = ([hours = '0', minutes, seconds, fraction = '0']: readonly (
  | string
  | undefined
)[]) => {
  const sum = Number(hours) * 3_600 + Number(minutes) * 60 + Number(`${seconds}.${fraction}`);
  // The nearest number to the decimal fraction: 60 + 41.04 is 101.03999999999999.
  return Number(sum.toFixed(9));
};

/** Parses a timing line; null for any other line. */
export function timingOf(written: string): Timing | null {
  const [, bracket, said = ''] = BRACKETS.exec(written) ?? [];
  const ascii = inAscii(bracket ?? written)
    .replace(COUNTER, '')
    .replace(POINTED, '$1:$2:$3')
    .replace(FRAMES, '$1.');
  const found = TIMING.exec(ascii) ?? SUB_VIEWER_TIMING.exec(ascii);
  if (!found) return null;
  // Captions that were shifted to an earlier time may begin below zero.
  const start = ascii.trimStart().startsWith('-') ? 0 : secondsOf(found.slice(1, 5));
  return { start, end: secondsOf(found.slice(5, 9)), said };
}

/** Control characters, bidirectional marks, soft hyphens, joiners and zero-width spaces. */
export const UNSEEN_MARKS =
  /(?![\t-\r\u0085])\p{Cc}|[\ufeff\xad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069]/gu;

/** The lines of a file. */
export const captionLines = (raw: string): string[] =>
  raw
    .replaceAll('\0', '\ufffd')
    .replace(UNSEEN_MARKS, '')
    .split(/\r\n|\r|\n/);
