import * as z from 'zod';
import type { Upstream, UpstreamVerdict } from '../upstream/upstream.ts';

/** Verdicts by the number in `ERROR 50 :: NOTHING FOUND`; others are about the request. */
const ERRORS: ReadonlyMap<number, UpstreamVerdict> = new Map([
  [50, 'none'],
  [110, 'key'],
  [120, 'key'],
  [130, 'key'],
  [133, 'key'],
  [135, 'key'],
  [402, 'key'],
  [131, 'quota'],
  [132, 'quota'],
  [134, 'quota'],
  [136, 'quota'],
  [429, 'quota'],
  [500, 'later'],
]);

const ERROR = /^\s*ERROR (\d{1,5}) ::/;

/** Search and traffic figures of domains and keywords. Its errors are text with HTTP 200. */
export const SEMRUSH: Upstream = {
  name: 'SEMRUSH',
  hosts: ['api.semrush.com'],
  metered: 'answers',
  adds: 'authority, backlinks, search traffic and audience of a domain; volume and difficulty of keywords',
  needs: ['SEMRUSH_KEY'],
  authenticate: (secret) => ({ query: { key: secret('SEMRUSH_KEY') } }),
  envelope(body) {
    const [, code] = (typeof body === 'string' && ERROR.exec(body)) || [];
    return code === undefined ? undefined : (ERRORS.get(Number(code)) ?? 'input');
  },
};

/** Row of a report: its cells by the names in the header. */
export type ReportRow = ReadonlyMap<string, string>;

/** Splits a line at semicolons, except in cells in quotes. Linear. Empty for an open quote. */
function splitCells(line: string): string[] {
  if (!line.includes('"')) return line.split(';');
  const cells = [''];
  let [isQuoted, isOpen] = [false, false];
  for (const letter of line) {
    if (letter === '"' && (isQuoted || cells.at(-1) === '')) {
      isQuoted = true;
      isOpen = !isOpen;
    } else if (letter === ';' && !isOpen) {
      cells.push('');
      isQuoted = false;
    } else cells[cells.length - 1] += letter;
  }
  return isOpen ? [] : cells;
}

/**
 * Parses a report of the vendor: a header and rows. Rejects a text without the required columns,
 * and one that was cut short: a row then has fewer cells than the header.
 * @param required columns without which a report is unusable
 */
export const reportTable = (...required: readonly string[]) =>
  z.string().transform((text, context): ReportRow[] => {
    const [header = '', ...lines] = text.trim().split(/\r?\n/);
    const columns = splitCells(header).map((name) => name.trim());
    const rows = lines.filter((line) => line.trim() !== '').map(splitCells);
    const isWhole = rows.every((cells) => cells.length >= columns.length);
    if (!isWhole || !required.every((name) => columns.includes(name))) {
      context.addIssue({ code: 'custom', message: 'lacks columns of the report' });
      return z.NEVER;
    }
    return rows.map((cells) => new Map(columns.map((name, at) => [name, cells[at]?.trim() ?? ''])));
  });

/** Number in a cell; null for a cell that is empty or not a number. */
export function columnNumber(row: ReportRow | undefined, column: string): number | null {
  const cell = row?.get(column) ?? '';
  return /^-?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i.test(cell) ? Number(cell) : null;
}

/** Count in a cell, rounded; null if negative or not a number. */
export function columnCount(row: ReportRow | undefined, column: string): number | null {
  const figure = columnNumber(row, column);
  return figure !== null && figure >= 0 ? Math.round(figure) : null;
}

export const columnText = (row: ReportRow | undefined, column: string): string | null =>
  row?.get(column) || null;
