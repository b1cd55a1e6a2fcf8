import { strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { XlsxEncoder } from '../../src/files/xlsx-encoder.ts';
import { sheetNumber } from '../../src/lib/csv-readings.ts';
import type { ReadSheet } from '../../src/lookup/jobs/files.ts';
import { tableRows } from '../../src/uploads/uploads.ts';
import { xlsxAsCsv } from '../../src/uploads/xlsx/reader.ts';
import * as fc from '../support/fast-check.ts';
import { textWorkbook, workbookOf, xlsxRows, zip64Of } from '../support/workbook.ts';

const rowsOf = (bytes: Uint8Array) => [...xlsxRows(bytes)];
const sheet = (data: string, more: Partial<Parameters<typeof workbookOf>[0]> = {}) =>
  rowsOf(workbookOf({ sheets: [{ name: 'S', data }], ...more }));

describe('a workbook', () => {
  it('is read by its shared and inline texts, runs joined and reading aids left out', () => {
    const rows = sheet(
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row><row r="4"><c t="inlineStr"><is><r><t>in</t></r><r><t xml:space="preserve"> line</t></r></is></c><c t="str"><f>A1&amp;"x"</f><v>R&amp;D_x000A_</v></c><c t="e"><f>1/0</f><v>#DIV/0!</v></c><c t="b"><v>1</v></c></row>',
      {
        strings: [
          '<t>phone</t>',
          '<r><rPr><b/></rPr><t xml:space="preserve">Zoë </t></r><r><t>A.</t></r><rPh sb="0" eb="1"><t>zo</t></rPh>',
        ],
      },
    );
    expect(rows).toEqual([
      ['phone', '', 'Zoë A.'],
      [],
      [],
      ['in line', 'R&D\n', '#DIV/0!', 'TRUE'],
    ]);
  });

  it('gives numbers as they are read: no exponent, leading zeros of the format, fifteen digits', () => {
    const cell = (value: string, style = 0) => `<c s="${style}"><v>${value}</v></c>`;
    const [row] = sheet(
      `<row>${cell('1.65025E+10')}${cell('16502531234')}${cell('2134', 1)}${cell('0.30000000000000004')}${cell('-4.5E-3')}${cell('1.23E+21')}${cell('44197', 2)}${cell('8.94902000012345E+19')}</row>`,
      { formats: ['General', '00000', '#,##0'] },
    );
    expect(row).toEqual([
      ...['16502500000', '16502531234', '02134', '0.3', '-0.0045'],
      ...['1230000000000000000000', '44197', '89490200001234500000'],
    ]);
  });

  it('gives dates and times in the form of ISO 8601, from 1900 and from 1904', () => {
    const formats = [
      14,
      22,
      'dd/mm/yyyy',
      'h:mm AM/PM',
      '[$-409]d\\-mmm\\-yy;@',
      '"days" 0',
      '0.00',
    ];
    const values = ['44197', '44197.5', '44197', '0.75', '44197', '44197', '44197.25'];
    const data = `<row>${values.map((value, at) => `<c s="${at}"><v>${value}</v></c>`).join('')}</row>`;
    expect(sheet(data, { formats })).toEqual([
      [
        '2021-01-01',
        '2021-01-01 12:00:00',
        '2021-01-01',
        '18:00:00',
        '2021-01-01',
        '44197',
        '44197.25',
      ],
    ]);
    expect(sheet('<row><c s="0"><v>42735</v></c></row>', { formats, is1904: true })).toEqual([
      ['2021-01-01'],
    ]);
  });

  it('gives hours beyond a day where its format counts them on', () => {
    const formats = ['[h]:mm', '[hh]:mm:ss', 'h:mm'];
    const data = `<row>${formats.map((_, at) => `<c s="${at}"><v>1.0625</v></c>`).join('')}</row>`;
    expect(sheet(data, { formats })).toEqual([['25:30:00', '25:30:00', '1899-12-31 01:30:00']]);
  });

  it('keeps the time that a format of dates hides, and the day that one of times hides', () => {
    const formats = ['dd.mm.yyyy', 'h:mm'];
    const data =
      '<row><c s="0"><v>44197.75</v></c><c s="1"><v>44197.75</v></c><c s="1"><v>44197</v></c></row>';
    const cells = ['2021-01-01 18:00:00', '2021-01-01 18:00:00', '2021-01-01 00:00:00'];
    expect(sheet(data, { formats })).toEqual([cells]);
    expect(cells.map((cell) => sheetNumber(cell)?.value)).toEqual([44197.75, 44197.75, 44197]);
  });

  it('is read from the first sheet with rows, visible ones first', () => {
    const row = (text: string) => `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`;
    const hidden = { name: 'Lookups', data: row('hidden'), state: 'hidden' as const };
    const empty = { name: 'Cover', data: '<row r="1"><c s="1"/></row>' };
    const full = { name: 'List', data: row('seen') };
    expect(rowsOf(workbookOf({ sheets: [hidden, empty, full] }))).toEqual([['seen']]);
    expect(rowsOf(workbookOf({ sheets: [hidden, empty] }))).toEqual([['hidden']]);
    expect(rowsOf(workbookOf({ sheets: [empty] }))).toEqual([]);
  });

  it('reads prefixed elements, whatever the order of the entries and however they are packed', () => {
    const packed = unzipSync(textWorkbook([['phone'], ['+14155550100']]));
    const prefixed = new TextDecoder()
      .decode(packed['xl/worksheets/sheet1.xml'])
      .replace(/<(\/?)(worksheet|sheetData|row|c|v)\b/g, '<$1x:$2')
      .replace('xmlns=', 'xmlns:x=');
    const entries = Object.entries({ ...packed, 'xl/worksheets/sheet1.xml': strToU8(prefixed) });
    for (const level of [0, 9] as const) {
      const bytes = zipSync(Object.fromEntries(entries.reverse()), {
        level,
        comment: 'x'.repeat(300),
      });
      expect(rowsOf(bytes)).toEqual([['phone'], ['+14155550100']]);
    }
  });

  it.each([false, true])('in a Zip64 archive is read, its directory too: %s', (isWide) => {
    const rows = [['phone'], ['+14155550100']];
    expect(rowsOf(zip64Of(unzipSync(textWorkbook(rows)), isWide))).toEqual(rows);
  });

  it('of 100,000 rows is read in bounded time', () => {
    const rows = Array.from({ length: 100_000 }, (_, at) => [
      `Person ${at}`,
      `+1415555${at}`,
      'x@example.com',
    ]);
    const bytes = textWorkbook(rows);
    const startedAt = Date.now();
    let count = 0;
    for (const row of xlsxRows(bytes)) count += row.length;
    expect(count).toBe(300_000);
    expect(Date.now() - startedAt).toBeLessThan(20_000);
  }, 60_000);
});

describe('a file that is no workbook to read', () => {
  const bomb = (part: string, size: number) =>
    workbookOf({
      sheets: [{ name: 'S', data: '' }],
      extra: { [part]: new Uint8Array(size).fill(0x20) },
    });

  it.each([
    ['cut off', textWorkbook([['a']]).slice(0, -30), 'INVALID_INPUT'],
    ['an archive of something else', zipSync({ 'a.txt': strToU8('a') }), 'INVALID_INPUT'],
    ['an empty one', new Uint8Array(0), 'INVALID_INPUT'],
    ['without its sheet', zipSync({ '[Content_Types].xml': strToU8('<Types/>') }), 'INVALID_INPUT'],
    ['with a bomb for its texts', bomb('xl/sharedStrings.xml', 34_000_000), 'INPUT_LIMIT_EXCEEDED'],
    ['with a bomb for its styles', bomb('xl/styles.xml', 5_000_000), 'INPUT_LIMIT_EXCEEDED'],
    [
      'with a tag without end',
      workbookOf({ sheets: [{ name: 'S', data: `<row a="${'x'.repeat(9_000_000)}` }] }),
      'INVALID_INPUT',
    ],
    [
      'with a row without end',
      workbookOf({
        sheets: [
          {
            name: 'S',
            data: `<row><c t="inlineStr"><is><t>${'x'.repeat(70_000)}</t></is></c></row>`,
          },
        ],
      }),
      'INVALID_INPUT',
    ],
    [
      'with a row that repeats one long text',
      workbookOf({
        sheets: [{ name: 'S', data: `<row>${'<c t="s"><v>0</v></c>'.repeat(16_000)}</row>` }],
        strings: [`<t>${'x'.repeat(30_000)}</t>`],
      }),
      'INVALID_INPUT',
    ],
  ])('is refused: %s', (_, bytes, code) => {
    expect(() => rowsOf(bytes)).toThrow(expect.objectContaining({ code }));
  });

  it('is refused when its bytes are damaged anywhere, or still read', () => {
    const whole = textWorkbook([
      ['phone', 'name'],
      ['+14155550100', 'Ann'],
    ]);
    for (let at = 0; at < whole.length; at += 7) {
      const bytes = whole.slice();
      bytes[at] = (bytes[at] as number) ^ 0xff;
      try {
        rowsOf(bytes);
      } catch (error) {
        expect(error, `byte ${at}`).toMatchObject({ status: 400 });
      }
    }
  });
});

const text = fc.string({ unit: 'binary', maxLength: 20 });

it('any table is the same as CSV', async () => {
  const cell = fc.oneof(text, fc.constantFrom('', 'sep=;', '=1+1', ' a ', '"', ';', '\r\n', ','));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(cell, { maxLength: 4 }), { maxLength: 6 }),
      async (table) => {
        const encoder = new XlsxEncoder();
        for (const row of table) encoder.add(row);
        const bytes = encoder.end();
        async function* texts() {
          const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
          for await (const piece of xlsxAsCsv(bytes)) yield decoder.decode(piece, { stream: true });
        }
        const read: string[][] = [];
        const dialect = { separator: 'comma', hasHeader: false } as const;
        for await (const { cells } of tableRows(texts(), dialect)) read.push([...cells]);
        const trimmed = table
          .map((row) => row.map((one) => one.toWellFormed()))
          .map((row) => row.slice(0, row.findLastIndex((one) => one !== '') + 1));
        const isFilled = (row: string[]) => row.length > 0;
        const filled = trimmed
          .slice(trimmed.findIndex(isFilled), trimmed.findLastIndex(isFilled) + 1)
          .map((row) => (isFilled(row) ? row : ['']));
        expect(read).toEqual(trimmed.some(isFilled) ? filled : []);
      },
    ),
    { numRuns: 300 },
  );
});

it('has truths where each cell of a column that reads as one is one', () => {
  const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  const truth = (value: 0 | 1) => `<c t="b"><v>${value}</v></c>`;
  const rows = [
    [text('active'), text('word'), text('either'), text('amount')],
    [truth(1), text('TRUE'), truth(1), truth(0)],
    [truth(0), text('FALSE'), text('TRUE'), '<c><v>5</v></c>'],
  ];
  const data = rows.map((cells) => `<row>${cells.join('')}</row>`).join('');
  const sheets: ReadSheet[] = [];
  const read = [
    ...xlsxRows(workbookOf({ sheets: [{ name: 'S', data }] }), (each) => void sheets.push(each)),
  ];
  expect(sheets[0]?.numberColumns).toEqual([0, 3]);
  const encoder = new XlsxEncoder(1, sheets[0]?.numberColumns, sheets[0]?.numberFormats);
  for (const cells of read) encoder.add(cells, cells.length);
  const bytes = encoder.end();
  expect(rowsOf(bytes)).toEqual(read);
  const xml = new TextDecoder().decode(unzipSync(bytes)['xl/worksheets/sheet1.xml']);
  const truths = [...xml.matchAll(/<c r="(\w+)" t="b"><v>(\d)</g)].map(([, ...cell]) => cell);
  expect(truths).toEqual([
    ['A2', '1'],
    ['D2', '0'],
    ['A3', '0'],
  ]);
});

it('has numbers where each cell of a column that reads as one is one, dates and times too', () => {
  const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  const cell = (value: string, style = 0) => `<c s="${style}"><v>${value}</v></c>`;
  const first = [
    ...[cell('491512345678'), cell('7'), cell('2134', 1), cell('44197', 2), text('7')],
    ...[cell('-0.5'), cell('0.75', 3), cell('44197.5', 4), cell('1')],
    ...[cell('1.0625', 5), cell('8.94902000012345E+19')],
  ];
  const second = [
    ...[text('n/a'), text('8'), cell('12345', 1), cell('1', 2), text('02')],
    ...[cell('1E-7'), cell('0', 3), cell('44197', 4), text('2021-01-01')],
    cell('44197.25', 5),
  ];
  const names = [...'abcdefghijk'].map(text).join('');
  const data = `<row>${names}</row><row>${first.join('')}</row><row>${second.join('')}</row>`;
  const formats = ['General', '00000', 14, 'h:mm:ss', 22, '[h]:mm'];
  const read: ReadSheet[] = [];
  const rows = [
    ...xlsxRows(workbookOf({ sheets: [{ name: 'S', data }], formats }), (sheet) => {
      read.push(sheet);
    }),
  ];
  const numberFormats = [
    [3, 14],
    [6, 'h:mm:ss'],
    [7, 22],
    [9, '[h]:mm'],
  ];
  expect(read).toEqual([
    { name: 'S', others: 0, numberColumns: [0, 3, 5, 6, 7, 9, 10], numberFormats },
  ]);
  const encoder = new XlsxEncoder(1, read[0]?.numberColumns);
  for (const row of rows) encoder.add(row, row.length);
  encoder.add(['1', '1', '1', '1']);
  const bytes = encoder.end();
  expect(rowsOf(bytes).slice(0, -1)).toEqual(rows);
  const xml = new TextDecoder().decode(unzipSync(bytes)['xl/worksheets/sheet1.xml']);
  const values = [...xml.matchAll(/<v>([^<]*)<\/v>/g)].map(([, value]) => value);
  expect(values).toEqual([
    '491512345678',
    '44197',
    '-0.5',
    '0.75',
    '44197.5',
    '1.0625',
    '89490200001234500000',
    '1',
    '1e-7',
    '0',
    '44197',
    '44197.25',
  ]);
});

it('shows numbers as the file did: percentages, amounts and dates keep their formats', () => {
  const formats = ['0%', '#,##0.00 "€ & more"', 'dd.mm.yyyy', 10, 'General', '0.0'];
  const row = (...cells: [value: string, style: number][]) =>
    `<row>${cells.map(([value, style]) => `<c s="${style}"><v>${value}</v></c>`).join('')}</row>`;
  const data = [
    row(['0.05', 0], ['1234.5', 1], ['44197', 2], ['0.125', 3], ['7', 4], ['7', 5]),
    row(['1', 0], ['0', 1], ['44198', 2], ['0.5', 3], ['8', 4], ['8', 4]),
  ].join('');
  const bytes = workbookOf({ sheets: [{ name: 'S', data }], formats });
  const read = (from: Uint8Array) => {
    const sheets: ReadSheet[] = [];
    const rows = [...xlsxRows(from, (sheet) => void sheets.push(sheet))];
    return { rows, sheet: sheets[0] as ReadSheet };
  };
  const sent = read(bytes);
  expect(sent.sheet.numberFormats).toEqual([
    [0, '0%'],
    [1, '#,##0.00 "€ & more"'],
    [2, 'dd.mm.yyyy'],
    [3, 10],
  ]);
  const { numberColumns, numberFormats } = sent.sheet;
  const encoder = new XlsxEncoder(1, numberColumns, numberFormats);
  for (const cells of sent.rows) encoder.add([...cells, 'added', 0.25], cells.length);
  const back = read(encoder.end());
  expect(back.rows.map((cells) => cells.slice(0, 6))).toEqual(sent.rows);
  expect(back.sheet.numberFormats).toEqual(numberFormats);
});

it('what is written row by row is one workbook: numbers and truths as such, texts run as nothing', () => {
  const encoder = new XlsxEncoder();
  encoder.add(['phone', 'score']);
  const pieces = [encoder.take()];
  for (let at = 0; at < 5_000; at += 1)
    encoder.add([`=cmd|${at}`, at / 10, at % 2 === 0, null, { a: [1] }]);
  pieces.push(encoder.end());
  const bytes = new Uint8Array(pieces.flatMap((piece) => [...piece]));
  const rows = rowsOf(bytes);
  expect(rows[0]).toEqual(['phone', 'score']);
  expect(rows[4_001]).toEqual(['=cmd|4000', '400', 'TRUE', '', '{"a":[1]}']);
  const xml = new TextDecoder().decode(unzipSync(bytes)['xl/worksheets/sheet1.xml']);
  expect(xml).toContain('<c r="B4001"><v>399.9</v></c><c r="C4001" t="b"><v>0</v></c>');
  expect(xml).not.toContain('<f>');
});

it('what is written names the place of every row and cell, as some readers need it', () => {
  const encoder = new XlsxEncoder();
  encoder.add(['', 'phone']);
  encoder.add([]);
  encoder.add(Array.from({ length: 1_000 }, (_, at) => ([25, 26, 701, 702].includes(at) ? 1 : '')));
  const bytes = encoder.end();
  const xml = new TextDecoder().decode(unzipSync(bytes)['xl/worksheets/sheet1.xml']);
  const places = [...xml.matchAll(/<(?:row|c)\b(?: r="(\w+)")?/g)].map(([, place]) => place);
  expect(places).toEqual(['1', 'B1', '2', '3', 'Z3', 'AA3', 'ZZ3', 'AAA3']);
  const [names, none, values] = rowsOf(bytes);
  expect([names, none, values?.length]).toEqual([['', 'phone'], [], 703]);
});

describe('a sheet with more rows than a job', () => {
  const refusal = (data: string) => {
    try {
      return sheet(data).length;
    } catch (error) {
      return error;
    }
  };
  const row = (number: number, cells: string) => `<row r="${number}">${cells}</row>`;

  it('is refused by the cell far below the others, if there is one', () => {
    const list = row(1, '<c><v>1</v></c>') + row(2, '<c><v>2</v></c>');
    const stray = row(1_048_576, '<c r="A1048576"/><c r="C1048576"><v>3</v></c>');
    expect(refusal(list + stray)).toMatchObject({
      code: 'INPUT_LIMIT_EXCEEDED',
      message:
        'Cell C1048576 has a value, with 1048573 empty rows above it: delete that row, and send the file again.',
    });
    expect(refusal(list + row(1_048_576, '<c><v>3</v></c>'))).toMatchObject({
      message: expect.stringMatching(/^Row 1048576 has a value, with 1048573 empty rows/),
    });
    expect(refusal(list + row(1_048_576, '<c r="C1048576"/>'))).toBe(2);
    expect(refusal(list + row(90_000, '<c><v>3</v></c>'))).toBe(90_000);
  });

  it('is refused for its rows, however they are numbered', () => {
    const message = 'The sheet has more than 100000 rows, which is the most allowed.';
    expect(refusal('<row><c><v>1</v></c></row>'.repeat(101_001))).toMatchObject({ message });
    const gaps = Array.from({ length: 3_000 }, (_, at) => row(1 + 900 * at, '<c><v>1</v></c>'));
    expect(refusal(gaps.join(''))).toMatchObject({ message });
  });
});

it('is limited by what all of its sheets unpack to, those without rows too', () => {
  const data = ' '.repeat(44 * 1_048_576);
  const bytes = workbookOf({ sheets: ['A', 'B', 'C'].map((name) => ({ name, data })) });
  expect(bytes.length).toBeLessThan(200_000);
  expect(() => rowsOf(bytes)).toThrow(
    expect.objectContaining({ code: 'INPUT_LIMIT_EXCEEDED' }) as Error,
  );
}, 60_000);
