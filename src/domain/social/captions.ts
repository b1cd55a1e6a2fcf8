import { decodeHTMLStrict } from 'entities';
import {
  captionFile,
  captionLines,
  timedTexts,
  timingOf,
  UNSEEN_MARKS,
} from '../../lib/caption-timing.ts';
import { asciiForms } from '../../lib/text.ts';
import type { SpeechSegment } from './transcript.ts';

export interface Captions {
  /** Plain text; lines repeated only by rolling captions occur once. */
  text: string;
  /** Timed segments; empty for a text without times. */
  segments: SpeechSegment[];
}

const WEBVTT = /^WEB ?VT\w(?:\s|$)/i;
/** WebVTT blocks that are not speech (W3C WebVTT, section 4). */
const NON_SPEECH_BLOCK = /^(?:WEBVTT|NOTE|STYLE|REGION)(?:\s|$)/;
const CUE_NUMBER = /^\s*-?\p{Nd}{1,9}[.:)]?\s*$/u;
/** A cue timing that cannot be parsed; an arrow elsewhere is speech. */
const BROKEN_TIMING = /^\s*(?:\d{1,4}:.*)?-->/;

/** More than 59 minutes of an hour or seconds of a minute, which WebVTT refuses (section 6.3). */
const OVER_MINUTE =
  /^[\d:. \t]{0,20}:[6-9]\d(?=[.: \t]).{0,20}-->|-->[\d:. \t]{0,20}:[6-9]\d(?=[.: \t])/;

/** Maximum rows of roll-up captions (CEA-608). */
const MAX_ROLL_UP_ROWS = 4;

/** A short arrow, or more digits than WebVTT's minutes, seconds and milliseconds have. */
const MALFORMED = new RegExp(
  '\\d\\s*[-–—]>|(?:^|-->)\\s*(?:\\d{3,}:\\d{1,2}[.,]|\\d{1,4}:\\d{3,}:' +
    '|(?:\\d{1,4}:)?\\d{1,2}:(?:\\d{3,}[.,]|\\d{1,2}[.,]\\d{4,}))',
);

interface Cue {
  start: number;
  end: number;
  lines: string[];
  /** Index of the file among concatenated ones, in each of which times restart. */
  part: number;
}

/** WebVTT: any text that starts like a tag is one, even if unclosed (section 6.4). */
const VTT_TAG = /<(?:\/[^<>]*|[a-z.][^<>]*|[\d:.]*)(?:>|$)/gi;
/** An end tag also counts if the line ends before it is closed. */
const TAG = /<([^<>]*)>|<(\/[a-z]{1,9})$/gim;
const TAG_NAME = /^ {0,3}(\/?) {0,3}([a-z][\w-]*)/i;
const TIME_TAG = /^(?:\d{1,4}:[\d:.,]*)?$/;
/** Tags that players hide even without an end tag. */
const HIDDEN_TAGS: ReadonlySet<string> = new Set(
  'b c i p q s u v br em strong del ins font span div ruby rt lang'.split(' '),
);
/** SubStation codes and the text after them, which is a drawing after `{\p1}`. */
const CODED = /\{(\\[^{}]*)\}([^{}]*)/g;
const DRAWS = /\\p[1-9]/;
/** Tags in braces, as used in SRT and MicroDVD. */
const OVERRIDE = /\{(?:\/?[bius]|[a-z]:[^{}]*)\}/gi;
/** Line breaks and hard spaces of players, SubStation and SubViewer; not in a path (`C:\New`). */
const BREAK = /(\b[A-Za-z]:\\\w\S*)|<[Bb][Rr] ?\/?>|\\[Nnh]|\[br\]/g;

/**
 * SRT does not define tags: removes those that players hide, and those closed by an end tag.
 * `<LAUGHING>` and `2 < 3` are speech.
 */
function withoutTags(text: string): string {
  const nameOf = (tag: string) => {
    const [, end, name = ''] = TAG_NAME.exec(tag) ?? [];
    return { isEnd: end === '/', name: name.toLowerCase() };
  };
  const tags = Array.from(text.matchAll(TAG), ([, tag, open = '']) => nameOf(tag ?? open));
  const closed = new Set(tags.filter(({ isEnd }) => isEnd).map(({ name }) => name));
  return text.replace(TAG, (written, tag: string | undefined, open: string) => {
    const { isEnd, name } = nameOf(tag ?? open);
    const isTag = isEnd || HIDDEN_TAGS.has(name) || (name !== '' && closed.has(name));
    return isTag || TIME_TAG.test(tag ?? open) ? '' : written;
  });
}

/** Entities encoded twice, as caption APIs pass them on: `it&amp;#39;s`. */
const ENCODED_TWICE = /&amp;(?:#x?[\da-f]{2,5}|quot|apos);/;

const encodedOnce = (text: string): string =>
  ENCODED_TWICE.test(text) ? text.replaceAll('&amp;', '&') : text;

/** The displayed rows of a cue: no tags, entities decoded, single spaces. */
const rowsOf = (text: string, isVtt: boolean): string[] => {
  const broken = text.replace(BREAK, (_, path: string | undefined) => path ?? ' ');
  return decodeHTMLStrict(
    withoutTags(isVtt ? broken.replace(VTT_TAG, '') : broken)
      .replace(CODED, (_, codes: string, text: string) => (DRAWS.test(codes) ? '' : text))
      .replace(OVERRIDE, ''),
  )
    .replace(UNSEEN_MARKS, '')
    .split('\n')
    .map((row) => row.replace(/\s+/g, ' ').trim())
    .filter(Boolean);
};

/** Speaker in WebVTT's voice tag: `<v.loud Ada>`. */
const voiceOf = (text: string): string | null =>
  /<v(?:\.[^\s<>]{1,100})?[ \t]([^<>\n]{1,100})>/.exec(text)?.[1]?.trim() || null;

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

/** Blocks; cue numbers separated from their timings by blank lines are joined to them. */
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
 * Removes repeats of cues that span two HLS segments and are in both (RFC 8216, section 3.5): of
 * those with equal X-TIMESTAMP-MAP, times and text, the first is kept.
 */
function withoutSegmentRepeats<Of extends Cue & { clock: string }>(cues: readonly Of[]): Of[] {
  const seen = new Set<string>();
  return cues.filter(({ clock, start, end, lines }) => {
    const { size } = seen;
    return clock === '' || seen.add(JSON.stringify([clock, start, end, lines])).size > size;
  });
}

const numberOf = (line: string): number =>
  CUE_NUMBER.test(line) ? Number.parseInt(asciiForms(line), 10) : Number.NaN;

/**
 * Parses the cues of a file and sorts them by time. In SRT, a block without a timing belongs to the
 * cue before, because speech may contain empty lines. A cue whose timing cannot be parsed, or is
 * missing after its number, is left out, as in players (WebVTT, section 6.1).
 */
function parseCues(lines: readonly string[], isVtt: boolean): Cue[] {
  const cues: (Cue & { mayBegin: boolean; clock: string })[] = [];
  let number = Number.NaN;
  let isLost = false;
  let isNamed: boolean | null = null;
  let mayBegin = true;
  let hasFirst = false;
  let clock = '';
  for (const block of blocksOf(lines)) {
    const [first = ''] = block;
    if (isVtt && WEBVTT.test(first)) {
      mayBegin = true;
      clock = block.find((line) => line.startsWith('X-TIMESTAMP-MAP')) ?? '';
    }
    let isSpeech = !(isVtt && NON_SPEECH_BLOCK.test(first));
    let isFirst = true;
    let pending: string[] = [];
    const take = () => {
      if (isSpeech && !isLost) cues.at(-1)?.lines.push(...pending);
      pending = [];
    };
    for (const line of block) {
      const isRefused = isVtt && (OVER_MINUTE.test(line) || MALFORMED.test(line));
      const timing = isRefused ? null : timingOf(line);
      const isBroken = isVtt && isFirst ? line.includes('-->') : BROKEN_TIMING.test(line);
      if (!timing && !isBroken) {
        pending.push(line);
        continue;
      }
      // The line before a timing is its cue's name: in WebVTT if it starts a block or contains an
      // arrow, in SRT if it is the first of its block and the first cue had a name.
      const before = pending.at(-1) ?? '';
      isNamed ??= before !== '';
      const isName = isVtt
        ? isFirst || before.includes('-->')
        : isNamed && isFirst && pending.length === 1;
      // Without a blank line above it, WebVTT's cue begins with its timing: a number is its name
      // only if it counts on.
      const counted = numberOf(before);
      number = !isVtt || isFirst || counted === number + 1 ? counted : Number.NaN;
      if (!Number.isNaN(number) || isName) pending.pop();
      take();
      isFirst = false;
      isSpeech = true;
      isLost = timing === null;
      if (!timing) continue;
      const { start, end, said } = timing;
      // A first number without an earlier one: the file's cues are only out of order.
      mayBegin ||= hasFirst && number <= 1;
      hasFirst ||= number <= 1;
      cues.push({ start, end, lines: said === '' ? [] : [said], part: 0, mayBegin, clock });
      mayBegin = false;
    }
    if (isFirst) isSpeech &&= isVtt ? !cues.at(-1)?.lines.length : numberOf(first) !== number + 1;
    take();
  }
  const part = { number: 0, start: Number.POSITIVE_INFINITY };
  const single = withoutSegmentRepeats(cues);
  for (const cue of single) {
    if (cue.mayBegin && cue.start <= part.start)
      Object.assign(part, { number: part.number + 1, start: cue.start });
    cue.part = part.number;
  }
  return single.sort((a, b) => a.part - b.part || a.start - b.start);
}

/** Number of leading rows or words of a cue that repeat the last ones displayed. */
function repeatedOf(before: readonly string[], cue: readonly string[]): number {
  for (let count = Math.min(before.length, cue.length); count > 0; count -= 1) {
    const tail = before.slice(-count);
    if (tail.every((each, at) => each === cue[at])) return count;
  }
  return 0;
}

/** Maximum gap between two cues within which a repeated row counts as still displayed. */
const MAX_GAP_SECONDS = 0.1;
/** First signs in common of a row timed by word and the same row shown a moment more. */
const MIN_ALIKE = 4;
/** A timestamp within a cue, written by speech recognition, whose captions roll up. */
const WORD_TIME = /<\d[\d:.]*>/;

interface ShownCue extends SpeechSegment {
  part: number;
  /** Text as in the file, including tags. */
  written: string;
  rows: string[];
  isTimedByWord: boolean;
}

/**
 * Merges consecutive cues with equal words and different tags: speech recognition that highlights
 * the current word writes a cue for each.
 */
function withoutHighlights(cues: readonly ShownCue[]): ShownCue[] {
  const kept: ShownCue[] = [];
  const held = new Map<string, string>();
  for (const shown of cues) {
    const last = kept.at(-1);
    // Rolling captions show a row for a moment more before the next one, sometimes altered.
    const isMoment = (shown.end ?? 0) - (shown.start ?? 0) <= MAX_GAP_SECONDS;
    const [[row = ''], timed = ''] = [shown.rows, last?.isTimedByWord ? last.rows.at(-1) : ''];
    if (isMoment && timed.slice(0, MIN_ALIKE) === row.slice(0, MIN_ALIKE)) held.set(row, timed);
    const cue = { ...shown, rows: shown.rows.map((each) => held.get(each) ?? each) };
    const isSame =
      last !== undefined &&
      (cue.start ?? 0) <= (last.end ?? 0) + MAX_GAP_SECONDS &&
      cue.written !== last.written &&
      cue.rows.join('\n') === last.rows.join('\n');
    const end = isMoment ? last?.end : cue.end;
    if (isSame) kept[kept.length - 1] = { ...last, end: end ?? null, written: cue.written };
    else kept.push(cue);
  }
  return kept;
}

/** Words kept for comparison; rows rolled into one line show several seconds of speech. */
const MAX_SHOWN_WORDS = 80;
/** Fewer words in common may be chance unless a whole row or cue is repeated. */
const MIN_COMMON_WORDS = 3;
/** Maximum speaking rate in words per second; above it, repeated words only stayed on screen. */
const MAX_WORDS_A_SECOND = 4;

/** The part of a cue that repeats preceding ones. */
interface Repeat {
  /** Number of its leading words that were already displayed. */
  words: number;
  /** Whether it repeats them as rolling captions do: with other words before or after. */
  isRolled: boolean;
  isByRows: boolean;
  /** Whether the whole cue before may have been spoken again, and more. */
  isSaidAnew: boolean;
  /** Whether it contains the whole cue before, which has not ended yet. */
  isHeld: boolean;
}

/**
 * Computes what each cue repeats: whole rows or, if rows are rolled into one line, the words at the
 * end of the line before. Captions with word timestamps keep their rows.
 */
function repeatsOf(cues: readonly ShownCue[], isTimed: boolean): Repeat[] {
  let rowsBefore: string[] = [];
  let wordsBefore: string[] = [];
  let last: readonly string[] = [];
  let end = -1;
  let part = 0;
  let hasRolled = false;
  return cues.map(({ rows, ...cue }) => {
    const [from, to] = [cue.start ?? 0, cue.end ?? 0];
    const stays = cue.part === part && from <= end + MAX_GAP_SECONDS;
    const words = wordsOf(rows);
    const lastWords = wordsOf(last);
    const repeatedRows = cue.part === part ? repeatedOf(rowsBefore, rows) : 0;
    // A rolled row also stays over a pause if a new row follows it.
    const again = stays || (hasRolled && repeatedRows < rows.length) ? repeatedRows : 0;
    const common = stays && again === 0 && !isTimed ? repeatedOf(wordsBefore, words) : 0;
    const isGrown = common === lastWords.length;
    const isCommon = common >= MIN_COMMON_WORDS || isGrown;
    const isByRows = again > 0;
    const repeated = isByRows ? wordsOf(rows.slice(0, again)).length : isCommon ? common : 0;
    const isSaidInTime = words.length <= MAX_WORDS_A_SECOND * (to - from);
    const isOverlap = stays && from < end - MAX_GAP_SECONDS;
    const isRow = repeated > 1 || repeated === words.length;
    rowsBefore = [...(stays || again > 0 ? rowsBefore : []), ...rows.slice(again)].slice(
      -MAX_ROLL_UP_ROWS,
    );
    wordsBefore = [...(stays ? wordsBefore : []), ...words.slice(repeated)].slice(-MAX_SHOWN_WORDS);
    const isRolled = isByRows ? again < Math.max(rows.length, last.length) : repeated > 0;
    hasRolled ||= isByRows && isRolled;
    last = rows;
    end = to;
    part = cue.part;
    return {
      words: repeated,
      isRolled,
      isByRows,
      isSaidAnew: !isByRows && isGrown && !isOverlap && isSaidInTime,
      isHeld: isOverlap && isRow && repeated === lastWords.length,
    };
  });
}

const wordsOf = (rows: readonly string[]): string[] => rows.flatMap((row) => row.split(' '));

/**
 * Whether captions roll up: most cues repeat part of the one before and drop or add some. If few
 * do, a line that occurs twice was spoken twice.
 */
function rollsUp(repeats: readonly Repeat[]): boolean {
  const rolled = repeats.filter(({ isRolled }) => isRolled);
  const common = rolled.reduce((sum, { words }) => sum + words, 0);
  const isEnough = common >= MIN_COMMON_WORDS || rolled.some(({ isByRows }) => isByRows);
  const isSure = rolled.some(({ isSaidAnew }) => !isSaidAnew);
  return isEnough && isSure && 2 * rolled.length > repeats.length - 1;
}

/** Segments of the cues; for rolling captions only the words each cue adds. */
function segmentsOf(cues: readonly ShownCue[]): SpeechSegment[] {
  const isTimed = cues.some(({ isTimedByWord }) => isTimedByWord);
  const repeats = repeatsOf(cues, isTimed);
  const isRolling = isTimed || rollsUp(repeats);
  return cues.flatMap(({ rows, start, end, speaker }, at) => {
    const { words = 0, isHeld = false } = repeats[at] ?? {};
    const added = wordsOf(rows).slice(isRolling || isHeld ? words : 0);
    return added.length > 0 ? [{ start, end, text: added.join(' '), speaker }] : [];
  });
}

/** A bar that is not a row separator, which MicroDVD uses in files with one row per cue. */
const LONE_BAR = /(?:^|\s)\||\|(?:\s|$)/;
/**
 * Parses a transcript in WebVTT, SRT or another format of captions, or in plain text: removes
 * headers, cue numbers, names and tags. Linear in its length.
 */
export function readCaptions(raw: string): Captions {
  const file = captionFile(encodedOnce(raw));
  const timed = timedTexts(file);
  if (timed) return captionsOfPieces(timed.map((each) => ({ ...each, speaker: null })));
  const lines = captionLines(file);
  const first = lines.findIndex((line) => timingOf(line) !== null);
  const isVtt = lines.slice(0, Math.max(first, 1)).some((line) => WEBVTT.test(line));
  if (first < 0 && !isVtt) return { text: rowsOf(lines.join('\n'), false).join(' '), segments: [] };
  const parsed = parseCues(lines, isVtt);
  const isBarred = parsed.every(
    ({ lines: [row = '', ...more] }) => more.length === 0 && !LONE_BAR.test(row),
  );
  const cues = parsed.flatMap(({ start, end, part, lines: said }) => {
    const written = isBarred ? said.join('').replaceAll('|', '\n') : said.join('\n');
    const rows = rowsOf(written, isVtt);
    const isTimedByWord = isVtt && WORD_TIME.test(written);
    const cue = { start, end, text: '', speaker: voiceOf(written), part, written, rows };
    return rows.length > 0 ? [{ ...cue, isTimedByWord }] : [];
  });
  return joined(segmentsOf(withoutHighlights(cues)));
}

const joined = (segments: SpeechSegment[]): Captions => ({
  text: segments.map(({ text }) => text).join(' '),
  segments,
});

/** Captions from pieces that do not repeat each other. */
export function captionsOfPieces(pieces: readonly SpeechSegment[]): Captions {
  const read = pieces.map((piece) => ({
    ...piece,
    text: rowsOf(encodedOnce(piece.text), false).join(' '),
  }));
  return joined(read.filter(({ text }) => text !== ''));
}
