import { ApiError } from '../../lib/errors.ts';
import { DAY_SECONDS } from '../../lib/time.ts';

/** One stretch of speech; times in seconds from the beginning of the audio. */
export interface SpeechSegment {
  start: number | null;
  end: number | null;
  text: string;
  /** Speaker label of the source; null without diarization. */
  speaker: string | null;
}

/** What is said in an audio file. */
export interface TranscriptionFact {
  /** Empty for audio without speech. */
  transcript: string;
  /** As the source names it. */
  language: string | null;
  /** How long the audio is: what is paid for. */
  durationSeconds: number;
  segments: readonly SpeechSegment[];
}

/** A recording on the web to transcribe. */
export interface SpeechQuery {
  url: string;
  /** ISO 639, in lower case; null: the source finds out. */
  language: string | null;
  /** Speaker diarization, where the source can. */
  speakerLabels: boolean;
}

/** Plausibility bound of a recording; a source that reports more is broken. */
const MAX_SECONDS = 7 * DAY_SECONDS;

/**
 * Billable duration of the audio in seconds: the source's figure, else the end of the last segment.
 * @throws ApiError UPSTREAM_ERROR when the source gives neither: there is no figure to charge by
 */
export function audioDuration(
  stated: number | null | undefined,
  segments: readonly Pick<SpeechSegment, 'end'>[],
): number {
  const last = segments.reduce<number | null>(
    (latest, { end }) => (end === null ? latest : Math.max(latest ?? 0, end)),
    null,
  );
  const seconds = stated ?? last;
  if (seconds !== null && seconds >= 0 && seconds <= MAX_SECONDS) return seconds;
  throw new ApiError('UPSTREAM_ERROR', undefined, { aboutInput: false });
}

/** Minutes begun: what is charged for. */
export const billedMinutes = (seconds: number): number => Math.ceil(seconds / 60);

/** `00:01.000 --> 00:02.500 align:start`, hours and commas as in SRT included. */
const TIMING =
  /^\s*((?:\d{1,4}:)?\d{1,2}:\d{2}[.,]\d{1,3})\s+-->\s+((?:\d{1,4}:)?\d{1,2}:\d{2}[.,]\d{1,3})(?:\s.*)?$/;
/** Blocks of WEBVTT that are not speech (W3C WebVTT, section 4). */
const NON_SPEECH_BLOCK = /^(?:WEBVTT|NOTE|STYLE|REGION)(?:\s|$)/;
const CUE_NUMBER = /^\s*\d{1,9}\s*$/;

/** Captions that roll up show at most four rows (CEA-608). */
const MAX_ROLL_UP_ROWS = 4;

interface Cue {
  lines: string[];
}

const NAMED_ENTITIES = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['nbsp', ' '],
  ['quot', '"'],
  ['apos', "'"],
  ['#39', "'"],
  ['lrm', ''],
  ['rlm', ''],
]);

/** A line as it is read: without voice, style and time tags, entities decoded, one space each. */
const cueText = (line: string): string =>
  line
    .replace(/<[^<>]*>/g, '')
    .replace(/\{\\[^{}]*\}/g, '')
    .replace(/&(#?\w{1,8});/g, (all, name: string) => NAMED_ENTITIES.get(name) ?? all)
    .replace(/\s+/g, ' ')
    .trim();

/** The cues of a block: the lines before its first timing are its number or name. */
function parseCues(block: readonly string[]): Cue[] {
  const cues: Cue[] = [];
  for (const line of block) {
    const current = cues.at(-1);
    if (TIMING.test(line)) {
      // Without an empty line before it, the number of the next cue ends up in this one.
      if (current && CUE_NUMBER.test(current.lines.at(-1) ?? '')) current.lines.pop();
      cues.push({ lines: [] });
    } else if (current) current.lines.push(line);
  }
  return cues;
}

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

/** How many of the first rows of a cue repeat the last that were shown. */
function repeatedRows(before: readonly string[], cue: readonly string[]): number {
  for (let rows = Math.min(MAX_ROLL_UP_ROWS, before.length, cue.length); rows > 0; rows -= 1) {
    const tail = before.slice(-rows);
    if (tail.every((line, row) => line === cue[row])) return rows;
  }
  return 0;
}

/**
 * Deduplicates roll-up captions, in which a cue repeats rows of the one before and adds to them.
 * Where no cue does, a line that comes twice was said twice.
 */
function withoutRolledUpRows(cues: readonly (readonly string[])[]): string[] {
  const rollsUp = cues.some((lines, at) => {
    const rows = repeatedRows(cues[at - 1] ?? [], lines);
    return rows > 0 && rows < lines.length;
  });
  const said: string[] = [];
  for (const lines of cues) {
    const known = rollsUp ? repeatedRows(said.slice(-MAX_ROLL_UP_ROWS), lines) : 0;
    for (const line of lines.slice(known)) said.push(line);
  }
  return said;
}

/**
 * Plain text of a transcript in WEBVTT or SRT, or of one that is plain already: no header, cue
 * number, name, time or tag, and no row twice that was only rolled up. Linear in its length.
 */
export function transcriptText(raw: string): string {
  const lines = raw.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const isTimed = /^WEBVTT(?:\s|$)/.test(lines[0] ?? '') || lines.some((line) => TIMING.test(line));
  if (!isTimed) return joinSegments(lines);
  const cues: string[][] = [];
  for (const block of splitBlocks(lines)) {
    const first = block[0] ?? '';
    if (NON_SPEECH_BLOCK.test(first) && !TIMING.test(block[1] ?? '')) continue;
    for (const { lines: rows } of parseCues(block)) {
      const said = rows.map(cueText).filter(Boolean);
      if (said.length > 0) cues.push(said);
    }
  }
  return withoutRolledUpRows(cues).join(' ');
}

/** Plain text of pieces that follow each other. */
export const joinSegments = (pieces: readonly string[]): string =>
  pieces.map(cueText).filter(Boolean).join(' ');

/** Scripts that put no spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * Words of a text: what stands between spaces and has a letter or digit; by dictionary where a
 * script has no spaces.
 */
export function countWords(text: string): number {
  if (!UNSPACED.test(text))
    return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  const segments = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text);
  return [...segments].filter(({ isWordLike }) => isWordLike).length;
}
