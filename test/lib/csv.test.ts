import { describe, expect, it } from 'vitest';
import { CsvParser, type CsvRow, MAX_ROW_CHARS } from '../../src/lib/csv.ts';
import * as fc from '../support/fast-check.ts';

const parse = (...chunks: string[]): CsvRow[] => {
  const parser = new CsvParser();
  return [...chunks.flatMap((chunk) => parser.push(chunk)), ...parser.end()];
};
const cells = (text: string) => parse(text).map((row) => row.cells);

/** Cuts a text at the given places. */
const cut = (text: string, places: number[]): string[] => {
  const sorted = [
    0,
    ...places.map((place) => place % (text.length + 1)).sort((a, b) => a - b),
    text.length,
  ];
  return sorted.slice(1).map((end, index) => text.slice(sorted[index], end));
};

describe('CsvParser', () => {
  it('reads the examples of RFC 4180', () => {
    expect(cells('aaa,bbb,ccc\r\nzzz,yyy,xxx\r\n')).toEqual([
      ['aaa', 'bbb', 'ccc'],
      ['zzz', 'yyy', 'xxx'],
    ]);
    expect(cells('aaa,bbb\r\nzzz,yyy')).toEqual([
      ['aaa', 'bbb'],
      ['zzz', 'yyy'],
    ]);
    expect(cells('"aaa","b\r\nbb","c""cc"\r\nzzz,,')).toEqual([
      ['aaa', 'b\r\nbb', 'c"cc'],
      ['zzz', '', ''],
    ]);
  });

  it('takes LF, CR and CRLF as the end of a record, skips empty lines, and counts physical lines', () => {
    expect(
      parse('a\n\nb\r\rc\r\n\r\n"d\ne"\nf').map(({ line, cells }) => [line, ...cells]),
    ).toEqual([
      [1, 'a'],
      [3, 'b'],
      [5, 'c'],
      [7, 'd\ne'],
      [9, 'f'],
    ]);
  });

  it('keeps an empty quoted cell, which is not an empty line', () => {
    expect(cells('""\n')).toEqual([['']]);
  });

  it('names what is wrong with a record and reads on', () => {
    expect(parse('a"b\nok\n"c"d\nok').map(({ line, problem }) => [line, problem])).toEqual([
      [1, 'a quote inside an unquoted cell'],
      [2, null],
      [3, 'text after a closing quote'],
      [4, null],
    ]);
    expect(parse('ok\n"never closed\n').map(({ line, problem }) => [line, problem])).toEqual([
      [1, null],
      [2, 'a quote is never closed'],
    ]);
  });

  it('gives up on a row without end instead of filling the memory', () => {
    for (const filler of ['x', '""', ',']) {
      const parser = new CsvParser();
      parser.push(filler === ',' ? 'x' : '"');
      expect(() => {
        for (let sent = 0; sent <= MAX_ROW_CHARS + 1_000; sent += 500)
          parser.push(filler.repeat(500));
      }, filler).toThrow(/line 1: the row is longer/);
    }
  });

  it('reads the lines behind a quote that nothing closes, however many, where they are a table', () => {
    const lines = Array.from({ length: 6_000 }, (_, at) => `${at},Ann,+1212555${1_000 + at}`);
    const text = `id,name,phone\n0,"Bob,1\n${lines.join('\r\n')}\n`;
    for (const size of [text.length, 10_000, 777]) {
      const parser = new CsvParser({ lenient: true });
      const rows: CsvRow[] = [];
      for (let at = 0; at < text.length; at += size)
        rows.push(...parser.push(text.slice(at, at + size)));
      rows.push(...parser.end());
      expect(rows.map(({ cells }) => cells.join()).slice(2)).toEqual(lines);
      expect(rows.at(-1)).toMatchObject({ line: 6_002, problem: null });
    }
    const parser = new CsvParser({ lenient: true });
    const prose = `id,note\n1,"${'It was, and is,\nand will be. '.repeat(5_000)}"\n`;
    expect(() => parser.push(prose)).toThrow(/line 2: the row is longer/);
  });

  it('reads back whatever was written, wherever the stream was cut', () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', 'é', '😀', ',', '"', '\r', '\n', ' '),
      maxLength: 6,
    });
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 8 });
    const places = fc.array(fc.nat(200), { maxLength: 12 });
    fc.assert(
      fc.property(table, fc.constantFrom('\r\n', '\n', '\r'), places, (rows, lineBreak, at) => {
        const text = rows
          .map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(','))
          .join(lineBreak);
        expect(parse(...cut(text, at)).map((row) => row.cells)).toEqual(rows);
      }),
    );
  });

  it('reads any text the same in one piece and in many', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'b', ',', '"', '\r', '\n'),
      maxLength: 60,
    });
    fc.assert(
      fc.property(text, fc.array(fc.nat(60), { maxLength: 10 }), (whole, at) => {
        expect(parse(...cut(whole, at))).toEqual(parse(whole));
      }),
      { numRuns: 1_000 },
    );
  });
});
