import { describe, expect, it } from 'vitest';
import { csvLine, escapeFormula } from '../../src/files/csv-text.ts';
import * as fc from '../support/fast-check.ts';
import { parseRfc4180 } from './parse-rfc4180.ts';

const TRIGGERS = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹣', '−'];
const BLANKS = [
  ' ',
  '\u00a0',
  '\u3000',
  '\u200b',
  '\ufeff',
  '\u0000',
  '\u00ad',
  "'",
  '"',
  '\t',
  '\n',
];

/** Text that likes the characters CSV and spreadsheets care about. */
const cell = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({
    unit: fc.constantFrom(
      ...TRIGGERS,
      ...BLANKS,
      ',',
      ';',
      '\r',
      '1',
      'A',
      '(',
      ')',
      '.',
      'é',
      '😀',
    ),
  }),
);

describe('a line', () => {
  it('reads back as what was written, by another reader', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 5 }),
        (rows) => {
          const read = parseRfc4180(rows.map((row) => csvLine(row)).join(''));
          expect(read).toEqual(rows.map((row) => row.map((text) => escapeFormula(text))));
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('has numbers, truth values, lists and records as text, and nothing for nothing', () => {
    expect(csvLine([-12.5, 0, true, false, null, undefined, ['=a', 1], { a: [null] }, ''])).toBe(
      '-12.5,0,true,false,,,"[""=a"",1]","{""a"":[null]}",\r\n',
    );
  });
});

describe('a cell that a spreadsheet would run', () => {
  it('gets an apostrophe, whatever stands before the formula', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...BLANKS), { maxLength: 4 }),
        fc.constantFrom(...TRIGGERS),
        fc.stringMatching(/^[A-Za-z(].*$/s),
        (blanks, trigger, rest) => {
          const text = blanks.join('') + trigger + rest;
          expect(escapeFormula(text).slice(0, 2)).toBe(`'${text[0]}`);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('never begins, as written, with what runs, except as a signed number', () => {
    fc.assert(
      fc.property(cell, (text) => {
        const shown = escapeFormula(text);
        const runs =
          /^[\p{White_Space}\p{C}"]*[=+\-@＝＋－＠﹣−]/u.test(shown) || /^[\t\r\n]/.test(shown);
        expect(runs && Number.isNaN(Number(shown))).toBe(false);
        expect(shown.replaceAll("'", '')).toBe(text.replaceAll("'", ''));
      }),
      { numRuns: 5_000 },
    );
  });

  it('stays harmless where a semicolon or a tab separates cells, however they are quoted', () => {
    fc.assert(
      fc.property(cell, fc.boolean(), (text, inList) => {
        const [, ...pieces] = csvLine(['x', inList ? [text] : text]).split(/[;\t\r\n]/);
        for (const piece of pieces)
          expect(piece).not.toMatch(/^[\p{White_Space}\p{C}"]*[=+\-@＝＋－＠﹣−]/u);
      }),
      { numRuns: 5_000 },
    );
    expect(escapeFormula('\t=1')).toBe("'\t'=1");
    expect(csvLine(['a;b', 'a\tb'])).toBe('"a;b","a\tb"\r\n');
    expect(JSON.parse(escapeFormula(JSON.stringify(['a;=1', { 'b;': '-2' }])))).toEqual([
      "a;'=1",
      { 'b;': '-2' },
    ]);
  });

  it('stays harmless in a file of semicolons that is opened where a comma separates cells', () => {
    const text = 'Ada,=HYPERLINK("https://x.test"),b';
    for (const separator of [';', '\t', '|']) {
      const [, ...pieces] = csvLine(['x', text], separator).split(',');
      for (const piece of pieces) expect(piece).not.toMatch(/^[\s"]*=/);
    }
    const list = ['+14155550100', '+14155550101', '@ann', '@bo', -1, -2.5];
    expect(JSON.parse(escapeFormula(JSON.stringify(list), ';'))).toEqual([
      ...['+14155550100', '+14155550101', "'@ann", "'@bo", -1, -2.5],
    ]);
  });

  it('is found in linear time', () => {
    const started = performance.now();
    for (const unit of [' ', ';', '\t', '; ', '"', '\n;', ',+1"', ',+11'])
      for (const end of ['', 'x', '=', '+1'])
        for (const by of ',;') escapeFormula(unit.repeat(200_000) + end, by);
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  it.each([
    '=1+1',
    "=cmd|' /C calc'!A0",
    '@SUM(A1)',
    '-1+1',
    '+1 415 555 0123',
    '+1-415-555-0123',
    '-2+3+cmd|x',
    '＝1+1',
    ' =1',
    '\tx',
    '\rx',
    '\nx',
    '+',
    '-',
    '--5',
    '-.5e',
    '+1e5A1',
    '-A1',
    '−1+1',
  ])('%j is made harmless', (text) => expect(escapeFormula(text)).toBe(`'${text}`));

  it.each([
    '-12.5',
    '+14155550123',
    '-7',
    '-1.5e-7',
    '12',
    'a=b',
    'jane@example.com',
    '1-2',
    '',
    '2001:db8::1',
    'N/A',
  ])('%j is left alone', (text) => expect(escapeFormula(text)).toBe(text));
});

describe('a cell of the file that was sent', () => {
  const back = (text: string) => csvLine([text], ',', 1);

  it.each(['+1 415 555 0123', '+49 (30) 1234-567', '-', '--', '-12,50', '-5 %', "'+49301234"])(
    '%j comes back as it was: nothing but digits and signs is in it',
    (text) => {
      const cell = text.includes(',') ? `"${text}"` : text;
      expect(back(text)).toBe(`${cell}\r\n`);
      // What the service adds itself is not.
      expect(csvLine([text])).not.toBe(back(text).replace(/^'/, ''));
    },
  );

  it.each(['="0049 89 123"', '="007"', '=""', '="+1 (2)"', '="AB-12 Müller"'])(
    '%s comes back as it was: the formula is one text',
    (text) => {
      expect(parseRfc4180(back(text))).toEqual([[text]]);
      expect(parseRfc4180(csvLine([text]))).toEqual([[`'${text}`]]);
    },
  );

  it.each(['="a"&B1', '="a";=1', '="a,=1"', '="a\t=1"', '="a\n=1"', '=A1', '=" "" "', '="a" '])(
    '%j does not: it calculates, or is cut where another separator counts',
    (text) => expect(parseRfc4180(back(text))[0]?.[0]?.startsWith("'")).toBe(true),
  );

  it('has nothing that names a function or a cell, or begins another', () => {
    fc.assert(
      fc.property(cell, (text) => {
        const shown = back(text);
        if (shown === csvLine([text]) || /^="[^",;\t\r\n]*"$/.test(text)) return;
        expect(text).not.toMatch(/[\p{L}=@"\t\r\n;!|＝＋－＠]/u);
      }),
      { numRuns: 5_000 },
    );
    expect(back('=1+1')).toBe("'=1+1\r\n");
  });
});
