import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CsvParser } from '../../src/lib/csv.ts';
import { textWorkbook, workbookOf, xlsxRows } from '../support/workbook.ts';
import { chromiumPath, openBrowser } from './browser.ts';
import { DevService, freePort } from './dev-service.ts';

// A list's whole way through the dashboard, in a browser: upload, choice, price, start, download.

interface ListFile {
  name: string;
  /** As it lies on the person's disk. */
  bytes: Uint8Array;
  /** Cells of the file as a person means them, its header too where it has one. */
  cells: readonly (readonly string[])[];
  /** Rows above the names of the columns. */
  titles?: readonly (readonly string[])[];
  hasHeader?: false;
  /** Names of the columns, where they are not the first row's. */
  names?: string[];
  /** How what comes back is written; null of a workbook. */
  written: { encoding: string; separator: string; mark: readonly number[]; hint?: string } | null;
  product?: string;
  /** Chosen by hand where the columns do not tell: the label of a field, and the column's. */
  choose?: readonly (readonly [label: string, column: RegExp])[];
  /** `lookup_status` of each row. */
  statuses: readonly string[];
  /** Words of the page with the price. */
  says?: readonly string[];
}

const quoted = (cell: string, separator: string): string =>
  /["\r\n]/.test(cell) || cell.includes(separator) ? `"${cell.replaceAll('"', '""')}"` : cell;

const text = (rows: readonly (readonly string[])[], separator: string, lineEnd: string): string =>
  rows.map((row) => row.map((cell) => quoted(cell, separator)).join(separator) + lineEnd).join('');

const UTF8_MARK = [0xef, 0xbb, 0xbf];
const UTF16_MARK = [0xff, 0xfe];
const utf8 = (written: string) => new TextEncoder().encode(written);
const utf16 = (written: string) => new Uint8Array(Buffer.from(written, 'utf16le'));
const latin1 = (written: string) => new Uint8Array(Buffer.from(written, 'latin1'));
const marked = (mark: readonly number[], bytes: Uint8Array) => Uint8Array.from([...mark, ...bytes]);

const plain = (separator: string) => ({ encoding: 'utf-8', separator, mark: [] as number[] });
const completed = (count: number): string[] => Array.from({ length: count }, () => 'completed');

let nextNumber = 0;
/** Numbers of New York that no other file has. */
const numbers = (count: number): string[] =>
  Array.from({ length: count }, () => {
    nextNumber += 1;
    return `+1212556${String(nextNumber).padStart(4, '0')}`;
  });
const national = (e164: string): string =>
  `(${e164.slice(2, 5)}) ${e164.slice(5, 8)}-${e164.slice(8)}`;

function ofNames(names: readonly string[], header = ['Name', 'Phone']): string[][] {
  return [header, ...numbers(names.length).map((number, at) => [names[at] as string, number])];
}

const PEOPLE = ['Ada', 'Ben', 'Cem'];

function commas(): ListFile {
  const cells = ofNames(PEOPLE);
  const bytes = utf8(text(cells, ',', '\n'));
  return { name: 'commas.csv', bytes, cells, written: plain(','), statuses: completed(3) };
}

function semicolons(): ListFile {
  const cells = ofNames(['Jürgen; jr.', 'Zoë', 'Łukasz'], ['Name', 'Telefon']);
  const bytes = utf8(text(cells, ';', '\r\n'));
  return { name: 'semicolons.csv', bytes, cells, written: plain(';'), statuses: completed(3) };
}

function windows1252(): ListFile {
  const cells = ofNames(['Jürgen', 'Zoë', 'Ñandú']);
  return {
    ...{ name: 'windows.csv', bytes: latin1(text(cells, ';', '\r\n')), cells },
    written: { encoding: 'windows-1252', separator: ';', mark: [] },
    statuses: completed(3),
  };
}

function unicodeText(): ListFile {
  const cells = ofNames(['Jürgen', '山田', 'Łukasz']);
  return {
    ...{ name: 'unicode.txt', bytes: marked(UTF16_MARK, utf16(text(cells, '\t', '\r\n'))), cells },
    written: { encoding: 'utf-16le', separator: '\t', mark: UTF16_MARK },
    statuses: completed(3),
  };
}

function hinted(): ListFile {
  const cells = ofNames(PEOPLE);
  const bytes = marked(UTF8_MARK, utf8(`sep=;\r\n${text(cells, ';', '\r\n')}`));
  return {
    ...{ name: 'hinted.csv', bytes, cells, statuses: completed(3) },
    written: { encoding: 'utf-8', separator: ';', mark: UTF8_MARK, hint: 'sep=;\r\n' },
  };
}

function quotedLines(): ListFile {
  const cells = ofNames(['Ada\r\n"the first"', 'Ben, B.\nsecond line', 'Cem']);
  const bytes = utf8(text(cells, ',', '\r\n'));
  return { name: 'quoted.csv', bytes, cells, written: plain(','), statuses: completed(3) };
}

function noHeader(): ListFile {
  const cells = numbers(4).map((number) => [number]);
  const bytes = utf8(text(cells, ',', '\n'));
  const file = { name: 'no-header.csv', bytes, cells, written: plain(',') };
  return { ...file, hasHeader: false, statuses: completed(4) };
}

function twoPhoneColumns(): ListFile {
  const [office = [], mobile = []] = [numbers(3), numbers(3)];
  const rows = PEOPLE.map((name, at) => [name, office[at] as string, mobile[at] as string]);
  const cells = [['Name', 'Office', 'Private'], ...rows];
  return {
    ...{ name: 'two.csv', bytes: utf8(text(cells, ',', '\n')), cells, written: plain(',') },
    choose: [['Phone number', /^Private/]],
    statuses: completed(3),
  };
}

function countries(): ListFile {
  const cells = [
    ['Kunde', 'Nummer', 'Kürzel'],
    ['Berlin', '030 901820', 'DE'],
    ['London', '020 7946 0958', 'GB'],
    ['Paris', '01 42 76 40 40', 'FR'],
  ];
  return {
    ...{ name: 'countries.csv', bytes: utf8(text(cells, ';', '\n')), cells, written: plain(';') },
    choose: [['Country (optional)', /^Kürzel/]],
    statuses: completed(3),
  };
}

function workbook(): ListFile {
  const cells = ofNames(['Ada & Ben', '<Cem>', 'Zoë']);
  const statuses = completed(3);
  return { name: 'list.xlsx', bytes: textWorkbook(cells), cells, written: null, statuses };
}

function addresses(): ListFile {
  const cells = [
    ['host', 'client ip'],
    ['resolver', '8.8.8.8'],
    ['other', '2001:4860:4860::8888'],
    ['local', '192.168.1.1'],
  ];
  return {
    ...{ name: 'pipes.csv', bytes: utf8(text(cells, '|', '\n')), cells, written: plain('|') },
    ...{ product: 'ip_lookup', statuses: completed(3) },
  };
}

function untidy(): ListFile {
  const [first = '', second = ''] = numbers(2);
  const cells = [
    ['Phone', 'Note'],
    [first, 'fine'],
    [national(first), 'the same again'],
    ['', 'no number'],
    ['call me', 'unusable'],
    ['n/a', 'unusable'],
    [second, 'fine'],
  ];
  return {
    ...{ name: 'untidy.csv', bytes: utf8(text(cells, ',', '\n')), cells, written: plain(',') },
    statuses: ['completed', 'duplicate', 'skipped', 'failed', 'failed', 'completed'],
    says: ['2 rows cannot be looked up.', 'First unusable rows', '2 credits at most'],
  };
}

function bigEndian(): ListFile {
  const cells = ofNames(['Jürgen', 'Zoë', 'Łukasz']);
  const bytes = utf16(text(cells, '\t', '\r\n')).map((_, at, all) => all[at ^ 1] as number);
  return {
    ...{ name: 'big-endian.csv', bytes, cells, statuses: completed(3) },
    written: { encoding: 'utf-16be', separator: '\t', mark: [] },
  };
}

/** As people write numbers, with amounts and dashes that a spreadsheet could count with. */
function writtenNumbers(): ListFile {
  const cells = [
    ['Name', 'Telefon', 'Saldo', 'Notiz'],
    ['Ada', '+49 30 901820', '-12,50', '-'],
    ['Ben', '+49 (30) 9018-211', '+3', '--'],
    ['Cem', '0049 30 901822', '-5 %', ''],
    ['Dan', '="0049 30 901823"', '="012"', ''],
  ];
  return {
    ...{ name: 'written.csv', bytes: utf8(text(cells, ';', '\r\n')), cells, written: plain(';') },
    statuses: completed(4),
  };
}

/** As data frames are exported, with an index; two columns of one name, and one that is blank. */
function indexed(): ListFile {
  const cells = [
    ['', 'Name', 'Reached at', 'Name', ''],
    ...numbers(3).map((number, at) => [String(1000 + at), PEOPLE[at] as string, number, 'x', '']),
  ];
  const names = ['Column 1', 'Name', 'Reached at', 'Name', 'Column 5'];
  return {
    ...{ name: 'indexed.csv', bytes: utf8(text(cells, ',', '\n')), cells, written: plain(',') },
    ...{ names, statuses: completed(3) },
  };
}

function textMarks(): ListFile {
  const [first = '', second = ''] = numbers(2);
  const cells = [
    ['Name', 'Phone'],
    ['Ada', `'${first}`],
    ['Ben', `'${second.slice(1)}`],
    ['Cem', `'${first.slice(1)}`],
  ];
  return {
    ...{ name: 'marks.csv', bytes: utf8(text(cells, ',', '\n')), cells, written: plain(',') },
    statuses: [...completed(2), 'duplicate'],
  };
}

/** Two exports one behind the other, with empty lines at the end, and carriage returns alone. */
function joined(): ListFile {
  const [first = '', second = ''] = numbers(2);
  const header = ['Name', 'Mobile', 'Fax'];
  const cells = [header, ['Ada', first, ''], header, ['Ben', second, ''], ['', '', '']];
  const bytes = utf8(`${text(cells, ',', '\r')}\r\r`);
  return {
    ...{ name: 'joined.csv', bytes, cells, written: plain(',') },
    statuses: ['completed', 'skipped', 'completed', 'skipped'],
  };
}

function mobileAndFax(): ListFile {
  const [mobile, fax] = [numbers(3), numbers(3)];
  const rows = PEOPLE.map((name, at) => [name, mobile[at] as string, fax[at] as string]);
  const cells = [['Name', 'Mobile', 'Fax'], ...rows];
  const bytes = utf8(text(cells, ',', '\n'));
  return { name: 'fax.csv', bytes, cells, written: plain(','), statuses: completed(3) };
}

/** A report: no rows in its first sheet, a merged title, a blank row, numbers, dates, formulas. */
function report(): ListFile {
  const [first = '', second = ''] = numbers(2);
  const inline = (at: string, words: string) =>
    `<c r="${at}" t="inlineStr"><is><t>${words}</t></is></c>`;
  const data = [
    `<row r="1">${inline('A1', 'Customers of 2026')}</row>`,
    '<row r="2"/>',
    `<row r="3"><c r="A3" t="s"><v>0</v></c><c r="B3" t="s"><v>1</v></c><c r="C3" t="s"><v>2</v></c></row>`,
    `<row r="5">${inline('A5', 'Ada')}<c r="B5"><v>${first.slice(1)}</v></c><c r="C5" s="1"><v>45352</v></c></row>`,
    `<row r="6"><c r="A6" t="str"><f>CONCAT("B","en")</f><v>Ben</v></c><c r="B6"><v>1.${second.slice(2)}E10</v></c><c r="C6" s="1"><v>45353</v></c></row>`,
  ].join('');
  const bytes = workbookOf({
    sheets: [
      { name: 'Cover', data: '' },
      { name: 'List', data },
      { name: 'Other', data: `<row r="1">${inline('A1', 'not this')}</row>` },
    ],
    strings: ['Name', 'Phone', 'Since'].map((words) => `<t>${words}</t>`),
    formats: [0, 14],
  });
  const cells = [
    ['Name', 'Phone', 'Since'],
    ['Ada', first.slice(1), '2024-03-01'],
    ['Ben', second.slice(1), '2024-03-02'],
  ];
  return {
    ...{ name: 'report.xlsx', bytes, cells, written: null, statuses: completed(2) },
    titles: [['Customers of 2026']],
    says: [
      '1 row above the names of the columns is returned unchanged.',
      'Read from the sheet List, the first with rows; 2 other sheets are left out.',
    ],
  };
}

const MANY_ROWS = 50_000;

function manyRows(): ListFile {
  const distinct = numbers(100);
  const rows = Array.from({ length: MANY_ROWS }, (_, at) => [
    `Person ${at}`,
    distinct[at % distinct.length] as string,
  ]);
  const cells = [['Name', 'Phone'], ...rows];
  const repeated = Array.from({ length: MANY_ROWS - distinct.length }, () => 'duplicate');
  return {
    ...{ name: 'many.csv', bytes: utf8(text(cells, ',', '\n')), cells, written: plain(',') },
    statuses: [...completed(distinct.length), ...repeated],
    says: ['50,000', '100 credits at most'],
  };
}

const FILES: readonly ListFile[] = [
  commas(),
  semicolons(),
  windows1252(),
  unicodeText(),
  hinted(),
  quotedLines(),
  noHeader(),
  twoPhoneColumns(),
  countries(),
  workbook(),
  addresses(),
  untidy(),
  bigEndian(),
  writtenNumbers(),
  indexed(),
  textMarks(),
  joined(),
  mobileAndFax(),
  report(),
  manyRows(),
];

/** Rows of a file that came back. @throws where its mark is another one */
function rowsOf(bytes: Uint8Array, written: ListFile['written']): string[][] {
  if (!written) return [...xlsxRows(bytes)];
  const { encoding, separator, mark, hint = '' } = written;
  expect([...bytes.subarray(0, mark.length)]).toEqual(mark);
  if (mark.length === 0) expect([0xef, 0xff, 0xfe]).not.toContain(bytes[0]);
  const parser = new CsvParser({ separator });
  const decoded = new TextDecoder(encoding).decode(bytes);
  expect(decoded.slice(0, hint.length)).toBe(hint);
  return [...parser.push(decoded.slice(hint.length)), ...parser.end()].map(({ cells }) => cells);
}

let service: DevService;
let directory: string;
let base: string;

describe.skipIf(!chromiumPath)('a list in the dashboard (needs Chromium)', () => {
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'lists-'));
    const port = await freePort();
    base = `http://localhost:${port}`;
    const env = { PORT: String(port), STATE_DIR: join(directory, 'state'), FETCH_FEEDS: '0' };
    service = new DevService(env);
    await service.ready();
    browser = await openBrowser();
    page = await (await browser.newContext({ baseURL: base })).newPage();
    await page.goto('/app/sign-in');
    await page.getByLabel('Email').fill('owner@example.com');
    await page.getByLabel('Password').fill('demo-password-1');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/app');
  });

  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    await rm(directory, { recursive: true, force: true });
  });

  async function choose({ name, bytes, product = 'phone_validation', ...file }: ListFile) {
    const path = join(directory, name);
    await writeFile(path, bytes);
    await page.goto('/app/jobs/new');
    await page.getByLabel('CSV file or Excel workbook').setInputFiles(path);
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByLabel('Product').selectOption(product);
    await page.getByRole('button', { name: 'Choose columns' }).click();
    await page.getByRole('button', { name: 'Check price' }).waitFor();
    for (const [label, column] of file.choose ?? []) {
      const field = page.getByLabel(label, { exact: true });
      expect(await field.inputValue(), `${label} is left open`).toBe('');
      const option = field.locator('option').filter({ hasText: column });
      await field.selectOption((await option.getAttribute('value')) as string);
    }
    await page.getByRole('button', { name: 'Check price' }).click();
    await page.getByRole('heading', { name: 'Price' }).waitFor();
  }

  async function downloaded(): Promise<{ name: string; bytes: Uint8Array }> {
    const link = page.getByRole('link', { name: 'Download all rows' });
    await link.waitFor({ timeout: 120_000 });
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    const bytes = new Uint8Array(await readFile(await download.path()));
    return { name: download.suggestedFilename(), bytes };
  }

  it.each(FILES.map((file) => [file.name, file] as const))(
    'brings %s back with its answers',
    async (name, file) => {
      await choose(file);
      const main = await page.locator('main').innerText();
      for (const words of file.says ?? []) expect(main).toContain(words);
      await page.getByRole('button', { name: 'Start job' }).click();
      await page.waitForURL('**/app/jobs/job_*');
      const back = await downloaded();
      const [stem = '', ending = ''] = name.split('.');
      expect(back.name).toContain(stem);
      expect(back.name.endsWith(ending === 'txt' ? '' : `.${ending}`)).toBe(true);
      const { titles = [] } = file;
      const all = rowsOf(back.bytes, file.written);
      expect(all.slice(0, titles.length)).toEqual(titles);
      const [header = [], ...rows] = all.slice(titles.length);
      const own = file.hasHeader === false ? file.cells : file.cells.slice(1);
      const width = own[0]?.length ?? 0;
      const names = file.names ?? file.cells[0];
      if (file.hasHeader !== false) expect(header.slice(0, width)).toEqual(names);
      expect(header.slice(width, width + 3)).toEqual([
        ...['lookup_status', 'lookup_reason', 'lookup_credits'],
      ]);
      expect(rows.map((row) => row.slice(0, width))).toEqual(own);
      expect(rows.map((row) => row[width])).toEqual(file.statuses);
      const answers = rows.filter((row) => ['completed', 'duplicate'].includes(row[width] ?? ''));
      // A duplicate has the answer of the row that it repeats.
      for (const answer of answers) expect(answer.slice(width + 3).join('')).not.toBe('');
    },
    300_000,
  );

  it('warns of a column that a spreadsheet has rounded, and starts nothing of it', async () => {
    const cells = [['Name', 'Phone'], ...PEOPLE.map((name, at) => [name, `4.9151${at}E+11`])];
    const bytes = utf8(text(cells, ',', '\n'));
    await choose({ name: 'rounded.csv', bytes, cells, written: plain(','), statuses: [] });
    const main = await page.locator('main').innerText();
    for (const words of ['3 rows cannot be looked up.', 'rounded by a spreadsheet'])
      expect(main).toContain(words);
    expect(await page.getByRole('button', { name: 'Start job' }).count()).toBe(0);
  });
});
