import { expect, it, vi } from 'vitest';
import { readCaptions } from '../../../src/domain/social/captions.ts';
import { countWords } from '../../../src/domain/social/transcript.ts';
import { CAPTION_CASES } from './caption-cases.ts';

const transcriptText = (raw: string): string => readCaptions(raw).text;

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
      const moment = `${time(at + 1, '.')} --> ${time(at + 1, '.')}`;
      return still
        ? [`${timing}\n${shown}`, `${moment}\n${lines[at]}\n `]
        : [`${timing}\n${shown}`];
    });
    const raw = ['WEBVTT', ...cues].join('\n\n');
    const isRolling = lines.length > 1;
    const said = !isRolling && still ? [...lines, ...lines] : lines;
    expect(transcriptText(raw), `seed ${seed}`).toBe(said.join(' '));
  }
});

it.each(CAPTION_CASES)('reads %s', (_, raw, said) => {
  expect(transcriptText(raw)).toBe(said);
});

it.each([
  ['MicroDVD', "{1}{1}25.000\n{25}{75}Who's there?|Me.\n{100}{150}{y:i}Go.\n", [1, 3], [4, 6]],
  ['MPL2', "[10][30] Who's there?|/Me.\n[40][60] /Go.\n", [1, 3], [4, 6]],
  [
    'lyrics',
    "[ti:A play]\n[offset:+500]\n[00:01.50]Who's there? Me.\n[00:03.50]\n[00:04.50]Go.\n",
    [1, 3],
    [4, null],
  ],
  [
    'SAMI',
    "<SAMI><HEAD><STYLE>P {color: white}</STYLE></HEAD><BODY>\n<SYNC Start=1000><P Class=EN>Who's there?<br>Me.<P Class=DE>Wer da?\n<SYNC Start=3000><P Class=EN>&nbsp;\n<SYNC Start=4000><P Class=EN>Go.\n</BODY></SAMI>",
    [1, 3],
    [4, null],
  ],
  ['a copied transcript', "0:01\nWho's there?\nMe.\n0:03\n0:04\nGo.\n", [1, 3], [4, null]],
  [
    'JSON of YouTube',
    JSON.stringify({
      events: [
        { tStartMs: 0, dDurationMs: 9_000, id: 1 },
        { tStartMs: 1_000, dDurationMs: 2_000, segs: [{ utf8: "Who's there?" }, { utf8: ' Me.' }] },
        { tStartMs: 4_000, dDurationMs: 2_000, segs: [{ utf8: 'Go.' }] },
      ],
    }),
    [1, 3],
    [4, 6],
  ],
  [
    'JSON of recognition',
    JSON.stringify({
      text: 'all',
      segments: [
        { id: 0, start: 1, end: 3, text: " Who's there? Me." },
        { id: 1, start: 4, end: 6, text: ' Go.' },
      ],
    }),
    [1, 3],
    [4, 6],
  ],
] as const)('reads the times of %s', (_, raw, ...times) => {
  const { segments } = readCaptions(raw);
  expect(segments.map(({ text }) => text)).toEqual(["Who's there? Me.", 'Go.']);
  expect(segments.map(({ start, end }) => [start, end])).toEqual(times);
});

it('gives no times to frames without a rate', () => {
  const raw = '{25}{75}Hello\n{100}{150}there\n';
  expect(readCaptions(raw).segments).toEqual([]);
  expect(readCaptions('{"title": "no captions"}').text).toBe('{"title": "no captions"}');
});

const srt = (...cues: readonly (readonly [from: string, to: string, text: string])[]): string =>
  cues
    .map(([from, to, text], at) => `${at + 1}\n00:00:${from} --> 00:00:${to}\n${text}\n`)
    .join('\n');

it('says once what rolls in a single line', () => {
  const rolled = srt(
    ['00,000', '02,000', 'Okay. So, Shane,'],
    ['02,000', '04,000', 'Okay. So, Shane, push on me.'],
    ['04,000', '06,000', 'push on me. Right here'],
  );
  expect(transcriptText(rolled)).toBe('Okay. So, Shane, push on me. Right here');
  const grown = srt(
    ['00,000', '00,400', 'I'],
    ['00,400', '00,800', 'I think'],
    ['00,800', '01,200', 'I think we go.'],
  );
  expect(transcriptText(grown)).toBe('I think we go.');
});

it('says all of what only begins alike', () => {
  const two = srt(['00,000', '02,000', 'No'], ['02,000', '04,000', 'No way']);
  expect(transcriptText(two)).toBe('No No way');
  const count = srt(
    ['00,000', '02,000', 'one'],
    ['02,000', '04,000', 'one two'],
    ['04,000', '06,000', 'one two three'],
  );
  expect(transcriptText(count)).toBe('one one two one two three');
  const song = srt(
    ['00,000', '02,000', 'Happy birthday to you'],
    ['02,000', '04,000', 'Happy birthday to you'],
    ['04,000', '06,000', 'Happy birthday, dear Anna'],
  );
  expect(transcriptText(song)).toBe(
    'Happy birthday to you Happy birthday to you Happy birthday, dear Anna',
  );
});

it.each([
  [
    'eastern digits',
    '۱\n۰۰:۰۰:۰۱,۰۰۰ --> ۰۰:۰۰:۰۲,۰۰۰\nسلام\n\n۲\n۰۰:۰۰:۰۲,۰۰۰ --> ۰۰:۰۰:۰۳,۰۰۰\n۱۲',
    'سلام ۱۲',
  ],
  ['marks of direction', '1\n00:00:01,000 --> 00:00:02,000\n\u202bשלום\u202c', 'שלום'],
  [
    'breaks of players and SubViewer',
    '1\n00:00:01,000 --> 00:00:02,000\none<BR>two[br]three',
    'one two three',
  ],
  ['an end tag over two lines', 'WEBVTT\n\n00:00.000 --> 00:01.000\n<c></\nc>said', 'said'],
  [
    'arrows that are said',
    '1\n00:00:01,000 --> 00:00:02,000\nfrom a --> b\n\n2\n00:00:02,000 --> 00:00:03,000\nok',
    'from a --> b ok',
  ],
  ['an arrow in a cue of WebVTT', 'WEBVTT\n\n00:00.000 --> 00:01.000\na --> b', 'a --> b'],
  [
    'counters with a dot',
    '1.\n00:00:01,000 --> 00:00:02,000\none\n2)\n00:00:02,000 --> 00:00:03,000\ntwo',
    'one two',
  ],
  ['blanks around a comma', '0:00:01.000 , 0:00:02.000\nsaid', 'said'],
  ['a dot between times', '0:00:01,5.0:00:02,75\nsaid', 'said'],
  ['settings glued to a time', 'WEBVTT\n\n00:01.000 --> 00:02.000line:40%\nsaid', 'said'],
  ['seconds of three digits', '1\n00:00:013,5 --> 00:00:14,9\nsaid', 'said'],
  [
    'two marks of byte order',
    '\ufeff\ufeffWEBVTT\n\nNOTE x\n\n00:01.000 --> 00:02.000\nsaid',
    'said',
  ],
  ['text before a signature', 'By x\n\nWEBVTT\n\nNOTE x\n\n00:01.000 --> 00:02.000\nsaid', 'said'],
  ['a sign nobody sees', 'WEBVTT\n\n00:01.000 --> 00:02.000\n\u200bsaid&#8203;', 'said'],
  [
    'a tag that an end tag closes, beside what is said',
    '1\n00:00:01,000 --> 00:00:02,000\n<bold>my</bold> <a plain remark> <LAUGHS>',
    'my <a plain remark> <LAUGHS>',
  ],
  [
    'tags of WebVTT with a blank before their name',
    'WEBVTT\n\n00:01.000 --> 00:02.000\n< i>my</i> < u >name, 2 < 3',
    'my name, 2 < 3',
  ],
  [
    'no cue whose timing cannot be read',
    '1\n00:00:01,000 --> x\nlost\n\n2\n00:00:03,000 --> 00:00:04,000\nsaid',
    'said',
  ],
  [
    'no cue without a timing',
    '1\n00:00:01,000 --> 00:00:02,000\none\n\n2\nlost\n\n3\n00:00:03,000 --> 00:00:04,000\ntwo\n\n4',
    'one two',
  ],
  [
    'no words between cues of WebVTT',
    'WEBVTT\n\n00:01.000 --> 00:02.000\n\none\n\nnot shown\n\n00:02.000 --> 00:03.000\ntwo',
    'one two',
  ],
  [
    'names for numbers',
    'a\n00:00:01,000 --> 00:00:02,000\none\n\nb\n00:00:03,000 --> 00:00:04,000\ntwo',
    'one two',
  ],
  [
    'cues in the order of their times',
    '1\n00:00:09,000 --> 00:00:10,000\ntwo\n\n2\n00:00:01,000 --> 00:00:02,000\none',
    'one two',
  ],
  [
    'a second part whose times begin again',
    '1\n00:00:01,000 --> 00:00:05,000\none\n\n1\n00:00:01,000 --> 00:00:05,000\none\n\n2\n00:00:06 --> 00:00:07\ntwo',
    'one one two',
  ],
  [
    'once a cue on the border of two segments',
    'WEBVTT\n\n00:01.000 --> 00:02.000\none\n\n00:02.000 --> 00:04.000\ntwo\n\nWEBVTT\n\n00:02.000 --> 00:04.000\ntwo',
    'one two',
  ],
  [
    'once what a cue shows that has not ended',
    '1\n00:00:00,000 --> 00:00:02,000\none two\n\n2\n00:00:01,000 --> 00:00:03,000\none two three',
    'one two three',
  ],
  [
    'numbers and times between marks of direction',
    '\u202a1\u202c\n\u202a00:00:01,000 --> 00:00:02,000\u202c\none\n\n\u202a2\u202c\n\u202a00:00:02,000 --> 00:00:03,000\u202c\n3',
    'one 3',
  ],
  ['a fence', '```srt\n1\n00:00:01,000 --> 00:00:02,000\nsaid\n```\n', 'said'],
  [
    'seconds alone as words where other times are',
    '1\n00:00:01,000 --> 00:00:02,000\nfrom\n1 --> 2',
    'from 1 --> 2',
  ],
  [
    'what stands behind timings in brackets',
    '[00:00.000 --> 00:04.320]   one\n[00:04.320 --> 00:09.500]  [two]\n',
    'one [two]',
  ],
  ['an end tag that its line ends', '1\n00:00:01,000 --> 00:00:02,000\n<i>one</i\na</b', 'one a'],
  [
    'a path beside breaks',
    '1\n00:00:01,000 --> 00:00:02,000\nin C:\\News\\Now\\Nand here',
    'in C:\\News\\Now\\Nand here',
  ],
  [
    'bars for breaks, where no cue has rows',
    '1\n00:00:01,000 --> 00:00:02,000\nWho?|Me.\n\n2\n00:00:02,000 --> 00:00:03,000\nGo',
    'Who? Me. Go',
  ],
  ['bars between blanks', '1\n00:00:01,000 --> 00:00:02,000\na | b|c', 'a | b|c'],
  [
    'numbers in the rows of their times',
    '1 00:00:01,000 --> 00:00:02,000\none\n\n2. 00:00:02,000 --> 00:00:03,000\ntwo',
    'one two',
  ],
  ['control characters', '1\n00:00:01,000 --> 00:00:02,000\n\u0002one\ttwo\n\n\u001a', 'one two'],
  ['an empty tag', '1\n00:00:01,000 --> 00:00:02,000\nsome <>text<', 'some text<'],
])('reads %s', (_, raw, said) => {
  expect(transcriptText(raw)).toBe(said);
});

it('keeps what is said twice', () => {
  const raw = 'WEBVTT\n\n00:00.000 --> 00:01.000\nNo.\n\n00:01.000 --> 00:02.000\nNo.';
  expect(transcriptText(raw)).toBe('No. No.');
});

it('keeps what is said twice where one cue repeats a row and adds to it', () => {
  const cues = ['No.', 'No.\nReally?', 'Why?', 'Why?', 'I see.', 'No.'];
  const raw = cues.map((cue, at) => `${time(at, ',')} --> ${time(at + 1, ',')}\n${cue}`);
  expect(transcriptText(raw.join('\n\n'))).toBe('No. No. Really? Why? Why? I see. No.');
});

it('begins at zero what was moved below it', () => {
  const raw = '1\n-00:00:00,500 --> 00:00:01,000\nsaid';
  expect(readCaptions(raw).segments).toMatchObject([{ start: 0, end: 1, text: 'said' }]);
});

it('gives each stretch its times and who speaks', () => {
  const raw =
    'WEBVTT\n\n00:01.250 --> 01:00:02.5\n<v.loud Ada>Good\n<b>morning</b></v>\n\n' +
    '00:03 --> 00:04\nand   you?';
  expect(readCaptions(raw).segments).toEqual([
    { start: 1.25, end: 3602.5, text: 'Good morning', speaker: 'Ada' },
    { start: 3, end: 4, text: 'and you?', speaker: null },
  ]);
});

it('gives a row that rolls up the time of the cue that adds it', () => {
  const rolled = ['one', 'one\ntwo', 'two', 'two\nthree'];
  const raw = rolled.map((cue, at) => `${time(at, '.')} --> ${time(at + 1, '.')}\n${cue}`);
  expect(readCaptions(['WEBVTT', ...raw].join('\n\n')).segments).toEqual([
    { start: 0, end: 1, text: 'one', speaker: null },
    { start: 1, end: 2, text: 'two', speaker: null },
    { start: 3, end: 4, text: 'three', speaker: null },
  ]);
});

/** Timings as files have them that the suites of mantas-done/subtitles and pycaption collect. */
it.each([
  ['00:00:01,000-->00:00:02,000', 1, 2],
  ['00:00:03,000->00:00:04,000', 3, 4],
  ['00:00:04 --> 00:00:05', 4, 5],
  ['0:00:06,5-->0:00:07,11', 6.5, 7.11],
  ['00:00:08:200-->00:00:09:123', 8.2, 9.123],
  ['1:2:3,4 --> 1:2:3,5', 3723.4, 3723.5],
  ['00:06:57,530 --> 07:03,920', 417.53, 423.92],
  ['     00:00:00.100    -->    00:00:01.100     ', 0.1, 1.1],
  ['00:00:11,501 --> 00:00:12,500  X1:000 X2:000 Y1:050 Y2:100', 11.501, 12.5],
  ['00:00:01,000 – > 00:00:02, 250', 1, 2.25],
  ['00:00:01;12 --> 00:00:03;05', 1.12, 3.05],
  ['00.00.01,120 --> 00.01.03,000', 1.12, 63],
  ['\u202a00:00:01,000 --> 00:00:02,000\u202c', 1, 2],
  ['1.5 --> 1234.25', 1.5, 1234.25],
])('reads the timing %j', (timing, start, end) => {
  expect(readCaptions(`1\n${timing}\nsaid`).segments).toEqual([
    { start, end, text: 'said', speaker: null },
  ]);
});

it.each([
  ['2 < 3, 5 > 4', '2 < 3, 5 > 4'],
  ['<LAUGHING & WHOOPS!>', '<LAUGHING & WHOOPS!>'],
  ['<font\ncolor="red">red</FONT> {b}bold{/b} {\\an8}up\\Ndown', 'red bold up down'],
  ['It&#8217;s &#x41; &amp;lt;', 'It\u2019s A &lt;'],
  ['NOTE to self', 'NOTE to self'],
  ['first\n\nsecond', 'first second'],
  ['such as\n3:30, or 4:00 at the latest.', 'such as 3:30, or 4:00 at the latest.'],
  ['12', '12'],
])('says of the SRT cue %j what is said', (cue, said) => {
  const raw = `x\n\n001\n00:00:01,000 --> 00:00:02,000\n${cue}\n\n002\n00:00:03 --> 00:00:04\nend`;
  expect(transcriptText(raw)).toBe(`${said} end`);
});

it.each([
  ['<c.red>Hel</c>lo <00:00:01.500><i.a>you</i>', 'Hello you'],
  ['<c.red\nclass>said</c>', 'said'],
  ['I <3 you, 2 < 3', 'I <3 you, 2 < 3'],
  ['said<b class', 'said'],
])('says of the WebVTT cue %j what is said', (cue, said) => {
  const raw = `WEBVTT\nKind: captions\n\nNOTE x\ny\n\nname\n00:01.000 --> 00:02.000\n${cue}`;
  expect(transcriptText(raw)).toBe(said);
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

it('reads entities that were encoded twice, and what was said of one', () => {
  const cue = (text: string) => `1\n00:00:01,000 --> 00:00:02,000\n${text}\n`;
  expect(transcriptText(cue('it&amp;#39;s R&amp;amp;B'))).toBe("it's R&B");
  expect(transcriptText(cue('Write &amp;amp; for &amp;'))).toBe('Write &amp; for &');
});

it('reads times with a blank before the comma, words with soft hyphens, and the first cue last', () => {
  const late = '2\n00:00:05 ,000 --> 00:00:06 ,000\nlast\n\n';
  const early = '1\n00:00:01 ,000 --> 00:00:02 ,000\nDonau\u00addampf,\n';
  expect(transcriptText(late + early)).toBe('Donaudampf, last');
  // Files joined to one keep their order.
  expect(transcriptText(early + late + early)).toBe('Donaudampf, last Donaudampf,');
});

it('keeps a row that rolled over a pause once, and a refrain after a pause twice', () => {
  const cues = (...rows: [second: number, text: string][]) =>
    rows.map(([at, text]) => `${time(at, ',')} --> ${time(at + 2, ',')}\n${text}\n`).join('\n');
  const rolled = cues(
    [0, 'one day'],
    [2, 'one day\na ship'],
    [4, 'a ship\nset sail'],
    [9, 'set sail\nfor Rome'],
  );
  expect(transcriptText(rolled)).toBe('one day a ship set sail for Rome');
  const song = cues([0, 'la la'], [2, 'one day'], [9, 'one day\na ship']);
  expect(transcriptText(song)).toBe('la la one day one day a ship');
});

it('ends a row of rolling captions before the moment that it is held for', () => {
  const vtt =
    'WEBVTT\n\n00:00.000 --> 00:02.000\nso<00:00.500><c> we</c>\n\n' +
    '00:02.000 --> 00:02.010\nso we\n\n00:02.010 --> 00:04.000\nso we\nlook<00:02.500><c> up</c>\n';
  const { segments } = readCaptions(vtt);
  expect(segments.map(({ start, end, text }) => [start, end, text])).toEqual([
    [0, 2, 'so we'],
    [2.01, 4, 'look up'],
  ]);
});

it('leaves out a cue of WebVTT with more than 59 minutes or seconds', () => {
  const cues = (minute: string) =>
    `WEBVTT\n\n00:${minute}:01.000 --> 01:00:02.000\nOne\n\n00:00:01.000 --> 00:00:61.000\nTwo\n\n01:01:01.000 --> 01:01:02.000\nThree\n`;
  expect(transcriptText(cues('59'))).toBe('One Three');
  expect(transcriptText(cues('60'))).toBe('Three');
  expect(transcriptText('1\n00:00:59,000 --> 00:00:61,000\nOne\\ntwo\n')).toBe('One two');
});

it('has the nearest number to the times that are written', () => {
  const { segments } = readCaptions('1\n00:01:41,040 --> 00:01:51,960\nOne\n');
  expect(segments).toMatchObject([{ start: 101.04, end: 111.96 }]);
});

it.each([
  [
    'TTML',
    '<tt><body><div><p begin="0.5s" dur="2s">A<br/>b</p><p begin="3s" end="5.25s">C &amp; d</p></div></body></tt>',
    [
      [0.5, 2.5, 'A b'],
      [3, 5.25, 'C & d'],
    ],
  ],
  [
    'TTML with a prefix',
    '<?xml version="1.0"?>\n<tt:tt xmlns:tt="http://www.w3.org/ns/ttml"><tt:body><tt:p begin="00:00:10.360" end="00:00:12.800"><tt:span>Hi,</tt:span><tt:br/><tt:span>you.</tt:span></tt:p></tt:body></tt:tt>',
    [[10.36, 12.8, 'Hi, you.']],
  ],
  [
    'TTML in ticks',
    '<tt ttp:tickRate="10000000"><body><p begin="5000000t" end="20000000t">A</p></body></tt>',
    [[0.5, 2, 'A']],
  ],
  [
    'TTML in frames',
    '<tt ttp:frameRate="25"><body><p begin="00:00:01:05" end="00:00:02:10">A</p></body></tt>',
    [[1.2, 2.4, 'A']],
  ],
  [
    'timed text',
    '<transcript><text start="0.5" dur="2">It&amp;#39;s</text></transcript>',
    [[0.5, 2.5, "It's"]],
  ],
  [
    'timed text of words',
    '<timedtext><body><p t="500" d="2000"><s>A</s><s t="300"> b</s></p></body></timedtext>',
    [[0.5, 2.5, 'A b']],
  ],
  [
    'SubStation',
    '[Events]\nDialogue: 0,0:00:01.00,0:00:03.50,Default,,0,0,0,,{\\i1}Hi{\\i0}, you\\Nthere\nComment: 0,0:00:02.00,0:00:03.00,Default,,0,0,0,,no\n',
    [[1, 3.5, 'Hi, you there']],
  ],
])('reads %s', (_, written, cues) => {
  const { segments } = readCaptions(written);
  expect(segments.map(({ start, end, text }) => [start, end, text])).toEqual(cues);
});

it.each([
  '00:000:00.000 --> 00:00:01.000',
  '00:00:000.000 --> 00:00:01.000',
  '000:00.000 --> 00:01.000',
  '00:00.000 --> 000:01.000',
  '00:00.0000 --> 00:01.000',
  '00:00:00.000 -> 00:00:01.000',
])('leaves out a cue of WebVTT with the timing %s', (timing) => {
  const vtt = `WEBVTT\n\n${timing}\nno\n\n000:00:02.000 --> 00:00:03.000\nyes\n`;
  expect(readCaptions(vtt).text).toBe('yes');
});

it('reads captions in XML in linear time', () => {
  const began = performance.now();
  for (const piece of ['<p begin="1s" ', '<p t="1" d="2">', '<br ', '\n ', 'Dialogue: 0,'])
    readCaptions(`<tt>${piece.repeat(50_000)}`);
  expect(performance.now() - began).toBeLessThan(3000);
});

it('splits a file into lines once, whatever its format turns out to be', () => {
  const files = [
    'WEBVTT\n\n00:01.000 --> 00:02.000\nHi\n',
    '1\n00:00:01,000 --> 00:00:02,000\nHi\n',
    '[00:01.00]Hi\n[00:02.00]there\n',
    '{1}{1}25\n{25}{50}Hi\n',
    'Plain words,\nand more of them.\n',
  ];
  for (const file of files) {
    const splits = vi.spyOn(String.prototype, 'split');
    try {
      readCaptions(file);
      const lines = splits.mock.calls.filter(([by]) => String(by) === String(/\r\n|\r|\n/));
      expect(lines, file).toHaveLength(1);
    } finally {
      splits.mockRestore();
    }
  }
});

it('reads milliseconds that are written as plain numbers', () => {
  const starts = (...times: readonly string[]) => {
    const cues = times.map((at, number) => `${number}\n00:00:0${at} --> 00:00:09\nw${number}`);
    return readCaptions(cues.join('\n\n')).segments.map(({ start }) => start);
  };
  expect(starts('1,0', '2,10', '3,110', '4,80')).toEqual([1, 2.01, 3.11, 4.08]);
  // Decimal fractions of any length.
  expect(starts('1,5', '2,25', '3,125', '4,0')).toEqual([1.5, 2.25, 3.125, 4]);
  expect(starts('1,10', '2,25', '3,90', '4,50')).toEqual([1.1, 2.25, 3.9, 4.5]);
  expect(starts('1,10', '2,250', '3,025')).toEqual([1.1, 2.25, 3.025]);
});
