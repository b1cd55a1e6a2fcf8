import * as z from 'zod';
import type { Upstream, UpstreamVerdict } from '../upstream/upstream.ts';

/** What the numbers of `ERROR 50 :: NOTHING FOUND` mean; any other speaks of our request. */
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

/** Search and traffic figures of domains and keywords. Its refusals are text behind HTTP 200. */
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

/** One row of a report: its cells by the names of the header. */
export type ReportRow = ReadonlyMap<string, string>;

/** Cells of one line, separated by semicolons; a cell in double quotes may hold some. Linear. */
function splitCells(line: string): string[] {
  if (!line.includes('"')) return line.split(';');
  const cells = [''];
  let quoted = false;
  for (const letter of line) {
    if (letter === '"') quoted = !quoted;
    else if (letter === ';' && !quoted) cells.push('');
    else cells[cells.length - 1] += letter;
  }
  return cells;
}

/**
 * A report as the vendor writes it: a header and rows. A text without these columns is none.
 * @param required columns without which the report says nothing
 */
export const reportTable = (...required: readonly string[]) =>
  z.string().transform((text, context): ReportRow[] => {
    const [header = '', ...lines] = text.trim().split(/\r?\n/);
    const columns = splitCells(header).map((name) => name.trim());
    if (!required.every((name) => columns.includes(name))) {
      context.addIssue({ code: 'custom', message: 'lacks columns of the report' });
      return z.NEVER;
    }
    return lines
      .filter((line) => line.trim() !== '')
      .map((line) => {
        const cells = splitCells(line);
        return new Map(columns.map((name, at) => [name, cells[at]?.trim() ?? '']));
      });
  });

/** A figure of a row; null for a cell that is empty or no number. */
export function columnNumber(row: ReportRow | undefined, column: string): number | null {
  const cell = row?.get(column) ?? '';
  return /^-?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i.test(cell) ? Number(cell) : null;
}

/** A whole number that is not negative. */
export function columnCount(row: ReportRow | undefined, column: string): number | null {
  const figure = columnNumber(row, column);
  return figure !== null && figure >= 0 ? Math.round(figure) : null;
}

export const columnText = (row: ReportRow | undefined, column: string): string | null =>
  row?.get(column) || null;
