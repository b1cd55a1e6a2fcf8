import { asciiForms } from './text.ts';

const TIME = '(?:(\\d{1,4}): ?)?(\\d{1,3}): ?(\\d{1,3})(?:[ \\t]?[.,:][ \\t]?(\\d{1,9}))?';
/**
 * `00:01.000 --> 00:02.500 align:start`, as in WebVTT and SRT, and as files of either write it:
 * without milliseconds or zeros, with one dash or none of the spaces, and as translators and
 * content systems leave it: with spaces within, the arrow escaped.
 */
const ARROW = '(?:[-–—]{1,3}[ \\t]?(?:>|&gt;)\\s*){1,2}';
const TIMING = new RegExp(`^\\s*-?${TIME}\\s*${ARROW}${TIME}(?:\\D.*)?$`);
/** `0:00:00.599,0:00:04.160` of SubViewer files, as YouTube writes them. */
const SUB_VIEWER_TIME = '(\\d{1,4}):(\\d{1,2}):(\\d{1,2})[.,](\\d{1,3})';
const SUB_VIEWER_TIMING = new RegExp(`^${SUB_VIEWER_TIME} {0,2}[.,] {0,2}${SUB_VIEWER_TIME}\\s*$`);
const NOT_ASCII = /[^\0-\x7f]/;
/** A timing whose digits and signs a translator or an editor changed: `۰۰：۰۱ → ۰۰：۰۲`. */
const inAscii = (line: string): string =>
  NOT_ASCII.test(line) ? asciiForms(line).replace(/[\u2192\u27f6\u2794]/, '->') : line;
const BRACKETS = /^\s*\[([^[\]]*)\](.*)$/;
/** A cue's number in the line of its time. */
const COUNTER = /^\s{0,8}\d{1,6}[.)]? {1,8}(?=-?\d)/;
/** Points for the colons of a time: `00.00.01,500`. */
const POINTED = /\b(\d{1,4})\.(\d{1,2})\.(\d{1,2})(?=[.,:;]\d|[\s-]|$)/g;
/** A semicolon before frames, as editors of film write them. */
const FRAMES = /(\d);(?=\d)/g;

/** When a cue is shown, in seconds. */
interface Timing {
  start: number;
  end: number;
  /** What is said behind a timing in brackets, as recognition prints it on a console. */
  said: string;
}

const secondsOf = ([hours = '0', minutes, seconds, fraction = '0']: readonly (
  | string
  | undefined
)[]) => Number(hours) * 3_600 + Number(minutes) * 60 + Number(`${seconds}.${fraction}`);

/** The timing that a line of a file is; null of any other line. */
export function timingOf(written: string): Timing | null {
  const [, bracket, said = ''] = BRACKETS.exec(written) ?? [];
  const ascii = inAscii(bracket ?? written)
    .replace(COUNTER, '')
    .replace(POINTED, '$1:$2:$3')
    .replace(FRAMES, '$1.');
  const found = TIMING.exec(ascii) ?? SUB_VIEWER_TIMING.exec(ascii);
  if (!found) return null;
  // Captions that were moved to an earlier time may begin below zero.
  const start = ascii.trimStart().startsWith('-') ? 0 : secondsOf(found.slice(1, 5));
  return { start, end: secondsOf(found.slice(5, 9)), said };
}
/** Seconds alone, as scripts print them: timings only of a file that has no others. */
const SECONDS = '(\\d{1,6}(?:[.,]\\d{1,9})?)';
const SECONDS_TIMING = new RegExp(`^\\s*${SECONDS}\\s*${ARROW}${SECONDS}\\s*$`);

/** Control characters, marks of direction, and of places where a line or word may break or not. */
export const UNSEEN_MARKS =
  /(?![\t-\r\u0085])\p{Cc}|[\ufeff\xad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069]/gu;

/** A fence of Markdown, in which assistants hand over files. */
const FENCE = /^\s{0,8}```\w{0,20}\s*$/;

/** The lines of a file that are its own: timings in seconds alone as minutes and seconds. */
export function captionLines(raw: string): string[] {
  const lines = raw
    .replaceAll('\0', '\ufffd')
    .replace(UNSEEN_MARKS, '')
    .split(/\r\n|\r|\n/)
    .filter((line) => !FENCE.test(line));
  if (lines.some((line) => timingOf(line) !== null)) return lines;
  const clock = (written: string) => {
    const seconds = Number(written.replace(',', '.'));
    return `${Math.floor(seconds / 60)}:${(seconds % 60).toFixed(3)}`;
  };
  return lines.map((line) =>
    line.replace(
      SECONDS_TIMING,
      (_, start: string, end: string) => `${clock(start)} --> ${clock(end)}`,
    ),
  );
}
