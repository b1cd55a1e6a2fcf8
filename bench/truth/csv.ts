// CSV dialects: the cells that other readers' suites and samples expect, with a detected separator
// and encoding.
// Run: node bench/truth/csv.ts
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { encodeText } from '../../src/files/csv-text.ts';
import {
  decoderOf,
  headRows,
  SEPARATORS,
  sniffDialect,
  sniffEncoding,
} from '../../src/lib/csv-dialect.ts';
import { type Areas, runAlone } from './areas.ts';
import { unescaped } from './halves.ts';
import { samplesOf } from './samples.ts';

const require = createRequire(import.meta.url);

interface CsvCase {
  name: string;
  text: string;
  rows: readonly (readonly string[])[];
}

interface PapaCase {
  description: string;
  input: string;
  config?: Record<string, unknown>;
  expected: { data: string[][]; errors?: unknown[] };
}

/** Options of a test that do not change the cells for our reader. */
const NEUTRAL = ['delimiter', 'newline', 'fastMode', 'skipEmptyLines', 'delimitersToGuess'];

/**
 * Papa Parse's tests of whole tables, without options that ask for more than cells, and without
 * text that its own reader calls malformed. Our reader drops lines without text.
 */
function papaCases(): CsvCase[] {
  const file = join(dirname(require.resolve('papaparse')), 'tests/test-cases.js');
  const context: Record<string, unknown> = {
    ...{
      module: { exports: {} },
      describe: Object.assign(() => undefined, { skip: () => undefined }),
      __dirname: '',
      File: null,
    },
    require: (name: string) => (name === 'chai' ? { assert: {} } : {}),
  };
  runInNewContext(readFileSync(file, 'utf8'), context);
  const all = ['CORE_PARSER_TESTS', 'PARSE_TESTS'].flatMap((name) => context[name] as PapaCase[]);
  const isOurs = ({ input, config = {}, expected }: PapaCase) =>
    typeof input === 'string' &&
    Object.entries(config).every(
      ([option, value]) =>
        NEUTRAL.includes(option) &&
        value !== 'greedy' &&
        (option !== 'delimiter' || isSeparator(value)),
    ) &&
    (expected.errors ?? []).length === 0 &&
    expected.data.every((row) => Array.isArray(row));
  return all.filter(isOurs).map(({ description, input, expected }) => ({
    name: `Papa Parse, ${description}`,
    text: input,
    rows: expected.data,
  }));
}

const isSeparator = (value: unknown): boolean =>
  value === '' || SEPARATORS.some(({ char }) => char === value);

/** Its JSON describes another table than its CSV. */
const CONTRADICTORY = 'location_coordinates';

/** csv-spectrum's files. A file's first row names the members of the expected objects. */
function spectrumCases(): CsvCase[] {
  const folder = dirname(require.resolve('csv-spectrum'));
  const names = globSync(join(folder, 'csvs/*.csv')).map((file) => basename(file, '.csv'));
  return names
    .filter((name) => name !== CONTRADICTORY)
    .map((name) => {
      const file = join(folder, 'csvs', `${name}.csv`);
      const json = readFileSync(join(folder, 'json', `${name}.json`), 'utf8');
      const objects = [JSON.parse(json) as Record<string, string>[]].flat();
      const header = Object.keys(objects[0] ?? {});
      const rows = [header, ...objects.map((each) => header.map((key) => each[key] ?? ''))];
      return { name: `csv-spectrum, ${name}`, text: readFileSync(file, 'utf8'), rows };
    });
}

/** Leaves out rows without text. */
export const filled = (rows: CsvCase['rows']): string =>
  JSON.stringify(rows.filter((row) => row.some((cell) => cell !== '')));

/** Whether a row of samples/csv.txt is read as labelled. */
function isRightTable(row: string): boolean {
  const [, as = '', written = '', ...rest] = row.split('|');
  const cells = rest.join('|');
  const text = unescaped(written);
  const bytes = encodeText(text, (as || 'utf-8') as Parameters<typeof encodeText>[1]);
  const encoding = sniffEncoding(bytes) ?? (as === 'windows-1252' ? as : 'utf-8');
  const decoded = decoderOf(encoding).decode(bytes);
  const found = headRows(decoded, sniffDialect(decoded, true).separator, true);
  const separator = unescaped(cells.slice('split '.length));
  const meant = cells.startsWith('split ')
    ? text.split('\n').map((line) => line.split(separator))
    : (JSON.parse(cells) as string[][]);
  return filled(found) === filled(meant);
}

export function measureCsv(areas: Areas): void {
  for (const [suite, cases] of Object.entries({
    'Papa Parse': papaCases(),
    'csv-spectrum': spectrumCases(),
  })) {
    const wrong = cases.filter(({ text: written, rows }) => {
      const text = decoderOf('utf-8').decode(new TextEncoder().encode(written));
      const { separator } = sniffDialect(text, true);
      return filled(headRows(text, separator, true)) !== filled(rows);
    });
    for (const { name, text, rows } of wrong)
      areas.detail(`${name}: ${JSON.stringify(text).slice(0, 200)} ${filled(rows)}`);
    areas.share(`CSV dialects, ${suite}, used`, cases.length - wrong.length, cases.length, {
      atLeast: 97,
    });
  }
  for (const sample of samplesOf(areas, 'csv')) {
    const tally = sample.tally();
    for (const { row } of sample.rows) tally.mark(isRightTable(row), row);
    tally.share('CSV dialects', 97);
  }
}

if (import.meta.main) await runAlone(measureCsv);
