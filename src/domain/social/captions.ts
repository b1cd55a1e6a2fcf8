import { decodeHTMLStrict } from 'entities';
import type { SpeechSegment } from './transcript.ts';

/** What a file of captions says. */
export interface Captions {
  /** Plain text, no line twice that was only rolled up. */
  text: string;
  /** What is said with its times; empty of a text without any. */
  segments: SpeechSegment[];
}

const TIME = '(?:(\\d{1,4}): ?)?(\\d{1,2}): ?(\\d{1,2})(?:[.,:][ \\t]?(\\d{1,9}))?';
/**
 * `00:01.000 --> 00:02.500 align:start`, as in WebVTT and SRT, and as files of either write it:
 * without milliseconds or zeros, with one dash or none of the spaces, and as translators and
 * content systems leave it: with spaces within, the arrow escaped.
 */
const TIMING = new RegExp(`^\\s*${TIME}\\s*[-–—]{1,3}[ \\t]?(?:>|&gt;)\\s*${TIME}(?:\\s.*)?$`);
/** `0:00:00.599,0:00:04.160` of SubViewer files, as YouTube writes them. */
const SUB_VIEWER_TIMING =
  /^(\d{1,4}):(\d{1,2}):(\d{1,2})\.(\d{2,3}),(\d{1,4}):(\d{1,2}):(\d{1,2})\.(\d{2,3})\s*$/;
const timingOf = (line: string): RegExpExecArray | null =>
  TIMING.exec(line) ?? SUB_VIEWER_TIMING.exec(line);
const WEBVTT = /^WEBVTT(?:\s|$)/;
/** Blocks of WebVTT that are not speech (W3C WebVTT, section 4). */
const NON_SPEECH_BLOCK = /^(?:WEBVTT|NOTE|STYLE|REGION)(?:\s|$)/;
const CUE_NUMBER = /^\s*-?\d{1,9}\s*$/;

/** Captions that roll up show at most four rows (CEA-608). */
const MAX_ROLL_UP_ROWS = 4;

interface Cue {
  start: number;
  end: number;
  lines: string[];
}

/** In WebVTT what begins like a tag is one, also where it is not closed (section 6.4). */
const VTT_TAG = /<\/?(?:[a-z.][^<>]*|[\d:.]*)(?:>|$)/gi;
/**
 * SRT has no rule: what players hide, and whatever closes. `<LAUGHING>` is said, and so is `2 < 3`.
 */
const SRT_TAG =
  /< {0,3}(?:[a-cipqsuv]|br|em|strong|del|ins|font|span|div|ruby|rt|lang)(?![\w-])[^<>]*>/gi;
const SRT_SIZE = /< {0,3}(?:su[bp]|small|big|strike|center)(?![\w-])[^<>]*>/gi;
const SRT_END = /< {0,3}\/ {0,3}[a-z][^<>]*>|<\d{1,4}:[\d:.,]*>/gi;
/** Codes of SubStation files and what stands behind them: a drawing after `{\p1}`. */
const CODED = /\{(\\[^{}]*)\}([^{}]*)/g;
const DRAWS = /\\p[1-9]/;
/** Overrides of SubStation files in braces, and its breaks and spaces. */
const OVERRIDE = /\{(?:\/?[bius]|[a-z]:[^{}]*)\}/gi;
const DIRECTION_MARKS = /[\u200e\u200f]/g;
const BREAK = /<br ?\/?>|\\[Nh]/g;

/** The rows of a cue as they are read: without tags, entities decoded, one space each. */
const rowsOf = (text: string, isVtt: boolean): string[] =>
  decodeHTMLStrict(
    text
      .replace(BREAK, ' ')
      .replace(isVtt ? VTT_TAG : SRT_TAG, '')
      .replace(isVtt ? VTT_TAG : SRT_SIZE, '')
      .replace(isVtt ? VTT_TAG : SRT_END, '')
      .replace(CODED, (_, codes: string, text: string) => (DRAWS.test(codes) ? '' : text))
      .replace(OVERRIDE, ''),
  )
    .replace(DIRECTION_MARKS, '')
    .split('\n')
    .map((row) => row.replace(/\s+/g, ' ').trim())
    .filter(Boolean);

/** `<v.loud Ada>`: who speaks, by WebVTT's voice tag. */
const voiceOf = (text: string): string | null =>
  /<v(?:\.[^\s<>]{1,100})?[ \t]([^<>\n]{1,100})>/.exec(text)?.[1]?.trim() || null;

const secondsOf = ([hours = '0', minutes, seconds, fraction = '0']: readonly (
  | string
  | undefined
)[]) => Number(hours) * 3_600 + Number(minutes) * 60 + Number(`${seconds}.${fraction}`);

function* splitBlocks(lines: readonly string[]): Generator<string[]> {
  let block: string[] = [];
  for (const line of lines) {
    if (line.trim() !== '') block.push(line);
    else if (block.length > 0) {
      yield block;
      block = [];
    }
  }
  if (block.length > 0) yield block;
}

/** Blocks, where blank lines have parted cue numbers from their timings joined again. */
function* blocksOf(lines: readonly string[]): Generator<string[]> {
  let number: string[] = [];
  for (const block of splitBlocks(lines)) {
    if (number.length > 0 && timingOf(block[0] ?? '')) block.unshift(...number);
    else if (number.length > 0) yield number;
    number = block.length === 1 && CUE_NUMBER.test(block[0] ?? '') ? block : [];
    if (number.length === 0) yield block;
  }
  if (number.length > 0) yield number;
}

/**
 * The cues of a file. What follows an empty line and has no timing of its own still belongs to the
 * cue before: speech may have empty lines in it. A cue of WebVTT whose timing cannot be read is
 * left out, as browsers do (section 6.1).
 */
function parseCues(lines: readonly string[], isVtt: boolean): Cue[] {
  const cues: Cue[] = [];
  for (const block of blocksOf(lines)) {
    let isSpeech = !(isVtt && NON_SPEECH_BLOCK.test(block[0] ?? ''));
    let isFirst = true;
    let pending: string[] = [];
    const take = () => {
      if (isSpeech) cues.at(-1)?.lines.push(...pending);
      pending = [];
    };
    for (const line of block) {
      const timing = timingOf(line);
      if (!timing && !line.includes('-->')) {
        pending.push(line);
        continue;
      }
      // The line before a timing names its cue: in WebVTT any line that begins a block.
      if (CUE_NUMBER.test(pending.at(-1) ?? '') || (isVtt && isFirst)) pending.pop();
      take();
      isFirst = false;
      isSpeech = timing !== null || !isVtt;
      if (timing) cues.push(cueAt(timing));
    }
    take();
  }
  return cues;
}

const cueAt = (timing: readonly string[]): Cue => ({
  start: secondsOf(timing.slice(1, 5)),
  end: secondsOf(timing.slice(5, 9)),
  lines: [],
});

/** How many of the first rows of a cue repeat the last that were shown. */
function repeatedRows(before: readonly string[], cue: readonly string[]): number {
  for (let rows = Math.min(MAX_ROLL_UP_ROWS, before.length, cue.length); rows > 0; rows -= 1) {
    const tail = before.slice(-rows);
    if (tail.every((line, row) => line === cue[row])) return rows;
  }
  return 0;
}

/** A row stays on the screen where the cue that shows it again begins as the one before ends. */
const MAX_GAP_SECONDS = 0.1;
/** A time within a cue, as speech recognition writes them: its captions roll up. */
const WORD_TIME = /<\d[\d:.]*>/;

interface ShownCue extends SpeechSegment {
  /** As the file has it, tags and all. */
  written: string;
  rows: string[];
  isTimedByWord: boolean;
}

/**
 * One cue for those that show the same words with other tags right after each other: recognition
 * that marks the word being said writes a cue for each.
 */
function withoutHighlights(cues: readonly ShownCue[]): ShownCue[] {
  const kept: ShownCue[] = [];
  for (const cue of cues) {
    const last = kept.at(-1);
    const isSame =
      last !== undefined &&
      (cue.start ?? 0) <= (last.end ?? 0) + MAX_GAP_SECONDS &&
      cue.written !== last.written &&
      cue.rows.join('\n') === last.rows.join('\n');
    if (isSame) kept[kept.length - 1] = { ...last, end: cue.end, written: cue.written };
    else kept.push(cue);
  }
  return kept;
}

/** How many rows of each cue are still shown from the ones before. */
function shownRows(cues: readonly ShownCue[]): number[] {
  let shown: string[] = [];
  let end = -1;
  return cues.map(({ rows, ...cue }) => {
    const stays = (cue.start ?? 0) <= end + MAX_GAP_SECONDS;
    const repeated = stays ? repeatedRows(shown, rows) : 0;
    shown = [...(stays ? shown : []), ...rows.slice(repeated)].slice(-MAX_ROLL_UP_ROWS);
    end = cue.end ?? 0;
    return repeated;
  });
}

/**
 * Whether captions roll up: words are timed, or most cues repeat rows of the one before, and lose
 * or add some. Where few do, a line that comes twice was said twice.
 */
function rollsUp(cues: readonly ShownCue[], repeated: readonly number[]): boolean {
  if (cues.some(({ isTimedByWord }) => isTimedByWord)) return true;
  const rolled = cues.filter(({ rows }, at) => {
    const rowsAgain = repeated[at] ?? 0;
    return rowsAgain > 0 && rowsAgain < Math.max(rows.length, cues[at - 1]?.rows.length ?? 0);
  });
  return 2 * rolled.length > cues.length - 1;
}

/** The segments of cues, and of those that roll up only what each adds. */
function segmentsOf(cues: readonly ShownCue[]): SpeechSegment[] {
  const repeated = shownRows(cues);
  const isRolling = rollsUp(cues, repeated);
  return cues.flatMap(({ rows, isTimedByWord: _, written: __, ...segment }, at) => {
    const added = isRolling ? rows.slice(repeated[at]) : rows;
    return added.length > 0 ? [{ ...segment, text: added.join(' ') }] : [];
  });
}

/**
 * Reads a transcript in WebVTT, SRT or SubViewer, or one that is plain already: no header, cue
 * number, name or tag is left in it. Linear in its length.
 */
export function readCaptions(raw: string): Captions {
  const lines = raw
    .replace(/^\uFEFF/, '')
    .replaceAll('\0', '\ufffd')
    .split(/\r\n|\r|\n/);
  const isVtt = WEBVTT.test(lines[0] ?? '');
  if (!isVtt && !lines.some((line) => timingOf(line) !== null))
    return { text: rowsOf(lines.join('\n'), false).join(' '), segments: [] };
  const cues = parseCues(lines, isVtt).flatMap(({ start, end, lines: written }) => {
    const text = written.join('\n');
    const rows = rowsOf(text, isVtt);
    const isTimedByWord = isVtt && WORD_TIME.test(text);
    const cue = {
      start,
      end,
      text: '',
      speaker: voiceOf(text),
      written: text,
      rows,
      isTimedByWord,
    };
    return rows.length > 0 ? [cue] : [];
  });
  return joined(segmentsOf(withoutHighlights(cues)));
}

const joined = (segments: SpeechSegment[]): Captions => ({
  text: segments.map(({ text }) => text).join(' '),
  segments,
});

/** Captions that come as pieces, of which each says something new. */
export function captionsOfPieces(pieces: readonly SpeechSegment[]): Captions {
  const read = pieces.map((piece) => ({ ...piece, text: rowsOf(piece.text, false).join(' ') }));
  return joined(read.filter(({ text }) => text !== ''));
}
