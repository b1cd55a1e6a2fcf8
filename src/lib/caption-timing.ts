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

const DIGIT = /\p{N}/u;

/** Parses a timing line; null for any other line. */
export function timingOf(written: string): Timing | null {
  if (!DIGIT.test(written)) return null;
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

/** A file without unseen marks, and its lines without code fences. */
export interface CaptionFile {
  text: string;
  lines: readonly string[];
}

export function captionFile(raw: string): CaptionFile {
  const text = raw.replaceAll('\0', '\ufffd').replace(UNSEEN_MARKS, '');
  return { text, lines: text.split(/\r\n|\r|\n/).filter((line) => !FENCE.test(line)) };
}

/**
 * Splits cues written in one line each, `7 00:01:09,028 --> 00:01:12,254 Hello`; null where a line
 * is none.
 */
function splitCues(lines: readonly string[]): string[] | null {
  const written = lines.filter((line) => line.trim() !== '');
  if (written.length < 2 || !written.every((line) => line.includes('-->'))) return null;
  const cues = written.map((line) => {
    const from = line.indexOf('-->') + 3;
    const [until = '', ...said] = line.slice(from).trim().split(/\s+/);
    const isSaid = said.some((word) => !word.includes(':'));
    return isSaid && timingOf(line) ? [line.slice(0, from) + until, said.join(' '), ''] : [];
  });
  return cues.every(({ length }) => length > 0) ? cues.flat() : null;
}

const FRACTION = /(?<=\d[.,])\d{1,3}(?!\d)/g;

/**
 * Lines whose milliseconds a program wrote as plain numbers, `37,0` and `37,10` before `39,460`: no
 * decimal fraction of several lengths ends with zero, and no such number begins with one.
 */
function withMilliseconds(lines: readonly string[]): readonly string[] {
  const found = lines.flatMap((line) => {
    const fractions = line.match(FRACTION);
    return fractions && timingOf(line) ? fractions : [];
  });
  const isPlain =
    found.some((each) => each.length > 2) &&
    found.some((each) => each.length === 2 && each.endsWith('0')) &&
    !found.some((each) => each.length > 1 && each.startsWith('0'));
  const padded = (line: string) => line.replace(FRACTION, (each) => each.padStart(3, '0'));
  return isPlain ? lines.map((line) => (timingOf(line) ? padded(line) : line)) : lines;
}

/** Lines as of WebVTT: XML and SubStation are rewritten, as are timings in plain seconds. */
export function captionLines({ text, lines }: CaptionFile): readonly string[] {
  const xml = xmlLines(text);
  if (xml) return xml;
  const spoken = lines.flatMap((line) => {
    const [start, end, said = ''] = readDialogue(line) ?? [];
    return start === undefined ? [] : [`${start} --> ${end}`, said, ''];
  });
  if (spoken.length > 0) return spoken;
  if (lines.some((line) => timingOf(line) !== null))
    return splitCues(lines) ?? withMilliseconds(lines);
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

/** Text with its time in seconds; the end is null where the format has none for the last. */
interface TimedText {
  start: number;
  end: number | null;
  text: string;
}

/** MicroDVD in frames, and MPL2 in tenths of a second: `{25}{75}Hi`, `[10][30] Hi`. */
const FRAMED = /^\s*(?:\{ *(\d{1,9}) *\}\{ *(\d{1,9}) *\}|\[(\d{1,9})\]\[(\d{1,9})\])(.*)$/;
const MPL2_RATE = 10;
/** Lyrics (LRC): one time or several before a line, and fields such as `[ti:…]`. */
const LYRICS = /^\s{0,9}((?:\[\d{1,3}:\d{2}(?:[.:]\d{1,3})?\]){1,40})/;
const LYRICS_FIELD = /^\s*\[[a-z#]{1,12}:[^\]]{0,500}\]\s*$/i;
const LYRICS_OFFSET = /^\s*\[offset: ?([+-]?\d{1,7})\]/i;
const SAMI_START = /^\s{1,9}start ?= ?"?(\d{1,9})/i;
const SAMI_CLASS = /^<p\s[^<>]{0,80}?\bclass ?= ?"?(\w{1,40})/i;

/** Files in frames or tenths; null for others, and without a frame rate in the first line. */
function framedTexts(lines: readonly string[]): TimedText[] | null {
  const read = lines.flatMap((line) => {
    const [, from, to, fromTenth, toTenth, text = ''] = FRAMED.exec(line) ?? [];
    const times = from === undefined ? [fromTenth, toTenth] : [from, to];
    const [start, end] = times.map(Number) as [number, number];
    const said = text.replaceAll('|', '\n').replace(/^[ \t]{0,8}\//gm, '');
    return times[0] === undefined ? [] : [{ isFramed: from !== undefined, start, end, text: said }];
  });
  const [head] = read;
  if (!head || 2 * read.length < lines.length) return null;
  const rate = head.isFramed
    ? head.start <= 1 && head.end <= 1
      ? Number(head.text)
      : 0
    : MPL2_RATE;
  if (!(rate > 0)) return null;
  const shown = head.isFramed ? read.slice(1) : read;
  const seconds = (count: number) => Number((count / rate).toFixed(3));
  return shown.map(({ text, ...at }) => ({ start: seconds(at.start), end: seconds(at.end), text }));
}

/** Texts that are shown until the next one; those without letters only end it. */
function untilNext(found: readonly { start: number; text: string }[]): TimedText[] {
  const sorted = found.toSorted((a, b) => a.start - b.start);
  return sorted.map((each, at) => ({ ...each, end: sorted[at + 1]?.start ?? null }));
}

function lyricTexts(lines: readonly string[]): TimedText[] | null {
  const sung = lines.filter((line) => !LYRICS_FIELD.test(line));
  const shifts = lines.map((line) => LYRICS_OFFSET.exec(line)?.[1] ?? '').filter(Boolean);
  const offset = Number(shifts[0] ?? 0) / 1_000;
  const read = sung.flatMap((line) => {
    const [written = '', stamps = ''] = LYRICS.exec(line) ?? [];
    const text = line.slice(written.length);
    return stamps
      .split(/[[\]]+/)
      .filter(Boolean)
      .map((stamp) => {
        const [minutes, seconds, fraction] = stamp.split(/[.:]/);
        return {
          start: Number((secondsOf(['0', minutes, seconds, fraction]) - offset).toFixed(3)),
          text,
        };
      });
  });
  return read.length > 1 && sung.every((line) => LYRICS.test(line)) ? untilNext(read) : null;
}

/** SAMI: the first of its languages. */
function samiTexts(raw: string): TimedText[] | null {
  if (!/^\s*<sami/i.test(raw)) return null;
  const [, ...parts] = raw.split(/<sync\b/i);
  let language: string | undefined;
  const read = parts.flatMap((part) => {
    const start = SAMI_START.exec(part)?.[1];
    const own = part
      .slice(part.indexOf('>') + 1)
      .split(/(?=<p\b)/i)
      .filter((paragraph) => {
        const named = SAMI_CLASS.exec(paragraph)?.[1]?.toLowerCase();
        language ??= named;
        return named === undefined || named === language;
      });
    const said = own
      .join(' ')
      .replace(/\s+/g, ' ')
      .replace(/<br[^<>]{0,10}>/gi, '\n');
    const text = said.replace(/<[^<>]{0,200}>/g, '');
    return start === undefined ? [] : [{ start: Number(start) / 1_000, text }];
  });
  return untilNext(read);
}

/** A time alone on its line, as in transcripts copied from a player: `1:02:07`. */
const LONE_TIME = /^\s*(?:(\d{1,3}):)?(\d{1,2}):(\d\d)\s*$/;

function copiedTexts(lines: readonly string[]): TimedText[] | null {
  if (!LONE_TIME.test(lines[0] ?? '')) return null;
  const read: { start: number; text: string }[] = [];
  for (const line of lines) {
    const time = LONE_TIME.exec(line);
    const last = read.at(-1);
    if (time) read.push({ start: secondsOf(time.slice(1, 4)), text: '' });
    else if (last) last.text += `${line}\n`;
  }
  const isInOrder = read.every(({ start }, at) => at === 0 || start > (read[at - 1]?.start ?? 0));
  return read.length > 1 && isInOrder ? untilNext(read) : null;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Events of YouTube's JSON (json3), or segments with `start`, `end` and `text` of recognition. */
function jsonTexts(raw: string): TimedText[] | null {
  if (!/^\s*\{/.test(raw)) return null;
  let read: unknown;
  try {
    read = JSON.parse(raw);
  } catch {
    return null;
  }
  const { events, segments } = isRecord(read) ? read : {};
  const listed = (Array.isArray(events) ? events : Array.isArray(segments) ? segments : []).filter(
    isRecord,
  );
  const texts = listed.flatMap(({ tStartMs, dDurationMs, segs, start, end, text }) => {
    if (typeof start === 'number' && typeof text === 'string')
      return [{ start, end: typeof end === 'number' ? end : null, text }];
    if (typeof tStartMs !== 'number' || !Array.isArray(segs)) return [];
    const said = segs.filter(isRecord).map(({ utf8 }) => (typeof utf8 === 'string' ? utf8 : ''));
    const until = typeof dDurationMs === 'number' ? (tStartMs + dDurationMs) / 1_000 : null;
    return [{ start: tStartMs / 1_000, end: until, text: said.join('') }];
  });
  return texts.length > 0 ? texts : null;
}

/**
 * Texts of JSON, MicroDVD, MPL2, lyrics, SAMI and copied transcripts, whose times are written
 * otherwise than cues'; null for others.
 */
export function timedTexts({ text, lines }: CaptionFile): TimedText[] | null {
  const written = lines.filter((line) => line.trim() !== '');
  return (
    jsonTexts(text) ??
    samiTexts(text) ??
    framedTexts(written) ??
    lyricTexts(written) ??
    copiedTexts(written)
  );
}
