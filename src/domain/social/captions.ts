import type { SpeechSegment } from './transcript.ts';

/** What a file of captions says. */
export interface Captions {
  /** Plain text, no line twice that was only rolled up. */
  text: string;
  /** What is said with its times; empty of a text without any. */
  segments: SpeechSegment[];
}

const TIME = '(?:(\\d{1,4}):)?(\\d{1,2}):(\\d{1,2})(?:[.,:][ \\t]?(\\d{1,9}))?';
/**
 * `00:01.000 --> 00:02.500 align:start`, as in WebVTT and SRT, and as files of either write it:
 * without milliseconds or zeros, with one dash or none of the spaces.
 */
const TIMING = new RegExp(`^\\s*${TIME}\\s*[-–—]{1,3}[ \\t]?>\\s*${TIME}(?:\\s.*)?$`);
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

const NAMED_ENTITIES = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['nbsp', ' '],
  ['quot', '"'],
  ['apos', "'"],
  ['lrm', ''],
  ['rlm', ''],
]);

function decodeEntity(entity: string, name: string): string {
  if (!name.startsWith('#')) return NAMED_ENTITIES.get(name) ?? entity;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  const isCharacter = code > 0 && code <= 0x10_ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : entity;
}

/** In WebVTT what begins like a tag is one, also where it is not closed (section 6.4). */
const VTT_TAG = /<\/?(?:[a-z.][^<>]*|[\d:.]*)(?:>|$)/gi;
/** SRT has no rule: what players hide. `<LAUGHING>` is said, and so is `2 < 3`. */
const SRT_TAG =
  /<\/?(?:[bicusvp]|br|em|strong|del|ins|font|span|div|ruby|rt|lang)(?![\w-])[^<>]*>|<\d[\d:.]*>/gi;
/** Overrides of SubStation files in braces, and its breaks and spaces. */
const OVERRIDE = /\{(?:\\[^{}]*|\/?[bius]|[a-z]:[^{}]*)\}/gi;
const BREAK = /<br ?\/?>|\\[Nh]/g;

/** The rows of a cue as they are read: without tags, entities decoded, one space each. */
const rowsOf = (text: string, isVtt: boolean): string[] =>
  text
    .replace(BREAK, ' ')
    .replace(isVtt ? VTT_TAG : SRT_TAG, '')
    .replace(OVERRIDE, '')
    .replace(/&(#?\w{1,8});/g, decodeEntity)
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

/**
 * The cues of a file. What follows an empty line and has no timing of its own still belongs to the
 * cue before: speech may have empty lines in it. A cue of WebVTT whose timing cannot be read is
 * left out, as browsers do (section 6.1).
 */
function parseCues(lines: readonly string[], isVtt: boolean): Cue[] {
  const cues: Cue[] = [];
  for (const block of splitBlocks(lines)) {
    let isSpeech = !(isVtt && NON_SPEECH_BLOCK.test(block[0] ?? ''));
    let isFirst = true;
    let pending: string[] = [];
    const take = () => {
      if (isSpeech) cues.at(-1)?.lines.push(...pending);
      pending = [];
    };
    for (const line of block) {
      const timing = TIMING.exec(line);
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

/**
 * Whether captions roll up: most cues repeat rows of the one before, and lose or add some. Where
 * few do, a line that comes twice was said twice.
 */
function rollsUp(cues: readonly (readonly string[])[]): boolean {
  let rolled = 0;
  for (const [at, rows] of cues.entries()) {
    const before = cues[at - 1] ?? [];
    const repeated = repeatedRows(before, rows);
    if (repeated > 0 && (repeated < rows.length || repeated < before.length)) rolled += 1;
  }
  return 2 * rolled > cues.length - 1;
}

/** The segments of cues, and of those that roll up only what each adds. */
function segmentsOf(cues: readonly (SpeechSegment & { rows: string[] })[]): SpeechSegment[] {
  const isRolling = rollsUp(cues.map(({ rows }) => rows));
  let shown: string[] = [];
  return cues.flatMap(({ rows, ...segment }) => {
    const added = isRolling ? rows.slice(repeatedRows(shown, rows)) : rows;
    shown = [...shown, ...added].slice(-MAX_ROLL_UP_ROWS);
    return added.length > 0 ? [{ ...segment, text: added.join(' ') }] : [];
  });
}

/**
 * Reads a transcript in WebVTT or SRT, or one that is plain already: no header, cue number, name or
 * tag is left in it. Linear in its length.
 */
export function readCaptions(raw: string): Captions {
  const lines = raw.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const isVtt = WEBVTT.test(lines[0] ?? '');
  if (!isVtt && !lines.some((line) => TIMING.test(line)))
    return { text: rowsOf(lines.join('\n'), false).join(' '), segments: [] };
  const cues = parseCues(lines, isVtt).flatMap(({ start, end, lines: written }) => {
    const text = written.join('\n');
    const rows = rowsOf(text, isVtt);
    return rows.length > 0 ? [{ start, end, text: '', speaker: voiceOf(text), rows }] : [];
  });
  return joined(segmentsOf(cues));
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
