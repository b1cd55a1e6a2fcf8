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
/** Plain seconds, as scripts print them. Timings only in a file that has no others. */
const SECONDS = '(\\d{1,6}(?:[.,]\\d{1,9})?)';
const SECONDS_TIMING = new RegExp(`^\\s*${SECONDS}\\s*${ARROW}${SECONDS}\\s*$`);

/** Control characters, bidirectional marks, soft hyphens, joiners and zero-width spaces. */
export const UNSEEN_MARKS =
  /(?![\t-\r\u0085])\p{Cc}|[\ufeff\xad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069]/gu;

/** A Markdown code fence, left around a file by chat assistants. */
const FENCE = /^\s{0,8}```\w{0,20}\s*$/;

/** Start tags of cues in XML: `p` of TTML, also with a prefix, and `text` of YouTube. */
const XML_CUE = /<(?:[a-z]{1,9}:)?(?:p|text)(?=\s)/i;
/** Time expressions of TTML (section 12.3.1): clock time with fraction or frames, or offset. */
const XML_CLOCK = /^(\d{2,4}):(\d\d):(\d\d)(?:\.(\d{1,9})|:(\d{1,3}))?$/;
const XML_OFFSET = /^(\d{1,12}(?:\.\d{1,9})?)(h|m|s|ms|f|t)?$/;
const FRAME_RATE = /frameRate="(\d{1,9})/;
const TICK_RATE = /tickRate="(\d{1,9})/;
const DEFAULT_FRAME_RATE = 30;
/** Attributes of a cue that are times, as ` name="value"`. */
const XML_TIMES = new Map(
  ['begin', 'start', 't', 'dur', 'd', 'end'].map((name) => [
    name,
    new RegExp(`\\s${name}="([^"]{1,40})"`),
  ]),
);

/** Captions in XML as blocks with a timing line; null for other text. */
function xmlLines(raw: string): string[] | null {
  if (!/^\s*</.test(raw)) return null;
  const [head = '', ...cues] = raw.replace(/[\r\n]+/g, ' ').split(XML_CUE);
  const rateIn = (pattern: RegExp) => Number(pattern.exec(head)?.[1] ?? 0);
  const frames = rateIn(FRAME_RATE) || DEFAULT_FRAME_RATE;
  const units = { h: 3_600, m: 60, s: 1, ms: 0.001, f: 1 / frames, t: 1 / rateIn(TICK_RATE) };
  const read = (tag: string, name: string, unit: keyof typeof units): number | null => {
    const written = XML_TIMES.get(name)?.exec(tag)?.[1]?.trim() ?? '';
    const clock = XML_CLOCK.exec(written);
    if (clock) return secondsOf(clock.slice(1, 5)) + Number(clock[5] ?? 0) / frames;
    const [, amount, own = unit] = XML_OFFSET.exec(written) ?? [];
    return amount === undefined ? null : Number(amount) * units[own as keyof typeof units];
  };
  const blocks = cues.flatMap((cue) => {
    const end = cue.indexOf('>');
    const [tag, said] = [` ${cue.slice(0, end)}`, cue.slice(end + 1)];
    const start = read(tag, 'begin', 's') ?? read(tag, 'start', 's') ?? read(tag, 't', 'ms');
    const length = read(tag, 'dur', 's') ?? read(tag, 'd', 'ms');
    const to = read(tag, 'end', 's') ?? (start === null || length === null ? null : start + length);
    if (start === null || to === null || end < 0 || tag.endsWith('/')) return [];
    const text = said.replace(/<\/(?:[a-z]{1,9}:)?(?:p|text)\s*>.*$/is, '');
    const plain = text.replace(/<(?:[a-z]{1,9}:)?br\b[^<>]*>/gi, '\n').replace(/<[^<>]*>/g, '');
    const clock = (at: number) => `${Math.floor(at / 60)}:${(at % 60).toFixed(3)}`;
    return [`${clock(start)} --> ${clock(to)}`, ...plain.split('\n'), ''];
  });
  return blocks.length === 0 ? null : blocks;
}

const SUB_STATION_CLOCK = /^\s*\d{1,2}:\d\d:\d\d[.:]\d\d$/;

/**
 * Start, end and text of a line of speech in SubStation files, which has six fields between; null
 * for another line.
 */
function readDialogue(line: string): [start: string, end: string, said: string] | null {
  if (!line.startsWith('Dialogue:')) return null;
  const [, start = '', end = '', ...rest] = line.split(',');
  const isTimed = SUB_STATION_CLOCK.test(start) && SUB_STATION_CLOCK.test(end) && rest.length > 6;
  return isTimed ? [start.trim(), end.trim(), rest.slice(6).join(',')] : null;
}

/** The lines of a file without code fences; timings in plain seconds become minutes and seconds. */
export function captionLines(raw: string): string[] {
  const xml = xmlLines(raw);
  if (xml) return xml;
  const lines = raw
    .replaceAll('\0', '\ufffd')
    .replace(UNSEEN_MARKS, '')
    .split(/\r\n|\r|\n/)
    .filter((line) => !FENCE.test(line));
  const spoken = lines.flatMap((line) => {
    const [start, end, said = ''] = readDialogue(line) ?? [];
    return start === undefined ? [] : [`${start} --> ${end}`, said, ''];
  });
  if (spoken.length > 0) return spoken;
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
