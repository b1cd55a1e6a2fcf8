import { expect, it } from 'vitest';
import { countWords, transcriptText } from '../../../src/domain/social/transcript.ts';

/** Numbers of a seed (mulberry32). */
function numbersOf(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const WORDS = ['bread', 'is', '12', 'good', 'no', 'today', 'WEBVTT', 'a', 'b', 'NOTEs'];
const two = (number: number) => String(number).padStart(2, '0');
const time = (second: number, mark: string) =>
  `${two(Math.floor(second / 3_600))}:${two(Math.floor(second / 60) % 60)}:${two(second % 60)}${mark}000`;

/** Lines somebody says: never twice the same in a row, and with a word that is no number. */
function spoken(pick: (below: number) => number): string[] {
  const lines: string[] = [];
  for (let length = 1 + pick(12); length > 0; length -= 1) {
    const words = Array.from({ length: 1 + pick(4) }, () => WORDS[pick(WORDS.length)]);
    const line = ['said', ...words].join(' ');
    if (line !== lines.at(-1)) lines.push(line);
  }
  return lines;
}

const SEEDS = Array.from({ length: 300 }, (_, seed) => seed);

it.each(['srt', 'vtt'])('says of %s what is said, and nothing else', (format) => {
  const mark = format === 'srt' ? ',' : '.';
  for (const seed of SEEDS) {
    const pick = numbersOf(seed);
    const lines = spoken(pick);
    const end = ['\n', '\r\n', '\r'][pick(3)] as string;
    const cues = lines.map((line, at) => {
      const named = format === 'srt' || pick(2) === 0 ? [String(at + 1)] : [];
      const text = pick(2) === 0 ? line : `<v Ada>${line.replace(' ', ' <00:00:01.000><c>')}</c>`;
      return [...named, `${time(at, mark)} --> ${time(at + 1, mark)} align:start`, text].join(end);
    });
    const head =
      format === 'srt' ? [] : ['WEBVTT - x', 'STYLE\n::cue { color: red }', 'NOTE not said'];
    const raw = [...head, ...cues, ''].join(`${end}${end}`);
    expect(transcriptText(raw), `seed ${seed}`).toBe(lines.join(' '));
  }
});

it('says once what only rolls up, however many rows are shown', () => {
  for (const seed of SEEDS) {
    const pick = numbersOf(seed);
    const lines = [...new Set(spoken(pick))];
    const rows = 2 + pick(3);
    const still = pick(2) === 0;
    const cues = lines.flatMap((_, at) => {
      const shown = lines.slice(Math.max(0, at - rows + 1), at + 1).join('\n');
      const timing = `${time(at, '.')} --> ${time(at + 1, '.')}`;
      // The other way of it: a moment with the last row alone, and then the next one below it.
      return still
        ? [`${timing}\n${shown}`, `${timing}\n${lines[at]}\n `]
        : [`${timing}\n${shown}`];
    });
    const raw = ['WEBVTT', ...cues].join('\n\n');
    const isRolling = lines.length > 1;
    const said = !isRolling && still ? [...lines, ...lines] : lines;
    expect(transcriptText(raw), `seed ${seed}`).toBe(said.join(' '));
  }
});

it('keeps what is said twice', () => {
  const raw = 'WEBVTT\n\n00:00.000 --> 00:01.000\nNo.\n\n00:01.000 --> 00:02.000\nNo.';
  expect(transcriptText(raw)).toBe('No. No.');
});

it('reads SRT whose cues follow each other without an empty line', () => {
  const raw = '1\n00:00:00,000 --> 00:00:01,000\nOne\n2\n00:00:01,000 --> 00:00:02,000\nTwo 2\n';
  expect(transcriptText(raw)).toBe('One Two 2');
});

it.each([
  ['Plain text,\n  of two lines.', 'Plain text, of two lines.'],
  ['Bread &amp; butter &#39;n&#39; x', "Bread & butter 'n' x"],
  ['', ''],
  ['WEBVTT\n\n', ''],
])('leaves %j as it is read', (raw, text) => {
  expect(transcriptText(raw)).toBe(text);
});

it('reads and counts a megabyte of anything in time', () => {
  const shapes = ['<', '\n', ' ', '00:00.000 --> 00:01.000\n', '{\\', '&', 'a\n\n', '1\n', '字'];
  for (const shape of shapes) {
    const raw = `WEBVTT\n\n${shape.repeat(1_000_000 / shape.length)}`;
    const from = performance.now();
    countWords(transcriptText(raw));
    expect(performance.now() - from, JSON.stringify(shape)).toBeLessThan(5_000);
  }
});

it.each([
  ['Good morning - 2 of you.', 5],
  ["Don't e-mail", 2],
  ['', 0],
  ['今日はパンを焼きます', 6],
])('counts the words of %j', (text, words) => {
  expect(countWords(text)).toBe(words);
});
