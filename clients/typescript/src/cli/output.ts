import type { Arguments } from './arguments.js';
import { csvLine, flatten, safeText } from './csv.js';
import { UsageError } from './errors.js';
import { shownJson, shownText } from './terminal.js';

export type Format = 'json' | 'csv' | 'table';

/** What was asked for; else a table for people, and JSON where a program reads. */
export function formatOf({ values }: Arguments): Format {
  const asked = (['json', 'csv', 'table'] as const).filter((format) => values[format]);
  if (asked.length > 1) throw new UsageError(`--${asked.join(' and --')} exclude each other`);
  return asked[0] ?? (process.stdout.isTTY ? 'table' : 'json');
}

/** Columns of all rows, in the order they first come. */
const columnsOf = (rows: readonly Map<string, unknown>[]): string[] => [
  ...new Set(rows.flatMap((row) => [...row.keys()])),
];

/** One object in lines of name and value. */
function fieldsOf(value: unknown): string {
  const leaves = [...flatten(value)].map(([name, leaf]) => ({
    name: shownText(name),
    text: shownText(leaf) || '-',
  }));
  const width = Math.max(0, ...leaves.map(({ name }) => name.length));
  return leaves.map(({ name, text }) => `${name.padEnd(width)}  ${text}\n`).join('');
}

function alignedTable(rows: readonly Map<string, unknown>[]): string {
  const columns = columnsOf(rows);
  const cells = [
    columns.map(shownText),
    ...rows.map((row) => columns.map((name) => shownText(row.get(name)) || '-')),
  ];
  const widths = columns.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  return cells
    .map(
      (row) =>
        `${row
          .map((cell, at) => cell.padEnd(widths[at] as number))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

/** A list of objects as rows. */
export function printRows(list: readonly unknown[], format: Format): void {
  if (format === 'json') {
    process.stdout.write(`${shownJson(list, 2)}\n`);
    return;
  }
  const rows = list.map((one) => flatten(one));
  if (format === 'table') process.stdout.write(alignedTable(rows));
  else {
    const columns = columnsOf(rows);
    process.stdout.write(csvLine(columns));
    for (const row of rows)
      process.stdout.write(csvLine(columns.map((name) => safeText(row.get(name)))));
  }
}

/** One object. */
export function printOne(value: unknown, format: Format): void {
  if (format === 'csv') printRows([value], format);
  else process.stdout.write(format === 'table' ? fieldsOf(value) : `${shownJson(value, 2)}\n`);
}

/**
 * Answers as they come: a line of JSON, or fields, for each. CSV is printed at the end, as its
 * columns are those of all answers.
 */
export class AnswerPrinter {
  readonly #format: Format;
  readonly #kept: unknown[] = [];

  constructor(format: Format) {
    this.#format = format;
  }

  add(answer: unknown): void {
    if (this.#format === 'csv') this.#kept.push(answer);
    else if (this.#format === 'json') process.stdout.write(`${shownJson(answer)}\n`);
    else process.stdout.write(`${fieldsOf(answer)}\n`);
  }

  end(): void {
    if (this.#kept.length > 0) printRows(this.#kept, 'csv');
  }
}
