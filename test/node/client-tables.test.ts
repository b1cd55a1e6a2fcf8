import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { COMMON, fieldOptions } from '../../clients/typescript/src/cli/arguments.ts';
import { runBulk } from '../../clients/typescript/src/cli/bulk.ts';
import {
  csvLine,
  flatten,
  readTable,
  repeatsHeader,
  safeText,
} from '../../clients/typescript/src/cli/csv.ts';
import { sentenceOf } from '../../clients/typescript/src/cli/errors.ts';
import type { LookupApi } from '../../clients/typescript/src/client.ts';
import { PRODUCTS } from '../../clients/typescript/src/generated/products.ts';
import { repeatsNames } from '../../src/uploads/column-mapping.ts';

// The tables that the command line reads and writes.

describe('files that cannot be used', () => {
  const runWith = async (file: string, out: string) => {
    const asked: string[] = [];
    const api = new Proxy({} as LookupApi, {
      get: (_, name) => async () => void asked.push(String(name)),
    });
    const args = { values: { product: 'phone', out, yes: true, quiet: true }, positionals: [file] };
    const failed = await runBulk(api, args, new AbortController().signal).catch(sentenceOf);
    return [failed, asked];
  };

  it('are told in a sentence before the service is asked', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lookup-files-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const at = (name: string) => join(folder, name);
    await writeFile(at('list.csv'), 'phone\n+14155550100\n');
    await writeFile(at('list.xlsx'), 'PK\u0003\u0004 and more');
    const out = at('out.csv');
    expect([
      await runWith(at('list.csv'), at('missing/out.csv')),
      await runWith(at('nowhere.csv'), out),
      await runWith(at('list.xlsx'), out),
      await runWith(folder, out),
    ]).toEqual([
      [`${at('missing')}: there is no such folder; create it first.`, []],
      [`${at('nowhere.csv')}: there is no such file or folder.`, []],
      ['The file is not text: save a workbook as CSV.', []],
      ['A folder was given where a file is expected.', []],
    ]);
  });
});

it.each<[string[], string[], boolean]>([
  [['phone', 'name'], ['phone', 'name'], true],
  [[' phone ', 'name '], ['phone', 'name'], true],
  [['phone', 'name', ''], ['phone', 'name'], true],
  [['phone', 'Jane'], ['phone', 'name'], false],
  [['Phone', 'Name'], ['phone', 'name'], false],
  [['phone'], ['phone', 'name'], false],
  [['phone'], ['phone'], false],
  [['phone', ''], ['phone', ''], false],
])(
  'the row %j under the header %j names the columns once more, as an upload reads it: %j',
  (row, header, is) => {
    expect(repeatsHeader(row, header)).toBe(is);
    expect(repeatsNames(row, header)).toBe(is);
  },
);

describe('a table', () => {
  it('comes back as it was written, whatever is in its cells', () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', '"', ',', ';', '\t', '\n', '\r', ' ', 'é'),
    });
    const rows = fc.array(fc.tuple(cell, cell, cell), { maxLength: 5 });
    fc.assert(
      fc.property(fc.constantFrom(',', ';', '\t', '|'), rows, (separator, written) => {
        const header = ['first', 'second', 'third'];
        const text = [header, ...written].map((row) => csvLine(row, separator)).join('');
        const read = readTable(text);
        expect(read).toEqual({ header, rows: written, separator, hasBom: false });
      }),
    );
  });

  it.each([
    [
      '\uFEFFa;b\r\n1;"x\r\ny"\r\n\r\n2;z',
      {
        header: ['a', 'b'],
        rows: [
          ['1', 'x\r\ny'],
          ['2', 'z'],
        ],
        separator: ';',
        hasBom: true,
      },
    ],
    ['"a,b"\n1\n', { header: ['a,b'], rows: [['1']], separator: ',', hasBom: false }],
    ['a,b\r1,2\r', { header: ['a', 'b'], rows: [['1', '2']], separator: ',', hasBom: false }],
    ['', { header: [], rows: [], separator: ',', hasBom: false }],
  ])('%j is read', (text, table) => {
    expect(readTable(text)).toEqual(table);
  });

  it('is refused when a quoted cell never ends', () => {
    expect(() => readTable('a\n"b')).toThrow('never ends');
  });
});

it('gives a spreadsheet nothing to run, and leaves numbers as they are', () => {
  const cells = ['=1+1', ' @x', '-a', '\tx', '\u200B=x', '+14155550100', -1.5, 'a=b', null];
  const safe = ["'=1+1", "' @x", "'-a", "'\tx", "'\u200B=x", '+14155550100', '-1.5', 'a=b', ''];
  expect(cells.map(safeText)).toEqual(safe);
});

it('names the leaves of an answer by their way', () => {
  const answer = { a: { b: null, c: ['x', 'y'] }, d: [{ e: 1 }], f: {} };
  expect([...flatten(answer)]).toEqual([
    ['a.b', null],
    ['a.c', 'x; y'],
    ['d', [{ e: 1 }]],
  ]);
});

it('has an option for every field of every lookup, none of them taken', () => {
  for (const product of PRODUCTS) {
    const names = Object.keys(fieldOptions(product));
    expect(names.length, product.name).toBe(product.fields.length);
    expect(
      names.filter((name) => name in COMMON),
      product.name,
    ).toEqual([]);
  }
});
